import type { INodeProperties } from 'n8n-workflow';

import { byAlphabet } from '../input/wording';

/** Builds the field 'Filters' of a 'Get Many', sorted by label. */
export const filtersField = (plural: string, options: INodeProperties[]): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: `Only return ${plural} that pass all of these. The service has no filters of its own, so the node reads the list page by page and compares here. Limit counts the ${plural} that pass.`,
	options: [...options].sort((a, b) => byAlphabet(a.displayName, b.displayName)),
});
