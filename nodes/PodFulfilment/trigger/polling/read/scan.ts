// Consecutive pages of a list, in a full or an incremental scan, and where it ends.

import type { IDataObject } from 'n8n-workflow';

import { numberedPagePath, pageNumber } from '../../../api/collection';
import { entriesWithoutIdError, pageNameOf, type LargePageError } from '../../../api/listErrors';
import { readPages } from '../../../api/pages';
import type { FullScan } from '../compare/listProgress';
import {
	type ListState,
	type ScanLink,
	type TaskEntry,
	DAY_SECONDS,
	keyOf,
	secondsOf,
} from '../state/state';
import { mustStop, requestError, TooLittleTime, type PollRequests } from './client';

/** What one poll reads of a list at most; it holds all of that at once. The next poll goes on behind it. */
const MAX_PAGES_OF_POLL = 2_000;
const MAX_CHARACTERS_OF_POLL = 64 * 1024 * 1024;

/** Statuses that say that a path leads nowhere (spec section 7). */
const REFUSED_PATH = new Set([400, 404, 410]);

/**
 * How often `createdAt` has to fall, without ever rising, before a list counts as sorted newest first. So many members of
 * an unsorted list are hardly ever in that order by chance.
 */
const MIN_DESCENTS = 20;

/** How often a list is scanned in full where incremental scans are possible. */
const FULL_SCAN_SECONDS = DAY_SECONDS;

/** Links may be of any length, and the state holds this one. Behind a longer one, a scan begins anew. */
const MAX_LINK_LENGTH = 2_048;

/** Pages to read. */
interface PagesRequest {
	path: string;
	subject: string;
	/** Where an earlier poll had to leave off a full scan. */
	link?: ScanLink | undefined;
}

/** Consecutive pages that were read. What a full scan that goes on knows of those before, it says of all. */
export interface PageRun extends Omit<ScanLink, 'next'> {
	/** What ended it: the end of the list, the caller, or the deadline or a failure. */
	end: 'list' | 'stopped' | 'interrupted';
	/** Path of the next page; undefined at the end of the list. */
	next: string | undefined;
	/** Pages that were read, and entries of them that were left out because they have no ID. */
	pages: number;
	leftOut: number;
	/** The first page was refused although an earlier page had linked it: the cursor is out of date. */
	isOutOfDate: boolean;
	/** Not even the first page could be read: to go on there with each poll would never show the other pages again. */
	hasNoPage: boolean;
}

/** Notes whether `createdAt` never rises from one member to the next, and how often it falls. */
function noteOrder(run: PageRun, members: IDataObject[], last: number | undefined): typeof last {
	let previous = last;
	for (const { createdAt } of members) {
		const time = secondsOf(createdAt);
		previous ??= time;
		if (time === undefined || previous === undefined || time > previous) run.isNewestFirst = false;
		else if (time < previous) run.descents += 1;
		previous = time;
	}
	return previous;
}

/**
 * Reads consecutive pages until the list ends, the caller stops, the deadline passes, the poll has read as much as it may
 * hold, or a request fails. The pages read until then count.
 *
 * @param onPage gets the members of each page and what is known by then; returns whether to stop
 */
export async function readPagesUntil(
	requests: PollRequests,
	{ link, subject, path: first }: PagesRequest,
	onPage: (members: IDataObject[], run: Readonly<PageRun>) => boolean,
): Promise<PageRun> {
	const { client, failures, reports } = requests;
	const run: PageRun = {
		...{ next: first, startedAt: client.clock.now },
		...{ isNewestFirst: true, descents: 0, hasUnread: false, ...link },
		...{ end: 'interrupted', pages: 0, leftOut: 0, isOutOfDate: false, hasNoPage: false },
	};
	if (mustStop(requests)) return run;
	const entriesWithoutId = `entries of ${subject}`;
	const path = run.next ?? first;
	/** The page that is being read. */
	let current = path;
	let characters = 0;
	let last: number | undefined;
	const onLargePage = (error: LargePageError, pageName: string): void => {
		run.hasUnread = true;
		reports.fail(pageName, error);
		current = numberedPagePath(current) ?? '';
	};
	try {
		const leavesOutEntriesWithoutId = link ? 'always' : true;
		const list = { path, subject, onLargePage, leavesOutEntriesWithoutId } as const;
		for await (const page of readPages(client, list)) {
			failures.noteSuccess();
			const number = pageNumber(current);
			if (number !== undefined) reports.succeed(pageNameOf(subject, number));
			if (run.pages === 0 && !link) run.startedAt = client.clock.now;
			run.pages += 1;
			characters += page.characters ?? 0;
			if (page.leftOut !== undefined) {
				run.leftOut += page.leftOut;
				reports.fail(entriesWithoutId, entriesWithoutIdError(run.leftOut));
			}
			last = noteOrder(run, page.members, last);
			run.next = page.next;
			const isStopped = onPage(page.members, run);
			if (page.next === undefined) break;
			current = page.next;
			if (isStopped) return { ...run, end: 'stopped' };
			if (client.deadline.isOver) return run;
			if (run.pages >= MAX_PAGES_OF_POLL || characters >= MAX_CHARACTERS_OF_POLL) return run;
		}
		if (run.leftOut === 0 && !link) reports.succeed(entriesWithoutId);
		return { ...run, end: 'list', next: undefined };
	} catch (error) {
		if (error instanceof TooLittleTime) return run;
		const failure = requestError(error);
		const hasNoPage = run.pages === 0;
		if (hasNoPage && link && REFUSED_PATH.has(failure.status)) return { ...run, isOutOfDate: true };
		failures.add(failure, subject);
		return { ...run, hasNoPage };
	}
}

