import type {
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { CREDENTIAL } from './credential';
import { parseBody, readText } from './responseBody';
import { DEFAULT_TIMEOUT_MS } from './retryPolicy';
import { notJson, tooLarge, connectionError } from './connectionErrors';
import { withoutKey, type ServiceError } from './serviceError';
import { httpError } from './httpErrors';
import type { Caller, RequestSettings, ServiceResponse, ServiceRequest } from './types';

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
		// Text both ways: an answer that is cut off has to be told from one that is empty.
		...(body && { body: JSON.stringify(body) }),
		// n8n reads any other answer to its end, however large it is.
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// A redirect would carry the order, and the key, to an address that nobody entered.
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
	};
}

/**
 * Sends one request with the credential and reads the answer's JSON.
 *
 * @returns the answer to a success; for anything else what went wrong, so that a caller may act on it:
 *   a status that is no success, no answer at all, or a success that carries something else than JSON
 */
export async function sendHttpRequest(
	caller: Caller,
	address: string,
	request: ServiceRequest,
	settings: RequestSettings,
	credential: ICredentialDataDecryptedObject,
): Promise<ServiceResponse | ServiceError> {
	const timeout = settings.timeout ?? DEFAULT_TIMEOUT_MS;
	const startedAt = Date.now();
	let response: IN8nHttpFullResponse;
	let content: string | undefined;
	try {
		response = (await caller.helpers.httpRequestWithAuthentication.call(
			caller,
			CREDENTIAL,
			httpRequest(address, request, settings, timeout),
			// Handed over, since n8n would read it from its database again for each request.
			{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: credential } },
		)) as IN8nHttpFullResponse;
		// From sending to the end of the body, not once for each.
		content = await readText(response.body, timeout - (Date.now() - startedAt));
	} catch (error) {
		return connectionError(caller, address, request, error);
	}
	// Node.js has put their names in lower case.
	const headers = (response.headers ?? {}) as Record<string, string>;
	const answer = { status: response.statusCode, headers };
	const isSuccess = answer.status >= 200 && answer.status < 300;
	if (isSuccess && content === undefined) return tooLarge(caller, address, request);
	let body: unknown;
	try {
		body = parseBody(isSuccess ? (content ?? '') : withoutKey(content ?? '', credential.apiKey));
	} catch {
		// A gateway's own page comes with a status that says enough; a success has to be readable.
		if (isSuccess) return notJson(caller, address, request);
	}
	return isSuccess ? { ...answer, body } : httpError(caller, request, { ...answer, body });
}
