import type { INodeProperties } from 'n8n-workflow';

import {
	MOCKUP_TASK_STATUS_OPTIONS,
	ORDER_STATUS_OPTIONS,
	SHIPMENT_STATUS_OPTIONS,
} from '../spec/statusOptions';

// Parameters that both triggers have. None accepts an expression (`noDataExpression`): webhook/parameters.ts says why.

export const outputs: INodeProperties = {
	displayName: 'Outputs',
	name: 'outputs',
	type: 'options',
	noDataExpression: true,
	default: 'single',
	description: 'Where the events come out of this node',
	options: [
		{
			name: 'One for All Events',
			value: 'single',
			description: 'Every event comes out of the same output',
		},
		{
			name: 'One per Event',
			value: 'perEvent',
			description: 'Every chosen event has its own labelled output',
		},
	],
};

export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	noDataExpression: true,
	default: {},
	options: [
		{
			displayName: 'Mockup Task Statuses',
			name: 'mockupTaskStatuses',
			type: 'multiOptions',
			noDataExpression: true,
			default: [],
			description: 'Only let mockup task events with one of these statuses start the workflow',
			options: MOCKUP_TASK_STATUS_OPTIONS,
		},
		{
			displayName: 'Order Statuses',
			name: 'orderStatuses',
			type: 'multiOptions',
			noDataExpression: true,
			default: [],
			description: 'Only let order events with one of these statuses start the workflow',
			options: ORDER_STATUS_OPTIONS,
		},
		{
			displayName: 'Shipment Statuses',
			name: 'shipmentStatuses',
			type: 'multiOptions',
			noDataExpression: true,
			default: [],
			description: 'Only let shipment events with one of these statuses start the workflow',
			options: SHIPMENT_STATUS_OPTIONS,
		},
	],
};
