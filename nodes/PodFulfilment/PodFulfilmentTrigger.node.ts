import {
	NodeOperationError,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { answer, ANSWERS } from './events/answers';
import { CREDENTIAL } from './constants/credential';
import { SigningCredentials } from './events/credential';
import { DuplicateMemory } from './events/duplicates';
import { parseEnvelope } from './events/envelope';
import { isWanted, type EventFilters } from './events/filters';
import { toEventItem } from './events/item';
import {
	memorySecondsOf,
	RESPONSE_MODE_FIELDS,
	toleranceOf,
	type TriggerOptions,
} from './events/options';
import { OUTPUTS_EXPRESSION, SUBTITLE_EXPRESSION, toOutputs } from './events/outputs';
import { triggerParameters } from './events/parameters';
import { parseSecrets, verifySignature } from './events/signature';

/** One memory for the process. 50,000 events are about 47 a second over the 17 minutes of retries. */
const acceptedEvents = new DuplicateMemory(50_000);

const signingCredentials = new SigningCredentials();

export class PodFulfilmentTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'POD Fulfilment Trigger',
		name: 'podFulfilmentTrigger',
		icon: { light: 'file:podFulfilment.svg', dark: 'file:podFulfilment.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: SUBTITLE_EXPRESSION,
		description: 'Starts the workflow when an order, a shipment or a mockup task changes',
		eventTriggerDescription: 'Waiting for the service to call the test URL',
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
		outputs: OUTPUTS_EXPRESSION,
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

	/**
	 * The service has no endpoint to register a webhook (spec section 6): the user pastes the URL into the
	 * provider's settings. So nothing is created or deleted there, and `create` checks what can be checked here.
	 */
	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return false;
			},
			async create(this: IHookFunctions): Promise<boolean> {
				const { signingSecret } = await this.getCredentials(CREDENTIAL);
				if (parseSecrets(signingSecret).length === 0) {
					// n8n shows the message of a node that could not be activated, and no description.
					throw new NodeOperationError(
						this.getNode(),
						'The credential has no signing secret. Copy it from the webhook settings of your provider into the field Signing Secret, then publish the workflow again.',
					);
				}
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return true;
			},
		},
	};

	/**
	 * Takes one delivery (spec section 6, Signature verification, and the answers of Delivery and retries).
	 * Every path answers exactly once, and only an accepted event starts the workflow.
	 */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { headers, rawBody } = this.getRequestObject();
		const options = this.getNodeParameter('options', {}) as TriggerOptions;

		const verdict = await signingCredentials.verdict(this, (credential) =>
			verifySignature({
				rawBody,
				headers,
				...credential,
				now: Date.now(),
				toleranceSeconds: toleranceOf(options),
			}),
		);
		if (!verdict.accepted) {
			this.logger.debug('A delivery to the POD Fulfilment Trigger was refused', {
				reason: verdict.reason,
			});
			return answer(this, ANSWERS.refused);
		}

		const envelope = parseEnvelope(rawBody);
		if (envelope === undefined) return answer(this, ANSWERS.noEnvelope);

		const events = this.getNodeParameter('events', []) as string[];
		const filters = this.getNodeParameter('filters', {}) as EventFilters;
		const item = toEventItem(envelope, headers);
		if (!isWanted(item, events, filters)) return answer(this, ANSWERS.filtered);

		// Without its time, an event cannot be told from an earlier one like it. And while testing in the editor the
		// same event may be wanted again and again.
		const isRecognizable = item.occurredAt !== undefined && this.getMode() !== 'manual';
		if ((options.ignoreDuplicates ?? true) && isRecognizable) {
			const key = [this.getWorkflow().id, this.getNode().id, item.eventId].join('/');
			const isNew = await acceptedEvents.claim(
				key,
				this.getResponseObject(),
				memorySecondsOf(options),
			);
			if (!isNew) return answer(this, ANSWERS.seenBefore);
		}

		if (options.rawBody) item.rawBody = rawBody.toString('utf8');
		const outputs = this.getNodeParameter('outputs', 'single') as string;
		return { workflowData: toOutputs({ json: item }, item.event, events, outputs) };
	}
}
