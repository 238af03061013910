import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import {
	decodeState,
	encodeState,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/codec.ts';
import { FakeService } from '../fakeService.ts';
import { Poller } from '../poller.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const COUNT = 100;

const iso = (time: number): string => new Date(time).toISOString();

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** A service in which everything is about to change, with the longest statuses that the spec names. */
function service(): FakeService {
	const created = new FakeService(30);
	for (let count = 0; count < COUNT; count += 1) {
		created.orders.push({
			id: randomUUID(),
			status: 'inprocess',
			createdAt: iso(NOW - 20 * DAY),
			updatedAt: iso(NOW - 20 * DAY + 1),
			shipments: [{ id: randomUUID(), shipmentStatus: 'packaged' }],
		});
		created.tasks.push({ id: randomUUID(), status: 'pending', createdAt: iso(NOW - 20 * DAY) });
	}
	return created;
}

function changeAll({ orders, tasks }: FakeService): void {
	for (const order of orders) {
		order.status = 'partial';
		order.updatedAt = iso(NOW + MINUTE + 1);
		for (const shipment of order.shipments) shipment.shipmentStatus = 'returned';
	}
	for (const task of tasks) task.status = 'completed';
}

describe('The state', () => {
	it('the state has at most 100 bytes for each open order, shipment and task, even while changes wait to be emitted', async () => {
		const changing = service();
		const poller = new Poller(changing, { emitAfterSeconds: 1200 });
		await poller.poll(NOW);
		changeAll(changing);
		expect(await poller.poll(NOW + 2 * MINUTE)).toEqual([]);
		const { orders, tasks } = poller.state ?? {};
		expect(Object.keys(orders?.entries ?? {})).toHaveLength(COUNT);
		expect(bytesOf(orders?.entries)).toBeLessThan(2 * 100 * COUNT);
		expect(bytesOf(tasks?.entries)).toBeLessThan(100 * COUNT);
		expect(bytesOf(poller.state)).toBeLessThan(3 * 100 * COUNT);
	});

	it('the state holds IDs, statuses and times only: no personal data', async () => {
		const one = service();
		const poller = new Poller(one);
		Object.assign(one.orders[0] ?? {}, {
			externalId: 'SHOP-1',
			recipient: { name: 'Jane Roe', email: 'jane@example.com' },
		});
		await poller.poll(NOW);
		expect(JSON.stringify(poller.state)).not.toMatch(/SHOP|Jane|@/);
	});

	it('the state is the same after it was decoded and encoded', async () => {
		const changing = service();
		const poller = new Poller(changing, { emitAfterSeconds: 1200 });
		await poller.poll(NOW);
		changeAll(changing);
		await poller.poll(NOW + 2 * MINUTE);
		const { state } = poller;
		expect(await encodeState(await decodeState(state), state?.address ?? '')).toEqual(state);
	});

	it.each(['__proto__', 'constructor', 'a|b=c;d', '~x', 'x'.repeat(200), 'ä ö'])(
		'the state tracks an order whose ID or status is %j, in at most 100 bytes',
		async (text) => {
			const odd = new FakeService(10);
			odd.orders.push({ id: text, status: text, createdAt: iso(NOW - DAY), shipments: [] });
			const poller = new Poller(odd, { events: ['order.updated'] });
			await poller.poll(NOW);
			expect(await poller.poll(NOW + MINUTE)).toEqual([]);
			expect(bytesOf(poller.state?.orders?.entries)).toBeLessThan(100);
			Object.assign(odd.orders[0] ?? {}, { status: `${text}2` });
			const [change] = await poller.poll(NOW + 2 * MINUTE);
			expect(change?.changeId).toBe(`order/${text}/${text}2`.trim());
		},
	);

	it('the state forgets an order 30 days after it was shipped, once newer ones are known', async () => {
		const one = new FakeService(10);
		one.orders.push({
			id: 'a',
			status: 'inprocess',
			createdAt: iso(NOW - DAY),
			updatedAt: iso(NOW - DAY),
			shipments: [],
		});
		const poller = new Poller(one);
		await poller.poll(NOW);
		Object.assign(one.orders[0] ?? {}, { status: 'shipped', updatedAt: iso(NOW) });
		const days = async (from: number, to: number): Promise<void> => {
			for (let day = from; day <= to; day += 1) await poller.poll(NOW + day * DAY);
		};
		await days(1, 34);
		expect(Object.keys(poller.state?.orders?.entries ?? {})).toEqual(['a']);
		one.orders.push({
			id: 'b',
			status: 'inprocess',
			createdAt: iso(NOW + 34 * DAY),
			updatedAt: iso(NOW + 34 * DAY),
			shipments: [],
		});
		await days(35, 37);
		expect(Object.keys(poller.state?.orders?.entries ?? {})).toEqual(['b']);
		expect(await poller.poll(NOW + 38 * DAY)).toEqual([]);
	});
});
