import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { CREDENTIAL } from '../constants/credential';
import { notJson, unreachable } from './lostAnswer';
import type { ServiceRefusal } from './refusal';
import { refusalOf } from './statusRefusal';
import type { Caller, RequestSettings, ServiceAnswer, ServiceRequest } from './types';

const CONTENT_TYPES = {
	POST: 'application/json',
	PATCH: 'application/merge-patch+json',
} as const;

function httpRequest(
	address: string,
	request: ServiceRequest,
	settings: RequestSettings,
): IHttpRequestOptions {
	const { method, path, body } = request;
	return {
		...settings,
		method,
		url: `${address}${path}`,
		headers: {
			accept: 'application/ld+json',
			...(method !== 'GET' && { 'content-type': CONTENT_TYPES[method] }),
		},
		// Text both ways: an answer that is cut off has to be told from one that is empty.
		...(body && { body: JSON.stringify(body) }),
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// A redirect would carry the order, and the key, to an address that nobody entered.
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
	};
}

/** The JSON of an answer; undefined when it is empty. */
const parsed = (body: unknown): unknown =>
	typeof body === 'string' && body.trim() !== '' ? (JSON.parse(body) as unknown) : undefined;

function headersOf(response: IN8nHttpFullResponse): Record<string, string> {
	return Object.fromEntries(
		Object.entries((response.headers ?? {}) as IDataObject).map(([name, value]) => [
			name.toLowerCase(),
			String(value),
		]),
	);
}

/**
 * Sends one request with the credential and reads the answer's JSON.
 *
 * @returns the answer to a success; for anything else what went wrong, so that a caller may act on it:
 *   a status that is no success, no answer at all, or a success that carries something else than JSON
 */
export async function send(
	caller: Caller,
	address: string,
	request: ServiceRequest,
	settings: RequestSettings,
	credential: ICredentialDataDecryptedObject,
): Promise<ServiceAnswer | ServiceRefusal> {
	let response: IN8nHttpFullResponse;
	try {
		response = (await caller.helpers.httpRequestWithAuthentication.call(
			caller,
			CREDENTIAL,
			httpRequest(address, request, settings),
			// Handed over, since n8n would read it from its database again for each request.
			{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: credential } },
		)) as IN8nHttpFullResponse;
	} catch (error) {
		return unreachable(caller, address, request, error);
	}
	const answer = { status: response.statusCode, headers: headersOf(response) };
	const isSuccess = answer.status >= 200 && answer.status < 300;
	let body: unknown;
	try {
		body = parsed(response.body);
	} catch {
		// A gateway's own page comes with a status that says enough; a success has to be readable.
		if (isSuccess) return notJson(caller, address, request);
	}
	return isSuccess ? { ...answer, body } : refusalOf(caller, request, { ...answer, body });
}
