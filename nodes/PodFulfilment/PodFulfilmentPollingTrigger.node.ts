// The polling trigger: its description for n8n. Its fields and what a poll does are in trigger/polling/.

import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { CREDENTIAL } from './transport/credential';
import { POLLED_EVENTS } from './trigger/events';
import { outputsExpression, subtitleExpression } from './trigger/outputs';
import { pollingParameters } from './trigger/polling/compare/settings';
import { poll } from './trigger/polling/poll';

export class PodFulfilmentPollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'POD Fulfilment Polling Trigger',
		name: 'podFulfilmentPollingTrigger',
		icon: { light: 'file:podFulfilment.svg', dark: 'file:podFulfilment.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: subtitleExpression(POLLED_EVENTS),
		description:
			'Looks for changes of orders, parcels and mockup tasks, and starts the workflow for each (needs no public address)',
		eventTriggerDescription: '',
		activationMessage:
			'From now on, changes of orders, parcels and mockup tasks start this workflow.',
		defaults: { name: 'POD Fulfilment Polling Trigger' },
		polling: true,
		inputs: [],
		outputs: outputsExpression(POLLED_EVENTS),
		builderHint: {
			searchHint:
				'Prefer this trigger to POD Fulfilment Trigger: it needs no public address and no signing secret, and catches up on what happened while n8n was down. Process each changeId once when both are used.',
		},
		credentials: [{ name: CREDENTIAL, required: true }],
		properties: pollingParameters,
	};

	poll = poll;
}
