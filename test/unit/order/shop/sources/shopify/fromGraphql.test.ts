import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	inRestNames,
	ORDER_QUERY,
} from '../../../../../../nodes/PodFulfilment/order/shop/sources/shopify/fromGraphql.ts';
import {
	shopifyAddress,
	shopifyLine,
	shopifyOrder,
	shopifyRefund,
} from '../../../../../support/shopOrders/shopify.ts';
import { asGraphql } from '../../../../../support/shopOrders/shopifyGraphql.ts';
import { refusedWith } from '../../../../transport/wording.ts';
import { readShopifyOrder } from '../../../../../support/byLevel.ts';

const read = (order: unknown) => readShopifyOrder(order, { sendTestOrders: false });

const order = (changes: IDataObject = {}) => shopifyOrder([shopifyLine()], changes);

const graphql = (changes: IDataObject = {}) => asGraphql(order(), changes);

/** Changes the lines of an order of GraphQL. */
const withLines = (change: (lines: IDataObject) => IDataObject): IDataObject => {
	const given = graphql();
	return { ...given, lineItems: change(given.lineItems as IDataObject) };
};

describe('An order of Shopify in GraphQL', () => {
	it.each([
		['bare', (given: IDataObject) => given],
		['as the answer of GraphQL', (given: IDataObject) => ({ data: { order: given } })],
		['as the whole response', (given: IDataObject) => ({ body: { data: { order: given } } })],
		['found as a node', (given: IDataObject) => ({ data: { node: given } })],
	])('an order is read %s', (_, wrap) => {
		expect(read(wrap(graphql()))).toEqual(read(order()));
	});

	it('lines may be edges', () => {
		const edges = withLines(({ nodes, ...lines }) => ({
			...lines,
			edges: (nodes as IDataObject[]).map((node) => ({ node })),
		}));
		expect(read(edges)).toEqual(read(order()));
	});

	const line = fc.record({
		id: fc.integer({ min: 1, max: 9 }),
		sku: fc.constantFrom('A', 'B', null),
		quantity: fc.integer({ min: 1, max: 5 }),
		refunded: fc.nat(5),
		fulfillment_status: fc.constantFrom(null, 'fulfilled', 'partial'),
		gift_card: fc.boolean(),
		requires_shipping: fc.boolean(),
		price: fc.nat(100_000).map((cents) => (cents / 100).toFixed(2)),
		properties: fc.array(fc.record({ name: fc.string(), value: fc.string() }), { maxLength: 2 }),
	});

	it('REST and GraphQL of one order are read alike', () => {
		const planned = fc.record({
			lines: fc.uniqueArray(line, { selector: ({ id }) => id, maxLength: 4 }),
			financial_status: fc.constantFrom(
				'paid',
				'pending',
				'refunded',
				'partially_refunded',
				'voided',
			),
			fulfillment_status: fc.constantFrom(null, 'partial', 'fulfilled'),
			cancelled_at: fc.constantFrom(null, '2026-11-20T09:41:00Z'),
			test: fc.boolean(),
			shipping_address: fc.constantFrom(shopifyAddress(), null, {
				...shopifyAddress(),
				province_code: null,
				company: 'Øl & Co',
			}),
			phone: fc.constantFrom('+49 40 1', null),
			order_number: fc.integer({ min: 1 }),
		});
		fc.assert(
			fc.property(planned, ({ lines, ...changes }) => {
				const restOrder = shopifyOrder(
					lines.map(({ refunded, ...given }) => {
						const current = Math.max(0, given.quantity - refunded);
						const partial = Math.max(1, current - 1);
						const isPartial = given.fulfillment_status === 'partial' && partial < current;
						const isFulfilled = given.fulfillment_status === 'fulfilled' && current > 0;
						const status = isFulfilled ? 'fulfilled' : isPartial ? 'partial' : null;
						return shopifyLine({
							...given,
							current_quantity: current,
							fulfillment_status: status,
							fulfillable_quantity: isFulfilled ? 0 : isPartial ? partial : current,
						});
					}),
					{
						...changes,
						refunds: lines.map(({ id, quantity, refunded }) =>
							shopifyRefund(id, Math.min(quantity, refunded)),
						),
					},
				);
				expect(read(asGraphql(restOrder))).toEqual(read(restOrder));
			}),
		);
	});

	it.each([
		'lineItems',
		'test',
		'cancelledAt',
		'closedAt',
		'displayFinancialStatus',
		'displayFulfillmentStatus',
		'shippingLines',
		'lineItems.nodes.0.currentQuantity',
		'lineItems.nodes.0.requiresShipping',
		'lineItems.nodes.0.variant',
		'lineItems.nodes.0.variant.id',
		'shippingLines.nodes.0.deliveryCategory',
	])('an order is refused when %s was not asked for, with the query to use', (path) => {
		const given = structuredClone(graphql());
		const names = path.split('.');
		const field = names.pop() ?? '';
		const owner = names.reduce<IDataObject>((inner, name) => inner[name] as IDataObject, given);
		delete owner[field];
		const { message, description } = refusedWith(() => read(given));
		expect(message).toContain(`Order #1001 lacks "${field}"`);
		expect(description).toContain(ORDER_QUERY);
		expect(ORDER_QUERY).toContain(field);
	});

	it.each(['closedAt', 'cancelledAt'])('null as %s is an answer', (field) => {
		expect(read(graphql({ [field]: null })).whyNotSent).toBeUndefined();
	});

	it('null as the variant of a line is an answer', () => {
		const given = withLines((lines) => ({
			...lines,
			nodes: [{ ...(lines.nodes as IDataObject[])[0], variant: null }],
		}));
		expect(read(given).lines).toHaveLength(1);
	});

	it('the query asks for every field of which the reader makes a decision', () => {
		for (const field of [
			...['test', 'closedAt', 'cancelledAt', 'sourceName', 'deliveryCategory', 'isRemoved'],
			...['requiresShipping', 'isGiftCard', 'unfulfilledQuantity', 'currentQuantity'],
			...['fulfillmentService { handle }', 'variant { id }', 'number', 'customAttributes'],
		]) {
			expect(ORDER_QUERY).toContain(field);
		}
	});

	it('an order that is picked up and a line of another fulfilment service are read as from REST', () => {
		const restOrder = shopifyOrder([shopifyLine({ fulfillment_service: 'another' })], {
			shipping_lines: [{ title: 'Main street', delivery_category: 'pickup' }],
		});
		const given = read(asGraphql(restOrder));
		expect(given).toEqual(read(restOrder));
		expect(given.whyNotSent?.because).toContain('picked up');
		expect(given.lines[0]?.fulfilmentService).toBe('another');
	});

	it('an order that left in part is refused when what is left was not asked for', () => {
		const given = withLines((lines) => ({
			...lines,
			nodes: [{ ...(lines.nodes as IDataObject[])[0], unfulfilledQuantity: undefined }],
		}));
		expect(() => read(given)).not.toThrow();
		expect(() => read({ ...given, displayFulfillmentStatus: 'PARTIALLY_FULFILLED' })).toThrow(
			'Order #1001 lacks "unfulfilledQuantity" of its lines',
		);
	});

	it('an order that left in part is to be reviewed when a line does not say what is left of it', () => {
		const given = withLines((lines) => ({
			...lines,
			nodes: [{ ...(lines.nodes as IDataObject[])[0], unfulfilledQuantity: null }],
		}));
		const doubtIn = (displayFulfillmentStatus: string) =>
			read({ ...given, displayFulfillmentStatus }).lines[0]?.doubt;
		expect(doubtIn('PARTIALLY_FULFILLED')).toContain('check how many are still to be sent');
		expect(doubtIn('UNFULFILLED')).toBeUndefined();
	});

	it.each([
		// ordered, current, unfulfilled; pieces of the line, and those of them that left
		[3, 3, 3, 3, undefined],
		[3, 3, 2, 3, 1],
		[3, 3, 0, 3, 3],
		[3, 2, 2, 2, undefined],
		[3, 2, 1, 2, 1],
		[3, 2, 0, 2, 2],
		[3, 1, 0, 1, 1],
		[3, 0, 0, 0, undefined],
	])(
		'of %i pieces, of which %i are left and %i are not fulfilled, %i count and %j left already',
		(quantity, currentQuantity, unfulfilledQuantity, left, fulfilled) => {
			const given = withLines((lines) => ({
				...lines,
				nodes: (lines.nodes as IDataObject[]).map((node) => ({
					...{ ...node, quantity, currentQuantity, unfulfilledQuantity },
				})),
			}));
			for (const displayFulfillmentStatus of ['UNFULFILLED', 'PARTIALLY_FULFILLED', null]) {
				const { lines, whyNotSent } = read({ ...given, displayFulfillmentStatus });
				expect(whyNotSent).toBeUndefined();
				expect(lines).toMatchObject([{ quantity: left }]);
				expect([lines[0]?.fulfilled, lines[0]?.doubt]).toEqual([fulfilled, undefined]);
			}
		},
	);

	it.each([
		[{ hasNextPage: true }, 'has more lines than were asked for'],
		[{}, 'does not say whether it has more lines'],
		[undefined, 'does not say whether it has more lines'],
	])('an order is refused unless its lines are complete: %j', (pageInfo, message) => {
		expect(() => read(withLines((lines) => ({ ...lines, pageInfo })))).toThrow(message);
	});

	it('a status that REST does not know is kept by its name', () => {
		expect(inRestNames(graphql({ displayFulfillmentStatus: 'ON_HOLD' }))).toMatchObject({
			fulfillment_status: 'ON_HOLD',
			financial_status: 'PAID',
		});
	});

	it('what more was asked for than the query names changes nothing', () => {
		const order = graphql({ displayFinancialStatus: 'PARTIALLY_REFUNDED' });
		const [line] = (order.lineItems as { nodes: IDataObject[] }).nodes;
		Object.assign(line!, { quantity: 2, currentQuantity: 1, unfulfilledQuantity: 1 });
		const expected = read(order);
		expect(expected).toMatchObject({ toReview: [], lines: [{ quantity: 1 }] });
		const more = { ...order, refunds: [{ id: 'gid://shopify/Refund/1' }], fulfillments: [{}] };
		Object.assign(line!, { fulfillableQuantity: 0, fulfillmentStatus: 'fulfilled' });
		expect(read(more)).toEqual(expected);
	});

	it('a draft order of GraphQL is no order', () => {
		const { whyNotSent } = read(graphql({ id: 'gid://shopify/DraftOrder/1' }));
		expect(whyNotSent?.because).toContain('is a draft');
	});

	it('the document shows the query that the message names', () => {
		const page = readFileSync(
			new URL('../../../../../../docs/shop-orders.md', import.meta.url),
			'utf8',
		);
		const words = (text: string) => text.replaceAll(/\s+/g, ' ');
		expect(words(page)).toContain(words(ORDER_QUERY));
	});

	it.each([null, 7, 'text', [], {}, { data: null }, { order: { line_items: [] } }])(
		'anything else is left as it is: %j',
		(value) => {
			expect(inRestNames(value)).toBe(value);
		},
	);

	it('what REST does not say of a line is not made up', () => {
		const bare = {
			id: 'gid://shopify/LineItem/1',
			quantity: 1,
			currentQuantity: 1,
			requiresShipping: true,
			variant: null,
		};
		const given = withLines((lines) => ({ ...lines, nodes: [bare] }));
		expect(read(given).lines).toEqual([{ id: '1', label: 'Line 1', quantity: 1, properties: [] }]);
	});
});
