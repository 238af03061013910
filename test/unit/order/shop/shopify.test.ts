import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { readShopifyOrder } from '../../../../nodes/PodFulfilment/order/shop/shopify.ts';
import {
	shopifyAddress,
	shopifyCheckout,
	shopifyDraftOrder,
	shopifyFulfillment,
	shopifyLine,
	shopifyOrder,
	shopifyRefund,
	shopifyTestNotification,
} from '../../../support/shopOrders/shopify.ts';
import { wooCommerceOrder } from '../../../support/shopOrders/wooCommerce.ts';

const read = (order: unknown, sendTestOrders = false) =>
	readShopifyOrder(order, { sendTestOrders });

const lineOf = (line: IDataObject, changes: IDataObject = {}) => {
	const { lines, ...order } = read(shopifyOrder([line], changes));
	return { ...order, line: lines[0] };
};

describe('An order of Shopify', () => {
	it('gives number, recipient and lines', () => {
		const order = shopifyOrder([
			shopifyLine({
				properties: [{ name: 'Print file', value: 'https://files.example.com/a.png' }],
			}),
		]);
		expect(read(order)).toEqual({
			number: '1001',
			id: '450789469',
			recipient: {
				name: 'Bob Norman',
				address1: 'Chestnut Street 92',
				city: 'Louisville',
				zip: '40202',
				stateCode: 'KY',
				stateName: 'Kentucky',
				countryCode: 'US',
				phone: '+1(502)-459-2181',
				email: 'bob.norman@mail.example.com',
			},
			lines: [
				{
					label: 'Line 1 (IPod Nano - 8gb - green, SKU IPOD2008GREEN)',
					id: '466157049',
					skus: ['IPOD2008GREEN'],
					name: 'IPod Nano - 8gb - green',
					quantity: 1,
					price: '199.00',
					properties: [{ names: ['Print file'], value: 'https://files.example.com/a.png' }],
				},
			],
			warnings: [],
			problems: [],
		});
	});

	it.each([
		[
			'of the Webhook node',
			(order: IDataObject) => ({ headers: {}, params: {}, query: {}, body: order }),
		],
		['of an answer of the REST API', (order: IDataObject) => ({ order })],
		['of both', (order: IDataObject) => ({ body: { order } })],
	])('is found in the wrapper %s', (_, wrap) => {
		expect(read(wrap(shopifyOrder()))).toEqual(read(shopifyOrder()));
	});

	it.each([
		['a list', [shopifyOrder()], 'is a list of 1, but must be one order'],
		['nothing', null, 'is null'],
		['a text', 'order', 'is "order"'],
		['an order of WooCommerce', wooCommerceOrder(), 'must be an order as Shopify sends it'],
		['an answer without lines', { id: 1 }, 'must be an order as Shopify sends it'],
	])('is refused where it is %s', (_, value, message) => {
		expect(() => read(value)).toThrow(message);
	});

	it('is refused with more lines than anybody orders', () => {
		const lines = Array.from({ length: 5_001 }, () => ({}));
		expect(() => read(shopifyOrder(lines))).toThrow('Shop Order has 5001 lines');
	});

	it('is refused where a line is no object', () => {
		expect(() => read({ ...shopifyOrder(), line_items: [shopifyLine(), null] })).toThrow(
			'Shop Order → Line 2 is null, but must be an object',
		);
	});

	it.each([
		['its number', { order_number: 1001, name: '#EN1001' }, '1001'],
		['its name where it has no number', { order_number: null, name: '#EN1001' }, 'EN1001'],
	])('goes by %s', (_, changes, number) => {
		expect(read(shopifyOrder([], changes)).number).toBe(number);
	});
});

