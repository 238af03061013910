import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { ordersNeedingDetails } from '../../../../../nodes/PodFulfilment/trigger/polling/read/ordersNeedingDetails.ts';
import {
	createPollContext,
	type PollingSettings,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/pollContext.ts';
import type {
	OrderEntry,
	ScanProgress,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
import { DAY, iso, NOW, orderEntry } from '../reconcile/polledOrder.ts';
import { SETTINGS } from '../poller.ts';

const HOUR = 3600;

const VERIFICATION: ScanProgress = { phase: 'verification', emitFrom: NOW, newFrom: NOW };

/** Keys of the orders that a poll reads by their ID as well. */
async function needing(
	orders: IDataObject[],
	known: Record<string, OrderEntry> = {},
	settings: Partial<PollingSettings> = {},
): Promise<string[]> {
	const before = {
		orders: { entries: new Map(Object.entries(known)), scanProgress: VERIFICATION },
	};
	const context = createPollContext(before, NOW * 1000, { ...SETTINGS, ...settings });
	const members = new Map(orders.map((order) => [String(order.id), { orderItems: [], ...order }]));
	const scan = { startedAt: NOW, isComplete: true, isNewestFirst: true, isShort: false };
	return [...(await ordersNeedingDetails(members, context, { ...scan, serviceTime: NOW }))];
}

const order = (id: string, status: string, changed: number): IDataObject => ({
	id,
	status,
	createdAt: iso(changed),
	updatedAt: iso(changed),
});

describe('The orders to read by their ID although their status is the same', () => {
	it('those that have waited for too long are read, known before or not', async () => {
		const waited = orderEntry({ emitted: 'onhold', since: NOW - DAY });
		const keys = await needing(
			[
				order('known', 'onhold', NOW - DAY),
				order('unknown', 'draft', NOW - DAY),
				order('recent', 'pending', NOW - DAY + 1),
				order('going', 'inprocess', NOW - 2 * DAY),
			],
			{ known: waited, going: orderEntry({ emitted: 'inprocess' }) },
		);
		expect(keys.sort()).toEqual(['known', 'unknown']);
	});

	it('one that was emitted, has another status now, or is doubted is not read', async () => {
		const waited = { emitted: 'onhold', since: NOW - 2 * DAY, waitingSince: NOW - 2 * DAY };
		const keys = await needing(
			[
				order('told', 'onhold', NOW - 2 * DAY),
				order('changed', 'pending', NOW - 60),
				order('doubted', 'onhold', NOW - 2 * DAY),
			],
			{
				told: orderEntry({ ...waited, waiting: { atSeconds: NOW - HOUR, count: 1 } }),
				changed: orderEntry(waited),
				doubted: orderEntry({ emitted: 'shipped', updatedAtMs: NOW * 1000 }),
			},
		);
		expect(keys).toEqual([]);
	});

	it('one that is to be a reminder is read again', async () => {
		const told = orderEntry({
			emitted: 'onhold',
			waitingSince: NOW - 9 * DAY,
			waiting: { atSeconds: NOW - 2 * DAY, count: 1 },
		});
		const orders = [order('a', 'onhold', NOW - 9 * DAY)];
		expect(await needing(orders, { a: told })).toEqual([]);
		expect(await needing(orders, { a: told }, { remindEverySeconds: 2 * DAY })).toEqual(['a']);
	});

	it('none is read when nobody asked for waiting orders', async () => {
		const orders = [order('a', 'onhold', NOW - 9 * DAY)];
		expect(await needing(orders, {}, { events: ['order.updated'] })).toEqual([]);
	});

	it('a hundred are read at the most, those first that have waited longest', async () => {
		const orders = Array.from({ length: 150 }, (_, index) =>
			order(`o${index}`, 'draft', NOW - DAY - ((index * 7) % 150) * 60),
		);
		const longestFirst = [...orders]
			.sort((a, b) => String(a.updatedAt).localeCompare(String(b.updatedAt)))
			.map(({ id }) => id);
		expect(await needing(orders)).toEqual(longestFirst.slice(0, 100));
	});

	it('late ones are read where the list abbreviates them, whatever their number', async () => {
		const late = orderEntry({ emitted: 'inprocess', inProductionSince: NOW - 8 * DAY });
		const orders = Array.from({ length: 120 }, (_, index) =>
			order(`o${index}`, 'inprocess', NOW - 8 * DAY),
		);
		const known = Object.fromEntries(orders.map(({ id }) => [String(id), late]));
		expect(await needing(orders, known)).toEqual([]);
		const abbreviated = orders.map((one) => ({ ...one, orderItems: undefined }));
		expect(await needing(abbreviated, known)).toHaveLength(120);
		expect(await needing(abbreviated, known, { events: ['order.waiting'] })).toEqual([]);
	});
});
