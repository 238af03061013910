import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

/**
 * What a caller is told when its delivery starts nothing. One text for everything that fails the signature
 * check: an answer must not help to forge the next call.
 */
export const RESPONSES = {
	refused: { status: 401, message: 'The signature of this delivery could not be verified' },
	noEnvelope: { status: 400, message: 'The body is no event of the service' },
	filtered: { status: 200, message: 'Received, this workflow does not use this event' },
	seenBefore: { status: 200, message: 'Received before' },
} as const;

/**
 * Answers a delivery without starting the workflow. Returning instead of throwing matters: n8n answers a thrown
 * error with 500 and stores a failed execution, one row in the user's database for every forged call.
 * `noWebhookResponse` tells n8n that the answer has been given here; without `workflowData` nothing starts.
 */
export function respond(
	context: IWebhookFunctions,
	{ status, message }: (typeof RESPONSES)[keyof typeof RESPONSES],
): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}
