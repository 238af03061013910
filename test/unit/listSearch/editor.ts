import type { IDataObject, IHttpRequestOptions, ILoadOptionsFunctions } from 'n8n-workflow';

const BASE_URL = 'https://api.example.com';

/** n8n's context of a list, with a fake HTTP helper. */
export interface Editor {
	caller: ILoadOptionsFunctions;
	/** URLs of all requests, in order. */
	requestedUrls: string[];
}

/**
 * @param respond Response body for a path with its query, e.g. '/api/orders?page=2'; undefined gives a 404
 * @param parameters The node's parameters
 */
export function editorWith(
	respond: (path: string) => unknown,
	parameters: IDataObject = {},
): Editor {
	const requestedUrls: string[] = [];
	const httpRequestWithAuthentication = async (
		_credential: string,
		{ url }: IHttpRequestOptions,
	): Promise<unknown> => {
		requestedUrls.push(url);
		const body = respond(url.slice(BASE_URL.length));
		return {
			statusCode: body === undefined ? 404 : 200,
			headers: {},
			body: JSON.stringify(body ?? {}),
		};
	};
	const caller = {
		getCredentials: async () => ({ baseUrl: BASE_URL, apiKey: 'secret' }),
		getNode: () => ({ name: 'POD Fulfilment' }),
		getCurrentNodeParameter: (name: string) => parameters[name],
		getCurrentNodeParameters: () => parameters,
		helpers: { httpRequestWithAuthentication },
	};
	return { caller: caller as unknown as ILoadOptionsFunctions, requestedUrls };
}

/** A page of a collection (spec section 4), with a link to the next one if given. */
export const pageOf = (members: IDataObject[], next?: string): IDataObject => ({
	'hydra:member': members,
	...(next !== undefined && { 'hydra:view': { 'hydra:next': next } }),
});

/** Orders with the external IDs 'order-<first>', 'order-<first + 1>' and so on. */
export const ordersFrom = (first: number, count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		id: `id-${first + index}`,
		externalId: `order-${first + index}`,
		recipient: { name: 'Jane Roe' },
		status: 'inprocess',
	}));
