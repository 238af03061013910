import { Ajv } from 'ajv';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';

import example from '../../examples/each-event-once.json' with { type: 'json' };
import { credentialFor } from './engine/run.ts';
import { receive } from './engine/trigger.ts';
import { EVENT_ITEM_SCHEMA, ITEM_ORDER } from './eventItemSchema.ts';
import { ALL_EVENTS, begin, DAY, MINUTE, pass, usePolling } from './pollingSupport.ts';

const polling = usePolling();

const ONLY_POLLED = ['order.late', 'order.waiting'];
const POLLED_EVENTS = [...new Set([...ALL_EVENTS, ...ONLY_POLLED])];
const WEBHOOK_EVENTS = POLLED_EVENTS.filter((event) => !ONLY_POLLED.includes(event));

/** Nobody listens there: what is delivered can be read from the sandbox. */
const NOWHERE = { url: 'http://127.0.0.1:9/', unreachable: true };

const fits = new Ajv({ allowUnionTypes: true, allErrors: true }).compile(EVENT_ITEM_SCHEMA);

function expectToFit(items: IDataObject[]): void {
	for (const item of items) {
		const { event } = item;
		expect(fits(item), `${String(event)}: ${JSON.stringify(fits.errors)}`).toBe(true);
		expect(Object.keys(item), String(event)).toEqual(
			ITEM_ORDER.filter((name) => Object.hasOwn(item, name)),
		);
	}
}

const jsonOf = (outputs: INodeExecutionData[][] | null): IDataObject[] =>
	(outputs ?? []).flat().map(({ json }) => json);

const eventsOf = (items: IDataObject[]): string[] =>
	[...new Set(items.map(({ event }) => String(event)))].toSorted();

const placeOrder = async (): Promise<void> => {
	const { control, url, accounts } = polling.sandbox;
	await fetch(`${url}/api/orders`, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			authorization: `Bearer ${accounts.demo.apiKey}`,
		},
		body: JSON.stringify(control.exampleOrder({ externalId: 'SHOP-1' })),
	});
};

/** Everything that the service tells of: an order, its parcel until it comes back, mockup tasks, an order that fails. */
const steps = (): Array<() => Promise<unknown>> => {
	const { control } = polling.sandbox;
	const shipment = (): string => control.shipments('@SHOP-1')[0]?.id ?? '';
	const task = (): string => control.mockupTasks().at(-1)?.id ?? '';
	const orderBecomes = (status: Parameters<typeof control.stepOrder>[1]) => async () =>
		await control.stepOrder('@SHOP-1', status);
	const shipmentBecomes = (status: Parameters<typeof control.stepShipment>[1]) => async () =>
		await control.stepShipment(shipment(), status);
	return [
		placeOrder,
		orderBecomes('pending'),
		orderBecomes('onhold'),
		orderBecomes('inprocess'),
		orderBecomes('fulfilled'),
		shipmentBecomes('packaged'),
		shipmentBecomes('shipped'),
		orderBecomes('shipped'),
		shipmentBecomes('returned'),
		async () => await control.createMockupTask(),
		async () => await control.stepMockupTask(task(), 'completed'),
		async () => await control.createMockupTask(),
		async () => await control.stepMockupTask(task(), 'failed'),
	];
};

describe('The one schema of both triggers', () => {
	beforeEach(async () => {
		const { control } = polling.sandbox;
		await control.setWebhook(NOWHERE);
		// One that is late, and one of each that waits, which are found by the second poll.
		control.addOrders({ count: 1, statuses: ['inprocess'], newestDaysAgo: 10 });
		const statuses = ['draft', 'pending', 'onhold', 'failed'] as const;
		control.addOrders({ count: statuses.length, statuses, newestDaysAgo: 3 });
	});

	it('the schema fits the items of every event, with their fields in its order, whichever trigger emits them', async () => {
		const { control } = polling.sandbox;
		const n8n = polling.n8n({ events: POLLED_EVENTS, options: { remindEveryDays: 1 } });
		await n8n.activate();
		control.clearRecords();
		const delivered: IDataObject[] = [];
		const polled: IDataObject[] = [];
		for (const step of steps()) {
			pass(MINUTE);
			await step();
			await control.settled();
			polled.push(...jsonOf((await n8n.poll()).outputs));
		}
		for (const delivery of control.deliveries()) {
			delivered.push(...(await receive(delivery, credentialFor(polling.sandbox), WEBHOOK_EVENTS)));
		}

		pass(DAY);
		polled.push(...jsonOf((await n8n.poll()).outputs));

		expect(eventsOf(delivered)).toEqual([...WEBHOOK_EVENTS].toSorted());
		expect(eventsOf(polled)).toEqual([...POLLED_EVENTS].toSorted());
		expectToFit(delivered);
		expectToFit(polled);
		const reminders = polled.filter(({ changeId }) => String(changeId).endsWith('/2'));
		expect(eventsOf(reminders)).toEqual(ONLY_POLLED);
		expect(reminders).toHaveLength(5);
		expect(polled.find(({ changeId }) => /waiting.failed$/.test(String(changeId)))).toMatchObject({
			order: { status: 'failed', validationErrors: [{ message: expect.any(String) }] },
		});
		expect(Object.keys(delivered[0] ?? {}).slice(0, 2)).toEqual(['event', 'order']);
	});

	it('the schema fits what Fetch Test Event shows', async () => {
		const { control } = polling.sandbox;
		control.addOrders({ count: 1, statuses: ['shipped'], newestDaysAgo: 1 });
		await control.createMockupTask();
		const n8n = await begin(polling.n8n({ events: POLLED_EVENTS }));
		const items = (await n8n.fetchTestEvent()).flat().map(({ json }) => json);
		expect(eventsOf(items)).toEqual([...POLLED_EVENTS].toSorted());
		expectToFit(items);
	});

	it('the schema fits the sample events that are pinned in an example', () => {
		const { pinData } = example as unknown as { pinData: Record<string, INodeExecutionData[]> };
		const items = jsonOf(Object.values(pinData));
		expect(eventsOf(items)).toEqual([...WEBHOOK_EVENTS].toSorted());
		expectToFit(items);
	});

	it('the schema does not fit an item with another object, or with a field that is not documented', () => {
		const item = {
			event: 'shipment.created',
			shipment: { id: '1', orderId: '2', shipmentStatus: 'shipped' },
			eventId: '3',
			changeId: 'shipment/1/shipped',
			occurredAt: '2026-11-20T12:00:00Z',
		};
		expect(fits(item)).toBe(true);
		const order = { id: '1', externalId: '2', status: 'draft' };
		const { shipment: _, ...rest } = item;
		const waiting = { ...rest, event: 'order.waiting', order, changeId: 'order/1/waiting/draft' };
		expect(fits(waiting)).toBe(true);
		for (const changeId of ['order/1/draft', 'order/1/waiting', 'order/1/waiting/draft/1']) {
			expect(fits({ ...waiting, changeId }), changeId).toBe(false);
		}
		for (const changes of [
			{ event: 'order.updated' },
			{ order },
			{ parcel: {} },
			{ changeId: 'order/1/shipped' },
			{ shipment: { ...item.shipment, weight: 1 } },
			{ occurredAt: 'yesterday' },
		]) {
			expect(fits({ ...item, ...changes }), JSON.stringify(changes)).toBe(false);
		}
	});
});
