import { request as httpRequest } from 'node:http';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { credentialFor } from './engine/run.ts';
import { serveTrigger, type ListeningOptions, type ListeningTrigger } from './engine/webhook.ts';
import { skipWaits } from './engine/skippedWaits.ts';
import { placeOrders, receivedRequests, withoutBackOff } from './orderRuns.ts';
import { locate, useSandbox } from './support.ts';

const node = useSandbox();
skipWaits();
withoutBackOff();

const EVENTS = ['order.created', 'order.updated', 'mockup_task.finished', 'shipment.created'];

const listening: ListeningTrigger[] = [];

afterEach(async () => {
	for (const trigger of listening.splice(0)) await trigger.close();
});

/**
 * Starts the trigger with Add Current Order, at the webhook address of the demo account. Its API key is a new one: what one
 * test shows of the service's limits is no matter of the next.
 */
async function startTrigger(
	parameters: INodeParameters = {},
	options: Partial<ListeningOptions> = {},
): Promise<ListeningTrigger> {
	const trigger = await serveTrigger({
		credential: credentialFor(node.sandbox, { apiKey: node.sandbox.control.createApiKey() }),
		parameters: { events: EVENTS, options: { addCurrentOrder: true }, ...parameters },
		...options,
	});
	listening.push(trigger);
	await node.sandbox.control.setWebhook({ url: trigger.url });
	return trigger;
}

const orderId = (): string => node.sandbox.control.order('@SHOP-1').id;
const orderPath = (): string => `/api/orders/${orderId()}`;

/** What the trigger asked of the service. */
const reads = (): string[] => receivedRequests(node);

/**
 * One delivery that says the order is in process. Returns the status of the answer.
 *
 * @param number makes an event of its own
 */
async function sendOrderEvent(
	retries = 0,
	number = 0,
	changes: { signingSecret?: string; data?: IDataObject } = {},
): Promise<number | undefined> {
	const { status } = await node.sandbox.control.sendEvent({
		type: 'order.updated',
		data: { order: { id: orderId(), status: 'inprocess', external_id: 'SHOP-1', number } },
		envelope: { retries },
		...changes,
	});
	return status;
}

beforeEach(async () => {
	await node.sandbox.control.setWebhook({ url: '' });
	await placeOrders(node, ['SHOP-1']);
	// As the events of these tests say. Without a webhook, nothing is delivered yet.
	await node.sandbox.control.stepOrder('@SHOP-1', 'inprocess');
});

/** What Get and Get Many hand out of the same order. */
async function readByOperations(): Promise<IDataObject> {
	const order = { orderId: locate('id', orderId()) };
	const { json: orders } = await node.run({ resource: 'order', operation: 'get', ...order });
	const { json: shipments } = await node.run({
		resource: 'shipment',
		operation: 'getAll',
		returnAll: true,
		...order,
	});
	return {
		order: orders[0],
		// The order is beside them: its external ID is not on each.
		shipments: shipments.map(({ orderExternalId: _, ...shipment }) => shipment),
	};
}

async function shipOrder(): Promise<string> {
	const { control } = node.sandbox;
	for (const status of ['pending', 'inprocess', 'fulfilled', 'shipped'] as const) {
		await control.stepOrder('@SHOP-1', status);
	}
	const id = control.shipments('@SHOP-1')[0]?.id ?? '';
	await control.settled();
	control.clearRecords();
	return id;
}

