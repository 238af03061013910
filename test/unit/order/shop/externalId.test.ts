import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { externalIdField } from '../../../../nodes/PodFulfilment/order/fields.ts';
import { externalIdOfShopOrder } from '../../../../nodes/PodFulfilment/order/shop/enteredShopOrder.ts';
import { SHOP_OPTIONS } from '../../../../nodes/PodFulfilment/order/shop/options.ts';
import { expectPlainWords, refusedWith } from '../../transport/wording.ts';

const TOKEN = '93c4604e-35ac-4db7-b3f1-2871476e9e01';

describe('The external ID of a shop order', () => {
	it.each([
		['shopify', { number: '1001', id: '5700000002001' }, 'shopify-1001-5700000002001'],
		['wooCommerce', { number: 'ORD/2026 7', id: '727' }, 'woo-727'],
		['wooCommerce', { id: '727' }, 'woo-727'],
		['snipcart', { number: 'SNIP 7', id: TOKEN }, `snipcart-${TOKEN}`],
		['other', { number: 'A-7' }, 'order-A-7'],
		['other', { number: '#7' }, 'order-7'],
		['other', { number: '# 7' }, 'order-7'],
		['other', { number: '9'.repeat(57) }, `order-${'9'.repeat(57)}`],
		['other', {}, ''],
	] as const)('the external ID of an order of %s with %j is "%s"', (shop, order, expected) => {
		expect(externalIdOfShopOrder(shop, order)).toBe(expected);
	});

	it.each([
		['shopify', { number: '1001', id: '45' }, 'berlin-1001-45'],
		['wooCommerce', { id: '727' }, 'berlin-727'],
		['other', { number: '7' }, 'berlin-7'],
	] as const)(
		'the name of the shop begins the external ID of an order of %s',
		(shop, order, expected) => {
			expect(externalIdOfShopOrder(shop, order, 'berlin')).toBe(expected);
		},
	);

	it.each([
		['shopify', { id: '45' }, 'Shop Order has no order_number'],
		['shopify', { number: '1001' }, 'Order #1001 has no id'],
		['shopify', { number: 'A-1001', id: '45' }, 'Order #A-1001 has "A-1001" as order_number'],
		['shopify', { number: '1001', id: '4/5' }, 'Order #1001 has "4/5" as id'],
		['wooCommerce', { number: '727' }, 'Order #727 has no id'],
		['snipcart', { number: 'SNIP-7' }, 'Order #SNIP-7 has no token'],
		['wooCommerce', { number: '727', id: '1e+21' }, 'Order #727 has "1e+21" as id'],
		['other', { number: '9'.repeat(58) }, 'Order Number Field holds "9999'],
		['other', { number: '-_-' }, 'Order Number Field holds "-_-"'],
		['other', { number: '2026/1001' }, 'Order Number Field holds "2026/1001", of which no'],
		['other', { number: 'A 7' }, 'Order Number Field holds "A 7"'],
	] as const)(
		'an order of %s with %j is refused, and never named otherwise',
		(shop, order, message) => {
			const refused = refusedWith(() => externalIdOfShopOrder(shop, order));
			expect(refused.message).toContain(message);
			expectPlainWords(refused);
		},
	);

	it('an ID that is too long behind a long name of the shop is cut at its beginning', () => {
		const externalId = externalIdOfShopOrder('snipcart', { id: TOKEN }, 'b'.repeat(30));
		expect(externalId).toBe(`${'b'.repeat(30)}-${TOKEN.slice(-32)}`);
		expect(externalIdField.read(externalId)).toBe(externalId);
	});

	const digits = fc.bigInt({ min: 0n, max: 10n ** 15n }).map(String);
	const shopName = fc.stringMatching(/^[A-Za-z0-9_]{1,30}$/);

	it('the external ID is one that the service accepts (section 8), and gives back the ID of the shop', () => {
		fc.assert(
			fc.property(shopName, digits, digits, (name, number, id) => {
				for (const shop of ['shopify', 'wooCommerce'] as const) {
					const externalId = externalIdOfShopOrder(shop, { number, id }, name);
					expect(externalIdField.read(externalId)).toBe(externalId);
					expect(externalId.split('-').at(-1)).toBe(id);
				}
			}),
		);
	});

	it('two orders of whichever shops have different external IDs', () => {
		const order = fc.record({ name: shopName, number: digits, id: digits });
		fc.assert(
			fc.property(order, order, fc.constantFrom('shopify', 'wooCommerce'), (a, b, shop) => {
				fc.pre(a.name !== b.name || a.id !== b.id);
				expect(externalIdOfShopOrder(shop, a, a.name)).not.toBe(
					externalIdOfShopOrder(shop, b, b.name),
				);
			}),
		);
	});
});

describe('The name of a shop', () => {
	it.each([undefined, null, '', '  '])('nothing was entered with %j', (value) => {
		expect(SHOP_OPTIONS.shopName.read(value)).toBeUndefined();
	});

	it('a name is taken without the spaces around it', () => {
		expect(SHOP_OPTIONS.shopName.read(' shop_2 ')).toBe('shop_2');
		expect(SHOP_OPTIONS.shopName.read('a'.repeat(30))).toBe('a'.repeat(30));
	});

	it.each(['my-shop', 'a b', 'Ö', 'a'.repeat(31), 7, ['a']])('the name %j is refused', (value) => {
		const refused = refusedWith(() => SHOP_OPTIONS.shopName.read(value));
		expect(refused.message).toContain('Shop Name is ');
		expectPlainWords(refused);
	});
});
