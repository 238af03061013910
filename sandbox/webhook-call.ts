import { request, type Agent } from 'undici';

/** A longer response of a receiver is not read to its end. */
const RESPONSE_LIMIT_BYTES = 128 * 1024;

/** Why a call fails that was ordered to. */
export const UNREACHABLE = 'ECONNREFUSED: nobody listens there';

interface WebhookCall {
	url: string;
	headers: Record<string, string>;
	body: string;
}

/**
 * Calls a webhook. Returns the receiver's status. Redirects are not followed.
 * @param timeoutMilliseconds real time within which the response must be complete, not only its headers
 */
export async function callWebhook(
	{ url, headers, body }: WebhookCall,
	dispatcher: Agent,
	timeoutMilliseconds: number,
): Promise<number> {
	const signal = AbortSignal.timeout(timeoutMilliseconds);
	const response = await request(url, {
		method: 'POST',
		headers,
		body,
		dispatcher,
		// Only this limit applies, so undici's own are switched off.
		headersTimeout: 0,
		bodyTimeout: 0,
		signal,
	});
	await response.body.dump({ limit: RESPONSE_LIMIT_BYTES, signal });
	return response.statusCode;
}
