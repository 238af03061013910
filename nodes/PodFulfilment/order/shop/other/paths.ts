// What is at the paths that the user gave in an order of another shop: one path, or several that are separated by
// commas, such as those of first and last name.

import { firstAndMore, quote } from '../../../input/wording';
import type { Cause } from '../../causes';
import { repairedText } from '../../compose/repairs';
import type { Findings } from '../../findings';
import { valueAt } from '../values';

/** Reads the value at a path, {@link repairedText}; undefined where the path is empty. */
export const repairedAt = (object: unknown, path: string): unknown =>
	path.trim() === '' ? undefined : repairedText(valueAt(object, path));

/** What is between commas; those in the brackets of `['Last, First']` separate nothing. */
function partsOf(entry: string): string[] {
	const parts = [''];
	for (const [index, text] of entry.split(/(\[[^[\]]*\])/).entries()) {
		const [first = '', ...others] = index % 2 === 1 ? [text] : text.split(',');
		parts.push(`${String(parts.pop())}${first}`);
		for (const other of others) parts.push(other);
	}
	return parts.map((path) => path.trim()).filter((path) => path !== '');
}

/** The paths in an entry that may have several. A field with a comma in its name is one. */
export const pathsIn = (object: unknown, entry: string): string[] =>
	valueAt(object, entry) === undefined ? partsOf(entry) : [entry];

/**
 * Warns of paths that the user entered, at which there is nothing.
 *
 * @param whoHas such as 'The order has'
 */
export function warnOfAbsent(
	whoHas: string,
	paths: readonly string[],
	label: string,
	about: Cause,
	found: Findings,
): void {
	if (paths.length === 0) return;
	found.warn(
		`${whoHas} nothing at ${firstAndMore(paths, quote).join(' and ')} in ${label}: correct it, or remove it, unless the shop leaves out fields that are empty`,
		about,
	);
}
