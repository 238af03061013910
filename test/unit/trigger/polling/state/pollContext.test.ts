import { describe, expect, it } from 'vitest';

import {
	CLOCK_OVERLAP_SECONDS,
	createPollContext,
	watchesOrders,
	watchesShipments,
	watchesTasks,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/pollContext.ts';
import type { ScanProgress } from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
import { ALL_EVENTS, SETTINGS } from '../poller.ts';

const NOW = Date.UTC(2026, 10, 20, 12) / 1000;

describe('What a poll watches', () => {
	it.each([
		['order.created', { orders: true, shipments: false, tasks: false }],
		['order.updated', { orders: true, shipments: false, tasks: false }],
		['order.late', { orders: true, shipments: false, tasks: false }],
		['order.waiting', { orders: true, shipments: false, tasks: false }],
		['shipment.created', { orders: true, shipments: true, tasks: false }],
		['mockup_task.finished', { orders: false, shipments: false, tasks: true }],
	])('a poll watches the lists that show %s, and no other', (event, watched) => {
		const settings = { ...SETTINGS, events: [event] };
		expect({
			orders: watchesOrders(settings),
			shipments: watchesShipments(settings),
			tasks: watchesTasks(settings),
		}).toEqual(watched);
	});

	it('a poll watches a list that shows any of the chosen events', () => {
		const settings = { ...SETTINGS, events: ALL_EVENTS };
		expect(
			[watchesOrders, watchesShipments, watchesTasks].map((watches) => watches(settings)),
		).toEqual([true, true, true]);
		const none = { ...SETTINGS, events: [] };
		expect([watchesOrders, watchesShipments, watchesTasks].map((watches) => watches(none))).toEqual(
			[false, false, false],
		);
	});
});

describe('What a poll knows before it reads', () => {
	it('a first poll begins a few minutes before its own time, as the clock of the service may be behind', () => {
		const context = createPollContext({}, NOW * 1000 + 999, SETTINGS);
		const from = NOW - CLOCK_OVERLAP_SECONDS;
		expect(context.orders).toEqual({
			nowSeconds: NOW,
			isFirstPoll: true,
			forgetAfterSeconds: SETTINGS.forgetAfterSeconds,
			scanProgress: { phase: 'baseline', emitFrom: from, newFrom: from },
		});
		expect(context.tasks).toEqual(context.orders);
		expect(context).toMatchObject({ nowSeconds: NOW, settings: SETTINGS, before: {} });
	});

	it.each([
		['before the poll', NOW - 500, NOW - 500],
		['after the poll, which suppresses nothing', NOW + 500, NOW],
		['at the beginning of 1970', 0, 0],
	])('a first poll begins at a start date %s', (_, startFromSeconds, from) => {
		const { tasks } = createPollContext({}, NOW * 1000, { ...SETTINGS, startFromSeconds });
		expect(tasks.scanProgress).toEqual({
			phase: 'baseline',
			startFrom: from,
			emitFrom: from,
			newFrom: from,
		});
	});

	it('a start date decides about the first poll only: a list that is chosen later begins now', () => {
		const settings = { ...SETTINGS, startFromSeconds: NOW - 500 };
		const scanProgress: ScanProgress = { phase: 'steady', emitFrom: 1, newFrom: 2 };
		const begun = { entries: new Map(), scanProgress };
		for (const before of [{ orders: begun }, { tasks: begun }]) {
			const { orders, tasks } = createPollContext(before, NOW * 1000, settings);
			expect([orders, tasks].map((list) => list.scanProgress.startFrom)).toEqual([
				undefined,
				undefined,
			]);
		}
		// The trigger ran before, for example under another name.
		const anew = createPollContext({}, NOW * 1000, settings, false);
		expect(anew.orders).toMatchObject({ isFirstPoll: true });
		expect(anew.orders.scanProgress).not.toHaveProperty('startFrom');
	});

	it('a later poll goes on with what the last one stored, for each list by itself', () => {
		const scanProgress: ScanProgress = { phase: 'steady', emitFrom: 1, newFrom: 2, fullScanAt: 3 };
		const before = { orders: { entries: new Map(), scanProgress } };
		const { orders, tasks } = createPollContext(before, NOW * 1000, SETTINGS);
		expect(orders).toMatchObject({ isFirstPoll: false, scanProgress });
		expect(tasks).toMatchObject({ isFirstPoll: true, scanProgress: { phase: 'baseline' } });
	});
});
