import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { call, membersOf, placeOrder } from './support/client.ts';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ seed: { orders: 3 } });
});
afterAll(async () => await sandbox.close());

describe('Section 5: authentication', () => {
	it.each(['', 'Basic abc', 'Bearer', 'sandbox-demo-key'])(
		'the answer is 401 with code and message to the Authorization header "%s"',
		async (authorization) => {
			const answer = await call(sandbox, 'GET', '/api/orders', {
				apiKey: null,
				headers: authorization ? { authorization } : {},
			});
			expect(answer.status).toBe(401);
			expect(Object.keys(answer.json).sort()).toEqual(['code', 'message']);
			expect(answer.json.code).toBe(401);
		},
	);

	it('the answer to an unknown key is 403 with {code: 403, message}, on every path', async () => {
		for (const path of ['/api/orders', '/api/catalog-products', '/api/mockup-tasks', '/api/none']) {
			const answer = await call(sandbox, 'GET', path, { apiKey: 'wrong' });
			expect(answer.status).toBe(403);
			expect(answer.json).toEqual({ code: 403, message: expect.stringMatching(/key/i) });
		}
	});

	it('the answer to every call of a suspended account is 422', async () => {
		for (const path of ['/api/orders', '/api/catalog-products']) {
			const answer = await call(sandbox, 'GET', path, { apiKey: 'sandbox-suspended-key' });
			expect(answer.status).toBe(422);
			expect(answer.json['hydra:description']).toMatch(/suspended/);
		}
	});

	it('an account has any number of keys, and one that was replaced is refused', async () => {
		const apiKey = sandbox.control.createApiKey();
		expect((await call(sandbox, 'GET', '/api/orders', { apiKey })).status).toBe(200);
		expect((await call(sandbox, 'GET', '/api/orders')).status).toBe(200);
		sandbox.control.revokeApiKey(apiKey);
		expect((await call(sandbox, 'GET', '/api/orders', { apiKey })).status).toBe(403);
	});
});

describe('Section 5: the account of a key', () => {
	it('a key lists the orders of its account and no others', async () => {
		const demo = membersOf(await call(sandbox, 'GET', '/api/orders'));
		const other = membersOf(
			await call(sandbox, 'GET', '/api/orders', { apiKey: 'sandbox-other-key' }),
		);
		expect(demo.map(({ externalId }) => externalId)).toEqual([
			'demo-00003',
			'demo-00002',
			'demo-00001',
		]);
		expect(other.map(({ externalId }) => externalId)).toEqual(['other-00002', 'other-00001']);
	});

	it.each([
		['GET', ''],
		['PATCH', ''],
		['GET', '/shipments'],
		['POST', '/confirm'],
		['POST', '/cancel'],
		['POST', '/refund'],
	])('the answer is 404 to %s {id}%s for the order of another account', async (method, suffix) => {
		const [order] = sandbox.control.orders('other');
		for (const id of [order?.id, `@${order?.externalId}`]) {
			const answer = await call(sandbox, method, `/api/orders/${id}${suffix}`, {
				...(method === 'PATCH' && { body: { shipping: 'DHL_EXPRESS' } }),
			});
			expect(answer.status).toBe(404);
		}
	});

	it('the answer is 404 for the mockup task of another account', async () => {
		const [task] = sandbox.control.mockupTasks('other');
		expect((await call(sandbox, 'GET', `/api/mockup-tasks/${task?.id}`)).status).toBe(404);
	});

	it('two accounts may use the same external id', async () => {
		const externalId = 'same-in-both';
		expect((await placeOrder(sandbox, { externalId })).status).toBe(201);
		const answer = await placeOrder(sandbox, { externalId }, { apiKey: 'sandbox-other-key' });
		expect(answer.status).toBe(201);
	});
});
