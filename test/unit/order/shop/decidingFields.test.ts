import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { shopifyLine, shopifyOrder } from '../../../support/shopOrders/shopify.ts';
import { asGraphql } from '../../../support/shopOrders/shopifyGraphql.ts';
import { wooCommerceLine, wooCommerceOrder } from '../../../support/shopOrders/wooCommerce.ts';
import { expectPlainWords, refusedWith } from '../../transport/wording.ts';
import { readShopifyOrder, readWooCommerceOrder } from '../../../support/byLevel.ts';

const read = {
	rest: (changes: IDataObject) => readShopifyOrder(shopifyOrder([], changes), OPTIONS),
	graphql: (changes: IDataObject) => readShopifyOrder(asGraphql(shopifyOrder(), changes), OPTIONS),
	wooCommerce: (changes: IDataObject) =>
		readWooCommerceOrder(wooCommerceOrder([], changes), OPTIONS),
};

const OPTIONS = { sendTestOrders: false };

type Api = keyof typeof read;

/** What no shop sends in any of the fields. */
const NEVER_SENT: unknown[] = [
	{},
	{ date: '2026-11-20' },
	[],
	['2026-11-20T09:41:00Z'],
	['fulfilled'],
	Number.NaN,
	'x'.repeat(1_001),
];

/** What says 'no' in a field that may be empty. */
const NO: unknown[] = [null, '', '  ', false];

type Case = [api: Api, field: string, others: unknown[], yes: unknown[]];

const TIME: [unknown[], unknown[]] = [[], ['2026-11-20T09:41:00Z', 1_795_167_660, true, 'true']];
const FLAG: [unknown[], unknown[]] = [
	['test', 2, 'maybe'],
	[true, 'true', 'Yes', 1, '1'],
];
const STATUS: [unknown[], unknown[]] = [
	[true, 7],
	['fulfilled', 'FULFILLED'],
];

/** Fields that may be empty: others that are refused, and what keeps the order from being sent. */
const CASES: Case[] = [
	['rest', 'cancelled_at', ...TIME],
	['rest', 'closed_at', ...TIME],
	['rest', 'test', ...FLAG],
	['rest', 'fulfillment_status', ...STATUS],
	['graphql', 'cancelledAt', ...TIME],
	['graphql', 'closedAt', ...TIME],
	['graphql', 'test', ...FLAG],
	['graphql', 'displayFulfillmentStatus', ...STATUS],
	['wooCommerce', 'date_paid', [true], []],
	['wooCommerce', 'date_paid_gmt', [true], []],
	['wooCommerce', 'date_completed', [true], []],
	['wooCommerce', 'date_completed_gmt', [true], []],
];

/** Each field with a value that no shop sends in it. */
const UNREADABLE: Array<[api: Api, field: string, value: unknown]> = [
	...CASES.flatMap(([api, field, others]) =>
		[...NEVER_SENT, ...others].map((value): [Api, string, unknown] => [api, field, value]),
	),
	...(
		[
			['rest', 'financial_status'],
			['graphql', 'displayFinancialStatus'],
			['wooCommerce', 'status'],
		] as const
	).flatMap(([api, field]) =>
		[...NEVER_SENT, true, ['paid'], ['processing']].map((value): [Api, string, unknown] => [
			api,
			field,
			value,
		]),
	),
	...(
		[
			['rest', 'shipping_lines'],
			['graphql', 'shippingLines'],
			['wooCommerce', 'shipping_lines'],
			['wooCommerce', 'refunds'],
		] as const
	).flatMap(([api, field]) =>
		[{ 0: {} }, { id: 1, total: '-5.00' }, '[{"id":1,"total":"-5.00"}]', 1, true, ['x']].map(
			(value): [Api, string, unknown] => [api, field, value],
		),
	),
];

const changing = (field: string, value: unknown): IDataObject =>
	({ [field]: value }) as IDataObject;

/** What messages call a field: one of GraphQL by its name in the REST API, in which it is read. */
const calledIn = (api: Api, field: string): string =>
	api === 'graphql'
		? field
				.replace('display', '')
				.replaceAll(/(?<=[a-z])[A-Z]/g, '_$&')
				.toLowerCase()
		: field;

