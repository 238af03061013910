import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startShopify, type Shopify } from '../../../sandbox/shops/index.ts';
import { skipWaits } from '../../core/engine/skippedWaits.ts';
import { callShopify, graphql } from './support/client.ts';

type Json = Record<string, unknown>;

let nowMs: number;
skipWaits();

let shop: Shopify;
beforeEach(async () => {
	nowMs = Date.parse('2026-11-20T12:00:00Z');
	shop = await startShopify({ now: () => nowMs });
});
afterEach(async () => await shop.close());

const ORDER = `query ($id: ID!) {
	order(id: $id) {
		displayFulfillmentStatus
		fulfillments { id trackingInfo { number url company } }
		fulfillmentOrders(first: 20) {
			nodes {
				id
				status
				supportedActions { action }
				lineItems(first: 100) { nodes { id remainingQuantity lineItem { id } } }
			}
		}
	}
}`;

const CREATE = `mutation ($fulfillment: FulfillmentInput!) {
	fulfillmentCreate(fulfillment: $fulfillment) {
		fulfillment { id status trackingInfo { number url company } }
		userErrors { field message }
	}
}`;

const UPDATE = `mutation ($id: ID!, $tracking: FulfillmentTrackingInput!, $notify: Boolean) {
	fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: $tracking, notifyCustomer: $notify) {
		fulfillment { trackingInfo { number } }
		userErrors { field message }
	}
}`;

interface ReadOrder {
	displayFulfillmentStatus: string;
	fulfillments: Array<{ id: string; trackingInfo: Json[] }>;
	fulfillmentOrders: {
		nodes: Array<{
			id: string;
			status: string;
			supportedActions: Json[];
			lineItems: { nodes: Array<{ id: string; remainingQuantity: number; lineItem: Json }> };
		}>;
	};
}

async function read(id: number): Promise<ReadOrder> {
	const { data } = await graphql(shop, ORDER, { id: `gid://shopify/Order/${id}` });
	return data?.order as ReadOrder;
}

interface Result {
	fulfillment: { id: string; trackingInfo: Json[] } | null;
	userErrors: Array<{ field: string[] | null; message: string }>;
}

async function create(fulfillment: Json): Promise<Result> {
	const { data, errors } = await graphql(shop, CREATE, { fulfillment });
	expect(errors).toBeUndefined();
	return data?.fulfillmentCreate as Result;
}

/** The only fulfilment order of an order, as the mutation names it. */
async function everythingOf(id: number): Promise<Json> {
	const order = await read(id);
	return { fulfillmentOrderId: order.fulfillmentOrders.nodes[0]?.id };
}

