import { describe, expect, it } from 'vitest';

import { reconcileList } from '../../../../../nodes/PodFulfilment/trigger/polling/reconcile/reconcileList.ts';
import type { ListContext } from '../../../../../nodes/PodFulfilment/trigger/polling/state/pollContext.ts';
import type { ListReading } from '../../../../../nodes/PodFulfilment/trigger/polling/state/scanProgress.ts';
import type {
	ScanProgress,
	TaskEntry,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';

const NOW = Date.UTC(2026, 10, 20, 12) / 1000;
const DAY = 24 * 3600;
const FORGET_AFTER = 30 * DAY;
/** An entry may be forgotten that was created before this time, and needs no further reading before the other. */
const OLD = NOW - FORGET_AFTER;
const VERY_OLD = NOW - 12 * FORGET_AFTER;

const STEADY: ScanProgress = { phase: 'steady', emitFrom: NOW, newFrom: NOW };

const entryOf = (createdAt: number | undefined, isDeletedAtService = false): TaskEntry => ({
	emitted: 'completed',
	since: 0,
	createdAt,
	isDeletedAtService,
});

const READING: ListReading = { members: [], deletedIds: [], hasUnread: false };

/** Keys that a poll leaves in the snapshot; by default all of them are finished. */
async function keysAfter(
	entries: Record<string, TaskEntry>,
	reading: Partial<ListReading> | undefined,
	{ scanProgress = STEADY, isFinished = true } = {},
): Promise<string[]> {
	const context: ListContext = {
		nowSeconds: NOW,
		isFirstPoll: false,
		hasStartDate: false,
		forgetAfterSeconds: FORGET_AFTER,
		scanProgress,
	};
	const { list } = await reconcileList(
		{ entries: new Map(Object.entries(entries)), scanProgress },
		reading && { ...READING, ...reading },
		context,
		{
			reconcileMember: (_key, _member, entry) => ({ changes: [], ...(entry && { entry }) }),
			mayBeForgotten: () => isFinished,
		},
	);
	return [...list.entries.keys()];
}

describe('What is finished', () => {
	const read = { members: [{ id: 'a' }] };

	it('it is forgotten once it is old and was read once more', async () => {
		expect(await keysAfter({ a: entryOf(OLD - 1) }, read)).toEqual([]);
		expect(await keysAfter({ a: entryOf(OLD) }, read)).toEqual(['a']);
		expect(await keysAfter({ a: entryOf(OLD - 1) }, {})).toEqual(['a']);
	});

	it('it is forgotten without being read once it is twelve times as old', async () => {
		expect(await keysAfter({ a: entryOf(VERY_OLD - 1) }, {})).toEqual([]);
		expect(await keysAfter({ a: entryOf(VERY_OLD) }, {})).toEqual(['a']);
	});

	it('it is forgotten without being read when the service has deleted it', async () => {
		expect(await keysAfter({ a: entryOf(OLD - 1, true) }, {})).toEqual([]);
		expect(await keysAfter({ a: entryOf(OLD - 1) }, { deletedIds: ['a'] })).toEqual([]);
	});

	it('it is kept while it would look new when it is read again', async () => {
		const scanProgress = { ...STEADY, newFrom: OLD - DAY };
		expect(await keysAfter({ a: entryOf(OLD - DAY) }, read, { scanProgress })).toEqual(['a']);
		expect(await keysAfter({ a: entryOf(OLD - DAY - 1) }, read, { scanProgress })).toEqual([]);
	});

	it.each(['baseline', 'verification'] as const)(
		'it is kept in the phase %s, after which it would look new or changed',
		async (phase) => {
			const scanProgress = { ...STEADY, phase };
			expect(await keysAfter({ a: entryOf(OLD - 1) }, read, { scanProgress })).toEqual(['a']);
		},
	);

	it('it is kept without createdAt, and while nothing could be read', async () => {
		expect(await keysAfter({ a: entryOf(undefined) }, read)).toEqual(['a']);
		expect(await keysAfter({ a: entryOf(OLD - 1) }, undefined)).toEqual(['a']);
	});

	it('what is not finished is kept, however old it is', async () => {
		const isOpen = { isFinished: false };
		expect(await keysAfter({ a: entryOf(VERY_OLD - 1) }, read, isOpen)).toEqual(['a']);
	});
});
