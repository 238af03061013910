// Sends one request through n8n's helper, once: its headers, options and timeout. Makes a response of what comes, with
// its JSON parsed and without secrets, or an error. Recognizes a gateway's page, and a change whose response was cut
// off.

import type {
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import {
	connectionError,
	notJsonError,
	tooLargeError,
	unexpectedResponseError,
} from './errors/connectionErrors';
import { CREDENTIAL } from './credential';
import { httpError } from './errors/httpErrors';
import { MAX_JSON_DEPTH, NestedTooDeeply } from '../input/parseJsonSafely';
import { isSuccess, isWebPage, parseBody, readErrorText, readText } from './responseBody';
import { DEFAULT_TIMEOUT_MS } from './retryPolicy';
import { redactDeep, redactWords, secretsRedactor } from './secrets';
import type { Result } from './errors/serviceError';
import type { Caller, RequestSettings, ServiceRequest, ServiceResponse } from './types';

const CONTENT_TYPES = {
	POST: 'application/json',
	PATCH: 'application/merge-patch+json',
} as const;

function httpRequest(
	address: string,
	request: ServiceRequest,
	settings: RequestSettings,
	timeout: number,
): IHttpRequestOptions {
	const { method, path, body } = request;
	return {
		...settings,
		timeout,
		method,
		url: `${address}${path}`,
		headers: {
			accept: 'application/ld+json',
			...(method !== 'GET' && { 'content-type': CONTENT_TYPES[method] }),
		},
		// JSON is written and parsed here: n8n would not tell a truncated body from an empty one.
		...(body && { body: JSON.stringify(body) }),
		// Anything but a stream is read to its end by n8n, however large it is.
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// A redirect would send the order and the key to an address that the user did not enter.
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
	};
}

/** Node.js gives header names in lower case. */
const headersOf = ({ headers }: IN8nHttpFullResponse): Record<string, string> =>
	(headers ?? {}) as Record<string, string>;

/**
 * Whether a success with this body is not the service's answer, so that the change may not have come so far: gateways send
 * web pages with 200. 201 is believed: it says that an entity was created (spec section 7).
 */
const isGatewaysPage = (response: IN8nHttpFullResponse, content: string): boolean =>
	response.statusCode !== 201 && isWebPage(headersOf(response), content);

/** Whether a change was made although its response is cut off: the caller reads the resource instead. */
const isMade = (request: ServiceRequest, response: IN8nHttpFullResponse): boolean =>
	request.method !== 'GET' && isSuccess(response.statusCode) && !isGatewaysPage(response, '');

/**
 * Sends one request with the credential and parses the response's JSON. One that has no time is not sent.
 *
 * @param isInDoubt whether an earlier try of this change may have been made
 * @returns the response of a success; an error for any other status, for no response at all, and for a success whose
 *   body is not JSON
 */
export async function sendHttpRequest(
	caller: Caller,
	address: string,
	request: ServiceRequest,
	settings: RequestSettings,
	credential: ICredentialDataDecryptedObject,
	isInDoubt = false,
): Promise<Result<ServiceResponse>> {
	const timeout = settings.timeout ?? DEFAULT_TIMEOUT_MS;
	// Its time passed while it waited for its turn.
	if (timeout <= 0) return connectionError(caller, address, { code: 'ETIMEDOUT' }, isInDoubt);
	const sentAtMs = Date.now();
	let response: IN8nHttpFullResponse | undefined;
	let content: string | undefined;
	try {
		response = (await caller.helpers.httpRequestWithAuthentication.call(
			caller,
			CREDENTIAL,
			httpRequest(address, request, settings, timeout),
			// Passed along, or n8n would read it from its database again for every request.
			{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: credential } },
		)) as IN8nHttpFullResponse;
		// The timeout covers the request and its body together.
		const read = isSuccess(response.statusCode) ? readText : readErrorText;
		content = await read(response.body, timeout - (Date.now() - sentAtMs));
	} catch (error) {
		if (response === undefined || !isMade(request, response)) {
			return connectionError(caller, address, error, isInDoubt, response !== undefined);
		}
	}
	const headers = headersOf(response);
	const status = response.statusCode;
	// A change was made, whatever its response holds: the caller reads the resource instead.
	const isChange = request.method !== 'GET';
	if (isSuccess(status) && content === undefined) {
		return isChange
			? { status, headers, body: undefined }
			: tooLargeError(caller, address, request);
	}
	const received = content ?? '';
	const redact = secretsRedactor(credential);
	let body: unknown;
	try {
		body = await parseBody(received);
		// The words of a success are cut, quoted and handed out by many: what repeats a secret gets no further than here.
		if (isSuccess(status)) await redactWords(body, received, redact);
	} catch (error) {
		if (isSuccess(status) && !isChange) {
			return error instanceof NestedTooDeeply
				? unexpectedResponseError(
						{ caller, address },
						request,
						`JSON that is nested at most ${MAX_JSON_DEPTH} levels deep`,
					)
				: notJsonError(caller, address, request);
		}
		// An error status says enough even with a gateway's HTML page as body; a success needs its JSON.
		if (!isSuccess(status)) body = received;
		else if (isGatewaysPage(response, received)) {
			return notJsonError(caller, address, request, true);
		}
	}
	const parsed = { status, headers, body, characters: received.length };
	if (isSuccess(status)) return parsed;
	// Before anything of it is cut.
	const said = { ...parsed, body: await redactDeep(body, redact) };
	if (headers.allow !== undefined) said.headers = { ...headers, allow: redact(headers.allow) };
	return httpError(caller, request, said, isInDoubt);
}