describe('The pieces of a line of Shopify', () => {
	it('are those that were ordered', () => {
		expect(lineOf(shopifyLine({ quantity: 3 })).line?.quantity).toBe(3);
	});

	it('are fewer after a refund', () => {
		const line = shopifyLine({ quantity: 3, current_quantity: undefined });
		const { line: read, warnings } = lineOf(line, { refunds: [shopifyRefund(line.id, 2)] });
		expect(read?.quantity).toBe(1);
		expect(warnings).toEqual([`${read?.label}: 1 of 3 pieces are left after refunds`]);
	});

	it('are summed up over several refunds', () => {
		const line = shopifyLine({ quantity: 4, current_quantity: undefined });
		const refunds = [
			shopifyRefund(line.id, 1),
			shopifyRefund(String(line.id), 2),
			shopifyRefund(1, 1),
		];
		expect(lineOf(line, { refunds }).line?.quantity).toBe(1);
	});

	it('are fewer after an edit of the order', () => {
		expect(lineOf(shopifyLine({ quantity: 3, current_quantity: 2 })).line?.quantity).toBe(2);
	});

	it('are as many after they were fulfilled, so that a second run sends the same', () => {
		const line = shopifyLine({
			quantity: 2,
			fulfillable_quantity: 0,
			fulfillment_status: 'fulfilled',
		});
		const { line: read, warnings } = lineOf(line);
		expect(read?.quantity).toBe(2);
		expect(warnings).toEqual([`${read?.label} is marked as fulfilled in the shop`]);
	});

	it.each([
		['fulfilled', 0],
		['partial', 1],
	])(
		'are as many after they were %s, where the shop sends neither current quantities nor refunds',
		(fulfillment_status, fulfillable_quantity) => {
			const line = shopifyLine({
				quantity: 2,
				current_quantity: undefined,
				fulfillable_quantity,
				fulfillment_status,
			});
			expect(line).not.toHaveProperty('current_quantity');
			expect(lineOf(line, { refunds: undefined }).line?.quantity).toBe(2);
		},
	);

	it('are as many as ordered where the shop sends no other count', () => {
		const line = shopifyLine({
			quantity: 2,
			current_quantity: undefined,
			fulfillable_quantity: undefined,
			fulfillment_status: undefined,
		});
		expect(lineOf(line, { refunds: undefined }).line?.quantity).toBe(2);
	});

	it('are as many after some of them were fulfilled', () => {
		const line = shopifyLine({
			quantity: 2,
			fulfillable_quantity: 1,
			fulfillment_status: 'partial',
		});
		const { line: read, warnings } = lineOf(line);
		expect(read?.quantity).toBe(2);
		expect(warnings).toEqual([`${read?.label} is marked as fulfilled in part in the shop`]);
	});

	it('are refused where the order lists the line twice', () => {
		const { problems } = read(
			shopifyOrder([
				shopifyLine({ id: 7, name: 'Shirt' }),
				shopifyLine({ id: 8, name: 'Mug' }),
				shopifyLine({ id: '7', name: 'Shirt' }),
			]),
		);
		expect(problems).toEqual([
			'Shop Order → Line 3 (Shirt, SKU IPOD2008GREEN): has the line ID "7" of Line 1 (Shirt, SKU IPOD2008GREEN), so it would be produced twice. Pass the order as the shop sends it.',
		]);
	});

	it('are not refused where a line with the same ID is left out, or where lines have no ID', () => {
		const lines = [
			shopifyLine({ id: 7 }),
			shopifyLine({ id: 7, quantity: 0 }),
			shopifyLine({ id: null }),
			shopifyLine({ id: null }),
		];
		expect(read(shopifyOrder(lines)).problems).toEqual([]);
	});

	it('are those that can be fulfilled where nothing else tells of refunds', () => {
		const line = shopifyLine({ quantity: 3, current_quantity: null, fulfillable_quantity: 1 });
		expect(lineOf(line, { refunds: undefined }).line?.quantity).toBe(1);
	});

	it.each(['two', 1.5, null, '', {}])('have to be a whole number: %j', (quantity) => {
		const { problems } = lineOf(shopifyLine({ quantity: quantity as string }));
		expect(problems).toEqual([expect.stringContaining('must be a whole number')]);
		expect(problems[0]).toContain('Line 1 (IPod Nano - 8gb - green, SKU IPOD2008GREEN)');
	});
});

describe('A line of Shopify is left out', () => {
	it.each([
		['a gift card', { gift_card: true }, 'it is a gift card'],
		[
			'a tip',
			{ tip: { payment_gateway: 'shopify_payments' }, requires_shipping: false },
			'it is a tip',
		],
		['not shipped', { requires_shipping: false }, 'it is not shipped'],
		['removed', { current_quantity: 0 }, 'it was refunded or removed'],
		['without pieces', { quantity: 0 }, 'its quantity is 0'],
	])('where it is %s', (_, changes, reason) => {
		const { line, problems } = lineOf(shopifyLine(changes));
		expect(line).toMatchObject({ quantity: 0, leftOutBecause: reason });
		expect(problems).toEqual([]);
	});
});

