// Fields in which the user chooses from a list or enters a value (resource locators), and reading the one on which a list
// depends.

import type { ILoadOptionsFunctions, INodeProperties, INodePropertyMode } from 'n8n-workflow';

import { locatorText } from '../input/locatorValue';

interface ListField extends Pick<INodeProperties, 'displayName' | 'name' | 'description'> {
	/** Name of the list search under the node's methods. */
	searchListMethod: string;
}

/** n8n's selector of modes shows about nine characters of a label. */
const fromListOr = (
	label: 'ID' | 'Name',
	example: string,
	{ searchListMethod, ...field }: ListField,
	modes: INodePropertyMode[] = [],
): INodeProperties => ({
	...field,
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod, searchable: true },
		},
		{
			displayName: label,
			name: label.toLowerCase(),
			type: 'string',
			placeholder: `e.g. ${example}`,
		},
		...modes,
	],
});

interface LocatorField extends ListField {
	/** Example of an ID in the service's format. */
	exampleId: string;
	/** Modes behind 'ID'. */
	modes?: INodePropertyMode[];
}

/** Builds a required field for a resource of the service, with the modes 'From List' and 'ID'. */
export const locator = ({ exampleId, modes, ...field }: LocatorField): INodeProperties => ({
	...fromListOr('ID', exampleId, field, modes),
	required: true,
});

interface CatalogValueField extends ListField {
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
	example,
	dependsOn,
	...field
}: CatalogValueField): INodeProperties => ({
	...fromListOr('Name', example, field),
	// Exactly as the editor stores an empty value: it hides an optional field only while it equals its default.
	default: { __rl: true, mode: 'list', value: '' },
	...(dependsOn && { typeOptions: { loadOptionsDependsOn: [`&${dependsOn}.value`] } }),
});

/**
 * Returns the value of the field that a list depends on.
 *
 * @param parameter name of the field, with the prefix `&` for a field in the same row
 * @returns undefined when it is empty, or an expression that cannot be evaluated in the editor
 */
export function selectionOf(caller: ILoadOptionsFunctions, parameter: string): unknown {
	const selected = caller.getCurrentNodeParameter(parameter);
	const value = locatorText(selected);
	return value === '' || value.startsWith('=') ? undefined : selected;
}
