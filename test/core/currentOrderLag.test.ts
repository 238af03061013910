import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { credentialFor } from './engine/run.ts';
import { serveTrigger, type ListeningTrigger } from './engine/webhook.ts';
import { skipWaits } from './engine/skippedWaits.ts';
import { placeOrders, receivedRequests, withoutBackOff } from './orderRuns.ts';
import { useSandbox } from './support.ts';

const node = useSandbox();
skipWaits();
withoutBackOff();

let trigger: ListeningTrigger;

/** Starts the trigger with Add Current Order, at the webhook address of the demo account. */
async function startTrigger(): Promise<void> {
	trigger = await serveTrigger({
		credential: credentialFor(node.sandbox),
		parameters: {
			events: ['order.updated', 'shipment.created'],
			options: { addCurrentOrder: true },
		},
	});
	await node.sandbox.control.setWebhook({ url: trigger.url });
}

/** Places the order, which is in process then, and starts the trigger. */
async function startWithOrderInProcess(timeScale = 60): Promise<void> {
	const { control } = node.sandbox;
	await control.reset({ timeScale, seed: { orders: 0 } });
	await placeOrders(node, ['SHOP-1']);
	await control.stepOrder('@SHOP-1', 'inprocess');
	await startTrigger();
	control.clearRecords();
}

beforeEach(async () => {
	await startWithOrderInProcess();
});

afterEach(async () => {
	await trigger.close();
});

const orderId = (): string => node.sandbox.control.order('@SHOP-1').id;

interface Current {
	order: IDataObject;
	shipments: IDataObject[];
}

const currentOf = (item: IDataObject | undefined): Current => item?.current as unknown as Current;

/** Delivers an event that says that the order has a status. Returns the status of the answer. */
async function sendOrderEvent(status: string, envelope: IDataObject = {}) {
	const delivery = await node.sandbox.control.sendEvent({
		type: 'order.updated',
		data: { order: { id: orderId(), status, external_id: 'SHOP-1' } },
		envelope: { retries: 0, ...envelope },
	});
	return delivery.status;
}

async function sendParcelEvent(id: string, envelope: IDataObject = {}, shipmentStatus = 'pending') {
	const delivery = await node.sandbox.control.sendEvent({
		type: 'shipment.created',
		data: { shipment: { id, orderId: orderId(), shipmentStatus } },
		envelope: { retries: 0, ...envelope },
	});
	return delivery.status;
}

/** The statuses that an order goes through. */
const SEQUENCE = ['draft', 'pending', 'inprocess', 'partial', 'fulfilled', 'shipped'];

/** Moves the order on until its parcel has left, and waits until all events have started the workflow. */
async function shipOrder(): Promise<void> {
	const { control } = node.sandbox;
	for (const status of ['fulfilled', 'shipped'] as const) {
		await control.stepOrder('@SHOP-1', status);
	}
	await control.settled();
	for (const { id } of control.deliveries()) {
		await control.waitFor('delivery', (delivery) => delivery.id === id && delivery.status === 200);
	}
}

/** Each event has started the workflow once, with an order that is at least as new as the event. */
function expectNoneLags(): void {
	const deliveries = node.sandbox.control.deliveries();
	expect(trigger.items).toHaveLength(new Set(deliveries.map(({ id }) => id)).size);
	expect(new Set(trigger.items.map(({ event }) => event))).toEqual(
		new Set(['order.updated', 'shipment.created']),
	);
	for (const item of trigger.items) {
		expect(item).not.toHaveProperty('currentError');
		const { order, shipments } = currentOf(item);
		if (item.event === 'order.updated') {
			const { status } = item.order as IDataObject;
			expect(SEQUENCE.indexOf(String(order.status))).toBeGreaterThanOrEqual(
				SEQUENCE.indexOf(String(status)),
			);
		} else {
			const { id } = item.shipment as IDataObject;
			expect(shipments.map((shipment) => shipment.id)).toContain(id);
		}
	}
}

describe('An order that lags behind its event', () => {
	it('each event starts the workflow with an order that is as new when reads lag for two seconds', async () => {
		node.sandbox.control.setReads({ lagMilliseconds: 2_000 });
		await shipOrder();
		expectNoneLags();
		const answers = node.sandbox.control.deliveries().map(({ status }) => status);
		expect(new Set(answers)).toEqual(new Set([200]));
	});

	it('each event is delivered again when reads lag for longer, and starts the workflow once', async () => {
		await trigger.close();
		// The service delivers an event again 1.5 s after the first answer.
		await startWithOrderInProcess(10);
		node.sandbox.control.setReads({ lagMilliseconds: 12_000 });
		await shipOrder();
		expectNoneLags();
		const first = node.sandbox.control.deliveries().filter(({ attempt }) => attempt === 1);
		expect(new Set(first.map(({ status }) => status))).toEqual(new Set([503]));
	});

	it('an event starts the workflow with the older order, and says so, when no further delivery is certain', async () => {
		const answers = await Promise.all([
			sendOrderEvent('shipped', { retries: 4, number: 1 }),
			sendOrderEvent('shipped', { retries: 5, number: 2 }),
			sendOrderEvent('shipped', { retries: 'often', number: 3 }),
		]);
		expect(answers).toEqual([503, 200, 200]);
		expect(trigger.items.map(({ number }) => number).toSorted()).toEqual([2, 3]);
		expect(receivedRequests(node)).toHaveLength(3 * 10);
		for (const item of trigger.items) {
			expect(item).toMatchObject({
				order: { status: 'shipped' },
				current: { order: { id: orderId(), status: 'inprocess' }, shipments: [] },
				currentError:
					'The order lags behind its event: the service shows it as inprocess, and the event says shipped',
			});
		}
	});

	it('an event of a parcel that is not listed starts the workflow with its last delivery, and says so', async () => {
		const { control } = node.sandbox;
		control.injectFault({ match: { path: `/api/orders/${orderId()}/shipments` }, status: 404 });
		const answers = await Promise.all([
			sendParcelEvent('parcel-1', { retries: 4 }),
			sendParcelEvent('parcel-2', { retries: 5 }),
		]);
		expect(answers).toEqual([503, 200]);
		expect(trigger.items).toEqual([
			expect.objectContaining({
				shipment: expect.objectContaining({ id: 'parcel-2' }) as unknown,
				current: { order: expect.objectContaining({ id: orderId() }) as unknown, shipments: [] },
				currentError:
					'The order lags behind its event: the parcel of the event is not among those of the order',
			}),
		]);
	});
});

