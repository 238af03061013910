import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startWooCommerce, type WooCommerce } from '../../../sandbox/shops/index.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { skipWaits } from '../../core/engine/skippedWaits.ts';
import { callWoo, nextOf } from './support/client.ts';

type Json = Record<string, unknown>;

const DAY_MS = 86_400_000;

let nowMs: number;
skipWaits();

let shop: WooCommerce;
let receiver: Receiver;
beforeEach(async () => {
	nowMs = Date.parse('2026-11-20T12:00:00Z');
	receiver = await startReceiver();
	shop = await startWooCommerce({ now: () => nowMs, timeScale: 1000 });
});
afterEach(async () => {
	await shop.close();
	await receiver.close();
});

const subscribe = async (topic: string): Promise<number> => {
	const body = { topic, delivery_url: receiver.url, secret: 'a secret' };
	const { body: webhook } = await callWoo(shop, 'POST', '/webhooks', body);
	receiver.received.length = 0;
	return webhook.id as number;
};

const idsOf = async (query: string): Promise<number[]> => {
	const { body } = await callWoo<Json[]>(shop, 'GET', `/orders?${query}`);
	return body.map(({ id }) => id as number);
};

describe('An order of the WooCommerce double', () => {
	it('a paid order is processing, with SKU, print file, address and a link to itself', async () => {
		const { id } = shop.control.order({ lines: [{ sku: 'T-S001-WHITE-M', quantity: 2 }] });
		const { body } = await callWoo(shop, 'GET', `/orders/${id}`);
		expect(body).toMatchObject({
			id,
			number: String(id),
			status: 'processing',
			date_paid_gmt: '2026-11-20T12:00:00',
			date_completed: null,
			total: '49.80',
			shipping: { first_name: 'Ada', postcode: '10115', country: 'DE' },
			billing: { email: 'ada@customer.example' },
			line_items: [
				{
					...{ sku: 'T-S001-WHITE-M', quantity: 2, price: 20.924_369_5, total: '41.85' },
					...{ image: { id: 0, src: '' }, global_unique_id: '', parent_name: 'Team Shirt' },
					meta_data: [
						{ key: 'pa_color', value: 'white', display_key: 'Color', display_value: 'White' },
						{ key: 'pa_size', value: 'm', display_key: 'Size', display_value: 'M' },
						{ key: 'Print file' },
						{ key: '_reduced_stock', value: '2' },
					],
				},
			],
			refunds: [],
			_links: { self: [{ href: `${shop.url}/wp-json/wc/v3/orders/${id}` }] },
		});
	});

	it('an order has its tax, the sign of its currency, internal metadata, and what is in its parcel', async () => {
		const lines = [{ sku: 'MUG', name: 'Mug', price: '14.90', quantity: 2 }, { sku: 'CARD' }];
		const { id } = shop.control.order({ lines, customer: { lastName: 'O & Sons' } });
		const { body } = await callWoo(shop, 'GET', `/orders/${id}`);
		expect(body).toMatchObject({
			...{ total: '39.80', total_tax: '6.36', currency_symbol: '€', created_via: 'store-api' },
			tax_lines: [{ rate_code: 'DE-MWST.-1', rate_percent: 19, tax_total: '6.36' }],
			shipping: { last_name: 'O &amp; Sons' },
			shipping_lines: [{ meta_data: [{ key: 'Items', value: 'Mug &times; 2, CARD &times; 1' }] }],
			line_items: [
				...[{ price: 12.521_008_5, image: { id: '' }, parent_name: null }, { variation_id: 0 }],
			],
		});
		const keys = (body.meta_data as Json[]).map(({ key }) => key);
		expect(keys).toEqual([
			...['_coupons_hash', '_fees_hash', '_shipping_hash', '_taxes_hash', 'is_vat_exempt'],
		]);
	});

	it('a line has the properties that were entered', async () => {
		const line = { sku: 'MUG', printFile: null, properties: { Engraving: 'Nathan' } };
		const { id } = shop.control.order({ lines: [line] });
		expect((await callWoo(shop, 'GET', `/orders/${id}`)).body).toMatchObject({
			line_items: [{ meta_data: [{ key: 'Engraving', value: 'Nathan' }, {}] }],
		});
	});

	it('a line has no SKU once its product is deleted', async () => {
		const { id } = shop.control.order();
		shop.control.deleteProduct('T-S001-WHITE-M');
		expect((await callWoo(shop, 'GET', `/orders/${id}`)).body).toMatchObject({
			line_items: [{ sku: null, product_id: 0, variation_id: 0, name: 'Team Shirt - White / M' }],
		});
	});

	it('a new order is a draft, then pending, then processing', async () => {
		const { id } = shop.control.order();
		const { body } = await callWoo<Json[]>(shop, 'GET', `/orders/${id}/notes`);
		expect(body.map(({ note }) => note)).toEqual([
			'Order status changed from Pending payment to Processing.',
			'Order status changed from Draft to Pending payment.',
		]);
	});

	it('an order that is set to refunded has a refund of what is left, without lines', async () => {
		const { id, lines } = shop.control.order({ lines: [{ sku: 'T-S001-WHITE-M', quantity: 2 }] });
		shop.control.refund(id, { quantities: { [String(lines[0]?.id)]: 1 } });
		await callWoo(shop, 'PUT', `/orders/${id}`, { status: 'refunded' });
		const { body } = await callWoo(shop, 'GET', `/orders/${id}`);
		expect(body).toMatchObject({
			status: 'refunded',
			refunds: [{ total: '-24.90' }, { reason: 'Order fully refunded.', total: '-24.90' }],
		});
		const refunds = await callWoo<Json[]>(shop, 'GET', `/orders/${id}/refunds`);
		expect(refunds.body[1]).toMatchObject({ line_items: [] });
	});

	it('a deleted order is answered as it was, is in the trash then, and in no list of any status', async () => {
		const { id } = shop.control.order();
		const { status, body } = await callWoo(shop, 'DELETE', `/orders/${id}`);
		expect([status, body.status]).toEqual([200, 'processing']);
		expect((await callWoo(shop, 'GET', `/orders/${id}`)).body.status).toBe('trash');
		expect(await idsOf('status=any')).toEqual([]);
		expect(await idsOf('')).toEqual([]);
		expect(await idsOf('status=trash')).toEqual([id]);
		expect((await callWoo(shop, 'DELETE', `/orders/${id}`)).body).toMatchObject({
			code: 'woocommerce_rest_already_trashed',
			data: { status: 410 },
		});
		expect((await callWoo(shop, 'DELETE', `/orders/${id}?force=true`)).status).toBe(200);
		expect((await callWoo(shop, 'GET', `/orders/${id}`)).status).toBe(404);
	});

	it('an unpaid order is pending until it is paid', () => {
		const { id, status } = shop.control.order({ paid: false });
		expect(status).toBe('pending');
		shop.control.pay(id);
		expect(shop.control.getOrder(id).status).toBe('processing');
	});

	it('an order can be edited, refunded in part, refunded wholly and cancelled', async () => {
		const { id, lines } = shop.control.order({ lines: [{ sku: 'T-S001-WHITE-M', quantity: 3 }] });
		const line = String(lines[0]?.id);
		shop.control.edit(id, {
			quantities: { [line]: 2 },
			addLines: [{ sku: 'MUG003-WHITE-325-ML' }],
			customer: { city: 'Hamburg' },
		});
		shop.control.refund(id, { quantities: { [line]: 1 }, reason: 'too many' });
		const { body } = await callWoo(shop, 'GET', `/orders/${id}`);
		expect(body).toMatchObject({
			status: 'processing',
			shipping: { city: 'Hamburg' },
			line_items: [{ quantity: 2 }, { sku: 'MUG003-WHITE-325-ML', quantity: 1 }],
			refunds: [{ reason: 'too many', total: '-24.90' }],
		});
		const refunds = await callWoo<Json[]>(shop, 'GET', `/orders/${id}/refunds`);
		expect(refunds.body[0]).toMatchObject({
			amount: '24.90',
			line_items: [{ quantity: -1, meta_data: [{ key: '_refunded_item_id', value: line }] }],
		});
		shop.control.refund(id);
		expect(shop.control.getOrder(id).status).toBe('refunded');
		const other = shop.control.order();
		shop.control.cancel(other.id);
		expect(shop.control.getOrder(other.id).status).toBe('cancelled');
	});

	it('more pieces than are left cannot be refunded', () => {
		const { id, lines } = shop.control.order();
		expect(() => shop.control.refund(id, { quantities: { [String(lines[0]?.id)]: 2 } })).toThrow(
			'Only 1 of line',
		);
	});
});

