// 'Update Fields' with 'Clear Fields', and the body of an update as a JSON Merge Patch; refuses one that changes nothing.

import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { refuse } from '../input/checks';
import { joinLabels, UPDATE_FIELDS } from '../input/field';
import { isContainer, ownValue, setOwn } from '../input/objects';
import { entriesOf } from '../input/text';
import { byAlphabet, quote } from '../input/wording';

/**
 * The field 'Update Fields' of an update, with 'Clear Fields'.
 *
 * @param shown what is changed most often, which is there without Add Field; left empty, it changes nothing
 */
export const updateFieldsField = (
	clearable: readonly INodeProperties[],
	shown: INodeProperties,
	others: readonly INodeProperties[],
): INodeProperties => ({
	displayName: UPDATE_FIELDS,
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: { [shown.name]: shown.default },
	options: [
		{
			displayName: 'Clear Fields',
			name: 'clearFields',
			type: 'multiOptions',
			options: clearable
				.map(({ displayName, name }) => ({ name: displayName, value: name }))
				.sort((a, b) => byAlphabet(a.name, b.name)),
			default: [],
			description: 'Fields to empty. A field that is only left empty stays unchanged.',
		},
		shown,
		...others,
	],
});

const CLEAR_FIELDS = joinLabels(UPDATE_FIELDS, 'Clear Fields');

/**
 * Returns the changes that clear fields: null for each, as in a JSON Merge Patch (spec section 4, RFC 7396).
 *
 * @param changes fields set in the same update
 * @throws UserError for a field that cannot be cleared or is also set
 */
export function clearedFields(
	value: unknown,
	clearable: readonly INodeProperties[],
	changes: IDataObject = {},
): Record<string, null> {
	const cleared: Record<string, null> = {};
	for (const name of entriesOf(value || [])) {
		const field = clearable.find((candidate) => candidate.name === name);
		if (!field) {
			return refuse(
				CLEAR_FIELDS,
				`contains ${quote(typeof name === 'number' ? String(name) : name)}, which cannot be cleared`,
				`Choose from ${clearable.map((allowed) => `"${allowed.name}"`).join(', ')}.`,
			);
		}
		if (ownValue(changes, field.name) != null) {
			return refuse(
				CLEAR_FIELDS,
				`contains ${field.displayName}, which is also set`,
				'Either set the field or clear it.',
			);
		}
		setOwn(cleared, field.name, null);
	}
	return cleared;
}

/**
 * Returns the body of a JSON Merge Patch (spec section 4): the fields that are set.
 *
 * @throws UserError when no field is set
 */
export function changesOf(changes: IDataObject): IDataObject {
	const isEmpty = (value: unknown): boolean =>
		value === undefined || (isContainer(value) && Object.keys(value).length === 0);
	const set = Object.entries(changes).filter(([, value]) => !isEmpty(value));
	if (set.length === 0) {
		return refuse(
			UPDATE_FIELDS,
			'is empty',
			'Add the fields to change. Nothing was sent for this item.',
		);
	}
	return Object.fromEntries(set) as IDataObject;
}
