import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import {
	decodeState,
	encodeState,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/codec.ts';
import type { StoredState } from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
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

/** A state as it is in users' static data, with every field that there is. Its names and letters must never change. */
const STORED: StoredState = {
	version: 1,
	orders: {
		entries: {
			a: 'inprocess;partial;tlpwu8;tfrksg;tlpwu9;tlpwua;mz1;glbc|s=packaged;shipped;tlpwub|t=pending',
		},
		progress: {
			phase: 'steady',
			emitFrom: 1_790_000_000,
			newFrom: 1_780_000_000,
			newestCreatedAt: 1_790_000_001,
			lastChangedAt: 1_790_000_002,
			highWaterMark: 1_790_000_003,
			fullScanAt: 1_790_000_004,
			scan: {
				next: '/api/orders?page=4',
				startedAt: 1_790_000_005,
				isNewestFirst: true,
				descents: 21,
				count: 300,
				hasUnread: true,
			},
			isNewestFirst: true,
			shortScans: 1,
			lastSingle: 'a',
			lastShipments: 'b',
		},
	},
	tasks: {
		entries: { m: 'pending;;tlpwu8;tfrksg;g' },
		progress: { phase: 'baseline', emitFrom: 1_790_000_000, newFrom: 1_790_000_000 },
	},
	shipmentsFrom: 1_790_000_004,
};

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
		expect(await encodeState(await decodeState(poller.state))).toEqual(poller.state);
	});

	it('that an earlier release stored is read as before, and stored again unchanged', async () => {
		const { orders, tasks, shipmentsFrom } = await decodeState(STORED);
		expect(orders?.entries.get('a')).toEqual({
			emitted: 'inprocess',
			observed: 'partial',
			since: 1_790_000_000,
			createdAt: 1_780_000_000,
			newSince: 1_790_000_001,
			inProductionSince: 1_790_000_002,
			shipmentsVersion: 'mz1',
			isDeletedAtService: true,
			isLateDecided: true,
			needsShipmentBaseline: true,
			wasReadAfterFinish: true,
			shipments: new Map([
				['s', { emitted: 'packaged', observed: 'shipped', since: 1_790_000_003 }],
				['t', { emitted: 'pending', since: 0 }],
			]),
		});
		expect(orders?.scanProgress).toEqual(STORED.orders?.progress);
		expect(tasks?.entries.get('m')).toEqual({
			emitted: 'pending',
			since: 1_790_000_000,
			createdAt: 1_780_000_000,
			isDeletedAtService: true,
		});
		expect(shipmentsFrom).toBe(1_790_000_004);
		expect(JSON.stringify(await encodeState({ orders, tasks, shipmentsFrom }))).toBe(
			JSON.stringify(STORED),
		);
	});

	it('a state of another version is ignored', async () => {
		expect(await decodeState({ version: 2 } as unknown as StoredState)).toEqual({});
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

	it('the state forgets an order 30 days after it was shipped, once it was created as long ago', async () => {
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
		await days(1, 29);
		expect(Object.keys(poller.state?.orders?.entries ?? {})).toEqual(['a']);
		await days(30, 34);
		expect(poller.state?.orders?.entries).toEqual({});
		expect(await poller.poll(NOW + 35 * DAY)).toEqual([]);
	});
});
