// Reads one list: pages, then single members by ID, each compared as it is read.

import { sleep, type IDataObject } from 'n8n-workflow';

import { tryResource } from '../../../api/resource';
import { ServiceError } from '../../../transport/errors/serviceError';
import { idOrStatusText } from '../../changeId';
import type { ObservedChange } from '../compare/changes';
import type { CompareContext } from '../compare/statuses';
import { listAfter, newestOf } from '../compare/listProgress';
import type { ServiceClock } from './client';
import type { PollingSettings } from '../state/settings';
import { MISSING, type ListState, type TaskEntry } from '../state/state';
import { idOfKey, keyOf, latest, secondsOf } from '../state/values';
import { withShareOfTime, type PollRequests } from './failures';
import { interleaved, lastStarted, runJobs, startingAfter, type Job } from './jobs';
import { scanList, type Scan } from './scan';
import type { ListSource } from './sources';

/** Share of the time for pages. The rest is for members that are read by their ID. */
const PAGES_SHARE = 0.7;

/** Orders of one poll that are told as waiting: a shop may have forgotten thousands of drafts. */
const MAX_WAITING_ORDERS = 100;

/**
 * Orders and their parcels, or mockup tasks, that the state has room for, so that a list that goes on growing cannot fill n8n's
 * memory and database. Ten thousand orders a day do not reach it.
 */
export const MAX_TRACKED = 200_000;

/** What decides how a list is read. */
export interface ListContext {
	settings: PollingSettings;
	clock: ServiceClock;
	/** Whether every member is needed whole, for Add Current Order. */
	keepsAll: boolean;
	/** Since when parcels were watched before this poll. */
	parcelsSince?: number;
}

/** What one poll read of a list. */
export interface ListReading<Entry> {
	/** The list after the poll, as if nothing of {@link changes} had been told. */
	list: ListState<Entry>;
	/** The members that were read, by their keys; those of which nothing more is needed without their objects. */
	seen: Map<string, IDataObject | undefined>;
	/** What is to be told, by the key of its object. */
	changes: Map<string, ObservedChange[]>;
	/** Not even the first page that was asked for could be read. */
	hasNoPage: boolean;
	/** There was too little time for one page. */
	isLeft: boolean;
	/** Members that found no room. */
	leftOut: number;
	context: CompareContext;
}

/** A member that is read by its ID. */
interface SingleRead extends Job {
	id: string;
}

/** The beginning of a list, once the service has answered: not after that, whatever Start From says. */
export function beginningOf(
	{ phase, baselineAt }: ListState<unknown>,
	{ isKnown, now }: ServiceClock,
): number | undefined {
	return phase === 'unread' && isKnown ? Math.min(baselineAt ?? now, now) : baselineAt;
}

/** One reading of a list: compares each page as it comes, and keeps whole only what is needed after that. */
class ListReader<Entry extends TaskEntry> {
	readonly entries: Map<string, Entry>;

	readonly seen = new Map<string, IDataObject | undefined>();

	readonly changes = new Map<string, ObservedChange[]>();

	leftOut = 0;

	newestIgnored: number | undefined;

	baselineAt: number | undefined;

	private room: number;

	private readonly source: ListSource<Entry>;

	private readonly before: ListState<Entry>;

	private readonly given: ListContext;

	constructor(source: ListSource<Entry>, before: ListState<Entry>, given: ListContext) {
		this.source = source;
		this.before = before;
		this.given = given;
		this.baselineAt = before.baselineAt;
		this.entries = new Map(before.entries);
		this.room = MAX_TRACKED;
		for (const entry of before.entries.values()) this.room -= sizeOf(entry);
	}

	get context(): CompareContext {
		const { clock, settings, parcelsSince } = this.given;
		const { before, baselineAt } = this;
		return {
			settings,
			now: clock.now,
			isFirstPoll: before.phase === 'unread',
			isBeginning: before.baselineAt === undefined,
			...(parcelsSince !== undefined && { parcelsSince }),
			list: { ...before, baselineAt },
		};
	}

