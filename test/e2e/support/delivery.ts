import { createHmac, randomUUID } from 'node:crypto';

const nowInSeconds = () => Math.floor(Date.now() / 1000);

/** The body of an order.updated event (spec section 6); each one is an event of its own. */
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
 * @param timestamp seconds since 1970, as text
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

export const secondsAgo = (seconds: number): string => String(nowInSeconds() - seconds);

/** Posts a delivery and returns n8n's answer. */
export async function deliver(url: string, body: string, headers: Record<string, string>) {
	const response = await fetch(url, { method: 'POST', headers, body });
	return { status: response.status, text: await response.text() };
}
