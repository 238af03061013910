import { ServiceError } from '../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { describe, expect, it } from 'vitest';
import {
	notJsonError,
	connectionError,
	tooLargeError,
	unexpectedResponseError,
} from '../../../../nodes/PodFulfilment/transport/errors/connectionErrors.ts';
import { caller, requestOf, SECRETS } from '../caller.ts';
import { expectNoSecret, expectPlainWords, wordingOf } from '../wording.ts';

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
	it.each(CODES)('the error for %s names the address and the credential to check', (code) => {
		const error = connectionError(caller, ADDRESS, clientError(code));
		expect(error).toBeInstanceOf(ServiceError);
		expectPlainWords(wordingOf(error));
		expect(error.message).toBe('The service could not be reached');
		expect(error.description).toContain(ADDRESS);
		expect(error.description).toContain('"Shop production"');
		expect(error.status).toBe(0);
	});

	it('the message names what the request was about once its caller adds it', () => {
		const error = connectionError(caller, ADDRESS, clientError('ECONNREFUSED'));
		expect(error.naming('Order #1001').message).toBe(
			'Order #1001: The service could not be reached',
		);
	});

	it.each(CODES)('the error for %s contains nothing of the request', (code) => {
		expectNoSecret(connectionError(caller, ADDRESS, clientError(code)));
	});

	it.each([
		['ECONNREFUSED', 'Nothing answers'],
		['ENOTFOUND', 'no server of that name'],
		['EAI_AGAIN', 'could not be looked up'],
		['ECONNRESET', 'closed before the answer came'],
		['EPIPE', 'closed before the answer came'],
		['ERR_STREAM_PREMATURE_CLOSE', 'closed before the answer came'],
		['ETIMEDOUT', 'No answer came in time'],
		['ECONNABORTED', 'No answer came in time'],
		['UND_ERR_CONNECT_TIMEOUT', 'No connection could be made in time'],
		['CERT_HAS_EXPIRED', 'certificate has expired'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate is self-signed'],
		['SELF_SIGNED_CERT_IN_CHAIN', 'certificate is self-signed'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate could not be verified'],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate is for another name'],
		['CERT_NOT_YET_VALID', 'No secure connection could be made (CERT_NOT_YET_VALID)'],
		['ERR_INVALID_URL', 'The address cannot be used (ERR_INVALID_URL)'],
		['EHOSTUNREACH', 'No connection could be made (EHOSTUNREACH)'],
		['EIO', 'No answer came (EIO)'],
	])('the error for %s says: %s', (code, reason) => {
		const { description } = wordingOf(connectionError(caller, ADDRESS, clientError(code)));
		expect(description).toContain(reason);
	});

	it('the error without a code says that no answer came, and where from', () => {
		expect(connectionError(caller, ADDRESS, new Error('socket hang up')).description).toBe(
			'No answer came: https://api.example.com. Check the Base URL in the credential "Shop production" and the network of your n8n.',
		);
	});

	it.each([
		['as a cause', (inner: Error) => new Error('wrapped', { cause: inner })],
		[
			'as a cause of a cause',
			(inner: Error) => new Error('outer', { cause: new Error('wrapped', { cause: inner }) }),
		],
		[
			'under four wrappers',
			(inner: Error) => [1, 2, 3, 4].reduce((cause) => new Error('wrapped', { cause }), inner),
		],
		[
			"as n8n's own error response",
			(inner: Error) => Object.assign(new Error('wrapped'), { errorResponse: inner }),
		],
	])('the error keeps its reason when the original comes %s', (_how, wrap) => {
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
		'EHOSTDOWN',
		'ENETUNREACH',
		'ENETDOWN',
		'EADDRNOTAVAIL',
		'UND_ERR_CONNECT_TIMEOUT',
	])('the error for %s says that nothing was sent, and allows a retry', (code) => {
		const error = connectionError(caller, ADDRESS, clientError(code));
		expect(error.outcome).toBe('unsent');
		expect(error.isIndeterminate).toBe(false);
		expect(error.description).toContain('Nothing was sent by this request.');
		expectPlainWords(wordingOf(error));
	});

	it.each([
		['a connection that timed out', { code: 'ETIMEDOUT', syscall: 'connect' }],
		['a connection that was aborted', { code: 'ECONNABORTED', syscall: 'connect' }],
		['a look-up that did not work', { code: 'EAI_FAIL', syscall: 'getaddrinfo' }],
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
	])('the error is sure that nothing was sent after %s', (_, original) => {
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
		['a network that went down while writing', { code: 'ENETDOWN', syscall: 'write' }],
		[
			'a network that went down while writing, in a wrapper',
			new Error('wrapped', { cause: { code: 'ENETDOWN', syscall: 'write' } }),
		],
		[
			'several addresses of which one was reached',
			{ code: 'ETIMEDOUT', errors: [{ syscall: 'connect' }, { syscall: 'read' }] },
		],
		['an empty list of addresses', { code: 'ETIMEDOUT', errors: [] }],
		['an unsupported protocol, which is no TLS failure', { code: 'EPROTONOSUPPORT' }],
	])('the error is not sure whether anything was sent after %s', (_, original) => {
		const error = connectionError(caller, ADDRESS, original);
		expect(error.outcome).toBe('lost');
		expect(error.description).not.toContain('Nothing was sent by this request');
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
		'HOSTNAME_MISMATCH',
		'ERR_SSL_TLSV1_UNRECOGNIZED_NAME',
		'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
		'ERR_INVALID_CHAR',
		'ERR_INVALID_URL',
		'ERR_INVALID_PROTOCOL',
		'ERR_UNESCAPED_CHARACTERS',
		'ERR_HTTP_INVALID_HEADER_VALUE',
	])('the error for %s says that nothing was sent, and allows no retry', (code) => {
		const error = connectionError(caller, ADDRESS, clientError(code));
		expect(error.outcome).toBe('refused');
		expect(error.description).toContain('Nothing was sent by this request.');
		expectPlainWords(wordingOf(error));
	});

	it.each([
		'The request was blocked because it resolves to a restricted IP address',
		'The request was blocked because the destination hostname is restricted',
	])("n8n's protection of private networks lets nothing out, and is named: %s", (message) => {
		for (const failure of [new Error(message), { message: 'x', cause: new Error(message) }]) {
			const error = connectionError(caller, ADDRESS, failure);
			expect(error.outcome).toBe('refused');
			expect(error.description).toContain('N8N_SSRF_ALLOWED_IP_RANGES');
			expect(error.description).toContain('Nothing was sent by this request.');
			expectPlainWords(wordingOf(error));
		}
	});

	it('the error for a handshake that failed by its message says that nothing was sent', () => {
		const failure = {
			code: 'EPROTO',
			message: 'write EPROTO 40:error:0A00010B:wrong version number',
		};
		expect(connectionError(caller, ADDRESS, failure).outcome).toBe('refused');
	});

	it.each([
		'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC',
		'ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC',
		'EPROTO',
	])('the error for %s, which may come late, says nothing about what was sent', (code) => {
		const error = connectionError(caller, ADDRESS, clientError(code));
		expect(error.outcome).toBe('lost');
		expect(error.description).not.toContain('Nothing was sent by this request');
	});

	it.each([
		'ECONNREFUSED',
		'CERT_HAS_EXPIRED',
		'ERR_SSL_WRONG_VERSION_NUMBER',
		'ENOTFOUND',
		'ERR_INVALID_CHAR',
	])('the error for %s in the middle of a response says nothing about what was sent', (code) => {
		const error = connectionError(caller, ADDRESS, clientError(code), false, true);
		expect(error.outcome).toBe('lost');
		expect(error.description).not.toContain('Nothing was sent by this request');
	});

	it('the error does not say that nothing was sent while an earlier try is in doubt', () => {
		const error = connectionError(caller, ADDRESS, clientError('ECONNREFUSED'), true);
		expect(error.description).not.toContain('Nothing was sent by this request');
	});

	it.each([
		['ECONNREFUSED', 'unsent'],
		['ERR_INVALID_CHAR', 'refused'],
		['ECONNRESET', 'lost'],
		['404', 'lost'],
		['404 Not Found', 'lost'],
	])(
		'the error reads the code from httpCode %s, where older versions of n8n keep it: %s',
		(httpCode, outcome) => {
			const original = Object.assign(new Error('wrapped'), { httpCode });
			const error = connectionError(caller, ADDRESS, original);
			expect(error.outcome).toBe(outcome);
			expect(error.description).not.toContain('404');
		},
	);

	it.each([undefined, null, 'socket hang up', 7, new Error('socket hang up'), {}])(
		'the error has a plain message when the original is %j',
		(original) => {
			expectPlainWords(wordingOf(connectionError(caller, ADDRESS, original)));
		},
	);

	it('reading the original ends when it is its own cause', () => {
		const original = new Error('socket hang up');
		original.cause = original;
		expectPlainWords(wordingOf(connectionError(caller, ADDRESS, original)));
	});
});

