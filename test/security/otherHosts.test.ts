import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { startAction, ENGINES } from '../core/engine/execution.ts';
import { openList } from '../core/engine/list.ts';
import { credentialFor } from '../core/engine/run.ts';
import { createParametersWithoutCatalog } from '../core/orderRuns.ts';
import { createParameters, locate, useSandbox } from '../core/support.ts';
import { sendJson, useServers } from './support/servers.ts';

const node = useSandbox();
const listen = useServers();

const get = (mode: 'list' | 'id' | 'externalId', value: string): INodeParameters => ({
	resource: 'order',
	operation: 'get',
	orderId: locate(mode, value),
});

/** Operations that put a value into a path, with where that path has to stay. */
const IDS: Array<[name: string, under: string, parameters: (id: string) => INodeParameters]> = [
	['an order by ID', '/api/orders/', (id) => get('id', id)],
	['an order from the list', '/api/orders/', (id) => get('list', id)],
	['an order by external ID', '/api/orders/@', (id) => get('externalId', id)],
	[
		'a product',
		'/api/catalog-products/',
		(id) => ({ resource: 'catalogProduct', operation: 'get', productId: locate('id', id) }),
	],
	[
		'a variant',
		'/api/catalog-product-variants/',
		(id) => ({ resource: 'catalogVariant', operation: 'get', variantId: locate('id', id) }),
	],
	[
		'a mockup task',
		'/api/mockup-tasks/',
		(id) => ({ resource: 'mockupTask', operation: 'get', mockupTaskId: locate('id', id) }),
	],
];

