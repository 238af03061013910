import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** Labels of all options of the parameters with this name, by value. */
const labelsOf = (properties: INodeProperties[], list: string): Record<string, string> =>
	Object.fromEntries(
		properties
			.filter(({ name }) => name === list)
			.flatMap(({ options }) => options as INodePropertyOptions[])
			.map(({ name, value }) => [String(value), name]),
	);

/**
 * Builds the expression for the text below the node on the canvas, e.g. 'Get Many: Catalog Product'. n8n's server adds
 * the entry 'Custom API Call' to both lists, so it is the fallback.
 */
export function subtitleOf(properties: INodeProperties[]): string {
	const labelOf = (list: string): string =>
		`(${JSON.stringify(labelsOf(properties, list))}[$parameter["${list}"]] || "Custom API Call")`;
	return `={{ ${labelOf('operation')} + ": " + ${labelOf('resource')} }}`;
}
