import { NodeApiError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { httpError } from '../../../nodes/PodFulfilment/transport/httpErrors.ts';
import { answerOf, caller, callerWithoutCredential, requestOf, SECRETS } from './caller.ts';
import { expectNoSecret, expectPlainWords, wordingOf } from './wording.ts';

/** Section 7, Status codes: those that are no success. */
const STATUSES = [400, 401, 403, 404, 405, 409, 410, 415, 422, 429, 500, 502, 503, 504];

const SAID = 'Sandbags are not allowed here';

/** Section 7, Error body shapes, and what a gateway sends in their place; each with something to keep quiet about. */
const BODIES: Array<[name: string, body: unknown]> = [
	['an access body', { code: 403, message: SAID, trace: SECRETS.trace }],
	[
		'a routing body',
		{
			'@context': '/api/contexts/Error',
			'@type': 'hydra:Error',
			'hydra:title': 'An error occurred',
			'hydra:description': SAID,
			trace: [{ file: SECRETS.trace }],
		},
	],
	[
		'a validation body',
		{
			'@id': '/api/validation_errors/1',
			'@type': 'ConstraintViolationList',
			status: 422,
			violations: [
				{ propertyPath: 'shipping', message: SAID, code: '7', invalidValue: SECRETS.street },
			],
			detail: `shipping: ${SAID}`,
			'hydra:title': 'An error occurred',
			'hydra:description': `shipping: ${SAID}`,
			type: '/validation_errors/1',
			title: 'An error occurred',
			request: { headers: { authorization: `Bearer ${SECRETS.apiKey}` } },
		},
	],
	['a body of another shape', { reason: SECRETS.trace, request: { body: SECRETS.street } }],
	['a page of HTML', `<html><body>${SECRETS.trace} ${SECRETS.apiKey}</body></html>`],
	['a list', [SECRETS.trace]],
	['no body', undefined],
];

const refused = (
	status: number,
	body?: unknown,
	headers: Record<string, string> = {},
	method: Parameters<typeof requestOf>[0] = 'POST',
) => httpError(caller, requestOf(method), answerOf(status, body, headers));

describe.each(STATUSES)('Status %i (section 7)', (status) => {
	it.each(BODIES)('with %s is put into plain words and keeps what is secret', (_name, body) => {
		const refusal = refused(status, body);
		expect(refusal).toBeInstanceOf(NodeApiError);
		expect(refusal.status).toBe(status);
		expect(refusal.httpCode).toBe(String(status));
		expectPlainWords(wordingOf(refusal));
		expectNoSecret(refusal);
	});

	it('needs no credential in the node to be put into words', () => {
		expectPlainWords(
			wordingOf(httpError(callerWithoutCredential, requestOf('GET'), answerOf(status))),
		);
	});
});

describe('What the service itself says (section 7, Error body shapes)', () => {
	const shapes = BODIES.slice(0, 3);
	const telling = STATUSES.filter((status) => status !== 429);

	it.each(telling.flatMap((status) => shapes.map(([name, body]) => ({ status, name, body }))))(
		'is handed on for status $status from $name',
		({ status, body }) => {
			const { message, description } = wordingOf(refused(status, body));
			expect(`${message} ${description}`).toContain(SAID);
		},
	);

	it.each([400, 403, 404, 422, 500])('leaves no gap for status %i without a body', (status) => {
		expect(wordingOf(refused(status)).description).not.toMatch(/says|: *$/);
	});
});

describe('A refused key (sections 5 and 7)', () => {
	it.each([401, 403])('of status %i names the credential to check', (status) => {
		const { message, description } = wordingOf(
			refused(status, { code: status, message: 'Invalid API key' }),
		);
		expect(`${message} ${description}`).toContain('API key');
		expect(description).toContain('"Shop production"');
		expect(description).toContain('Invalid API key');
	});

	it('is put into words without a credential, too', () => {
		const refusal = httpError(callerWithoutCredential, requestOf(), answerOf(403));
		expect(wordingOf(refusal).description).toContain('POD Fulfilment credential');
	});
});

describe('A 404 (section 7)', () => {
	it('names what was not found, and the account that was searched', () => {
		const { message, description } = wordingOf(
			refused(404, { '@type': 'hydra:Error', 'hydra:description': 'Not Found' }),
		);
		expect(message).toContain('rder "A-1001"');
		expect(message).toContain('not found');
		expect(description).toContain('"Shop production"');
	});
});

describe('Other statuses of section 7', () => {
	it.each([409, 410])('%i names what the request was about', (status) => {
		expect(wordingOf(refused(status)).message).toContain('rder "A-1001"');
	});

	it('405 tells what the Allow header lists', () => {
		expect(wordingOf(refused(405, undefined, { allow: 'GET, PATCH' })).description).toContain(
			'GET, PATCH',
		);
	});

	it.each([500, 502, 503, 504])('%i tells the status and to come back later', (status) => {
		const { message, description } = wordingOf(refused(status));
		expect(message).toContain('not available');
		expect(description).toContain(String(status));
		expect(description).toMatch(/try again/i);
	});

	it.each([301, 302, 307, 308])(
		'a redirect of status %i is not followed, and says so',
		(status) => {
			const location = `https://elsewhere.example/?key=${SECRETS.apiKey}`;
			const refusal = refused(status, undefined, { location });
			expectPlainWords(wordingOf(refusal));
			expectNoSecret(refusal);
			expect(wordingOf(refusal).description).toContain('"Shop production"');
		},
	);

	it.each([402, 418, 451])('%i, which the spec does not name, is told by its number', (status) => {
		const refusal = refused(status, { detail: 'Out of office' });
		expectPlainWords(wordingOf(refusal));
		expect(wordingOf(refusal).message).toContain(String(status));
		expect(wordingOf(refusal).description).toContain('Out of office');
	});
});

describe('How long to wait (section 7: 429 and the temporary states)', () => {
	it.each([429, 503])('is told for status %i in the seconds of Retry-After', (status) => {
		const { description } = wordingOf(refused(status, undefined, { 'retry-after': '30' }));
		expect(description).toContain('30 seconds');
	});

	it.each([429, 503])('is told for status %i as the date of Retry-After', (status) => {
		const date = 'Wed, 21 Oct 2026 07:28:00 GMT';
		const { description } = wordingOf(refused(status, undefined, { 'retry-after': date }));
		expect(description).toContain(date);
		expect(description).not.toContain('seconds');
	});

	it.each<Record<string, string>>([{}, { 'retry-after': '' }, { 'retry-after': 'later' }])(
		'is a moment when the header is %j',
		(headers) => {
			const refusal = refused(429, undefined, headers);
			expectPlainWords(wordingOf(refusal));
			expect(wordingOf(refusal).description).toMatch(/try again/i);
			expect(wordingOf(refusal).description).not.toContain('later');
		},
	);
});
