import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startShopify, type Shopify } from '../../../sandbox/shops/index.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { skipWaits } from '../../core/engine/skippedWaits.ts';
import { callShopify, nextOf } from './support/client.ts';

type Json = Record<string, unknown>;

const DAY_MS = 86_400_000;

/** So fast that eight retries within four hours take less than a second. */
const TIME_SCALE = 50_000;

let nowMs: number;
skipWaits();

let shop: Shopify;
let receiver: Receiver;
beforeEach(async () => {
	nowMs = Date.parse('2026-11-20T12:00:00Z');
	receiver = await startReceiver();
	shop = await startShopify({ now: () => nowMs, timeScale: TIME_SCALE });
});
afterEach(async () => {
	await shop.close();
	await receiver.close();
});

const subscribe = async (topic: string): Promise<number> => {
	const body = { webhook: { topic, address: receiver.url, format: 'json' } };
	const answer = await callShopify<{ webhook: { id: number } }>(
		shop,
		'POST',
		'/webhooks.json',
		body,
	);
	return answer.body.webhook.id;
};

const idsOf = async (query: string): Promise<number[]> => {
	const { body } = await callShopify<{ orders: Json[] }>(shop, 'GET', `/orders.json?${query}`);
	return body.orders.map(({ id }) => id as number);
};

const topics = () => receiver.received.map(({ headers }) => headers['x-shopify-topic']);

describe('An order of the Shopify double', () => {
	it('a line has the properties that were entered, and the owner marks it as sent', async () => {
		const line = { sku: 'MUG', printFile: null, properties: { Engraving: 'Nathan' } };
		const { id } = shop.control.order({ lines: [line] });
		shop.control.fulfill(id);
		const { body } = await callShopify(shop, 'GET', `/orders/${id}.json`);
		expect(body.order).toMatchObject({
			fulfillment_status: 'fulfilled',
			fulfillments: [{ tracking_numbers: [] }],
			line_items: [{ properties: [{ name: 'Engraving', value: 'Nathan' }] }],
		});
	});

	it('a paid order has number, SKU, print file, address and nothing fulfilled', async () => {
		const { id } = shop.control.order({ lines: [{ sku: 'T-S001-WHITE-M', quantity: 2 }] });
		const { body } = await callShopify(shop, 'GET', `/orders/${id}.json`);
		expect(body.order).toMatchObject({
			id,
			admin_graphql_api_id: `gid://shopify/Order/${id}`,
			name: '#1001',
			order_number: 1001,
			financial_status: 'paid',
			fulfillment_status: null,
			total_price: '49.80',
			created_at: '2026-11-20T12:00:00+00:00',
			shipping_address: { first_name: 'Ada', country_code: 'DE', country: 'Germany' },
			line_items: [
				{
					sku: 'T-S001-WHITE-M',
					quantity: 2,
					current_quantity: 2,
					fulfillable_quantity: 2,
					properties: [
						{ name: 'Print file', value: expect.stringContaining('https://') as string },
					],
				},
			],
			fulfillments: [],
			refunds: [],
		});
	});

	it('an order can be edited, refunded in part, refunded wholly and cancelled', async () => {
		const { id, lines } = shop.control.order({ lines: [{ sku: 'A', quantity: 3 }] });
		const line = String(lines[0]?.id);
		shop.control.edit(id, {
			quantities: { [line]: 2 },
			addLines: [{ sku: 'B' }],
			customer: { city: 'Bonn' },
		});
		shop.control.refund(id, { quantities: { [line]: 1 } });
		const { body } = await callShopify(shop, 'GET', `/orders/${id}.json`);
		expect(body.order).toMatchObject({
			financial_status: 'partially_refunded',
			shipping_address: { city: 'Bonn', first_name: 'Ada' },
			line_items: [
				{ quantity: 3, current_quantity: 1, fulfillable_quantity: 1 },
				{ sku: 'B', quantity: 1, current_quantity: 1 },
			],
			refunds: [{ refund_line_items: [{ line_item_id: Number(line), quantity: 1 }] }],
		});
		shop.control.refund(id);
		expect(shop.control.getOrder(id).financialStatus).toBe('refunded');
		const other = shop.control.order();
		shop.control.cancel(other.id);
		expect(shop.control.getOrder(other.id)).toMatchObject({
			financialStatus: 'refunded',
			cancelledAtMs: nowMs,
		});
		const unpaid = shop.control.order({ paid: false });
		expect(unpaid.financialStatus).toBe('pending');
		shop.control.cancel(unpaid.id);
		expect(shop.control.getOrder(unpaid.id).financialStatus).toBe('voided');
	});
});