	/** Compares members that were read, from a page or by their ID. */
	readonly compare = (members: readonly IDataObject[]): void => {
		const { clock } = this.given;
		this.baselineAt = beginningOf({ ...this.before, baselineAt: this.baselineAt }, clock);
		const { context } = this;
		for (const member of members) this.compareOne(member, context);
	};

	private compareOne(member: IDataObject, context: CompareContext): void {
		const key = keyOf(member);
		const before = this.entries.get(key);
		const { after, changes } = this.source.compare(key, before, member, context);
		if (!after) {
			this.newestIgnored = latest(this.newestIgnored, secondsOf(member.createdAt));
			return;
		}
		if (!before) {
			if (this.room <= 0) {
				this.leftOut += 1;
				return;
			}
			this.room -= 1;
		}
		if (after !== before) this.entries.set(key, after);
		if (changes.length > 0) this.changes.set(key, changes);
		else this.changes.delete(key);
		const isNeeded =
			this.given.keepsAll ||
			changes.length > 0 ||
			idOfKey(key) === undefined ||
			this.source.isOverdue(after, context) !== undefined;
		this.seen.set(key, isNeeded ? member : undefined);
	}

	/** A member that the service has no longer, as it says. */
	miss(key: string): void {
		const entry = this.entries.get(key);
		if (!entry || entry.status === MISSING) return;
		const told = entry.told ?? entry.status;
		this.entries.set(key, { ...entry, status: MISSING, told, since: this.given.clock.now });
	}
}

const sizeOf = (entry: TaskEntry & { parcels?: ReadonlyMap<string, unknown> }): number =>
	1 + (entry.parcels?.size ?? 0);

/** Keys of members that are to be told although they have not changed: of those that wait, the longest first. */
function overdueKeys<Entry extends TaskEntry>(
	source: ListSource<Entry>,
	{ entries, seen, context }: ListReader<Entry>,
	isCovered: boolean,
): string[] {
	const late: string[] = [];
	const waiting: Array<{ key: string; since: number }> = [];
	for (const [key, entry] of entries) {
		if (!isCovered && !seen.has(key)) continue;
		const overdue = source.isOverdue(entry, context);
		if (overdue === undefined) continue;
		const object = seen.get(key);
		if (overdue === 'withDetails') waiting.push({ key, since: entry.since });
		else if (object && !source.isComplete(object)) late.push(key);
	}
	waiting.sort((a, b) => a.since - b.since);
	return [...late, ...waiting.slice(0, MAX_WAITING_ORDERS).map(({ key }) => key)];
}

/** The members to read by their ID: first what has to be told, and the list does not show whole; and what no page shows. */
function singleReads<Entry extends TaskEntry>(
	source: ListSource<Entry>,
	{ entries, seen, changes, context }: ListReader<Entry>,
	overdue: readonly string[],
	isCovered: boolean,
): { urgent: SingleRead[]; routine: SingleRead[] } {
	const jobOf = (key: string): SingleRead[] => {
		const object = seen.get(key);
		const id = object ? idOrStatusText(object.id) : idOfKey(key);
		if (id === undefined) return [];
		const isUnusable = source.member(id) instanceof ServiceError;
		const subject = isUnusable ? `an entry of ${source.subject}` : { kind: source.kind, id };
		return [{ key, id, subject }];
	};
	const urgent = new Set(overdue);
	for (const [key, [change]] of changes) {
		if (change && !source.isComplete(change.object)) urgent.add(key);
	}
	const routine: string[] = [];
	if (isCovered) {
		for (const [key, entry] of entries) {
			if (!seen.has(key) && !urgent.has(key) && source.isActive(entry, context)) routine.push(key);
		}
	}
	return { urgent: [...urgent].flatMap(jobOf), routine: routine.flatMap(jobOf) };
}

