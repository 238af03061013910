import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** Names by value, of every list that is called so. */
const namesOf = (properties: INodeProperties[], list: string): Record<string, string> =>
	Object.fromEntries(
		properties
			.filter(({ name }) => name === list)
			.flatMap(({ options }) => options as INodePropertyOptions[])
			.map(({ name, value }) => [String(value), name]),
	);

/**
 * What stands below the node on the canvas, e.g. 'Get Many: Catalog Product'. n8n's server adds the entry 'Custom API
 * Call' to both lists, which is in neither here.
 */
export function subtitleOf(properties: INodeProperties[]): string {
	const shown = (list: string): string =>
		`(${JSON.stringify(namesOf(properties, list))}[$parameter["${list}"]] || "Custom API Call")`;
	return `={{ ${shown('operation')} + ": " + ${shown('resource')} }}`;
}
