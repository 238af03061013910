import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	parseSecrets,
	singleHeader,
	verifySignature,
	type SignedDelivery,
	type VerificationResult,
} from '../../../../nodes/PodFulfilment/trigger/webhook/signature.ts';

/*
 * The signatures in this file were computed with openssl 3.0, not with the code under test:
 *   printf '%s.%s' 1763632800 "$BODY" | openssl dgst -sha256 -hmac 'whsec-first'
 */
const BODY =
	'{"type":"order.updated","retries":0,"occurred_at":"2026-11-20T10:00:00+00:00","data":{"order":{"id":"0b5e","status":"shipped","external_id":"A-1"}}}';
const SECONDS = '1763632800';
const MILLISECONDS = '1763632800000';
const SENT_AT = 1_763_632_800_000;
const SIGNATURE = '23422e848c65a3b987a96b5db48d4b579585a4151fe1a66cdfc864cdfa1e48f1';
/** … | openssl dgst -sha256 -hmac 'whsec-second' */
const SIGNATURE_OF_SECOND = '9415e50409ff8422bdc2c61717a2b30f69901b5ccc514625932cdf3720c7f242';
/** printf '%s.%s' 1763632800000 "$BODY" | openssl dgst -sha256 -hmac 'whsec-first' */
const SIGNATURE_OF_MILLISECONDS =
	'1acb31c557e7d376cc0d3f2ec3e841a46b35a361eafceeadb41efbe2ffc59e32';

const signed = (headers: SignedDelivery['headers'] = {}): SignedDelivery => ({
	rawBody: Buffer.from(BODY),
	headers: {
		'x-service-request-signature': SIGNATURE,
		'x-service-request-timestamp': SECONDS,
		...headers,
	},
	secrets: ['whsec-first'],
	headerBrand: 'Service',
	now: SENT_AT,
	toleranceSeconds: 1200,
});

const accepted = { accepted: true, signature: expect.stringMatching(/^[0-9a-f]{64}$/) as string };
const rejected = (reason: string) =>
	expect.objectContaining({ accepted: false, reason }) as VerificationResult;

