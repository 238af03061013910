// A full or an incremental scan of a list, and where it ends.

import type { IDataObject } from 'n8n-workflow';

import type { FullScan } from '../compare/listProgress';
import type { PollRequests } from './client';
import {
	type ListState,
	type ScanLink,
	type TaskEntry,
	DAY_SECONDS,
	keyOf,
	secondsOf,
} from '../state/state';
import { readPagesUntil, type PageRun } from './readPages';

/**
 * How often `createdAt` has to fall, without ever rising, before a list counts as sorted newest first. So many members of
 * an unsorted list are hardly ever in that order by chance.
 */
const MIN_DESCENTS = 20;

/** How often a list is scanned in full where incremental scans are possible. */
const FULL_SCAN_SECONDS = DAY_SECONDS;

/** Links may be of any length, and the state holds this one. Behind a longer one, a scan begins anew. */
const MAX_LINK_LENGTH = 2_048;

/** What was read of the pages of a list. */
export interface Scan {
	/** No further page shows what was not read yet: the rest is read by ID. */
	isCovered: boolean;
	/** All pages down to the mark were read, or all there are. */
	hasReachedMark: boolean;
	/** Not even the first page that was asked for could be read. */
	hasNoPage: boolean;
	full?: FullScan;
}

/** What to read, and whom to show its pages. */
export interface ScanRequest<Entry> {
	source: { path: string; subject: string };
	list: ListState<Entry>;
	/** Whether each poll has to read a member. */
	isActive(entry: Entry): boolean;
	onPage(members: IDataObject[]): void;
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
 * Says after each page of an incremental scan whether it may end: below the mark, unless further pages show active members
 * with fewer requests than it takes to read them one by one.
 *
 * @param active the keys of active members, with their `createdAt`
 */
function incrementalEnd(
	active: Array<[key: string, createdAt: number]>,
	mark: number,
): (members: IDataObject[]) => boolean {
	// A large account has tens of thousands, and hundreds of pages: they are sorted once, and each page looks at the first.
	const unread = new Map(active.sort(([, a], [, b]) => b - a));
	let count = 0;
	let first: number | undefined;
	return (members) => {
		for (const member of members) unread.delete(keyOf(member));
		first ??= firstTime(members);
		const last = firstTime([...members].reverse());
		count += 1;
		// Of members created in the same second, some may be on this page and others on the next one.
		if (first === undefined || last === undefined || last >= mark) return false;
		return !isNextPageWorthIt({ count, first, last }, timesBehind(unread.values(), last));
	};
}

/** @param link where an earlier poll had to leave off */
async function scanFully<Entry>(
	{ source, onPage }: ScanRequest<Entry>,
	requests: PollRequests,
	link?: ScanLink,
): Promise<Scan> {
	let hasEntries = false;
	let isBehindEnd = false;
	const run = await readPagesUntil(
		requests,
		{ ...source, path: link?.next ?? source.path, isLinked: link !== undefined },
		(page, _isNewestFirst, leftOut) => {
			onPage(page);
			// A service may link empty pages for ever, and a poll may have the time for one of them only.
			// Behind others, a page without members may only repeat them, as pages shifted.
			hasEntries ||= page.length > 0 || leftOut > 0;
			isBehindEnd = link !== undefined && !hasEntries;
			return isBehindEnd;
		},
	);
	const end = isBehindEnd ? 'list' : run.end;
	// Earlier polls have read the other pages of a scan that goes on.
	return scanOf(run, end === 'list' && !link, fullScanOf({ ...run, end }, link));
}

const scanOf = ({ hasUnread, hasNoPage }: PageRun, isCovered: boolean, full?: FullScan): Scan => ({
	isCovered,
	hasReachedMark: isCovered && !hasUnread,
	hasNoPage,
	...(full && { full }),
});

function fullScanOf(run: PageRun, link?: ScanLink): FullScan {
	const { next, pages, isOutOfDate, hasNoPage } = run;
	const startedAt = link?.startedAt ?? run.startedAt;
	const isNewestFirst = run.isNewestFirst && (link?.isNewestFirst ?? true);
	const descents = run.descents + (link?.descents ?? 0);
	const hasUnread = run.hasUnread || link?.hasUnread === true;
	const hasEnded = run.end === 'list';
	const canGoOn = !hasEnded && (pages > 0 || link !== undefined) && !isOutOfDate && !hasNoPage;
	return {
		startedAt,
		hasEnded,
		isComplete: hasEnded && !hasUnread,
		isOnePage: !link && pages === 1 && run.leftOut === 0,
		isSorted: isNewestFirst && descents >= MIN_DESCENTS,
		...(canGoOn &&
			next !== undefined &&
			next.length <= MAX_LINK_LENGTH && {
				link: { next, startedAt, isNewestFirst, descents, hasUnread },
			}),
	};
}

/** @param link where to go on with a full scan that an earlier poll had to leave off */
async function scanIncrementally<Entry extends TaskEntry>(
	request: ScanRequest<Entry>,
	requests: PollRequests,
	mark: number,
	link?: ScanLink,
): Promise<Scan> {
	const { source, list, isActive, onPage } = request;
	const active: Array<[key: string, createdAt: number]> = [];
	for (const [key, entry] of list.entries) {
		if (entry.createdAt !== undefined && isActive(entry)) active.push([key, entry.createdAt]);
	}
	const mayEnd = incrementalEnd(active, mark);
	const newest = readPagesUntil(requests, source, (page, isNewestFirst) => {
		onPage(page);
		// A list that turns out not to be sorted is read to its end.
		return mayEnd(page) && isNewestFirst;
	});
	// Side by side, so that neither waits for the other.
	const [run, rest] = await Promise.all([newest, link && scanFully(request, requests, link)]);
	const isCovered = run.end !== 'interrupted';
	if (run.end === 'list' || !run.isNewestFirst) return scanOf(run, isCovered, fullScanOf(run));
	// Interrupted before the mark: the next poll goes on there.
	return scanOf(run, isCovered, rest?.full ?? (isCovered ? undefined : fullScanOf(run)));
}

/** Whether the whole list has to be read: where there is no other way, and once a day. */
function isFullScanDue({ phase, isSorted, fullScanAt }: ListState<unknown>, now: number): boolean {
	if (phase !== 'steady' || !isSorted || fullScanAt === undefined) return true;
	return now < fullScanAt || now >= fullScanAt + FULL_SCAN_SECONDS;
}

/**
 * Reads pages of a list: all of them where a full scan is due, otherwise the newest ones. A full scan that the last poll
 * could not finish goes on after these.
 *
 * @param newest `createdAt` of the newest member known
 */
export async function scanList<Entry extends TaskEntry>(
	request: ScanRequest<Entry>,
	requests: PollRequests,
	newest: number,
): Promise<Scan> {
	const { list } = request;
	const { link } = list;
	const isSorted = link
		? link.isNewestFirst && link.descents >= MIN_DESCENTS
		: !isFullScanDue(list, requests.client.clock.now);
	return isSorted
		? await scanIncrementally(request, requests, Math.min(newest, list.mark ?? newest), link)
		: await scanFully(request, requests, link);
}
