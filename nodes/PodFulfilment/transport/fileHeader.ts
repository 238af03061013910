// What a file is by its first bytes, and the pixels of a PNG, JPEG or WebP by its header: PNG (W3C, 11.2.2), JPEG (ITU-T
// T.81, B.2.2) with the orientation of EXIF (TIFF 6.0, tag 274), WebP (RFC 9649; VP8: RFC 6386, 9.1). Never
// throws.

/** Kinds that are told apart. Of `unknown` nothing is said: the specification names no formats. */
export type FileKind =
	| 'PNG'
	| 'JPEG'
	| 'WebP'
	| 'TIFF'
	| 'PDF'
	| 'SVG'
	| 'unknown'
	/** These are printed by nobody. */
	| 'empty'
	| 'page'
	| 'archive'
	| 'phonePhoto'
	| 'text';

/** Width and height in pixels, as they are stored. */
export interface PixelSize {
	width: number;
	height: number;
}

export interface FileHeader {
	kind: FileKind;
	/** Undefined where it cannot be read. */
	size?: PixelSize;
	/** Whether EXIF says that the picture is to be turned or mirrored before it is shown. */
	isTurned?: true;
}

/** Bytes behind one another, read as numbers. Behind their end all are 0. */
class Bytes {
	private readonly bytes: Uint8Array;

	readonly length: number;

	constructor(bytes: Uint8Array) {
		this.bytes = bytes;
		this.length = bytes.length;
	}

	u8(at: number): number {
		return this.bytes[at] ?? 0;
	}

	/** An unsigned number of some bytes. */
	number(at: number, size: number, isLittleEndian = false): number {
		let value = 0;
		for (let index = 0; index < size; index += 1) {
			value = value * 256 + this.u8(at + (isLittleEndian ? size - 1 - index : index));
		}
		return value;
	}

	/** Bytes as characters of one byte each, such as the name of a chunk. */
	name(at: number, size: number): string {
		let name = '';
		for (const byte of this.bytes.subarray(at, at + size)) name += String.fromCharCode(byte);
		return name;
	}

	/** As UTF-8. Whatever is none becomes replacement characters. */
	text(): string {
		return new TextDecoder().decode(this.bytes);
	}

	/** Whether all of it is text in UTF-8, which may be cut off, without control characters. */
	get isText(): boolean {
		if (this.bytes.some((byte) => byte < 9 || (byte > 13 && byte < 32) || byte === 127))
			return false;
		try {
			new TextDecoder('utf-8', { fatal: true }).decode(this.bytes, { stream: true });
			return true;
		} catch {
			return false;
		}
	}
}

const sized = (width: number, height: number): { size?: PixelSize } =>
	width > 0 && height > 0 ? { size: { width, height } } : {};

function png(bytes: Bytes): FileHeader {
	const isHeader = bytes.name(12, 4) === 'IHDR' && bytes.length >= 24;
	return { kind: 'PNG', ...(isHeader && sized(bytes.number(16, 4), bytes.number(20, 4))) };
}

function webP(bytes: Bytes): FileHeader {
	const chunk = bytes.name(12, 4);
	const kind = 'WebP';
	if (bytes.length < 30) return { kind };
	if (chunk === 'VP8X') {
		return { kind, ...sized(bytes.number(24, 3, true) + 1, bytes.number(27, 3, true) + 1) };
	}
	if (chunk === 'VP8L' && bytes.u8(20) === 0x2f) {
		const bits = bytes.number(21, 4, true);
		return { kind, ...sized((bits % 0x4000) + 1, (Math.floor(bits / 0x4000) % 0x4000) + 1) };
	}
	// The start code of a key frame. Two bits of each number say how to scale it up.
	if (chunk === 'VP8 ' && bytes.number(23, 3) === 0x9d012a) {
		return {
			kind,
			...sized(bytes.number(26, 2, true) % 0x4000, bytes.number(28, 2, true) % 0x4000),
		};
	}
	return { kind };
}

const ORIENTATION = 274;

/** Whether the EXIF data at an offset, a TIFF, asks to turn or mirror the picture. */
function isTurnedBy(bytes: Bytes, start: number, end: number): boolean {
	const isLittleEndian = bytes.name(start, 2) === 'II';
	const number = (at: number, size: number): number =>
		start + at + size <= end ? bytes.number(start + at, size, isLittleEndian) : 0;
	if (number(2, 2) !== 42) return false;
	const directory = number(4, 4);
	for (let entry = 0; entry < number(directory, 2); entry += 1) {
		const at = directory + 2 + entry * 12;
		if (start + at >= end) return false;
		if (number(at, 2) === ORIENTATION) {
			const orientation = number(at + 8, 2);
			return orientation >= 2 && orientation <= 8;
		}
	}
	return false;
}

