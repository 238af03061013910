// Builds a field in which the user chooses from a list or enters an ID (a resource locator), for any resource.

import type { INodeProperties } from 'n8n-workflow';

interface LocatorField {
	displayName: string;
	name: string;
	description: string;
	/** Name of the list search under the node's methods. */
	searchListMethod: string;
	/** Example of an ID in the service's format. */
	exampleId: string;
}

/** Builds a resource locator with the modes 'From List' and 'ID'. n8n's selector of modes shows about nine characters of a label. */
export const locator = ({
	displayName,
	name,
	description,
	searchListMethod,
	exampleId,
}: LocatorField): INodeProperties => ({
	displayName,
	name,
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description,
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod, searchable: true },
		},
		{
			displayName: 'ID',
			name: 'id',
			type: 'string',
			placeholder: `e.g. ${exampleId}`,
		},
	],
});
