// The errors without a usable response: no connection, no secure one (certificate, TLS), timeout, or a body that is too
// large, no JSON or not what was expected. What the error codes of Node.js mean in words, and whether the request was
// sent.

import { isObject, ownValue } from '../../input/objects';
import { trimmed } from '../../input/text';
import { upperFirst } from '../../input/wording';
import { credentialName } from '../credential';
import { MAX_RESPONSE_BYTES } from '../responseBody';
import { ServiceError, type FailureKind } from './serviceError';
import type { Caller, ServiceRequest } from '../types';

/**
 * Error for a success whose body is not complete JSON.
 *
 * @param isPage whether it is a gateway's page: then it is not known whether the service itself answered
 */
export function notJsonError(
	caller: Caller,
	address: string,
	request: ServiceRequest,
	isPage = false,
): ServiceError {
	return new ServiceError({
		outcome: isPage ? 'lost' : 'unreadable',
		isPage,
		namesSubject: false,
		message: 'The answer of the service could not be read',
		description: `${request.method} ${address}${request.path} was answered with something other than complete JSON. Check the Base URL in ${credentialName(caller)}; if it is right, the answer was cut off on its way.`,
	});
}

/** A success whose body exceeds {@link MAX_RESPONSE_BYTES}, or is more JSON than is parsed. */
export class TooLargeError extends ServiceError {}

export function tooLargeError(
	caller: Caller,
	address: string,
	request: ServiceRequest,
): TooLargeError {
	return new TooLargeError({
		outcome: 'unreadable',
		namesSubject: false,
		message: 'The answer of the service is too large',
		description: `${request.method} ${address}${request.path} was answered with more than ${MAX_RESPONSE_BYTES / 1024 / 1024} MB, or with more JSON than 1,500 order items are, and was not read. Check the Base URL in ${credentialName(caller)}; if it is right, ask the fulfilment service.`,
	});
}

/** Error for a success whose JSON does not have the shape that the spec describes. */
export function unexpectedResponseError(
	{ caller, address }: { caller: Caller; address: string },
	{ method, path }: Pick<ServiceRequest, 'method' | 'path'>,
	expected: string,
): ServiceError {
	return new ServiceError({
		outcome: 'unreadable',
		namesSubject: false,
		message: 'The answer of the service is not what was expected',
		description: `${method} ${address}${path} should have been answered with ${expected}. Check the Base URL in ${credentialName(caller)}.`,
	});
}

/** Reasons for messages, by Node.js error code. */
const REASONS: Record<string, string> = {
	ECONNREFUSED: 'nothing answers at that address',
	ENOTFOUND: 'there is no server of that name',
	EAI_AGAIN: 'the name of the server could not be looked up',
	ECONNRESET: 'the connection was closed before the answer came',
	EPIPE: 'the connection was closed before the answer came',
	ETIMEDOUT: 'no answer came in time',
	ECONNABORTED: 'no answer came in time',
	UND_ERR_CONNECT_TIMEOUT: 'no connection could be made in time',
	ERR_STREAM_PREMATURE_CLOSE: 'the connection was closed before the answer came',
	CERT_HAS_EXPIRED: "the server's certificate has expired",
	DEPTH_ZERO_SELF_SIGNED_CERT: "the server's certificate is self-signed",
	SELF_SIGNED_CERT_IN_CHAIN: "the server's certificate is self-signed",
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the server's certificate could not be verified",
	ERR_TLS_CERT_ALTNAME_INVALID: "the server's certificate is for another name",
};

/** Codes of connections that were not established: nothing was sent, and a retry may succeed. */
const NO_CONNECTION = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'EHOSTDOWN',
	'ENETUNREACH',
	'ENETDOWN',
	'EADDRNOTAVAIL',
	'UND_ERR_CONNECT_TIMEOUT',
]);

/** Codes of a rejected certificate, which is checked before anything is sent. */
const BAD_CERTIFICATE = /^(CERT_|UNABLE_TO_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH)/;

/** Codes of TLS; some of them come in the middle of a response. */
const TLS = /^(ERR_SSL_|EPROTO$)/;

/** What Node.js says when a handshake failed, which comes before the request: in the code or in the message. */
const HANDSHAKE =
	/wrong.version.number|handshake.failure|protocol.version|unsupported.protocol|no.protocols|shared.cipher|unrecognized.name|unknown.ca|packet.length|dh.key|renegotiation/i;

/** Whether the connection failed before anything could be sent. */
const isInsecure = (code: string, causes: Array<Record<string, unknown>>): boolean =>
	BAD_CERTIFICATE.test(code) ||
	(TLS.test(code) &&
		(HANDSHAKE.test(code) || causes.some(({ message }) => HANDSHAKE.test(trimmed(message)))));

/** Codes of an address or a header from which Node.js can make no request. */
const MALFORMED = new Set([
	'ERR_INVALID_CHAR',
	'ERR_INVALID_URL',
	'ERR_INVALID_PROTOCOL',
	'ERR_UNESCAPED_CHARACTERS',
	'ERR_HTTP_INVALID_HEADER_VALUE',
]);