describe('A fulfilment', () => {
	it('without lines it fulfils everything, with all numbers, and mails the customer once', async () => {
		const { id } = shop.control.order({ lines: [{ sku: 'A', quantity: 2 }, { sku: 'B' }] });
		const { userErrors } = await create({
			lineItemsByFulfillmentOrder: [await everythingOf(id)],
			trackingInfo: {
				numbers: ['N1', 'N2'],
				urls: ['https://dhl.example/N1', 'https://ups.example/N2'],
			},
			notifyCustomer: true,
		});
		expect(userErrors).toEqual([]);
		expect(await read(id)).toMatchObject({
			displayFulfillmentStatus: 'FULFILLED',
			fulfillments: [
				{
					trackingInfo: [
						{ number: 'N1', url: 'https://dhl.example/N1', company: null },
						{ number: 'N2', url: 'https://ups.example/N2', company: null },
					],
				},
			],
			fulfillmentOrders: { nodes: [{ status: 'CLOSED', supportedActions: [] }] },
		});
		expect(shop.control.mails('N1')).toMatchObject([{ kind: 'shipping_confirmation' }]);
		expect(shop.control.trackingNumbers(id)).toEqual(['N1', 'N2']);
		const { body } = await callShopify(shop, 'GET', `/orders/${id}.json`);
		expect(body.order).toMatchObject({
			fulfillment_status: 'fulfilled',
			fulfillments: [{ tracking_numbers: ['N1', 'N2'], line_items: [{ quantity: 2 }, {}] }],
		});
	});

	it('of named lines it fulfils these, and leaves the order in progress', async () => {
		const { id } = shop.control.order({ lines: [{ sku: 'A', quantity: 2 }, { sku: 'B' }] });
		const [node] = (await read(id)).fulfillmentOrders.nodes;
		const [line] = node?.lineItems.nodes ?? [];
		await create({
			lineItemsByFulfillmentOrder: [
				{
					fulfillmentOrderId: node?.id,
					fulfillmentOrderLineItems: [{ id: line?.id, quantity: 2 }],
				},
			],
			trackingInfo: { number: 'N1', company: 'DHL' },
		});
		expect(await read(id)).toMatchObject({
			displayFulfillmentStatus: 'PARTIALLY_FULFILLED',
			fulfillmentOrders: {
				nodes: [
					{
						status: 'IN_PROGRESS',
						supportedActions: [{ action: 'CREATE_FULFILLMENT' }],
						lineItems: { nodes: [{ remainingQuantity: 0 }, { remainingQuantity: 1 }] },
					},
				],
			},
		});
		expect(shop.control.mails()).toEqual([]);
	});

	it('what is fulfilled, cancelled, refunded, too much or not there is refused in userErrors', async () => {
		const done = shop.control.order().id;
		const everything = [await everythingOf(done)];
		await create({ lineItemsByFulfillmentOrder: everything });
		const messages = async (orders: Json[]) =>
			(await create({ lineItemsByFulfillmentOrder: orders })).userErrors.map(
				({ message }) => message,
			);
		expect(await messages(everything)).toEqual([
			expect.stringMatching(/unfulfillable status= closed/),
		]);
		const cancelled = shop.control.order().id;
		shop.control.cancel(cancelled);
		expect(await messages([await everythingOf(cancelled)])).toEqual([
			expect.stringMatching(/unfulfillable status= cancelled/),
		]);
		const open = shop.control.order().id;
		const [node] = (await read(open)).fulfillmentOrders.nodes;
		const tooMuch = [{ id: node?.lineItems.nodes[0]?.id, quantity: 2 }];
		expect(
			await messages([{ fulfillmentOrderId: node?.id, fulfillmentOrderLineItems: tooMuch }]),
		).toEqual(['Invalid fulfillment order line item quantity requested.']);
		expect(await messages([{ fulfillmentOrderId: 'gid://shopify/FulfillmentOrder/1' }])).toEqual([
			'Fulfillment order does not exist.',
		]);
		expect(shop.control.getOrder(open).fulfillments).toEqual([]);
	});

	it('of two that are created at the same time, the second is refused', async () => {
		shop.control.setLatency({ fromMilliseconds: 30, toMilliseconds: 150 });
		const { id } = shop.control.order();
		const everything = [await everythingOf(id)];
		const results = await Promise.all([
			create({ lineItemsByFulfillmentOrder: everything }),
			create({ lineItemsByFulfillmentOrder: everything }),
		]);
		expect(results.map(({ userErrors }) => userErrors.length).sort()).toEqual([0, 1]);
		expect(shop.control.getOrder(id).fulfillments).toHaveLength(1);
	});

	it('an update replaces all tracking, and mails only if it is asked to', async () => {
		const { id } = shop.control.order();
		const { fulfillment } = await create({
			lineItemsByFulfillmentOrder: [await everythingOf(id)],
			trackingInfo: { numbers: ['N1'] },
		});
		const tracking = { numbers: ['N2', 'N3'] };
		const { data } = await graphql(shop, UPDATE, { id: fulfillment?.id, tracking });
		expect(data?.fulfillmentTrackingInfoUpdate).toEqual({
			fulfillment: { trackingInfo: [{ number: 'N2' }, { number: 'N3' }] },
			userErrors: [],
		});
		expect(shop.control.mails()).toEqual([]);
		await graphql(shop, UPDATE, { id: fulfillment?.id, tracking, notify: true });
		expect(shop.control.mails('N3')).toMatchObject([{ kind: 'shipping_update' }]);
		const other = await graphql(shop, UPDATE, { id: 'gid://shopify/Fulfillment/1', tracking });
		expect(other.data?.fulfillmentTrackingInfoUpdate).toMatchObject({
			fulfillment: null,
			userErrors: [{ field: ['fulfillmentId'] }],
		});
	});

	it('userErrors that were ordered come as often as ordered, and change nothing', async () => {
		const { id } = shop.control.order();
		shop.control.refuse({ mutation: 'fulfillmentCreate', message: 'Try again later.' });
		const everything = [await everythingOf(id)];
		expect(await create({ lineItemsByFulfillmentOrder: everything })).toEqual({
			fulfillment: null,
			userErrors: [{ field: null, message: 'Try again later.' }],
		});
		expect(shop.control.getOrder(id).fulfillments).toEqual([]);
		expect((await create({ lineItemsByFulfillmentOrder: everything })).userErrors).toEqual([]);
	});
});

