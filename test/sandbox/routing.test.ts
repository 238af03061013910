import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { call } from './support/client.ts';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ seed: { orders: 1 } });
});
afterAll(async () => await sandbox.close());

/** Section 4, written out: path and the methods it takes. */
const ENDPOINTS: Array<[string, string[]]> = [
	['/api/orders', ['GET', 'POST']],
	['/api/orders/{id}', ['GET', 'PATCH']],
	['/api/orders/{id}/order_item/{item_id}', ['PATCH']],
	['/api/orders/{id}/confirm', ['POST']],
	['/api/orders/{id}/cancel', ['POST']],
	['/api/orders/{id}/refund', ['POST']],
	['/api/orders/{id}/shipments', ['GET']],
	['/api/catalog-products', ['GET']],
	['/api/catalog-products/{id}', ['GET']],
	['/api/catalog-products/{id}/catalog-variants', ['GET']],
	['/api/catalog-product-variants/{id}', ['GET']],
	['/api/mockup-tasks', ['GET']],
	['/api/mockup-tasks/{id}', ['GET']],
];

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

describe('Section 7: status codes of routing', () => {
	it.each(ENDPOINTS)('%s accepts only %j and names them in Allow', async (path, methods) => {
		for (const method of METHODS) {
			const answer = await call(sandbox, method, path.replaceAll(/\{\w+\}/g, 'none'));
			if (methods.includes(method)) {
				expect(answer.status).not.toBe(405);
				continue;
			}
			expect(answer.status).toBe(405);
			expect(answer.headers.get('allow')).toBe(methods.join(', '));
			expect(answer.json['@type']).toBe('hydra:Error');
			const withBody = await call(sandbox, method, path, {
				...(method !== 'GET' && { body: 'no JSON', headers: { 'content-type': 'text/plain' } }),
			});
			expect(withBody.status).toBe(405);
		}
	});

	it.each(['/api/orders/', '/api/catalog-products/', '/api/orders/@'])(
		'the answer to %s, which has an empty id, is 404',
		async (path) => {
			expect((await call(sandbox, 'GET', path)).status).toBe(404);
		},
	);

	it('the answer to a query parameter that is given twice is 400', async () => {
		const answer = await call(sandbox, 'GET', '/api/orders?page=1&page=2');
		expect(answer.status).toBe(400);
		expect(answer.json['@type']).toBe('hydra:Error');
	});

	it.each(ENDPOINTS.filter(([path]) => path.includes('{id}')))(
		'the answer to an unknown id in %s is 404 with a hydra:Error',
		async (path, methods) => {
			for (const method of methods) {
				const body = method === 'PATCH' ? {} : undefined;
				const answer = await call(sandbox, method, path.replaceAll(/\{\w+\}/g, 'none'), { body });
				expect(answer.status).toBe(404);
				expect(answer.json).toEqual({
					'@context': '/api/contexts/Error',
					'@type': 'hydra:Error',
					'hydra:title': 'An error occurred',
					'hydra:description': expect.stringContaining('none'),
				});
			}
		},
	);

	it.each(['/api/unknown', '/api', '/api/orders/a/b/c', '/elsewhere'])(
		'the answer to the unknown path %s is 404 with a hydra:Error',
		async (path) => {
			for (const method of METHODS) {
				const body = method === 'POST' ? 'no JSON at all' : undefined;
				const answer = await call(sandbox, method, path, { body });
				expect(answer.status).toBe(404);
				expect(answer.json['@type']).toBe('hydra:Error');
			}
		},
	);

	it('the answer to an address that cannot be decoded is 400', async () => {
		expect((await call(sandbox, 'GET', '/api/orders/%E0%A4%A')).status).toBe(400);
	});
});

describe('Section 1: encodings', () => {
	it.each([
		['GET', '/api/orders'],
		['GET', '/api/catalog-products'],
		['GET', '/api/none'],
		['PUT', '/api/orders'],
	])('the answer to %s %s is application/ld+json; charset=utf-8', async (method, path) => {
		for (const accept of ['application/ld+json', 'application/json', '*/*', 'text/html']) {
			const answer = await call(sandbox, method, path, { headers: { accept } });
			expect(answer.headers.get('content-type')).toBe('application/ld+json; charset=utf-8');
		}
	});

	it.each([
		['POST', '/api/orders', 'text/plain'],
		['POST', '/api/orders', 'application/x-www-form-urlencoded'],
		['POST', '/api/orders', 'multipart/form-data; boundary=x'],
		['POST', '/api/orders', 'application/merge-patch+json'],
		['POST', '/api/orders/@demo-00001/confirm', 'text/xml'],
		['PATCH', '/api/orders/@demo-00001', 'application/json'],
		['PATCH', '/api/orders/@demo-00001/order_item/x', 'application/json'],
	])('the answer to %s %s with %s is 415', async (method, path, contentType) => {
		const answer = await call(sandbox, method, path, {
			body: '{}',
			headers: { 'content-type': contentType },
		});
		expect(answer.status).toBe(415);
		expect(answer.json['@type']).toBe('hydra:Error');
	});

	it('the answer to a POST of an order without a content type is 415', async () => {
		expect((await call(sandbox, 'POST', '/api/orders')).status).toBe(415);
	});

	it.each(['application/json', 'application/json; charset=utf-8', 'application/ld+json'])(
		'an order is accepted as %s',
		async (contentType) => {
			const answer = await call(sandbox, 'POST', '/api/orders', {
				body: sandbox.control.exampleOrder(),
				headers: { 'content-type': contentType },
			});
			expect(answer.status).toBe(201);
		},
	);

	it.each(['{', '{"externalId": }', '', '[]', '"text"', 'null'])(
		'the answer to the body %j is 400 with a hydra:Error',
		async (body) => {
			for (const [method, path] of [
				['POST', '/api/orders'],
				['PATCH', '/api/orders/@demo-00001'],
			] as const) {
				const answer = await call(sandbox, method, path, { body });
				expect(answer.status).toBe(400);
				expect(answer.json['@type']).toBe('hydra:Error');
			}
		},
	);
});