describe('Signature verification (section 6)', () => {
	it('a signature computed by openssl is accepted', () => {
		expect(verifySignature(signed())).toEqual(accepted);
	});

	it('an empty body, a body with non-ASCII characters and a binary body are accepted', () => {
		// printf '%s.' 1763632800 | openssl dgst -sha256 -hmac 'whsec-first'
		const empty = signed({
			'x-service-request-signature':
				'bee1ab1e82c310a30c8be3ea593e6a5e1621121360187435ec3de41925afff26',
		});
		expect(verifySignature({ ...empty, rawBody: Buffer.alloc(0) })).toEqual(accepted);
		// printf '%s.{"name":"Größe – 🎽"}' 1763632800 | openssl dgst -sha256 -hmac 'schlüssel'
		const nonAscii = signed({
			'x-service-request-signature':
				'f668e68676830bb0b452b7aeb7ca24521cfeb45c02b646efccb36cb2bf1eb47d',
		});
		expect(
			verifySignature({
				...nonAscii,
				rawBody: Buffer.from('{"name":"Größe – 🎽"}'),
				secrets: ['schlüssel'],
			}),
		).toEqual(accepted);
		// printf '1763632800.\x00\xff\xfe' | openssl dgst -sha256 -hmac 'whsec-first'
		const bytes = signed({
			'x-service-request-signature':
				'6ce8bc4a5426f74f4e2ecf0c9f184889f73e6e9fb0cb7ad3f354790764615628',
		});
		expect(verifySignature({ ...bytes, rawBody: Buffer.from([0, 255, 254]) })).toEqual(accepted);
	});

	it('a signature in upper-case hex is accepted', () => {
		expect(
			verifySignature(signed({ 'x-service-request-signature': SIGNATURE.toUpperCase() })),
		).toEqual(accepted);
	});

	it.each([
		['is missing', undefined],
		['is empty', ''],
		['is one digit too short', SIGNATURE.slice(1)],
		['is one digit too long', `${SIGNATURE}0`],
		['contains a letter that is not hex', `${SIGNATURE.slice(0, 63)}g`],
		['has a scheme prefix', `sha256=${SIGNATURE}`],
		['ends with a line break', `${SIGNATURE}\n`],
		['was joined from two headers', `${SIGNATURE}, ${SIGNATURE}`],
		['comes as two headers', [SIGNATURE, SIGNATURE]],
	])('a signature that %s is rejected', (_title, signature) => {
		expect(verifySignature(signed({ 'x-service-request-signature': signature }))).toEqual(
			rejected('no signature'),
		);
	});

	it('a signature header sent twice with names of different case is rejected', () => {
		expect(verifySignature(signed({ 'X-Service-Request-Signature': SIGNATURE }))).toEqual(
			rejected('no signature'),
		);
	});

	it.each([
		['is missing', undefined],
		['is empty', ''],
		['ends with letters', '12abc'],
		['has an empty fraction', '1763632800.'],
		['has two fractions', '1763632800.5.5'],
		['is a fraction alone', '.5'],
		['has a plus sign', '+1763632800'],
		['is negative', '-1763632800'],
		['is an exponent', '1763632800e0'],
		['is hexadecimal', '0x691ee9a0'],
		['is a date', '2026-11-20T10:00:00+00:00'],
		['has spaces', ' 1763632800'],
		['is too long to be exact', '1763632800000000'],
		['has digits of another script', '١٧٦٣٦٣٢٨٠٠'],
		['was joined from two headers', `${SECONDS}, ${SECONDS}`],
		['comes as two headers', [SECONDS, SECONDS]],
	])('a timestamp that %s is rejected', (_title, timestamp) => {
		expect(verifySignature(signed({ 'x-service-request-timestamp': timestamp }))).toEqual(
			rejected('no timestamp'),
		);
	});

	it('a timestamp other than the signed one is rejected', () => {
		expect(verifySignature(signed({ 'x-service-request-timestamp': '1763632801' }))).toEqual(
			rejected('wrong signature'),
		);
	});

	it('a timestamp with a fraction, which is signed as it was sent, is accepted', () => {
		// printf '%s.%s' 1763632800.50 "$BODY" | openssl dgst -sha256 -hmac 'whsec-first'
		const fraction = signed({
			'x-service-request-signature':
				'30776e4c9667add6454c74829ec4a80297d68f71300ee5093dc388612e8308ba',
			'x-service-request-timestamp': '1763632800.50',
		});
		expect(verifySignature(fraction)).toEqual(accepted);
		expect(verifySignature({ ...fraction, now: SENT_AT + 1_200_500 })).toEqual(accepted);
		expect(verifySignature({ ...fraction, now: SENT_AT + 1_200_501 })).toEqual(
			rejected('outside the tolerance'),
		);
		for (const timestamp of ['1763632800.5', '1763632800', '1763632800.500']) {
			const headers = { ...fraction.headers, 'x-service-request-timestamp': timestamp };
			expect(verifySignature({ ...fraction, headers })).toEqual(rejected('wrong signature'));
		}
	});

	it('a timestamp of 13 digits is interpreted as milliseconds', () => {
		const delivery = signed({
			'x-service-request-signature': SIGNATURE_OF_MILLISECONDS,
			'x-service-request-timestamp': MILLISECONDS,
		});
		expect(verifySignature(delivery)).toEqual(accepted);
		expect(verifySignature({ ...delivery, now: SENT_AT + 1_200_001 })).toEqual(
			rejected('outside the tolerance'),
		);
	});

	it.each([
		['at the end of the tolerance', 1_200_000, accepted],
		['just after the tolerance', 1_200_001, rejected('outside the tolerance')],
		['as far in the future as the tolerance', -1_200_000, accepted],
		['further in the future', -1_200_001, rejected('outside the tolerance')],
	])('the age of a delivery is checked: %s', (_title, age, expected) => {
		expect(verifySignature({ ...signed(), now: SENT_AT + age })).toEqual(expected);
	});

	it('the age is not checked with a tolerance of 0, but a timestamp is still required', () => {
		const old = { ...signed(), now: SENT_AT + 1e12, toleranceSeconds: 0 };
		expect(verifySignature(old)).toEqual(accepted);
		expect(
			verifySignature({ ...old, headers: { 'x-service-request-signature': SIGNATURE } }),
		).toEqual(rejected('no timestamp'));
	});

	it('a delivery signed with either of two secrets is accepted, and with neither of them is rejected', () => {
		const second = signed({ 'x-service-request-signature': SIGNATURE_OF_SECOND });
		expect(verifySignature(second)).toEqual(rejected('wrong signature'));
		for (const secrets of [
			['whsec-first', 'whsec-second'],
			['whsec-second', 'whsec-first'],
		]) {
			expect(verifySignature({ ...signed(), secrets })).toEqual(accepted);
			expect(verifySignature({ ...second, secrets })).toEqual(accepted);
		}
		expect(verifySignature({ ...signed(), secrets: ['no', 'nor'] })).toEqual(
			rejected('wrong signature'),
		);
	});

	it('every delivery is rejected without a secret, even one signed with an empty secret', () => {
		// printf '%s.%s' 1763632800 "$BODY" | openssl dgst -sha256 -hmac ''
		const empty = signed({
			'x-service-request-signature':
				'20acaa8b2970bdde6095b768266978184e0fcd45b9b8dacb87078212e191783f',
		});
		expect(verifySignature({ ...empty, secrets: [] })).toEqual(rejected('no secret'));
		expect(verifySignature({ ...empty, secrets: [''] })).toEqual(rejected('no secret'));
	});

	it('a delivery without a raw body is rejected', () => {
		expect(verifySignature({ ...signed(), rawBody: undefined })).toEqual(rejected('no raw body'));
	});

	it('headers are read case-insensitively, with the header brand of the credential', () => {
		const headers = {
			'X-Acme-Request-Signature': SIGNATURE,
			'X-ACME-REQUEST-TIMESTAMP': SECONDS,
		};
		expect(verifySignature({ ...signed(), headers, headerBrand: 'acme' })).toEqual(accepted);
		expect(verifySignature({ ...signed(), headers, headerBrand: 'Service' })).toEqual(
			rejected('no signature'),
		);
	});

	it('a body in which any one byte is changed is rejected', () => {
		const body = Buffer.from(BODY);
		fc.assert(
			fc.property(
				fc.integer({ min: 0, max: body.length - 1 }),
				fc.integer({ min: 1, max: 255 }),
				(position, difference) => {
					const rawBody = Buffer.from(body);
					rawBody[position] = (rawBody[position] ?? 0) ^ difference;
					expect(verifySignature({ ...signed(), rawBody })).toEqual(rejected('wrong signature'));
				},
			),
			{ numRuns: 2000 },
		);
	});

	it('a signature in which any one digit is changed is rejected', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 0, max: 63 }),
				fc.constantFrom(...'0123456789abcdef'),
				(position, digit) => {
					fc.pre(SIGNATURE[position] !== digit);
					const signature = SIGNATURE.slice(0, position) + digit + SIGNATURE.slice(position + 1);
					expect(verifySignature(signed({ 'x-service-request-signature': signature }))).toEqual(
						rejected('wrong signature'),
					);
				},
			),
		);
	});

	it('verification never throws and never accepts, whatever the headers contain', () => {
		const anything = fc.oneof(
			fc.string({ unit: 'binary' }),
			fc.array(fc.string()),
			fc.constant(undefined),
		);
		fc.assert(
			fc.property(anything, anything, fc.uint8Array(), (signature, timestamp, body) => {
				const delivery = signed({
					'x-service-request-signature': signature,
					'x-service-request-timestamp': timestamp,
				});
				expect(verifySignature({ ...delivery, rawBody: Buffer.from(body) }).accepted).toBe(false);
			}),
		);
	});
});