describe('Add Current Order', () => {
	it('an event that comes late carries the order and its shipments as they are now', async () => {
		const trigger = await startTrigger();
		await shipOrder();
		trigger.items.length = 0;
		expect(await sendOrderEvent()).toBe(200);
		const [item] = trigger.items;
		expect(item?.order).toMatchObject({ id: orderId(), status: 'inprocess' });
		const { order, shipments } = item?.current as { order: IDataObject; shipments: IDataObject[] };
		expect(order).toMatchObject({ id: orderId(), externalId: 'SHOP-1', status: 'shipped' });
		expect(shipments).toHaveLength(1);
		expect(item?.current).toEqual(await readByOperations());
		expect(item).not.toHaveProperty('currentError');
	});

	it('an event of a shipment carries its order, and all shipments on all pages', async () => {
		await node.sandbox.control.reset({ pageSize: 1, seed: { orders: 0 } });
		await placeOrders(node, ['SHOP-1']);
		const trigger = await startTrigger();
		const { control } = node.sandbox;
		for (const status of ['pending', 'inprocess', 'partial', 'fulfilled'] as const) {
			await control.stepOrder('@SHOP-1', status);
		}
		const ids = control.shipments('@SHOP-1').map(({ id }) => id);
		await control.settled();
		trigger.items.length = 0;
		await control.stepShipment(ids[0] ?? '', 'shipped');
		await control.settled();
		const [item] = trigger.items;
		expect(item).toMatchObject({ event: 'shipment.created', shipment: { orderId: orderId() } });
		expect(item?.current).toMatchObject({
			order: { id: orderId() },
			shipments: ids.map((id) => ({ id, orderId: orderId() })),
		});
	});

	it('an event of a mockup task stays as it is, and nothing is asked for it', async () => {
		const trigger = await startTrigger();
		node.sandbox.control.clearRecords();
		await node.sandbox.control.createMockupTask();
		await node.sandbox.control.settled();
		expect(trigger.items).toHaveLength(1);
		expect(Object.keys(trigger.items[0] ?? {})).not.toContain('current');
		expect(reads()).toEqual([]);
	});

	it('an event without an order says that it names none', async () => {
		const trigger = await startTrigger();
		expect(await sendOrderEvent(0, 0, { data: { order: { status: 'inprocess' } } })).toBe(200);
		expect(trigger.items).toEqual([
			expect.objectContaining({
				current: null,
				currentError: 'The event does not name its order',
			}),
		]);
	});

	it('a test event in the editor carries the current order as well', async () => {
		const trigger = await startTrigger({}, { mode: 'manual' });
		expect(await sendOrderEvent()).toBe(200);
		expect(trigger.items[0]?.current).toEqual(await readByOperations());
	});

	it('only a new, wanted event asks the service: a forged, filtered or repeated one asks nothing', async () => {
		const trigger = await startTrigger({ filters: { orderStatuses: ['inprocess'] } });
		node.sandbox.control.clearRecords();
		expect(await sendOrderEvent(0, 0, { signingSecret: 'forged' })).toBe(401);
		const data = { order: { id: orderId(), status: 'onhold' } };
		expect(await sendOrderEvent(0, 0, { data })).toBe(200);
		expect(reads()).toEqual([]);
		const delivery = await node.sandbox.control.sendEvent({
			type: 'order.updated',
			data: { order: { id: orderId(), status: 'inprocess' } },
		});
		expect(reads()).toEqual([`GET ${orderPath()}`, `GET ${orderPath()}/shipments`]);
		expect((await node.sandbox.control.redeliver(delivery.id)).status).toBe(200);
		expect(reads()).toHaveLength(2);
		expect(trigger.items).toHaveLength(1);
	});

	it('an event without the option asks nothing', async () => {
		const trigger = await startTrigger({ options: {} });
		node.sandbox.control.clearRecords();
		expect(await sendOrderEvent()).toBe(200);
		expect(trigger.items[0]).not.toHaveProperty('current');
		expect(reads()).toEqual([]);
	});
});

/** Stands for the ID of the order of these events, which is known once it is placed. */
const OWN_ID = 'own-id';

/** What a repetition of the delivery may find gone. */
const TEMPORARY: Array<[string, object]> = [
	['429', { status: 429, headers: { 'retry-after': '1' } }],
	['500', { status: 500 }],
	['502', { status: 502 }],
	['503', { status: 503 }],
	['504', { status: 504 }],
	['no answer', { reset: 'beforeCommit' }],
	['408', { status: 408 }],
	['an answer that is cut off', { status: 200, body: '{"id": "3f1c0b52", "sta' }],
	['a web page', { status: 200, body: '<html></html>' }],
];

