import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { DeliveryDeduplicator } from './deliveryDeduplicator';
import { parseEnvelope } from './envelope';
import { toEventItem } from './eventItem';
import { isWanted, type EventFilters } from './filters';
import { memorySecondsOf, toleranceOf, type TriggerOptions } from './options';
import { toOutputs } from './outputs';
import { respond, RESPONSES } from './responses';
import { verifySignature } from './signature';
import { SigningSecretCache } from './signingSecretCache';

/** One for the process. 50,000 events are about 47 a second over the 17 minutes of retries. */
const acceptedDeliveries = new DeliveryDeduplicator(50_000);

const signingSecrets = new SigningSecretCache();

/**
 * Takes one delivery (spec section 6, Signature verification, and the answers of Delivery and retries).
 * Every path answers exactly once, and only an accepted event starts the workflow.
 */
export async function webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { headers, rawBody } = this.getRequestObject();
	const options = this.getNodeParameter('options', {}) as TriggerOptions;

	const verdict = await signingSecrets.verdict(this, (credential) =>
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
		return respond(this, RESPONSES.refused);
	}

	const envelope = parseEnvelope(rawBody);
	if (envelope === undefined) return respond(this, RESPONSES.noEnvelope);

	const events = this.getNodeParameter('events', []) as string[];
	const filters = this.getNodeParameter('filters', {}) as EventFilters;
	const item = toEventItem(envelope, headers);
	if (!isWanted(item, events, filters)) return respond(this, RESPONSES.filtered);

	// Without its time, an event cannot be told from an earlier one like it. And while testing in the editor the
	// same event may be wanted again and again.
	const isRecognizable = item.occurredAt !== undefined && this.getMode() !== 'manual';
	if ((options.ignoreDuplicates ?? true) && isRecognizable) {
		const key = [this.getWorkflow().id, this.getNode().id, item.eventId].join('/');
		const isNew = await acceptedDeliveries.claim(
			key,
			this.getResponseObject(),
			memorySecondsOf(options),
		);
		if (!isNew) return respond(this, RESPONSES.seenBefore);
	}

	if (options.rawBody) item.rawBody = rawBody.toString('utf8');
	const outputs = this.getNodeParameter('outputs', 'single') as string;
	return { workflowData: toOutputs({ json: item }, item.event, events, outputs) };
}
