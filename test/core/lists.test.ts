import { describe, expect, it } from 'vitest';

import { openList, openWholeList } from './engine/list.ts';
import { credentialFor } from './engine/run.ts';
import { locate, useSandbox } from './support.ts';

const bench = useSandbox();

const credential = () => credentialFor(bench.sandbox);

describe('the lists of the editor', () => {
	it('show every order once, under readable names', async () => {
		await bench.sandbox.control.reset({ pageSize: 4, seed: { orders: 10 } });
		const results = await openWholeList('searchOrders', { credential: credential() });
		const orders = bench.sandbox.control.orders();
		expect(results.map(({ value }) => value).sort()).toEqual(orders.map(({ id }) => id).sort());
		const order = orders.find(({ status }) => status === 'shipped');
		expect(results.find(({ value }) => value === order?.id)?.name).toBe(
			`${order?.externalId} · ${order?.recipient.name} · ${order?.status}`,
		);
	});

	it('find an order by its external ID, its recipient and its status, on whatever page', async () => {
		await bench.sandbox.control.reset({ pageSize: 4, seed: { orders: 10 } });
		const order = bench.sandbox.control.orders()[9];
		for (const filter of [order?.externalId, order?.recipient.name?.toUpperCase(), order?.status]) {
			const results = await openWholeList('searchOrders', { credential: credential(), filter });
			expect(results.map(({ value }) => value)).toContain(order?.id);
		}
		const { results } = await openList('searchOrders', {
			credential: credential(),
			filter: order?.externalId,
		});
		expect(results.map(({ value }) => value)).toEqual([order?.id]);
	});

	it('show the items of the order that is chosen', async () => {
		await bench.sandbox.control.reset({ seed: { orders: 3 } });
		const [order] = bench.sandbox.control.orders();
		for (const orderId of [
			locate('list', String(order?.id)),
			locate('externalId', String(order?.externalId)),
		]) {
			const { results } = await openList('searchOrderItems', {
				credential: credential(),
				parameters: { orderId },
				path: 'parameters.orderItemId',
			});
			expect(results.map(({ value }) => value)).toEqual(order?.items.map(({ id }) => id));
		}
	});

	it('show the products, and the variants of the product chosen in the same row', async () => {
		await bench.sandbox.control.reset({ pageSize: 10 });
		const products = await openWholeList('searchProducts', { credential: credential() });
		const catalog = bench.sandbox.control.products();
		expect(products.map(({ value }) => value)).toEqual(catalog.map(({ id }) => id));

		const product = catalog.find(({ variants }) => variants.some(({ inStock }) => !inStock));
		const variants = await openWholeList('searchVariantsOfProduct', {
			credential: credential(),
			parameters: {
				items: { item: [{}, { productId: locate('list', String(product?.id)) }] },
			},
			path: 'parameters.items.item[1].variantId',
		});
		expect(variants.map(({ value }) => value)).toEqual(product?.variants.map(({ id }) => id));
		const soldOut = product?.variants.find(({ inStock }) => !inStock);
		const shown = variants.find(({ value }) => value === soldOut?.id);
		expect(shown?.name).toContain('out of stock');
	});

	it('ask for a product first where none is chosen', async () => {
		await expect(
			openList('searchVariantsOfProduct', {
				credential: credential(),
				parameters: { items: { item: [{}] } },
				path: 'parameters.items.item[0].variantId',
			}),
		).rejects.toThrow('Choose the product first');
	});

	it('show the variants of all products, each once', async () => {
		const results = await openWholeList('searchVariants', { credential: credential() });
		const all = bench.sandbox.control.variants().map(({ id }) => id);
		expect(results.map(({ value }) => value)).toEqual(all);
	});

	it('show the mockup tasks', async () => {
		const results = await openWholeList('searchMockupTasks', { credential: credential() });
		expect(results.map(({ value }) => value).sort()).toEqual(
			bench.sandbox.control
				.mockupTasks()
				.map(({ id }) => id)
				.sort(),
		);
	});

	it('say what to do when the key is refused', async () => {
		await expect(
			openList('searchOrders', {
				credential: credentialFor(bench.sandbox, { apiKey: 'sandbox-wrong-key' }),
			}),
		).rejects.toThrow('The service refused the API key');
	});
});