describe('The error for an unexpected success', () => {
	it('the error names the request whose response is no JSON', () => {
		const error = notJsonError(caller, ADDRESS, requestOf());
		expectPlainWords(wordingOf(error));
		expect(error.outcome).toBe('unreadable');
		expect(error.message).toContain('could not be read');
		expect(error.description).toContain('GET https://api.example.com/api/orders/@A-1001');
		expectNoSecret(error);
	});

	it('the error names the maximum size when the response is larger', () => {
		const error = tooLargeError(caller, ADDRESS, requestOf());
		expectPlainWords(wordingOf(error));
		expect(error.outcome).toBe('unreadable');
		expect(error.message).toContain('too large');
		expect(error.description).toContain('GET https://api.example.com/api/orders/@A-1001');
		expect(error.description).toContain('more than 4 MB');
		expect(error.description).toContain('"Shop production"');
	});

	it('the error names the shape that was expected', () => {
		const error = unexpectedResponseError(
			{ caller, address: ADDRESS },
			requestOf(),
			'one JSON object',
		);
		expectPlainWords(wordingOf(error));
		expect(error.outcome).toBe('unreadable');
		expect(error.message).toContain('not what was expected');
		expect(error.description).toContain('one JSON object');
		expectNoSecret(error);
	});
});

describe('A connection error with the name of an object method as its code', () => {
	it.each(['constructor', 'toString', 'hasOwnProperty'])('the error shows the code: %s', (code) => {
		const { description } = wordingOf(connectionError(caller, ADDRESS, clientError(code)));
		expect(description).toContain(`(${code})`);
		expect(description).not.toContain('function');
	});
});
