import type { IDataObject } from 'n8n-workflow';

import type { ApiClient } from '../../transport/client';
import type { Deadline } from './deadline';
import { isNextPageWorthIt } from './depth';
import type { Failures } from './failures';
import type { KnownList, KnownTask } from './knowledge';
import { isFullSweepDue, type SweepResult } from './progress';
import { readPagesInTime, type PageRun } from './readPagesInTime';
import type { ListSource } from './source';
import type { SweepPlace } from './state';
import { secondsOf } from './time';

/** A list may show a member a little later than one that was created after it. */
const FRONT_SECONDS = 3600;

/** How often `createdAt` has to fall before the list is taken to fall: by chance, so many members hardly ever do. */
const MIN_FALLS = 20;

/** Share of the time for the front of a list of which the whole is being read. */
const FRONT_SHARE = 0.4;

interface Pages {
	/** Members of all pages; one that was on several is there several times. */
	members: IDataObject[];
	/** Whether every page was read on which a member may be that has to be: the others are read by their ID. */
	isCovered: boolean;
	sweep?: SweepResult;
	/** `createdAt` of the newest member that was known before; absent where the front was not read. */
	front?: number;
}

/**
 * Decides after each page of the front whether to go on: down to the oldest member that has to be read, where that takes
 * fewer requests than to read it by its ID, and in any case until nothing new can follow.
 */
function frontReader(
	awaited: number[],
	newest: number,
): (members: IDataObject[]) => { isDone: boolean } {
	const sorted = awaited.sort((a, b) => b - a);
	let behind = 0;
	let count = 0;
	let first: number | undefined;
	return (members) => {
		const times = members
			.map(({ createdAt }) => secondsOf(createdAt))
			.filter((t) => t !== undefined);
		const last = times.at(-1);
		count += 1;
		first ??= times[0];
		if (first === undefined || last === undefined || last >= newest - FRONT_SECONDS) {
			return { isDone: false };
		}
		// Equal ones may be on both sides of the border between two pages.
		while ((sorted[behind] ?? Number.NEGATIVE_INFINITY) > last) behind += 1;
		const isWorthIt =
			behind < sorted.length && isNextPageWorthIt({ count, first, last }, sorted, behind);
		return { isDone: !isWorthIt };
	};
}

/** What a reading of the whole list leaves for the next poll. */
function sweepResult(
	run: PageRun,
	{ startedAt, isFalling, falls, count }: Omit<SweepPlace, 'next'>,
): SweepResult {
	const isComplete = run.end === 'list';
	return {
		startedAt,
		isComplete,
		isFalling: isFalling && falls >= MIN_FALLS,
		isShort: run.total !== undefined && count < run.total,
		...(!isComplete &&
			count > 0 &&
			!run.isOutOfDate &&
			run.next !== undefined && { place: { next: run.next, startedAt, isFalling, falls, count } }),
	};
}

/**
 * Reads the pages of a list: all of them where the whole list is due, and otherwise those of the front, where whatever is
 * new is. A reading of the whole list that is not done goes on at its place, once the front is read.
 */
export async function readListPages<Entry extends KnownTask>(
	client: ApiClient,
	source: ListSource<Entry>,
	list: KnownList<Entry> | undefined,
	now: number,
	forgetAfter: number,
	deadline: Deadline,
	failures: Failures,
): Promise<Pages> {
	const entries = [...(list?.entries.values() ?? [])];
	const progress = list?.progress;
	const place = progress?.sweep && { ...progress.sweep };
	const members: IDataObject[] = [];
	const collect = (page: IDataObject[]): void => {
		for (const member of page) members.push(member);
	};
	const readOn = async (from: SweepPlace): Promise<Pages> => {
		const run = await readPagesInTime(
			client,
			{ path: from.next, about: source.about, isLinked: from === place },
			deadline,
			failures,
			(page) => {
				from.count += page.length;
				collect(page);
				return false;
			},
		);
		from.isFalling &&= run.isFalling;
		from.falls += run.falls;
		const sweep = sweepResult(run, from);
		// Of a reading that went on, the other polls have read the other pages.
		const isCovered = run.end === 'list' && from === anew;
		return { members, isCovered, sweep, ...(isCovered && { front: newest }) };
	};
	const newest = entries.reduce(
		(time, { createdAt = 0 }) => Math.max(time, Math.min(createdAt, now)),
		progress?.knownBefore ?? 0,
	);
	const anew = { next: source.path, startedAt: now, isFalling: true, falls: 0, count: 0 };
	const isOrderUnknown = place
		? !place.isFalling || place.falls < MIN_FALLS
		: isFullSweepDue(progress, now);
	if (isOrderUnknown) {
		return await readOn(place ?? anew);
	}

	// The list is known to fall by createdAt.
	const awaited = entries
		.filter((entry) => source.isAwaited(entry, now, forgetAfter))
		.map(({ createdAt }) => createdAt)
		.filter((createdAt) => createdAt !== undefined);
	// What the poll before missed because pages shifted is newer than what was known before that.
	const read = frontReader(awaited, Math.min(newest, progress?.front ?? newest));
	let count = 0;
	const frontDeadline = place ? deadline.part(FRONT_SHARE) : deadline;
	const front = await readPagesInTime(
		client,
		source,
		frontDeadline,
		failures,
		(page, isFalling) => {
			count += page.length;
			collect(page);
			// A list that does not fall is read to its end.
			return read(page).isDone && isFalling;
		},
	);
	const isCovered = front.end === 'stopped' || front.end === 'list';
	const covered = { members, isCovered, ...(isCovered && { front: newest }) };
	const { isFalling, falls } = front;
	const frontPlace = { startedAt: now, isFalling, falls, count };
	if (front.end === 'list' || !isFalling) {
		return { ...covered, sweep: sweepResult(front, frontPlace) };
	}
	if (place) return { ...covered, sweep: (await readOn(place)).sweep };
	// Too much for one poll: the next ones go on there.
	return isCovered ? covered : { ...covered, sweep: sweepResult(front, frontPlace) };
}
