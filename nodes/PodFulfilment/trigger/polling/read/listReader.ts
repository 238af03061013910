// The two lists that are watched, and reading one: pages, then single members by ID, each compared as it is read.

import { sleep, type IDataObject } from 'n8n-workflow';

import { textOrNumber } from '../../../input/text';
import { mockupTaskPath, orderPath, type ResourcePath } from '../../../api/paths';
import { tryResource } from '../../../api/resource';
import { ServiceError, type Result } from '../../../transport/errors/serviceError';
import { compareOrder, type Compared, compareTask } from '../compare/compareMembers';
import type { ObservedChange } from '../compare/changes';
import {
	type CompareContext,
	isOrderActive,
	isOrderOver,
	isTaskActive,
	isTaskOver,
} from '../compare/policy';
import { forget, newestOf, noteFullScan } from '../compare/listProgress';
import type { PollingSettings } from '../compare/settings';
import {
	MISSING,
	type ListState,
	type OrderEntry,
	type TaskEntry,
	idOfKey,
	keyOf,
	latest,
	secondsOf,
	withStatus,
} from '../state/state';
import { requestError, type PollRequests } from './client';
import type { Job, WorkQueue } from './queue';
import { scanList, type Scan } from './scan';
import type { ReadObject } from './reports';

/** A list of the service that is watched (spec section 4). */
export interface ListSource<Entry> {
	path: string;
	/** What it is called in messages. */
	subject: string;
	/** What its members are, in reports. */
	kind: ReadObject['kind'];
	/** The path of one of its members; an error for an ID that no path can hold. */
	member(id: string): Result<ResourcePath>;
	/** Whether the list shows all of a member, as its own path does. */
	isComplete(member: IDataObject): boolean;
	/** Compares a member with its entry. */
	compare(
		key: string,
		before: Entry | undefined,
		member: IDataObject,
		context: CompareContext,
	): Compared<Entry>;
	/** Whether each poll has to read a member. */
	isActive(entry: Entry, context: CompareContext): boolean;
	/** Whether a member can be forgotten once it is old enough. */
	isOver(entry: Entry, context: CompareContext): boolean;
}

/** The service names its objects: an ID that cannot be used stops the reading of this object, and no other. */
function pathOf(path: typeof orderPath, id: string): Result<ResourcePath> {
	try {
		return path({ __rl: true, mode: 'id', value: id });
	} catch (error) {
		return requestError(error);
	}
}

export const ORDERS: ListSource<OrderEntry> = {
	path: '/api/orders',
	subject: 'the list of orders',
	kind: 'order',
	member: (id) => pathOf(orderPath, id),
	isComplete: ({ orderItems }) => Array.isArray(orderItems),
	compare: compareOrder,
	isActive: isOrderActive,
	isOver: isOrderOver,
};

export const TASKS: ListSource<TaskEntry> = {
	path: '/api/mockup-tasks',
	subject: 'the list of mockup tasks',
	kind: 'mockupTask',
	member: (id) => pathOf(mockupTaskPath, id),
	// The spec does not show a task in a list (section 2). A pending one may have no images yet.
	isComplete: ({ status, createdAt, catalogVariantMockups }) =>
		Array.isArray(catalogVariantMockups) || (status === 'pending' && createdAt !== undefined),
	compare: compareTask,
	isActive: isTaskActive,
	isOver: isTaskOver,
};

/**
 * Orders and their parcels, or mockup tasks, that the state has room for, so that a list that goes on growing cannot fill n8n's
 * memory and database. Ten thousand orders a day do not reach it.
 */
export const MAX_TRACKED = 200_000;

/** What decides how a list is read. */
export interface ReadContext {
	settings: PollingSettings;
	requests: PollRequests;
	/** Whether every member is needed whole, for Add Current Order. */
	keepsAll: boolean;
	/** Since when parcels were watched before this poll. */
	parcelsSince: number | undefined;
}

const sizeOf = (entry: TaskEntry & { parcels?: ReadonlyMap<string, unknown> }): number =>
	1 + (entry.parcels?.size ?? 0);

/** Lists of fewer entries take a few milliseconds. */
const MANY_ENTRIES = 2_000;

