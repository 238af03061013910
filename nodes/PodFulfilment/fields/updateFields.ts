import type { INodeProperties } from 'n8n-workflow';

import { byAlphabet } from '../input/wording';

/** Builds the field 'Clear Fields' in 'Update Fields', where fields left empty stay unchanged. */
export const clearFieldsField = (clearable: INodeProperties[]): INodeProperties => ({
	displayName: 'Clear Fields',
	name: 'clearFields',
	type: 'multiOptions',
	options: clearable
		.map(({ displayName, name }) => ({ name: displayName, value: name }))
		.sort((a, b) => byAlphabet(a.name, b.name)),
	default: [],
	description: 'Fields to empty. A field that is only left empty stays unchanged.',
});
