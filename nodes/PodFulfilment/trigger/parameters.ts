// The fields 'Events', 'Outputs' and 'Filters' of both triggers. None accepts an expression (`noDataExpression`):
// webhook/parameters.ts says why.

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	MOCKUP_TASK_STATUS_OPTIONS,
	ORDER_STATUS_OPTIONS,
	SHIPMENT_STATUS_OPTIONS,
} from '../spec/statuses';
import { EVENT_TYPES, type EventDataKey } from '../spec/service';
import { STATUS_FILTERS } from './eventFilters';
import { eventOptions, eventsAbout, shownForEvents, type TriggerEvent } from './events';

/** 'Events' of a trigger, with those that it knows. */
export const eventsField = (
	known: readonly TriggerEvent[],
	description: string,
): INodeProperties => ({
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	noDataExpression: true,
	required: true,
	default: [],
	description,
	options: eventOptions(known),
});

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

const statusFilter = (
	displayName: string,
	key: EventDataKey,
	noun: string,
	statuses: INodePropertyOptions[],
): INodeProperties => ({
	displayName,
	name: STATUS_FILTERS[key],
	displayOptions: shownForEvents(eventsAbout(key)),
	type: 'multiOptions',
	noDataExpression: true,
	default: [],
	description: `Only let ${noun} events with one of these statuses start the workflow`,
	options: statuses,
});

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
		statusFilter('Mockup Task Statuses', 'mockupTask', 'mockup task', MOCKUP_TASK_STATUS_OPTIONS),
		statusFilter('Order Statuses', 'order', 'order', ORDER_STATUS_OPTIONS),
		statusFilter('Parcel Statuses', 'shipment', 'parcel', SHIPMENT_STATUS_OPTIONS),
	],
};