describe('A header', () => {
	it.each<[string, SignedDelivery['headers'], string | undefined]>([
		['in lower case', { 'x-account-id': 'a' }, 'a'],
		['in another case', { 'X-ACCOUNT-ID': 'a' }, 'a'],
		['as a list of one', { 'x-account-id': ['a'] }, 'a'],
		['beside an absent one', { 'X-Account-Id': undefined, 'x-account-id': 'a' }, 'a'],
		['absent', {}, undefined],
		['undefined', { 'x-account-id': undefined }, undefined],
		['empty', { 'x-account-id': '' }, undefined],
		['twice, as a list', { 'x-account-id': ['a', 'b'] }, undefined],
		['twice, in two cases', { 'X-Account-Id': 'a', 'x-account-id': 'a' }, undefined],
	])('a header sent %s has one value or none', (_, headers, value) => {
		expect(singleHeader(headers, 'X-Account-Id')).toBe(value);
	});
});

describe('The signing secrets in the credential', () => {
	it.each([
		['one', 'whsec-first', ['whsec-first']],
		['a short one', 'abc', ['abc']],
		[
			'one with a comma, or two',
			'secret-1,secret-2',
			['secret-1,secret-2', 'secret-1', 'secret-2'],
		],
		[
			'two with a space between',
			'secret-1, secret-2 ',
			['secret-1, secret-2', 'secret-1', 'secret-2'],
		],
		[
			'two, each on its line',
			'secret-1\r\nsecret-2\n',
			['secret-1\r\nsecret-2', 'secret-1', 'secret-2'],
		],
		[
			'one with a comma and one without',
			'k,secret-1\nsecret-2',
			['k,secret-1\nsecret-2', 'k,secret-1', 'secret-2', 'secret-1'],
		],
		['a part that is too short to be one', 'k,8fj3-secret', ['k,8fj3-secret', '8fj3-secret']],
		[
			'a part that holds what nobody sees',
			'whsec-\u200bfirst,whsec-second',
			['whsec-\u200bfirst,whsec-second', 'whsec-second'],
		],
		['none', '', []],
		['spaces and commas only', ' , \n,', []],
		['no string', undefined, []],
	])('the signing secrets are parsed: %s', (_title, field, secrets) => {
		expect(parseSecrets(field)).toEqual(secrets);
	});

	it('a credential has ten secrets at most: each costs a signature for every delivery', () => {
		const field = Array.from({ length: 50 }, (_, number) => `secret-number-${number}`).join('\n');
		expect(parseSecrets(field)).toHaveLength(10);
	});

	it('every secret is parsed whatever it contains, alone or beside another one on its own line', () => {
		const secret = fc
			.string({ minLength: 6 })
			.map((text) => `x${text.replaceAll(/[\r\n]/g, ',')}x`);
		fc.assert(
			fc.property(secret, secret, (first, second) => {
				expect(parseSecrets(first)).toContain(first);
				expect(parseSecrets(` ${first}\n${second}\n`)).toEqual(
					expect.arrayContaining([first, second]),
				);
			}),
		);
	});
});
