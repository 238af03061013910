import type { IDataObject, IHttpRequestOptions, ILoadOptionsFunctions } from 'n8n-workflow';

const ADDRESS = 'https://api.example.com';

/** A list of n8n's editor whose requests are answered here. */
export interface Editor {
	caller: ILoadOptionsFunctions;
	/** The addresses that were asked, in their order. */
	asked: string[];
}

/**
 * @param answer body of the answer by path and query, e.g. '/api/orders?page=2'; undefined is a 404
 * @param parameters what is chosen in the node
 */
export function editorAt(answer: (path: string) => unknown, parameters: IDataObject = {}): Editor {
	const asked: string[] = [];
	const httpRequestWithAuthentication = async (
		_credential: string,
		{ url }: IHttpRequestOptions,
	): Promise<unknown> => {
		asked.push(url);
		const body = answer(url.slice(ADDRESS.length));
		return {
			statusCode: body === undefined ? 404 : 200,
			headers: {},
			body: JSON.stringify(body ?? {}),
		};
	};
	const caller = {
		getCredentials: async () => ({ baseUrl: ADDRESS, apiKey: 'secret' }),
		getNode: () => ({ name: 'POD Fulfilment' }),
		getCurrentNodeParameter: (name: string) => parameters[name],
		getCurrentNodeParameters: () => parameters,
		helpers: { httpRequestWithAuthentication },
	};
	return { caller: caller as unknown as ILoadOptionsFunctions, asked };
}

/** A page of a collection (spec section 4) that links to the next. */
export const pageOf = (members: IDataObject[], next?: string): IDataObject => ({
	'hydra:member': members,
	...(next !== undefined && { 'hydra:view': { 'hydra:next': next } }),
});

/** So many entries, named 'order-<number>' from the given number on. */
export const ordersFrom = (first: number, count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		id: `id-${first + index}`,
		externalId: `order-${first + index}`,
		recipient: { name: 'Jane Roe' },
		status: 'inprocess',
	}));
