import { describe, expect, it } from 'vitest';

import { shopOrderIdsOf } from '../../../nodes/PodFulfilment/api/shopOrderIds.ts';
import { externalIdOfShopOrder } from '../../../nodes/PodFulfilment/order/shop/enteredShopOrder.ts';

/** Of an order of Snipcart. */
const TOKEN = '93c4604e-35ac-4db7-b3f1-2871476e9e01';

describe('What an external ID says of the order in its shop', () => {
	it.each([
		['shopify-1001-5700000002001', '5700000002001', '1001'],
		['shopify2-1001-5700000002001', '5700000002001', '1001'],
		['shopify_nl-1001-450789469', '450789469', '1001'],
		['shop2-1001-5700000002001', '5700000002001', '1001'],
		['woo-727', '727', '727'],
		['woo2-727', '727', '727'],
		['woo_nl-727', '727', '727'],
		[`snipcart-${TOKEN}`, TOKEN, null],
		[`snipcart2-${TOKEN}`, TOKEN, null],
		['order-1001', null, '1001'],
		['order-A-1001', null, 'A-1001'],
	])('%s: ID %s, number %s', (externalId, shopOrderId, shopOrderNumber) => {
		expect(shopOrderIdsOf(externalId)).toEqual({ shopOrderId, shopOrderNumber });
	});

	it.each([
		'SHOP-1001',
		'SHOP-1001-R1',
		'SHOP-1001-2',
		'A-1001',
		'1001',
		'woodshop-1001',
		'woo-727-R1',
		'woo-A727',
		'shopifyorders-1001-2',
		'shopify-1001-5700000002001-R1',
		'snipcart-SNIP-1036',
		`snipcart-${TOKEN}-R1`,
		'0198c2f4-6d1b-7c3a-9f0e-2b7a5d4c1e88',
		'',
		undefined,
		727,
	])('%j is none that the nodes made, so it says nothing', (externalId) => {
		expect(shopOrderIdsOf(externalId)).toEqual({ shopOrderId: null, shopOrderNumber: null });
	});

	it.each([
		['shopify', { number: '1001', id: '5700000002001' }, ['5700000002001', '1001']],
		['wooCommerce', { number: '1044', id: '727' }, ['727', '727']],
		['snipcart', { number: 'SNIP-1036', id: TOKEN }, [TOKEN, null]],
		['other', { number: '#1001', id: undefined }, [null, '1001']],
	] as const)('what is made for an order of %s is read again', (shop, order, [id, number]) => {
		const externalId = externalIdOfShopOrder(shop, order);
		expect(shopOrderIdsOf(externalId)).toEqual({ shopOrderId: id, shopOrderNumber: number });
	});
});
