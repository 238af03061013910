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

/** Expression for the label of what is chosen. n8n's server adds the entry 'Custom API Call' to both lists. */
function labelOf(list: 'resource' | 'operation'): string {
	const options = properties
		.filter(({ name }) => name === list)
		.flatMap(({ options }) => options as INodePropertyOptions[]);
	const labels = Object.fromEntries(options.map(({ name, value }) => [String(value), name]));
	return `(${JSON.stringify(labels)}[$parameter["${list}"]] || "Custom API Call")`;
}

/** The text below the node on the canvas, e.g. 'Get Many: Catalog Product'. */
export const subtitle = `={{ ${labelOf('operation')} + ": " + ${labelOf('resource')} }}`;
