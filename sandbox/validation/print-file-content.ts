import { imageSize } from 'image-size';

export interface PrintFile {
	/** Size in pixels; left out for PDF and SVG, which scale. */
	size?: { width: number; height: number };
}

const RASTER_TYPES: ReadonlySet<string | undefined> = new Set(['png', 'jpg', 'tiff']);
const PDF_START = /^%PDF/;
const SVG_START = /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)?(<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/;

/** Reads a PNG, JPEG, TIFF, PDF or SVG; undefined for another or a damaged file. */
export function readPrintFile(content: Buffer): PrintFile | undefined {
	const start = content.subarray(0, 1024).toString('utf8');
	if (PDF_START.test(start) || SVG_START.test(start)) return {};
	try {
		// A copy, since image-size reads on behind the end of a part of a larger buffer, such as Node's pool.
		const { type, width, height } = imageSize(Uint8Array.from(content));
		const isReadable = RASTER_TYPES.has(type) && width > 0 && height > 0;
		return isReadable ? { size: { width, height } } : undefined;
	} catch {
		return undefined;
	}
}
