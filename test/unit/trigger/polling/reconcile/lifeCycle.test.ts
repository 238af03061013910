import { describe, expect, it } from 'vitest';

import {
	hasPendingChange,
	isAwaitingDispatch,
	isHandedOver,
	isInProduction,
	isOrderActive,
	isOrderFinished,
	isTaskActive,
	isTaskFinished,
	isStatusPending,
	isTerminalStatus,
	isWaitingStatus,
	isWaitingTooLong,
	mayBeLate,
} from '../../../../../nodes/PodFulfilment/trigger/polling/reconcile/lifeCycle.ts';
import {
	createPollContext,
	type PollContext,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/pollContext.ts';
import type {
	OrderEntry,
	TaskEntry,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
import { SETTINGS } from '../poller.ts';

const NOW = Date.UTC(2026, 10, 20, 12) / 1000;
const FORGOTTEN_AT = NOW - SETTINGS.forgetAfterSeconds;

const context: PollContext = createPollContext({}, NOW * 1000, SETTINGS);

const ORDER_STATUSES = [
	'draft',
	'pending',
	'onhold',
	'inprocess',
	'partial',
	'fulfilled',
	'shipped',
	'canceled',
	'failed',
];
const SHIPMENT_STATUSES = ['pending', 'packaged', 'shipped', 'returned', 'canceled'];

const orderEntry = (entry: Partial<OrderEntry>): OrderEntry => ({
	emitted: 'inprocess',
	since: NOW,
	isDeletedAtService: false,
	isLateDecided: false,
	needsShipmentBaseline: false,
	wasForgotten: false,
	wasReadAfterFinish: false,
	shipmentsVersion: '',
	shipments: new Map(),
	...entry,
});

const taskEntry = (entry: Partial<TaskEntry>): TaskEntry => ({
	emitted: 'pending',
	since: NOW,
	isDeletedAtService: false,
	...entry,
});

describe('What a status says (spec section 3)', () => {
	it('a status says whether an order rarely leaves it, and whether it is in production', () => {
		expect(ORDER_STATUSES.filter(isTerminalStatus)).toEqual([
			'fulfilled',
			'shipped',
			'canceled',
			'failed',
		]);
		expect(ORDER_STATUSES.filter(isInProduction)).toEqual(['inprocess', 'partial']);
	});

	it('a status says whether the order waits for somebody', () => {
		expect(ORDER_STATUSES.filter(isWaitingStatus)).toEqual([
			'draft',
			'pending',
			'onhold',
			'failed',
		]);
		expect(['', 'new-status', ...SHIPMENT_STATUSES.slice(1)].some(isWaitingStatus)).toBe(false);
	});

	it('a status is pending while it is not emitted, or waits to be read again', () => {
		expect(isStatusPending({ emitted: 'draft', since: 0 })).toBe(false);
		expect(isStatusPending({ emitted: '', observed: 'draft', since: 0 })).toBe(true);
		expect(isStatusPending({ emitted: 'draft', doubted: 'onhold', since: 0 })).toBe(true);
	});

	it('a status says whether a shipment was handed over, or is about to be', () => {
		expect(SHIPMENT_STATUSES.filter(isHandedOver)).toEqual(['shipped', 'returned']);
		expect(SHIPMENT_STATUSES.filter(isAwaitingDispatch)).toEqual(['pending', 'packaged']);
	});
});

describe('An order', () => {
	it.each(['shipped', 'fulfilled', 'failed'])(
		'an order that is %s is finished once that has lasted for Forget After',
		(emitted) => {
			const isFinished = (since: number): boolean =>
				isOrderFinished(orderEntry({ emitted, since }), context.orders);
			expect(isFinished(FORGOTTEN_AT)).toBe(true);
			expect(isFinished(FORGOTTEN_AT + 1)).toBe(false);
		},
	);

	it('an order is finished at once when it is canceled or deleted, and never while it is open', () => {
		expect(isOrderFinished(orderEntry({ emitted: 'canceled' }), context.orders)).toBe(true);
		expect(isOrderFinished(orderEntry({ isDeletedAtService: true }), context.orders)).toBe(true);
		expect(isOrderFinished(orderEntry({ since: 0 }), context.orders)).toBe(false);
	});

	it('an order is judged by the status observed last, emitted or not', () => {
		const canceled = orderEntry({ emitted: 'pending', observed: 'canceled' });
		expect(isOrderFinished(canceled, context.orders)).toBe(true);
		const reopened = orderEntry({ emitted: 'canceled', observed: 'pending' });
		expect(isOrderFinished(reopened, context.orders)).toBe(false);
	});

	it('an order is pending while its creation, its status or that of any shipment is not emitted', () => {
		expect(hasPendingChange(orderEntry({}))).toBe(false);
		expect(hasPendingChange(orderEntry({ newSince: 0 }))).toBe(true);
		expect(hasPendingChange(orderEntry({ observed: 'shipped' }))).toBe(true);
		const emitted = { emitted: 'shipped', since: 0 };
		const observed = { emitted: 'shipped', observed: 'returned', since: 0 };
		const withShipments = (shipments: OrderEntry['shipments']): boolean =>
			hasPendingChange(orderEntry({ shipments }));
		expect(withShipments(new Map([['s', emitted]]))).toBe(false);
		expect(
			withShipments(
				new Map([
					['s', emitted],
					['t', observed],
				]),
			),
		).toBe(true);
	});

	it('an order is read by each poll until it was read once more after it finished, and all of it was emitted', () => {
		const done = orderEntry({ emitted: 'canceled', wasReadAfterFinish: true });
		expect(isOrderActive(done, context.orders)).toBe(false);
		expect(isOrderActive({ ...done, wasReadAfterFinish: false }, context.orders)).toBe(true);
		expect(isOrderActive({ ...done, emitted: 'pending' }, context.orders)).toBe(true);
		expect(isOrderActive({ ...done, newSince: NOW }, context.orders)).toBe(true);
		expect(isOrderActive(orderEntry({ isDeletedAtService: true }), context.orders)).toBe(false);
	});
});

describe('A mockup task', () => {
	it('a task is finished when it is completed, failed or deleted', () => {
		expect(isTaskFinished(taskEntry({}))).toBe(false);
		expect(isTaskFinished(taskEntry({ emitted: 'completed' }))).toBe(true);
		expect(isTaskFinished(taskEntry({ observed: 'failed' }))).toBe(true);
		expect(isTaskFinished(taskEntry({ isDeletedAtService: true }))).toBe(true);
	});

	it('a task is read by each poll until it has finished and that was emitted', () => {
		expect(isTaskActive(taskEntry({}))).toBe(true);
		expect(isTaskActive(taskEntry({ observed: 'completed' }))).toBe(true);
		expect(isTaskActive(taskEntry({ emitted: 'completed' }))).toBe(false);
		expect(isTaskActive(taskEntry({ isDeletedAtService: true }))).toBe(false);
	});
});

describe('An order in production', () => {
	const settings = { ...SETTINGS, lateAfterSeconds: 1000, emitAfterSeconds: 60 };
	const late = { inProductionSince: NOW - 1061, isLateDecided: false };

	it('an order in production may be late after the time given, and as long again as a change has to last', () => {
		expect(mayBeLate(late, { ...context, settings })).toBe(true);
		expect(mayBeLate({ ...late, inProductionSince: NOW - 1060 }, { ...context, settings })).toBe(
			false,
		);
	});

	it('an order in production is not late when that was decided, when nobody asked, or when it is in none', () => {
		expect(mayBeLate({ ...late, isLateDecided: true }, { ...context, settings })).toBe(false);
		const unasked = { ...settings, events: ['order.created', 'order.updated'] };
		expect(mayBeLate(late, { ...context, settings: unasked })).toBe(false);
		const outside = { ...late, inProductionSince: undefined };
		expect(mayBeLate(outside, { ...context, settings })).toBe(false);
	});

	it('an order in production is a reminder as often as was set, and never with 0', () => {
		const told = (ago: number, remindEverySeconds: number): boolean =>
			mayBeLate(
				{ ...late, isLateDecided: true, late: { atSeconds: NOW - ago, count: 1 } },
				{ ...context, settings: { ...settings, remindEverySeconds } },
			);
		expect(told(500, 500)).toBe(true);
		expect(told(499, 500)).toBe(false);
		expect(told(NOW, 0)).toBe(false);
		// Not while it would not be late, as after a change of Late After.
		const early = { inProductionSince: NOW, isLateDecided: true, late: { atSeconds: 0, count: 1 } };
		const reminding = { ...settings, remindEverySeconds: 1 };
		expect(mayBeLate(early, { ...context, settings: reminding })).toBe(false);
	});
});

describe('An order that waits for somebody', () => {
	const settings = { ...SETTINGS, waitingAfterSeconds: 1000, emitAfterSeconds: 60 };
	const later: PollContext = {
		...context,
		settings,
		orders: { ...context.orders, isFirstPoll: false },
	};

	it('an order waits too long after the time given, and as long again as a change has to last', () => {
		expect(isWaitingTooLong({ waitingSince: NOW - 1060 }, later)).toBe(true);
		expect(isWaitingTooLong({ waitingSince: NOW - 1059 }, later)).toBe(false);
		expect(isWaitingTooLong({}, later)).toBe(false);
	});

	it('an order does not wait too long when nobody asked, nor in the first poll', () => {
		const unasked = { ...settings, events: ['order.late', 'order.updated'] };
		expect(isWaitingTooLong({ waitingSince: 0 }, { ...later, settings: unasked })).toBe(false);
		expect(isWaitingTooLong({ waitingSince: 0 }, { ...later, orders: context.orders })).toBe(false);
	});

	it('an order that was emitted is a reminder as often as was set, and one that was given up never', () => {
		const told = (ago: number, count: number, remindEverySeconds: number): boolean =>
			isWaitingTooLong(
				{ waitingSince: 0, waiting: { atSeconds: NOW - ago, count } },
				{ ...later, settings: { ...settings, remindEverySeconds } },
			);
		expect(told(500, 1, 500)).toBe(true);
		expect(told(499, 1, 500)).toBe(false);
		expect(told(NOW, 1, 0)).toBe(false);
		expect(told(NOW, 0, 500)).toBe(false);
	});
});
