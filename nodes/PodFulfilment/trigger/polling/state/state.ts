// What the trigger remembers from one poll to the next: IDs, statuses and times, and the short form in which it holds values of the
// service. Times are seconds since 1970 by the clock of the service, unless their name says otherwise. schema.ts writes it as texts.

import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { textOrNumber } from '../../../input/text';
import { millisecondsOf } from '../../../input/timestamp';
import type { EventFilters } from '../../eventFilters';

/** Events and filters, always written in the same way; see {@link choiceOf}. */
export interface Choice {
	events: string[];
	filters: EventFilters;
}

/** The status of an order, a parcel or a task. */
export interface Tracked {
	/** As read last, see {@link statusKey}; or {@link MISSING} or {@link GONE}. */
	status: string;
	/** The status that was told last, where it is another one; {@link NOTHING} or {@link NEW} where none was. */
	told?: string;
	/** When the status was first read. */
	since: number;
}

/** No status was told. */
export const NOTHING = '';

/** Nor was Order Created. */
export const NEW = '-new';

/** The service has answered by its ID that it is not there. The list may still show it. */
export const MISSING = '-missing';

/** It was in no full scan since then. */
export const GONE = '-gone';

/** A mockup task. */
export interface TaskEntry extends Tracked {
	createdAt?: number;
}

/** How often something was told, and when last; 0: it is not to be told. */
export interface Told {
	count: number;
	at: number;
}

/**
 * How far the parcels of an order are known:
 * - `new`: never read, and all of them are news, as those of a new order
 * - `silent`: never read; they were there before the trigger, or before their event was chosen, but for what left since
 * - `reopened`: never read since the order was forgotten; news is what left in the last three days
 * - `due`: the order has changed since they were read
 * - `read`
 * - `done`: read after the order had finished
 * - `skipped`: never read, as the order had finished before
 */
export type ParcelReading = 'new' | 'silent' | 'reopened' | 'due' | 'read' | 'done' | 'skipped';

export interface OrderEntry extends TaskEntry {
	/** Since when it is in production, where it came there with another status than it has. */
	producedSince?: number;
	/** As read last, in milliseconds since 1970. */
	updatedAtMs?: number;
	reading: ParcelReading;
	/** Order Not Shipped in Time. */
	late?: Told;
	/** Order Waiting, for the status that it has. */
	waiting?: Told;
	/** By the key of their ID. */
	parcels: ReadonlyMap<string, Tracked>;
}

/** A full scan that the next poll goes on with. */
export interface ScanLink {
	/** Path of the next page. */
	next: string;
	startedAt: number;
	/** Whether `createdAt` never rose so far, and how often it fell. */
	isNewestFirst: boolean;
	descents: number;
	/** A page was passed over. */
	hasUnread: boolean;
}

/**
 * - `unread`: no page was read yet
 * - `baseline`: the first full scan has not reached its end
 * - `verification`: the second one finds what the first one missed because pages shifted
 * - `steady`: what is unknown is new, or was forgotten
 */
export type Phase = 'unread' | 'baseline' | 'verification' | 'steady';

/** One of the two lists that are watched. */
export interface ListState<Entry> {
	/** By the key of their ID. Those that were asked for longest ago come first. */
	entries: Map<string, Entry>;
	phase: Phase;
	/** The beginning of the trigger, or Start From; undefined until the service has answered. */
	baselineAt?: number;
	/** Start From applies to this list. */
	hasStartDate: boolean;
	/** `createdAt` of the newest member known when a scan last came down to its mark: the next one reads down to it. */
	mark?: number;
	/** Whether the last full scan showed the list to be sorted newest first. */
	isSorted: boolean;
	/** Every member that was forgotten was created before. */
	forgottenBefore?: number;
	/** `createdAt` of the newest member at the end of the last full scan, and of the one before. */
	newest?: number;
	newestBefore?: number;
	/** When the last full scan began that came to its end. */
	fullScanAt?: number;
	link?: ScanLink;
	/** Key of the last member that was read by its ID in turn; the next poll goes on behind it. */
	lastReadById?: string;
}

export interface State {
	/** Of the service. */
	address: string;
	choice: Choice;
	/** What the service's clock said last. */
	now: number;
	orders?: ListState<OrderEntry>;
	tasks?: ListState<TaskEntry>;
	/** Since when parcels are watched; undefined while they are not. */
	parcelsSince?: number;
}

export const newList = <Entry>(startFrom: number | undefined): ListState<Entry> => ({
	entries: new Map<string, Entry>(),
	phase: 'unread',
	...(startFrom !== undefined && { baselineAt: startFrom }),
	hasStartDate: startFrom !== undefined,
	isSorted: false,
});

/** What is tracked after a status was read; the same object where nothing has changed. */
export function withStatus<Entry extends Tracked>(
	before: Entry,
	status: string,
	now: number,
): Entry {
	if (status === '' || status === before.status) return before;
	const told = before.told ?? before.status;
	return { ...before, status, since: now, told: told === status ? undefined : told };
}

/** Whether a status has to be told, and has lasted for as long as it must. */
export const isDue = (
	{ told, since, status }: Tracked,
	now: number,
	emitAfterSeconds: number,
): boolean => told !== undefined && status !== '' && since + emitAfterSeconds <= now;

export const DAY_SECONDS = 24 * 3600;

/** IDs of the service are UUIDs (spec section 2). */
const PLAIN_ID = /^[A-Za-z0-9][\w-]{0,35}$/;

/** Every status that the spec names, and any like it. */
const PLAIN_STATUS = /^[A-Za-z][\w-]{0,10}$/;

const HASH_PREFIX = '~';

/** Short enough for the size limit of the state, long enough that no two values of an account collide. */
const hash = (text: string, length: number): string =>
	HASH_PREFIX + createHash('sha256').update(text).digest('base64url').slice(0, length);

/** Key of an ID: the ID itself, or its hash where it is long or contains special characters. */
export const idKey = (id: string): string => (PLAIN_ID.test(id) ? id : hash(id, 22));

export const keyOf = ({ id }: IDataObject): string => idKey(textOrNumber(id));

/** The ID of a key; undefined where the key is a hash. */
export const idOfKey = (key: string): string | undefined =>
	key.startsWith(HASH_PREFIX) ? undefined : key;

/** Key of a status, like {@link idKey}; empty for an object without a status. */
export const statusKey = (value: unknown): string => {
	const status = textOrNumber(value);
	return status === '' || PLAIN_STATUS.test(status) ? status : hash(status, 10);
};

/** Milliseconds since 1970 of a timestamp of the service; undefined where it is not a time. 0 says that there is none. */
export function timeMsOf(value: unknown): number | undefined {
	const time = millisecondsOf(value);
	return time === undefined || time <= 0 ? undefined : time;
}

/** The same in whole seconds. */
export function secondsOf(value: unknown): number | undefined {
	const time = timeMsOf(value);
	return time === undefined ? undefined : Math.floor(time / 1000);
}

/** The later of two times that may be unknown. */
export const latest = (a: number | undefined, b: number | undefined): number | undefined =>
	a === undefined || (b !== undefined && b > a) ? b : a;
