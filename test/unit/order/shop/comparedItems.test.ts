import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { differencesOf } from '../../../../nodes/PodFulfilment/api/difference.ts';
import {
	comparedItems,
	itemsByLine,
} from '../../../../nodes/PodFulfilment/order/shop/compareShopOrder.ts';
import type { ShopItem } from '../../../../nodes/PodFulfilment/order/shop/shopOrderItems.ts';

const SHIRT = { variantId: 'v-shirt', name: 'Team Shirt' };
const MUG = { variantId: 'v-mug', name: 'Team Mug' };

/** A line of the shop with the pieces that the customer keeps, and those of them that are still to be sent. */
function lineOf(item: IDataObject, piecesKept: number, piecesToSend = piecesKept) {
	return {
		...{ label: `Line of ${String(item.name)}`, inProblems: 'Line' },
		...{ item: { ...item, quantity: piecesKept }, piecesKept, piecesToSend },
	} as unknown as ShopItem;
}

const compared = (orderItems: IDataObject[], given: ShopItem[], uncomposedIds: string[] = []) => {
	const { lines, existing } = comparedItems({ orderItems }, { lines: given, uncomposedIds });
	return {
		inShop: lines.map(({ item }) => item),
		labels: lines.map(({ label }) => label),
		existing,
	};
};

/** Paths at which an existing order differs from the lines of the shop. */
const differing = (...given: Parameters<typeof compared>): string[] => {
	const { inShop, existing } = compared(...given);
	return differencesOf(inShop, existing, 'orderItems').map(({ path }) => path);
};

describe('An existing order and the lines of the shop of which some pieces left', () => {
	const item = { externalId: '466157049', ...SHIRT };
	const QUANTITY = ['orderItems[0].quantity'];

	it.each([
		[1, QUANTITY],
		[2, []],
		[3, []],
		[4, []],
		[5, QUANTITY],
	])('of four pieces, two of them to be sent, %i in the existing order: %j', (placed, paths) => {
		expect(differing([{ ...item, quantity: placed }], [lineOf(item, 4, 2)])).toEqual(paths);
	});

	it('a line without pieces to send is only compared where the existing order has it', () => {
		const mug = { externalId: '466157050', ...MUG };
		const lines = [lineOf(item, 1), lineOf(mug, 1, 0)];
		const shirts = [{ ...item, quantity: 1 }];
		expect(compared(shirts, lines).labels).toEqual(['Line of Team Shirt']);
		expect(differing(shirts, lines)).toEqual([]);
		expect(differing([...shirts, { ...mug, quantity: 1 }], lines)).toEqual([]);
		expect(differing([...shirts, { ...mug, quantity: 2 }], lines)).toEqual([
			'orderItems[1].quantity',
		]);
	});

	it('a line that cannot be composed any more is no difference, and another is', () => {
		const gone = { externalId: '466157050', ...MUG, quantity: 2 };
		const existing = [{ ...item, quantity: 1 }, gone];
		expect(differing(existing, [lineOf(item, 1)], ['466157050'])).toEqual([]);
		expect(differing(existing, [lineOf(item, 1)])).not.toEqual([]);
	});

	it('of two items of one line the first is compared', () => {
		const twice = [
			{ ...item, quantity: 2 },
			{ ...item, quantity: 3 },
		];
		expect(compared(twice, [lineOf(item, 4, 2)]).inShop).toEqual([{ ...item, quantity: 2 }]);
		expect(compared(twice.toReversed(), [lineOf(item, 4, 2)]).inShop).toEqual([
			{ ...item, quantity: 3 },
		]);
		expect(differing(twice, [lineOf(item, 4, 2)])).not.toEqual([]);
	});

	it('a line without an ID is not matched with an item without one: it has the pieces that the customer keeps', () => {
		const [shirt, mug] = [SHIRT, MUG].map((product) => ({ ...product, quantity: 2 }));
		expect(compared([shirt, mug] as IDataObject[], [lineOf(SHIRT, 4, 2)]).inShop).toEqual([
			{ ...SHIRT, quantity: 4 },
		]);
		// All of it left: nothing shows that it is an item of the existing order.
		expect(compared([mug] as IDataObject[], [lineOf(SHIRT, 2, 0)]).inShop).toEqual([]);
	});
});

describe('The items of an existing order by their lines', () => {
	it.each<[string, IDataObject[], string[] | undefined]>([
		['items of different lines', [{ externalId: '7' }, { externalId: ' 8 ' }], ['7', '8']],
		['two items of one line', [{ externalId: '7' }, { externalId: '7' }], undefined],
		['an item without the ID of its line', [{ externalId: '7' }, {}], undefined],
		['an item with an empty ID', [{ externalId: '7' }, { externalId: ' ' }], undefined],
		['an item without a variant', [{ externalId: '7', variantId: null }], undefined],
		['an item with an empty variant', [{ externalId: '7', variantId: ' ' }], undefined],
		['no items', [], undefined],
	])('of %s', (_, items, ids) => {
		const orderItems = items.map((item) => ({ ...SHIRT, quantity: 1, ...item }));
		const byLine = itemsByLine({ orderItems });
		expect(byLine && [...byLine.keys()]).toEqual(ids);
	});

	it('of an order that does not list them, nothing is known', () => {
		expect(itemsByLine({})).toBeUndefined();
		expect(itemsByLine({ orderItems: null })).toBeUndefined();
	});
});
