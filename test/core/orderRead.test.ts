import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { createParameters, locate, useSandbox } from './support.ts';

const node = useSandbox();

describe('Get of an order (spec section 4)', () => {
	it.each(['id', 'list', 'externalId'] as const)('the order is found by %s', async (mode) => {
		const created = await node.run(createParameters(node.sandbox));
		const id = String(created.json[0]?.id);
		const { json, error } = await node.run({
			resource: 'order',
			operation: 'get',
			orderId: locate(mode, mode === 'externalId' ? 'SHOP-1001' : id),
			simplify: false,
		});
		expect(error).toBeUndefined();
		expect(json).toEqual([await node.read(`/api/orders/${id}`)]);
		const request = node.sandbox.control
			.requests()
			.filter(({ method }) => method === 'GET')
			.at(-2);
		expect(request?.path).toBe(`/api/orders/${mode === 'externalId' ? '@SHOP-1001' : id}`);
		expect(request?.headers.accept).toBe('application/ld+json');
	});

	it('a simplified order has at most 12 fields, without JSON-LD keys', async () => {
		await node.run(createParameters(node.sandbox));
		const { json } = await node.run({
			resource: 'order',
			operation: 'get',
			orderId: locate('externalId', 'SHOP-1001'),
		});
		const names = Object.keys(json[0] ?? {});
		expect(names.length).toBeLessThanOrEqual(12);
		expect(names).toEqual(expect.arrayContaining(['id', 'externalId', 'status', 'recipient']));
		expect(names.filter((name) => name.startsWith('@'))).toEqual([]);
	});

	describe('The findings of the validation after placement (section 7, codes 1001 and 2001)', () => {
		/** Past the node, which would refuse such an address before it is sent. */
		const placeFaulty = async (): Promise<string> => {
			const { control, url, accounts } = node.sandbox;
			const order = control.exampleOrder({ externalId: 'SHOP-1001' });
			const [item] = order.orderItems as Array<{ placements: Array<{ layers: IDataObject[] }> }>;
			const [layer] = item?.placements[0]?.layers ?? [];
			if (layer) layer.url = `${url}/_sandbox/files/damaged.png`;
			const response = await fetch(`${url}/api/orders`, {
				method: 'POST',
				headers: {
					'content-type': 'application/json',
					authorization: `Bearer ${accounts.demo.apiKey}`,
				},
				body: JSON.stringify({ ...order, recipient: { name: 'Ada Example', countryCode: 'AE' } }),
			});
			const created = (await response.json()) as { orderItems: Array<{ id: string }> };
			await control.settled();
			return String(created.orderItems[0]?.id);
		};

		const expectedErrors = (itemId: string) => [
			{ code: 2001, message: expect.stringContaining('street') as string },
			{ code: 2001, message: expect.stringContaining('city') as string },
			{ code: 1001, message: expect.any(String) as string, itemId },
		];

		it.each([true, false])('the findings have one name, with simplify %s', async (simplify) => {
			const itemId = await placeFaulty();
			const { json } = await node.run({
				resource: 'order',
				operation: 'get',
				orderId: locate('externalId', 'SHOP-1001'),
				simplify,
			});
			expect(json[0]).toMatchObject({ externalId: 'SHOP-1001', status: 'failed' });
			expect(json[0]?.validationErrors).toEqual(expectedErrors(itemId));
			expect(json[0]).toHaveProperty(simplify ? 'shipping' : '@type');
		});

		it('the findings are gathered in a list of orders, for those that have any only', async () => {
			const itemId = await placeFaulty();
			await node.run(createParameters(node.sandbox, 'SHOP-1002'));
			const { json } = await node.run({ resource: 'order', operation: 'getAll', simplify: false });
			const byExternalId = new Map(json.map((order) => [order.externalId, order]));
			expect(byExternalId.get('SHOP-1001')?.validationErrors).toEqual(expectedErrors(itemId));
			expect(byExternalId.get('SHOP-1002')).not.toHaveProperty('validationErrors');
		});

		it('the findings are gathered in an order that is returned after a change', async () => {
			const itemId = await placeFaulty();
			const { json, error } = await node.run({
				resource: 'order',
				operation: 'cancel',
				orderId: locate('externalId', 'SHOP-1001'),
			});
			expect(error).toBeUndefined();
			expect(json[0]).toMatchObject({ status: 'canceled' });
			expect(json[0]?.validationErrors).toEqual(expectedErrors(itemId));
		});
	});

	it("every id is encoded, so that none leaves the order's path", async () => {
		for (const [entered, path] of [
			['../catalog-products', '/api/orders/..%2Fcatalog-products'],
			['a b?c#d', '/api/orders/a%20b%3Fc%23d'],
			['ü/@', '/api/orders/%C3%BC%2F%40'],
		] as const) {
			await node.run({ resource: 'order', operation: 'get', orderId: locate('id', entered) });
			expect(node.sandbox.control.requests().at(-1)?.path).toBe(path);
		}
	});
});

describe('Get Many orders (spec section 4)', () => {
	const getAll = (parameters: { returnAll?: boolean; limit?: number; simplify?: boolean } = {}) =>
		node.run({ resource: 'order', operation: 'getAll', ...parameters });

	it('the pages are followed until every order is read once', async () => {
		await node.sandbox.control.reset({ pageSize: 7, seed: { orders: 40 } });
		const { json, error } = await getAll({ returnAll: true });
		expect(error).toBeUndefined();
		const expected = node.sandbox.control.orders().map(({ id }) => id);
		expect(json.map(({ id }) => id).sort()).toEqual(expected.sort());
		expect(node.sandbox.control.requests()).toHaveLength(6);
	});

	it('reading stops at the limit, which is 50 unless another is set, and reads no page more', async () => {
		await node.sandbox.control.reset({ pageSize: 25, seed: { orders: 120 } });
		expect((await getAll()).json).toHaveLength(50);
		expect(node.sandbox.control.requests()).toHaveLength(2);
		expect((await getAll({ limit: 3 })).json).toHaveLength(3);
		expect(node.sandbox.control.requests()).toHaveLength(3);
	});

	it('an order keeps its JSON-LD keys when it is not simplified', async () => {
		await node.sandbox.control.reset({ seed: { orders: 1 } });
		const { json } = await getAll({ simplify: false });
		expect(json[0]).toMatchObject({ '@type': 'Order' });
	});

	it('an account without orders gives no item', async () => {
		const { json, error } = await getAll();
		expect(error).toBeUndefined();
		expect(json).toEqual([]);
	});
});