describe('The list of orders', () => {
	it('the list has any status by default, the newest first, in pages with totals and links', async () => {
		const orders = [];
		for (let count = 0; count < 25; count += 1) {
			nowMs += 1000;
			orders.push(shop.control.order({ paid: count % 2 === 0 }).id);
		}
		const seen: number[] = [];
		let path: string | undefined = '/orders?per_page=10&status=any';
		let totals: Array<string | null> = [];
		while (path !== undefined) {
			const { body, headers }: { body: Json[]; headers: Headers } = await callWoo(
				shop,
				'GET',
				path,
			);
			seen.push(...body.map(({ id }) => id as number));
			totals = [headers.get('x-wp-total'), headers.get('x-wp-totalpages')];
			path = nextOf(headers)?.replace(`${shop.url}/wp-json/wc/v3`, '');
		}
		expect(seen).toEqual(orders.toReversed());
		expect(totals).toEqual(['25', '3']);
		expect(await idsOf('')).toHaveLength(10);
	});

	it('the next page is found where its link is followed with the same parameters once more, as n8n does', async () => {
		const orders = Array.from({ length: 25 }, () => shop.control.order().id);
		const { consumerKey, consumerSecret } = shop;
		const parameters = new URLSearchParams({
			...{ per_page: '10', status: 'processing' },
			...{ consumer_key: consumerKey, consumer_secret: consumerSecret },
		}).toString();
		const seen: unknown[] = [];
		let url: string | undefined = `${shop.url}/wp-json/wc/v3/orders?${parameters}`;
		while (url !== undefined) {
			const response: Response = await fetch(url);
			expect(response.status).toBe(200);
			seen.push(...((await response.json()) as Json[]).map(({ id }) => id));
			const next = nextOf(response.headers);
			url = next && `${next}&${parameters}`;
		}
		expect(seen.toSorted()).toEqual(orders.toSorted());
	});

	it('the link to the next page lists each status, and turns the plus sign of a date into a blank', async () => {
		for (let count = 0; count < 2; count += 1) shop.control.order();
		const after = encodeURIComponent('2026-11-01T00:00:00+01:00');
		const path = `/orders?status=processing,pending&per_page=1&after=${after}`;
		const { headers } = await callWoo(shop, 'GET', path);
		const query = nextOf(headers)?.split('?')[1] ?? '';
		expect(decodeURIComponent(query).split('&').toSorted()).toEqual(
			[
				...['status[0]=processing', 'status[1]=pending', 'per_page=1', 'page=2', 'dp=2'],
				...['context=view', 'after=2026-11-01T00:00:00+01:00'],
			].toSorted(),
		);
		expect(new URLSearchParams(query).get('after')).toBe('2026-11-01T00:00:00 01:00');
	});

	it.each([
		['of milliseconds and an offset', 'after=2026-11-20T12:30:00.000%2B09:00', 0],
		['of an offset alone', 'after=2026-11-20T12:30:00%2B09:00', 1],
		['without either', 'after=2026-11-20T03:30:00', 1],
		['of milliseconds alone', 'after=2026-11-20T04:30:00.000', 0],
	])('in Los Angeles, a date %s begins where the shop reads it', async (_, query, count) => {
		await shop.close();
		shop = await startWooCommerce({ now: () => nowMs, utcOffsetMinutes: -480 });
		// At 12:00 in UTC, which is 4:00 there.
		shop.control.order();
		expect(await idsOf(query)).toHaveLength(count);
	});

	it('the only page has a Link header without a next page', async () => {
		const { headers } = await callWoo(shop, 'GET', '/orders');
		expect(headers.get('link')).toBe(`<${shop.url}/wp-json/>; rel="https://api.w.org/"`);
	});

	it('the list is filtered by status, creation and change', async () => {
		const old = shop.control.order().id;
		nowMs += 5 * DAY_MS;
		const recent = shop.control.order({ paid: false }).id;
		expect(await idsOf('status=processing')).toEqual([old]);
		expect(await idsOf('status=processing,pending')).toEqual([recent, old]);
		expect(await idsOf('after=2026-11-22T00:00:00')).toEqual([recent]);
		expect(await idsOf('before=2026-11-22T00:00:00')).toEqual([old]);
		expect(await idsOf('modified_after=2026-11-22T00:00:00Z')).toEqual([recent]);
		shop.control.cancel(old);
		expect(await idsOf('modified_after=2026-11-22T00:00:00Z&order=asc')).toEqual([old, recent]);
	});

	it("dates without an offset are in the site's time zone unless dates_are_gmt is true", async () => {
		await shop.close();
		shop = await startWooCommerce({ now: () => nowMs, utcOffsetMinutes: 120 });
		const { id } = shop.control.order();
		const { body } = await callWoo(shop, 'GET', `/orders/${id}`);
		expect(body).toMatchObject({
			date_created: '2026-11-20T14:00:00',
			date_created_gmt: '2026-11-20T12:00:00',
		});
		expect(await idsOf('modified_after=2026-11-20T13:00:00')).toEqual([id]);
		expect(await idsOf('modified_after=2026-11-20T13:00:00&dates_are_gmt=true')).toEqual([]);
	});

	it.each([
		['status=unknown', 'rest_not_in_enum', /^status\[0\] is not one of any, trash, /],
		['per_page=101', 'rest_out_of_bounds', /^per_page must be between 1 \(inclusive\) and 100/],
		['page=0', 'rest_out_of_bounds', /^page must be greater than or equal to 1$/],
		['modified_after=yesterday', 'rest_invalid_date', /^Invalid date\.$/],
		['orderby=total', 'rest_not_in_enum', /^orderby is not one of date, id, modified\.$/],
	])('the list refuses %s with 400, and says why', async (query, code, reason) => {
		const { status, body } = await callWoo(shop, 'GET', `/orders?${query}`);
		expect(status).toBe(400);
		const [name = ''] = query.split('=');
		const message = expect.stringMatching(reason) as string;
		expect(body).toEqual({
			code: 'rest_invalid_param',
			message: `Invalid parameter(s): ${name}`,
			data: {
				status: 400,
				params: { [name]: message },
				details: { [name]: { code, message, data: null } },
			},
		});
	});
});

