import { describe, expect, it } from 'vitest';

import { searchPlacementTypes } from '../../../nodes/PodFulfilment/listSearch/placementsAndOptions.ts';
import { editorWith } from './editor.ts';

describe('The list of placement types', () => {
	it.each([
		[{ width: 3000, height: 2400 }, 'Front · 3000 × 2400 px'],
		[{ width: '3000', height: '2400.50' }, 'Front · 3000 × 2400.5 px'],
		[{ width: 'wide', height: 2400 }, 'Front'],
		[undefined, 'Front'],
	])('the list shows the size of the print file for the area %j as "%s"', async (area, name) => {
		const { caller } = editorWith(() => ({ id: 'v1', placements: [{ type: 'front', area }] }), {
			items: { item: [{ variantId: { __rl: true, mode: 'id', value: 'v1' } }] },
		});
		const { results } = await searchPlacementTypes.call(caller);
		expect(results).toEqual([{ name, value: 'front' }]);
	});

	it.each([
		['sleeve_left', 'Sleeve Left'],
		['front', 'Front'],
		['inside-label', 'Inside Label'],
	])('the list shows the placement %s as "%s"', async (type, name) => {
		const { caller } = editorWith(() => ({ id: 'v1', placements: [{ type }] }), {
			items: { item: [{ variantId: { __rl: true, mode: 'id', value: 'v1' } }] },
		});
		const { results } = await searchPlacementTypes.call(caller);
		expect(results).toEqual([{ name, value: type }]);
	});
});
