import type { INodeProperties, INodeType } from 'n8n-workflow';

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
