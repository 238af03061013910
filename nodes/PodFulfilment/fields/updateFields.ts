import { UserError, type IDataObject, type INodeProperties } from 'n8n-workflow';

import { refuse } from '../input/checks';
import { byAlphabet } from '../input/wording';

/** 'Clear Fields' inside 'Update Fields': a field that is left empty there stays as it is, so this empties one. */
export const clearFieldsField = (clearable: INodeProperties[]): INodeProperties => ({
	displayName: 'Clear Fields',
	name: 'clearFields',
	type: 'multiOptions',
	options: clearable
		.map(({ displayName, name }) => ({ name: displayName, value: name }))
		.sort((a, b) => byAlphabet(a.name, b.name)),
	default: [],
	description: 'Fields to empty. A field that is left empty elsewhere stays as it is.',
});

/**
 * A null for each field to clear, which is how a merge-patch removes one (spec section 4, RFC 7396).
 *
 * @param changes what is set in the same update
 * @throws UserError for a field that cannot be cleared, or is set as well
 */
export function clearedFields(
	value: unknown,
	clearable: INodeProperties[],
	changes: IDataObject = {},
): Record<string, null> {
	const names = Array.isArray(value) ? (value as unknown[]) : value ? [value] : [];
	const cleared: Record<string, null> = {};
	for (const name of names) {
		const field = clearable.find((one) => one.name === name);
		if (!field) {
			return refuse(
				'Update Fields → Clear Fields',
				`contains "${String(name)}", which cannot be cleared`,
				`Choose from ${clearable.map((one) => `"${one.name}"`).join(', ')}.`,
			);
		}
		if (changes[field.name] != null) {
			return refuse(
				'Update Fields → Clear Fields',
				`contains ${field.displayName}, which is set as well`,
				'Either set the field or clear it.',
			);
		}
		cleared[field.name] = null;
	}
	return cleared;
}

const isEmptyObject = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/**
 * The body of a merge-patch (spec section 4): what was set, and nothing else.
 *
 * @throws UserError when nothing was set
 */
export function changesOf(changes: IDataObject): IDataObject {
	const set = Object.entries(changes).filter(
		([, value]) => value !== undefined && !isEmptyObject(value),
	);
	if (set.length === 0) {
		throw new UserError('Update Fields is empty', {
			description: 'Add the fields to change. Nothing was sent.',
		});
	}
	return Object.fromEntries(set) as IDataObject;
}
