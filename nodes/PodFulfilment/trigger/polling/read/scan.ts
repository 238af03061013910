import type { IDataObject } from 'n8n-workflow';

import { idOrStatusText } from '../../changeId';
import type { ListContext } from '../state/pollContext';
import {
	firstAfter,
	isFullScanDue,
	LIST_LAG_SECONDS,
	type ScanResult,
} from '../state/scanProgress';
import type { ListSnapshot, ScanCursor, ScanProgress, TaskEntry } from '../state/state';
import { idKey, secondsOf } from '../state/values';
import { readPagesUntil, type PageRun } from './readPages';
import { withShareOfTime, type PollRequests } from './requests';
import type { ListSource } from './sources';

/**
 * How often `createdAt` has to fall, without ever rising, before a list counts as sorted newest first. So many members of
 * an unsorted list are hardly ever in that order by chance.
 */
const MIN_DESCENTS = 20;

/** Links may be of any length, and the state holds this one. Behind a longer one, a scan begins anew. */
const MAX_CURSOR_LENGTH = 2_048;

/** Share of the time for the incremental scan, where a full scan goes on after it. */
const INCREMENTAL_SHARE = 0.4;

interface Pages {
	/** Members of all pages. One that was on several pages is there several times. */
	members: IDataObject[];
	/** Whether the remaining active members have to be read by their ID, since no further page will show them. */
	isCovered: boolean;
	scan?: ScanResult;
	/** See {@link PageRun.hasUnread}. */
	hasUnread: boolean;
	/** See {@link ScanProgress.highWaterMark}; absent where the newest members were not read. */
	highWaterMark?: number;
	/** See {@link ListReading.hasNoPage}. */
	hasNoPage?: boolean;
}

/** What the pages of a list that is sorted newest first have shown so far. Times are seconds since 1970. */
interface PagesSoFar {
	count: number;
	/** `createdAt` of the first and of the last member. */
	first: number;
	last: number;
}

/**
 * Whether it takes fewer requests to read the next page than to read the active members behind by their IDs. How many
 * pages lie between is estimated from the time that a page has covered so far.
 *
 * @param active `createdAt` of the active members that were not read yet, newest first
 */
export function isNextPageWorthIt(
	{ count, first, last }: PagesSoFar,
	active: Iterable<number>,
): boolean {
	const secondsPerPage = (first - last) / count;
	// All were created at the same time, which says nothing about the pages behind.
	if (secondsPerPage <= 0) return count <= [...active].length;
	// It is worth it if the pages down to any active member are fewer than the active members on them.
	let members = 0;
	for (const time of active) {
		members += 1;
		const pages = Math.ceil((last - time) / secondsPerPage);
		if (pages < members || pages <= 0) return true;
	}
	return false;
}

/** The times from this one on, of times newest first. */
function* timesBehind(times: Iterable<number>, last: number): Generator<number> {
	for (const time of times) if (time <= last) yield time;
}

/** `createdAt` of the first member that says it. */
function firstTime(members: IDataObject[]): number | undefined {
	for (const { createdAt } of members) {
		const time = secondsOf(createdAt);
		if (time !== undefined) return time;
	}
	return undefined;
}

/**
 * Says after each page of an incremental scan whether it may end: at the high-water mark, unless further pages show
 * active members with fewer requests than it takes to read them one by one.
 *
 * @param active the keys of active members, with their `createdAt`
 */
function incrementalEnd(
	active: Array<[key: string, createdAt: number]>,
	highWaterMark: number,
): (members: IDataObject[]) => boolean {
	// A large account has tens of thousands, and hundreds of pages: they are sorted once, and each page looks at the first.
	const unread = new Map(active.sort(([, a], [, b]) => b - a));
	let count = 0;
	let first: number | undefined;
	return (members) => {
		for (const { id } of members) unread.delete(idKey(idOrStatusText(id)));
		first ??= firstTime(members);
		const last = firstTime([...members].reverse());
		count += 1;
		if (first === undefined || last === undefined || last >= highWaterMark - LIST_LAG_SECONDS) {
			return false;
		}
		// Of members created at the same time, some may be on this page and others on the next one.
		return !isNextPageWorthIt({ count, first, last }, timesBehind(unread.values(), last));
	};
}

function scanResult(
	run: PageRun,
	{ startedAt, isNewestFirst, descents, count }: Omit<ScanCursor, 'next'>,
): ScanResult {
	const isComplete = run.end === 'list';
	const canContinue = !isComplete && count > 0 && !run.isOutOfDate && !run.hasNoPage;
	return {
		startedAt,
		isComplete,
		isNewestFirst: isNewestFirst && descents >= MIN_DESCENTS,
		isShort: run.total !== undefined && count < run.total,
		...(run.serviceTime !== undefined && { serviceTime: run.serviceTime }),
		...(canContinue &&
			run.next !== undefined &&
			run.next.length <= MAX_CURSOR_LENGTH && {
				cursor: { next: run.next, startedAt, isNewestFirst, descents, count },
			}),
	};
}

/**
 * `createdAt` of the newest member known. A time in the future would hide what is created until then, and one that no clock
 * has would do so for a service whose clock is behind.
 */
