import type { IDataObject } from 'n8n-workflow';

export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A string without surrounding white space; empty for any other value. */
export const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The rows of an n8n fixedCollection, e.g. `rowsOf(parameters.items, 'item')`. */
export function rowsOf(collection: unknown, name: string): IDataObject[] {
	const rows = isObject(collection) ? collection[name] : undefined;
	return Array.isArray(rows) ? (rows as unknown[]).filter(isObject) : [];
}

/** The objects in an array; empty when the value is no array. */
export const objectsOf = (value: unknown): IDataObject[] =>
	Array.isArray(value) ? (value as unknown[]).filter(isObject) : [];
