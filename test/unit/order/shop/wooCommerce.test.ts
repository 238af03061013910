import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { readWooCommerceOrder } from '../../../../nodes/PodFulfilment/order/shop/wooCommerce.ts';
import { shopifyOrder } from '../../../support/shopOrders/shopify.ts';
import {
	printFileMeta,
	wooCommerceAddress,
	wooCommerceLine,
	wooCommerceOrder,
} from '../../../support/shopOrders/wooCommerce.ts';

const read = (order: unknown, sendTestOrders = false) =>
	readWooCommerceOrder(order, { sendTestOrders });

const lineOf = (line: IDataObject, changes: IDataObject = {}) => {
	const { lines, ...order } = read(wooCommerceOrder([line], changes));
	return { ...order, line: lines[0] };
};

describe('An order of WooCommerce', () => {
	it('an order gives number, recipient and lines', () => {
		const { lines, ...order } = read(wooCommerceOrder());
		expect(order).toEqual({
			number: '727',
			id: '727',
			recipient: {
				name: 'John Doe',
				address1: '969 Market',
				city: 'San Francisco',
				zip: '94103',
				stateCode: 'CA',
				stateName: 'California',
				countryCode: 'US',
				phone: '(555) 555-5555',
				email: 'john.doe@example.com',
			},
			warnings: [],
			problems: [],
		});
		expect(lines).toMatchObject([
			{
				label: 'Line 1 (Ship Your Idea - Color: Black, Size: M Test, SKU Bar3)',
				id: '316',
				skus: ['Bar3'],
				quantity: 1,
				price: '12.00',
			},
		]);
	});

	it('an order is found in what the Webhook node returns', () => {
		expect(read({ headers: {}, body: wooCommerceOrder() })).toEqual(read(wooCommerceOrder()));
	});

	it.each([
		['an order of Shopify', shopifyOrder()],
		['the ping of a new webhook', { webhook_id: 5 }],
		['a list', [wooCommerceOrder()]],
	])('an order is refused when it is %s', (_, value) => {
		expect(() => read(value)).toThrow(/^Shop Order is /);
	});
});

describe('The pieces of a line of WooCommerce', () => {
	const refundOf = (line: IDataObject) => ({
		refunds: [{ id: 1, total: '-1.00', line_items: [line] }],
	});

	it.each([
		['by its ID', { refunded_item_id: 316, quantity: -2 }],
		['by its metadata', { quantity: -2, meta_data: [{ key: '_refunded_item_id', value: '316' }] }],
		['by its product', { product_id: 22, variation_id: 23, quantity: -2 }],
	])('the quantity is lower after a refund that names the line %s', (_, refunded) => {
		const { line, warnings } = lineOf(wooCommerceLine({ quantity: 3 }), refundOf(refunded));
		expect(line?.quantity).toBe(1);
		expect(warnings).toEqual([`${line?.label}: 1 of 3 pieces are left after refunds`]);
	});

	it('the quantity is lower when the order itself has lines with negative quantities', () => {
		const { lines } = read(
			wooCommerceOrder([
				wooCommerceLine({ quantity: 3 }),
				wooCommerceLine({ id: 900, quantity: -1, refunded_item_id: 316 }),
			]),
		);
		expect(lines.map(({ quantity, leftOutBecause }) => [quantity, leftOutBecause])).toEqual([
			[2, undefined],
			[0, 'it is a refund of another line'],
		]);
	});

	it('a warning says to check the quantities when a refund names no line', () => {
		const { line, warnings } = lineOf(wooCommerceLine({ quantity: 3 }), {
			refunds: [{ id: 1, reason: '', total: '-10.00' }],
		});
		expect(line?.quantity).toBe(3);
		expect(warnings).toEqual([expect.stringContaining('check the quantities')]);
	});

	it.each([
		['without pieces', [{ id: 2, quantity: 0, refunded_item_id: 316, total: '-10.00' }]],
		['for the parcel alone', []],
	])('a warning says to check the quantities when a refund is %s', (_, line_items) => {
		const { line, warnings } = lineOf(wooCommerceLine({ quantity: 3 }), {
			refunds: [
				{ id: 1, total: '-1.00', line_items: [{ quantity: -1, refunded_item_id: 316 }] },
				{ id: 2, total: '-10.00', line_items },
			],
		});
		expect(line?.quantity).toBe(2);
		expect(warnings).toEqual([
			expect.stringContaining('check the quantities'),
			`${line?.label}: 2 of 3 pieces are left after refunds`,
		]);
	});

	it.each([
		['two lines', { quantity: -1, product_id: 22, variation_id: 23 }],
		['a line that the order does not have', { quantity: -1, refunded_item_id: 999 }],
	])('a warning says to check the quantities when a refund may be about %s', (_, refunded) => {
		const lines = [wooCommerceLine({ quantity: 2 }), wooCommerceLine({ id: 317, quantity: 2 })];
		for (const order of [
			wooCommerceOrder(lines, refundOf(refunded)),
			wooCommerceOrder([...lines, { id: 900, ...refunded }]),
		]) {
			const { lines: found, warnings } = read(order);
			expect(found.slice(0, 2).map(({ quantity }) => quantity)).toEqual([2, 2]);
			expect(warnings).toEqual([expect.stringContaining('check the quantities')]);
		}
	});

	it('an order that lists a line twice is refused', () => {
		const { problems } = read(wooCommerceOrder([wooCommerceLine(), wooCommerceLine()]));
		expect(problems).toEqual([expect.stringMatching(/^Shop Order → Line 2 .* produced twice/)]);
	});

	it('a quantity that is not whole is refused', () => {
		expect(lineOf(wooCommerceLine({ quantity: 1.5 })).problems).toEqual([
			expect.stringContaining('the quantity is 1.5'),
		]);
	});
});