describe('An order that its event proves to exist', () => {
	it('each event starts the workflow once, with its order, when the order is not found at first', async () => {
		const { control } = node.sandbox;
		control.injectFault({ match: { path: `/api/orders/${orderId()}` }, status: 404, times: 2 });
		expect(await sendOrderEvent('inprocess')).toBe(200);
		expect(trigger.items).toHaveLength(1);
		expect(currentOf(trigger.items[0]).order).toMatchObject({ id: orderId(), status: 'inprocess' });
		expect(trigger.items[0]).not.toHaveProperty('currentError');
		expect(receivedRequests(node)).toHaveLength(2 + 2);
	});

	it('an event is delivered again while its order is not found, and starts with its last delivery at the latest', async () => {
		const { control } = node.sandbox;
		control.injectFault({ match: { path: `/api/orders/${orderId()}` }, status: 404 });
		const answers = await Promise.all([
			sendOrderEvent('inprocess', { retries: 4, number: 1 }),
			sendOrderEvent('inprocess', { retries: 5, number: 2 }),
			sendOrderEvent('inprocess', { retries: 'often', number: 3 }),
		]);
		expect(answers).toEqual([503, 200, 200]);
		expect(receivedRequests(node)).toHaveLength(3 * 5);
		expect(trigger.items.map(({ number }) => number).toSorted()).toEqual([2, 3]);
		for (const item of trigger.items) {
			expect(item).toMatchObject({
				current: null,
				currentError: `Order "${orderId()}" was not found, although the event is about it: the service lags behind its event, or the order is gone`,
			});
		}
	});

	it('an event of a parcel is delivered again while the parcel is listed with an earlier status', async () => {
		const { control } = node.sandbox;
		await control.setWebhook({ url: '' });
		await control.stepOrder('@SHOP-1', 'fulfilled');
		const id = control.shipments('@SHOP-1')[0]?.id ?? '';
		const listed = control.shipments('@SHOP-1')[0]?.shipmentStatus;
		expect(['pending', 'packaged']).toContain(listed);
		await control.setWebhook({ url: trigger.url });
		const answers = await Promise.all([
			sendParcelEvent(id, { retries: 4, number: 1 }, 'shipped'),
			sendParcelEvent(id, { retries: 5, number: 2 }, 'shipped'),
		]);
		expect(answers).toEqual([503, 200]);
		expect(trigger.items).toEqual([
			expect.objectContaining({
				current: expect.objectContaining({
					shipments: [expect.objectContaining({ id, shipmentStatus: listed }) as unknown],
				}) as unknown,
				currentError: `The order lags behind its event: the service shows the parcel as ${listed}, and the event says shipped`,
			}),
		]);
		expect(await sendParcelEvent(id, { number: 3 }, String(listed))).toBe(200);
		expect(trigger.items[1]).not.toHaveProperty('currentError');
	});
});

describe('An order that differs from its event without lagging behind it', () => {
	const requests = (): number => receivedRequests(node).length;

	it('an order that was changed after the event is handed on at once', async () => {
		const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
		expect(await sendOrderEvent('shipped', { occurred_at: hourAgo })).toBe(200);
		expect(currentOf(trigger.items[0]).order).toMatchObject({ status: 'inprocess' });
		expect(trigger.items[0]).not.toHaveProperty('currentError');
		expect(requests()).toBe(2);
	});

	it.each(['onhold', 'canceled', 'failed'] as const)(
		'an order that is %s is handed on at once, and so is any order when the event says so',
		async (status) => {
			expect(await sendOrderEvent(status)).toBe(200);
			await trigger.close();
			await node.sandbox.control.setWebhook({ url: '' });
			await node.sandbox.control.stepOrder('@SHOP-1', status);
			await startTrigger();
			expect(await sendOrderEvent('shipped')).toBe(200);
			expect(currentOf(trigger.items[0]).order).toMatchObject({ status });
			expect(trigger.items[0]).not.toHaveProperty('currentError');
			expect(requests()).toBe(4);
		},
	);

	it.each([404, 410])(
		'an order whose shipments are answered with %i has none, and is handed on at once',
		async (status) => {
			const path = `/api/orders/${orderId()}/shipments`;
			node.sandbox.control.injectFault({ match: { path }, status });
			expect(await sendOrderEvent('inprocess')).toBe(200);
			expect(currentOf(trigger.items[0])).toMatchObject({
				order: { id: orderId() },
				shipments: [],
			});
			expect(trigger.items[0]).not.toHaveProperty('currentError');
			expect(requests()).toBe(2);
		},
	);
});
