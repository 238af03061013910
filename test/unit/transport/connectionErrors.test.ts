import { NodeApiError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	notJsonError,
	connectionError,
	unexpectedResponseError,
} from '../../../nodes/PodFulfilment/transport/connectionErrors.ts';
import { caller, requestOf, SECRETS } from './caller.ts';
import { expectNoSecret, expectPlainWords, wordingOf } from './wording.ts';

const ADDRESS = 'https://api.example.com';

/** An error as an HTTP client throws it, with the whole request and its headers. */
function clientError(code: string): Error {
	const headers = { Authorization: `Bearer ${SECRETS.apiKey}`, Cookie: SECRETS.cookie };
	return Object.assign(new Error(`connect ${code} Bearer ${SECRETS.apiKey}`), {
		code,
		config: { headers, data: JSON.stringify({ address1: SECRETS.street }) },
		request: { headers },
		options: { headers },
	});
}

const CODES = [
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'ECONNRESET',
	'EPIPE',
	'ETIMEDOUT',
	'ECONNABORTED',
	'CERT_HAS_EXPIRED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'EHOSTUNREACH',
	'ERR_TLS_CERT_ALTNAME_INVALID',
];

describe('connectionError, for a request without a response', () => {
	it.each(CODES)('for %s names the address and the credential to check', (code) => {
		const error = connectionError(caller, ADDRESS, clientError(code));
		expect(error).toBeInstanceOf(NodeApiError);
		expectPlainWords(wordingOf(error));
		expect(error.message).toBe('The service could not be reached');
		expect(error.description).toContain(ADDRESS);
		expect(error.description).toContain('"Shop production"');
		expect(error.status).toBe(0);
	});

	it.each(CODES)('for %s contains nothing of the request', (code) => {
		expectNoSecret(connectionError(caller, ADDRESS, clientError(code)));
	});

	it('differs for a refused connection, an unknown name, a timeout and a bad certificate', () => {
		const descriptions = ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'CERT_HAS_EXPIRED'].map(
			(code) => connectionError(caller, ADDRESS, clientError(code)).description,
		);
		expect(new Set(descriptions).size).toBe(4);
		expect(descriptions[3]).toContain('certificate');
	});

	it.each([
		['as a cause', (inner: Error) => new Error('wrapped', { cause: inner })],
		[
			'as a cause of a cause',
			(inner: Error) => new Error('outer', { cause: new Error('wrapped', { cause: inner }) }),
		],
		[
			"as n8n's own error response",
			(inner: Error) => Object.assign(new Error('wrapped'), { errorResponse: inner }),
		],
	])('finds the code when n8n wraps the original error %s', (_, wrap) => {
		const plain = connectionError(caller, ADDRESS, clientError('ENOTFOUND'));
		const wrapped = connectionError(caller, ADDRESS, wrap(clientError('ENOTFOUND')));
		expect(wrapped.description).toBe(plain.description);
		expectNoSecret(wrapped);
	});

	it('names an unknown code', () => {
		const error = connectionError(caller, ADDRESS, clientError('EHOSTUNREACH'));
		expect(error.description).toContain('EHOSTUNREACH');
	});

	it.each([undefined, null, 'socket hang up', 7, new Error('socket hang up'), {}])(
		'has a message when the original is %j',
		(original) => {
			expectPlainWords(wordingOf(connectionError(caller, ADDRESS, original)));
		},
	);

	it('does not loop when the original is its own cause', () => {
		const original = new Error('socket hang up');
		original.cause = original;
		expectPlainWords(wordingOf(connectionError(caller, ADDRESS, original)));
	});
});

describe('The error for a response that does not match the spec', () => {
	it('names the request when the body is not JSON', () => {
		const error = notJsonError(caller, ADDRESS, requestOf());
		expectPlainWords(wordingOf(error));
		expect(error.description).toContain('GET https://api.example.com/api/orders/@A-1001');
		expectNoSecret(error);
	});

	it('names the expected shape when the body has another', () => {
		const error = unexpectedResponseError(caller, ADDRESS, requestOf(), 'one JSON object');
		expectPlainWords(wordingOf(error));
		expect(error.description).toContain('one JSON object');
		expectNoSecret(error);
	});
});
