import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { call, membersOf } from './support/client.ts';

const ORDERS = 47;
let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ seed: { orders: ORDERS } });
});
afterAll(async () => await sandbox.close());

const get = async (path: string) => await call(sandbox, 'GET', path);

describe('Section 4: a read of an order', () => {
	it('an order is found by its id and by @ and its external id, with its context', async () => {
		const [order] = sandbox.control.orders();
		const byId = await get(`/api/orders/${order?.id}`);
		const byExternalId = await get('/api/orders/@demo-00001');
		expect(byId.status).toBe(200);
		expect(byId.json).toMatchObject({
			'@context': '/api/contexts/Order',
			'@id': `/api/orders/${order?.id}`,
			'@type': 'Order',
			externalId: 'demo-00001',
		});
		expect(byExternalId.json).toEqual(byId.json);
		const encoded = await get('/api/orders/%40demo-00001');
		expect(encoded.json).toEqual(byId.json);
	});

	it('an order is not found by an external id without @, nor by an id with it', async () => {
		const [order] = sandbox.control.orders();
		expect((await get('/api/orders/demo-00001')).status).toBe(404);
		expect((await get(`/api/orders/@${order?.id}`)).status).toBe(404);
	});
});

describe('Section 4: the collection of orders', () => {
	it('the collection holds its members in hydra:member, newest first, 30 on a page', async () => {
		const answer = await get('/api/orders');
		expect(answer.status).toBe(200);
		expect(answer.json).toMatchObject({
			'@context': '/api/contexts/Order',
			'@id': '/api/orders',
			'@type': 'hydra:Collection',
			'hydra:totalItems': ORDERS,
			'hydra:view': {
				'@id': '/api/orders?page=1',
				'@type': 'hydra:PartialCollectionView',
				'hydra:first': '/api/orders?page=1',
				'hydra:last': '/api/orders?page=2',
				'hydra:next': '/api/orders?page=2',
			},
		});
		expect(answer.json['hydra:view']).not.toHaveProperty('hydra:previous');
		const externalIds = membersOf(answer).map(({ externalId }) => externalId);
		expect(externalIds).toHaveLength(30);
		expect(externalIds.slice(0, 2)).toEqual(['demo-00047', 'demo-00046']);
		expect(membersOf(answer)[0]).toMatchObject({ '@type': 'Order' });
		expect(membersOf(answer)[0]).not.toHaveProperty('@context');
	});

	it('the last page has a previous one and no next', async () => {
		const answer = await get('/api/orders?page=2');
		expect(membersOf(answer)).toHaveLength(17);
		expect(answer.json['hydra:view']).toMatchObject({ 'hydra:previous': '/api/orders?page=1' });
		expect(answer.json['hydra:view']).not.toHaveProperty('hydra:next');
	});

	it('a page beyond the last is empty and names no next page', async () => {
		const answer = await get('/api/orders?page=9');
		expect(answer.status).toBe(200);
		expect(membersOf(answer)).toEqual([]);
		expect(answer.json['hydra:view']).not.toHaveProperty('hydra:next');
	});

	it('a page holds at most 100 members', async () => {
		const large = await startSandbox({ seed: { orders: 120 } });
		try {
			const answer = await call(large, 'GET', '/api/orders?itemsPerPage=1000');
			expect(membersOf(answer)).toHaveLength(100);
		} finally {
			await large.close();
		}
	});

	it.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'itemsPerPage=0', 'page='])(
		'the answer to %s is 400',
		async (query) => {
			expect((await get(`/api/orders?${query}`)).status).toBe(400);
		},
	);

	it('the collection is filtered by status, external id and search, and the page links keep the filter', async () => {
		const drafts = await get('/api/orders?status=draft&itemsPerPage=2');
		// 47 orders over nine statuses, beginning with draft: 1, 10, 19, 28, 37, 46.
		expect(drafts.json['hydra:totalItems']).toBe(6);
		expect(membersOf(drafts).map(({ externalId }) => externalId)).toEqual([
			'demo-00046',
			'demo-00037',
		]);
		expect(drafts.json['hydra:view']).toMatchObject({
			'hydra:next': '/api/orders?status=draft&itemsPerPage=2&page=2',
		});
		const one = await get('/api/orders?externalId=demo-00012');
		expect(membersOf(one).map(({ externalId }) => externalId)).toEqual(['demo-00012']);
		expect(membersOf(await get('/api/orders?externalId=none'))).toEqual([]);
		expect((await get('/api/orders?search=0004')).json['hydra:totalItems']).toBe(9);
		expect((await get('/api/orders?search=hopper')).json['hydra:totalItems']).toBe(10);
	});

	it('every order is shown exactly once when the pages are followed, whatever their size', async () => {
		const expected = sandbox.control.orders().map(({ id }) => id);
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 1, max: 60 }), async (itemsPerPage) => {
				const seen: unknown[] = [];
				let next: string | undefined = `/api/orders?itemsPerPage=${itemsPerPage}`;
				while (next) {
					const answer = await get(next);
					seen.push(...membersOf(answer).map(({ id }) => id));
					next = (answer.json['hydra:view'] as Record<string, string>)['hydra:next'];
				}
				expect(seen).toEqual([...expected].reverse());
			}),
			{ numRuns: 15 },
		);
	});
});