/** A start of frame: it has the size. Not those three codes of the range that mean something else. */
const isStartOfFrame = (marker: number): boolean =>
	marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpeg(bytes: Bytes): FileHeader {
	const kind = 'JPEG';
	let isTurned = false;
	let at = 2;
	while (at + 9 <= bytes.length) {
		if (bytes.u8(at) !== 0xff) return { kind };
		const marker = bytes.u8(at + 1);
		if (marker === 0xff) {
			at += 1;
			continue;
		}
		const length = bytes.number(at + 2, 2);
		const isStandalone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9);
		// The picture itself begins without a size, or what follows is no JPEG.
		if (marker === 0xda || isStandalone || length < 2) return { kind };
		if (isStartOfFrame(marker)) {
			const size = sized(bytes.number(at + 7, 2), bytes.number(at + 5, 2));
			return { kind, ...size, ...(isTurned && { isTurned }) };
		}
		const end = at + 2 + length;
		if (marker === 0xe1 && bytes.name(at + 4, 6) === 'Exif\0\0') {
			isTurned ||= isTurnedBy(bytes, at + 10, Math.min(end, bytes.length));
		}
		at = end;
	}
	return { kind };
}

/** Brands of HEIF files with HEVC, as phones keep their photos (ISO/IEC 23008-12). */
const HEIC_BRAND = /^(?:hei[cxms]|hev[cxms])$/;

function isPhonePhoto(bytes: Bytes): boolean {
	if (bytes.name(4, 4) !== 'ftyp') return false;
	const end = Math.min(bytes.number(0, 4), bytes.length, 256);
	const brands = [bytes.name(8, 4)];
	for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.name(at, 4));
	// A general brand may be that of an AVIF too.
	return brands.some((brand) => HEIC_BRAND.test(brand)) && !brands.includes('avif');
}

/** The name of the first element of a page or an XML, in lower case; undefined where there is none, or it is not reached. */
function rootOf(content: string): string | undefined {
	let at = 0;
	for (;;) {
		while (/\s/.test(content.charAt(at))) at += 1;
		const isComment = content.startsWith('<!--', at);
		if (!isComment && !content.startsWith('<?', at)) break;
		const end = content.indexOf(isComment ? '-->' : '?>', at);
		if (end === -1) return undefined;
		at = end + (isComment ? 3 : 2);
	}
	const [, name] =
		/^<(?:!doctype\s{1,9})?(?:\w{1,20}:)?(\w{1,40})/i.exec(content.slice(at, at + 80)) ?? [];
	return name?.toLowerCase();
}

/** The signature of a file in a ZIP, and that of the end of an empty one. */
const ZIP = [0x504b0304, 0x504b0506];

/** Longer beginnings of texts are not looked at. */
const MAX_TEXT_BYTES = 16 * 1024;

function textual(all: Uint8Array): FileHeader {
	const bytes = new Bytes(all.subarray(0, MAX_TEXT_BYTES));
	const content = bytes.text();
	const root = rootOf(content);
	if (root === 'html') return { kind: 'page' };
	if (root === 'svg') return { kind: 'SVG' };
	if (content.slice(0, 1024).includes('%PDF-')) return { kind: 'PDF' };
	// PostScript, and an XML of which nothing but its preface is there.
	const isOther = content.startsWith('%!PS') || (root === undefined && /^\s*<[?!]/.test(content));
	return { kind: bytes.isText && !isOther ? 'text' : 'unknown' };
}

/** What a file is. @param content its first bytes, or all of them */
export function fileHeaderOf(content: Uint8Array): FileHeader {
	const bytes = new Bytes(content);
	if (bytes.length === 0) return { kind: 'empty' };
	if (bytes.name(0, 8) === '\x89PNG\r\n\x1a\n') return png(bytes);
	if (bytes.number(0, 3) === 0xffd8ff) return jpeg(bytes);
	if (bytes.name(0, 4) === 'RIFF' && bytes.name(8, 4) === 'WEBP') return webP(bytes);
	if (/^(?:II[*+]\0|MM\0[*+])/.test(bytes.name(0, 4))) return { kind: 'TIFF' };
	if (ZIP.includes(bytes.number(0, 4))) return { kind: 'archive' };
	if (isPhonePhoto(bytes)) return { kind: 'phonePhoto' };
	return textual(content);
}