/** Reads members by their ID, as many as the time allows. Returns the key behind which the next poll goes on. */
async function readSingles<Entry extends TaskEntry>(
	source: ListSource<Entry>,
	reader: ListReader<Entry>,
	{ urgent, routine }: { urgent: SingleRead[]; routine: SingleRead[] },
	lastKey: string | undefined,
	requests: PollRequests,
): Promise<string | undefined> {
	// What has to be told is not left behind all that may have changed.
	const jobs = interleaved(startingAfter(lastKey, urgent), startingAfter(lastKey, routine));
	const started = await runJobs(jobs, requests, async ({ key, id }) => {
		const member = source.member(id);
		if (member instanceof ServiceError) return member;
		const result = await tryResource(requests.client, { method: 'GET', ...member });
		if (!(result instanceof ServiceError)) reader.compare([result.resource]);
		// What the list shows is not gone.
		else if (!result.isNotFound || reader.seen.has(key)) return result;
		else reader.miss(key);
		return undefined;
	});
	return lastStarted(routine.length > 0 ? routine : urgent, started, requests);
}

/** Adds what is to be told of members that have not changed, as far as their objects were read. */
function addOverdueChanges<Entry extends TaskEntry>(
	source: ListSource<Entry>,
	{ entries, seen, changes, context }: ListReader<Entry>,
	overdue: readonly string[],
): void {
	const isOverdue = new Set(overdue);
	for (const [key, object] of seen) {
		const entry = entries.get(key);
		if (!entry || !object || !isOverdue.has(key)) continue;
		const more = source.overdueChanges(key, entry, object, context);
		if (more.length > 0) changes.set(key, [...(changes.get(key) ?? []), ...more]);
	}
}

/** Lists of fewer entries take a few milliseconds. */
const MANY_ENTRIES = 2_000;

/** Lets n8n do something else: it answers no webhook while one function runs, and a list may have tens of thousands of entries. */
export async function pause({ entries }: ListState<unknown>): Promise<void> {
	if (entries.size > MANY_ENTRIES) await sleep(0);
}

/**
 * Reads what one poll has to know of a list, page by page, then active members that were on no page, by their ID, and compares
 * it with what was known.
 */
export async function readList<Entry extends TaskEntry>(
	source: ListSource<Entry>,
	before: ListState<Entry>,
	given: ListContext,
	requests: PollRequests,
): Promise<ListReading<Entry>> {
	const { clock, settings } = given;
	const reader = new ListReader(source, before, given);
	const newest = newestOf(before.entries, clock.now);
	const beginning = reader.context;
	await pause(before);
	const scan: Scan = await scanList(
		{
			source,
			list: before,
			isActive: (entry) => source.isActive(entry, beginning),
			clock,
			onPage: reader.compare,
		},
		withShareOfTime(requests, PAGES_SHARE),
		newest,
	);
	const { isCovered, hasReachedMark, hasNoPage, full } = scan;
	await pause(before);
	const overdue = overdueKeys(source, reader, isCovered);
	const singles = singleReads(source, reader, overdue, isCovered);
	const lastReadById = await readSingles(source, reader, singles, before.lastReadById, requests);
	await pause(before);
	addOverdueChanges(source, reader, overdue);
	const { entries, seen, changes, leftOut, context } = reader;
	const hasPage = !hasNoPage && (seen.size > 0 || full?.hasEnded === true);
	// Also where its page could not be read.
	const baselineAt = beginningOf({ ...before, baselineAt: reader.baselineAt }, clock);
	const list = listAfter(
		{ ...before, baselineAt },
		{
			now: clock.now,
			entries,
			seen,
			hasPage,
			...(hasReachedMark && { mark: newest }),
			...(full && { full }),
			newestIgnored: reader.newestIgnored,
			leftOut,
			...(lastReadById !== undefined && { lastReadById }),
			isOver: (entry) => source.isOver(entry, context),
			forgetAfterSeconds: settings.forgetAfterSeconds,
		},
	);
	const isLeft = !hasPage && !hasNoPage;
	return { list, seen, changes, hasNoPage, isLeft, leftOut, context };
}
