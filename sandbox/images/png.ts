import { crc32, deflateSync } from 'node:zlib';

export type Colour = readonly [red: number, green: number, blue: number];

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const length = Buffer.alloc(4);
	length.writeUInt32BE(data.length);
	const checksum = Buffer.alloc(4);
	checksum.writeUInt32BE(crc32(body));
	return Buffer.concat([length, body, checksum]);
}

/**
 * Writes a PNG in the colours of a palette.
 *
 * @param bitDepth bits for each pixel
 * @param rows each a zero byte, which means no filter, and its pixels: indexes into the palette
 */
export function palettePng(
	{ width, height, bitDepth }: { width: number; height: number; bitDepth: 1 | 8 },
	palette: readonly Colour[],
	rows: Buffer,
): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	// Colour type 3: indexes into the palette.
	header.set([bitDepth, 3, 0, 0, 0], 8);
	return Buffer.concat([
		SIGNATURE,
		chunk('IHDR', header),
		chunk('PLTE', Buffer.from(palette.flat())),
		chunk('IDAT', deflateSync(rows, { level: 1 })),
		chunk('IEND', Buffer.alloc(0)),
	]);
}
