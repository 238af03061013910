import { describe, expect, it } from 'vitest';

import {
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
	it('a first poll begins at its own time, in whole seconds, when there is no start date', () => {
		const context = createPollContext({}, NOW * 1000 + 999, SETTINGS);
		expect(context.orders).toEqual({
			nowSeconds: NOW,
			isFirstPoll: true,
			hasStartDate: false,
			forgetAfterSeconds: SETTINGS.forgetAfterSeconds,
			scanProgress: { phase: 'baseline', emitFrom: NOW, newFrom: NOW },
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
		expect(tasks).toMatchObject({
			hasStartDate: true,
			scanProgress: { phase: 'baseline', emitFrom: from, newFrom: from },
		});
	});

	it('a later poll goes on with what the last one stored, for each list by itself', () => {
		const scanProgress: ScanProgress = { phase: 'steady', emitFrom: 1, newFrom: 2, fullScanAt: 3 };
		const before = { orders: { entries: new Map(), scanProgress } };
		const { orders, tasks } = createPollContext(before, NOW * 1000, SETTINGS);
		expect(orders).toMatchObject({ isFirstPoll: false, scanProgress });
		expect(tasks).toMatchObject({ isFirstPoll: true, scanProgress: { phase: 'baseline' } });
	});
});
