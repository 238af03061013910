import { createHmac, timingSafeEqual } from 'node:crypto';

/** Request headers as Node and Express hand them over: a name given twice is an array or one joined string. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The value of a header that is given exactly once, without regard to the case of its name.
 * Absent, empty and repeated headers give `undefined`: which of two values counts must not be a matter of luck.
 */
export function singleHeader(headers: RequestHeaders, name: string): string | undefined {
	const wanted = name.toLowerCase();
	const values = Object.entries(headers)
		.filter(([key, value]) => key.toLowerCase() === wanted && value !== undefined)
		.flatMap(([, value]) => value);
	const [value] = values;
	return values.length === 1 && typeof value === 'string' && value !== '' ? value : undefined;
}

/** Why a delivery is refused: for the debug log alone, the caller is never told. */
export type RefusalReason =
	| 'no secret'
	| 'no raw body'
	| 'no signature'
	| 'no timestamp'
	| 'wrong signature'
	| 'outside the tolerance';

export type Verdict = { accepted: true } | { accepted: false; reason: RefusalReason };

export interface SignedDelivery {
	/** The body's bytes as received, `undefined` where n8n keeps none (multipart). */
	rawBody: Buffer | undefined;
	headers: RequestHeaders;
	/** Secrets of which any may have signed; see {@link parseSecrets}. */
	secrets: readonly string[];
	/** The brand in the header names: `Service` stands for `X-Service-Request-Signature`. */
	headerBrand: string;
	/** The present moment in milliseconds since 1970. */
	now: number;
	/** How far the timestamp may lie before or after `now`, in seconds; 0 switches this check off. */
	toleranceSeconds: number;
}

/** 32 bytes in hex. Either case: the letters spell the same bytes, and the bytes are what is compared. */
const SIGNATURE = /^[0-9a-fA-F]{64}$/;

/** Digits alone (`12abc`, `1e9`, `-1` and `1.5` are none), few enough to be exact as a number. */
const TIMESTAMP = /^[0-9]{1,15}$/;

/** From here on a timestamp counts milliseconds: as seconds it would lie in the year 5138. */
const FIRST_MILLISECONDS = 100_000_000_000;

/**
 * The secrets in the credential's field, which holds one, or during a change of secrets the new and the
 * old one, separated by a comma or a new line.
 */
export function parseSecrets(signingSecret: unknown): string[] {
	if (typeof signingSecret !== 'string') return [];
	return signingSecret
		.split(/[,\r\n]/)
		.map((secret) => secret.trim())
		.filter((secret) => secret !== '');
}

/**
 * Tells whether a delivery was signed with one of the secrets and is recent (spec section 6, Signature
 * verification). Never throws. The signature is checked before the age, in constant time and against
 * every secret, so that the time taken tells nothing about a secret.
 */
export function verifySignature(delivery: SignedDelivery): Verdict {
	const { rawBody, headers, headerBrand, now, toleranceSeconds } = delivery;
	const secrets = delivery.secrets.filter((secret) => secret !== '');
	if (secrets.length === 0) return refused('no secret');
	if (!Buffer.isBuffer(rawBody)) return refused('no raw body');

	const signature = singleHeader(headers, `X-${headerBrand}-Request-Signature`);
	if (signature === undefined || !SIGNATURE.test(signature)) return refused('no signature');
	const timestamp = singleHeader(headers, `X-${headerBrand}-Request-Timestamp`);
	if (timestamp === undefined || !TIMESTAMP.test(timestamp)) return refused('no timestamp');

	const received = Buffer.from(signature, 'hex');
	const matches = secrets.map((secret) => {
		const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest();
		return timingSafeEqual(expected, received);
	});
	if (!matches.includes(true)) return refused('wrong signature');

	const sentAt = Number(timestamp) * (Number(timestamp) < FIRST_MILLISECONDS ? 1000 : 1);
	if (toleranceSeconds > 0 && Math.abs(now - sentAt) > toleranceSeconds * 1000) {
		return refused('outside the tolerance');
	}
	return { accepted: true };
}

function refused(reason: RefusalReason): Verdict {
	return { accepted: false, reason };
}
