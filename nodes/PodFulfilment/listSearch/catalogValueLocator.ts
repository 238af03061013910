// Builds a field in which the user chooses a value of the catalog or enters its name: a placement, technique, option or
// option value.

import type { INodeProperties } from 'n8n-workflow';

interface CatalogValueField {
	displayName: string;
	name: string;
	description: string;
	/** Name of the list search under the node's methods. */
	searchListMethod: string;
	/** Example value in the catalog's spelling. */
	example: string;
	/** Field in the same row that the list depends on; the editor clears the selection when its value changes. */
	dependsOn?: string;
}

/**
 * Builds a field for a value that the catalog lists for a variant, such as a placement type. A resource locator
 * instead of n8n's options field: it loads its list only when opened, reloads it after any change in the node, and
 * accepts free text.
 */
export const catalogValueLocator = ({
	displayName,
	name,
	description,
	searchListMethod,
	example,
	dependsOn,
}: CatalogValueField): INodeProperties => ({
	displayName,
	name,
	type: 'resourceLocator',
	// Exactly as the editor stores an empty value: it hides an optional field only while it equals its default.
	default: { __rl: true, mode: 'list', value: '' },
	description,
	...(dependsOn && { typeOptions: { loadOptionsDependsOn: [`&${dependsOn}.value`] } }),
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod, searchable: true },
		},
		{ displayName: 'Name', name: 'name', type: 'string', placeholder: `e.g. ${example}` },
	],
});