describe('The lines of WooCommerce that are left out', () => {
	it.each([
		[
			'a gift card',
			{ meta_data: [printFileMeta('x', 'wc_gc_giftcard_to_multiple')] },
			'it is a gift card',
		],
		['virtual', { virtual: true }, 'it is not shipped'],
		['virtual as its product is', { product_data: { virtual: true } }, 'it is not shipped'],
		['without pieces', { quantity: 0 }, 'its quantity is 0'],
		['a bundle', { bundled_items: [1, 2] }, 'it is a bundle whose parts are separate lines'],
		['a composite', { composite_children: [3] }, 'it is a bundle whose parts are separate lines'],
	])('a line that is %s is left out', (_, changes, reason) => {
		expect(lineOf(wooCommerceLine(changes)).line).toMatchObject({
			quantity: 0,
			leftOutBecause: reason,
		});
	});

	it('a part of a bundle is not left out', () => {
		const { line } = lineOf(wooCommerceLine({ bundled_by: 1, bundled_items: [] }));
		expect(line?.leftOutBecause).toBeUndefined();
	});
});

describe('The orders of WooCommerce that are not sent', () => {
	it.each([
		['cancelled', 'was cancelled in the shop'],
		['wc-cancelled', 'was cancelled in the shop'],
		['trash', 'was cancelled in the shop'],
		['refunded', 'was refunded in full'],
		['failed', 'was not paid: its payment did not go through'],
		['pending', 'is not paid: its payment is pending'],
		['wc-pending', 'is not paid: its payment is pending'],
		['checkout-draft', 'is a draft that has not been placed yet'],
		['auto-draft', 'is a draft that has not been placed yet'],
	])('an order whose status is %s is not sent', (status, because) => {
		expect(read(wooCommerceOrder([], { status }), true).notSent?.because).toBe(because);
	});

	it('a subscription is not sent, because its payments are orders of their own', () => {
		const subscription = wooCommerceOrder([], { status: 'active', billing_period: 'month' });
		expect(read(subscription, true).notSent?.because).toBe('is a subscription, not an order');
	});

	it('an order that is a part of another is sent with a warning', () => {
		const { notSent, warnings } = read(wooCommerceOrder([], { parent_id: 726 }));
		expect(notSent).toBeUndefined();
		expect(warnings).toEqual([expect.stringContaining('part of order 726 in the shop')]);
	});

	it('an order is not sent when its refunds make up the total', () => {
		const refunds = [{ total: '-10.00' }, { total: '-19.35' }];
		expect(read(wooCommerceOrder([], { refunds })).notSent?.because).toBe('was refunded in full');
	});

	it('where eleven refunds of 0.10 make up a total of 1.10, which no sum of them hits exactly', () => {
		const refunds = Array.from({ length: 11 }, () => ({ total: '-0.10' }));
		expect(Array.from({ length: 11 }, () => 0.1).reduce((sum, amount) => sum + amount)).not.toBe(
			1.1,
		);
		const order = wooCommerceOrder([], { refunds, total: '1.10' });
		expect(read(order).notSent?.because).toBe('was refunded in full');
	});

	it('but is where its refunds are a cent less than the total', () => {
		const refunds = Array.from({ length: 11 }, () => ({ total: '-0.10' }));
		expect(read(wooCommerceOrder([], { refunds, total: '1.11' })).notSent).toBeUndefined();
	});

	it.each([
		['_wcpay_mode', 'test'],
		['_ppcp_paypal_payment_mode', 'sandbox'],
	])('a test payment in %s is not sent, unless tests are sent', (key, value) => {
		const order = wooCommerceOrder([], { meta_data: [{ id: 1, key, value }] });
		expect(read(order).notSent?.because).toBe('is a test order');
		expect(read(order, true)).toMatchObject({ warnings: ['This is a test order'] });
		expect(read(order, true).notSent).toBeUndefined();
	});

	it('an order whose status is on-hold is sent with a warning', () => {
		const { notSent, warnings } = read(wooCommerceOrder([], { status: 'on-hold' }));
		expect(notSent).toBeUndefined();
		expect(warnings).toEqual(['The order is not paid in the shop: its status is on-hold']);
	});

	it.each(['processing', 'completed', 'in-production'])(
		'an order whose status is %s is sent without a warning',
		(status) => {
			expect(read(wooCommerceOrder([], { status }))).toMatchObject({ warnings: [] });
			expect(read(wooCommerceOrder([], { status })).notSent).toBeUndefined();
		},
	);
});

