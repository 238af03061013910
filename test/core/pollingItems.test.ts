import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { changeIdsOf } from './engine/polling.ts';
import { credentialFor } from './engine/run.ts';
import { receive } from './engine/trigger.ts';
import {
	addOrder,
	ALL_EVENTS,
	begin,
	DAY,
	MINUTE,
	nextPoll,
	pass,
	usePolling,
} from './pollingSupport.ts';

const polling = usePolling();

/** What only a delivery has, and the ID, which each trigger makes in its own way. */
const ONLY_DELIVERED = ['eventId', 'retries', 'accountId', 'webhookId', 'statistics'];
const ONLY_DELIVERED_OF_ORDERS = ['dashboardUrl', 'organizationId'];

const WEBHOOK_EVENTS = ALL_EVENTS.filter((event) => event !== 'order.late');

/** Nobody listens there: what is delivered can be read from the sandbox. */
const NOWHERE = { url: 'http://127.0.0.1:9/', unreachable: true };

/** Lets the service deliver what happens, and polls after each step. Returns both sorts of items by their change. */
async function bothTriggers(steps: Array<() => Promise<unknown>>) {
	const { control } = polling.sandbox;
	await control.setWebhook(NOWHERE);
	const n8n = await begin(polling.n8n({ events: WEBHOOK_EVENTS }));
	const polled: IDataObject[] = [];
	const delivered: IDataObject[] = [];
	for (const step of steps) {
		pass(MINUTE);
		control.clearRecords();
		await step();
		await control.settled();
		const credential = credentialFor(polling.sandbox);
		for (const delivery of control.deliveries()) {
			const items = await receive(delivery, credential, WEBHOOK_EVENTS);
			// Where it is answered slowly, the sandbox delivers an event again.
			const isNew = (item: IDataObject): boolean =>
				!delivered.some(
					({ event, changeId }) => event === item.event && changeId === item.changeId,
				);
			delivered.push(...items.filter(isNew));
		}
		const { outputs } = await n8n.poll();
		polled.push(...(outputs ?? []).flat().map(({ json }) => json));
	}
	return { polled, delivered };
}

describe('The item of a change', () => {
	it('the item is that of the webhook trigger, field by field, under the same changeId', async () => {
		const { control } = polling.sandbox;
		const order = () => control.order('@SHOP-1');
		const shipment = () => control.shipments('@SHOP-1')[0]?.id ?? '';
		const task = () => control.mockupTasks().at(-1)?.id ?? '';
		const { polled, delivered } = await bothTriggers([
			async () =>
				await fetch(`${polling.sandbox.url}/api/orders`, {
					method: 'POST',
					headers: {
						'content-type': 'application/json',
						authorization: `Bearer ${polling.sandbox.accounts.demo.apiKey}`,
					},
					body: JSON.stringify(control.exampleOrder({ externalId: 'SHOP-1' })),
				}),
			async () => await control.stepOrder(order().id, 'pending'),
			async () => await control.stepOrder(order().id, 'onhold'),
			async () => await control.stepOrder(order().id, 'inprocess'),
			async () => await control.stepOrder(order().id, 'fulfilled'),
			async () => await control.stepShipment(shipment(), 'packaged'),
			async () => await control.stepShipment(shipment(), 'shipped'),
			async () => await control.stepOrder(order().id, 'shipped'),
			async () => await control.stepShipment(shipment(), 'returned'),
			async () => await control.createMockupTask(),
			async () => await control.stepMockupTask(task(), 'completed'),
		]);

		const what = (items: IDataObject[]): string[] =>
			items.map(({ event, changeId }) => `${String(event)} ${String(changeId)}`);
		expect(what(polled).toSorted()).toEqual(what(delivered).toSorted());
		expect(polled).toHaveLength(12);
		for (const item of delivered) {
			const same = polled.find(({ changeId }) => changeId === item.changeId) ?? {};
			const shared = Object.keys(item).filter((name) => !ONLY_DELIVERED.includes(name));
			expect(Object.keys(same).toSorted()).toEqual([...shared, 'eventId'].toSorted());
			expect(same.eventId).toBe(item.changeId);
			for (const key of ['order', 'shipment', 'mockupTask']) {
				for (const [name, value] of Object.entries((item[key] ?? {}) as IDataObject)) {
					if (key === 'order' && ONLY_DELIVERED_OF_ORDERS.includes(name)) continue;
					expect((same[key] as IDataObject)[name], `${key}.${name}`).toEqual(value);
				}
			}
			const late = Date.parse(String(same.occurredAt)) - Date.parse(String(item.occurredAt));
			expect(Math.abs(late), String(same.changeId)).toBeLessThan(MINUTE);
		}
	});

	it('the item has the whole order, as the operation Get simplifies it', async () => {
		const n8n = await begin(polling.n8n());
		const { id } = addOrder(polling, 'draft');
		pass(MINUTE);
		const { outputs } = await n8n.poll();
		const { json } = await polling.run({
			resource: 'order',
			operation: 'get',
			orderId: { __rl: true, mode: 'id', value: id },
		});
		expect(outputs?.[0]?.map((item) => item.json.order)).toEqual(json);
		expect(json[0]?.orderItems).toHaveLength(1);
	});

	it('an order is told as created before it is told as updated', async () => {
		const n8n = await begin(polling.n8n());
		const { id } = addOrder(polling, 'pending');
		expect(await nextPoll(n8n)).toEqual([`order/${id}/created`, `order/${id}/pending`]);
		expect(await nextPoll(n8n)).toEqual([]);
	});

	it('tells what happened between two polls once, as it is then', async () => {
		const { id } = addOrder(polling, 'draft');
		const n8n = await begin(polling.n8n());
		for (const status of ['pending', 'inprocess', 'onhold'] as const) {
			await polling.sandbox.control.stepOrder(id, status);
		}
		expect(await nextPoll(n8n)).toEqual([`order/${id}/onhold`]);
	});
});

