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
import { parseBody, readText } from './responseBody';
import { DEFAULT_TIMEOUT_MS } from './retryPolicy';
import { secretsRedactor, type Redact } from './errors/redactSecrets';
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

const isWebPage = (headers: Record<string, string>, content: string): boolean =>
	/html/i.test(headers['content-type'] ?? '') || content.trimStart().startsWith('<');

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
		content = await readText(response.body, timeout - (Date.now() - sentAtMs));
	} catch (error) {
		return connectionError(caller, address, error, isInDoubt, response !== undefined);
	}
	// Node.js gives header names in lower case.
	const headers = (response.headers ?? {}) as Record<string, string>;
	const status = response.statusCode;
	const isSuccess = status >= 200 && status < 300;
	// A change was made, whatever its response holds: the caller reads the resource instead.
	const isChange = request.method !== 'GET';
	if (isSuccess && content === undefined) {
		return isChange
			? { status, headers, body: undefined, sentAtMs }
			: tooLargeError(caller, address, request);
	}
	const received = content ?? '';
	// Before it is parsed, since a text that is cut may hold the half of a key.
	const redact: Redact = isSuccess ? (text) => text : secretsRedactor(credential);
	const responseText = redact(received);
	let body: unknown;
	try {
		body = parseBody(responseText);
	} catch (error) {
		if (isSuccess && !isChange) {
			return error instanceof NestedTooDeeply
				? unexpectedResponseError(
						caller,
						address,
						request,
						`JSON that is nested at most ${MAX_JSON_DEPTH} levels deep`,
					)
				: notJsonError(caller, address, request);
		}
		// An error status says enough even with a gateway's HTML page as body; a success needs its JSON.
		if (!isSuccess) body = responseText;
		// A web page is not the service's answer: the change may not have come so far.
		if (isSuccess && isWebPage(headers, received)) {
			return notJsonError(caller, address, request, 'lost');
		}
	}
	const parsed: ServiceResponse = {
		status,
		headers,
		body,
		characters: received.length,
		sentAtMs,
	};
	// And once more in the finished text: it holds headers, and what was escaped twice.
	return isSuccess ? parsed : httpError(caller, request, parsed, isInDoubt, redact);
}