describe('An order of Shopify is not sent', () => {
	it.each([
		['was cancelled', { cancelled_at: '2026-11-20T09:41:00-05:00' }, 'was cancelled in the shop'],
		['was refunded', { financial_status: 'refunded' }, 'was refunded in full'],
		['was voided', { financial_status: 'voided' }, 'is not paid: its payment was voided'],
		['is a test', { test: true }, 'is a test order'],
	])('where it %s', (_, changes, because) => {
		expect(read(shopifyOrder([], changes)).notSent?.because).toBe(because);
	});

	it('where it is a draft, even if tests are sent', () => {
		expect(read(shopifyDraftOrder(), true).notSent?.because).toMatch(/^is a draft/);
	});

	it.each([
		['a checkout', shopifyCheckout(), 'is a checkout that has not become an order yet'],
		['a fulfilment', shopifyFulfillment(), 'is a fulfilment, which reports shipped goods'],
	])('where it is %s, even if tests are sent', (_, payload, because) => {
		expect(read(payload, true).notSent?.because).toBe(because);
		expect(read({ body: payload }, true).notSent?.because).toBe(because);
	});

	it('where it is the notification that tests a webhook, even if tests are sent', () => {
		expect(read(shopifyTestNotification(), true).notSent?.because).toBe(
			'was cancelled in the shop',
		);
	});

	it('but is where it is a test and tests are sent', () => {
		const { notSent, warnings } = read(shopifyOrder([], { test: true }), true);
		expect(notSent).toBeUndefined();
		expect(warnings).toEqual(['This is a test order']);
	});

	it.each(['paid', 'authorized', 'partially_refunded'])(
		'but is where its payment is %s',
		(status) => {
			const { notSent, warnings } = read(shopifyOrder([], { financial_status: status }));
			expect(notSent).toBeUndefined();
			expect(warnings).toEqual([]);
		},
	);

	it.each(['pending', 'partially_paid'])(
		'but is with a warning where its payment is %s',
		(status) => {
			const { notSent, warnings } = read(shopifyOrder([], { financial_status: status }));
			expect(notSent).toBeUndefined();
			expect(warnings).toEqual([expect.stringMatching(/^The order is not paid in the shop/)]);
		},
	);
});

describe('The address of an order of Shopify', () => {
	it.each([null, {}, undefined, { first_name: 'Bob', address1: '', city: null }])(
		'is the billing address where there is no shipping address: %j',
		(shipping) => {
			const billing = { ...shopifyAddress(), address1: 'Billing Street 1' };
			const { recipient, warnings } = read(
				shopifyOrder([], { shipping_address: shipping, billing_address: billing }),
			);
			expect(recipient.address1).toBe('Billing Street 1');
			expect(warnings).toEqual([expect.stringContaining('billing address')]);
		},
	);

	it('has the phone of the order or the customer where it has none', () => {
		const shipping_address = { ...shopifyAddress(), phone: null };
		expect(read(shopifyOrder([], { shipping_address })).recipient.phone).toBe('+557734881234');
		expect(read(shopifyOrder([], { shipping_address, phone: null })).recipient.phone).toBe(
			'+16136120707',
		);
	});

	it('has neither phone nor email where a guest gave none', () => {
		const { recipient } = read(
			shopifyOrder([], {
				shipping_address: { ...shopifyAddress(), phone: '' },
				phone: null,
				email: '',
				contact_email: null,
				customer: null,
			}),
		);
		expect(Object.keys(recipient)).not.toContain('phone');
		expect(Object.keys(recipient)).not.toContain('email');
	});

	it('is that of a company without a person', () => {
		const shipping_address = {
			...shopifyAddress(),
			first_name: null,
			last_name: '',
			name: ' ',
			company: 'Example Studios',
		};
		const { recipient } = read(shopifyOrder([], { shipping_address }));
		expect(recipient).toMatchObject({ company: 'Example Studios' });
		expect(recipient).not.toHaveProperty('name');
	});

	it('has a state by its name where Shopify sends no code', () => {
		const shipping_address = { ...shopifyAddress(), province_code: null };
		expect(read(shopifyOrder([], { shipping_address })).recipient).toMatchObject({
			stateCode: 'KY',
			stateName: 'Kentucky',
		});
	});

	it('has no state where the country has none', () => {
		const shipping_address = {
			...shopifyAddress(),
			country_code: 'DE',
			country: 'Germany',
			province: null,
			province_code: null,
		};
		const { recipient } = read(shopifyOrder([], { shipping_address }));
		expect(recipient).not.toHaveProperty('stateCode');
		expect(recipient).not.toHaveProperty('stateName');
	});
});

describe('The properties of a line of Shopify', () => {
	it.each([
		[
			'a list',
			[
				{ name: 'A', value: 'x' },
				{ name: 'B', value: null },
			],
			[['A'], ['B']],
		],
		['an object', { A: 'x', B: 7 }, [['A'], ['B']]],
		['something else', 'x', []],
		['a list with entries that are none', [null, 'x', { value: 'y' }], [[]]],
	])('are read from %s', (_, properties, names) => {
		const { line } = lineOf(shopifyLine({ properties: properties as IDataObject[] }));
		expect(line?.properties.map((property) => property.names)).toEqual(names);
	});
});
