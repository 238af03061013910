import { gunzipSync, inflateSync } from 'node:zlib';
import { SIGNATURE, TIMESTAMP, type Delivery, type HeaderLine, type Signed } from './delivery.ts';

/** The default of the trigger's option Tolerance, which the service's 17 minutes of retries fit in. */
const TOLERANCE_MILLISECONDS = 1_200_000;

/** n8n's limit for a body, after it was unpacked. */
const LARGEST_BODY = 16 * 1024 * 1024;

/** Bytes of an event. */
const LARGEST_EVENT = 2 * 1024 * 1024;

/** Node answers 431 to more than 16 KB of headers; nothing genuine comes near it. */
const HEADERS_THAT_FIT = 15_000;

/** How n8n itself refuses what it cannot unpack or parse, before the node is asked. */
const REFUSED_BY_N8N = [400, 413, 415, 422, 500];

/** The value of a header that comes exactly once; its name in any case. */
function onlyValue(headers: readonly HeaderLine[], name: string): string | undefined {
	const values = headers.filter(([other]) => other.toLowerCase() === name.toLowerCase());
	return values.length === 1 ? values[0]?.[1] : undefined;
}

function isRecent(timestamp: string, now: number): boolean {
	// A plain number with no more digits than it holds exactly, and maybe a fraction.
	if (!/^[0-9]{1,15}(\.[0-9]{1,9})?$/.test(timestamp)) return false;
	const number = Number(timestamp);
	// 100,000,000,000 seconds are the year 5138, as milliseconds they are 1973.
	const sentAt = number < 100_000_000_000 ? number * 1000 : number;
	return Math.abs(now - sentAt) <= TOLERANCE_MILLISECONDS;
}

/** The bytes under a signature (spec section 6, Signature verification). */
const payloadOf = (timestamp: string, body: Buffer): Buffer =>
	Buffer.concat([Buffer.from(`${timestamp}.`), body]);

/**
 * Whether these are the bytes that were signed, with their signature; timestamp and signature each given once. Hex digits
 * spell the same bytes in either case. Whether the bytes still are an event is another matter: see {@link isSignedEvent}.
 */
export function isGenuine(
	{ headers, body }: Pick<Delivery, 'headers' | 'body'>,
	signed: Signed,
	now: number,
): boolean {
	const timestamp = onlyValue(headers, TIMESTAMP);
	return (
		timestamp !== undefined &&
		isRecent(timestamp, now) &&
		/^[0-9A-Fa-f]{64}$/.test(onlyValue(headers, SIGNATURE) ?? '') &&
		onlyValue(headers, SIGNATURE)?.toLowerCase() === signed.signature &&
		payloadOf(timestamp, body).equals(payloadOf(signed.timestamp, signed.body))
	);
}

/** Whether a genuine delivery is an event: not if bytes of its body were moved to the fraction of the timestamp. */
export const isSignedEvent = ({ isEvent, signed }: Delivery, body: Buffer): boolean =>
	isEvent && body.equals(signed.body) && body.length <= LARGEST_EVENT;

/** What a server reads of the header lines: blanks around a value are no part of it (RFC 9110, section 5.5). */
const received = (headers: readonly HeaderLine[]): HeaderLine[] =>
	headers.map(([name, value]) => [name, value.replace(/^[ \t]+|[ \t]+$/g, '')]);

/** The body after n8n has unpacked it, which it does for these two encodings alone; none where it cannot. */
function unpacked(headers: readonly HeaderLine[], body: Buffer): Buffer | undefined {
	const encoding = onlyValue(headers, 'content-encoding');
	try {
		const options = { maxOutputLength: LARGEST_BODY };
		if (encoding === 'gzip') return gunzipSync(body, options);
		if (encoding === 'deflate') return inflateSync(body, options);
	} catch {
		return undefined;
	}
	return body.length <= LARGEST_BODY ? body : undefined;
}

/** The content type; of several, Node takes the first one. */
const contentTypeOf = (headers: readonly HeaderLine[]): string =>
	headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1].toLowerCase() ?? '';

/** Whether n8n, which parses a body by its content type before it asks the node, comes to an end with it. */
function isReadable(contentType: string, body: Buffer): boolean {
	const [type = '', ...parameters] = contentType.split(';');
	if (body.length === 0) return true;
	if (!['application/json', 'text/plain', 'application/x-www-form-urlencoded'].includes(type)) {
		return true;
	}
	const charset = parameters.filter((part) => /^\s*charset=/.test(part)).at(-1);
	const encoding = (charset ?? 'charset=utf-8')
		.replace(/^[^=]*=/, '')
		.trim()
		.replace(/^"(.*)"$/, '$1');
	if (!Buffer.isEncoding(encoding)) return false;
	if (type !== 'application/json') return true;
	try {
		JSON.parse(body.toString(encoding).replace(/^\uFEFF/, ''));
		return true;
	} catch {
		return false;
	}
}

/**
 * The statuses that n8n and the trigger with its default options may answer to a delivery: 200 for an event that was
 * signed, which starts an execution, and 400, 401 or a refusal of n8n's own, which start none. Written from the
 * specification and from what was signed, without the nodes' code and without computing a signature.
 *
 * @param now The moment at which it arrives, in milliseconds since 1970
 */
export function statusesOf(delivery: Delivery, now: number): readonly number[] {
	const headers = received(delivery.headers);
	const length = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
	if (length > HEADERS_THAT_FIT) return [401, 431, ...REFUSED_BY_N8N];

	const contentType = contentTypeOf(headers);
	// n8n keeps no bytes of a form, so there are none to verify.
	if (/^multipart\/form-data\s*(;|$)/.test(contentType)) return [401, ...REFUSED_BY_N8N];

	const body = unpacked(headers, delivery.body);
	// Of most content types n8n leaves the body to the node, for which bytes that cannot be read are no body.
	if (body === undefined) return [401, ...REFUSED_BY_N8N];
	if (!isReadable(contentType, body)) return REFUSED_BY_N8N;
	if (!isGenuine({ headers, body }, delivery.signed, now)) return [401];
	return isSignedEvent(delivery, body) ? [200] : [400];
}
