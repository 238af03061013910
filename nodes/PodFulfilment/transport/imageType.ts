// The format of an image (PNG, JPEG, GIF, WebP, BMP) by its first bytes, with MIME type and extension.

/** Formats that n8n shows, with the bytes that their files begin with. An SVG is none: it may hold scripts. */
const FORMATS: ReadonlyArray<{ mimeType: string; extension: string; begins: RegExp }> = [
	{ mimeType: 'image/png', extension: 'png', begins: /^\x89PNG\r\n/ },
	{ mimeType: 'image/jpeg', extension: 'jpg', begins: /^\xff\xd8\xff/ },
	{ mimeType: 'image/gif', extension: 'gif', begins: /^GIF8[79]a/ },
	{ mimeType: 'image/webp', extension: 'webp', begins: /^RIFF[\s\S]{4}WEBP/ },
	{ mimeType: 'image/bmp', extension: 'bmp', begins: /^BM[\s\S]{12}/ },
];

/** Enough bytes to tell the format. */
const HEAD_BYTES = 16;

export const IMAGE_MIME_TYPES = FORMATS.map(({ mimeType }) => mimeType);

interface ImageType {
	mimeType: string;
	/** Of a file, without a dot. */
	extension: string;
}

/** The format of an image by its first bytes, whatever its server calls it. Undefined for anything that n8n does not show. */
export function imageTypeOf(content: Buffer): ImageType | undefined {
	const head = content.subarray(0, HEAD_BYTES).toString('latin1');
	return FORMATS.find(({ begins }) => begins.test(head));
}
