import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	shopifyAddress,
	shopifyCheckout,
	shopifyDraftOrder,
	shopifyFulfillment,
	shopifyLine,
	shopifyOrder,
	shopifyRefund,
	shopifyTestNotification,
} from '../../../../../support/shopOrders/shopify.ts';
import { expectPlainWords, refusedWith } from '../../../../transport/wording.ts';
import { wooCommerceOrder } from '../../../../../support/shopOrders/wooCommerce.ts';
import { readShopifyOrder } from '../../../../../support/byLevel.ts';

const read = (order: unknown, sendTestOrders = false) =>
	readShopifyOrder(order, { sendTestOrders });

const lineOf = (line: IDataObject, changes: IDataObject = {}) => {
	const { lines, ...order } = read(shopifyOrder([line], changes));
	return { ...order, line: lines[0] };
};

describe('An order of Shopify', () => {
	it('an order gives number, recipient and lines', () => {
		const order = shopifyOrder([
			shopifyLine({
				properties: [{ name: 'Print file', value: 'https://files.example.com/a.png' }],
			}),
		]);
		expect(read({ ...order, note_attributes: [{ name: 'colour', value: 'red' }] })).toEqual({
			cartProperties: [{ names: ['colour'], value: 'red' }],
			number: '1001',
			id: '450789469',
			name: '#1001',
			date: '2008-01-10T11:00:00-05:00',
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
			shippingMethods: [['Free Shipping']],
			lines: [
				{
					label: 'Line 1 (IPod Nano - 8gb - green, SKU IPOD2008GREEN)',
					id: '466157049',
					sku: 'IPOD2008GREEN',
					variationId: '39072856',
					variantTitle: 'green',
					name: 'IPod Nano - 8gb - green',
					quantity: 1,
					price: '199.00',
					properties: [{ names: ['Print file'], value: 'https://files.example.com/a.png' }],
				},
			],
			warnings: [],
			findings: [],
			toReview: [],
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
	])('an order is found in the wrapper %s', (_, wrap) => {
		expect(read(wrap(shopifyOrder()))).toEqual(read(shopifyOrder()));
	});

	it.each([
		['a list', [shopifyOrder()], 'is a list of 1, but must be one order'],
		['nothing', null, 'is null'],
		['a text', 'order', 'is "order"'],
		[
			'an order of WooCommerce',
			wooCommerceOrder(),
			'is an order of WooCommerce: set Shop to WooCommerce',
		],
		[
			'a list of orders',
			{ orders: [shopifyOrder()] },
			'is a list of orders of Shopify in one item',
		],
		['an answer without lines', { id: 1 }, 'must be an order as Shopify sends it'],
	])('an order is refused when it is %s', (_, value, message) => {
		expect(() => read(value)).toThrow(message);
	});

	it('the refusal of another shop names Shopify', () => {
		const refused = refusedWith(() => read(wooCommerceOrder()));
		expect(refused.description).toBe('The field Shop is Shopify.');
		expectPlainWords(refused);
	});

	it('a refusal names fields, and nothing that the customer entered', () => {
		const refused = refusedWith(() => read({ email: 'bob@mail.example.com', note: 'secret' }));
		expect(refused.message).toContain('is an object with the fields "email", "note", but must be');
		expect(refused.description).toContain('right after the node that gets it');
		expect(JSON.stringify(refused)).not.toMatch(/bob@|secret/);
		expectPlainWords(refused);
	});

	it.each([
		['the billing addresses of both shops', { billing: {} }],
		['a note about the billing', { billing: 'by invoice', billing_address: null }],
	])('an order with %s is one of Shopify', (_, changes) => {
		expect(read(shopifyOrder([], changes)).number).toBe('1001');
	});

	it('an order with more than 5,000 lines is refused', () => {
		const lines = Array.from({ length: 5_001 }, () => ({}));
		expect(() => read(shopifyOrder(lines))).toThrow('Order #1001 has 5001 lines');
	});

	it('an order is refused when a line is no object', () => {
		expect(() => read({ ...shopifyOrder(), line_items: [shopifyLine(), null] })).toThrow(
			'Order #1001, line 2 is null, but must be an object',
		);
	});

	it.each([1001, '1001'])(
		'the order number is order_number, whatever the name is: %j',
		(number) => {
			expect(read(shopifyOrder([], { order_number: number, name: '#EN7' })).number).toBe('1001');
		},
	);

	it('the order number never comes from the name, which may change', () => {
		expect(read(shopifyOrder([], { order_number: null }))).not.toHaveProperty('number');
	});

	it('an ID that lost its last digits comes from the ID of GraphQL', () => {
		const id = JSON.parse('820982911946154508') as number;
		const graphqlId = 'gid://shopify/Order/820982911946154508';
		expect(read(shopifyOrder([], { id, admin_graphql_api_id: graphqlId })).id).toBe(
			'820982911946154508',
		);
	});
});

describe('The pieces of a line of Shopify', () => {
	it('the quantity of a line is the number of pieces that were ordered', () => {
		expect(lineOf(shopifyLine({ quantity: 3 })).line?.quantity).toBe(3);
	});

	it.each([
		[1, 1],
		[2, 2],
		[3, 3],
		['2', 2],
		// More than were ordered is no count of these.
		[4, 3],
		[undefined, 3],
		[null, 3],
	])(
		'the quantity is what is left of 3 after refunds and edits of the order: %j',
		(current, left) => {
			const line = shopifyLine({ quantity: 3, current_quantity: current });
			const { line: read, warnings } = lineOf(line);
			expect(read?.quantity).toBe(left);
			expect(read?.doubt).toBeUndefined();
			expect(warnings).toEqual(
				left < 3 ? [`${read?.label}: ${left} of 3 pieces are left after refunds`] : [],
			);
		},
	);

	it.each([0, -1])('a line of which %j pieces are left is left out', (current_quantity) => {
		const line = shopifyLine({ quantity: 3, current_quantity });
		const { line: read, warnings } = lineOf(line, { refunds: [shopifyRefund(line.id, 3)] });
		expect(read).toMatchObject({ quantity: 0, leftOutBecause: 'it was refunded or removed' });
		expect(read?.doubt).toBeUndefined();
		expect(warnings).toEqual([]);
	});

	it('the quantity is lower by the pieces of all refunds, where the line does not say what is left', () => {
		const line = shopifyLine({ quantity: 4, current_quantity: undefined });
		const refunds = [
			shopifyRefund(line.id, 1),
			shopifyRefund(String(line.id), 2),
			shopifyRefund(1, 1),
			// One of fewer than no pieces does not undo another.
			shopifyRefund(line.id, -1),
		];
		const { line: read, warnings } = lineOf(line, { refunds });
		expect(read?.quantity).toBe(1);
		expect(warnings).toContain(`${read?.label}: 1 of 4 pieces are left after refunds`);
		const all = lineOf(line, { refunds: [...refunds, shopifyRefund(line.id, 2)] });
		expect(all.line).toMatchObject({ quantity: 0, leftOutBecause: 'it was refunded or removed' });
	});

	it.each([
		[1, 2, 2],
		[2, 1, 1],
	])(
		'the quantity is the lowest of what is left: %i refunded, %i after an edit',
		(refunded, current_quantity, left) => {
			const line = shopifyLine({ quantity: 3, current_quantity });
			const { line: read } = lineOf(line, { refunds: [shopifyRefund(line.id, refunded)] });
			expect(read?.quantity).toBe(left);
		},
	);

	it('a refund without pieces, or with a line that is none, changes no quantity and is to be reviewed', () => {
		const line = shopifyLine({ quantity: 3, current_quantity: undefined });
		const refunds = [
			null,
			{ refund_line_items: null },
			{ refund_line_items: [null, { line_item_id: line.id }] },
			shopifyRefund(line.id, -1),
			shopifyRefund(line.id, 0),
		] as IDataObject[];
		const { line: read, warnings } = lineOf(line, { refunds });
		expect(read?.quantity).toBe(3);
		expect(read?.doubt).toBeUndefined();
		expect(warnings).toEqual([expect.stringContaining('does not say for which lines')]);
	});

	it('no refund is about a line without an ID', () => {
		const line = shopifyLine({ id: null, quantity: 2, current_quantity: undefined });
		const { line: read } = lineOf(line, { refunds: [shopifyRefund(null, 1)] });
		expect(read?.quantity).toBe(2);
		expect(read?.doubt).toBeUndefined();
	});

	it.each([
		// of as many pieces left, so many can be fulfilled, so many are fulfilled
		[2, 2, undefined],
		[2, 1, 1],
		[2, 0, 2],
		[2, '0', 2],
		[2, 3, undefined],
		[2, -1, 2],
		[1, 1, undefined],
		[1, 0, 1],
	])(
		'of %j pieces left of which %j can be fulfilled, %j are fulfilled, and the quantity stays',
		(left, fulfillable_quantity, fulfilled) => {
			const line = shopifyLine({ quantity: 2, current_quantity: left, fulfillable_quantity });
			for (const changes of [{}, { fulfillments: [{ status: 'success' }] }]) {
				const { line: read } = lineOf(line, changes);
				expect(read?.quantity).toBe(left);
				expect(read?.fulfilled).toBe(fulfilled);
				expect(read?.doubt).toBeUndefined();
			}
		},
	);

	it('what can be fulfilled is sent where nothing else tells of refunds', () => {
		const line = shopifyLine({ quantity: 3, current_quantity: null, fulfillable_quantity: 1 });
		const { line: read } = lineOf(line, { refunds: undefined });
		expect(read).toMatchObject({ quantity: 3, fulfilled: 2 });
	});

	it.each(['fulfilled', 'restocked'])(
		'a line that was %s has nothing left to send',
		(fulfillment_status) => {
			for (const fulfillable_quantity of [0, 2, undefined]) {
				const line = shopifyLine({ quantity: 2, fulfillable_quantity, fulfillment_status });
				const { line: read, warnings } = lineOf(line, { fulfillments: [{ status: 'success' }] });
				expect(read).toMatchObject({ quantity: 2, fulfilled: 2 });
				expect(read?.doubt).toBeUndefined();
				expect(warnings).toEqual([]);
			}
		},
	);

	it('are as many as ordered where the shop sends no other count', () => {
		const line = shopifyLine({
			quantity: 2,
			current_quantity: undefined,
			fulfillable_quantity: undefined,
			fulfillment_status: undefined,
		});
		const { line: read } = lineOf(line, { refunds: undefined });
		expect(read?.quantity).toBe(2);
		expect(read?.doubt).toBeUndefined();
	});

	it.each([{}, { current_quantity: 0 }, { current_quantity: -1, fulfillable_quantity: -1 }])(
		'a quantity below 0 is refused, as it is no count: %j',
		(counts) => {
			const { line } = lineOf(shopifyLine({ quantity: -1, ...counts }));
			expect(line?.quantityProblem).toContain(
				'the quantity is -1, but must be a whole number, and not',
			);
			expect(line?.leftOutBecause).toBeUndefined();
		},
	);

	it.each(['two', 1.5, null, '', {}])('a quantity that is not whole is refused: %j', (quantity) => {
		const { line } = lineOf(shopifyLine({ quantity: quantity as string }));
		expect(line?.quantityProblem).toContain('must be a whole number');
	});
});

describe('An order of Shopify that was refunded in part', () => {
	const payment = { kind: 'refund', status: 'success', amount: '10.00' };
	const toReview = [expect.stringContaining('does not say for which lines')];

	const ofShipping = (amount: string) => ({
		refund_line_items: [],
		transactions: [{ ...payment, amount }],
		order_adjustments: [{ kind: 'shipping_refund', amount: '-8.40', tax_amount: '-1.60' }],
	});

	it.each([
		['without lines', [{ refund_line_items: [], transactions: [payment] }]],
		['that failed', [{ transactions: [{ ...payment, status: 'failure' }] }]],
		['for a line that it does not have', [shopifyRefund(1, 1)]],
		['for a line without an ID', [shopifyRefund(null, 1)]],
		['of more than the shipping', [ofShipping('10.01')]],
		['of a shipping that cannot be read', [{ ...ofShipping('10.00'), order_adjustments: 'x' }]],
	])('an order with a refund %s is to be reviewed', (_, refunds) => {
		expect(read(shopifyOrder([shopifyLine()], { refunds })).toReview).toEqual(toReview);
	});

	it.each([
		['of one of its lines', [shopifyRefund(466_157_049, 1)]],
		['of the shipping with its tax', [ofShipping('10.00')]],
		['of a part of the shipping', [ofShipping('2.00')]],
	])('an order with a refund %s needs no review', (_, refunds) => {
		expect(read(shopifyOrder([shopifyLine({ quantity: 2 })], { refunds })).toReview).toEqual([]);
	});

	it('an order that tells neither refunds nor what is left of its lines is to be reviewed', () => {
		const line = shopifyLine({ current_quantity: undefined });
		const changes = { financial_status: 'partially_refunded', refunds: undefined };
		expect(read(shopifyOrder([line], changes)).toReview).toEqual(toReview);
		expect(read(shopifyOrder([line], { ...changes, refunds: [] })).toReview).toEqual(toReview);
	});
});

describe('The pieces of a line of Shopify that left in part', () => {
	const silent = { quantity: 3, current_quantity: undefined, fulfillable_quantity: undefined };
	const doubtOf = (line: IDataObject, changes: IDataObject = {}) =>
		lineOf(shopifyLine({ ...silent, ...line }), changes).line?.doubt;
	const shipped = { fulfillments: [{ status: 'success' }] };

	it.each([
		['by the word of the line', { fulfillment_status: 'partial' }, {}],
		['in GraphQL words', { fulfillment_status: 'PARTIALLY_FULFILLED' }, {}],
		['with a current quantity alone', { fulfillment_status: 'partial', current_quantity: 3 }, {}],
		[
			'by the word of its order',
			{ fulfillment_status: undefined },
			{ fulfillment_status: 'partial' },
		],
		['with parcels', { fulfillment_status: null }, shipped],
		[
			'with parcels that cannot be read',
			{ fulfillment_status: null },
			{ fulfillments: 'two' as never },
		],
	])('what is left is in doubt %s', (_, line, changes) => {
		expect(doubtOf(line, changes)).toContain('does not say how many');
	});

	it.each([
		['what can be fulfilled', { fulfillment_status: 'partial', fulfillable_quantity: 1 }, {}],
		['that nothing left, and no parcel', { fulfillment_status: null }, { fulfillments: [] }],
		['that all left', { fulfillment_status: 'fulfilled' }, shipped],
		['that nothing left', { fulfillment_status: null }, { fulfillment_status: 'partial' }],
	])('what is left is known from %s', (_, line, changes) => {
		expect(doubtOf(line, changes)).toBeUndefined();
	});
});

describe('The lines of Shopify that are left out', () => {
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
		['a gift card without a quantity', { gift_card: 'true', quantity: null }, 'it is a gift card'],
		[
			'a gift card that was fulfilled',
			{ gift_card: true, fulfillment_status: 'fulfilled' },
			'it is a gift card',
		],
	])('a line that is %s is left out', (_, changes, reason) => {
		const { line, problems, warnings } = lineOf(shopifyLine(changes));
		expect(line).toMatchObject({ quantity: 0, leftOutBecause: reason });
		expect(problems).toEqual([]);
		expect(warnings).toEqual([]);
	});
});

