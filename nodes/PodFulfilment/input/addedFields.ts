// Reads the rows and groups of a fixedCollection that the user adds in the editor, and refuses those that n8n emptied.

import type { IDataObject } from 'n8n-workflow';

import { refuse } from './checks';
import { isObject, ownValue, rowsOf } from './objects';

/**
 * n8n makes an empty object of whatever a fixedCollection cannot be, such as a list or an expression for the whole of it,
 * before a node sees it. So one that was added and is empty is refused: what was meant would be left out without a word.
 */
const dropped = (shape: string): string =>
	`n8n drops what an expression gives for the whole of it: use one for each field. A workflow that a program writes has ${shape} there.`;

/**
 * Reads the rows of a fixedCollection that is there only if the user added it, such as an option.
 *
 * @param name of the list in it: `row` in `{ row: [{ shopMethod: 'Express' }] }`
 * @param field label of the collection in messages
 * @returns [] if it was not added
 * @throws UserError if it was added and has no rows
 */
export function addedRows(collection: unknown, name: string, field: string): IDataObject[] {
	const rows = rowsOf(collection, name);
	return rows.length > 0 || collection === undefined
		? rows
		: refuse(
				field,
				'is empty',
				`Add a row, or remove the field. ${dropped(`{ "${name}": [ { … } ] }`)}`,
			);
}

/**
 * Reads the fields of a fixedCollection that holds one group of them, as {@link addedRows} reads rows.
 *
 * @param name of the group in it: `values` in `{ values: { city: 'Hamburg' } }`
 * @param alternative sentence that names a field which takes the group itself, if there is one
 * @returns undefined if it was not added
 * @throws UserError if it was added and has no group
 */
export function addedGroup(
	collection: unknown,
	name: string,
	field: string,
	alternative = '',
): IDataObject | undefined {
	if (collection === undefined) return undefined;
	const group = isObject(collection) ? ownValue(collection, name) : undefined;
	return isObject(group)
		? group
		: refuse(
				field,
				'is empty',
				`Fill in its fields, or remove it. ${dropped(`{ "${name}": { … } }`)}${alternative}`,
			);
}
