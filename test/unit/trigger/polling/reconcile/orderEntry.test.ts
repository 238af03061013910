import { describe, expect, it } from 'vitest';

import {
	newOrderEntry,
	observedOrderEntry,
	trackProduction,
	trackWaiting,
} from '../../../../../nodes/PodFulfilment/trigger/polling/reconcile/orderEntry.ts';
import type { ListContext } from '../../../../../nodes/PodFulfilment/trigger/polling/state/pollContext.ts';
import type {
	OrderEntry,
	ScanProgress,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
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
	forgetAfterSeconds: FORGET_AFTER,
	scanProgress: { phase: 'verification', emitFrom: EMIT_FROM, newFrom: NEW_FROM },
};

const order = (created: number, updated = created) => ({
	id: 'a',
	createdAt: iso(created),
	updatedAt: iso(updated),
});

/** It agrees with that of n8n, and says so. */
const CLOCK = { behind: 0 };

const ENTRY: OrderEntry = {
	emitted: 'pending',
	since: NOW - 9 * DAY,
	createdAt: NOW - 10 * DAY,
	isDeletedAtService: false,
	isLateDecided: false,
	needsShipmentBaseline: false,
	wasForgotten: false,
	wasReadAfterFinish: true,
	updatedAtMs: (NOW - 9 * DAY) * 1000,
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
			updatedAtMs: (NOW - 60) * 1000,
			needsShipmentBaseline: false,
			wasForgotten: false,
			wasReadAfterFinish: false,
			shipmentsVersion: '',
			shipments: new Map(),
		});
	});

	it('an order that was there before and has changed has its status to emit, but not its creation', () => {
		const entry = entryOf('pending', NOW - 9 * DAY, EMIT_FROM);
		expect(entry).toMatchObject({ emitted: '', observed: 'pending', since: NOW });
		expect(entry).not.toHaveProperty('newSince');
		// It may have shipments from before: those that have changed since are told by their times.
		expect(entry).toMatchObject({ needsShipmentBaseline: true, wasForgotten: false });
	});

	it('an order that had been forgotten and is open again has shipments that were emitted before', () => {
		const steady: ScanProgress = {
			...CONTEXT.scanProgress,
			phase: 'steady',
			forgottenBefore: NOW - 8 * DAY,
		};
		const reopened = newOrderEntry({ ...order(NOW - 9 * DAY), status: 'inprocess' }, 'inprocess', {
			...CONTEXT,
			scanProgress: steady,
		});
		expect(reopened).toMatchObject({
			emitted: '',
			observed: 'inprocess',
			needsShipmentBaseline: true,
			wasForgotten: true,
		});
		expect(reopened).not.toHaveProperty('newSince');
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
		const changed = order(0, NOW - 60);
		expect(observedOrderEntry(ENTRY, changed, 'shipped', NOW)).toEqual({
			...ENTRY,
			observed: 'shipped',
			since: NOW,
			updatedAtMs: (NOW - 60) * 1000,
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

	it('an order without a known updatedAt cannot go backwards', () => {
		const undated = { ...ENTRY, updatedAtMs: undefined };
		expect(observedOrderEntry(undated, order(0, NOW - 99 * DAY), 'pending', NOW)).toMatchObject({
			since: ENTRY.since,
			updatedAtMs: (NOW - 99 * DAY) * 1000,
		});
	});

	it('an order of the same status without updatedAt is watched no longer', () => {
		expect(observedOrderEntry(ENTRY, { id: 'a' }, 'pending', NOW).since).toBe(ENTRY.since);
	});

	it('an order whose status waits to be emitted waits no longer because of an update', () => {
		const waiting = { ...ENTRY, observed: 'shipped' };
		expect(observedOrderEntry(waiting, order(0, NOW - 60), 'shipped', NOW)).toEqual({
			...waiting,
			updatedAtMs: (NOW - 60) * 1000,
		});
	});

	it('an order is no longer missing once it was read', () => {
		const missing = { ...ENTRY, missing: { atSeconds: NOW - 60, count: 2 } };
		expect(observedOrderEntry(missing, order(0, NOW - 60), 'pending', NOW)).not.toMatchObject({
			missing: { count: 2 },
		});
	});
});

describe('A status that seems older than the last one, as replicas of the service may disagree', () => {
	const known = {
		...ENTRY,
		emitted: 'shipped',
		since: NOW - 60,
		updatedAtMs: (NOW - 60) * 1000,
	};
	const stale = order(0, NOW - 61);
	const read = (before: OrderEntry, status: string, object: object = stale): OrderEntry =>
		observedOrderEntry(before, { ...object }, status, NOW);

	it('a status whose updatedAt is older waits for a second poll, and nothing else changes', () => {
		const doubted = read(known, 'inprocess');
		expect(doubted).toEqual({ ...known, doubted: 'inprocess' });
		expect(read(doubted, 'shipped', order(0, NOW - 60))).toEqual(known);
	});

	it('a status that two polls in a row have read counts, with the updatedAt that it has', () => {
		const twice = read(read(known, 'inprocess'), 'inprocess');
		expect(twice).toEqual({
			...known,
			observed: 'inprocess',
			since: NOW,
			updatedAtMs: (NOW - 61) * 1000,
			shipmentsVersion: '',
			wasReadAfterFinish: false,
		});
		expect(twice).not.toHaveProperty('doubted');
	});

	it('a status that differs from the doubted one waits by itself', () => {
		expect(read(read(known, 'inprocess'), 'onhold')).toEqual({ ...known, doubted: 'onhold' });
	});

	it.each([
		['as old', order(0, NOW - 60)],
		['newer', order(0, NOW - 59)],
		['not given', { id: 'a' }],
	])('a status whose updatedAt is %s counts at once', (_, object) => {
		expect(read(known, 'inprocess', object)).toMatchObject({ observed: 'inprocess', since: NOW });
	});

	it('the same status with an older updatedAt is no change to emit, and moves its time only once', () => {
		const once = read(known, 'shipped');
		expect(once).toEqual({ ...known, since: NOW, updatedAtMs: (NOW - 61) * 1000 });
		const later = observedOrderEntry(once, stale, 'shipped', NOW + DAY);
		// Otherwise an order whose updatedAt was set back for good would never finish.
		expect(later.since).toBe(NOW);
	});

	it('no status is doubted, and an answer without one leaves the doubt as it is', () => {
		expect(read(known, '')).not.toHaveProperty('doubted');
		expect(read({ ...known, doubted: 'inprocess' }, '')).toMatchObject({ doubted: 'inprocess' });
	});
});

describe('The time since when an order is in production', () => {
	const since = (
		entry: Partial<OrderEntry>,
		object: object,
		known?: OrderEntry,
	): number | undefined => {
		const tracked = { ...ENTRY, emitted: 'inprocess', ...entry };
		trackProduction(tracked, { ...object }, known, CONTEXT, CLOCK);
		return tracked.inProductionSince;
	};

	it('it is the last update of an order that was in production when the trigger began, or the poll', () => {
		expect(since({}, order(NOW - DAY, NOW - 60))).toBe(NOW - 60);
		// It may have gone there long after it was created.
		expect(since({}, { createdAt: iso(NOW - DAY) })).toBe(NOW);
		expect(since({}, {})).toBe(NOW);
		expect(since({}, order(NOW - DAY, NOW + 500))).toBe(NOW);
	});

	it('it is the poll for an order that appears later, whatever its times say', () => {
		expect(since({ emitted: '', observed: 'inprocess' }, order(NOW - 9 * DAY))).toBe(NOW);
	});

	it('it is the last update for all that the first poll finds, also where a start date emits it', () => {
		const tracked = { ...ENTRY, emitted: '', observed: 'inprocess' };
		const first = { ...CONTEXT, isFirstPoll: true };
		trackProduction(tracked, order(NOW - 9 * DAY, NOW - DAY), undefined, first, CLOCK);
		expect(tracked.inProductionSince).toBe(NOW - DAY);
	});

	it('it stays while the order is in production, whatever is updated', () => {
		expect(since({ inProductionSince: 5, observed: 'partial' }, order(0, NOW - 60))).toBe(5);
	});

	it('it ends with production, and begins anew', () => {
		expect(since({ inProductionSince: 5, observed: 'onhold' }, order(0))).toBeUndefined();
		const known = { ...ENTRY, emitted: 'onhold' };
		const observed = { emitted: 'onhold', observed: 'inprocess', since: NOW };
		expect(since(observed, order(0, NOW - 60), known)).toBe(NOW);
	});
});

describe('The time since when an order waits for somebody', () => {
	const waiting = (
		entry: Partial<OrderEntry>,
		known?: Partial<OrderEntry>,
	): Pick<OrderEntry, 'waitingSince' | 'waiting'> => {
		const tracked = { ...ENTRY, ...entry };
		const { since = NOW } = entry;
		trackWaiting(tracked, order(since), known && { ...ENTRY, ...known }, CONTEXT, CLOCK);
		return { waitingSince: tracked.waitingSince, waiting: tracked.waiting };
	};
	const since = NOW - 5 * DAY;
	const emitted = { atSeconds: NOW - DAY, count: 2 };

	it.each(['draft', 'pending', 'onhold', 'failed'])(
		'an order that is %s waits since it has that status',
		(status) => {
			const expected = { waitingSince: since, waiting: undefined };
			expect(waiting({ emitted: status, since })).toEqual(expected);
			// Known from a state that did not record it.
			expect(waiting({ emitted: status, since }, { emitted: status, since })).toEqual(expected);
		},
	);

	it.each(['inprocess', 'partial', 'fulfilled', 'shipped', 'canceled', '', 'new-status'])(
		'an order that is "%s" waits for nobody',
		(status) => {
			const before = { emitted: 'pending', waitingSince: 5, waiting: emitted };
			expect(waiting({ ...before, observed: status, since }, before)).toEqual({
				waitingSince: undefined,
				waiting: undefined,
			});
		},
	);

	it('it stays while the order has that status, with what was emitted, whatever is updated', () => {
		const before = { emitted: 'pending', waitingSince: 5, waiting: emitted };
		expect(waiting({ ...before, since: NOW }, before)).toEqual({
			waitingSince: 5,
			waiting: emitted,
		});
	});

	it('it begins anew with another status, of which nothing was emitted', () => {
		const before = { emitted: 'draft', waitingSince: 5, waiting: emitted };
		expect(waiting({ ...before, observed: 'pending', since }, before)).toEqual({
			waitingSince: since,
			waiting: undefined,
		});
	});

	it('an order that waited for longer than Forget After is given up, which counts as emitted', () => {
		const old = NOW - FORGET_AFTER;
		expect(waiting({ emitted: 'draft', since: old }).waiting).toBeUndefined();
		expect(waiting({ emitted: 'draft', since: old - 1 }).waiting).toEqual({
			atSeconds: NOW,
			count: 0,
		});
	});
});