describe('The list of orders by GraphQL', () => {
	const LIST = `query ($first: Int!, $after: String, $query: String) {
		orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT, reverse: true) {
			nodes { legacyResourceId lineItems(first: 250) { nodes { sku customAttributes { key value } } } }
			pageInfo { hasNextPage endCursor }
		}
	}`;

	interface Page {
		nodes: Array<{ legacyResourceId: string }>;
		pageInfo: { hasNextPage: boolean; endCursor: string | null };
	}
	const page = async (variables: Json): Promise<Page> =>
		(await graphql(shop, LIST, variables)).data?.orders as Page;

	it('all pages together have each order once, the last changed first', async () => {
		const orders = Array.from({ length: 5 }, () => {
			nowMs += 1000;
			return String(shop.control.order().id);
		});
		const seen: string[] = [];
		let after: string | null = null;
		do {
			const { nodes, pageInfo }: Page = await page({ first: 2, after });
			seen.push(...nodes.map(({ legacyResourceId }) => legacyResourceId));
			after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
		} while (after !== null);
		expect(seen).toEqual(orders.toReversed());
	});

	it('the search knows times and statuses, and refuses what it does not know', async () => {
		const old = shop.control.order();
		nowMs += 86_400_000;
		const unpaid = shop.control.order({ paid: false });
		const found = async (query: string) =>
			(await page({ first: 10, query })).nodes.map(({ legacyResourceId }) =>
				Number(legacyResourceId),
			);
		expect(await found("updated_at:>='2026-11-21T00:00:00Z'")).toEqual([unpaid.id]);
		expect(await found('updated_at:<2026-11-21T00:00:00Z')).toEqual([old.id]);
		expect(await found('financial_status:paid AND fulfillment_status:unfulfilled')).toEqual([
			old.id,
		]);
		expect(await found('')).toHaveLength(2);
		const { errors } = await graphql(shop, LIST, { first: 10, query: 'tag:vip' });
		expect(errors?.[0]?.message).toContain('tag:vip');
	});
});

describe('A GraphQL request', () => {
	it.each([
		['{ orders(first: 1) { nodes { colour } } }', 'Cannot query field "colour" on type "Order".'],
		['{ orders { nodes { id } } }', 'you must provide one of first or last'],
		['{ order(name: "#1") { id } }', 'Unknown argument "name" on field "QueryRoot.order".'],
		['{ shop }', 'Field "shop" of type "Shop!" must have a selection of subfields.'],
		['query ($id: ID!) { order(id: $id) { id } }', 'Variable "$id" has invalid value'],
		['{ shop { name }', 'Syntax Error: Expected Name, found <EOF>.'],
		['{ shop { ...names } }', 'Unknown fragment "names".'],
	])('%s is answered 200 with the reason in errors', async (query, message) => {
		shop.control.order();
		const { data, errors } = await graphql(shop, query);
		expect(data).toBeUndefined();
		expect(errors).toEqual([{ message: expect.stringContaining(message) as string }]);
	});

	it('a mutation whose result is asked for in a wrong way changes nothing', async () => {
		const { id } = shop.control.order();
		const input = { lineItemsByFulfillmentOrder: [await everythingOf(id)] };
		const wrong = CREATE.replace('id status', 'id colour');
		expect((await graphql(shop, wrong, { fulfillment: input })).errors).toHaveLength(1);
		const unknown = { ...input, trackingNumber: 'N1' };
		expect((await graphql(shop, CREATE, { fulfillment: unknown })).errors).toHaveLength(1);
		expect(shop.control.getOrder(id).fulfillments).toEqual([]);
	});

	it('aliases, inline values, comments and texts in blocks are understood', async () => {
		const { id } = shop.control.order();
		const { data } = await graphql(
			shop,
			`# an order
			{ mine: order(id: """gid://shopify/Order/${id}""") { number, lines: lineItems(first: 1) { edges { cursor node { sku } } } } }`,
		);
		expect(data?.mine).toMatchObject({
			number: 1001,
			lines: { edges: [{ node: { sku: 'T-S001-WHITE-M' } }] },
		});
	});

	it('a throttled request is ordered like any other fault', async () => {
		const body = { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }] };
		shop.control.injectFault({ match: { path: '*/graphql.json' }, status: 200, body, times: 1 });
		expect((await graphql(shop, '{ shop { name } }')).errors).toMatchObject([
			{ message: 'Throttled' },
		]);
		expect((await graphql(shop, '{ shop { name } }')).data).toEqual({ shop: { name: 'Sandbox' } });
	});
});