describe('Changes by a client', () => {
	it('completing an order mails the customer once, however often it is done', async () => {
		const { id } = shop.control.order();
		for (let count = 0; count < 3; count += 1) {
			const { body } = await callWoo(shop, 'PUT', `/orders/${id}`, { status: 'completed' });
			expect(body).toMatchObject({
				status: 'completed',
				date_completed_gmt: '2026-11-20T12:00:00',
			});
		}
		const kinds = shop.control.mails().map(({ kind }) => kind);
		expect(kinds).toEqual(['processing', 'completed']);
	});

	it('a status that does not exist, and an order that does not exist, are refused', async () => {
		const { id } = shop.control.order();
		expect((await callWoo(shop, 'PUT', `/orders/${id}`, { status: 'shipped' })).status).toBe(400);
		expect((await callWoo(shop, 'PUT', '/orders/1', {})).body).toMatchObject({
			code: 'woocommerce_rest_shop_order_invalid_id',
		});
	});

	it('metadata is added, and replaced by its key', async () => {
		const { id } = shop.control.order();
		for (const value of ['A', 'B']) {
			await callWoo(shop, 'PUT', `/orders/${id}`, { meta_data: [{ key: 'parcel', value }] });
		}
		expect(shop.control.getOrder(id).metaData).toMatchObject([{ key: 'parcel', value: 'B' }]);
	});

	it("the order's customer note is in the mail of a change that sets both at once", async () => {
		const { id } = shop.control.order({ note: 'Please ring twice.' });
		const { body } = await callWoo(shop, 'GET', `/orders/${id}`);
		expect(body).toMatchObject({ customer_note: 'Please ring twice.' });
		const changes = { status: 'completed', customer_note: 'Please ring twice.\nParcel DHL1' };
		expect((await callWoo(shop, 'PUT', `/orders/${id}`, changes)).body).toMatchObject(changes);
		expect(shop.control.mails('DHL1')).toMatchObject([
			{ kind: 'completed', text: `Your order ${id} is completed.\n${changes.customer_note}` },
		]);
	});

	it('a note for the customer is mailed each time; an internal one is not', async () => {
		const { id } = shop.control.order({ paid: false });
		expect((await callWoo(shop, 'GET', `/orders/${id}/notes?type=customer`)).body).toEqual([]);
		const notes = [
			{ note: 'Parcel DHL1 is on its way', customer_note: true },
			{ note: 'Parcel DHL1 is on its way', customer_note: true },
			{ note: 'Parcel DHL12 is on its way', customer_note: true },
			{ note: 'DHL1 seen' },
		];
		for (const note of notes) {
			expect((await callWoo(shop, 'POST', `/orders/${id}/notes`, note)).status).toBe(201);
		}
		expect(shop.control.customerNotes(id, 'DHL1')).toHaveLength(2);
		expect(shop.control.mails('DHL1')).toHaveLength(2);
		expect(shop.control.customerNotes(id)).toHaveLength(3);
		const { body } = await callWoo<Json[]>(shop, 'GET', `/orders/${id}/notes?type=internal`);
		expect(body[0]).toMatchObject({ note: 'DHL1 seen', customer_note: false });
	});
});

