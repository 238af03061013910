import type { IDataObject } from 'n8n-workflow';

export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A string without surrounding white space; empty for any other value. */
export const trimmed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/**
 * The value under a key that comes from outside, such as the service's name of a field. Unlike `object[key]`, finds
 * nothing under `constructor` or `toString`, which every object inherits.
 */
export const ownValue = <Value>(
	object: Readonly<Record<string, Value>>,
	key: string,
): Value | undefined => (Object.hasOwn(object, key) ? object[key] : undefined);

/**
 * The number in a value; numbers written as text, such as `"3000"` or `"1600.5"`, count.
 *
 * @returns undefined for anything else, and for numbers that are not finite
 */
export function numberIn(value: unknown): number | undefined {
	const number =
		typeof value === 'string' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** The rows of an n8n fixedCollection, e.g. `rowsOf(parameters.items, 'item')`. */
export function rowsOf(collection: unknown, name: string): IDataObject[] {
	const rows = isObject(collection) ? collection[name] : undefined;
	return Array.isArray(rows) ? (rows as unknown[]).filter(isObject) : [];
}

/** The objects in an array; empty when the value is no array. */
export const objectsOf = (value: unknown): IDataObject[] =>
	Array.isArray(value) ? (value as unknown[]).filter(isObject) : [];

/** The same fields, those that may be undefined optional. */
type WithoutUndefined<Fields> = {
	[Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
} & {
	[Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<
		Fields[Name],
		undefined
	>;
};

/** An object without the fields that are undefined. */
export const withoutUndefined = <Fields extends object>(fields: Fields): WithoutUndefined<Fields> =>
	Object.fromEntries(
		Object.entries(fields).filter(([, value]) => value !== undefined),
	) as WithoutUndefined<Fields>;