describe('A field that decides whether an order is due', () => {
	it.each(UNREADABLE)('of %s, %s as %j is refused by its name', (api, field, value) => {
		const refused = refusedWith(() => read[api](changing(field, value)));
		expect(refused.message).toMatch(
			new RegExp(
				`^Order #\\S+ has "${calledIn(api, field)}" as .{1,60}, so nothing says whether it is due$`,
			),
		);
		expect(refused.description).toContain(`"${calledIn(api, field)}"`);
		expectPlainWords(refused);
	});

	it.each(CASES)('of %s, %s that says nothing keeps no order', (api, field) => {
		for (const value of NO) {
			expect(read[api](changing(field, value)).whyNotSent).toBeUndefined();
		}
	});

	it.each(CASES)('of %s, %s that says yes keeps the order', (api, field, _, yes) => {
		for (const value of yes) {
			expect(read[api](changing(field, value)).whyNotSent).toBeDefined();
		}
	});

	it.each([
		['rest', { shipping_lines: [{ delivery_category: ['pickup'] }] }, 'delivery_category'],
		[
			'graphql',
			{ shippingLines: { nodes: [{ deliveryCategory: { is: 'pickup' } }] } },
			'delivery_category',
		],
		['wooCommerce', { shipping_lines: [{ method_id: ['local_pickup'] }] }, 'method_id'],
		['wooCommerce', { parent_id: { id: 7 } }, 'parent_id'],
		['wooCommerce', { parent_id: 'x' }, 'parent_id'],
	] as Array<[Api, IDataObject, string]>)(
		'of %s, a field within others is refused by its name: %j',
		(api, changes, name) => {
			const refused = refusedWith(() => read[api](changes));
			expect(refused.message).toMatch(
				new RegExp(`^Order #\\S+ has ".*${name}" as .*, (but must have text there|so nothing .*)$`),
			);
			expectPlainWords(refused);
		},
	);

	it.each([['test'], { mode: 'test' }])(
		'a payment mode that cannot be read is a test: %j',
		(value) => {
			const { whyNotSent } = read.wooCommerce({ meta_data: [{ key: '_wcpay_mode', value }] });
			expect(whyNotSent?.because).toBe('is a test order');
		},
	);

	it.each<[Api, string, unknown, string, string]>([
		['rest', 'cancelled_at', { at: '2026-11-20' }, 'an object', 'a date or null'],
		['rest', 'closed_at', ['2026-11-20'], 'a list', 'a date or null'],
		['rest', 'fulfillment_status', Number.NaN, 'no number', 'text'],
		['rest', 'fulfillment_status', true, 'true', 'text'],
		['rest', 'test', 2, '2', 'true or false'],
		['rest', 'test', Number.POSITIVE_INFINITY, 'no number', 'true or false'],
		['rest', 'test', 'maybe', '"maybe"', 'true or false'],
		['rest', 'shipping_lines', { title: 'Standard' }, 'an object', 'a list'],
		['rest', 'shipping_lines', 'Standard', 'text', 'a list'],
		['rest', 'shipping_lines', 1, '1', 'a list'],
		['rest', 'shipping_lines', true, 'true', 'a list'],
		['graphql', 'displayFulfillmentStatus', true, 'true', 'text'],
		['graphql', 'shippingLines', 'Standard', 'text', 'a list'],
		['graphql', 'shippingLines', { title: 'Standard' }, 'an object', 'a list'],
		['graphql', 'shippingLines', ['Standard'], 'a list', 'a list'],
		['graphql', 'shippingLines', 1, '1', 'a list'],
		['wooCommerce', 'date_paid', true, 'true', 'a date or null'],
		['wooCommerce', 'refunds', '[{"id":1}]', 'text', 'a list'],
		['wooCommerce', 'refunds', { id: 1 }, 'an object', 'a list'],
		['wooCommerce', 'parent_id', 'x', '"x"', 'a number'],
		['wooCommerce', 'parent_id', -7, '-7', 'a number'],
	])('of %s, %s as %j is called %s, in place of %s', (api, field, value, called, expected) => {
		const refused = refusedWith(() => read[api](changing(field, value)));
		expect(refused.message).toMatch(/^Order #\S+ has /);
		expect(refused.message).toContain(
			`has "${calledIn(api, field)}" as ${called}, so nothing says whether it is due`,
		);
		expect(refused.description).toBe(
			`Pass the order as ${api === 'wooCommerce' ? 'WooCommerce' : 'Shopify'} sends it, with ${expected} in "${calledIn(api, field)}".`,
		);
	});

	it('what a customer or the staff wrote is not in the message', () => {
		for (const refunds of ['[{"reason":"secret"}]', { reason: 'secret' }, [['secret']]]) {
			const { message, description } = refusedWith(() =>
				read.wooCommerce(changing('refunds', refunds)),
			);
			expect(`${message} ${description}`).not.toContain('secret');
		}
	});
});

/** What is no count of pieces. */
const NO_COUNT: unknown[] = ['x', 1.5, {}, [], [1], true];

describe('A line of Shopify that does not say what is to be sent of it', () => {
	const doubtOf = (changes: IDataObject, order: IDataObject = {}) =>
		readShopifyOrder(shopifyOrder([shopifyLine({ quantity: 2, ...changes })], order), OPTIONS)
			.lines[0]?.doubt;

	it.each(
		['current_quantity', 'fulfillable_quantity'].flatMap((field) =>
			[{}, [], ['fulfilled'], ...NO_COUNT].map((value): [string, unknown] => [field, value]),
		),
	)('%s as %j has to be looked at', (field, value) => {
		expect(doubtOf(changing(field, value))).toBe(
			`its ${field} cannot be read: check what is still to be sent`,
		);
	});

	it.each(
		['gift_card', 'requires_shipping', 'fulfillment_status'].flatMap((field) =>
			[{}, [], ['yes'], 2, Number.NaN].map((value): [string, unknown] => [field, value]),
		),
	)('%s as %j is refused by its name', (field, value) => {
		expect(() => doubtOf(changing(field, value))).toThrow(
			`Order #1001, line 1 (IPod Nano - 8gb - green, SKU IPOD2008GREEN) has "${field}" as `,
		);
	});

	it('counts and marks that are readable, or empty, raise no doubt', () => {
		for (const value of [null, undefined, '']) {
			for (const field of [
				'current_quantity',
				'fulfillment_status',
				'gift_card',
				'requires_shipping',
			]) {
				expect(doubtOf(changing(field, value))).toBeUndefined();
			}
		}
		expect(doubtOf({ current_quantity: '2', gift_card: 'false' })).toBeUndefined();
	});

	it.each(NO_COUNT)('in GraphQL, an unfulfilled quantity of %j has to be looked at', (value) => {
		const order = asGraphql(shopifyOrder());
		const [line] = (order.lineItems as { nodes: IDataObject[] }).nodes;
		Object.assign(line ?? {}, { unfulfilledQuantity: value });
		expect(readShopifyOrder(order, OPTIONS).lines[0]?.doubt).toMatch(/ cannot be read: check /);
	});
});

const UNKNOWN_LINES =
	/^Part of the order was refunded, but (Shopify|WooCommerce) does not say for which lines: check the quantities$/;

describe('A refund whose pieces cannot be read', () => {
	it.each([...NO_COUNT, '2x'])(
		'an order of Shopify with a refund of %j pieces is to be reviewed',
		(quantity) => {
			const refunds = [
				{ refund_line_items: [{ line_item_id: 466_157_049, quantity }] },
			] as IDataObject[];
			for (const changes of [{}, { financial_status: 'partially_refunded' }]) {
				const { toReview } = readShopifyOrder(
					shopifyOrder([shopifyLine({ quantity: 2, current_quantity: undefined })], {
						refunds,
						...changes,
					}),
					OPTIONS,
				);
				expect(toReview).toEqual([expect.stringMatching(UNKNOWN_LINES)]);
			}
		},
	);

	it.each([
		['an object', { refund_line_items: [{ line_item_id: 466_157_049, quantity: 1 }] }],
		['text', '[]'],
		['a list of texts', ['x']],
		['a list of lines that are an object', [{ refund_line_items: { line_item_id: 1 } }]],
		['a list of lines that are texts', [{ refund_line_items: ['x'] }]],
		['a list of payments of an unknown amount', [{ transactions: [{ amount: 'x' }] }]],
	])('an order of Shopify whose refunds are %s is to be reviewed', (_, refunds) => {
		const order = shopifyOrder([shopifyLine()], { refunds: refunds as IDataObject[] });
		expect(readShopifyOrder(order, OPTIONS).toReview).toEqual([
			expect.stringMatching(UNKNOWN_LINES),
		]);
	});

	it.each([
		...NO_COUNT.map((quantity) => [{ refunded_item_id: 316, quantity }]),
		...NO_COUNT.map((quantity) => [
			{ refunded_item_id: 316, quantity: -1 },
			{ refunded_item_id: 317, quantity },
		]),
		[
			{ refunded_item_id: 316, quantity: -1 },
			{ refunded_item_id: 317, quantity: 0, total: '-5.00' },
		],
		['x'],
		{ refunded_item_id: 316 },
	])('an order of WooCommerce with a refund of the lines %j is to be reviewed', (line_items) => {
		const lines = [wooCommerceLine({ quantity: 2 }), wooCommerceLine({ id: 317, product_id: 9 })];
		const refunds = [{ id: 1, total: '-1.00', line_items }] as IDataObject[];
		const { toReview } = readWooCommerceOrder(wooCommerceOrder(lines, { refunds }), OPTIONS);
		expect(toReview).toEqual([expect.stringMatching(UNKNOWN_LINES)]);
	});

	it.each(['x', {}, true])(
		'an order of WooCommerce with a refund of the amount %j is to be reviewed',
		(total) => {
			const refunds = [{ id: 1, total }] as IDataObject[];
			const { toReview } = readWooCommerceOrder(wooCommerceOrder([], { refunds }), OPTIONS);
			expect(toReview).toEqual([expect.stringMatching(UNKNOWN_LINES)]);
		},
	);
});

describe('An order that is refunded in part by its status', () => {
	const PARTLY = { financial_status: 'partially_refunded' };
	const OF_LINE = { refund_line_items: [{ line_item_id: 466_157_049, quantity: 1 }] };
	const payment = { kind: 'refund', status: 'success', amount: '10.00' };
	const shipping = { kind: 'shipping_refund', amount: '-10.00' };

	const reviewOf = (refunds: unknown, line: IDataObject = {}, changes: IDataObject = PARTLY) =>
		readShopifyOrder(
			shopifyOrder([shopifyLine({ quantity: 2, ...line })], {
				...changes,
				refunds: refunds as IDataObject[],
			}),
			OPTIONS,
		).toReview;

	it.each<[string, unknown]>([
		['no refunds', []],
		['refunds that are missing', undefined],
		['refunds that are null', null],
		['a refund of nothing', [{ id: 1 }]],
		['a refund without its lines', [{ id: 1, transactions: [] }]],
		[
			'a refund of the shipping without a payment',
			[{ refund_line_items: [], order_adjustments: [shipping] }],
		],
		[
			'a refund of no pieces',
			[{ refund_line_items: [{ line_item_id: 466_157_049, quantity: 0 }] }],
		],
		['a refund of a line and one without its lines', [OF_LINE, { id: 2 }]],
	])('an order of Shopify with %s is to be reviewed', (_, refunds) => {
		expect(reviewOf(refunds)).toEqual([expect.stringMatching(UNKNOWN_LINES)]);
	});

	it.each<[string, unknown, IDataObject?]>([
		['a refund of a line', [OF_LINE]],
		['a refund of the shipping', [{ order_adjustments: [shipping], transactions: [payment] }]],
		[
			'a refund of a line and one of the shipping',
			[OF_LINE, { order_adjustments: [shipping], transactions: [payment] }],
		],
		['no refunds and fewer pieces', [], { current_quantity: 1 }],
		['no pieces left', undefined, { current_quantity: 0 }],
	])('an order of Shopify with %s needs no review', (_, refunds, line) => {
		expect(reviewOf(refunds, line)).toEqual([]);
	});

	it('an order of Shopify without refunds needs no review while it is paid', () => {
		for (const refunds of [[], undefined, null]) {
			expect(reviewOf(refunds, {}, { financial_status: 'paid' })).toEqual([]);
		}
	});

	it('in GraphQL, an order with all its pieces is to be reviewed, and one with fewer is not', () => {
		const reviewed = (current: number | null) => {
			const order = asGraphql(shopifyOrder([shopifyLine({ quantity: 2 })], PARTLY));
			const [line] = (order.lineItems as { nodes: IDataObject[] }).nodes;
			Object.assign(line ?? {}, { currentQuantity: current });
			return readShopifyOrder(order, OPTIONS).toReview;
		};
		expect(reviewed(2)).toEqual([expect.stringMatching(UNKNOWN_LINES)]);
		expect(reviewed(null)).toEqual([expect.stringMatching(UNKNOWN_LINES)]);
		expect(reviewed(1)).toEqual([]);
	});

	it.each(['partially-refunded', 'wc-partially-refunded', 'partial-refund', 'partially_refunded'])(
		'an order of WooCommerce whose status of a plug-in is %s is to be reviewed unless its refunds name lines',
		(status) => {
			const options = {
				...OPTIONS,
				orderStatuses: [status.replace('wc-', '').replaceAll('-', '_')],
			};
			const reviewed = (refunds: unknown) =>
				readWooCommerceOrder(
					wooCommerceOrder([wooCommerceLine({ quantity: 2 })], {
						status,
						refunds: refunds as IDataObject[],
					}),
					options,
				);
			for (const refunds of [[], undefined, [{ id: 1 }], [{ id: 1, total: '-1.00' }]]) {
				const { toReview, whyNotSent } = reviewed(refunds);
				expect(whyNotSent).toBeUndefined();
				expect(toReview).toEqual([expect.stringMatching(UNKNOWN_LINES)]);
			}
			const told = [{ total: '-1.00', line_items: [{ refunded_item_id: 316, quantity: -1 }] }];
			expect(reviewed(told).toReview).toEqual([]);
		},
	);
});