describe('Authentication', () => {
	it('key and secret are taken from the header or the query, and nothing else opens the API', async () => {
		const at = `${shop.url}/wp-json/wc/v3/products/categories`;
		const query = `consumer_key=${shop.consumerKey}&consumer_secret=${shop.consumerSecret}`;
		expect((await fetch(`${at}?${query}`)).status).toBe(200);
		expect((await fetch(at)).status).toBe(401);
		expect((await fetch(`${at}?${query}x`)).status).toBe(401);
		for (const [keys, code] of [
			['ck_other:cs_sandbox', 'woocommerce_rest_cannot_view'],
			['ck_sandbox:cs_other', 'woocommerce_rest_authentication_error'],
		] as const) {
			const answer = await fetch(at, { headers: { authorization: `Basic ${btoa(keys)}` } });
			expect(answer.status).toBe(401);
			expect(await answer.json()).toMatchObject({ code, data: { status: 401 } });
		}
	});
});

describe('A webhook', () => {
	it('a new webhook is called once as a form that names it', async () => {
		const body = { topic: 'order.created', delivery_url: receiver.url, secret: 's' };
		const { body: webhook } = await callWoo(shop, 'POST', '/webhooks', body);
		expect(receiver.received).toHaveLength(1);
		expect(receiver.received[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
		expect(String(receiver.received[0]?.rawBody)).toBe(`webhook_id=${String(webhook.id)}`);
	});

	it('an order is announced with the headers of WooCommerce and a signature of the body', async () => {
		const id = await subscribe('order.created');
		const order = shop.control.order();
		await shop.control.settled();
		expect(receiver.received).toHaveLength(1);
		const [call] = receiver.received;
		expect(call?.json).toMatchObject({ id: order.id, status: 'processing' });
		const signature = createHmac('sha256', 'a secret')
			.update(call?.rawBody ?? '')
			.digest('base64');
		expect(call?.headers).toMatchObject({
			'x-wc-webhook-id': String(id),
			'x-wc-webhook-topic': 'order.created',
			'x-wc-webhook-resource': 'order',
			'x-wc-webhook-event': 'created',
			'x-wc-webhook-source': `${shop.url}/`,
			'x-wc-webhook-signature': signature,
		});
	});

	it('several saves until WordPress does what is planned become one call, with the order as it is then', async () => {
		await shop.close();
		shop = await startWooCommerce({ now: () => nowMs, timeScale: 1000, webhookWaitSeconds: 60 });
		await subscribe('order.updated');
		const { id } = shop.control.order();
		const other = shop.control.order();
		await callWoo(shop, 'PUT', `/orders/${id}`, { customer_note: 'first' });
		await callWoo(shop, 'PUT', `/orders/${id}`, { customer_note: 'second' });
		const isOf = (wanted: number) => (call: { topic: string; body: string }) =>
			call.topic === 'order.updated' && call.body.startsWith(`{"id":${wanted},`);
		await shop.control.waitForDelivery(isOf(id));
		await shop.control.waitForDelivery(isOf(other.id));
		await shop.control.settled();
		expect(receiver.received.map(({ json }) => json)).toMatchObject([
			{ id, customer_note: 'second' },
			{ id: other.id },
		]);
		await callWoo(shop, 'PUT', `/orders/${id}`, { customer_note: 'third' });
		await shop.control.waitForDelivery(({ body }) => body.includes('"third"'));
		expect(receiver.received).toHaveLength(3);
	});

	it('order.updated is sent for payment, each save and each status, but not for a note', async () => {
		await subscribe('order.updated');
		const { id } = shop.control.order();
		await callWoo(shop, 'PUT', `/orders/${id}`, { status: 'completed' });
		await callWoo(shop, 'PUT', `/orders/${id}`, { status: 'completed' });
		await callWoo(shop, 'POST', `/orders/${id}/notes`, { note: 'a note', customer_note: true });
		await shop.control.settled();
		expect(receiver.received).toHaveLength(3);
	});

	it('a failed call is not repeated, and the seventh failure in a row switches the webhook off', async () => {
		const id = await subscribe('order.created');
		const statusOf = async () => (await callWoo(shop, 'GET', `/webhooks/${id}`)).body.status;
		receiver.answer = (response) => response.writeHead(500).end();
		for (let count = 1; count <= 7; count += 1) {
			expect(await statusOf()).toBe('active');
			shop.control.order();
			await shop.control.settled();
		}
		expect(await statusOf()).toBe('disabled');
		shop.control.order();
		await shop.control.settled();
		expect(receiver.received).toHaveLength(7);
	});

	it('a call that succeeds ends a row of failures', async () => {
		const id = await subscribe('order.created');
		for (let count = 1; count <= 15; count += 1) {
			receiver.answer = (response) => response.writeHead(count % 7 === 0 ? 200 : 503).end();
			shop.control.order();
			await shop.control.settled();
		}
		expect((await callWoo(shop, 'GET', `/webhooks/${id}`)).body.status).toBe('active');
	});

	it('webhooks are listed by status, and a deleted one is not called any more', async () => {
		const id = await subscribe('order.created');
		expect((await callWoo<Json[]>(shop, 'GET', '/webhooks?status=active')).body).toMatchObject([
			{ id, topic: 'order.created', delivery_url: receiver.url },
		]);
		expect((await callWoo(shop, 'GET', '/webhooks?status=disabled')).body).toEqual([]);
		await callWoo(shop, 'DELETE', `/webhooks/${id}?force=true`);
		expect((await callWoo(shop, 'GET', `/webhooks/${id}`)).status).toBe(404);
		shop.control.order();
		await shop.control.settled();
		expect(receiver.received).toEqual([]);
	});

	it('no webhook is sent to another machine', async () => {
		const body = { topic: 'order.created', delivery_url: 'https://shop.example.com/hook' };
		await callWoo(shop, 'POST', '/webhooks', body);
		expect(shop.control.deliveries()).toMatchObject([{ failure: 'only this machine is called' }]);
	});
});