describe('The orders of Shopify that are not sent', () => {
	it.each([
		['was cancelled', { cancelled_at: '2026-11-20T09:41:00-05:00' }, 'was cancelled in the shop'],
		['was refunded', { financial_status: 'refunded' }, 'was refunded in full'],
		['was voided', { financial_status: 'voided' }, 'is not paid: its payment was voided'],
		['is a test', { test: true }, 'is a test order'],
	])('an order that %s is not sent', (_, changes, because) => {
		expect(read(shopifyOrder([], changes)).whyNotSent?.because).toBe(because);
	});

	it.each([
		['its ID', shopifyDraftOrder()],
		['its ID alone', shopifyOrder([], { admin_graphql_api_id: 'gid://shopify/DraftOrder/1' })],
		[
			'its invoice alone',
			{ ...(shopifyDraftOrder().draft_order as IDataObject), admin_graphql_api_id: null },
		],
	])('a draft that is known by %s is not sent, even if tests are sent', (_, draft) => {
		expect(read(draft, true).whyNotSent?.because).toMatch(/^is a draft/);
	});

	it.each([
		['an invoice', { invoice_url: 'https://shop.example.com/invoices/1' }],
		['the ID of another order', { order_id: 1 }],
	])('an order with %s is sent', (_, changes) => {
		expect(read(shopifyOrder([], changes)).whyNotSent).toBeUndefined();
	});

	it('what is not sent comes with advice in a sentence', () => {
		for (const payload of [
			shopifyDraftOrder(),
			shopifyCheckout(),
			shopifyFulfillment(),
			shopifyOrder([], { cancelled_at: '2026-11-20T09:41:00-05:00' }),
			shopifyOrder([], { financial_status: 'refunded' }),
			shopifyOrder([], { financial_status: 'voided' }),
			shopifyOrder([], { test: true }),
		]) {
			expect(read(payload).whyNotSent?.advice).toMatch(/^[A-Z].*\.$/);
		}
	});

	it.each([
		['a checkout', shopifyCheckout(), 'is a checkout that has not become an order yet'],
		['a fulfilment', shopifyFulfillment(), 'is a fulfilment, which reports shipped goods'],
	])('a payload that is %s is not sent, even if tests are sent', (_, payload, because) => {
		expect(read(payload, true).whyNotSent?.because).toBe(because);
		expect(read({ body: payload }, true).whyNotSent?.because).toBe(because);
	});

	it('an order that is a test is sent without a warning when it says that it is none', () => {
		expect(read(shopifyOrder([], { test: 'false' }), true)).toMatchObject({ warnings: [] });
		expect(read(shopifyOrder([], { test: 'true' })).warnings).toEqual([]);
	});

	it('the notification that tests a webhook is not sent, even if tests are sent', () => {
		expect(read(shopifyTestNotification(), true).whyNotSent?.because).toBe(
			'was cancelled in the shop',
		);
	});

	it('a test order is sent with a warning if tests are sent', () => {
		const { whyNotSent, warnings } = read(shopifyOrder([], { test: true }), true);
		expect(whyNotSent).toBeUndefined();
		expect(warnings).toEqual(['This is a test order']);
	});
});

