import type { Shopify, WooCommerce } from '../../../../sandbox/shops/index.ts';

export interface Answer<Body> {
	status: number;
	headers: Headers;
	body: Body;
}

type Json = Record<string, unknown>;

async function send<Body>(
	url: string,
	method: string,
	headers: Record<string, string>,
	body: unknown,
): Promise<Answer<Body>> {
	const response = await fetch(url, {
		method,
		headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	return {
		status: response.status,
		headers: response.headers,
		body: (text === '' ? {} : JSON.parse(text)) as Body,
	};
}

/** Calls WooCommerce's REST API with its keys. `path` follows `/wp-json/wc/v3`. */
export async function callWoo<Body = Json>(
	shop: WooCommerce,
	method: string,
	path: string,
	body?: unknown,
): Promise<Answer<Body>> {
	const keys = Buffer.from(`${shop.consumerKey}:${shop.consumerSecret}`).toString('base64');
	const headers = { authorization: `Basic ${keys}` };
	return await send<Body>(`${shop.url}/wp-json/wc/v3${path}`, method, headers, body);
}

/** Calls Shopify's REST API with its token. `path` follows the version. */
export async function callShopify<Body = Json>(
	shop: Shopify,
	method: string,
	path: string,
	body?: unknown,
): Promise<Answer<Body>> {
	const headers = { 'x-shopify-access-token': shop.accessToken };
	return await send<Body>(`${shop.url}/admin/api/2024-07${path}`, method, headers, body);
}

/** Calls Shopify's GraphQL API and returns the whole answer. */
export async function graphql(
	shop: Shopify,
	query: string,
	variables?: Json,
): Promise<{ data?: Json; errors?: Array<{ message: string }> }> {
	return (await callShopify(shop, 'POST', '/graphql.json', { query, variables })).body;
}

/** The address of the next page in a `Link` header. */
export const nextOf = (headers: Headers): string | undefined =>
	/<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
