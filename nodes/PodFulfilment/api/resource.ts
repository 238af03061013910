import type { IDataObject } from 'n8n-workflow';

import { isObject, text } from '../input/guards';
import type { ApiClient } from '../transport/client';
import { unexpectedResponse } from '../transport/connectionErrors';
import { ServiceError, valueOf, type Result } from '../transport/serviceError';
import type { ServiceRequest } from '../transport/types';

/** A resource of the service, with the headers of its response (names in lower case). */
export interface ResourceResponse {
	resource: IDataObject;
	headers: Record<string, string>;
}

/** Every resource has an ID (spec section 2). Without one, the rest of a response cannot be trusted either. */
export const isResource = (body: unknown): body is IDataObject =>
	isObject(body) && (text(body.id) !== '' || typeof body.id === 'number');

/** Sends a request that has to be answered with a resource. For callers that act on the error. */
export async function tryResource(
	client: ApiClient,
	request: ServiceRequest,
): Promise<Result<ResourceResponse>> {
	const response = await client.send(request);
	if (response instanceof ServiceError) return response;
	return isResource(response.body)
		? { resource: response.body, headers: response.headers }
		: unexpectedResponse(client.caller, client.address, request, 'one JSON object that has an ID');
}

/**
 * Sends a request that has to be answered with a resource.
 *
 * @throws ServiceError when there is no success, or the response holds something else
 */
export async function requestResource(
	client: ApiClient,
	request: ServiceRequest,
): Promise<ResourceResponse> {
	return valueOf(await tryResource(client, request));
}

/** The named fields that a resource really has, in the given order. */
export const pick = (object: IDataObject, keys: readonly string[]): IDataObject =>
	Object.fromEntries(
		keys.filter((key) => object[key] !== undefined).map((key) => [key, object[key]]),
	);
