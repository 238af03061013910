// Objects whose kind and fields somebody else decided: whether a value is one, its own properties and none that it inherits, a
// list of objects, the rows of a fixedCollection. Also copies an object with only some of its fields or without some, groups
// several by a key, and remembers a value that was made of one.

import type { IDataObject } from 'n8n-workflow';

/**
 * Keys that every object inherits. In an object that has its own, `String(object)` may throw, `object.constructor` is
 * not what code expects, and a careless copy changes a prototype (prototype pollution).
 */
export const INHERITED_KEYS: ReadonlySet<string> = new Set([
	...Object.getOwnPropertyNames(Object.prototype),
	'prototype',
]);

export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is an object or a list. */
export const isContainer = (value: unknown): value is object =>
	typeof value === 'object' && value !== null;

/**
 * Reads a property by a key from outside, such as a field name that the service sent. Unlike `object[key]`, ignores
 * inherited properties such as `constructor` and `toString`.
 */
export const ownValue = <Value>(
	object: Readonly<Record<string, Value>>,
	key: string,
): Value | undefined => (Object.hasOwn(object, key) ? object[key] : undefined);

/** The objects in an array; [] for a value that is not an array. */
export const objectsOf = (value: unknown): IDataObject[] =>
	Array.isArray(value) ? (value as unknown[]).filter(isObject) : [];

/** The rows of an n8n fixedCollection, e.g. `rowsOf(parameters.items, 'item')`. */
export const rowsOf = (collection: unknown, name: string): IDataObject[] =>
	objectsOf(isObject(collection) ? ownValue(collection, name) : undefined);

/** The same fields; those that may be undefined become optional. */
type WithoutUndefined<Fields> = {
	[Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
} & {
	[Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<
		Fields[Name],
		undefined
	>;
};

/** Removes the fields that are undefined. */
export const withoutUndefined = <Fields extends object>(fields: Fields): WithoutUndefined<Fields> =>
	Object.fromEntries(
		Object.entries(fields).filter(([, value]) => value !== undefined),
	) as WithoutUndefined<Fields>;

/** Puts a value under a name from outside; a name that every object inherits is left out. */
export function setOwn<Value>(object: Record<string, Value>, name: string, value: Value): void {
	if (!INHERITED_KEYS.has(name)) object[name] = value;
}

/** A copy without the fields of these names. */
export const without = (fields: IDataObject, names: readonly string[]): IDataObject =>
	Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/**
 * Copies an object with only these keys, in this order. Missing keys are left out. Written as a loop that allocates little,
 * because it runs for every item of tens of thousands of orders.
 */
export function pick(object: IDataObject, keys: readonly string[]): IDataObject {
	const picked: IDataObject = {};
	for (const key of keys) {
		if (!INHERITED_KEYS.has(key) && object[key] !== undefined && Object.hasOwn(object, key)) {
			picked[key] = object[key];
		}
	}
	return picked;
}

/** Groups entries by a key, in the order of the first of each. */
export function groupedBy<Key, Entry>(
	entries: readonly Entry[],
	keyOf: (entry: Entry) => Key,
): Map<Key, [Entry, ...Entry[]]> {
	const groups = new Map<Key, [Entry, ...Entry[]]>();
	for (const entry of entries) {
		const key = keyOf(entry);
		const group = groups.get(key);
		if (group) group.push(entry);
		else groups.set(key, [entry]);
	}
	return groups;
}

/** Makes a value of each object once, and remembers it for as long as the object lives. */
export function onceForEach<Key extends object, Value>(
	make: (key: Key) => Value,
): (key: Key) => Value {
	const made = new WeakMap<Key, { value: Value }>();
	return (key) => {
		const known = made.get(key) ?? { value: make(key) };
		made.set(key, known);
		return known.value;
	};
}
