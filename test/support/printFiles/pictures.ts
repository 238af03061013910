// Pictures of any size: a PNG of one color by its specification (W3C PNG, 11.2), and files that libraries made with another
// size in their header, which is all that is read of them.

import { crc32, deflateSync } from 'node:zlib';

import { MADE_FILES } from './madeFiles.ts';

interface Size {
	width: number;
	height: number;
}

const chunk = (type: string, data: Buffer): Buffer => {
	const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const length = Buffer.alloc(4);
	length.writeUInt32BE(data.length);
	const checksum = Buffer.alloc(4);
	checksum.writeUInt32BE(crc32(typed));
	return Buffer.concat([length, typed, checksum]);
};

/** A whole PNG, grey with one bit a pixel. */
export function pngOf({ width, height }: Size): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.writeUInt8(1, 8);
	const lines = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
	return Buffer.concat([
		Buffer.from('89504e470d0a1a0a', 'hex'),
		chunk('IHDR', header),
		chunk('IDAT', deflateSync(lines)),
		chunk('IEND', Buffer.alloc(0)),
	]);
}

/** A copy of a file that a library made. */
export const madeFile = (name: string): Buffer => {
	const file = MADE_FILES.find((made) => made.name === name);
	if (!file) throw new Error(`No such file: ${name}`);
	return Buffer.from(file.content);
};

/** The size is behind the marker of the start of frame, its length and its precision (T.81, B.2.2). */
export function jpegOf({ width, height }: Size, name = 'JPEG, baseline'): Buffer {
	const content = madeFile(name);
	let at = 2;
	while (![0xc0, 0xc1, 0xc2].includes(content.readUInt8(at + 1))) {
		at += 2 + content.readUInt16BE(at + 2);
	}
	content.writeUInt16BE(height, at + 5);
	content.writeUInt16BE(width, at + 7);
	return content;
}

/** RFC 9649: the canvas of VP8X, and the bits of VP8 and VP8L. */
export const webPOf = {
	lossy({ width, height }: Size): Buffer {
		const content = madeFile('WebP, lossy (VP8)');
		content.writeUInt16LE(width, 26);
		content.writeUInt16LE(height, 28);
		return content;
	},
	lossless({ width, height }: Size): Buffer {
		const content = madeFile('WebP, lossless (VP8L)');
		content.writeUInt32LE((width - 1) | ((height - 1) << 14), 21);
		return content;
	},
	extended({ width, height }: Size): Buffer {
		const content = madeFile('WebP with transparency (VP8X)');
		content.writeUIntLE(width - 1, 24, 3);
		content.writeUIntLE(height - 1, 27, 3);
		return content;
	},
};
