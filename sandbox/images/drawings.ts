import type { Kind } from '../catalog/placements.ts';
import { crossingsAt, polygonsOf } from './outline.ts';
import { palettePng, type Colour } from './png.ts';

/** Fill of the catalog's colours. Colours without an entry are drawn in NEUTRAL. */
const COLOURS: Record<string, string> = {
	navy: '#1f2d4f',
	black: '#222222',
	white: '#fdfdfd',
	'forest-green': '#2d5a3d',
	'heather-grey': '#b7bac0',
	burgundy: '#6d1f33',
	birch: '#e6cfa4',
	walnut: '#6b4a32',
	bamboo: '#d9bd7b',
	oak: '#c49a6c',
	khaki: '#a8a07a',
	natural: '#efe6d2',
	'sky-blue': '#8cc7ec',
	steel: '#aab2b8',
	silver: '#c8ccd0',
	gold: '#d4a937',
	kraft: '#b98f5f',
	red: '#c0392b',
	yellow: '#f3c623',
	pink: '#efa6bd',
};
const NEUTRAL = '#e8eaed';

/** Outline of each kind of product as an SVG path, in a field of 100 x 100. `outline.ts` knows its commands. */
const OUTLINES: Record<Kind, string> = {
	't-shirt': 'M35 18 L15 28 L22 44 L30 40 L30 84 L70 84 L70 40 L78 44 L85 28 L65 18 Q50 30 35 18 Z',
	hoodie:
		'M36 22 Q50 6 64 22 L84 32 L82 78 L72 78 L71 46 L71 86 L29 86 L29 46 L28 78 L18 78 L16 32 Z',
	mug: 'M25 25 H65 V78 H25 Z M65 35 H80 V65 H65 V57 H72 V43 H65 Z',
	bottle: 'M42 10 H58 V22 L66 34 V90 H34 V34 L42 22 Z',
	poster: 'M25 12 H75 V88 H25 Z',
	canvas: 'M14 24 H86 V76 H14 Z',
	'phone-case': 'M36 10 H64 Q70 10 70 16 V84 Q70 90 64 90 H36 Q30 90 30 84 V16 Q30 10 36 10 Z',
	'wall-clock': 'M50 12 A38 38 0 1 1 49.9 12 Z',
	'tote-bag': 'M25 36 H75 V88 H25 Z M36 36 V22 Q50 6 64 22 V36 H59 V24 Q50 14 41 24 V36 Z',
	cap: 'M20 60 Q20 28 50 28 Q78 28 78 58 L92 66 L20 66 Z',
	engraved: 'M30 36 H78 V72 H30 Z M14 54 A8 8 0 1 1 14 55 Z',
	cushion: 'M18 18 Q50 24 82 18 Q76 50 82 82 Q50 76 18 82 Q24 50 18 18 Z',
	notebook: 'M28 14 H74 V86 H28 Z M22 14 H26 V86 H22 Z',
	sticker: 'M50 14 L61 38 L87 41 L68 59 L73 85 L50 72 L27 85 L32 59 L13 41 L39 38 Z',
};

const STROKE = '#5f6368';
const SWATCH = 'M10 10 H90 V90 H10 Z';
const PRINT = { path: 'M62 52 A12 12 0 1 1 61.9 51.5 Z', fill: '#e76f51' };

/** A filled outline, in a field of 100 x 100. */
interface Shape {
	path: string;
	fill: string;
}

/** A picture of the catalog, from its lowest shape to its highest. */
export type Drawing = readonly Shape[];

/** Draws a product, or a swatch; undefined for an unknown kind. */
export function drawing(kind: string, colour: string): Drawing | undefined {
	const fill = COLOURS[colour] ?? NEUTRAL;
	if (kind === 'swatch') return [{ path: SWATCH, fill }];
	return Object.hasOwn(OUTLINES, kind) ? [{ path: OUTLINES[kind as Kind], fill }] : undefined;
}

/** Draws a white product with a print on it. */
export const mockupDrawing = (): Drawing => [{ path: OUTLINES['t-shirt'], fill: '#fdfdfd' }, PRINT];

export function svgOf(shapes: Drawing): string {
	const paths = shapes.map(
		({ path, fill }) =>
			`<path d="${path}" fill="${fill}" stroke="${STROKE}" stroke-linejoin="round"/>`,
	);
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="400" height="400">${paths.join('')}</svg>`;
}

/** Width and height of a drawing as PNG, in pixels. */
const SIDE = 240;

const colourOf = (hex: string): Colour => {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
		Number.parseInt(hex.slice(at, at + 2), 16),
	);
	return [red, green, blue];
};

/** Thickness of an outline in pixels. */
const STROKE_WIDTH = 2;

/** The pixels inside of a shape, as ones. */
function maskOf(path: string): Uint8Array {
	const polygons = polygonsOf(path);
	const mask = new Uint8Array(SIDE * SIDE);
	for (let row = 0; row < SIDE; row += 1) {
		const ends = crossingsAt(polygons, ((row + 0.5) * 100) / SIDE).map((x) =>
			Math.round((x * SIDE) / 100),
		);
		for (let index = 0; index + 1 < ends.length; index += 2) {
			mask.fill(1, row * SIDE + (ends[index] ?? 0), row * SIDE + (ends[index + 1] ?? 0));
		}
	}
	return mask;
}

/** The drawing as PNG, on white: n8n shows no SVG. */
export function pngOf(shapes: Drawing): Buffer {
	const rowLength = 1 + SIDE;
	const rows = Buffer.alloc(rowLength * SIDE);
	// Palette: 0 is the background, 1 the stroke, then the fill of each shape.
	for (const [index, { path }] of shapes.entries()) {
		const mask = maskOf(path);
		for (const [pixel, isIn] of mask.entries()) {
			if (isIn === 0) continue;
			const isEdge = [1, -1, SIDE, -SIDE].some((step) => mask[pixel + step * STROKE_WIDTH] !== 1);
			rows[Math.floor(pixel / SIDE) * rowLength + 1 + (pixel % SIDE)] = isEdge ? 1 : index + 2;
		}
	}
	const palette = ['#ffffff', STROKE, ...shapes.map(({ fill }) => fill)].map(colourOf);
	return palettePng({ width: SIDE, height: SIDE, bitDepth: 8 }, palette, rows);
}
