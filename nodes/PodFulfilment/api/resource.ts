// Sends a request that is answered with one resource, and checks that the body is one: an object with an ID.

import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../input/objects';
import { trimmed } from '../input/text';
import type { ApiClient } from '../transport/client';
import { unexpectedResponseError } from '../transport/errors/connectionErrors';
import { ServiceError, unwrap, type Result } from '../transport/errors/serviceError';
import type { ResourcePath } from './paths';

interface ResourceResponse {
	resource: IDataObject;
	/** Names in lower case. */
	headers: Record<string, string>;
}

/** Whether a body is a resource: an object with an ID, as all resources have one (spec section 2). */
export const isResource = (body: unknown): body is IDataObject =>
	isObject(body) && (trimmed(body.id) !== '' || typeof body.id === 'number');

export async function tryResource(
	client: ApiClient,
	path: ResourcePath,
): Promise<Result<ResourceResponse>> {
	const request = { method: 'GET', ...path } as const;
	const result = await client.send(request);
	if (result instanceof ServiceError) return result;
	return isResource(result.body)
		? { resource: result.body, headers: result.headers }
		: unexpectedResponseError(client, request, 'one JSON object that has an ID');
}

/** @throws ServiceError when the request fails or the response is something else */
export const requestResource = async (
	client: ApiClient,
	path: ResourcePath,
): Promise<ResourceResponse> => unwrap(await tryResource(client, path));
