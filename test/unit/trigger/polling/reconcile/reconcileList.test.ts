import { describe, expect, it } from 'vitest';

import { reconcileList } from '../../../../../nodes/PodFulfilment/trigger/polling/reconcile/reconcileList.ts';
import type { ListContext } from '../../../../../nodes/PodFulfilment/trigger/polling/state/pollContext.ts';
import type {
	ListReading,
	ScanResult,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/scanProgress.ts';
import type {
	ListSnapshot,
	ScanProgress,
	TaskEntry,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';

const NOW = Date.UTC(2026, 10, 20, 12) / 1000;
const DAY = 24 * 3600;
const FORGET_AFTER = 30 * DAY;
/** An entry may be forgotten that was created before this time, and needs no further reading before the other. */
const OLD = NOW - FORGET_AFTER;
const VERY_OLD = NOW - 12 * FORGET_AFTER;

const STEADY: ScanProgress = {
	phase: 'steady',
	emitFrom: NOW,
	newFrom: NOW,
	fullScanAt: NOW - 60,
	knownBefore: NOW,
};

const entryOf = (createdAt: number | undefined, isDeletedAtService = false): TaskEntry => ({
	emitted: 'completed',
	since: 0,
	createdAt,
	isDeletedAtService,
});

const READING: ListReading = {
	members: [],
	deletedIds: [],
	hasUnread: false,
	withDetails: new Set(),
};

/** A full scan that began and ended with one poll. */
const fullScan = (nowSeconds: number): ScanResult => ({
	startedAt: nowSeconds,
	isComplete: true,
	isNewestFirst: false,
	isShort: false,
});

/** The list that a poll leaves; by default all of its members are finished. */
async function listAfter(
	entries: Record<string, TaskEntry>,
	reading: Partial<ListReading> | undefined,
	{ scanProgress = STEADY, isFinished = true, nowSeconds = NOW } = {},
): Promise<ListSnapshot<TaskEntry>> {
	const context: ListContext = {
		nowSeconds,
		isFirstPoll: false,
		forgetAfterSeconds: FORGET_AFTER,
		scanProgress,
	};
	const { list } = await reconcileList(
		{ entries: new Map(Object.entries(entries)), scanProgress },
		reading && { ...READING, ...reading },
		context,
		{
			reconcileMember: (_key, _member, entry) => ({ changes: [], ...(entry && { entry }) }),
			existingEntry: () => undefined,
			mayBeForgotten: () => isFinished,
		},
	);
	return list;
}

const keysAfter = async (...poll: Parameters<typeof listAfter>): Promise<string[]> => [
	...(await listAfter(...poll)).entries.keys(),
];

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();

describe('What is finished', () => {
	const read = { members: [{ id: 'a' }] };

	it('it is forgotten once it is old and was read once more', async () => {
		expect(await keysAfter({ a: entryOf(OLD - 1) }, read)).toEqual([]);
		expect(await keysAfter({ a: entryOf(OLD) }, read)).toEqual(['a']);
		expect(await keysAfter({ a: entryOf(OLD - 1) }, {})).toEqual(['a']);
	});

	describe('that was not read', () => {
		const scanProgress = { ...STEADY, fullScanAt: NOW };
		const nowSeconds = NOW + DAY;
		const scan = { startedAt: nowSeconds, isComplete: true, isNewestFirst: true, isShort: false };
		const veryOld = { a: entryOf(VERY_OLD - 1) };
		const at = { scanProgress: { ...scanProgress, newestKnown: NOW }, nowSeconds };

		it('it is forgotten by a full scan if it was twelve times as old when the full scan before began', async () => {
			expect(await keysAfter(veryOld, { scan }, at)).toEqual([]);
			expect(await keysAfter({ a: entryOf(VERY_OLD) }, { scan }, at)).toEqual(['a']);
		});

		it.each<[string, Partial<ListReading>]>([
			['without a full scan', {}],
			['by a full scan that goes on', { scan: { ...scan, isComplete: false } }],
			['by a full scan that lacks members', { scan: { ...scan, isShort: true } }],
			['by a full scan that could not read everything', { scan, hasUnread: true }],
			['while the service does not find it by its ID', { scan, deletedIds: ['a'] }],
		])('it is not forgotten %s, as it may have changed', async (_, reading) => {
			expect(await keysAfter(veryOld, reading, at)).toEqual(['a']);
		});

		it('it is not forgotten while the last poll did not find it old enough', async () => {
			const polledAt = { ...at, scanProgress: { ...at.scanProgress, polledAt: NOW - 1 } };
			expect(await keysAfter(veryOld, { scan }, polledAt)).toEqual(['a']);
		});
	});

	it('it is forgotten without being read when the service has deleted it', async () => {
		expect(await keysAfter({ a: entryOf(OLD - 1, true) }, {})).toEqual([]);
	});

	it('it is kept until two polls in a row find it old enough, as the clock of n8n may be wrong for one', async () => {
		const scanProgress = { ...STEADY, polledAt: NOW };
		const inAYear = { scanProgress, nowSeconds: NOW + 365 * DAY };
		expect(await keysAfter({ a: entryOf(OLD) }, read, inAYear)).toEqual(['a']);
		expect(await keysAfter({ a: entryOf(OLD - 1) }, read, inAYear)).toEqual([]);
		const list = await listAfter({ a: entryOf(OLD) }, read, inAYear);
		expect(list.scanProgress.polledAt).toBe(inAYear.nowSeconds);
	});

	it('it is kept while a member that appears now could be as old, whatever the clocks say', async () => {
		const scanProgress = { ...STEADY, knownBefore: OLD - DAY };
		expect(await keysAfter({ a: entryOf(OLD - DAY) }, read, { scanProgress })).toEqual(['a']);
		expect(await keysAfter({ a: entryOf(OLD - DAY - 1) }, read, { scanProgress })).toEqual([]);
		const { knownBefore: _unknown, ...justSteady } = STEADY;
		expect(
			await keysAfter({ a: entryOf(VERY_OLD - 1) }, read, { scanProgress: justSteady }),
		).toEqual(['a']);
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

describe('What has no entry any more, or never had one', () => {
	it('the newest creation of what was forgotten is kept, so that none of it looks new again', async () => {
		const entries = {
			a: entryOf(OLD - 5),
			b: entryOf(OLD - 2),
			c: entryOf(OLD - 9),
			d: entryOf(OLD),
		};
		const members = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
		const { scanProgress } = await listAfter(entries, { members });
		expect(scanProgress.forgottenBefore).toBe(OLD - 1);
	});

	it('what was forgotten earlier stays so, whatever is forgotten later', async () => {
		const scanProgress = { ...STEADY, forgottenBefore: OLD + DAY };
		const after = await listAfter(
			{ a: entryOf(OLD - 5) },
			{ members: [{ id: 'a' }] },
			{ scanProgress },
		);
		expect([...after.entries.keys()]).toEqual([]);
		expect(after.scanProgress.forgottenBefore).toBe(OLD + DAY);
	});

	it('a member that is not tracked counts as forgotten, too', async () => {
		const members = [{ id: 'x', createdAt: iso(OLD - 7) }, { id: 'y' }];
		expect((await listAfter({}, { members })).scanProgress.forgottenBefore).toBe(OLD - 6);
		const undated = await listAfter({}, { members: [{ id: 'y' }] });
		expect(undated.scanProgress).not.toHaveProperty('forgottenBefore');
	});

	it('nothing that is kept counts as forgotten', async () => {
		const kept = await listAfter(
			{ a: entryOf(OLD) },
			{ members: [{ id: 'a', createdAt: iso(OLD) }] },
		);
		expect(kept.scanProgress).not.toHaveProperty('forgottenBefore');
	});
});

describe('What a full scan knows', () => {
	const complete: ScanResult = {
		startedAt: NOW,
		isComplete: true,
		isNewestFirst: true,
		isShort: false,
	};
	const entries = { a: entryOf(NOW - 500), b: entryOf(NOW - 300), c: entryOf(undefined) };

	it('every member is known up to an hour before the newest one of the full scan before', async () => {
		const first = await listAfter(entries, { scan: complete });
		expect(first.scanProgress).toMatchObject({ newestKnown: NOW - 300 });
		expect(first.scanProgress.knownBefore).toBeLessThanOrEqual(0);
		const { scanProgress } = first;
		const second = await listAfter(
			{ ...entries, d: entryOf(NOW + 90_000) },
			{ scan: { ...complete, startedAt: NOW + DAY } },
			{ scanProgress, nowSeconds: NOW + DAY },
		);
		expect(second.scanProgress).toMatchObject({
			newestKnown: NOW + 90_000,
			knownBefore: NOW - 300 - 3600,
		});
	});

	it('a member from the far future is not the newest one, as its time is none of the service', async () => {
		const far = { ...entries, d: entryOf(NOW + DAY + 1) };
		const { scanProgress } = await listAfter(far, { scan: complete });
		expect(scanProgress.newestKnown).toBe(NOW - 300);
	});

	it('a poll without a full scan, or with one that is not done, knows no more', async () => {
		const known = { ...STEADY, newestKnown: NOW - 900, knownBefore: NOW - 9000 };
		for (const scan of [
			undefined,
			{ ...complete, isComplete: false },
			{ ...complete, isShort: true },
		]) {
			const { scanProgress } = await listAfter(
				entries,
				{ ...(scan && { scan }) },
				{ scanProgress: known },
			);
			expect(scanProgress).toMatchObject({ newestKnown: NOW - 900, knownBefore: NOW - 9000 });
		}
	});
});

describe('A member that the service answers not to have', () => {
	/** The entry after the service answered so with polls at these times, in seconds after the first. */
	async function missedAt(
		times: number[],
		scanOf: (nowSeconds: number) => ScanResult | undefined = fullScan,
	): Promise<TaskEntry | undefined> {
		let list = await listAfter({ a: entryOf(NOW) }, {}, { isFinished: false });
		for (const time of times) {
			const scan = scanOf(NOW + time);
			const reading = { deletedIds: ['a', 'unknown'], ...(scan && { scan }) };
			const entries = Object.fromEntries(list.entries);
			list = await listAfter(entries, reading, { isFinished: false, nowSeconds: NOW + time });
		}
		expect([...list.entries.keys()]).toEqual(['a']);
		return list.entries.get('a');
	}

	it.each([
		['once', [0]],
		['twice, over more than an hour', [0, 7200]],
		['three times within an hour', [0, 60, 3599]],
		['many times within an hour', [0, 60, 120, 180, 240, 300]],
	])('a member is not gone that was missing %s', async (_, times) => {
		expect(await missedAt(times)).toMatchObject({
			isDeletedAtService: false,
			missing: { atSeconds: NOW, count: times.length },
		});
	});

	it.each<[string, (nowSeconds: number) => ScanResult | undefined]>([
		['no full scan ends', () => undefined],
		['the full scan is not complete', (time) => ({ ...fullScan(time), isComplete: false })],
		['the full scan began before', (time) => ({ ...fullScan(time), startedAt: NOW - 1 })],
	])('a member is not gone, however often it was missing, while %s', async (_, scanOf) => {
		expect(await missedAt([0, 60, 3600, DAY, 2 * DAY], scanOf)).toMatchObject({
			isDeletedAtService: false,
			missing: { atSeconds: NOW, count: 5 },
		});
	});

	it.each<Partial<TaskEntry>>([
		{ missing: { atSeconds: NOW - DAY, count: 9 } },
		{ isDeletedAtService: true },
	])('a member is not gone that the list shows, although it cannot be read: %j', async (known) => {
		const entry = { ...entryOf(NOW), ...known };
		const list = await listAfter({ a: entry }, { unread: [{ id: 'a' }], hasUnread: true });
		expect(list.entries.get('a')).toEqual({ ...entryOf(NOW), missing: undefined });
	});

	it.each([
		['three times', [0, 60, 3600]],
		['many times', [0, 600, 1200, 1800, 3600]],
		['for days, with polls far apart', [0, DAY, 2 * DAY]],
	])('a member is gone that was missing %s over an hour', async (_, times) => {
		expect(await missedAt(times)).toEqual({
			...entryOf(NOW, true),
			missing: undefined,
		});
	});
});