describe('A value that becomes a part of a path', () => {
	it.each(IDS)('the ID of %s stays in its place in the path', async (_, under, parameters) => {
		const elsewhere = await listen((_request, response) => sendJson(response, { id: '1' }));
		const host = elsewhere.url.replace('http:', '');
		const values = [
			'../catalog-products',
			'..\\catalog-products',
			'%2e%2e/%2e%2e/admin',
			'..%2f..%2fadmin',
			`@${host.slice(2)}/`,
			`${elsewhere.url}/api/orders/1`,
			`${host}/api/orders/1`,
			`\\\\${host.slice(2)}`,
			'1?page=2',
			'1#fragment',
			'1;a=b',
			'1\r\nHost: elsewhere.example',
			'1 HTTP/1.1',
		];
		const service = await listen((_request, response) => sendJson(response, { id: '1' }));
		const credential = credentialFor(node.sandbox, { baseUrl: service.url });
		for (const value of values) {
			const { error } = await node.run(parameters(value), { credential });
			expect(error, value).toBeUndefined();
		}
		expect(elsewhere.requests).toEqual([]);
		expect(service.requests).toHaveLength(values.length);
		for (const { target } of service.requests) {
			const path = target.replace('GET ', '');
			expect(path.startsWith(under), path).toBe(true);
			expect(path.slice(under.length)).toMatch(/^[^/\\?#\s;]+$/);
			expect(new URL(path, service.url).pathname.startsWith(under)).toBe(true);
		}
	});

	it.each(['..', '.', ' .. '])('the value %j is refused before anything is sent', async (value) => {
		const { error } = await node.run(get('id', value));
		expect(error?.message).toContain('cannot be used');
		expect(node.sandbox.control.requests()).toEqual([]);
	});
});

describe.each(ENGINES)('A response that leads to another host, on the engine of %s', (engine) => {
	it.each([301, 302, 303, 307, 308])(
		'a redirect with status %i is not followed, with or without a body',
		async (status) => {
			const elsewhere = await listen((_request, response) => sendJson(response, { id: '1' }));
			const service = await listen((_request, response) => {
				response.writeHead(status, { location: `${elsewhere.url}/api/orders/1` }).end();
			});
			const credential = credentialFor(node.sandbox, { baseUrl: service.url });
			for (const parameters of [
				get('id', '1'),
				createParametersWithoutCatalog(node.sandbox, 'A-1'),
			]) {
				const { error } = await startAction({ parameters, credential, engine }).finished;
				expect(error?.message).toBe('The address of the service leads elsewhere');
			}
			expect(elsewhere.requests).toEqual([]);
			expect(service.requests.map(({ target }) => target)).toEqual([
				'GET /api/orders/1',
				'POST /api/orders',
				// These may say that the order was placed: it is looked for.
				...([302, 303].includes(status) ? ['GET /api/orders/@A-1'] : []),
			]);
		},
	);

	it('the link to the next page is followed on its own host', async () => {
		const elsewhere = await listen((_request, response) => sendJson(response, []));
		const { host } = new URL(elsewhere.url);
		for (const next of [
			`http://${host}/api/orders?page=2`,
			`https://${host}/api/orders?page=2`,
			`//${host}/api/orders?page=2`,
			`http://user@${host}/inner/api/orders?page=2`,
			`\\\\${host}/api/orders?page=2`,
		]) {
			const service = await listen((request, response) =>
				sendJson(
					response,
					request.url === '/api/orders'
						? { 'hydra:member': [{ id: '1' }], 'hydra:view': { 'hydra:next': next } }
						: { 'hydra:member': [{ id: '2' }] },
				),
			);
			const { error, json: orders } = await startAction({
				parameters: { resource: 'order', operation: 'getAll', returnAll: true },
				credential: credentialFor(node.sandbox, { baseUrl: service.url }),
				engine,
			}).finished;
			expect(error, next).toBeUndefined();
			expect(orders.map(({ id }) => id)).toEqual(['1', '2']);
			expect(service.requests.map(({ target }) => target)).toEqual([
				'GET /api/orders',
				'GET /api/orders?page=2',
			]);
		}
		expect(elsewhere.requests).toEqual([]);
	});
});

describe('A list of the editor', () => {
	it('a list follows no link to another host, and no token that was made up in the browser', async () => {
		const elsewhere = await listen((_request, response) => sendJson(response, []));
		const service = await listen((_request, response) =>
			sendJson(response, {
				'hydra:member': [{ id: '1' }],
				'hydra:view': { 'hydra:next': `${elsewhere.url}/api/orders` },
			}),
		);
		const credential = credentialFor(node.sandbox, { baseUrl: service.url });
		const { results } = await openList('searchOrders', { credential });
		expect(results.map(({ value }) => value)).toEqual(['1']);
		for (const next of [
			elsewhere.url,
			elsewhere.url.replace('http:', ''),
			`@${elsewhere.url.replace('http://', '')}`,
			`/\\${elsewhere.url.replace('http://', '')}`,
		]) {
			const paginationToken = JSON.stringify({ next, begun: [] });
			await openList('searchOrders', { credential, paginationToken }).catch(() => undefined);
		}
		expect(elsewhere.requests).toEqual([]);
	});
});

describe('The address of a print file', () => {
	it('the address of a print file is passed to the service and never opened by the node', async () => {
		const files = await listen((_request, response) => sendJson(response, {}));
		const parameters = createParameters(node.sandbox, 'FILE-1');
		const [item] = (parameters.items as { item: INodeParameters[] }).item;
		const url = `${files.url}/motif.png`;
		const { error } = await node.run({
			...parameters,
			items: { item: [{ ...item, placements: { placement: [{ url }] } }] },
		});
		expect(error).toBeUndefined();
		expect(JSON.stringify(node.sandbox.control.order('@FILE-1'))).toContain(url);
		expect(files.requests).toEqual([]);
	});
});

describe("n8n's own 'Allowed HTTP Request Domains' of the credential, which is meant for other nodes", () => {
	it.each(ENGINES)(
		'Allowed HTTP Request Domains does not keep this node from its own host, on the engine of %s',
		async (engine) => {
			const restrictions: Array<Record<string, string>> = [
				{ allowedHttpRequestDomains: 'none' },
				{ allowedHttpRequestDomains: 'domains', allowedDomains: 'elsewhere.example' },
				{ allowedHttpRequestDomains: 'domains', allowedDomains: '' },
			];
			for (const restriction of restrictions) {
				const { error, json: products } = await startAction({
					parameters: { resource: 'catalogProduct', operation: 'getAll', limit: 1 },
					credential: credentialFor(node.sandbox, restriction),
					engine,
				}).finished;
				expect(error).toBeUndefined();
				expect(products).toHaveLength(1);
			}
		},
	);

	it.each(ENGINES)(
		'Allowed HTTP Request Domains does not keep this node from its own host, entered without a scheme, on the engine of %s',
		async (engine) => {
			const { error, json: products } = await startAction({
				parameters: { resource: 'catalogProduct', operation: 'getAll', limit: 1 },
				credential: credentialFor(node.sandbox, {
					baseUrl: node.sandbox.url.replace('http://', ''),
					allowedHttpRequestDomains: 'domains',
					allowedDomains: 'elsewhere.example',
				}),
				engine,
			}).finished;
			expect(error).toBeUndefined();
			expect(products).toHaveLength(1);
		},
	);
});

describe('A Base URL that would show the key on its way', () => {
	it.each([
		['http://api.example.com', 'https://'],
		['http://127.0.0.1.example.com', 'https://'],
		['ftp://127.0.0.1', 'https://'],
		['https://user:word@127.0.0.1', 'user name or password'],
		['https://127.0.0.1/?key=1', 'question mark'],
	])('the Base URL %s is refused before anything is sent', async (baseUrl, named) => {
		const { error } = await node.run(get('id', '1'), {
			credential: credentialFor(node.sandbox, { baseUrl }),
		});
		expect(error?.message).toContain('The Base URL in the credential');
		expect(error?.message).toContain(named);
		expect(node.sandbox.control.requests()).toEqual([]);
	});
});
