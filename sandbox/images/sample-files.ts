import { palettePng } from './png.ts';

export interface SampleFile {
	contentType: string;
	content: Buffer;
}

/**
 * Generates a print file to order with. Any name that ends in .png, .svg or .pdf gives a valid
 * file, except `damaged.png` (not an image) and names that begin with `missing` (undefined).
 * `front-3000x4000.png` is 3000 x 4000 pixels; above 100 megapixels there is none (undefined).
 */
export function sampleFile(name: string): SampleFile | undefined {
	if (name.startsWith('missing')) return undefined;
	if (name === 'damaged.png') {
		return { contentType: 'image/png', content: Buffer.from('these bytes are not an image') };
	}
	if (name.endsWith('.png')) {
		const [, width = '64', height = '64'] = /-(\d+)x(\d+)\.png$/.exec(name) ?? [];
		const content = png(Number(width), Number(height));
		return content && { contentType: 'image/png', content };
	}
	if (name.endsWith('.svg')) return { contentType: 'image/svg+xml', content: SVG };
	if (name.endsWith('.pdf')) return { contentType: 'application/pdf', content: PDF };
	return undefined;
}

/** Twenty times the largest placement of the catalog, and 12 MB while it is generated. */
const MAXIMUM_PIXELS = 100_000_000;
const MAXIMUM_SIDE = 20_000;

/** A few sizes are asked for again and again, as many as there are placements. */
const MAXIMUM_KEPT = 32;
const kept = new Map<string, Buffer>();

/** A PNG in one colour, with one bit per pixel so that even large ones are quick to generate. */
function png(width: number, height: number): Buffer | undefined {
	const isSize = width > 0 && height > 0 && width <= MAXIMUM_SIDE && height <= MAXIMUM_SIDE;
	if (!isSize || width * height > MAXIMUM_PIXELS) return undefined;
	const key = `${width}x${height}`;
	const known = kept.get(key);
	if (known) return known;
	const bytesPerRow = 1 + Math.ceil(width / 8);
	const image = palettePng(
		{ width, height, bitDepth: 1 },
		[[231, 111, 81]],
		Buffer.alloc(bytesPerRow * height),
	);
	const [oldest] = kept.keys();
	if (kept.size >= MAXIMUM_KEPT && oldest !== undefined) kept.delete(oldest);
	kept.set(key, image);
	return image;
}

const SVG = Buffer.from(
	'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="#e76f51"/></svg>',
);
const PDF = Buffer.from(
	'%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
	'latin1',
);
