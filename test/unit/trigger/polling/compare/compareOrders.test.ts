import { describe, expect, it } from 'vitest';

import {
	compareLateOrder,
	compareOrder,
	waitingChanges,
} from '../../../../../nodes/PodFulfilment/trigger/polling/compare/compareMembers.ts';
import { orderAfterTold } from '../../../../../nodes/PodFulfilment/trigger/polling/compare/changes.ts';
import { changeIds } from '../poller.ts';
import { contextOf, DAY, entryOf, iso, NOW } from './contextOf.ts';

const order = (status: string, createdAt = NOW - DAY, updatedAt = NOW - 600) => ({
	id: 'a',
	status,
	createdAt: iso(createdAt),
	updatedAt: iso(updatedAt),
});

describe('An order that is known', () => {
	it('stays the same object where nothing has changed', () => {
		const before = entryOf();
		const compared = compareOrder('a', before, order('pending'), contextOf());
		expect(compared.after).toBe(before);
		expect(compared.changes).toEqual([]);
	});

	it.each([0, -1, '1970-01-01T00:00:00Z', 'soon', '', null])(
		'stays the same object where its updatedAt says no time: %j',
		(updatedAt) => {
			const { updatedAtMs: _, ...before } = entryOf({ reading: 'read' });
			const found = { ...order('pending'), updatedAt };
			expect(compareOrder('a', before, found, contextOf()).after).toBe(before);
		},
	);

	it('is told with a new status, and counts as told only once that is marked', () => {
		const before = Object.freeze(entryOf());
		const { after, changes } = compareOrder('a', before, order('onhold'), contextOf());
		expect(changeIds(changes)).toEqual(['order/a/onhold']);
		expect(after).toMatchObject({ status: 'onhold', told: 'pending', since: NOW, reading: 'due' });
		const [change] = changes;
		if (!after || !change) throw new Error('Nothing was found');
		expect(orderAfterTold(after, change, NOW).told).toBeUndefined();
		expect(changeIds(compareOrder('a', after, order('onhold'), contextOf()).changes)).toEqual([
			'order/a/onhold',
		]);
	});

	it('takes no createdAt that only its own path shows: once forgotten, the list could not tell it from a new one', () => {
		const before = { ...entryOf() };
		delete before.createdAt;
		for (const status of ['pending', 'onhold']) {
			const { after } = compareOrder('a', before, order(status), contextOf());
			expect(after?.createdAt).toBeUndefined();
		}
	});

	it('is not told when it has gone back before it was told', () => {
		const before = entryOf({ status: 'onhold', told: 'pending' });
		const { after, changes } = compareOrder('a', before, order('pending'), contextOf());
		expect(changes).toEqual([]);
		expect(after).toMatchObject({ status: 'pending', told: undefined });
	});

	it('waits until its status has lasted for Emit After', () => {
		const context = contextOf({}, { emitAfterSeconds: 1200 });
		const before = entryOf({ status: 'onhold', told: 'pending', since: NOW - 1199 });
		expect(compareOrder('a', before, order('onhold'), context).changes).toEqual([]);
		const older = { ...before, since: NOW - 1200 };
		expect(changeIds(compareOrder('a', older, order('onhold'), context).changes)).toEqual([
			'order/a/onhold',
		]);
	});

	it('has its parcels read again when its updatedAt moves, and the time of its status stays', () => {
		const { after, changes } = compareOrder(
			'a',
			entryOf(),
			order('pending', NOW - DAY, NOW),
			contextOf(),
		);
		expect(changes).toEqual([]);
		expect(after).toMatchObject({ reading: 'due', since: NOW - 600 });
	});

	it.each([
		['done', 'due'],
		// What they show then was there, but for what left since.
		['skipped', 'silent'],
	] as const)(
		'has its parcels read again when its updatedAt moves after it had finished: %s becomes %s',
		(reading, expected) => {
			const before = entryOf({ status: 'canceled', reading });
			const { after } = compareOrder('a', before, order('canceled', NOW - DAY, NOW), contextOf());
			expect(after).toMatchObject({ reading: expected, since: before.since });
		},
	);

	it('counts as late from the first of the statuses in production', () => {
		const before = entryOf({ status: 'inprocess', since: NOW - 8 * DAY });
		const { after } = compareOrder('a', before, order('partial'), contextOf());
		expect(after).toMatchObject({ status: 'partial', producedSince: NOW - 8 * DAY });
		const { after: left } = compareOrder('a', after, order('onhold'), contextOf());
		expect(left).toMatchObject({ producedSince: undefined });
	});
});

describe('An order that is not known', () => {
	it('is told as created, and with its status unless it is a draft', () => {
		const found = (status: string) =>
			changeIds(compareOrder('a', undefined, order(status), contextOf()).changes);
		expect(found('draft')).toEqual(['order/a/created']);
		expect(found('pending')).toEqual(['order/a/created', 'order/a/pending']);
	});

	it('is recorded in silence by the first poll, with the time of its last change', () => {
		const { after, changes } = compareOrder(
			'a',
			undefined,
			order('pending'),
			contextOf({ phase: 'unread', baselineAt: NOW }),
		);
		expect(changes).toEqual([]);
		expect(after).toMatchObject({ told: undefined, since: NOW - 600, reading: 'silent' });
	});
});

describe('An order that is late', () => {
	const late = entryOf({ status: 'inprocess', since: NOW - 8 * DAY });

	it('is told once, and again as often as the user wants to be reminded', () => {
		const found = compareLateOrder('a', late, order('inprocess'), [], contextOf());
		expect(changeIds(found.changes)).toEqual(['order/a/late']);
		const [change] = found.changes;
		if (!change) throw new Error('Nothing was found');
		const told = orderAfterTold(found.after, change, NOW - DAY);
		expect(compareLateOrder('a', told, order('inprocess'), [], contextOf()).changes).toEqual([]);
		const reminding = contextOf({}, { remindEverySeconds: DAY });
		const again = compareLateOrder('a', told, order('inprocess'), [], reminding);
		expect(changeIds(again.changes)).toEqual(['order/a/late/2']);
	});

	it.each(['shipped', 'returned'])('is not told once a parcel of it is %s', (shipmentStatus) => {
		const parcels = [{ id: 'p', shipmentStatus }];
		const { after, changes } = compareLateOrder(
			'a',
			late,
			order('inprocess'),
			parcels,
			contextOf(),
		);
		expect(changes).toEqual([]);
		expect(compareLateOrder('a', after, order('inprocess'), [], contextOf()).changes).toEqual([]);
	});
});

describe('An order that waits', () => {
	it.each([
		['draft', DAY, ['order/a/waiting/draft']],
		['onhold', DAY - 1, []],
		['inprocess', 9 * DAY, []],
	])('is told by its status and how long it has lasted: %s for %i seconds', (status, age, ids) => {
		const entry = entryOf({ status, since: NOW - age });
		expect(changeIds(waitingChanges('a', entry, order(status), contextOf()))).toEqual(ids);
	});

	it('waits anew with another status', () => {
		const told = entryOf({ status: 'draft', waiting: { count: 1, at: NOW - DAY } });
		const { after } = compareOrder('a', told, order('pending'), contextOf());
		expect(after).toMatchObject({ waiting: undefined, since: NOW });
	});
});
