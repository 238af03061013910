// The fields 'Outputs' and 'Filters' of both triggers. None accepts an expression (`noDataExpression`):
// webhook/parameters.ts says why.

import type { INodeProperties } from 'n8n-workflow';

import {
	MOCKUP_TASK_STATUS_OPTIONS,
	ORDER_STATUS_OPTIONS,
	SHIPMENT_STATUS_OPTIONS,
} from '../spec/statusOptions';
import { EVENT_TYPES } from '../spec/service';
import { eventsAbout, shownForEvents } from './events';

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
	// The other events have none.
	displayOptions: shownForEvents(EVENT_TYPES),
	type: 'collection',
	placeholder: 'Add Filter',
	noDataExpression: true,
	default: {},
	options: [
		{
			displayName: 'Mockup Task Statuses',
			name: 'mockupTaskStatuses',
			displayOptions: shownForEvents(eventsAbout('mockupTask')),
			type: 'multiOptions',
			noDataExpression: true,
			default: [],
			description: 'Only let mockup task events with one of these statuses start the workflow',
			options: MOCKUP_TASK_STATUS_OPTIONS,
		},
		{
			displayName: 'Order Statuses',
			name: 'orderStatuses',
			displayOptions: shownForEvents(eventsAbout('order')),
			type: 'multiOptions',
			noDataExpression: true,
			default: [],
			description: 'Only let order events with one of these statuses start the workflow',
			options: ORDER_STATUS_OPTIONS,
		},
		{
			displayName: 'Parcel Statuses',
			name: 'shipmentStatuses',
			displayOptions: shownForEvents(eventsAbout('shipment')),
			type: 'multiOptions',
			noDataExpression: true,
			default: [],
			description: 'Only let parcel events with one of these statuses start the workflow',
			options: SHIPMENT_STATUS_OPTIONS,
		},
	],
};