/** What was read of the pages of a list. */
export interface Scan {
	/** The pages that were asked for first. */
	run: PageRun;
	/** No further page shows what was not read yet: the rest is read by ID. All pages down to the mark were read, or all there are. */
	isCovered: boolean;
	full: FullScan | undefined;
}

/** What to read, and whom to show its pages. */
export interface ScanRequest<Entry> {
	source: { path: string; subject: string };
	list: ListState<Entry>;
	/** Whether each poll has to read a member. */
	isActive(entry: Entry): boolean;
	onPage(members: IDataObject[]): void;
}

const isKnownAsSorted = ({ isNewestFirst, descents }: Omit<ScanLink, 'next'>): boolean =>
	isNewestFirst && descents >= MIN_DESCENTS;

function fullScanOf(run: PageRun, link?: ScanLink): FullScan {
	const { next = '', pages, startedAt, isNewestFirst, descents, hasUnread } = run;
	const hasEnded = run.end === 'list';
	const hasBegun = (pages > 0 || link !== undefined) && !run.isOutOfDate && !run.hasNoPage;
	const canGoOn = !hasEnded && hasBegun && next.length <= MAX_LINK_LENGTH;
	return {
		startedAt,
		hasEnded,
		isComplete: hasEnded && !hasUnread,
		isOnePage: !link && pages === 1 && run.leftOut === 0,
		isSorted: isKnownAsSorted(run),
		...(canGoOn && { link: { next, startedAt, isNewestFirst, descents, hasUnread } }),
	};
}

/** @param link where an earlier poll had to leave off */
async function scanFully<Entry>(
	{ source, onPage }: ScanRequest<Entry>,
	requests: PollRequests,
	link?: ScanLink,
): Promise<Scan> {
	let hasEntries = false;
	const run = await readPagesUntil(requests, { ...source, link }, (page, { leftOut }) => {
		onPage(page);
		// A service may link empty pages for ever, and a poll may have the time for one of them only.
		// Behind others, a page without members may only repeat them, as pages shifted.
		hasEntries ||= page.length > 0 || leftOut > 0;
		return link !== undefined && !hasEntries;
	});
	if (run.end === 'stopped') run.end = 'list';
	// Earlier polls have read the other pages of a scan that goes on.
	return { run, isCovered: run.end === 'list' && !link, full: fullScanOf(run, link) };
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
	let members = 0;
	for (const time of active) {
		if (time > last) continue;
		members += 1;
		// Where all were created at the same time, that says nothing about the pages behind.
		const pages = secondsPerPage > 0 ? Math.ceil((last - time) / secondsPerPage) : count - 1;
		// It is worth it if the pages down to any active member are fewer than the active members on them.
		if (pages < members || pages <= 0) return true;
	}
	return false;
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
		const times = members.flatMap(({ createdAt }) => secondsOf(createdAt) ?? []);
		first ??= times[0];
		const last = times.at(-1);
		count += 1;
		// Of members created in the same second, some may be on this page and others on the next one.
		if (first === undefined || last === undefined || last >= mark) return false;
		return !isNextPageWorthIt({ count, first, last }, unread.values());
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
	const newest = readPagesUntil(requests, source, (page, { isNewestFirst }) => {
		onPage(page);
		// A list that turns out not to be sorted is read to its end.
		return mayEnd(page) && isNewestFirst;
	});
	// Side by side, so that neither waits for the other.
	const [run, rest] = await Promise.all([newest, link && scanFully(request, requests, link)]);
	const isCovered = run.end !== 'interrupted';
	if (run.end === 'list' || !run.isNewestFirst) return { run, isCovered, full: fullScanOf(run) };
	// Interrupted before the mark: the next poll goes on there.
	return { run, isCovered, full: rest?.full ?? (isCovered ? undefined : fullScanOf(run)) };
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
	const isSorted = link ? isKnownAsSorted(link) : !isFullScanDue(list, requests.client.clock.now);
	return isSorted
		? await scanIncrementally(request, requests, Math.min(newest, list.mark ?? newest), link)
		: await scanFully(request, requests, link);
}
