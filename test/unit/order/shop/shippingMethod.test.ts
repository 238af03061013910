import { describe, expect, it } from 'vitest';

import {
	pickupReviews,
	shippingFor,
	shippingMappingField,
} from '../../../../nodes/PodFulfilment/order/shop/shippingMethod.ts';
import { shopifyOrder } from '../../../support/shopOrders/shopify.ts';
import { wooCommerceOrder } from '../../../support/shopOrders/wooCommerce.ts';
import { expectPlainWords, refusedWith } from '../../transport/wording.ts';
import { readShopifyOrder, readWooCommerceOrder } from '../../../support/byLevel.ts';

const rowsOf = (...row: object[]) => shippingMappingField.read({ row }, 'Options');

const express = { shopMethod: 'Express', shipping: 'DHL_EXPRESS' };
const flatRate = { shopMethod: 'flat_rate:3', shipping: 'STANDARD' };

describe('A shipping method by which the customer picks the order up', () => {
	const reviewed = (methods: string[][], ...rows: object[]) =>
		pickupReviews(methods, rowsOf(flatRate, ...rows));

	it.each([
		[['Collect from 5 High Street', 'flat_rate']],
		[['Bring es mir', 'wc_pickup_store']],
		[['Click & Collect']],
	])('is to be reviewed, by its title or its code: %j', (method) => {
		expect(reviewed([['Insurance', 'x'], method])).toEqual([
			{
				level: 'review',
				about: 'pickupPoint',
				text: `The customer picks the order up, by the shipping method "${method[0]}": check whether a parcel is to be sent, and where to. If this method ships, give it a row in the option Shipping Mapping`,
			},
		]);
	});

	it('needs no review where a row of Shipping Mapping says how it is shipped', () => {
		const row = { shopMethod: 'FedEx, with pickup', shipping: 'STANDARD' };
		expect(reviewed([['FedEx with pickup', 'flat_rate:7']])).toHaveLength(1);
		expect(reviewed([['FedEx with pickup', 'flat_rate:7']], row)).toEqual([]);
		expect(reviewed([['Standard', 'flat_rate']])).toEqual([]);
	});
});

describe('The shipping of a shop order', () => {
	it.each([
		['the title of its method', [['EXPRESS', 'x']], 'DHL_EXPRESS'],
		['the code of its method', [['Fast', 'express']], 'DHL_EXPRESS'],
		['its method that is mapped', [['Insurance'], ['Express']], 'DHL_EXPRESS'],
		['the title before the code', [['flat rate 3', 'Express']], 'STANDARD'],
		['the field without a mapped method', [['Other', 'other']], 'OTHERWISE'],
		['the field without any method', [], 'OTHERWISE'],
	])('the shipping follows %s', (_, methods, expected) => {
		expect(shippingFor(methods, rowsOf(express, flatRate), 'OTHERWISE')).toBe(expected);
	});

	it.each(['Express &amp; Tracking', 'Express &#38; Tracking', 'Express & Tracking'])(
		'%s is one method, however HTML writes it, in the order and in the mapping',
		(title) => {
			const methods = [
				readWooCommerceOrder(
					wooCommerceOrder([], { shipping_lines: [{ method_title: title, method_id: 'x' }] }),
					{ sendTestOrders: false },
				).shippingMethods,
				readShopifyOrder(shopifyOrder([], { shipping_lines: [{ title, code: 'x' }] }), {
					sendTestOrders: false,
				}).shippingMethods,
			];
			for (const names of methods) {
				for (const shopMethod of ['Express & Tracking', 'Express &amp; Tracking']) {
					const rows = rowsOf({ shopMethod, shipping: 'DHL_EXPRESS' });
					expect(shippingFor(names ?? [], rows, 'STANDARD')).toBe('DHL_EXPRESS');
				}
			}
		},
	);

	it('methods whose names have no letters are told apart', () => {
		const rows = rowsOf({ ...express, shopMethod: '★' }, { ...flatRate, shopMethod: '☆' });
		expect(shippingFor([['☆']], rows, 'OTHERWISE')).toBe('STANDARD');
	});

	it('two methods of one order that are shipped differently are refused', () => {
		const refused = refusedWith(() =>
			shippingFor([['Express'], ['flat_rate:3']], rowsOf(express, flatRate), 'STANDARD'),
		);
		expect(refused.message).toContain('Options → Shipping Mapping → Row 2 is STANDARD');
		expectPlainWords(refused);
	});

	it.each([
		[{ shopMethod: ' ', shipping: 'STANDARD' }, 'Row 2 → Shop Method is empty'],
		[{ shopMethod: 'A', shipping: 'UPS' }, 'Row 2 → Shipping is "UPS", which is unknown'],
		[{ shopMethod: 'A', shipping: '' }, 'Row 2 → Shipping is empty'],
		[{ shopMethod: 'ex-press', shipping: 'STANDARD' }, 'Row 2 → Shop Method is "ex-press", which'],
	])('the row %j is refused', (row, message) => {
		const refused = refusedWith(() => rowsOf(express, row));
		expect(refused.message).toContain(message);
		expectPlainWords(refused);
	});
});