describe('The address of an order of Shopify', () => {
	it.each([null, {}, undefined, { first_name: 'Bob', address1: '', city: null }])(
		'the billing address is used when there is no shipping address: %j',
		(shipping) => {
			const billing = { ...shopifyAddress(), address1: 'Billing Street 1' };
			const { recipient, warnings } = read(
				shopifyOrder([], { shipping_address: shipping, billing_address: billing }),
			);
			expect(recipient.address1).toBe('Billing Street 1');
			expect(warnings).toEqual([expect.stringContaining('billing address')]);
		},
	);

	it('the phone is that of the order or the customer when the address has none', () => {
		const shipping_address = { ...shopifyAddress(), phone: null };
		expect(read(shopifyOrder([], { shipping_address })).recipient.phone).toBe('+557734881234');
		expect(read(shopifyOrder([], { shipping_address, phone: null })).recipient.phone).toBe(
			'+16136120707',
		);
	});

	it('each part of an address is read', () => {
		const shipping_address = {
			first_name: 'Bob',
			last_name: 'Norman',
			company: 'Example Studios',
			address1: 'Chestnut Street 92',
			address2: 'Apartment 2',
			city: 'Louisville',
			zip: '40202',
			province: 'Kentucky',
			country: 'United States',
		};
		const { recipient } = read(
			shopifyOrder([], { shipping_address, phone: null, email: null, contact_email: null }),
		);
		expect(recipient).toEqual({
			name: 'Bob Norman',
			company: 'Example Studios',
			address1: 'Chestnut Street 92',
			address2: 'Apartment 2',
			city: 'Louisville',
			zip: '40202',
			stateCode: 'KY',
			stateName: 'Kentucky',
			countryCode: 'US',
			phone: '+16136120707',
			email: 'bob.norman@mail.example.com',
		});
	});

	it('the email is the first of those of the order, its contact and its customer', () => {
		const customer = { email: 'customer@example.com' };
		const emailOf = (changes: IDataObject) => read(shopifyOrder([], changes)).recipient.email;
		expect(emailOf({ email: 'a@example.com', contact_email: 'b@example.com', customer })).toBe(
			'a@example.com',
		);
		expect(emailOf({ email: '', contact_email: 'b@example.com', customer })).toBe('b@example.com');
		expect(emailOf({ email: '', contact_email: null, customer })).toBe('customer@example.com');
	});

	it('the code of a country goes before its name', () => {
		const shipping_address = { ...shopifyAddress(), country_code: 'CA', country: 'United States' };
		expect(read(shopifyOrder([], { shipping_address })).recipient.countryCode).toBe('CA');
	});

	it('the recipient has neither phone nor email when a guest gave none', () => {
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

	it('an address without a person has the name of its company alone', () => {
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

	it('a state is found by its name when Shopify sends no code', () => {
		const shipping_address = { ...shopifyAddress(), province_code: null };
		expect(read(shopifyOrder([], { shipping_address })).recipient).toMatchObject({
			stateCode: 'KY',
			stateName: 'Kentucky',
		});
	});

	it('the recipient has no state when the country has none', () => {
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
	])('the properties of a line are read from %s', (_, properties, names) => {
		const { line } = lineOf(shopifyLine({ properties: properties as IDataObject[] }));
		expect(line?.properties.map((property) => property.names)).toEqual(names);
	});
});

describe('The data of a line of Shopify', () => {
	it('a line has no SKU when the shop has none', () => {
		expect(lineOf(shopifyLine({ sku: 'L' })).line?.sku).toBe('L');
		expect(lineOf(shopifyLine({ sku: '' })).line?.sku).toBeUndefined();
	});

	it.each([
		[{ name: ' Mug ', title: 'Cup', variant_title: 'white' }, 'Mug'],
		[{ name: null, title: 'Cup', variant_title: 'white' }, 'Cup - white'],
		[{ name: '', title: 'Cup', variant_title: null }, 'Cup'],
		[{ name: '', title: '', variant_title: 'white' }, 'white'],
		[{ name: '', title: '', variant_title: '' }, undefined],
	])('the name of a line with %j is %j', (changes, name) => {
		expect(lineOf(shopifyLine(changes)).line?.name).toBe(name);
	});

	it.each(['much', -1, {}, [5], true])('a price that is none is said: %j', (price) => {
		const { line } = lineOf(shopifyLine({ price }));
		expect([line?.price, line?.unreadPrice]).toEqual([undefined, JSON.stringify(price)]);
	});

	it.each([undefined, null, '', 0, '0.00'])('a line may have no price: %j', (price) => {
		const { line } = lineOf(shopifyLine({ price }));
		expect([line?.price, line?.unreadPrice]).toEqual([undefined, undefined]);
	});

	it('the price of a line has the decimals of the currency of the order', () => {
		expect(lineOf(shopifyLine({ price: 1500 }), { currency: 'JPY' }).line?.price).toBe('1500');
	});
});

describe('An order of Shopify of which only some fields were asked for', () => {
	const DECIDING = ['cancelled_at', 'financial_status', 'fulfillment_status', 'test'];

	it.each(DECIDING)('an order is refused without %s, with what to do', (field) => {
		const { message, description } = refusedWith(() =>
			read(shopifyOrder([], { [field]: undefined })),
		);
		expect(message).toBe(`Order #1001 lacks "${field}", so nothing says whether it is due`);
		expect(description).toContain('Pass the whole order.');
	});

	it('an order is refused with all that is missing named at once', () => {
		const { message } = refusedWith(() =>
			read({ id: 1, order_number: 1001, line_items: [shopifyLine()] }),
		);
		for (const field of DECIDING) expect(message).toContain(`"${field}"`);
	});

	it.each(['closed_at', 'shipping_lines'])('an order is read without %s', (field) => {
		expect(read(shopifyOrder([], { [field]: undefined })).whyNotSent).toBeUndefined();
	});

	it('an order of which nothing says that it is picked up has to be looked at', () => {
		const changes = { shipping_lines: undefined, shipping_address: null };
		expect(read(shopifyOrder([], changes)).toReview).toHaveLength(1);
	});

	it.each(DECIDING.filter((name) => name !== 'financial_status'))(
		'null as %s is an answer',
		(field) => {
			expect(() => read(shopifyOrder([], { [field]: null }))).not.toThrow();
		},
	);

	it.each([
		['a draft', shopifyDraftOrder()],
		['a checkout', shopifyCheckout()],
		['a fulfilment', shopifyFulfillment()],
	])('%s lacks fields of an order, and is still recognized', (_, given) => {
		expect(read(given).whyNotSent).toBeDefined();
	});
});