describe('The outputs', () => {
	const changeEverything = async (): Promise<string[]> => {
		const { control } = polling.sandbox;
		const { id } = addOrder(polling, 'shipped');
		const [shipment] = control.shipments(id);
		const task = await control.createMockupTask();
		return [
			`order/${id}/created`,
			`order/${id}/shipped`,
			`mockupTask/${task.id}/pending`,
			`shipment/${String(shipment?.id)}/shipped`,
		];
	};

	it('all events have one output', async () => {
		const n8n = await begin(polling.n8n({ events: ALL_EVENTS, outputs: 'single' }));
		const changes = await changeEverything();
		pass(MINUTE);
		const { outputs } = await n8n.poll();
		expect(outputs).toHaveLength(1);
		expect(changeIdsOf(outputs).toSorted()).toEqual(changes.toSorted());
	});

	it('each event has an output, in the order of the events', async () => {
		polling.sandbox.control.addOrders({ count: 1, statuses: ['inprocess'], newestDaysAgo: 10 });
		const late = polling.sandbox.control.orders()[0]?.id;
		const n8n = polling.n8n({ events: [...ALL_EVENTS].reverse(), outputs: 'perEvent' });
		await n8n.activate();
		const [created, updated, task, shipment] = await changeEverything();
		pass(MINUTE);
		const { outputs } = await n8n.poll();
		expect(outputs?.map((items) => changeIdsOf([items]))).toEqual([
			[created],
			[updated],
			[task],
			[shipment],
			[`order/${late}/late`],
		]);
	});

	it('the outputs have only what the filters let pass, and what they hold back is not told later', async () => {
		const n8n = await begin(
			polling.n8n({
				events: ALL_EVENTS,
				filters: {
					orderStatuses: ['onhold'],
					mockupTaskStatuses: ['failed'],
					shipmentStatuses: [],
				},
			}),
		);
		const { control } = polling.sandbox;
		const { id } = addOrder(polling, 'pending');
		const task = await control.createMockupTask();
		expect(await nextPoll(n8n)).toEqual([]);
		await control.stepOrder(id, 'onhold');
		await control.stepMockupTask(task.id, 'failed');
		expect((await nextPoll(n8n)).toSorted()).toEqual([
			`mockupTask/${task.id}/failed`,
			`order/${id}/onhold`,
		]);
		n8n.node.parameters.filters = {};
		await n8n.deactivate();
		pass(DAY);
		expect(changeIdsOf((await n8n.activate()).outputs)).toEqual([]);
	});
});
