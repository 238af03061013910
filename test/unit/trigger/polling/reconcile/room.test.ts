import { describe, expect, it } from 'vitest';

import { reconcileOrders } from '../../../../../nodes/PodFulfilment/trigger/polling/reconcile/reconcileOrders.ts';
import { reconcileTasks } from '../../../../../nodes/PodFulfilment/trigger/polling/reconcile/reconcileTasks.ts';
import {
	MAX_TRACKED,
	Room,
} from '../../../../../nodes/PodFulfilment/trigger/polling/reconcile/room.ts';
import { encodeState } from '../../../../../nodes/PodFulfilment/trigger/polling/state/codec.ts';
import { createPollContext } from '../../../../../nodes/PodFulfilment/trigger/polling/state/pollContext.ts';
import type {
	ListSnapshot,
	TaskEntry,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
import { idKey } from '../../../../../nodes/PodFulfilment/trigger/polling/state/values.ts';
import { SETTINGS } from '../poller.ts';

const NOW = Date.UTC(2026, 10, 20, 12) / 1000;
const createdAt = new Date((NOW - 600) * 1000).toISOString();

const entry: TaskEntry = { emitted: 'pending', since: NOW, isDeletedAtService: false };
const withShipments = (count: number) => ({
	...entry,
	shipments: new Map(
		Array.from({ length: count }, (_, index) => [`s${index}`, { emitted: 'pending', since: NOW }]),
	),
});

describe('The room of a list in the state', () => {
	it('is taken by entries and their shipments, and given back', () => {
		const room = new Room(new Map([['a', withShipments(2)]]), 5);
		expect(room.take(undefined, entry)).toBe(true);
		expect(room.take(undefined, withShipments(1))).toBe(false);
		expect(room.take(withShipments(2), withShipments(3))).toBe(true);
		expect(room.take(undefined, entry)).toBe(false);
		expect(room.take(withShipments(3), withShipments(0))).toBe(true);
		expect(room.take(undefined, entry)).toBe(true);
		expect(room.leftOut).toBe(2);
	});

	it('lets what is known change where there is none left', () => {
		const room = new Room(new Map([['a', withShipments(9)]]), 5);
		expect(room.take(withShipments(9), withShipments(9))).toBe(true);
		expect(room.take(withShipments(9), withShipments(10))).toBe(false);
	});
});

describe('A list of mockup tasks that goes on growing', () => {
	const tasks = (from: number, count: number, status: string) =>
		Array.from({ length: count }, (_, index) => ({ id: `t${from + index}`, status, createdAt }));

	async function poll(
		before: ListSnapshot<TaskEntry> | undefined,
		members: ReturnType<typeof tasks>,
		scanStartedAt = NOW,
	) {
		const context = createPollContext(
			before ? { tasks: before } : {},
			NOW * 1000,
			{ ...SETTINGS, events: ['mockup_task.finished'] },
			!before,
		);
		const scan = {
			startedAt: scanStartedAt,
			isComplete: true,
			isNewestFirst: false,
			isShort: false,
		};
		return await reconcileTasks(
			{ members, deletedIds: [], hasUnread: false, withDetails: new Set(), scan },
			context,
		);
	}

	it('fills the state up to its bound; what is known goes on, and nothing is forgotten', async () => {
		const baseline = await poll(undefined, tasks(0, 10, 'pending'));
		const { list: known } = await poll(baseline.list, tasks(0, 10, 'pending'));
		for (let index = 20; known.entries.size < MAX_TRACKED - 5; index += 1) {
			known.entries.set(`t${index}`, entry);
		}
		const { list, changes, leftOut } = await poll(known, [
			...tasks(10, 10, 'pending'),
			...tasks(0, 10, 'completed'),
		]);
		expect(leftOut).toBe(5);
		expect(list.entries.size).toBe(MAX_TRACKED);
		expect(changes.filter(({ changeId }) => changeId.endsWith('/completed'))).toHaveLength(10);
		expect(changes.filter(({ changeId }) => changeId.endsWith('/pending'))).toHaveLength(5);
		expect(list.scanProgress.fullScanAt).toBe(known.scanProgress.fullScanAt);
	});
});

describe('An entry of the state', () => {
	it('takes at most 150 characters, and 70 for each shipment, whatever the service sends', async () => {
		const long = 'x'.repeat(5_000);
		const order = {
			id: long,
			status: long,
			createdAt,
			updatedAt: long,
		};
		const context = createPollContext({}, NOW * 1000, SETTINGS, true);
		const { snapshot } = await reconcileOrders(
			{
				orders: {
					members: [order],
					deletedIds: [],
					hasUnread: false,
					withDetails: new Set(),
				},
				shipments: new Map([[idKey(long), [{ id: long, shipmentStatus: long }]]]),
				unreadShipments: new Map(),
			},
			context,
		);
		const { orders } = await encodeState(snapshot, 'https://pod.example');
		const [[key = '', text = ''] = []] = Object.entries(orders?.entries ?? {});
		expect(key.length).toBeLessThan(40);
		expect(text).toContain('|');
		expect(text.length).toBeLessThan(220);
	});
});
