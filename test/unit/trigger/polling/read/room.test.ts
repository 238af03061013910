import { describe, expect, it } from 'vitest';

import { deadlineIn } from '../../../../../nodes/PodFulfilment/transport/deadlineClient.ts';
import {
	Failures,
	ServiceClock,
} from '../../../../../nodes/PodFulfilment/trigger/polling/read/client.ts';
import {
	ListReader,
	MAX_TRACKED,
} from '../../../../../nodes/PodFulfilment/trigger/polling/read/listReader.ts';
import { WorkQueue } from '../../../../../nodes/PodFulfilment/trigger/polling/read/queue.ts';
import { Reports } from '../../../../../nodes/PodFulfilment/trigger/polling/read/reports.ts';
import { ORDERS } from '../../../../../nodes/PodFulfilment/trigger/polling/read/listReader.ts';
import {
	newList,
	type ListState,
	type OrderEntry,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
import { contextOf, entryOf, iso, NOW } from '../compare/contextOf.ts';
import { FakeService } from '../fakeService.ts';
import { changeIds, pollClientOf } from '../poller.ts';

const EVENTS = ['order.created', 'order.updated'];

/** A list of so many canceled orders, and one that is open. */
function listOf(count: number): ListState<OrderEntry> {
	const canceled = entryOf({ status: 'canceled', reading: 'done' });
	const entries = new Map([['open', entryOf()]]);
	for (let index = 1; index < count; index += 1) entries.set(`o${index}`, canceled);
	return { ...newList<OrderEntry>(undefined), entries, phase: 'steady', baselineAt: NOW };
}

/** Reads a list with the open order, which was put on hold, and two new ones. */
async function read(before: ListState<OrderEntry>) {
	const service = new FakeService(10);
	for (const [id, status] of [
		['open', 'onhold'],
		['new-1', 'draft'],
		['new-2', 'draft'],
	] as const) {
		const time = iso(NOW);
		service.orders.push({ id, status, createdAt: time, updatedAt: time, shipments: [] });
	}
	service.beginPoll(NOW * 1000);
	const requests = {
		client: pollClientOf(
			service.client,
			deadlineIn(1, () => 0),
			new ServiceClock(NOW),
		),
		failures: new Failures(),
		reports: new Reports(),
	};
	const { settings } = contextOf({}, { events: EVENTS });
	const given = { settings, requests, keepsAll: false, parcelsSince: undefined };
	const reader = new ListReader(ORDERS, before, given);
	await reader.readPages(requests);
	const { changes, leftOut } = reader;
	return { changes, leftOut, list: await reader.listAfter(new WorkQueue(requests)) };
}

describe('A list that is larger than the state has room for', () => {
	it('goes on with what is known, counts the rest, and keeps a full scan due', async () => {
		const { changes, leftOut, list } = await read(listOf(MAX_TRACKED));
		expect(changeIds([...changes.values()].flat())).toEqual(['order/open/onhold']);
		expect(leftOut).toBe(2);
		expect(list.entries.size).toBe(MAX_TRACKED);
		expect(list.fullScanAt).toBeUndefined();
	});

	it('counts parcels, too', async () => {
		const before = listOf(MAX_TRACKED - 3);
		const parcel = { status: 'shipped', since: 0 };
		const parcels = new Map([1, 2].map((number) => [`p${number}`, parcel]));
		before.entries.set('open', entryOf({ parcels }));
		expect((await read(before)).leftOut).toBe(1);
	});

	it('takes what is new while there is room', async () => {
		const { changes, leftOut } = await read(listOf(3));
		expect(leftOut).toBe(0);
		expect(changes.size).toBe(3);
	});
});
