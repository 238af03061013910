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

/** An error of an HTTP client, which holds the whole request with its headers. */
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
	])('keeps its reason when the original comes %s', (_how, wrap) => {
		const plain = connectionError(caller, ADDRESS, clientError('ENOTFOUND'));
		const wrapped = connectionError(caller, ADDRESS, wrap(clientError('ENOTFOUND')));
		expect(wrapped.description).toBe(plain.description);
		expectNoSecret(wrapped);
	});

	it.each([
		'ECONNREFUSED',
		'EAI_AGAIN',
		'ENOTFOUND',
		'EHOSTUNREACH',
		'ENETUNREACH',
		'UND_ERR_CONNECT_TIMEOUT',
	])('for %s says that nothing was sent, and allows a retry', (code) => {
		const error = connectionError(caller, ADDRESS, clientError(code));
		expect(error.outcome).toBe('unsent');
		expect(error.isIndeterminate).toBe(false);
		expect(error.description).toContain('Nothing was sent.');
		expectPlainWords(wordingOf(error));
	});

	it.each([
		['a connection that timed out', { code: 'ETIMEDOUT', syscall: 'connect' }],
		['a connection that was aborted', { code: 'ECONNABORTED', syscall: 'connect' }],
		[
			'each address of the server',
			{
				code: 'ETIMEDOUT',
				errors: [
					{ code: 'ETIMEDOUT', syscall: 'connect' },
					{ code: 'ENETUNREACH', syscall: 'connect' },
				],
			},
		],
		[
			'a time-out before there was a connection',
			{ code: 'ECONNABORTED', request: { socket: { _bytesDispatched: 0, bytesWritten: 176 } } },
		],
		[
			'a connection that broke off before it was encrypted',
			{
				code: 'ECONNRESET',
				message: 'Client network socket disconnected before secure TLS connection was established',
			},
		],
	])('is sure that nothing was sent after %s', (_, original) => {
		const wrapped = new Error('wrapped', { cause: original });
		expect(connectionError(caller, ADDRESS, wrapped).outcome).toBe('unsent');
	});

	it.each([
		['a time-out', { code: 'ETIMEDOUT' }],
		[
			'a time-out of what was sent',
			{ code: 'ECONNABORTED', request: { socket: { _bytesDispatched: 250 } } },
		],
		['a connection that was reset', { code: 'ECONNRESET', syscall: 'read' }],
		['a host that became unreachable while reading', { code: 'EHOSTUNREACH', syscall: 'read' }],
		[
			'several addresses of which one was reached',
			{ code: 'ETIMEDOUT', errors: [{ syscall: 'read' }] },
		],
	])('is not sure after %s', (_, original) => {
		const error = connectionError(caller, ADDRESS, original);
		expect(error.outcome).toBe('lost');
		expect(error.description).not.toContain('Nothing was sent');
	});

	it.each([
		'CERT_HAS_EXPIRED',
		'CERT_NOT_YET_VALID',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'SELF_SIGNED_CERT_IN_CHAIN',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'ERR_SSL_WRONG_VERSION_NUMBER',
		'EPROTO',
		'ERR_INVALID_CHAR',
		'ERR_INVALID_URL',
		'ERR_UNESCAPED_CHARACTERS',
	])('for %s says that nothing was sent, and allows no retry', (code) => {
		const error = connectionError(caller, ADDRESS, clientError(code));
		expect(error.outcome).toBe('refused');
		expect(error.description).toContain('Nothing was sent.');
		expectPlainWords(wordingOf(error));
	});

	it('does not say that nothing was sent while an earlier try is in doubt', () => {
		const error = connectionError(caller, ADDRESS, clientError('ECONNREFUSED'), true);
		expect(error.description).not.toContain('Nothing was sent');
	});

	it('points to an API Key that cannot be sent', () => {
		const error = connectionError(caller, ADDRESS, clientError('ERR_INVALID_CHAR'));
		expect(error.description).toContain('Check the API Key in the credential "Shop production"');
	});

	it.each([
		['ECONNREFUSED', 'unsent'],
		['ERR_INVALID_CHAR', 'refused'],
		['ECONNRESET', 'lost'],
		['404', 'lost'],
	])(
		'reads the code from httpCode %s, where older versions of n8n keep it: %s',
		(httpCode, outcome) => {
			const original = Object.assign(new Error('wrapped'), { httpCode });
			const error = connectionError(caller, ADDRESS, original);
			expect(error.outcome).toBe(outcome);
			expect(error.description).not.toContain('404');
		},
	);

	it('names a code without a text of its own', () => {
		const error = connectionError(caller, ADDRESS, clientError('EHOSTUNREACH'));
		expect(error.description).toContain('EHOSTUNREACH');
	});

	it.each([undefined, null, 'socket hang up', 7, new Error('socket hang up'), {}])(
		'has a plain message when the original is %j',
		(original) => {
			expectPlainWords(wordingOf(connectionError(caller, ADDRESS, original)));
		},
	);

	it('ends when the original is its own cause', () => {
		const original = new Error('socket hang up');
		original.cause = original;
		expectPlainWords(wordingOf(connectionError(caller, ADDRESS, original)));
	});
});

describe('The error for an unexpected success', () => {
	it('names the request whose response is no JSON', () => {
		const error = notJsonError(caller, ADDRESS, requestOf());
		expectPlainWords(wordingOf(error));
		expect(error.description).toContain('GET https://api.example.com/api/orders/@A-1001');
		expectNoSecret(error);
	});

	it('names the shape that was expected', () => {
		const error = unexpectedResponseError(caller, ADDRESS, requestOf(), 'one JSON object');
		expectPlainWords(wordingOf(error));
		expect(error.description).toContain('one JSON object');
		expectNoSecret(error);
	});
});

describe('A connection error with the name of an object method as its code', () => {
	it.each(['constructor', 'toString', 'hasOwnProperty'])('shows the code: %s', (code) => {
		const { description } = wordingOf(connectionError(caller, ADDRESS, clientError(code)));
		expect(description).toContain(`(${code})`);
		expect(description).not.toContain('function');
	});
});
