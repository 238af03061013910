import type { INodeProperties } from 'n8n-workflow';

interface ChoiceTexts {
	displayName: string;
	name: string;
	description: string;
	/** Name of the list search under the node's methods. */
	searchListMethod: string;
	/** Example of a value, as the catalog writes them. */
	example: string;
	/** Neighbour in the same row on whose value the list depends; the choice is emptied when that changes. */
	dependsOn?: string;
}

/**
 * A word that the catalog gives for a variant. A locator rather than a drop-down of n8n's own: it asks for its list
 * whenever it is opened and anything in the node has changed, reads nothing before, and takes any text besides.
 */
export const choice = ({
	displayName,
	name,
	description,
	searchListMethod,
	example,
	dependsOn,
}: ChoiceTexts): INodeProperties => ({
	displayName,
	name,
	type: 'resourceLocator',
	// As the editor stores it: it hides an optional field only as long as that equals its default.
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
		{ displayName: 'By Name', name: 'name', type: 'string', placeholder: `e.g. ${example}` },
	],
});