function newestOf(entries: ReadonlyMap<string, TaskEntry>, nowSeconds: number): number {
	let newest = 0;
	for (const { createdAt = 0 } of entries.values()) {
		if (firstAfter(createdAt, nowSeconds) === undefined) continue;
		newest = Math.max(newest, Math.min(createdAt, nowSeconds));
	}
	return newest;
}

/** One scan of a list. */
interface Scan<Entry extends TaskEntry> {
	source: ListSource<Entry>;
	entries: ReadonlyMap<string, Entry>;
	/** Absent for a list that was never read. */
	progress: ScanProgress | undefined;
	context: ListContext;
	requests: PollRequests;
	/** `createdAt` of the newest member that was known before. */
	newest: number;
}

/** @param cursor where an earlier poll had to leave off */
async function scanFully<Entry extends TaskEntry>(
	{ source, context, requests, newest }: Scan<Entry>,
	cursor?: ScanCursor,
): Promise<Pages> {
	const from = cursor ?? {
		startedAt: context.nowSeconds,
		isNewestFirst: true,
		descents: 0,
		count: 0,
	};
	const request = { path: cursor?.next ?? source.path, subject: source.subject };
	const members: IDataObject[] = [];
	let isBehindEnd = false;
	const pages = await readPagesUntil(
		requests,
		{ ...request, isLinked: cursor !== undefined },
		(page, _isNewestFirst, leftOut) => {
			for (const member of page) members.push(member);
			// A service may link empty pages for ever, and a poll may have the time for one of them only.
			isBehindEnd = cursor !== undefined && page.length === 0 && leftOut === 0;
			return isBehindEnd;
		},
	);
	const run: PageRun = isBehindEnd ? { ...pages, end: 'list' } : pages;
	const scan = scanResult(run, {
		startedAt: from.startedAt,
		isNewestFirst: from.isNewestFirst && run.isNewestFirst,
		descents: from.descents + run.descents,
		count: from.count + members.length + run.leftOut,
	});
	// Earlier polls have read the other pages of a continued scan.
	const isCovered = run.end === 'list' && !cursor;
	const { hasNoPage, hasUnread = false } = run;
	const isWhole = isCovered && !hasUnread;
	if (isWhole && run.pages === 1 && run.leftOut === 0) scan.isOnePage = true;
	const read = { members, isCovered, hasUnread, scan, hasNoPage };
	return { ...read, ...(isWhole && { highWaterMark: newest }) };
}

/** @param cursor where to go on with a full scan that an earlier poll had to leave off */
async function scanIncrementally<Entry extends TaskEntry>(
	scan: Scan<Entry>,
	cursor?: ScanCursor,
): Promise<Pages> {
	const { source, entries, progress, context, requests, newest } = scan;
	const active: Array<[key: string, createdAt: number]> = [];
	for (const [key, entry] of entries) {
		if (entry.createdAt !== undefined && source.isActive(entry, context)) {
			active.push([key, entry.createdAt]);
		}
	}
	// What the last poll missed because pages shifted is newer than what was known before it.
	const mark = Math.min(newest, progress?.highWaterMark ?? newest);
	const mayEnd = incrementalEnd(active, mark);
	const members: IDataObject[] = [];
	const run = await readPagesUntil(
		cursor ? withShareOfTime(requests, INCREMENTAL_SHARE) : requests,
		source,
		(page, isNewestFirst) => {
			for (const member of page) members.push(member);
			// A list that turns out not to be sorted is read to its end.
			return mayEnd(page) && isNewestFirst;
		},
	);
	const isCovered = run.end !== 'interrupted';
	const { isNewestFirst, descents, hasNoPage, hasUnread = false } = run;
	const isWhole = isCovered && !hasUnread;
	const pages = {
		members,
		isCovered,
		hasUnread,
		hasNoPage,
		...(isWhole && { highWaterMark: newest }),
	};
	const count = members.length + run.leftOut;
	const startedAt = context.nowSeconds;
	const asFullScan = scanResult(run, { startedAt, isNewestFirst, descents, count });
	if (run.end === 'list' || !isNewestFirst) return { ...pages, scan: asFullScan };
	if (cursor) {
		const rest = await scanFully(scan, cursor);
		return {
			...pages,
			members: [...members, ...rest.members],
			hasUnread: hasUnread || rest.hasUnread,
			scan: rest.scan,
		};
	}
	// Interrupted before the high-water mark: the next poll goes on there.
	return isCovered ? pages : { ...pages, scan: asFullScan };
}

/**
 * Reads pages of a list: all of them where a full scan is due, otherwise the newest ones. A full scan that the last poll
 * could not finish goes on after these.
 */
export async function scanList<Entry extends TaskEntry>(
	source: ListSource<Entry>,
	list: ListSnapshot<Entry> | undefined,
	context: ListContext,
	requests: PollRequests,
): Promise<Pages> {
	const { nowSeconds } = context;
	const entries: ReadonlyMap<string, Entry> = list?.entries ?? new Map<string, Entry>();
	const progress = list?.scanProgress;
	const newest = newestOf(entries, nowSeconds);
	const scan = { source, entries, progress, context, requests, newest };
	const cursor = progress?.scan;
	const isSorted = cursor
		? cursor.isNewestFirst && cursor.descents >= MIN_DESCENTS
		: !isFullScanDue(progress, nowSeconds);
	return isSorted ? await scanIncrementally(scan, cursor) : await scanFully(scan, cursor);
}