/** Message of a connection that broke off during the TLS handshake; its code is that of any broken connection. */
const BEFORE_TLS = /before secure TLS connection was established/;

/** The error and its causes, wherever n8n's wrapping left them. */
function causesOf(error: unknown): Array<Record<string, unknown>> {
	const causes: Array<Record<string, unknown>> = [];
	for (let current = error; isObject(current) && causes.length < 5;) {
		causes.push(current);
		current = current.cause ?? current.errorResponse;
	}
	return causes;
}

/** n8n before 2.31 drops the cause, and keeps its code in the property that otherwise holds the status. */
const codeInPlaceOfStatus = ({ httpCode }: Record<string, unknown>): string =>
	/^[A-Z]/.test(trimmed(httpCode)) ? trimmed(httpCode) : '';

/** The Node.js error code of a failed connection. */
const codeOf = (causes: Array<Record<string, unknown>>): string =>
	causes
		.map((cause) => trimmed(cause.code) || trimmed(cause.errno) || codeInPlaceOfStatus(cause))
		.find((code) => code !== '') ?? '';

/** Whether the error shows that no connection was established. */
function isUnconnected(cause: Record<string, unknown>): boolean {
	if (cause.syscall === 'connect' || cause.syscall === 'getaddrinfo') return true;
	if (BEFORE_TLS.test(trimmed(cause.message))) return true;
	// An AggregateError with one error for each address of the server.
	if (Array.isArray(cause.errors) && cause.errors.length > 0) {
		return cause.errors.every((error) => isObject(error) && error.syscall === 'connect');
	}
	// A timeout of n8n's HTTP client. `bytesWritten` would also count what is queued for the connection.
	const socket = isObject(cause.request) ? cause.request.socket : undefined;
	return isObject(socket) && socket._bytesDispatched === 0;
}

/** Whether n8n's own protection of private networks did not let the request out. Its errors have no code. */
const isBlocked = ({ message }: Record<string, unknown>): boolean =>
	trimmed(message).startsWith('The request was blocked because ');

/** What became of a request without a response: why it was not let out, or how far it came. */
type Failure = 'blocked' | 'malformed' | 'insecure' | 'unsent' | 'lost';

function failureKindOf(code: string, causes: Array<Record<string, unknown>>): Failure {
	if (causes.some(isBlocked)) return 'blocked';
	if (MALFORMED.has(code)) return 'malformed';
	if (isInsecure(code, causes)) return 'insecure';
	if (causes.some(isUnconnected)) return 'unsent';
	const wasConnected = causes.some(({ syscall }) => syscall === 'read' || syscall === 'write');
	return NO_CONNECTION.has(code) && !wasConnected ? 'unsent' : 'lost';
}

/** Reasons where the code is not known. */
const REASON_BY_FAILURE: Readonly<Record<Exclude<Failure, 'blocked'>, string>> = {
	malformed: 'the address cannot be used',
	insecure: 'no secure connection could be made',
	unsent: 'no connection could be made',
	lost: 'no answer came',
};

/** What became of a request without a response, and why, for a sentence that ends with the reason. */
function failureOf(
	error: unknown,
	wasAnswered = false,
): { outcome: FailureKind; reason: string; isBlockedByN8n: boolean } {
	const causes = causesOf(error);
	const code = codeOf(causes);
	const failure = wasAnswered ? 'lost' : failureKindOf(code, causes);
	if (failure === 'blocked') {
		const reason =
			'the settings of n8n do not allow requests to that address (N8N_SSRF_ALLOWED_IP_RANGES)';
		return { outcome: 'refused', reason, isBlockedByN8n: true };
	}
	const unknown = REASON_BY_FAILURE[failure];
	const reason = ownValue(REASONS, code) ?? (code === '' ? unknown : `${unknown} (${code})`);
	const outcome = failure === 'unsent' || failure === 'lost' ? failure : 'refused';
	return { outcome, reason, isBlockedByN8n: false };
}

/** Why there was no response, for a sentence that ends with it. */
export const connectionFailure = (error: unknown): string => failureOf(error).reason;

/** Whether n8n's own protection of private networks kept a request back. */
export const isBlockedByN8n = (error: unknown): boolean => failureOf(error).isBlockedByN8n;

/**
 * Error for a request without a response. Does not keep the original error, which contains the request's headers.
 *
 * @param isInDoubt whether an earlier try of this change may have been made: then nothing is said to be unsent
 * @param wasAnswered whether a response had begun: then the request was sent, whatever the code
 */
export function connectionError(
	caller: Caller,
	address: string,
	error: unknown,
	isInDoubt = false,
	wasAnswered = false,
): ServiceError {
	const { outcome, reason } = failureOf(error, wasAnswered);
	const advice = `Check the Base URL in ${credentialName(caller)} and the network of your n8n.`;
	// A change that may have been made: its operation says so.
	const sent = outcome === 'lost' || isInDoubt ? '' : ' Nothing was sent by this request.';
	return new ServiceError({
		outcome,
		namesSubject: false,
		message: 'The service could not be reached',
		description: `${upperFirst(reason)}: ${address}. ${advice}${sent}`,
	});
}
