import { MAX_RESPONSE_BYTES } from './responseBody';
import { ServiceError } from './serviceError';
import type { Caller, ServiceRequest } from './types';
import { isObject, text } from '../input/guards';
import { credentialName } from './credential';
import { upperFirst } from '../input/wording';

/** A success whose body is no JSON, is cut off or lacks what the spec promises: never a half-filled item. */
export function notJson(caller: Caller, address: string, request: ServiceRequest): ServiceError {
	return new ServiceError(caller, {
		outcome: 'unreadable',
		message: 'The answer of the service could not be read',
		description: `${request.method} ${address}${request.path} was answered with something other than complete JSON. Check the Base URL in ${credentialName(caller)}; if it is right, the answer was cut off on its way.`,
	});
}

/** A success that is larger than anything the service sends, see answerBody.ts. */
export function tooLarge(caller: Caller, address: string, request: ServiceRequest): ServiceError {
	return new ServiceError(caller, {
		outcome: 'unreadable',
		message: 'The answer of the service is too large',
		description: `${request.method} ${address}${request.path} was answered with more than ${MAX_RESPONSE_BYTES / 1024 / 1024} MB, which were not read to their end. Check the Base URL in ${credentialName(caller)}; if it is right, ask the fulfilment service.`,
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
		description: `${request.method} ${address}${request.path} should have been answered with ${expected}. Check the Base URL in ${credentialName(caller)}.`,
	});
}

const UNREACHABLE: Record<string, string> = {
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

/** The connection was there, and what was sent may have arrived. */
const MAY_HAVE_ARRIVED = new Set([
	'ECONNRESET',
	'EPIPE',
	'ETIMEDOUT',
	'ECONNABORTED',
	'ERR_STREAM_PREMATURE_CLOSE',
]);

/** There was no connection on which anything could have been sent. */
const NEVER_SENT: ReadonlySet<string> = new Set(
	Object.keys(UNREACHABLE).filter((code) => !MAY_HAVE_ARRIVED.has(code)),
);

/** The code that Node.js gave a connection that did not work out, wherever n8n's wrapping left it. */
function codeOf(error: unknown): string {
	for (let current = error, depth = 0; isObject(current) && depth < 5; depth++) {
		const code = text(current.code) || text(current.errno);
		if (code !== '') return code;
		current = current.cause ?? current.errorResponse;
	}
	return '';
}

/** The service did not answer at all. The original is not passed on: it holds the request with its headers. */
export function connectionError(
	caller: Caller,
	address: string,
	error: unknown,
): ServiceError {
	const code = codeOf(error);
	const reason = UNREACHABLE[code] ?? (code === '' ? 'no answer came' : `no answer came (${code})`);
	return new ServiceError(caller, {
		outcome: NEVER_SENT.has(code) ? 'refused' : 'lost',
		message: 'The service could not be reached',
		description: `${upperFirst(reason)}: ${address}. Check the Base URL in ${credentialName(caller)} and the network of your n8n.`,
	});
}
