// The steps of one delivery, from the raw request to the output items: verify, parse, filter, deduplicate, add the
// current order.

import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { itemJson } from '../../api/itemJson';
import type { Redact } from '../../transport/secrets';
import { belongsToOrder, CurrentOrderReader, willBeRetried } from './currentOrderReader';
import { DeliveryDeduplicator } from './deliveryDeduplicator';
import { parseEnvelope, rawBodyOf } from './envelope';
import { toEventItem } from './eventItem';
import { explainRetryLater, explainFilter, explainRejection, INVALID_BODY } from './explanations';
import { filteredBy, type EventFilters } from '../eventFilters';
import { deduplicationSecondsOf, toleranceSecondsOf, type TriggerOptions } from './options';
import { nodeKeyOf } from '../nodeKey';
import { toOutputs } from '../outputs';
import { EXPLANATION_WINDOW, isFirstInWindow, isTestMode, logRefusal } from './tellUser';
import { respond, RESPONSES } from './responses';
import { verifySignature, type RequestHeaders } from './signature';
import { SigningSecretCache } from './signingSecretCache';

// Shared by all triggers of this process.
const deduplicator = new DeliveryDeduplicator();
const signingSecrets = new SigningSecretCache();
const currentOrders = new CurrentOrderReader();

/**
 * Handles one delivery (spec section 6, Signature verification, Delivery and retries): verifies, parses, filters and
 * deduplicates it, and adds the current order. Each delivery gets exactly one response, and only an accepted event
 * starts the workflow.
 *
 * @throws NodeOperationError while the editor listens for a test event: why the delivery starts no workflow
 */
export async function webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const request = this.getRequestObject();
	const rawBody = await rawBodyOf(request);
	// In `headers`, Node.js joins the values of a repeated header.
	const headers: RequestHeaders = request.headersDistinct ?? request.headers;
	const options = this.getNodeParameter('options', {}) as TriggerOptions;
	const toleranceSeconds = toleranceSecondsOf(options);

	let redact: Redact = (text) => text;
	const verification = await signingSecrets.verify(this, (credential) => {
		({ redact } = credential);
		return verifySignature({
			rawBody,
			headers,
			...credential,
			now: Date.now(),
			toleranceSeconds,
		});
	});
	if (!verification.accepted) {
		this.logger.debug('A delivery to the POD Fulfilment Trigger was refused', {
			reason: verification.reason,
		});
		if (!isTestMode(this)) logRefusal(this, verification, headers, toleranceSeconds);
		return respond(this, RESPONSES.unverified, () =>
			explainRejection(verification, headers, toleranceSeconds),
		);
	}

	const envelope = rawBody && parseEnvelope(rawBody);
	if (envelope === undefined) return respond(this, RESPONSES.invalidBody, () => INVALID_BODY);

	const events = this.getNodeParameter('events', []) as string[];
	const filters = this.getNodeParameter('filters', {}) as EventFilters;
	const reason = filteredBy(envelope, events, filters);
	if (reason) {
		return respond(this, RESPONSES.filteredOut, () => {
			const explanation = explainFilter(envelope.type, reason, EXPLANATION_WINDOW);
			return isFirstInWindow(this, explanation, events, filters) ? explanation : undefined;
		});
	}
	const item = toEventItem(envelope, headers);

	// In the editor, the same test event may be sent repeatedly.
	if ((options.ignoreDuplicates ?? true) && !isTestMode(this)) {
		const isNew = await deduplicator.claim(
			nodeKeyOf(this),
			// Two events without a time may have the same ID: then only the same delivery is a duplicate.
			item.occurredAt === undefined ? verification.signature : item.eventId,
			this.getResponseObject(),
			deduplicationSecondsOf(options),
		);
		if (!isNew) return respond(this, RESPONSES.duplicate);
	}

	if (options.addCurrentOrder && belongsToOrder(envelope)) {
		const { isTemporary, ...fields } = await currentOrders.read(this, item);
		if (isTemporary && willBeRetried(envelope)) {
			const reason = fields.currentError ?? '';
			this.logger.warn('POD Fulfilment Trigger: the service is asked to retry a delivery', {
				reason,
			});
			return respond(this, RESPONSES.retryLater, () =>
				explainRetryLater(reason, fields.current !== null),
			);
		}
		Object.assign(item, fields);
	}

	const json = await itemJson(item, redact);
	// As it was signed.
	if (options.rawBody) json.rawBody = rawBody?.toString('utf8');
	const outputs = this.getNodeParameter('outputs', 'single') as string;
	return { workflowData: toOutputs({ json }, item.event, events, outputs) };
}