describe('An order that cannot be read at the moment', () => {
	it.each(TEMPORARY)(
		'an event whose order cannot be read (%s) is delivered again, and then starts once',
		async (_what, fault) => {
			const trigger = await startTrigger();
			const { control } = node.sandbox;
			control.injectFault({ match: { path: `${orderPath()}*` }, ...fault });
			const data = { order: { id: orderId(), status: 'inprocess' } };
			const first = await control.sendEvent({ type: 'order.updated', data });
			expect(first.status).toBe(503);
			expect(trigger.items).toEqual([]);
			control.clearFaults();
			expect((await control.redeliver(first.id)).status).toBe(200);
			expect((await control.redeliver(first.id)).status).toBe(200);
			expect(trigger.items).toHaveLength(1);
			expect(trigger.items[0]?.current).not.toBeNull();
		},
	);

	it.each(TEMPORARY)(
		'an event whose order cannot be read (%s) starts all the same with its last delivery',
		async (_what, fault) => {
			const trigger = await startTrigger();
			node.sandbox.control.injectFault({ match: { path: `${orderPath()}/shipments` }, ...fault });
			expect(await sendOrderEvent(4)).toBe(503);
			expect(trigger.items).toEqual([]);
			expect(await sendOrderEvent(5)).toBe(200);
			expect(trigger.items).toEqual([
				expect.objectContaining({
					event: 'order.updated',
					order: expect.objectContaining({ id: orderId() }) as unknown,
					current: null,
					currentError: expect.stringMatching(/^[A-Z].{10,}/) as unknown,
				}),
			]);
		},
	);

	it.each<[string, object]>([
		['an empty body', { status: 200, body: '' }],
		['another order', { status: 200, body: { id: 'other', status: 'draft', orderItems: [] } }],
		['an ID alone', { status: 200, body: { '@type': 'Order', id: OWN_ID, externalId: 'SHOP-1' } }],
		['no status', { status: 200, body: { id: OWN_ID, status: null, orderItems: [] } }],
		['no items', { status: 200, body: { id: OWN_ID, status: 'inprocess' } }],
	])('an event whose order is answered with %s is delivered again', async (_what, fault) => {
		const trigger = await startTrigger();
		node.sandbox.control.injectFault({
			match: { path: orderPath() },
			...(JSON.parse(JSON.stringify(fault).replace(OWN_ID, orderId())) as object),
		});
		expect(await sendOrderEvent(4)).toBe(503);
		expect(await sendOrderEvent(5)).toBe(200);
		expect(trigger.items).toEqual([
			expect.objectContaining({
				current: null,
				currentError: expect.stringMatching(/^[A-Z].{10,}/) as unknown,
			}),
		]);
	});

	it('after a 429 that names a time, no other delivery that waits asks for the order', async () => {
		const trigger = await startTrigger();
		const { control } = node.sandbox;
		control.injectFault({ match: { path: orderPath() }, delayMilliseconds: 3_000 });
		control.injectFault({
			match: { path: orderPath() },
			status: 429,
			headers: { 'retry-after': '600' },
		});
		control.clearRecords();
		const answers = await Promise.all(
			Array.from({ length: 30 }, async (_, number) => await sendOrderEvent(0, number)),
		);
		expect(new Set(answers)).toEqual(new Set([503]));
		expect(reads()).toHaveLength(10);
		control.clearFaults();
		expect(await sendOrderEvent()).toBe(200);
		expect(trigger.items).toHaveLength(1);
	});

	it('an event is delivered again when nobody listens at the Base URL', async () => {
		const credential = credentialFor(node.sandbox, { baseUrl: 'http://127.0.0.1:9' });
		const trigger = await startTrigger({}, { credential });
		expect(await sendOrderEvent(0)).toBe(503);
		expect(await sendOrderEvent(5)).toBe(200);
		expect(trigger.items).toEqual([
			expect.objectContaining({ current: null, currentError: 'The service could not be reached' }),
		]);
	});

	it('an event starts with this delivery when it does not say how often it came', async () => {
		const trigger = await startTrigger();
		node.sandbox.control.injectFault({ match: { path: orderPath() }, status: 503 });
		const body = JSON.stringify({
			type: 'order.updated',
			occurred_at: new Date().toISOString(),
			data: { order: { id: orderId(), status: 'inprocess' } },
		});
		const { status } = await node.sandbox.control.sendEvent({ type: 'order.updated', body });
		expect(status).toBe(200);
		expect(trigger.items).toEqual([expect.objectContaining({ current: null })]);
	});

	it('no event of an outage is lost: the service sends each until it starts, once', async () => {
		await node.sandbox.control.reset({ timeScale: 2000, seed: { orders: 0 } });
		await placeOrders(node, ['SHOP-1']);
		const trigger = await startTrigger();
		const { control } = node.sandbox;
		control.injectFault({ match: { path: `${orderPath()}*` }, status: 503 });
		const statuses = ['pending', 'inprocess', 'onhold', 'fulfilled'] as const;
		for (const status of statuses) await control.stepOrder('@SHOP-1', status);
		await control.waitFor('delivery', ({ status }) => status === 503);
		control.clearFaults();
		const updated = () => trigger.items.filter(({ event }) => event === 'order.updated');
		await vi.waitFor(() => expect(updated()).toHaveLength(statuses.length), { timeout: 60_000 });
		await control.settled();
		const orders = updated();
		expect(orders.map(({ order }) => (order as IDataObject).status).toSorted()).toEqual(
			[...statuses].toSorted(),
		);
		for (const { current } of orders) {
			expect(current).toMatchObject({ order: { status: 'fulfilled' } });
		}
	});

	it('each event of an outage that outlasts all deliveries starts without the order', async () => {
		await node.sandbox.control.reset({ timeScale: 5000, seed: { orders: 0 } });
		await placeOrders(node, ['SHOP-1']);
		const trigger = await startTrigger();
		const { control } = node.sandbox;
		control.injectFault({ match: { path: `${orderPath()}*` }, status: 503 });
		await control.stepOrder('@SHOP-1', 'pending');
		const last = await control.waitFor('delivery', ({ attempt }) => attempt === 6);
		expect(last.status).toBe(200);
		const answers = control.deliveries().map(({ status }) => status);
		expect(answers).toEqual([503, 503, 503, 503, 503, 200]);
		expect(trigger.items).toEqual([expect.objectContaining({ current: null })]);
	});
});

