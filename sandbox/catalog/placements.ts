import type { VariantPlacement } from './model.ts';

/**
 * Creates a placement of `width` x `height` pixels. 5% on each side may be trimmed or folded away,
 * so the visible area is the middle 90%.
 */
function placement(
	type: string,
	width: number,
	height: number,
	techniques: [string, ...string[]],
	required = false,
): VariantPlacement {
	const vertical = Math.round(height / 20);
	const horizontal = Math.round(width / 20);
	return {
		type,
		required,
		technique: techniques[0],
		techniques,
		area: {
			width,
			height,
			section: { top: vertical, right: horizontal, bottom: vertical, left: horizontal },
		},
		visibleArea: {
			top: vertical,
			left: horizontal,
			width: width - 2 * horizontal,
			height: height - 2 * vertical,
		},
	};
}

/** The placements of each kind of product, the required one first. */
export const PLACEMENTS = {
	't-shirt': [
		placement('front', 3000, 4000, ['dtg', 'dtf'], true),
		placement('back', 3000, 4000, ['dtg', 'dtf']),
		placement('sleeve_left', 1050, 1200, ['dtg', 'dtf']),
		placement('sleeve_right', 1050, 1200, ['dtg', 'dtf']),
		placement('label_inside', 450, 450, ['dtf']),
	],
	hoodie: [
		placement('front', 3000, 3000, ['dtg', 'embroidery'], true),
		placement('back', 3000, 4000, ['dtg']),
		placement('sleeve_left', 900, 3600, ['dtg', 'embroidery']),
	],
	mug: [placement('main', 2475, 1155, ['sublimation'], true)],
	bottle: [placement('main', 1800, 1500, ['direct_print', 'laser_engraving'], true)],
	poster: [placement('main', 3600, 5400, ['direct_print'], true)],
	canvas: [
		placement('main', 4800, 3600, ['direct_print'], true),
		placement('edge', 16800, 240, ['direct_print']),
	],
	'phone-case': [placement('main', 1300, 2400, ['uv_print', 'sublimation'], true)],
	'wall-clock': [placement('main', 3000, 3000, ['direct_print'], true)],
	'tote-bag': [
		placement('front', 2700, 3000, ['direct_print', 'dtf'], true),
		placement('back', 2700, 3000, ['direct_print', 'dtf']),
	],
	cap: [
		placement('front', 1200, 525, ['embroidery'], true),
		placement('side_left', 600, 450, ['embroidery']),
		placement('back', 750, 300, ['embroidery']),
	],
	engraved: [placement('main', 900, 600, ['laser_engraving'], true)],
	cushion: [
		placement('front', 3000, 3000, ['sublimation'], true),
		placement('back', 3000, 3000, ['sublimation']),
	],
	notebook: [
		placement('cover_front', 1900, 2650, ['direct_print'], true),
		placement('cover_back', 1900, 2650, ['direct_print']),
	],
	sticker: [placement('main', 900, 900, ['direct_print'], true)],
} satisfies Record<string, VariantPlacement[]>;

/** The kind of a product, which determines its placements and its drawing. */
export type Kind = keyof typeof PLACEMENTS;
