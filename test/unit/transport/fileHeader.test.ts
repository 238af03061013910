import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { imageSize } from 'image-size';
import { describe, expect, it } from 'vitest';

import { fileHeaderOf } from '../../../nodes/PodFulfilment/transport/fileHeader.ts';
import { MADE_FILES } from '../../support/printFiles/madeFiles.ts';
import { threadMs } from '../../support/threadTime.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** A segment of a JPEG: its marker, its length, and so many bytes. */
const segment = (marker: number, content: Buffer): Buffer =>
	Buffer.concat([
		Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff]),
		content,
	]);

/** A start of frame: 8 bits, height, width, three components (T.81, B.2.2). */
const frame = (width: number, height: number, marker = 0xc0): Buffer => {
	const content = Buffer.alloc(15);
	content.writeUInt8(8, 0);
	content.writeUInt16BE(height, 1);
	content.writeUInt16BE(width, 3);
	content.writeUInt8(3, 5);
	return segment(marker, content);
};

const jpegOf = (...segments: Buffer[]): Buffer => Buffer.concat([latin1('\xff\xd8'), ...segments]);

describe('The kind and size of a file by its first bytes', () => {
	it.each(MADE_FILES)('$name ($by)', ({ content, kind, width = 0, height = 0, isTurned }) => {
		expect(fileHeaderOf(content)).toEqual({
			kind,
			...(width > 0 && { size: { width, height } }),
			...(isTurned && { isTurned }),
		});
	});

	it('files of libraries have the size that another reader finds', () => {
		const sized = MADE_FILES.filter(({ kind }) => ['PNG', 'JPEG', 'WebP'].includes(kind));
		expect(sized.length).toBeGreaterThan(15);
		for (const { content } of sized) {
			const { width, height } = imageSize(content);
			expect(fileHeaderOf(content).size).toEqual({ width, height });
		}
	});

	it('the pictures of the documents have the size that another reader finds', () => {
		const folder = new URL('../../../docs/images/', import.meta.url);
		const names = readdirSync(folder).filter((name) => name.endsWith('.png'));
		expect(names.length).toBeGreaterThan(5);
		for (const name of names) {
			const content = readFileSync(new URL(name, folder));
			const { width, height } = imageSize(content);
			expect(fileHeaderOf(content.subarray(0, 64))).toEqual({
				kind: 'PNG',
				size: { width, height },
			});
		}
	});

	it.each([
		['', 'empty'],
		['PK\x03\x04\x14\x00', 'archive'],
		['PK\x05\x06\x00\x00', 'archive'],
		['\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'phonePhoto'],
		['\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'phonePhoto'],
		['\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf', 'unknown'],
		['\0\0\0\x18ftypisom\0\0\0\0isommp42', 'unknown'],
		['<!DOCTYPE html><title>Sign in</title>', 'page'],
		['\n <!-- moved -->\n<HTML lang="en">', 'page'],
		['\xef\xbb\xbf<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML">', 'page'],
		['<html><body>\xfc is Latin-1</body>', 'page'],
		['<svg xmlns="http://www.w3.org/2000/svg">', 'SVG'],
		['<?xml version="1.0"?>\n<!-- made by hand -->\n<svg:svg>', 'SVG'],
		['<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" [', 'SVG'],
		[`<!-- ${'x'.repeat(30_000)} --><svg>`, 'unknown'],
		['<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>', 'text'],
		['{"error":"not found"}', 'text'],
		['Bitte anmelden \xc3', 'text'],
		['   \n', 'text'],
		['version https://git-lfs.github.com/spec/v1\noid sha256:4d7a', 'text'],
		['%PDF-1.7', 'PDF'],
		['junk before it\n%PDF-1.4\n%\xe2\xe3\xcf\xd3', 'PDF'],
		['%!PS-Adobe-3.0 EPSF-3.0\n', 'unknown'],
		['8BPS\0\x01', 'unknown'],
		['BM\x36\0\0\0', 'unknown'],
		['II*\0\x08\0\0\0', 'TIFF'],
		['MM\0*\0\0\0\x08', 'TIFF'],
		['II+\0\x08\0', 'TIFF'],
	])('%j is %s', (content, kind) => {
		expect(fileHeaderOf(latin1(content)).kind).toBe(kind);
	});

	it('a start of frame behind 200 kB of other segments is found once it is there', () => {
		const filled = [1, 2, 3].map(() => segment(0xe2, Buffer.alloc(65_000)));
		const content = jpegOf(...filled, latin1('\xff\xff\xff'), frame(2400, 3200, 0xc2));
		expect(fileHeaderOf(content.subarray(0, 16_384))).toEqual({
			kind: 'JPEG',
		});
		expect(fileHeaderOf(content)).toEqual({
			kind: 'JPEG',
			size: { width: 2400, height: 3200 },
		});
	});

	it.each([
		['the picture begins before a start of frame', segment(0xda, Buffer.alloc(8))],
		['the end comes first', latin1('\xff\xd9')],
		['no marker where one must be', latin1('\xff\xe0\0\x04\0\0no marker')],
		['a segment without its own length', latin1('\xff\xe0\0\x01')],
		[
			'a table in place of a frame',
			Buffer.concat([segment(0xc4, Buffer.alloc(20)), segment(0xda, Buffer.alloc(8))]),
		],
		['a height that is said later', frame(100, 0)],
	])('a JPEG has no size where it has %s', (_, content) => {
		const whole = jpegOf(content, Buffer.alloc(20));
		expect(fileHeaderOf(whole)).toEqual({ kind: 'JPEG' });
	});

	it.each(MADE_FILES)(
		'$name, cut off anywhere, never throws and never has another size',
		(file) => {
			const { size, kind } = fileHeaderOf(file.content);
			for (let end = 0; end < file.content.length; end += 1) {
				const found = fileHeaderOf(file.content.subarray(0, end));
				if (found.size) expect({ kind: found.kind, size: found.size }).toEqual({ kind, size });
			}
		},
	);

	it('hostile bytes never make it throw, and no size is below 1', () => {
		const begins = [
			'',
			'\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
			'\xff\xd8\xff',
			'\xff\xd8\xff\xe1\0\x40Exif\0\0II*\0\x08\0\0\0',
			'\xff\xd8\xff\xe1\xff\xffExif\0\0MM\0*',
			'RIFF\0\0\0\0WEBPVP8 ',
			'RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f',
			'RIFF\0\0\0\0WEBPVP8X',
			'\0\0\0\x18ftyp',
			'<',
			'<!--',
			'<?xml',
		].map(latin1);
		fc.assert(
			fc.property(fc.constantFrom(...begins), fc.uint8Array({ maxLength: 300 }), (begin, rest) => {
				const { kind, size } = fileHeaderOf(Buffer.concat([begin, rest]));
				expect(kind).toMatch(/^\w+$/);
				if (size) expect(Math.min(size.width, size.height)).toBeGreaterThan(0);
			}),
			{ numRuns: 3_000 },
		);
	});

	it.each([
		['fill bytes of a JPEG', Buffer.concat([latin1('\xff\xd8'), Buffer.alloc(262_000, 0xff)])],
		[
			'shortest segments',
			jpegOf(...Array.from({ length: 65_000 }, () => latin1('\xff\xe0\0\x02'))),
		],
		[
			'a directory of EXIF with 65,535 entries',
			jpegOf(
				segment(
					0xe1,
					Buffer.concat([latin1('Exif\0\0II*\0\x08\0\0\0\xff\xff'), Buffer.alloc(65_000)]),
				),
				frame(1, 1),
			),
		],
		['blanks', Buffer.alloc(262_144, ' ')],
		['comments', Buffer.from('<!---->'.repeat(37_000))],
		['open tags', Buffer.from('<'.repeat(262_144))],
	])('256 kB of %s are read in 20 ms of processor time', (_, content) => {
		fileHeaderOf(content);
		const before = threadMs();
		fileHeaderOf(content);
		expect(threadMs() - before).toBeLessThan(20);
	});
});
