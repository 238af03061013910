import type { INodeProperties } from 'n8n-workflow';

import { byAlphabet } from '../input/wording';

/** The field 'Clear Fields' in 'Update Fields'. It is needed because fields left empty there stay as they are. */
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
