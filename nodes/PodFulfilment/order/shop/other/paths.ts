// What is at the paths that the user gave in an order of another shop: one path, or several that are separated by
// commas, such as those of first and last name.

import { valueAt } from '../values';

/** Before a number that is to stay text, spreadsheets write an apostrophe. That of 's-Hertogenbosch belongs to the name. */
const APOSTROPHE = /^'(?=[^\p{L}'][^']*$)/u;

/** Reads the value at a path; undefined where the path is empty. */
export function at(object: unknown, path: string): unknown {
	const value = path.trim() === '' ? undefined : valueAt(object, path);
	return typeof value === 'string' ? value.trim().replace(APOSTROPHE, '') : value;
}

/** The paths in an entry that may have several. A field with a comma in its name is one. */
export const pathsIn = (object: unknown, entry: string): string[] =>
	valueAt(object, entry) === undefined
		? entry
				.split(/,(?![^[]*\])/)
				.map((path) => path.trim())
				.filter((path) => path !== '')
		: [entry];
