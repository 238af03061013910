import type { CatalogVariant } from '../../../../nodes/PodFulfilment/api/catalog/catalogVariant.ts';
import { labelsIn } from '../../../../nodes/PodFulfilment/order/compose/fieldLabel.ts';
import type { Item, Placement } from '../../../../nodes/PodFulfilment/order/compose/item.ts';

/** What messages call an item and its fields. */
export const LABELS = labelsIn('Items → Item 1');

const FRONT_AREA = { width: 1800, height: 2400 };
const BACK_AREA = { width: 1600.5, height: 2000 };

/** Its optional placement comes first, so that the first and the first required placement differ. */
export const SHIRT: CatalogVariant = {
	name: 'Shirt, blue, M',
	itemName: 'Shirt, blue, M',
	inStock: true,
	placements: [
		{
			type: 'back',
			required: false,
			technique: 'direct_print',
			techniques: ['direct_print', 'embroidery'],
			area: BACK_AREA,
		},
		{
			type: 'front',
			required: true,
			technique: 'direct_print',
			techniques: ['direct_print', 'embroidery'],
			area: FRONT_AREA,
		},
	],
	options: [],
};

export const CLOCK: CatalogVariant = {
	name: 'Wall clock',
	itemName: 'Wall clock',
	inStock: true,
	placements: [{ type: 'main', required: true, techniques: ['sublimation'], area: FRONT_AREA }],
	options: [
		{ id: 'dial_color', label: 'Dial colour', required: true, values: ['black', 'white'] },
		{ id: 'engraving', label: 'Engraving', required: false, values: [] },
	],
};

export const url = (name: string) => `https://files.example.com/${name}.png`;

export const placementOf = (type?: string | null, more: Partial<Placement> = {}): Placement => ({
	...(type !== undefined && { type }),
	layers: [{ url: url(type ?? 'motif'), type: 'file' }],
	...more,
});

export const itemWith = (placements: Placement[], options?: Item['options']): Item => ({
	variantId: 'v1',
	quantity: 1,
	placements,
	...(options && { options }),
});