describe('The list of orders by REST', () => {
	it('pages are linked with page_info, and the last has no next page', async () => {
		const orders = Array.from({ length: 5 }, () => shop.control.order().id);
		const seen: number[] = [];
		let path: string | undefined = '/orders.json?limit=2&status=any';
		while (path !== undefined) {
			const answer: { body: { orders: Json[] }; headers: Headers } = await callShopify(
				shop,
				'GET',
				path,
			);
			seen.push(...answer.body.orders.map(({ id }) => id as number));
			const next = nextOf(answer.headers);
			if (next !== undefined) {
				expect(next).toMatch(
					/^https:\/\/sandbox-shop\.myshopify\.com\/admin\/api\/[\d-]+\/orders\.json/,
				);
			}
			path = next?.replace(/^.*(?=\/orders\.json)/, '');
		}
		expect(seen).toEqual(orders.toReversed());
	});

	it('after an ID the list goes on with the orders that follow it', async () => {
		const [first = 0, ...others] = [1, 2, 3].map(() => shop.control.order().id);
		expect(await idsOf('limit=2')).toEqual([others[1], others[0]]);
		expect(await idsOf(`since_id=${first}&limit=2`)).toEqual(others);
		expect(await idsOf('since_id=1&limit=1')).toEqual([first]);
	});

	it('a page takes no other filters than those it was begun with', async () => {
		Array.from({ length: 3 }, () => shop.control.order());
		const { headers } = await callShopify(shop, 'GET', '/orders.json?limit=1');
		const path = nextOf(headers)?.replace(/^.*(?=\/orders\.json)/, '');
		expect((await callShopify(shop, 'GET', `${path}&status=any`)).status).toBe(400);
		expect((await callShopify(shop, 'GET', '/orders.json?page_info=x')).status).toBe(400);
	});

	it('the list has open orders by default, and is filtered by statuses and times', async () => {
		const cancelled = shop.control.order().id;
		shop.control.cancel(cancelled);
		nowMs += 5 * DAY_MS;
		const unpaid = shop.control.order({ paid: false }).id;
		expect(await idsOf('')).toEqual([unpaid]);
		expect(await idsOf('status=any')).toEqual([unpaid, cancelled]);
		expect(await idsOf('status=cancelled')).toEqual([cancelled]);
		expect(await idsOf('status=any&financial_status=refunded')).toEqual([cancelled]);
		expect(await idsOf('fulfillment_status=unfulfilled')).toEqual([unpaid]);
		expect(await idsOf('status=any&updated_at_min=2026-11-22T00:00:00Z')).toEqual([unpaid]);
		expect(await idsOf('status=any&created_at_max=2026-11-22T00:00:00Z')).toEqual([cancelled]);
		shop.control.edit(cancelled, { customer: { city: 'Bonn' } });
		expect(await idsOf('status=any&updated_at_min=2026-11-22T00:00:00Z')).toHaveLength(2);
	});

	it('a doubled slash, an old version and fields are understood', async () => {
		const { id } = shop.control.order();
		const { body, headers } = await callShopify(
			shop,
			'GET',
			'//orders.json?fields=id,name&limit=250',
		);
		expect(body.orders).toEqual([{ id, name: '#1001' }]);
		expect(headers.get('x-shopify-api-version')).toBe('2026-10');
	});

	it('a wrong token, a missing order and a limit over 250 are refused', async () => {
		const at = `${shop.url}/admin/api/2024-07/orders.json`;
		expect((await fetch(at, { headers: { 'x-shopify-access-token': 'other' } })).status).toBe(401);
		expect((await callShopify(shop, 'GET', '/orders/1.json')).body).toEqual({
			errors: 'Not Found',
		});
		expect((await callShopify(shop, 'GET', '/orders.json?limit=251')).status).toBe(400);
	});
});

