import { describe, expect, it } from 'vitest';

import { openList, openWholeList } from './engine/list.ts';
import { credentialFor } from './engine/run.ts';
import { locate, useSandbox } from './support.ts';

const node = useSandbox();

const credential = () => credentialFor(node.sandbox);

describe('The lists of the editor', () => {
	it('the list shows every order once, under readable names', async () => {
		await node.sandbox.control.reset({ pageSize: 4, seed: { orders: 10 } });
		const results = await openWholeList('searchOrders', { credential: credential() });
		const orders = node.sandbox.control.orders();
		expect(results.map(({ value }) => value).sort()).toEqual(orders.map(({ id }) => id).sort());
		const order = orders.find(({ status }) => status === 'shipped');
		expect(results.find(({ value }) => value === order?.id)?.name).toBe(
			`${order?.externalId} · ${order?.recipient.name} · shipped`,
		);
	});

	it('the list finds an order by its external ID, its recipient and its status, on whatever page', async () => {
		await node.sandbox.control.reset({ pageSize: 4, seed: { orders: 10 } });
		const order = node.sandbox.control.orders()[9];
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

	it('the list shows the items of the order that is chosen', async () => {
		await node.sandbox.control.reset({ seed: { orders: 3 } });
		const [order] = node.sandbox.control.orders();
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

	it('the lists show the products, and the variants of the product chosen in the same row', async () => {
		await node.sandbox.control.reset({ pageSize: 10 });
		const products = await openWholeList('searchProducts', { credential: credential() });
		const catalog = node.sandbox.control.products();
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
		// The editor keeps the label in the workflow, and the stock changes.
		expect(shown?.name).not.toMatch(/stock/i);
	});

	it.each([
		['searchVariants', {}, ''],
		['searchVariantsOfProduct', { items: { item: [{}] } }, 'parameters.items.item[0].variantId'],
	])(
		'the list %s shows the variants of all products, each once',
		async (method, parameters, path) => {
			const results = await openWholeList(method, { credential: credential(), parameters, path });
			const all = node.sandbox.control.variants().map(({ id }) => id);
			expect(results.map(({ value }) => value)).toEqual(all);
		},
	);

	it('the list shows the mockup tasks', async () => {
		const results = await openWholeList('searchMockupTasks', { credential: credential() });
		expect(results.map(({ value }) => value).sort()).toEqual(
			node.sandbox.control
				.mockupTasks()
				.map(({ id }) => id)
				.sort(),
		);
	});

	it('the list says what to do when the key is refused', async () => {
		await expect(
			openList('searchOrders', {
				credential: credentialFor(node.sandbox, { apiKey: 'sandbox-wrong-key' }),
			}),
		).rejects.toThrow('The service refused the API key');
	});
});
