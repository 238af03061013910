import { describe, expect, it } from 'vitest';

import {
	newOrderEntry,
	observedOrderEntry,
	trackProduction,
} from '../../../../../nodes/PodFulfilment/trigger/polling/reconcile/orderEntry.ts';
import type { ListContext } from '../../../../../nodes/PodFulfilment/trigger/polling/state/pollContext.ts';
import type { OrderEntry } from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
import { versionOf } from '../../../../../nodes/PodFulfilment/trigger/polling/state/values.ts';

const NOW = Date.UTC(2026, 10, 20, 12) / 1000;
const DAY = 24 * 3600;
const FORGET_AFTER = 30 * DAY;
const EMIT_FROM = NOW - 2 * DAY;
const NEW_FROM = NOW - DAY;

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();

const CONTEXT: ListContext = {
	nowSeconds: NOW,
	isFirstPoll: false,
	hasStartDate: false,
	forgetAfterSeconds: FORGET_AFTER,
	scanProgress: { phase: 'verification', emitFrom: EMIT_FROM, newFrom: NEW_FROM },
};

const order = (created: number, updated = created) => ({
	id: 'a',
	createdAt: iso(created),
	updatedAt: iso(updated),
});

const ENTRY: OrderEntry = {
	emitted: 'pending',
	since: NOW - 9 * DAY,
	createdAt: NOW - 10 * DAY,
	isDeletedAtService: false,
	isLateDecided: false,
	needsShipmentBaseline: false,
	wasReadAfterFinish: true,
	shipmentsVersion: versionOf({ updatedAt: iso(NOW - 9 * DAY) }),
	shipments: new Map(),
};

describe('The entry of an unknown order', () => {
	const entryOf = (status: string, created: number, updated = created): OrderEntry | undefined =>
		newOrderEntry({ ...order(created, updated), status }, status, CONTEXT);

	it('an order that is new has its creation and its status to emit', () => {
		expect(entryOf('pending', NOW - 60)).toEqual({
			emitted: '',
			observed: 'pending',
			since: NOW,
			createdAt: NOW - 60,
			newSince: NOW,
			isDeletedAtService: false,
			isLateDecided: false,
			needsShipmentBaseline: false,
			wasReadAfterFinish: false,
			shipmentsVersion: '',
			shipments: new Map(),
		});
	});

	it('an order that has changed has its status to emit, but not its creation', () => {
		const entry = entryOf('pending', NOW - 9 * DAY, EMIT_FROM);
		expect(entry).toMatchObject({ emitted: '', observed: 'pending', since: NOW });
		expect(entry).not.toHaveProperty('newSince');
		expect(entry?.needsShipmentBaseline).toBe(false);
	});

	it('an order that was there before has nothing to emit, and shipments that were there as well', () => {
		const entry = entryOf('pending', NOW - 9 * DAY);
		expect(entry).toMatchObject({
			emitted: 'pending',
			since: NOW - 9 * DAY,
			needsShipmentBaseline: true,
			wasReadAfterFinish: false,
			shipmentsVersion: '',
		});
		expect(entry).not.toHaveProperty('observed');
		expect(entry).not.toHaveProperty('newSince');
	});

	it('an order that was a draft before has no shipments', () => {
		expect(entryOf('draft', NOW - 9 * DAY)?.needsShipmentBaseline).toBe(false);
	});

	it('an order without a status has no status to emit', () => {
		const entry = entryOf('', NOW - 60);
		expect(entry).toMatchObject({ emitted: '', newSince: NOW });
		expect(entry).not.toHaveProperty('observed');
	});

	it('an order that had finished before the trigger needs no further reading', () => {
		const canceled = entryOf('canceled', NOW - 9 * DAY);
		expect(canceled).toMatchObject({
			wasReadAfterFinish: true,
			shipmentsVersion: versionOf(order(NOW - 9 * DAY)),
		});
		expect(entryOf('canceled', NOW - 60)).toMatchObject({
			wasReadAfterFinish: false,
			shipmentsVersion: '',
		});
	});

	it('an order that had finished long ago is not tracked', () => {
		expect(entryOf('canceled', NOW - FORGET_AFTER - 1)).toBeUndefined();
	});
});

