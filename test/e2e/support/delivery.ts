import { createHmac, randomUUID } from 'node:crypto';

const nowInSeconds = () => Math.floor(Date.now() / 1000);

/** The body of a new order.updated event (spec section 6); each call gives a different event. */
export const orderUpdated = (status = 'inprocess'): string =>
	JSON.stringify({
		type: 'order.updated',
		occurred_at: new Date().toISOString(),
		retries: 0,
		data: { order: { id: randomUUID(), external_id: `shop-${Date.now()}`, status } },
	});

/**
 * The headers of a delivery as the service sends them (spec section 6, Request headers).
 *
 * @param timestamp Seconds since 1970, as a string
 */
export function signedHeaders(
	body: string,
	secret: string,
	timestamp: string = String(nowInSeconds()),
): Record<string, string> {
	const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
	return {
		'content-type': 'application/json',
		'x-account-id': 'account-1',
		'x-webhook-id': randomUUID(),
		'x-service-request-timestamp': timestamp,
		'x-service-request-signature': signature,
	};
}

/** A timestamp for {@link signedHeaders}. */
export const secondsAgo = (seconds: number): string => String(nowInSeconds() - seconds);

/** Sends a delivery and returns n8n's response. */
export async function deliver(url: string, body: string, headers: Record<string, string>) {
	const response = await fetch(url, { method: 'POST', headers, body });
	return { status: response.status, text: await response.text() };
}
