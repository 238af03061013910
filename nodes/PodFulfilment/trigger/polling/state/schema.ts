// The state as n8n stores it: lists as texts of 1,000 entries each, since n8n wraps every object in static data in a proxy. One
// schema encodes, decodes and checks it.

import { sleep, UserError } from 'n8n-workflow';

import { isObject, ownValue } from '../../../input/objects';
import type {
	Choice,
	ListState,
	OrderEntry,
	ParcelReading,
	Phase,
	ScanLink,
	State,
	TaskEntry,
	Told,
	Tracked,
} from './state';

/** The version before had one text for each entry. Nothing was released with it, so it begins anew. */
export const STATE_VERSION = 3;

/** Work on so many entries takes a few milliseconds. */
const ENTRIES_PER_TEXT = 1_000;

/** n8n keeps the state under the name of the node. */
const BEGIN_ANEW =
	'To begin anew instead, rename this node and publish the workflow (n8n 1: save it): what exists then starts nothing.';

/** Says that a stored state cannot be used, and what to do. */
export class StateError extends UserError {}

const damagedError = (): StateError =>
	new StateError('What this trigger remembers is damaged, so it cannot tell what has changed', {
		description: `If you have a backup of n8n's database, restore this workflow from it. ${BEGIN_ANEW}`,
	});

const newerError = (): StateError =>
	new StateError('What this trigger remembers was stored by a newer version of its package', {
		description: `Update n8n-nodes-pod-fulfilment. Nothing is lost: the first poll after that brings what has changed. ${BEGIN_ANEW}`,
	});

/** How one value is stored. */
interface Field<Value> {
	encode(value: Value): unknown;
	/** @throws StateError for what no value is encoded as */
	decode(stored: unknown): Value;
}

/** The fields of an object. */
type Fields<Value> = { [Name in keyof Value]-?: Field<Value[Name]> };

const checked = <Value>(isValid: (stored: unknown) => stored is Value): Field<Value> => ({
	encode: (value) => value,
	decode: (stored) => {
		if (!isValid(stored)) throw damagedError();
		return stored;
	},
});

const isTime = (stored: unknown): stored is number => Number.isFinite(stored);

const time = checked(isTime);

const text = checked((stored): stored is string => typeof stored === 'string');

const flag = checked((stored): stored is boolean => typeof stored === 'boolean');

/** What {@link statusKey} gives, and the statuses of our own. */
const STATUS = /^[~-]?[\w-]{0,40}$/;

const status = checked(
	(stored): stored is string => typeof stored === 'string' && STATUS.test(stored),
);

/** 0 stands for an absent value: most are, and zeros at the end of a tuple are left out. */
const optional = <Value>({ encode, decode }: Field<Value>): Field<Value | undefined> => ({
	encode: (value) => (value === undefined ? 0 : encode(value)),
	decode: (stored) => (stored === 0 ? undefined : decode(stored)),
});

/** A value of a list, as its place there. */
const oneOf = <Value extends string>(values: readonly Value[]): Field<Value> => ({
	encode: (value) => values.indexOf(value),
	decode: (stored) => {
		const value = values[Number(stored)];
		if (value === undefined) throw damagedError();
		return value;
	},
});

const array = <Value>({ encode, decode }: Field<Value>): Field<Value[]> => ({
	encode: (values) => values.map(encode),
	decode: (stored) => {
		if (!Array.isArray(stored)) throw damagedError();
		return stored.map(decode);
	},
});

/** An object as a tuple of its fields, without the zeros at its end. */
function tuple<Value extends object>(fields: Fields<Value>): Field<Value> {
	const names = Object.keys(fields) as Array<keyof Value>;
	const all = names.map((name) => fields[name] as Field<unknown>);
	return {
		encode: (value) => {
			const encoded = names.map((name, index) => all[index]?.encode(value[name]));
			while (encoded.at(-1) === 0) encoded.pop();
			return encoded;
		},
		decode: (stored) => {
			if (!Array.isArray(stored) || stored.length > names.length) throw damagedError();
			const value = {} as Record<keyof Value, unknown>;
			for (const [index, name] of names.entries()) {
				value[name] = all[index]?.decode((stored as unknown[])[index] ?? 0);
			}
			return value as Value;
		},
	};
}

/** An object with named fields. Those that are absent are left out. */
function record<Value extends object>(fields: Fields<Value>): Field<Value> {
	const all = Object.entries(fields) as Array<[string, Field<unknown>]>;
	return {
		encode: (value) =>
			Object.fromEntries(
				all.flatMap(([name, field]) => {
					const one = ownValue(value as Record<string, unknown>, name);
					return one === undefined ? [] : [[name, field.encode(one)]];
				}),
			),
		decode: (stored) => {
			if (!isObject(stored)) throw damagedError();
			return Object.fromEntries(
				all.flatMap(([name, field]) => {
					const value = field.decode(ownValue(stored, name) ?? 0);
					return value === undefined ? [] : [[name, value]];
				}),
			) as Value;
		},
	};
}

/** Entries as tuples that begin with their keys. */
const keyed = <Entry>(entry: Field<Entry>): Field<[string, Entry]> => ({
	encode: ([key, value]) => [key, ...(entry.encode(value) as unknown[])],
	decode: (stored) => {
		if (!Array.isArray(stored)) throw damagedError();
		const [key, ...fields] = stored as unknown[];
		return [text.decode(key), entry.decode(fields)];
	},
});

const map = <Entry>(entry: Field<Entry>): Field<ReadonlyMap<string, Entry>> => {
	const entries = array(keyed(entry));
	return {
		encode: (value) => (value.size === 0 ? 0 : entries.encode([...value])),
		decode: (stored) => (stored === 0 ? new Map() : new Map(entries.decode(stored))),
	};
};

