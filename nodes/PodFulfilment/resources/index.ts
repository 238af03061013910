import type { INodeProperties } from 'n8n-workflow';

import { catalogProductProperties } from './catalogProduct';
import { catalogVariantProperties } from './catalogVariant';
import { mockupTaskProperties } from './mockupTask';
import { orderProperties } from './order';
import { orderItemProperties } from './orderItem';
import { shipmentProperties } from './shipment';

/** Everything that the action node shows. */
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
	...catalogProductProperties,
	...catalogVariantProperties,
	...mockupTaskProperties,
	...orderProperties,
	...orderItemProperties,
	...shipmentProperties,
];
