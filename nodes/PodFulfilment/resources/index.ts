// All resources of the action node: the field 'Resource', all its parameters and operations, and the subtitle.

import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';

import { catalogProductOperations } from './catalogProduct';
import { catalogVariantOperations } from './catalogVariant';
import { mockupTaskOperations } from './mockupTask';
import { orderOperations } from './order';
import { orderItemOperations } from './orderItem';
import { shipmentOperations } from './shipment';

const resources = [
	catalogProductOperations,
	catalogVariantOperations,
	mockupTaskOperations,
	orderOperations,
	orderItemOperations,
	shipmentOperations,
];

/** Parameters of the action node. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Catalog Product', value: 'catalogProduct' },
			{ name: 'Catalog Variant', value: 'catalogVariant' },
			{ name: 'Mockup Task', value: 'mockupTask' },
			{ name: 'Order', value: 'order' },
			{ name: 'Order Item', value: 'orderItem' },
			{ name: 'Shipment', value: 'shipment' },
		],
		default: 'order',
	},
	...resources.flatMap(({ properties }) => properties),
];

/** Functions that run the operations, which n8n calls instead of its declarative engine. */
export const customOperations: NonNullable<INodeType['customOperations']> = Object.fromEntries(
	resources.map(({ resource, operations }) => [resource, operations]),
);

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
function subtitleOf(properties: INodeProperties[]): string {
	const labelOf = (list: string): string =>
		`(${JSON.stringify(labelsOf(properties, list))}[$parameter["${list}"]] || "Custom API Call")`;
	return `={{ ${labelOf('operation')} + ": " + ${labelOf('resource')} }}`;
}

/** The text below the node on the canvas. */
export const subtitle = subtitleOf(properties);
