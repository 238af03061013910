import { isObject, text } from '../input/guards';
import { upperFirst } from '../input/wording';
import { credentialName } from './credential';
import { MAX_RESPONSE_BYTES } from './responseBody';
import { ServiceError } from './serviceError';
import type { Caller, ServiceRequest } from './types';

/** Error for a success whose body is not complete JSON. */
export function notJsonError(
	caller: Caller,
	address: string,
	request: ServiceRequest,
): ServiceError {
	return new ServiceError(caller, {
		outcome: 'unreadable',
		message: 'The answer of the service could not be read',
		description: `${request.method} ${address}${request.path} was answered with something other than complete JSON. Check the Base URL in ${credentialName(caller)}; if it is right, the answer was cut off on its way.`,
	});
}

/** Error for a success whose body exceeds {@link MAX_RESPONSE_BYTES}. */
export function tooLargeError(
	caller: Caller,
	address: string,
	request: ServiceRequest,
): ServiceError {
	return new ServiceError(caller, {
		outcome: 'unreadable',
		message: 'The answer of the service is too large',
		description: `${request.method} ${address}${request.path} was answered with more than ${MAX_RESPONSE_BYTES / 1024 / 1024} MB, which were not read to their end. Check the Base URL in ${credentialName(caller)}; if it is right, ask the fulfilment service.`,
	});
}

/** Error for a success whose JSON does not have the shape that the spec describes. */
export function unexpectedResponseError(
	caller: Caller,
	address: string,
	request: ServiceRequest,
	expected: string,
): ServiceError {
	return new ServiceError(caller, {
		outcome: 'unreadable',
		message: 'The answer of the service is not what was expected',
		description: `${request.method} ${address}${request.path} should have been answered with ${expected}. Check the Base URL in ${credentialName(caller)}.`,
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
	ERR_STREAM_PREMATURE_CLOSE: 'the connection was closed before the answer came',
	CERT_HAS_EXPIRED: "the server's certificate has expired",
	DEPTH_ZERO_SELF_SIGNED_CERT: "the server's certificate is self-signed",
	SELF_SIGNED_CERT_IN_CHAIN: "the server's certificate is self-signed",
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the server's certificate could not be verified",
};

/** Codes of connections that were established: the request may have reached the service. */
const MAY_HAVE_BEEN_RECEIVED = new Set([
	'ECONNRESET',
	'EPIPE',
	'ETIMEDOUT',
	'ECONNABORTED',
	'ERR_STREAM_PREMATURE_CLOSE',
]);

/** Codes of connections that were never established. */
const NEVER_SENT: ReadonlySet<string> = new Set(
	Object.keys(REASONS).filter((code) => !MAY_HAVE_BEEN_RECEIVED.has(code)),
);

/** The Node.js error code of a failed connection, wherever n8n's wrapping left it. */
function codeOf(error: unknown): string {
	for (let current = error, depth = 0; isObject(current) && depth < 5; depth++) {
		const code = text(current.code) || text(current.errno);
		if (code !== '') return code;
		current = current.cause ?? current.errorResponse;
	}
	return '';
}

/** Error for a request without a response. Does not keep the original error, which contains the request's headers. */
export function connectionError(caller: Caller, address: string, error: unknown): ServiceError {
	const code = codeOf(error);
	const reason = REASONS[code] ?? (code === '' ? 'no answer came' : `no answer came (${code})`);
	return new ServiceError(caller, {
		outcome: NEVER_SENT.has(code) ? 'refused' : 'lost',
		message: 'The service could not be reached',
		description: `${upperFirst(reason)}: ${address}. Check the Base URL in ${credentialName(caller)} and the network of your n8n.`,
	});
}
