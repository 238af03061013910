import { describe, expect, it } from 'vitest';

import { shipmentsToRead } from '../../../../../nodes/PodFulfilment/trigger/polling/read/shipmentsToRead.ts';
import {
	createPollContext,
	type PollingSettings,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/pollContext.ts';
import type {
	OrderEntry,
	ScanProgress,
	Snapshot,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
import { versionOf } from '../../../../../nodes/PodFulfilment/trigger/polling/state/values.ts';
import { DAY, iso, NOW, orderEntry } from '../reconcile/polledOrder.ts';
import { SETTINGS } from '../poller.ts';

const VERIFICATION: ScanProgress = {
	phase: 'verification',
	emitFrom: NOW - DAY,
	newFrom: NOW - DAY,
};

const UPDATED = { updatedAt: iso(NOW - 8 * DAY) };

/** An entry of an order that has not changed since its shipments were read. */
const unchanged = (entry: Partial<OrderEntry> = {}): OrderEntry =>
	orderEntry({ emitted: 'partial', shipmentsVersion: versionOf(UPDATED), ...entry });

interface Poll {
	/** Status of order `a`. */
	status?: string;
	known?: OrderEntry;
	settings?: Partial<PollingSettings>;
	before?: Partial<Snapshot>;
	fields?: object;
}

/** How urgent the shipments of order `a` are. */
async function priorityOf({
	status = 'partial',
	known,
	settings = { events: ['shipment.created'] },
	before = {},
	fields = {},
}: Poll): Promise<string> {
	const entries = new Map(known ? [['a', known]] : []);
	const snapshot = { orders: { entries, scanProgress: VERIFICATION }, shipmentsFrom: 5, ...before };
	const context = createPollContext(snapshot, NOW * 1000, { ...SETTINGS, ...settings });
	const order = { id: 'a', status, createdAt: iso(NOW - 9 * DAY), ...UPDATED, ...fields };
	const { urgent, routine } = await shipmentsToRead([order], context);
	expect(urgent.length + routine.length).toBeLessThanOrEqual(1);
	for (const job of [...urgent, ...routine]) {
		expect(job).toEqual({ key: 'a', order, subject: 'the shipments of order "a"' });
	}
	return urgent.length > 0 ? 'urgent' : routine.length > 0 ? 'routine' : 'none';
}

describe('The shipments of an order', () => {
	it('they are read in turn while nothing shows a change', async () => {
		expect(await priorityOf({ known: unchanged() })).toBe('routine');
	});

	it('they are urgent when the order has changed, or could not be read since it did', async () => {
		expect(await priorityOf({ known: unchanged(), status: 'shipped' })).toBe('urgent');
		const updated = { fields: { updatedAt: iso(NOW) } };
		expect(await priorityOf({ known: unchanged(), ...updated })).toBe('urgent');
		expect(await priorityOf({ known: unchanged({ shipmentsVersion: '' }) })).toBe('urgent');
	});

	it.each([
		['is about to leave', { emitted: 'packaged', since: 0 }, 'urgent'],
		['is not emitted yet', { emitted: 'shipped', observed: 'returned', since: 0 }, 'urgent'],
		['is doubted', { emitted: 'shipped', doubted: 'packaged', since: 0 }, 'urgent'],
		['was shipped', { emitted: 'shipped', since: 0 }, 'routine'],
	])('they are as urgent as one of them that %s', async (_, shipment, priority) => {
		const done = { emitted: 'shipped', since: 0 };
		const shipments = new Map([
			['s', done],
			['t', shipment],
		]);
		expect(await priorityOf({ known: unchanged({ shipments }) })).toBe(priority);
	});

	it('they are not read while the order is a draft, or while nobody watches shipments', async () => {
		expect(await priorityOf({ known: unchanged({ emitted: 'draft' }), status: 'draft' })).toBe(
			'none',
		);
		const settings = { events: ['order.updated'] };
		expect(await priorityOf({ known: unchanged(), status: 'shipped', settings })).toBe('none');
	});

	it('they are read once more after the order has finished', async () => {
		const canceled = { status: 'canceled' };
		const known = unchanged({ emitted: 'canceled' });
		expect(await priorityOf({ ...canceled, known })).toBe('urgent');
		expect(await priorityOf({ ...canceled, known: { ...known, wasReadAfterFinish: true } })).toBe(
			'none',
		);
	});

	it('they are urgent where shipments were not watched until now', async () => {
		expect(await priorityOf({ known: unchanged(), before: { shipmentsFrom: undefined } })).toBe(
			'urgent',
		);
	});

	it('those of a draft are urgent where it was known before they were chosen, until they are read', async () => {
		const draft = { status: 'draft', known: unchanged({ emitted: 'draft' }) };
		const unread = unchanged({
			emitted: 'draft',
			needsShipmentBaseline: true,
			shipmentsVersion: '',
		});
		expect(await priorityOf({ ...draft, before: { shipmentsFrom: undefined } })).toBe('urgent');
		expect(await priorityOf({ ...draft, known: unread })).toBe('urgent');
		expect(await priorityOf({ status: 'draft' })).toBe('none');
	});

	it('they are urgent for an unknown order, unless it had finished before', async () => {
		expect(await priorityOf({})).toBe('urgent');
		const recent = { createdAt: iso(NOW), updatedAt: iso(NOW) };
		expect(await priorityOf({ status: 'canceled', fields: recent })).toBe('urgent');
		expect(await priorityOf({ status: 'canceled' })).toBe('none');
		const long = { createdAt: iso(NOW - 90 * DAY), updatedAt: iso(NOW - 90 * DAY) };
		expect(await priorityOf({ status: 'shipped', fields: long })).toBe('none');
		expect(await priorityOf({ status: 'partial', fields: long })).toBe('urgent');
	});

	it('they are urgent when the order may be late, by its entry', async () => {
		const settings = { events: ['order.late'], lateAfterSeconds: 2 * DAY };
		const late = (entry: Partial<OrderEntry>, status = 'partial'): Promise<string> =>
			priorityOf({ known: unchanged(entry), settings, status });
		expect(await late({ inProductionSince: NOW - 3 * DAY })).toBe('urgent');
		expect(await late({ inProductionSince: NOW - DAY })).toBe('none');
		expect(await late({})).toBe('none');
		expect(await late({ isLateDecided: true })).toBe('none');
		expect(await late({ inProductionSince: NOW - 3 * DAY }, 'onhold')).toBe('none');
		const undated = { known: unchanged(), settings, fields: { updatedAt: 'Soon' } };
		expect(await priorityOf(undated)).toBe('none');
	});
});