describe('A webhook', () => {
	it('an order is announced with the headers of Shopify and an HMAC of the body', async () => {
		await subscribe('orders/paid');
		const { id } = shop.control.order();
		await shop.control.settled();
		expect(receiver.received).toHaveLength(1);
		const [call] = receiver.received;
		expect(call?.json).toMatchObject({ id, financial_status: 'paid' });
		expect(call?.headers).toMatchObject({
			'x-shopify-topic': 'orders/paid',
			'x-shopify-shop-domain': 'sandbox-shop.myshopify.com',
			'x-shopify-api-version': '2026-10',
			'x-shopify-hmac-sha256': createHmac('sha256', shop.appSecretKey)
				.update(call?.rawBody ?? '')
				.digest('base64'),
		});
	});

	it('payment, edit, refund and cancellation are announced under their topics', async () => {
		for (const topic of ['create', 'paid', 'updated', 'cancelled'])
			await subscribe(`orders/${topic}`);
		await subscribe('refunds/create');
		const { id, lines } = shop.control.order({ paid: false, lines: [{ sku: 'A', quantity: 2 }] });
		await shop.control.settled();
		expect(topics()).toEqual(['orders/create']);
		receiver.received.length = 0;
		shop.control.pay(id);
		shop.control.refund(id, { quantities: { [String(lines[0]?.id)]: 1 } });
		shop.control.cancel(id);
		await shop.control.settled();
		expect(topics().sort()).toEqual(
			[
				'orders/paid',
				'orders/cancelled',
				'refunds/create',
				...Array(3).fill('orders/updated'),
			].sort(),
		);
	});

	it('a failed webhook is repeated with the same ID and the payload of its time', async () => {
		await subscribe('orders/create');
		receiver.answer = (response) => {
			response.writeHead(receiver.received.length < 3 ? 500 : 200).end();
		};
		const { id } = shop.control.order();
		shop.control.cancel(id);
		await shop.control.waitForDelivery(({ status }) => status === 200);
		expect(receiver.received).toHaveLength(3);
		for (const { json, headers } of receiver.received) {
			expect(json.cancelled_at).toBeNull();
			expect(headers['x-shopify-webhook-id']).toBe(
				receiver.received[0]?.headers['x-shopify-webhook-id'],
			);
		}
	});

	it('a webhook that fails nine times is removed', async () => {
		const id = await subscribe('orders/create');
		receiver.answer = (response) => response.writeHead(500).end();
		shop.control.order();
		await shop.control.waitForDelivery(() => receiver.received.length === 9);
		expect(shop.control.webhooks()).toEqual([]);
		expect((await callShopify(shop, 'GET', `/webhooks/${id}.json`)).status).toBe(404);
	});

	it("webhooks are listed by topic as n8n's trigger asks for them, and deleted", async () => {
		const id = await subscribe('orders/paid');
		const { body } = await callShopify(shop, 'GET', '//webhooks?topic=orders%2Fpaid');
		expect(body.webhooks).toMatchObject([{ id, address: receiver.url, topic: 'orders/paid' }]);
		expect((await callShopify(shop, 'GET', '/webhooks?topic=orders%2Fcreate')).body).toEqual({
			webhooks: [],
		});
		await callShopify(shop, 'DELETE', `//webhooks/${id}.json`);
		expect(shop.control.webhooks()).toEqual([]);
	});
});
