/** The smallest JPEG that has a size: start of image, JFIF segment, frame header. */
export function jpeg(width: number, height: number): Buffer {
	const start = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');
	const frame = Buffer.from('ffc0000b0800000000011100', 'hex');
	frame.writeUInt16BE(height, 5);
	frame.writeUInt16BE(width, 7);
	return Buffer.concat([start, frame]);
}

/** The smallest TIFF that has a size: header and a directory with width and height. */
export function tiff(width: number, height: number): Buffer {
	const entries = 2;
	const image = Buffer.alloc(8 + 2 + entries * 12 + 4);
	image.write('II*\0', 'latin1');
	image.writeUInt32LE(8, 4);
	image.writeUInt16LE(entries, 8);
	[
		{ tag: 256, value: width },
		{ tag: 257, value: height },
	].forEach(({ tag, value }, index) => {
		const offset = 10 + index * 12;
		image.writeUInt16LE(tag, offset);
		image.writeUInt16LE(3, offset + 2);
		image.writeUInt32LE(1, offset + 4);
		image.writeUInt16LE(value, offset + 8);
	});
	return image;
}
