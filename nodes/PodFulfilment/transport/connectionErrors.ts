import { MAX_RESPONSE_BYTES } from './responseBody';
import { ServiceError, type Outcome } from './serviceError';
import type { Caller, ServiceRequest } from './types';
import { isObject, text } from '../input/guards';
import { credentialName } from './credential';
import { upperFirst } from '../input/wording';

/** A success whose body is no JSON, is cut off or lacks what the spec promises: never a half-filled item. */
export function notJson(caller: Caller, address: string, request: ServiceRequest): ServiceError {
	return new ServiceError(caller, {
		outcome: 'unreadable',
		message: 'The answer of the service could not be read',
		description: `${request.method} ${address}${request.path} was answered with something other than complete JSON. Check the Base URL in ${credentialName(caller)}; if it is right, the answer was cut off on its way.${outcomeHint(request)}`,
	});
}

/** A success that is larger than anything the service sends, see answerBody.ts. */
export function tooLarge(caller: Caller, address: string, request: ServiceRequest): ServiceError {
	return new ServiceError(caller, {
		outcome: 'unreadable',
		message: 'The answer of the service is too large',
		description: `${request.method} ${address}${request.path} was answered with more than ${MAX_RESPONSE_BYTES / 1024 / 1024} MB, which were not read to their end. Check the Base URL in ${credentialName(caller)}; if it is right, ask the fulfilment service.${outcomeHint(request)}`,
	});
}

/** As {@link notJson}, for JSON in another shape than the spec's. */
export function unexpectedResponse(
	caller: Caller,
	address: string,
	request: ServiceRequest,
	expected: string,
): ServiceError {
	return new ServiceError(caller, {
		outcome: 'unreadable',
		message: 'The answer of the service is not what was expected',
		description: `${request.method} ${address}${request.path} should have been answered with ${expected}. Check the Base URL in ${credentialName(caller)}.${outcomeHint(request)}`,
	});
}

/** Whatever is lost after a change was sent may have been done all the same. */
const outcomeHint = (request: ServiceRequest): string =>
	request.method === 'GET'
		? ''
		: ` Look up ${request.about} before you run this again: the change may have been made.`;

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
	ERR_INVALID_CHAR: 'the API Key holds a character that cannot be sent',
};

/** Without a connection nothing is sent. It may be there a moment later. */
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

/** A certificate that is not accepted, or no agreement about the encryption: before anything of the request is sent. */
const INSECURE =
	/^(CERT_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|HOSTNAME_MISMATCH$|EPROTO$)/;

/** Node.js makes no request of it. */
const MALFORMED = new Set([
	'ERR_INVALID_CHAR',
	'ERR_INVALID_URL',
	'ERR_INVALID_PROTOCOL',
	'ERR_UNESCAPED_CHARACTERS',
	'ERR_HTTP_INVALID_HEADER_VALUE',
]);

const MALFORMED_KEY = new Set(['ERR_INVALID_CHAR', 'ERR_HTTP_INVALID_HEADER_VALUE']);

/** What a connection that broke off before it was encrypted is called; it has no code of its own. */
const BEFORE_TLS = /before secure TLS connection was established/;

/** The original and what it was caused by, wherever n8n's wrapping left it. */
function causesOf(error: unknown): Array<Record<string, unknown>> {
	const causes: Array<Record<string, unknown>> = [];
	for (let current = error; isObject(current) && causes.length < 5;) {
		causes.push(current);
		current = current.cause ?? current.errorResponse;
	}
	return causes;
}

/** n8n before 2.31 drops the cause, and keeps its code where the status of an answer stands otherwise. */
const codeInPlaceOfStatus = ({ httpCode }: Record<string, unknown>): string =>
	/^[A-Z]/.test(text(httpCode)) ? text(httpCode) : '';

/** The code that Node.js gave a connection that did not work out. */
const codeOf = (causes: Array<Record<string, unknown>>): string =>
	causes
		.map((cause) => text(cause.code) || text(cause.errno) || codeInPlaceOfStatus(cause))
		.find((code) => code !== '') ?? '';

/** Whether a connection was never there, as far as the original tells. */
function isUnconnected(cause: Record<string, unknown>): boolean {
	if (cause.syscall === 'connect' || cause.syscall === 'getaddrinfo') return true;
	if (BEFORE_TLS.test(text(cause.message))) return true;
	// One for each address of the server.
	if (Array.isArray(cause.errors) && cause.errors.length > 0) {
		return cause.errors.every((error) => isObject(error) && error.syscall === 'connect');
	}
	// A time-out of n8n's HTTP client. `bytesWritten` would count what waits for the connection as well.
	const socket = isObject(cause.request) ? cause.request.socket : undefined;
	return isObject(socket) && socket._bytesDispatched === 0;
}

/** What became of a request that has no answer. */
function outcomeOf(code: string, causes: Array<Record<string, unknown>>): Outcome {
	if (INSECURE.test(code) || MALFORMED.has(code)) return 'refused';
	if (causes.some(isUnconnected)) return 'unsent';
	const wasConnected = causes.some(({ syscall }) => syscall === 'read' || syscall === 'write');
	return NO_CONNECTION.has(code) && !wasConnected ? 'unsent' : 'lost';
}

function reasonOf(code: string, outcome: Outcome): string {
	const known = REASONS[code];
	if (known !== undefined) return known;
	const reason = INSECURE.test(code)
		? 'no secure connection could be made'
		: outcome === 'lost'
			? 'no answer came'
			: MALFORMED.has(code)
				? 'the address cannot be used'
				: 'no connection could be made';
	return code === '' ? reason : `${reason} (${code})`;
}

/** The service did not answer at all. The original is not passed on: it holds the request with its headers. */
export function connectionError(
	caller: Caller,
	address: string,
	request: ServiceRequest,
	error: unknown,
): ServiceError {
	const causes = causesOf(error);
	const code = codeOf(causes);
	const outcome = outcomeOf(code, causes);
	const advice = MALFORMED_KEY.has(code)
		? `Check the API Key in ${credentialName(caller)}.`
		: `Check the Base URL in ${credentialName(caller)} and the network of your n8n.`;
	const sent = outcome === 'lost' ? outcomeHint(request) : ' Nothing was sent.';
	return new ServiceError(caller, {
		outcome,
		message: 'The service could not be reached',
		description: `${upperFirst(reasonOf(code, outcome))}: ${address}. ${advice}${sent}`,
	});
}