const choice: Field<Choice> = record<Choice>({
	events: array(text),
	filters: record<Choice['filters']>({
		orderStatuses: optional(array(text)),
		mockupTaskStatuses: optional(array(text)),
		shipmentStatuses: optional(array(text)),
	}),
});

const PHASES: readonly Phase[] = ['unread', 'baseline', 'verification', 'steady'];

const READINGS: readonly ParcelReading[] = [
	'new',
	'silent',
	'reopened',
	'due',
	'read',
	'done',
	'skipped',
];

const tracked = { status, told: optional(status), since: time };

const told = optional(tuple<Told>({ count: time, at: time }));

const TASK = tuple<TaskEntry>({ ...tracked, createdAt: optional(time) });

const ORDER = tuple<OrderEntry>({
	...tracked,
	createdAt: optional(time),
	updatedAtMs: optional(time),
	reading: oneOf(READINGS),
	producedSince: optional(time),
	waiting: told,
	late: told,
	parcels: map(tuple<Tracked>(tracked)),
});

const link: Field<ScanLink> = record<ScanLink>({
	next: text,
	startedAt: time,
	isNewestFirst: flag,
	descents: time,
	hasUnread: flag,
});

/** A list without its entries. */
type ListHead = Omit<ListState<unknown>, 'entries'>;

const HEAD = record<ListHead>({
	phase: oneOf(PHASES),
	baselineAt: optional(time),
	hasStartDate: flag,
	mark: optional(time),
	isSorted: flag,
	forgottenBefore: optional(time),
	newest: optional(time),
	newestBefore: optional(time),
	fullScanAt: optional(time),
	link: optional(link),
	lastReadById: optional(text),
});

type StateHead = Pick<State, 'address' | 'choice' | 'now' | 'parcelsSince'>;

const STATE = record<StateHead>({
	address: text,
	choice,
	now: time,
	parcelsSince: optional(time),
});

/** What n8n stores. */
export interface StoredState {
	version: number;
	address: string;
	choice: Choice;
	[field: string]: unknown;
}

async function encodeList<Entry>(
	list: ListState<Entry>,
	entry: Field<Entry>,
): Promise<Record<string, unknown>> {
	const { encode } = array(keyed(entry));
	const all = [...list.entries];
	const texts: string[] = [];
	for (let start = 0; start < all.length; start += ENTRIES_PER_TEXT) {
		// n8n answers no webhook while one function runs.
		if (start > 0) await sleep(0);
		texts.push(JSON.stringify(encode(all.slice(start, start + ENTRIES_PER_TEXT))));
	}
	return { head: HEAD.encode(list), count: all.length, entries: texts };
}

function parsed(stored: unknown): unknown[] {
	if (typeof stored !== 'string') throw damagedError();
	try {
		return JSON.parse(stored) as unknown[];
	} catch {
		throw damagedError();
	}
}

async function decodeList<Entry>(stored: unknown, entry: Field<Entry>): Promise<ListState<Entry>> {
	if (!isObject(stored) || !Array.isArray(stored.entries)) throw damagedError();
	const entries = new Map<string, Entry>();
	const slice = array(keyed(entry));
	for (const one of stored.entries as unknown[]) {
		if (entries.size > 0) await sleep(0);
		for (const [key, value] of slice.decode(parsed(one))) entries.set(key, value);
	}
	// A text that was removed would pass for orders that are unknown.
	if (entries.size !== stored.count) throw damagedError();
	return { ...HEAD.decode(stored.head), entries };
}

export async function encodeState(state: State): Promise<StoredState> {
	const { orders, tasks } = state;
	return {
		version: STATE_VERSION,
		...(STATE.encode(state) as StateHead),
		lists: [...(orders ? ['orders'] : []), ...(tasks ? ['tasks'] : [])],
		...(orders && { orders: await encodeList(orders, ORDER) }),
		...(tasks && { tasks: await encodeList(tasks, TASK) }),
	};
}

const versionOf = (stored: unknown): number | undefined =>
	isObject(stored) && isTime(stored.version) ? stored.version : undefined;

/** Whether a state is of a version that was never released. */
export const isOutdated = (stored: unknown): boolean =>
	(versionOf(stored) ?? STATE_VERSION) < STATE_VERSION;

/** What a state says of itself, for whoever does not decode it. */
export const isStoredState = (stored: unknown): stored is StoredState =>
	versionOf(stored) === STATE_VERSION &&
	isObject(stored) &&
	typeof stored.address === 'string' &&
	isObject(stored.choice) &&
	isObject(stored.choice.filters);

/**
 * Decodes what the last poll stored.
 *
 * @throws StateError for what a newer version of this package stored, and for what none did: to begin anew in silence would
 *   lose what changed meanwhile
 */
export async function decodeState(stored: unknown): Promise<State> {
	if ((versionOf(stored) ?? 0) > STATE_VERSION) throw newerError();
	if (!isStoredState(stored)) throw damagedError();
	const { orders, tasks } = stored;
	// A list that was removed would be watched from now on only.
	const lists = array(text).decode(stored.lists);
	if (lists.includes('orders') !== (orders !== undefined)) throw damagedError();
	if (lists.includes('tasks') !== (tasks !== undefined)) throw damagedError();
	return {
		...STATE.decode(stored),
		...(orders !== undefined && { orders: await decodeList(orders, ORDER) }),
		...(tasks !== undefined && { tasks: await decodeList(tasks, TASK) }),
	};
}
