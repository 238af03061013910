// The statuses and texts with which deliveries that start no workflow are answered, and answering with one of them.

import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import type { Explanation } from './explanations';
import { isTestMode, showInEditor } from './tellUser';

/**
 * Responses to deliveries that do not start the workflow. Every failure of the signature check gets the same text,
 * which must not help to forge another delivery.
 */
export const RESPONSES = {
	unverified: { status: 401, message: 'The signature of this delivery could not be verified' },
	invalidBody: { status: 400, message: 'The body is not an event of the service' },
	filteredOut: { status: 200, message: 'Received, this workflow does not use this event' },
	duplicate: { status: 200, message: 'Received before' },
	retryLater: { status: 503, message: 'The order of this event could not be read at the moment' },
} as const;

/**
 * Responds to a delivery without starting the workflow. Returns instead of throwing: n8n answers a thrown error with
 * 500 and stores a failed execution, a row in the user's database for every forged delivery. Only while a user listens
 * for a test event, who would see nothing otherwise, it throws the explanation.
 *
 * @param explain returns the explanation; undefined to give none
 * @returns `noWebhookResponse`, which tells n8n that the response was sent here; without `workflowData` nothing starts
 */
export function respond(
	context: IWebhookFunctions,
	{ status, message }: (typeof RESPONSES)[keyof typeof RESPONSES],
	explain?: () => Explanation | undefined,
): IWebhookResponseData {
	const explanation = isTestMode(context) ? explain?.() : undefined;
	if (explanation) showInEditor(context, explanation);
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}