describe('The data of a line of WooCommerce', () => {
	it('the SKU of the variation comes before that of the product', () => {
		const { line } = lineOf(
			wooCommerceLine({
				sku: 'P',
				variation_sku: 'V',
				product_data: { sku: 'D' },
				parent_sku: 'P',
			}),
		);
		expect(line?.skus).toEqual(['V', 'P', 'D']);
	});

	it('a line has no SKU when the shop has none', () => {
		const { line } = lineOf(wooCommerceLine({ sku: '' }));
		expect(line?.skus).toEqual([]);
		expect(line?.label).toBe('Line 1 (Ship Your Idea - Color: Black, Size: M Test)');
	});

	it.each([
		['EUR', 8.299_999, '8.30'],
		['JPY', 1500, '1500'],
		['KWD', 8.2999, '8.300'],
		['???', 8.299_999, '8.30'],
		['EUR', '8.3', '8.3'],
		['EUR', 'free', undefined],
		['EUR', -1, undefined],
		['EUR', Number.NaN, undefined],
	])('a line has the price of one piece: %s %j', (currency, price, expected) => {
		expect(lineOf(wooCommerceLine({ price }), { currency }).line?.price).toBe(expected);
	});

	it('metadata is found by both its names', () => {
		const meta_data = [{ id: 1, key: '_pf', value: 'x', display_key: 'Print file' }, { id: 2 }];
		expect(lineOf(wooCommerceLine({ meta_data })).line?.properties).toEqual([
			{ names: ['_pf', 'Print file'], value: 'x' },
			{ names: [], value: undefined },
		]);
	});
});

describe('The address of an order of WooCommerce', () => {
	it.each(['local_pickup', 'pickup_location'])(
		'a warning says to check the address when the shipping method is %s',
		(method_id) => {
			const { warnings } = read(wooCommerceOrder([], { shipping_lines: [{ id: 1, method_id }] }));
			expect(warnings).toEqual([expect.stringContaining('wants to pick up the order')]);
		},
	);

	it('the phone is that of the billing address when the address has none of its own', () => {
		const shipping = { ...wooCommerceAddress(), phone: '+49 30 1' };
		expect(read(wooCommerceOrder([], { shipping })).recipient.phone).toBe('+49 30 1');
		expect(read(wooCommerceOrder()).recipient.phone).toBe('(555) 555-5555');
	});

	it('state codes that are no codes of an address are kept, as WooCommerce has them', () => {
		const shipping = { ...wooCommerceAddress(), country: 'DE', state: 'DE-BE' };
		const { recipient } = read(wooCommerceOrder([], { shipping }));
		expect(recipient).toMatchObject({ countryCode: 'DE', stateCode: 'DE-BE' });
	});
});
