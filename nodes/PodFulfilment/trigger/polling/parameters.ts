// The fields of the polling trigger.

import type { INodeProperties } from 'n8n-workflow';

import {
	eventOptions,
	eventsAbout,
	LATE_EVENT,
	POLLED_EVENTS,
	shownForEvents,
	WAITING_EVENT,
} from '../events';
import { filters, outputs } from '../parameters';
import {
	DEFAULT_FORGET_AFTER_DAYS,
	DEFAULT_LATE_AFTER_DAYS,
	DEFAULT_WAITING_AFTER_HOURS,
} from './compare/settings';

const events: INodeProperties = {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	noDataExpression: true,
	required: true,
	default: [],
	description: 'The events that start the workflow',
	options: eventOptions(POLLED_EVENTS),
};

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	noDataExpression: true,
	default: {},
	options: [
		{
			displayName: 'Add Current Order',
			name: 'addCurrentOrder',
			displayOptions: shownForEvents([
				...eventsAbout('order', 'shipment'),
				LATE_EVENT,
				WAITING_EVENT,
			]),
			type: 'boolean',
			noDataExpression: true,
			default: false,
			description:
				'Whether to add the current order and its parcels to each item as current, as the trigger for webhooks does. Not for mockup tasks, which belong to no order. One poll then starts the workflow with 200 items or 20 MB at most, and the next one with the rest.',
		},
		{
			displayName: 'Emit After (Minutes)',
			name: 'emitAfterMinutes',
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 0 },
			default: 0,
			description:
				'How long a change has to last before it starts the workflow. With 20, longer than the service retries a webhook, this trigger brings what the webhooks missed.',
		},
		{
			displayName: 'Forget After (Days)',
			name: 'forgetAfterDays',
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 1 },
			default: DEFAULT_FORGET_AFTER_DAYS,
			description:
				'How long to watch an order after it was shipped, fulfilled or failed. Until then, a parcel that comes back starts the workflow.',
		},
		{
			displayName: 'Late After (Days)',
			name: 'lateAfterDays',
			displayOptions: shownForEvents([LATE_EVENT]),
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 0 },
			default: DEFAULT_LATE_AFTER_DAYS,
			description:
				'For the event Order Not Shipped in Time: how long an order may be in production. Counts from the last change that the order had when this trigger first saw it in production.',
		},
		{
			displayName: 'Remind Every (Days)',
			name: 'remindEveryDays',
			displayOptions: shownForEvents([LATE_EVENT, WAITING_EVENT]),
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 0 },
			default: 0,
			description:
				'For the events Order Not Shipped in Time and Order Waiting: after how long an order that is still late, or still waits, starts the workflow again. 0: never.',
		},
		{
			displayName: 'Start From',
			name: 'startFrom',
			type: 'dateTime',
			noDataExpression: true,
			default: '',
			description:
				'What changed since then starts the workflow, oldest first, when this trigger polls for the first time. Empty: only what changes from then on.',
		},
		{
			displayName: 'Waiting After (Hours)',
			name: 'waitingAfterHours',
			displayOptions: shownForEvents([WAITING_EVENT]),
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 0 },
			default: DEFAULT_WAITING_AFTER_HOURS,
			description:
				'For the event Order Waiting: how long an order may stay a draft, pending, on hold or failed',
		},
	],
};

/** The polling trigger's parameters, in the order of the editor. n8n adds 'Poll Times' in front. */
export const pollingParameters: INodeProperties[] = [events, outputs, filters, options];
