import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { DeliveryDeduplicator } from './deliveryDeduplicator';
import { parseEnvelope } from './envelope';
import { toEventItem } from './eventItem';
import { passesFilters, type EventFilters } from './filters';
import { deduplicationSecondsOf, toleranceSecondsOf, type TriggerOptions } from './options';
import { toOutputs } from './outputs';
import { respond, RESPONSES } from './responses';
import { verifySignature } from './signature';
import { SigningSecretCache } from './signingSecretCache';

/** Enough for about 47 events a second over the service's 17 minutes of retries. */
const MAX_REMEMBERED_EVENTS = 50_000;

// Shared by all triggers of this process.
const deduplicator = new DeliveryDeduplicator(MAX_REMEMBERED_EVENTS);
const signingSecrets = new SigningSecretCache();

/**
 * Handles one delivery (spec section 6, Signature verification, Delivery and retries): verifies, parses, filters and
 * deduplicates it. Each delivery gets exactly one response, and only an accepted event starts the workflow.
 */
export async function webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { headers, rawBody } = this.getRequestObject();
	const options = this.getNodeParameter('options', {}) as TriggerOptions;

	const verification = await signingSecrets.verify(this, (credential) =>
		verifySignature({
			rawBody,
			headers,
			...credential,
			now: Date.now(),
			toleranceSeconds: toleranceSecondsOf(options),
		}),
	);
	if (!verification.accepted) {
		this.logger.debug('A delivery to the POD Fulfilment Trigger was refused', {
			reason: verification.reason,
		});
		return respond(this, RESPONSES.unverified);
	}

	const envelope = parseEnvelope(rawBody);
	if (envelope === undefined) return respond(this, RESPONSES.invalidBody);

	const events = this.getNodeParameter('events', []) as string[];
	const filters = this.getNodeParameter('filters', {}) as EventFilters;
	const item = toEventItem(envelope, headers);
	if (!passesFilters(item, events, filters)) return respond(this, RESPONSES.filteredOut);

	// Without its time, an event may have the same ID as an earlier one. In the editor, the same test event may be sent
	// repeatedly.
	const canBeDuplicate = item.occurredAt !== undefined && this.getMode() !== 'manual';
	if ((options.ignoreDuplicates ?? true) && canBeDuplicate) {
		const key = [this.getWorkflow().id, this.getNode().id, item.eventId].join('/');
		const isNew = await deduplicator.claim(
			key,
			this.getResponseObject(),
			deduplicationSecondsOf(options),
		);
		if (!isNew) return respond(this, RESPONSES.duplicate);
	}

	if (options.rawBody) item.rawBody = rawBody.toString('utf8');
	const outputs = this.getNodeParameter('outputs', 'single') as string;
	return { workflowData: toOutputs({ json: item }, item.event, events, outputs) };
}