describe('The entry of a known order', () => {
	it('an order whose status has changed has it to emit, and its shipments to be read again', () => {
		expect(observedOrderEntry(ENTRY, order(0), 'shipped', NOW)).toEqual({
			...ENTRY,
			observed: 'shipped',
			since: NOW,
			shipmentsVersion: '',
			wasReadAfterFinish: false,
		});
	});

	it('an order that comes back is no longer deleted, and shows its creation', () => {
		const deleted = { ...ENTRY, isDeletedAtService: true, createdAt: undefined };
		expect(observedOrderEntry(deleted, order(NOW - 99, NOW - 9 * DAY), 'pending', NOW)).toEqual({
			...ENTRY,
			createdAt: NOW - 99,
		});
		expect(observedOrderEntry(ENTRY, order(NOW - 99), 'pending', NOW).createdAt).toBe(
			ENTRY.createdAt,
		);
	});

	it('an order that shows no status keeps the last one', () => {
		expect(observedOrderEntry(ENTRY, {}, '', NOW)).toEqual(ENTRY);
	});

	it.each([
		['later', NOW - DAY, NOW - DAY],
		['earlier than the status was observed, and yet later than before', NOW - 9 * DAY, ENTRY.since],
		['in the future', NOW + DAY, NOW],
		['backwards, which does not say when', NOW - 99 * DAY, NOW],
	])(
		'an order of the same status whose updatedAt goes %s is watched from then on',
		(_, updated, since) => {
			expect(observedOrderEntry(ENTRY, order(0, updated), 'pending', NOW).since).toBe(since);
		},
	);

	it('an order that was updated in the time of its entry is watched no longer for it', () => {
		const later = { ...ENTRY, since: NOW - 5 * DAY };
		expect(observedOrderEntry(later, order(0, NOW - 8 * DAY), 'pending', NOW).since).toBe(
			NOW - 5 * DAY,
		);
	});

	it('an order whose shipments were never read cannot go backwards', () => {
		const unread = { ...ENTRY, shipmentsVersion: '' };
		expect(observedOrderEntry(unread, order(0, NOW - 99 * DAY), 'pending', NOW).since).toBe(
			ENTRY.since,
		);
	});

	it('an order of the same status without updatedAt is watched no longer', () => {
		expect(observedOrderEntry(ENTRY, { id: 'a' }, 'pending', NOW).since).toBe(ENTRY.since);
	});

	it('an order whose status waits to be emitted waits no longer because of an update', () => {
		const waiting = { ...ENTRY, observed: 'shipped' };
		expect(observedOrderEntry(waiting, order(0, NOW - 60), 'shipped', NOW)).toEqual(waiting);
	});
});

describe('The time since when an order is in production', () => {
	const since = (entry: Partial<OrderEntry>, object: object): number | undefined => {
		const tracked = { ...ENTRY, emitted: 'inprocess', ...entry };
		trackProduction(tracked, { ...object }, NOW);
		return tracked.inProductionSince;
	};

	it('it is the last update, the creation or the poll, as far as the order says', () => {
		expect(since({}, order(NOW - DAY, NOW - 60))).toBe(NOW - 60);
		expect(since({}, { createdAt: iso(NOW - DAY) })).toBe(NOW - DAY);
		expect(since({}, {})).toBe(NOW);
		expect(since({}, order(NOW - DAY, NOW + 500))).toBe(NOW);
	});

	it('it stays while the order is in production, whatever is updated', () => {
		expect(since({ inProductionSince: 5, observed: 'partial' }, order(0, NOW - 60))).toBe(5);
	});

	it('it ends with production, and begins anew', () => {
		expect(since({ inProductionSince: 5, observed: 'onhold' }, order(0))).toBeUndefined();
		expect(since({ emitted: 'onhold', observed: 'inprocess' }, order(0, NOW - 60))).toBe(NOW - 60);
	});
});
