import type { IDataObject } from 'n8n-workflow';

export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text of a value that should be one; empty when it is none. */
export const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The rows of a repeated group of fields, e.g. `rowsOf(parameters.items, 'item')`. */
export function rowsOf(collection: unknown, name: string): IDataObject[] {
	const rows = isObject(collection) ? collection[name] : undefined;
	return Array.isArray(rows) ? (rows as unknown[]).filter(isObject) : [];
}

/** The objects of a list that should hold nothing else; empty when it is no list. */
export const objectsOf = (value: unknown): IDataObject[] =>
	Array.isArray(value) ? (value as unknown[]).filter(isObject) : [];
