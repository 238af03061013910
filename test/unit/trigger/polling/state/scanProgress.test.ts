import { describe, expect, it } from 'vitest';

import {
	CLOCK_OVERLAP_SECONDS,
	type ListContext,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/pollContext.ts';
import {
	advance,
	isFullScanDue,
	type ListReading,
	type ScanResult,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/scanProgress.ts';
import type { ScanProgress } from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';

const NOW = Date.UTC(2026, 10, 20, 12) / 1000;
const HOUR = 3600;
const DAY = 24 * HOUR;
const FORGET_AFTER = 30 * DAY;

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();

const COMPLETE: ScanResult = {
	startedAt: NOW - 60,
	isComplete: true,
	isNewestFirst: true,
	isShort: false,
};
const CURSOR = {
	next: '/api/orders?page=3',
	startedAt: NOW - 60,
	isNewestFirst: true,
	descents: 5,
	count: 20,
};
const INTERRUPTED: ScanResult = { ...COMPLETE, isComplete: false, cursor: CURSOR };

const BASELINE: ScanProgress = { phase: 'baseline', emitFrom: NOW, newFrom: NOW };
const VERIFICATION: ScanProgress = { phase: 'verification', emitFrom: NOW, newFrom: NOW - HOUR };
const STEADY: ScanProgress = {
	phase: 'steady',
	emitFrom: NOW - DAY,
	newFrom: NOW - DAY,
	fullScanAt: NOW - HOUR,
	isNewestFirst: true,
};

/** The progress after a poll that read something of a list. */
function progressAfter(
	before: ScanProgress,
	reading: Partial<ListReading>,
	context: Partial<ListContext> = {},
): ScanProgress {
	return advance(
		{ members: [], deletedIds: [], hasUnread: false, withDetails: new Set(), ...reading },
		{
			nowSeconds: NOW,
			isFirstPoll: false,
			forgetAfterSeconds: FORGET_AFTER,
			scanProgress: before,
			...context,
		},
	);
}

describe('A full scan of a list', () => {
	it('a full scan is due once a day, and whenever an incremental one could miss something', () => {
		expect(isFullScanDue(STEADY, NOW)).toBe(false);
		expect(isFullScanDue(undefined, NOW)).toBe(true);
		expect(isFullScanDue({ ...STEADY, phase: 'baseline' }, NOW)).toBe(true);
		expect(isFullScanDue({ ...STEADY, phase: 'verification' }, NOW)).toBe(true);
		expect(isFullScanDue({ ...STEADY, scan: CURSOR }, NOW)).toBe(true);
		expect(isFullScanDue({ ...STEADY, isNewestFirst: false }, NOW)).toBe(true);
	});

	it.each([
		['less than a day ago', NOW - DAY + 1, false],
		['a day ago', NOW - DAY, true],
		['in the future, by a clock that was wrong then', NOW + DAY - 1, true],
		['further in the future', NOW + DAY, true],
		['never', undefined, true],
	])('a full scan that began %s decides whether the next is due', (_, fullScanAt, isDue) => {
		expect(isFullScanDue({ ...STEADY, fullScanAt }, NOW)).toBe(isDue);
	});

	it('a full scan that was interrupted continues at its cursor, and remembers what it left unread', () => {
		expect(progressAfter(STEADY, { scan: INTERRUPTED })).toEqual({ ...STEADY, scan: CURSOR });
		const unread = progressAfter(STEADY, { scan: INTERRUPTED, hasUnread: true });
		expect(unread).toEqual({ ...STEADY, scan: { ...CURSOR, hasUnread: true } });
		expect(progressAfter(unread, { scan: INTERRUPTED })).toEqual(unread);
	});

	it('a full scan that was interrupted without a cursor starts over', () => {
		const before = { ...STEADY, scan: CURSOR };
		expect(progressAfter(before, { scan: { ...INTERRUPTED, cursor: undefined } })).toEqual(STEADY);
	});

	it('a full scan is not done while it left something unread, in this poll or in an earlier one', () => {
		const unread = { ...VERIFICATION, scan: { ...CURSOR, hasUnread: true } };
		expect(progressAfter(unread, { scan: COMPLETE }).phase).toBe('verification');
		expect(progressAfter(VERIFICATION, { scan: COMPLETE, hasUnread: true })).toEqual({
			...VERIFICATION,
			isNewestFirst: true,
			shortScans: 0,
		});
	});

	it('a full scan that is done leads to incremental scans, and counts from its beginning', () => {
		expect(progressAfter(VERIFICATION, { scan: COMPLETE })).toEqual({
			...VERIFICATION,
			phase: 'steady',
			isNewestFirst: true,
			shortScans: 0,
			fullScanAt: COMPLETE.startedAt,
		});
	});

	it('a full scan shows whether the list is sorted newest first', () => {
		const unsorted = { ...COMPLETE, isNewestFirst: false };
		expect(progressAfter(STEADY, { scan: unsorted }).isNewestFirst).toBe(false);
	});

	it('a full scan that finds too few members is repeated, and taken as it is at the fourth time in a row', () => {
		const short = { ...COMPLETE, isShort: true };
		let progress = VERIFICATION;
		for (let count = 1; count <= 3; count += 1) {
			progress = progressAfter(progress, { scan: short });
			expect(progress).toMatchObject({ phase: 'verification', shortScans: count });
		}
		expect(progressAfter(progress, { scan: COMPLETE })).toMatchObject({
			phase: 'steady',
			shortScans: 0,
		});
		expect(progressAfter(progress, { scan: short })).toMatchObject({ phase: 'steady' });
	});
});

describe('A poll without a full scan', () => {
	it('a poll records how far it came, and leaves the rest as it is', () => {
		expect(progressAfter(STEADY, {})).toEqual(STEADY);
		expect(progressAfter(STEADY, { lastReadByIdKey: 'a', highWaterMark: 0 })).toEqual({
			...STEADY,
			lastSingle: 'a',
			highWaterMark: 0,
		});
		const later = { ...STEADY, lastSingle: 'a', highWaterMark: 5 };
		expect(progressAfter(later, {})).toEqual(later);
	});

	it('a poll records no times of members once the baseline is over', () => {
		const members = [{ createdAt: iso(NOW), updatedAt: iso(NOW) }];
		expect(progressAfter(STEADY, { members })).toEqual(STEADY);
		expect(progressAfter(VERIFICATION, { members })).toEqual(VERIFICATION);
	});
});

describe('The baseline of a list', () => {
	const members = (...times: Array<[created: number, changed: number]>) =>
		times.map(([created, changed]) => ({ createdAt: iso(created), updatedAt: iso(changed) }));

	it('the baseline keeps the latest creation and the latest change over all its polls', () => {
		const first = progressAfter(BASELINE, {
			members: [...members([NOW - 9, NOW - 3], [NOW - 5, NOW - 4]), { updatedAt: 'Soon' }],
			scan: INTERRUPTED,
		});
		expect(first).toMatchObject({ newestCreatedAt: NOW - 5, lastChangedAt: NOW - 3 });
		const second = progressAfter(first, { members: members([NOW - 7, NOW - 2]) });
		expect(second).toMatchObject({ newestCreatedAt: NOW - 5, lastChangedAt: NOW - 2 });
		const without = progressAfter(second, { members: [{ id: 'a' }] });
		expect(without).toEqual(second);
	});

	it('the baseline takes the end of a task for its last change', () => {
		const finished = { createdAt: iso(NOW - 9), finishedAt: iso(NOW - 3) };
		expect(progressAfter(BASELINE, { members: [finished] }).lastChangedAt).toBe(NOW - 3);
		const both = { ...finished, updatedAt: iso(NOW - 6) };
		expect(progressAfter(BASELINE, { members: [both] }).lastChangedAt).toBe(NOW - 6);
	});

	it('the baseline of a list without times records none', () => {
		expect(progressAfter(BASELINE, { members: [{ id: 'a' }] })).toEqual(BASELINE);
	});

	it.each([
		['agrees with that of n8n', NOW - 10],
		['is months behind', NOW - 90 * DAY],
		['is a little ahead', NOW + 500],
		['is a day ahead, as a time zone may be', NOW + DAY],
	])(
		'what is new after the baseline is newer than an hour before the newest member when the clock of the service %s',
		(_, newest) => {
			const progress = progressAfter(
				BASELINE,
				{ members: members([newest, newest], [newest - DAY, newest - HOUR]), scan: COMPLETE },
				{ isFirstPoll: true },
			);
			expect(progress).toEqual({
				phase: 'verification',
				newFrom: newest + 1 - HOUR,
				emitFrom: newest + 1,
				isNewestFirst: true,
				shortScans: 0,
			});
		},
	);

	it('a time in the far future says nothing of the clock of the service', () => {
		const newest = NOW + DAY + 1;
		const progress = progressAfter(
			BASELINE,
			{ members: members([newest, newest]), scan: COMPLETE },
			{ isFirstPoll: true },
		);
		expect(progress).toMatchObject({ newFrom: NOW - HOUR, emitFrom: NOW });
	});

	it('every member is new after the baseline of an empty list, whatever its times say', () => {
		const progress = progressAfter(BASELINE, { scan: COMPLETE }, { isFirstPoll: true });
		expect(progress).toMatchObject({ phase: 'verification', emitFrom: 0 });
		expect(progress.newFrom).toBeLessThanOrEqual(0);
	});

	it('after the first page of several, what comes is new if it is newer than that page, and than its Date header but for the overlap', () => {
		const read = members([NOW - 500, NOW - 400], [NOW - 600, NOW - 300]);
		const after = (serviceTime?: number): [number, number] => {
			const scan = { ...INTERRUPTED, ...(serviceTime !== undefined && { serviceTime }) };
			const { newFrom, emitFrom } = progressAfter(
				BASELINE,
				{ members: read, scan },
				{ isFirstPoll: true },
			);
			return [newFrom, emitFrom];
		};
		expect(after(NOW - 5 * HOUR)).toEqual([NOW - 499, NOW - 299]);
		const began = (at: number): number => at + CLOCK_OVERLAP_SECONDS;
		expect(after(began(NOW - 350))).toEqual([NOW - 350, NOW - 299]);
		expect(after(began(NOW + HOUR))).toEqual([NOW + HOUR, NOW + HOUR]);
		// Without the header, n8n's time counts, from which the overlap was subtracted.
		expect(after()).toEqual([NOW, NOW]);
	});

	it('a list of which nothing could be read begins at the time of the poll', () => {
		expect(progressAfter(BASELINE, {}, { isFirstPoll: true })).toEqual(BASELINE);
	});

	it('only the first poll aligns what is new with the clock of the service', () => {
		const reading = { members: members([NOW - 500, NOW - 400]), scan: INTERRUPTED };
		expect(progressAfter(BASELINE, reading)).toMatchObject({ newFrom: NOW, emitFrom: NOW });
	});

	it('the end of a baseline that took several polls makes more new, but never less', () => {
		const before = { ...BASELINE, newFrom: NOW - 5 * HOUR, emitFrom: NOW - 5 * HOUR };
		const reading = { members: members([NOW - 60, NOW - 60]), scan: COMPLETE };
		expect(progressAfter(before, reading)).toMatchObject({
			newFrom: NOW - 5 * HOUR,
			emitFrom: NOW - 5 * HOUR,
		});
	});

	it('changes after the baseline are emitted from the last one that it recorded on', () => {
		const changed = { members: members([NOW - DAY, NOW - 500]), scan: COMPLETE };
		expect(progressAfter(BASELINE, changed).emitFrom).toBe(NOW - 499);
		const undated = { members: [{ createdAt: iso(NOW - DAY) }], scan: COMPLETE };
		expect(progressAfter(BASELINE, undated).emitFrom).toBe(NOW);
	});

	it('a start date decides which changes are emitted until the list was read twice', () => {
		const startFrom = NOW - 5 * DAY;
		const before = { ...BASELINE, startFrom, emitFrom: startFrom, newFrom: startFrom };
		const read = members([NOW - DAY, NOW - HOUR]);
		const first = progressAfter(
			before,
			{ members: read, scan: INTERRUPTED },
			{ isFirstPoll: true },
		);
		expect(first).toMatchObject({ emitFrom: startFrom, newFrom: startFrom });
		expect(progressAfter(before, { members: read, scan: COMPLETE })).toEqual({
			...before,
			phase: 'verification',
			isNewestFirst: true,
			shortScans: 0,
		});
	});

	it('what appears after the baseline is new although it is older than the start date', () => {
		const startFrom = NOW - 5 * DAY;
		const before = { ...BASELINE, startFrom, emitFrom: startFrom, newFrom: startFrom };
		const newest = NOW - 9 * DAY;
		const reading = { members: members([newest, newest]), scan: COMPLETE };
		expect(progressAfter(before, reading)).toMatchObject({
			newFrom: newest + 1 - HOUR,
			emitFrom: newest + 1,
		});
	});

	it('the baseline goes on while the full scan finds too few members', () => {
		const scan = { ...COMPLETE, isShort: true };
		expect(progressAfter(BASELINE, { scan }).phase).toBe('baseline');
	});

	it('the baseline ends although something was left unread: the verification finds it', () => {
		expect(progressAfter(BASELINE, { scan: COMPLETE, hasUnread: true }).phase).toBe('verification');
	});
});
