// Whether a delivery is signed with the secret (HMAC) and its timestamp is recent, or why it is rejected. Also reads a
// header that was sent once, and the secrets in the credential's field.

import { createHmac, timingSafeEqual } from 'node:crypto';

import { epochMilliseconds } from '../../input/timestamp';
import { partsOfSigningSecret } from '../../transport/credential';

/** Request headers, as in Node.js's `headersDistinct`: a repeated header has several values. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Reads a header that was sent exactly once. Names are case-insensitive.
 *
 * @returns undefined if it is absent, empty or repeated
 */
export function singleHeader(headers: RequestHeaders, name: string): string | undefined {
	const lowerCaseName = name.toLowerCase();
	const values = Object.entries(headers)
		.filter(([key, value]) => key.toLowerCase() === lowerCaseName && value !== undefined)
		.flatMap(([, value]) => value);
	const [value] = values;
	return values.length === 1 && typeof value === 'string' && value !== '' ? value : undefined;
}

/** Why a delivery is rejected. For the debug log, and in test mode for the editor; never sent to the caller. */
type RejectionReason =
	| { reason: 'no secret' | 'no raw body' | 'wrong signature' }
	/** With the full name of the header that is absent, repeated or malformed. */
	| { reason: 'no signature' | 'no timestamp'; header: string }
	/** With the age in milliseconds; negative for a timestamp in the future. */
	| { reason: 'outside the tolerance'; ageMs: number };

export type Rejection = { accepted: false } & RejectionReason;

export type VerificationResult =
	/** With the signature in lower-case hex. */
	{ accepted: true; signature: string } | Rejection;

export interface SignedDelivery {
	/** The body's bytes as received; undefined if n8n did not keep them (multipart). */
	rawBody: Buffer | undefined;
	headers: RequestHeaders;
	/** Any of these may have made the signature, see {@link parseSecrets}. */
	secrets: readonly string[];
	/** The brand in the header names, e.g. `Service` for `X-Service-Request-Signature`. */
	headerBrand: string;
	/** Current time in milliseconds since 1970. */
	now: number;
	/** How far the timestamp may be before or after `now`, in seconds; 0 disables this check. */
	toleranceSeconds: number;
}

/** 32 bytes in hex, in either case: only the decoded bytes are compared. */
const SIGNATURE_PATTERN = /^[0-9a-fA-F]{64}$/;

/**
 * A plain decimal number (not `12abc`, `1e9` or `-1`): a safe integer, with or without a fraction. The spec says
 * only 'numeric string', and a clock with microseconds gives a fraction. Its dot does not blur where the signed body
 * begins: an event begins with a brace, not with digits.
 */
const TIMESTAMP_PATTERN = /^[0-9]{1,15}(\.[0-9]{1,9})?$/;

/**
 * Minimum length of a part that counts as a secret. A short fragment of a secret with a comma would be easy to guess.
 */
const MIN_PART_LENGTH = 8;

/** Control, format and unassigned characters, which are invisible in the field. */
const INVISIBLE = /\p{C}/u;

/** Maximum number of parts: each costs one signature per delivery, also for forged ones. */
const MAX_PARTS = 10;

/** Parses the secrets in the credential's field, see {@link partsOfSigningSecret}. */
export function parseSecrets(signingSecret: unknown): string[] {
	const [whole = '', ...parts] = partsOfSigningSecret(signingSecret);
	// Separators alone are no secret.
	if (/^[,\s]*$/.test(whole)) return [];
	const usable = parts.filter((part) => part.length >= MIN_PART_LENGTH && !INVISIBLE.test(part));
	return [whole, ...usable].slice(0, MAX_PARTS);
}

/**
 * Checks that a delivery was signed with one of the secrets and is recent (spec section 6, Signature verification).
 * Never throws. The signature is checked before the age, in constant time and with every secret, so that the response
 * time reveals nothing about a secret.
 */
export function verifySignature(delivery: SignedDelivery): VerificationResult {
	const { rawBody, headers, headerBrand, now, toleranceSeconds } = delivery;
	const secrets = delivery.secrets.filter((secret) => secret !== '');
	if (secrets.length === 0) return rejected({ reason: 'no secret' });
	if (!Buffer.isBuffer(rawBody)) return rejected({ reason: 'no raw body' });

	const signatureHeader = `X-${headerBrand}-Request-Signature`;
	const signature = singleHeader(headers, signatureHeader);
	if (signature === undefined || !SIGNATURE_PATTERN.test(signature)) {
		return rejected({ reason: 'no signature', header: signatureHeader });
	}
	const timestampHeader = `X-${headerBrand}-Request-Timestamp`;
	const timestamp = singleHeader(headers, timestampHeader);
	if (timestamp === undefined || !TIMESTAMP_PATTERN.test(timestamp)) {
		return rejected({ reason: 'no timestamp', header: timestampHeader });
	}

	const received = Buffer.from(signature, 'hex');
	const matches = secrets.map((secret) => {
		const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest();
		return timingSafeEqual(expected, received);
	});
	if (!matches.includes(true)) return rejected({ reason: 'wrong signature' });

	const ageMs = now - epochMilliseconds(Number(timestamp));
	if (toleranceSeconds > 0 && Math.abs(ageMs) > toleranceSeconds * 1000) {
		return rejected({ reason: 'outside the tolerance', ageMs });
	}
	return { accepted: true, signature: received.toString('hex') };
}

const rejected = (reason: RejectionReason): Rejection => ({ accepted: false, ...reason });
