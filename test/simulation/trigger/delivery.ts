import { createHmac } from 'node:crypto';

import type { SenderStyle } from './history.ts';
import type { ServiceEvent } from './serviceEvent.ts';

const SIGNATURE = 'x-service-request-signature';

const TIMESTAMP = 'x-service-request-timestamp';

/** What goes over the wire, and what was meant with it. */
export interface Delivery {
	/** Which of the two workflows it is for. */
	workflow: number;
	/** Names in lower case, as Node.js has them. */
	headers: Record<string, string | string[]>;
	body: string;
	kind: 'event' | 'noEvent' | 'forged';
	/** Undefined where there is none. */
	event: ServiceEvent | undefined;
	/** From 0. */
	attempt: number;
	/** Undefined where the signature is none, or is not that of these bytes. */
	secret: string | undefined;
	/** The time that was signed, in milliseconds since 1970. */
	timestamp: number;
}

export interface Signer {
	secret: string;
	/** Milliseconds since 1970, by the clock of the sender. */
	time: number;
}

function timestampText({ timestamp }: SenderStyle, time: number): string {
	switch (timestamp) {
		case 'seconds':
			return String(Math.floor(time / 1000));
		case 'milliseconds':
			return String(time);
		case 'fraction':
			return (time / 1000).toFixed(3);
	}
}

const signatureOf = (secret: string, timestamp: string, body: string): string =>
	createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

/** The headers of a delivery (specification section 6, Request headers). */
export function signedHeaders(
	style: SenderStyle,
	{ secret, time }: Signer,
	body: string,
): Delivery['headers'] {
	const timestamp = timestampText(style, time);
	const signature = signatureOf(secret, timestamp, body);
	return {
		'content-type': 'application/json',
		'user-agent': 'Service-Webhooks/1.0',
		'x-account-id': 'account-1',
		'x-webhook-id': 'webhook-1',
		[SIGNATURE]: style.signature === 'upper' ? signature.toUpperCase() : signature,
		[TIMESTAMP]: timestamp,
	};
}

/** A genuine delivery with another signature. */
export const withSignature = (
	{ headers }: Delivery,
	signature: string | string[] | undefined,
): Delivery['headers'] => {
	const { [SIGNATURE]: _signature, ...others } = headers;
	return signature === undefined ? others : { ...others, [SIGNATURE]: signature };
};

/** A genuine delivery with another timestamp under the old signature. */
export const withTimestamp = ({ headers }: Delivery, time: number): Delivery['headers'] => ({
	...headers,
	[TIMESTAMP]: String(Math.floor(time / 1000)),
});

export const signature = ({ headers }: Delivery): string => String(headers[SIGNATURE]);