describe('An order that no repetition makes readable', () => {
	const KEY = 'sandbox-revoked-key';

	it.each<[string, number, object]>([
		['401', 401, { status: 401 }],
		['403', 403, { status: 403 }],
		['410', 410, { status: 410 }],
		['422', 422, { status: 422 }],
		['302', 302, { status: 302, headers: { location: 'http://127.0.0.1:9/' } }],
	])('an event starts without an order that cannot be read (%s)', async (_what, _status, fault) => {
		const trigger = await startTrigger();
		node.sandbox.control.injectFault({ match: { path: orderPath() }, ...fault });
		expect(await sendOrderEvent()).toBe(200);
		expect(trigger.items).toHaveLength(1);
		expect(trigger.items[0]?.current).toBeNull();
		expect(trigger.items[0]?.currentError).toMatch(/^[A-Z].{10,}/);
	});

	it('the item says why the order could not be read, without the key', async () => {
		const credential = credentialFor(node.sandbox, { apiKey: KEY });
		const trigger = await startTrigger({}, { credential });
		expect(await sendOrderEvent()).toBe(200);
		expect(trigger.items[0]).toMatchObject({
			current: null,
			currentError: 'The service refused the API key',
		});
		expect(JSON.stringify(trigger.items)).not.toContain(KEY);
	});

	it('an event starts with what is wrong with a key that was pasted with more', async () => {
		const credential = credentialFor(node.sandbox, { apiKey: `Bearer ${KEY}` });
		const trigger = await startTrigger({}, { credential });
		expect(await sendOrderEvent()).toBe(200);
		expect(trigger.items[0]).toMatchObject({
			current: null,
			currentError: expect.stringMatching(
				/^The API Key in the credential contains the word "Bearer"/,
			) as unknown,
		});
		expect(JSON.stringify(trigger.items)).not.toContain(KEY);
	});

	it('the item of the last delivery says that the order was not found, once it is gone', async () => {
		const trigger = await startTrigger();
		const id = orderId();
		const data = { order: { id, status: 'inprocess' } };
		node.sandbox.control.removeOrder('@SHOP-1');
		// Of one event each: what is repeated would wait for the others.
		const answers = await Promise.all(
			[0, 4, 5].map(
				async (retries) =>
					await node.sandbox.control.sendEvent({
						type: 'order.updated',
						data,
						envelope: { retries, occurred_at: `2026-11-20T12:00:0${retries}+00:00` },
					}),
			),
		);
		expect(answers.map(({ status }) => status)).toEqual([503, 503, 200]);
		expect(trigger.items).toEqual([
			expect.objectContaining({
				current: null,
				currentError: `Order "${id}" was not found, although the event is about it: the service lags behind its event, or the order is gone`,
			}),
		]);
	});

	it('an event starts without the order when the Base URL cannot be used, which sends nothing', async () => {
		const credential = credentialFor(node.sandbox, { baseUrl: 'http://example.com' });
		const trigger = await startTrigger({}, { credential });
		node.sandbox.control.clearRecords();
		expect(await sendOrderEvent()).toBe(200);
		expect(trigger.items[0]?.currentError).toBe(
			'The Base URL in the credential has to begin with https://',
		);
		expect(reads()).toEqual([]);
	});

	it('an event starts without the order when its ID leads elsewhere', async () => {
		const trigger = await startTrigger();
		node.sandbox.control.clearRecords();
		expect(await sendOrderEvent(0, 0, { data: { order: { id: '..', status: 'inprocess' } } })).toBe(
			200,
		);
		expect(trigger.items[0]).toMatchObject({
			current: null,
			currentError: 'Order ".." cannot be used',
		});
		expect(reads()).toEqual([]);
	});

	it('an event starts without the order when its shipments go on for more than two pages', async () => {
		await node.sandbox.control.reset({ pageSize: 1, seed: { orders: 0 } });
		await placeOrders(node, ['SHOP-1']);
		const trigger = await startTrigger();
		const path = `${orderPath()}/shipments`;
		for (let page = 1; page <= 30; page += 1) {
			node.sandbox.control.injectFault({
				match: { path, ...(page > 1 && { query: { page: String(page) } }) },
				times: 1,
				status: 200,
				body: { 'hydra:member': [{ id: `s-${page}` }], 'hydra:totalItems': 1000 },
			});
		}
		node.sandbox.control.clearRecords();
		expect(await sendOrderEvent()).toBe(200);
		expect(trigger.items[0]?.currentError).toMatch(
			/^The shipments of order .* are more than are read$/,
		);
		expect(reads()).toHaveLength(1 + 2);
	});
});