/** Sorts jobs by their keys, beginning behind the last one of an earlier poll, whichever others come and go. */
export function startingAfter<Keyed extends { key: string }>(
	lastKey: string | undefined,
	jobs: readonly Keyed[],
): Keyed[] {
	const inOrder = [...jobs].sort((a, b) => (a.key < b.key ? -1 : 1));
	const start = lastKey === undefined ? 0 : inOrder.findIndex(({ key }) => key > lastKey);
	return start <= 0 ? inOrder : [...inOrder.slice(start), ...inOrder.slice(0, start)];
}

/** One reading of a list: compares each page as it comes, and keeps whole only what is needed after that. */
export class ListReader<Entry extends TaskEntry> {
	/** As known before the poll. */
	protected readonly before: ListState<Entry>;

	/** What the next poll has to know: that of the last one, brought up to date. */
	private readonly after: ListState<Entry>;

	/** The members that were read, by their keys; those of which nothing more is needed without their objects. */
	readonly seen = new Map<string, IDataObject | undefined>();

	/** What is to be told, by the key of its object. */
	readonly changes = new Map<string, ObservedChange[]>();

	/** Members that found no room. */
	leftOut = 0;

	/** Since when parcels are watched. */
	parcelsSince: number | undefined;

	private hasCompared = false;

	private room = MAX_TRACKED;

	/** `createdAt` of the newest member known before. */
	private readonly newest: number;

	/** What became of the pages. */
	private scan: Scan | undefined;

	/** Those that are read by their ID from poll to poll, in the order in which they come. */
	private inTurn: Job[] = [];

	protected readonly given: ReadContext;

	private readonly source: ListSource<Entry>;

	constructor(source: ListSource<Entry>, before: ListState<Entry>, given: ReadContext) {
		this.source = source;
		this.before = before;
		this.given = given;
		this.after = { ...before, entries: new Map(before.entries) };
		this.parcelsSince = given.parcelsSince;
		this.newest = newestOf(before.entries, this.now);
		for (const entry of before.entries.values()) this.room -= sizeOf(entry);
	}

	get entries(): Map<string, Entry> {
		return this.after.entries;
	}

	protected get context(): CompareContext {
		const { settings } = this.given;
		const { before, after, now, parcelsSince } = this;
		const isBeginning = before.baselineAt === undefined && !this.hasCompared;
		return { settings, now, isBeginning, parcelsSince, list: { ...after } };
	}

	private get now(): number {
		return this.given.requests.client.clock.now;
	}

	/** Whether a page was read. Where it was not, it could not be, or there was too little time. */
	get hasPage(): boolean {
		const { run, full } = this.scan ?? {};
		return run?.hasNoPage === false && (this.seen.size > 0 || full?.hasEnded === true);
	}

	/** When the list began, once the service has answered: not after that, whatever Start From says. */
	get beginning(): number | undefined {
		const { isKnown, now } = this.given.requests.client.clock;
		const { baselineAt } = this.after;
		return this.before.phase === 'unread' && isKnown
			? Math.min(baselineAt ?? now, now)
			: baselineAt;
	}

	/** Lets n8n do something else: it answers no webhook while one function runs, and a list may have tens of thousands of entries. */
	protected async pause(): Promise<void> {
		if (this.entries.size > MANY_ENTRIES) await sleep(0);
	}

	/**
	 * Reads and compares pages.
	 *
	 * @param requests with the time for pages
	 */
	async readPages(requests: PollRequests): Promise<void> {
		const { source, before, context, newest } = this;
		await this.pause();
		const isActive = (entry: Entry): boolean => source.isActive(entry, context);
		const onPage = (members: IDataObject[]): void => this.compare(members);
		this.scan = await scanList({ source, list: before, isActive, onPage }, requests, newest);
	}

	/** Compares members that were read, from a page or by their ID. */
	private compare(members: readonly IDataObject[]): void {
		this.after.baselineAt = this.beginning;
		const { context } = this;
		for (const member of members) this.compareOne(member, context);
		this.hasCompared = true;
	}

