// The fields of the webhook trigger in the order of the editor: notices, 'Events', 'Options'. None accepts an
// expression (`noDataExpression`): they are read before the delivery is verified, and n8n does not start its expression
// engine for a node without expressions.

import type { INodeProperties } from 'n8n-workflow';

import { eventsAbout, shownForEvents, WEBHOOK_EVENTS } from '../events';
import { eventsField, filters, outputs } from '../parameters';
import { DEFAULT_TOLERANCE_SECONDS } from './options';

const events = eventsField(
	WEBHOOK_EVENTS,
	'The events that start the workflow. Deliveries of other events are only acknowledged. An account has one webhook URL: choose all that you need in this node.',
);

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	noDataExpression: true,
	default: {},
	options: [
		{
			displayName: 'Acknowledge',
			name: 'acknowledge',
			type: 'options',
			noDataExpression: true,
			default: 'immediately',
			description: 'When to tell the service that an event has arrived',
			options: [
				{
					name: 'After the Workflow Finished',
					value: 'afterFinish',
					description:
						'The service sends the event again, up to 6 times in all, when the workflow does not succeed within 60 seconds',
				},
				{
					name: 'Immediately',
					value: 'immediately',
					description: 'As soon as the execution is stored or queued',
				},
			],
		},
		{
			displayName: 'Add Current Order',
			name: 'addCurrentOrder',
			displayOptions: shownForEvents(eventsAbout('order', 'shipment')),
			type: 'boolean',
			noDataExpression: true,
			default: false,
			description:
				'Whether to read the current order and its parcels, and add both to the item as current: events may arrive late and in any order. Not for mockup tasks, which belong to no order. Requires the API key in the credential.',
		},
		{
			displayName: 'Ignore Duplicates',
			name: 'ignoreDuplicates',
			type: 'boolean',
			noDataExpression: true,
			default: true,
			description:
				'Whether to start the workflow only once for an event that the service delivers several times. With several webhook processes, add a Remove Duplicates node that compares eventId.',
		},
		{
			displayName: 'Include Raw Body',
			name: 'rawBody',
			type: 'boolean',
			noDataExpression: true,
			default: false,
			description: 'Whether to add the body as received to each item, as text in the field rawBody',
		},
		{
			displayName: 'Tolerance (Seconds)',
			name: 'toleranceSeconds',
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: DEFAULT_TOLERANCE_SECONDS,
			description:
				'How far the timestamp of a delivery may be from the current time. The service retries for about 17 minutes. 0 accepts any age.',
		},
	],
};

/** The trigger's parameters, in the order of the editor. */
export const triggerParameters: INodeProperties[] = [
	{
		// With what to do while it listens, since n8n's panel has words of its own for that. On the canvas it says ours.
		displayName:
			'Enter the Production URL at your provider (while you listen, the Test URL), and its signing secret in the credential.',
		name: 'setupNotice',
		type: 'notice',
		default: '',
	},
	{
		// Always shown: n8n's editor cannot evaluate whether the address is public.
		displayName:
			"Your provider cannot reach localhost or a private network: set n8n's WEBHOOK_URL, or use the Polling Trigger.",
		name: 'addressNotice',
		type: 'notice',
		default: '',
	},
	events,
	outputs,
	filters,
	options,
];