describe('Deliveries that arrive while the order is read', () => {
	const slowly = (delayMilliseconds: number): void => {
		node.sandbox.control.injectFault({ match: { path: orderPath() }, delayMilliseconds });
	};

	it('deliveries of the same event wait for the order, and start nothing more', async () => {
		const trigger = await startTrigger();
		slowly(500);
		const { control } = node.sandbox;
		const body = JSON.stringify({
			type: 'order.updated',
			retries: 0,
			occurred_at: new Date().toISOString(),
			data: { order: { id: orderId(), status: 'inprocess' } },
		});
		control.clearRecords();
		const answers = await Promise.all(
			Array.from(
				{ length: 6 },
				async () => await control.sendEvent({ type: 'order.updated', body }),
			),
		);
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
		expect(trigger.items).toHaveLength(1);
		expect(reads()).toHaveLength(2);
	});

	it('deliveries of an event whose caller hung up are duplicates: the event has started', async () => {
		const trigger = await startTrigger();
		slowly(500);
		const { control } = node.sandbox;
		await control.setWebhook({ url: '' });
		await control.setWebhook({ url: trigger.url, unreachable: true });
		const unsent = await control.sendEvent({
			type: 'order.updated',
			data: { order: { id: orderId(), status: 'inprocess' } },
		});
		const call = httpRequest(trigger.url, { method: 'POST', headers: unsent.headers });
		call.on('error', () => undefined);
		call.end(unsent.body);
		await control.waitFor(
			'request',
			({ path }) => path === `${orderPath()}/shipments` || path === orderPath(),
		);
		call.destroy();
		await vi.waitFor(() => expect(trigger.items).toHaveLength(1), { timeout: 60_000 });
		await control.setWebhook({ url: trigger.url });
		expect((await control.redeliver(unsent.id)).status).toBe(200);
		expect(trigger.items).toHaveLength(1);
		expect(trigger.items[0]?.current).not.toBeNull();
	});

	it('of more than fifty deliveries at once the rest come again, and at most ten requests are under way', async () => {
		const trigger = await startTrigger();
		const { control } = node.sandbox;
		control.clearRecords();
		// The first ten requests last until all deliveries have come, on a busy machine, too.
		control.injectFault({ match: { path: orderPath() }, times: 10, delayMilliseconds: 3_000 });
		const send = async (number: number) =>
			await control.sendEvent({
				type: 'order.updated',
				data: { order: { id: orderId(), status: 'inprocess', number } },
			});
		const deliveries = await Promise.all(Array.from({ length: 80 }, async (_, n) => await send(n)));
		const accepted = deliveries.filter(({ status }) => status === 200);
		const later = deliveries.filter(({ status }) => status === 503);
		expect([accepted.length, later.length]).toEqual([50, 30]);
		expect(control.peakInFlight()).toBeLessThanOrEqual(10);
		for (const { id } of later) expect((await control.redeliver(id)).status).toBe(200);
		expect(trigger.items).toHaveLength(80);
		for (const { current } of trigger.items) expect(current).not.toBeNull();
	});

	it('a delivery waits for ten seconds when the service never answers, and nothing follows', async () => {
		const trigger = await startTrigger();
		slowly(60_000);
		const startedAt = Date.now();
		expect(await sendOrderEvent()).toBe(503);
		// The time is measured on a busy machine, too.
		expect(Date.now() - startedAt).toBeLessThan(20_000);
		expect(trigger.items).toEqual([]);
		node.sandbox.control.clearFaults();
	});
});