	private compareOne(member: IDataObject, context: CompareContext): void {
		const key = keyOf(member);
		const before = this.entries.get(key);
		const { after, changes } = this.source.compare(key, before, member, context);
		if (!after) {
			// It must not look new when it is read again.
			const createdAt = secondsOf(member.createdAt);
			const { after: list } = this;
			if (createdAt !== undefined)
				list.forgottenBefore = latest(list.forgottenBefore, createdAt + 1);
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
			this.isOverdue?.(after, context) === true;
		this.seen.set(key, isNeeded ? member : undefined);
	}

	/** Records that the service has no longer a member, as it says. */
	private miss(key: string): void {
		const entry = this.entries.get(key);
		if (entry) this.entries.set(key, withStatus(entry, MISSING, this.now));
	}

	/** Whether no further page shows what was not read yet. */
	protected get isCovered(): boolean {
		return this.scan?.isCovered === true;
	}

	/** The ID of a member; undefined where it is kept as a hash and was not read. */
	protected idOf(key: string): string | undefined {
		const object = this.seen.get(key);
		return object ? textOrNumber(object.id) : idOfKey(key);
	}

	/** Whether a member is to be told although it has not changed. */
	protected isOverdue?(entry: Entry, context: CompareContext): boolean;

	/** Whether a member has to be read by its ID in any case. */
	protected isNeeded?(key: string): boolean;

	/** What is read right behind a member. */
	protected nextOf?(key: string): Job['next'];

	/** The members to read by their ID: first what has to be told, and the list does not show whole; and what no page shows. */
	async jobs(): Promise<Job[]> {
		await this.pause();
		const { source, changes, context, isCovered, seen } = this;
		const toTell = new Set<string>();
		for (const [key, [change]] of changes) {
			if (change && !source.isComplete(change.object)) toTell.add(key);
		}
		const urgent: string[] = [];
		const inTurn: string[] = [];
		for (const [key, entry] of this.entries) {
			if (toTell.has(key) || this.isNeeded?.(key) === true) urgent.push(key);
			// It is on no page.
			else if (isCovered && !seen.has(key) && source.isActive(entry, context)) inTurn.push(key);
		}
		this.inTurn = startingAfter(
			this.before.lastReadById,
			inTurn.flatMap((key) => this.jobOf(key, false) ?? []),
		);
		return [...urgent.flatMap((key) => this.jobOf(key, true) ?? []), ...this.inTurn];
	}

	private jobOf(key: string, isUrgent: boolean): Job | undefined {
		const { source } = this;
		const { client, reports } = this.given.requests;
		const id = this.idOf(key);
		if (id === undefined) return undefined;
		const member = source.member(id);
		const isUnusable = member instanceof ServiceError;
		const { kind } = source;
		const subject = isUnusable ? `an entry of ${source.subject}` : { kind, id };
		const run = async (): Promise<ServiceError | undefined> => {
			// What comes in turn has its own sequence.
			if (isUrgent || reports.has(subject)) this.moveToEnd(key);
			const result = isUnusable ? member : await tryResource(client, member);
			if (!(result instanceof ServiceError)) this.compare([result.resource]);
			// What the list shows is not gone.
			else if (!result.isNotFound || this.seen.has(key)) return result;
			else this.miss(key);
			return undefined;
		};
		return { kind, key, subject, isUrgent, run, next: this.nextOf?.(key) };
	}

	/**
	 * The entries are in the sequence in which they were asked for, so that those come first that have waited longest: polls may
	 * see other members each time, as where they read a list in parts, and none has to wait for ever. Also where there is too
	 * little time for all parcels of an order: it must not take the time of the others again and again.
	 */
	protected moveToEnd(key: string): void {
		const { entries } = this;
		const entry = entries.get(key);
		if (!entry) return;
		entries.delete(key);
		entries.set(key, entry);
	}

	/** Adds what is to be told of a member, behind what is already. */
	protected addChanges(key: string, changes: readonly ObservedChange[]): void {
		if (changes.length > 0) this.changes.set(key, [...(this.changes.get(key) ?? []), ...changes]);
	}

	/** The list after the poll, once the queue has run, as if nothing of {@link changes} had been told. */
	async listAfter(queue: WorkQueue): Promise<ListState<Entry>> {
		await this.pause();
		const { after, context, scan } = this;
		// Also where its page could not be read.
		after.baselineAt = this.beginning;
		after.lastReadById = queue.lastKeyOf(this.inTurn) ?? after.lastReadById;
		if (this.hasPage && after.phase === 'unread') after.phase = 'baseline';
		if (scan?.isCovered === true && !scan.run.hasUnread) after.mark = this.newest;
		if (scan?.full) noteFullScan(after, scan.full, this.now, this.leftOut === 0);
		const isOver = (entry: Entry): boolean => this.source.isOver(entry, context);
		forget(after, context, this.seen, scan?.full?.isComplete === true, isOver);
		return after;
	}
}
