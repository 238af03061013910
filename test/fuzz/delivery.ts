import { createHmac } from 'node:crypto';

/** The signing secret of every genuine delivery in these tests. */
export const SECRET = 'sandbox-fuzz-signing-secret';

export const SIGNATURE = 'X-Service-Request-Signature';
export const TIMESTAMP = 'X-Service-Request-Timestamp';

export type HeaderLine = readonly [name: string, value: string];

/** What the holder of the secret signed (spec section 6, Signature verification). */
export interface Signed {
	timestamp: string;
	body: Buffer;
	/** HMAC SHA256 of timestamp, dot and body, as 64 hex digits in lower case. */
	signature: string;
}

/** A delivery as it goes on the wire, and beside it what was signed. */
export interface Delivery {
	/** Header lines in the order in which they are sent; a name may come more than once. */
	headers: readonly HeaderLine[];
	/** The bytes sent as body, in whatever encoding. */
	body: Buffer;
	/** Sent in chunks, without a length announced. */
	chunked: boolean;
	signed: Signed;
	/** Whether the signed body is an event envelope (spec section 6, Body envelope). */
	isEvent: boolean;
	/** What was done to it, in order. */
	steps: readonly string[];
}

/** The signature as the service makes it; other keys and messages make forged ones. */
export const sign = (secret: string | Buffer, timestamp: string, body: Buffer): string =>
	createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');

/** The same body signed by the holder of the secret with another timestamp. */
export function signedAgain(delivery: Delivery, timestamp: string): Partial<Delivery> {
	const { body } = delivery.signed;
	const signature = sign(SECRET, timestamp, body);
	const withTimestamp = withHeader(delivery, TIMESTAMP, timestamp);
	return {
		headers: withHeader({ headers: withTimestamp }, SIGNATURE, signature),
		signed: { timestamp, body, signature },
	};
}

const isNamed =
	(name: string) =>
	([other]: HeaderLine): boolean =>
		other.toLowerCase() === name.toLowerCase();

/** The value of the first header line of this name. */
export const headerOf = ({ headers }: Pick<Delivery, 'headers'>, name: string): string =>
	headers.find(isNamed(name))?.[1] ?? '';

/** The header lines with other ones in place of those of this name. */
export const replaceHeader = (
	{ headers }: Pick<Delivery, 'headers'>,
	name: string,
	...lines: HeaderLine[]
): HeaderLine[] => [...headers.filter((line) => !isNamed(name)(line)), ...lines];

/** The header lines with this value in place of what stands under the name. */
export const withHeader = (
	delivery: Pick<Delivery, 'headers'>,
	name: string,
	value: string,
): HeaderLine[] => replaceHeader(delivery, name, [name, value]);

/**
 * A delivery as the service sends it (spec section 6, Request headers). Its X-Webhook-Id, which no mutation touches,
 * tells in an execution which delivery started it.
 *
 * @param now Milliseconds since 1970
 */
export function signedDelivery(id: string, body: Buffer, now: number): Delivery {
	const timestamp = String(Math.floor(now / 1000));
	const signature = sign(SECRET, timestamp, body);
	return {
		headers: [
			['Content-Type', 'application/json'],
			['User-Agent', 'Service-Webhooks/1.0'],
			['X-Account-Id', 'account-1'],
			['X-Webhook-Id', id],
			[SIGNATURE, signature],
			[TIMESTAMP, timestamp],
		],
		body,
		chunked: false,
		signed: { timestamp, body, signature },
		isEvent: true,
		steps: [],
	};
}

const base64Of = (bytes: Buffer): string => {
	const cut = bytes.subarray(0, 1500).toString('base64');
	return bytes.length > 1500 ? `${cut}… (${bytes.length} bytes)` : cut;
};

/** Everything about a delivery that someone needs who wants to send it once more. */
export const describeDelivery = (delivery: Delivery): string =>
	[
		`steps: ${delivery.steps.join(' | ')}`,
		`headers: ${JSON.stringify(delivery.headers).slice(0, 3000)}`,
		`body (base64): ${base64Of(delivery.body)}`,
		`signed: timestamp ${JSON.stringify(delivery.signed.timestamp.slice(0, 200))}, signature ${delivery.signed.signature}, body (base64) ${base64Of(delivery.signed.body)}`,
	].join('\n');
