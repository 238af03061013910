import { describe, expect, it } from 'vitest';

import { differencesOf } from '../../../../nodes/PodFulfilment/api/difference.ts';
import {
	compareWith,
	concealed,
} from '../../../../nodes/PodFulfilment/order/shop/compareShopOrder.ts';
import type { Shop } from '../../../../nodes/PodFulfilment/order/shop/shopOrder.ts';
import type { ShopItem } from '../../../../nodes/PodFulfilment/order/shop/shopOrderItems.ts';

/** An order with so many pieces of each line. */
const orderOf = (lines: Record<string, number>, city = 'Berlin') => ({
	recipient: { city },
	orderItems: Object.entries(lines).map(([externalId, quantity]) => ({
		externalId,
		quantity,
		name: `Name of ${externalId}`,
	})),
});

/** What is said of an order of a shop with these lines and of the existing one. */
const explained = (
	{
		recipient,
		orderItems,
	}: Omit<ReturnType<typeof orderOf>, 'orderItems'> & {
		orderItems: Array<{ externalId?: string; quantity: number }>;
	},
	existing: object,
	shop: Shop,
): string[] => {
	const lines = orderItems.map((item) => ({
		label: `Line ${item.externalId}`,
		item,
		piecesKept: item.quantity,
		piecesToSend: item.quantity,
	})) as unknown as ShopItem[];
	const orderWithoutItems = { recipient, externalId: undefined, shipping: undefined };
	const items = { lines, uncomposedIds: [] };
	const compared = compareWith({ shop, orderWithoutItems }, items, { ...existing });
	return ('explained' in compared && compared.explained) || [];
};

const changes = (
	now: Record<string, number>,
	before: Record<string, number>,
	shop: Shop = 'shopify',
	city = 'Berlin',
) => explained(orderOf(now, city), orderOf(before), shop);

describe('An order that was changed in the shop after it was placed', () => {
	it.each([
		[
			'added',
			{ a: 1, b: 2 },
			{ a: 1 },
			/^Line b was added .*: 2 pieces in the shop, 0 here\./,
			'Fields',
		],
		[
			'increased',
			{ a: 3 },
			{ a: 1 },
			/^Line a was changed .*: 3 pieces in the shop, 1 here\./,
			'Reprint',
		],
		[
			'lowered',
			{ a: 1 },
			{ a: 3 },
			/^Line a was changed .*: 1 piece in the shop, 3 here\./,
			'Item → Update',
		],
		[
			'removed',
			{ a: 1 },
			{ a: 1, b: 2 },
			/^Item 2 of the existing order is not wanted .*: 0 pieces in the shop, 2 here\./,
			'Cancel',
		],
	])(
		'a line that was %s is named with both quantities and the way out',
		(_, now, before, text, way) => {
			const [change, ...others] = changes(now as Record<string, number>, before);
			expect(change).toMatch(text);
			expect(change).toContain(way);
			expect(others).toEqual([]);
		},
	);

	it('nothing is said of lines that are the same', () => {
		expect(changes({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([]);
	});

	it('another address of Shopify was changed in the shop, since its IDs are unique', () => {
		expect(changes({ a: 1 }, { a: 1 }, 'shopify', 'Bonn')).toEqual([
			expect.stringMatching(/^The address was changed in the shop\. .*Order → Update/),
		]);
	});

	it.each([
		['wooCommerce', 'Shop Name'],
		['other', 'External ID of your own'],
	] as const)(
		'another address of %s may be that of another shop, which is said before how to change it',
		(shop, way) => {
			const [change, ...others] = changes({ a: 1, b: 1 }, { a: 2, c: 1 }, shop, 'Bonn');
			expect(change).toMatch(/^It may be .* Or the order was changed in the shop.* Order → Update/);
			expect(change?.indexOf(way)).toBeLessThan(String(change).indexOf('Update'));
			// What to do about lines depends on whose order it is.
			expect(others).toEqual([]);
		},
	);

	it('the values of another recipient are concealed except for Shopify, whose IDs are unique', () => {
		const [sent, existing] = [orderOf({ a: 1 }, 'Bonn'), orderOf({ a: 2 })];
		const differences = differencesOf(sent, existing);
		const isConcealed = (shop: Shop, given = differences) =>
			concealed(shop, given).map((difference) => difference.isConcealed === true);
		expect(isConcealed('shopify')).toEqual([false, false]);
		expect(isConcealed('wooCommerce')).toEqual([true, true]);
		expect(isConcealed('other')).toEqual([true, true]);
		const sameRecipient = differences.filter(({ path }) => !path.startsWith('recipient'));
		expect(isConcealed('wooCommerce', sameRecipient)).toEqual([false]);
	});

	it('a row that was added is to get an order number of its own', () => {
		expect(changes({ TEE: 1, MUG: 1 }, { TEE: 1 }, 'rows')).toEqual([
			'Line MUG was added in the sheet after the order was placed: 1 piece in the sheet, 0 here. Give this row an order number of its own.',
		]);
	});

	it('nothing is said of lines that have no IDs', () => {
		const recipient = { city: 'Berlin' };
		const now = { recipient, orderItems: [{ quantity: 1 }, { quantity: 2 }] };
		expect(explained(now, { recipient, orderItems: [{ quantity: 1 }] }, 'other')).toEqual([]);
	});
});
