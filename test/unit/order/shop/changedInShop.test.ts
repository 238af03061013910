import { describe, expect, it } from 'vitest';

import { differencesOf } from '../../../../nodes/PodFulfilment/api/difference.ts';
import {
	changesInShop,
	concealed,
} from '../../../../nodes/PodFulfilment/order/shop/changedInShop.ts';
import type { Shop } from '../../../../nodes/PodFulfilment/order/shop/shopOrder.ts';

const orderOf = (lines: Record<string, number>, city = 'Berlin') => ({
	recipient: { city },
	orderItems: Object.entries(lines).map(([externalId, quantity]) => ({
		externalId,
		quantity,
		name: `Name of ${externalId}`,
	})),
});

const changes = (
	now: Record<string, number>,
	before: Record<string, number>,
	shop: Shop = 'shopify',
	city = 'Berlin',
) => {
	const [sent, existing] = [orderOf(now, city), orderOf(before)];
	const labels = Object.keys(now).map((id) => `Line ${id}`);
	return changesInShop(shop, sent, existing, differencesOf(sent, existing), labels);
};

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

	it('nothing is said of lines that have no IDs', () => {
		const sent = { orderItems: [{ quantity: 1 }, { quantity: 2 }] };
		expect(changesInShop('other', sent, { orderItems: [{ quantity: 1 }] }, [], [])).toEqual([]);
	});
});
