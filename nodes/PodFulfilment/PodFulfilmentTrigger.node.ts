// The webhook trigger: its description for n8n, with the texts of the panel that listens for a test event. Its fields
// and what a delivery does are in trigger/webhook/.

import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { CREDENTIAL } from './transport/credential';
import { WEBHOOK_EVENTS } from './trigger/events';
import { RESPONSE_MODE_FIELDS } from './trigger/webhook/options';
import { outputsExpression, subtitleExpression } from './trigger/outputs';
import { triggerParameters } from './trigger/webhook/parameters';
import { webhook } from './trigger/webhook/webhook';
import { webhookMethods } from './trigger/webhook/webhookMethods';

export class PodFulfilmentTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'POD Fulfilment Trigger',
		name: 'podFulfilmentTrigger',
		icon: { light: 'file:podFulfilment.svg', dark: 'file:podFulfilment.dark.svg' },
		group: ['trigger'],
		// For each webhook call of a node of version 1, n8n evaluates an expression of its own, which takes an isolate.
		version: 1.1,
		subtitle: subtitleExpression(WEBHOOK_EVENTS),
		// n8n's nodes panel has one entry for this node and the action node, and shows this there.
		description:
			'Place and follow print-on-demand orders, browse the catalog, or start a workflow when an order or parcel changes',
		eventTriggerDescription:
			'Enter the Test URL at your provider, then place an order. Put the Production URL back afterwards.',
		activationMessage:
			'Paste the production webhook URL into the webhook settings of your provider: from then on its events start this workflow.',
		defaults: { name: 'POD Fulfilment Trigger' },
		triggerPanel: {
			header: 'Pull in events from your print-on-demand provider',
			executionsHelp: {
				inactive:
					"This node has two webhook URLs: test and production. <br /> <br /> <b>Use the test URL while you build your workflow</b>. Click 'Execute step', paste the test URL into the webhook settings of your provider, then cause an event there, for example by placing an order. The execution shows up here in the editor.<br /> <br /> <b>Use the production URL to run your workflow automatically</b>. Publish the workflow, then paste the production URL into the webhook settings of your provider. These executions show up in the executions list, but not in the editor.",
				active:
					'This node has two webhook URLs: test and production. <br /> <br /> <b>Use the test URL while you build your workflow</b>. Click \'Execute step\', paste the test URL into the webhook settings of your provider, then cause an event there, for example by placing an order. The execution shows up here in the editor.<br /> <br /> <b>Use the production URL to run your workflow automatically</b>. Since the workflow is published, events that the service sends to the production URL start it. These executions show up in the <a data-key="executions">executions list</a>, but not in the editor.',
			},
			activationHint:
				'Once you have finished building your workflow, publish it and paste the production webhook URL into the webhook settings of your provider.',
		},
		inputs: [],
		outputs: outputsExpression(WEBHOOK_EVENTS),
		builderHint: {
			searchHint:
				'For reactions within seconds. Needs a signing secret in the credential and a public address of n8n, which the user pastes into the webhook settings of the provider; nothing is registered automatically. Otherwise prefer POD Fulfilment Polling Trigger.',
		},
		credentials: [{ name: CREDENTIAL, required: true }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				path: 'pod-fulfilment',
				responseData: 'noData',
				...RESPONSE_MODE_FIELDS,
			},
		],
		properties: triggerParameters,
	};

	webhookMethods = webhookMethods;

	webhook = webhook;
}
