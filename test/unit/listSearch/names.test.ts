import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	searchFinishedMockupTasks,
	searchMockupTasks,
	searchOrderItems,
	searchOrders,
	searchProducts,
} from '../../../nodes/PodFulfilment/listSearch/collections.ts';
import {
	searchVariants,
	searchVariantsOfProduct,
} from '../../../nodes/PodFulfilment/listSearch/variant.ts';
import { editorWith, pageOf } from './editor.ts';

const locatorValue = (value: string) => ({ __rl: true, mode: 'list', value });

describe('The names in a list', () => {
	it.each([
		[
			{ externalId: 'A-1', recipient: { name: 'Jane Roe' }, status: 'onhold' },
			'A-1 · Jane Roe · on hold',
		],
		[{ externalId: 'A-1', status: 'shipped' }, 'A-1 · shipped'],
		[{ externalId: 'A-1', recipient: null, status: 'draft' }, 'A-1 · draft'],
		[{ status: 'constructor' }, 'the-id · constructor'],
		[{ externalId: 'A-1' }, 'A-1'],
		[{}, 'the-id'],
	])('a list shows the order %j as "%s"', async (order, name) => {
		const editor = editorWith(() => pageOf([{ id: 'the-id', ...order }]));
		const { results } = await searchOrders.call(editor.caller);
		expect(results).toEqual([{ name, value: 'the-id' }]);
	});

	it.each([
		[{ name: 'Team shirt', externalId: 'LINE-1', quantity: 2 }, '2 × Team shirt'],
		[{ externalId: 'LINE-1', quantity: 2 }, '2 × LINE-1'],
		[{ quantity: 1, variantId: 'v1' }, '1 × Variant v1'],
		[{ variantId: 'v1' }, 'Variant v1'],
	])('a list shows the order item %j as "%s"', async (item, name) => {
		const editor = editorWith(() => ({ id: 'o', orderItems: [{ id: 'the-id', ...item }] }), {
			orderId: locatorValue('o'),
		});
		const { results } = await searchOrderItems.call(editor.caller);
		expect(results).toEqual([{ name, value: 'the-id' }]);
	});

	it.each([
		[{ name: 'Classic Tee', brand: 'Northwind', variantCount: 12 }, 'Classic Tee · Northwind'],
		[{ name: 'Poster', brand: '', variantCount: 1 }, 'Poster'],
		[{ name: 'Mug' }, 'Mug'],
	])('a list shows the product %j as "%s"', async (product, name) => {
		const editor = editorWith(() => pageOf([{ id: 'the-id', ...product }]));
		const { results } = await searchProducts.call(editor.caller);
		expect(results).toEqual([{ name, value: 'the-id' }]);
	});

	it.each([
		[{ name: 'Black / M', sku: 'TEE-BLK-M', inStock: true }, 'Black / M · TEE-BLK-M'],
		[
			{ name: 'Classic Tee - Black / L', sku: 'TEE-BLK-L', inStock: false },
			'Black / L · TEE-BLK-L',
		],
		[{ name: 'Classic Tee', inStock: true }, 'Classic Tee'],
		[{ name: 'Black / S' }, 'Black / S'],
		[{}, 'the-id'],
	])('a list shows the variant %j of the selected product as "%s"', async (variant, name) => {
		const editor = editorWith(() => pageOf([{ id: 'the-id', ...variant }]), {
			'&productId': {
				...locatorValue('p'),
				// As an earlier version of this package stored it.
				cachedResultName: 'Classic Tee · Northwind · 12 variants',
			},
		});
		const { results } = await searchVariantsOfProduct.call(editor.caller);
		expect(results).toEqual([{ name, value: 'the-id' }]);
	});

	it('a list shows the full name of a variant if the product was entered by ID', async () => {
		const editor = editorWith(() => pageOf([{ id: 'v', name: 'Classic Tee - Black / L' }]), {
			'&productId': 'p',
		});
		const { results } = await searchVariantsOfProduct.call(editor.caller);
		expect(results).toEqual([{ name: 'Classic Tee - Black / L', value: 'v' }]);
	});

	it.each([
		[{ name: 'Black / M', sku: 'TEE', inStock: true }, 'Black / M · Classic Tee · TEE'],
		[{ name: 'Classic Tee - Black / M', inStock: true }, 'Black / M · Classic Tee'],
		[{}, 'Classic Tee'],
	])('a list shows the variant %j among those of all products as "%s"', async (variant, name) => {
		const editor = editorWith((path) =>
			pageOf(
				path.endsWith('/catalog-variants')
					? [{ id: 'the-id', ...variant }]
					: [{ id: 'p', name: 'Classic Tee' }],
			),
		);
		const { results } = await searchVariants.call(editor.caller);
		expect(results).toEqual([{ name, value: 'the-id' }]);
	});

	it.each([
		[
			{
				createdAt: '2026-11-20T10:04:33+00:00',
				status: 'completed',
				catalogVariantMockups: [
					{ mockups: [{ displayName: 'Black / M, front' }, {}] },
					{ mockups: [{}] },
				],
			},
			'2026-11-20 10:04 · Black / M, front · 3 images',
		],
		[
			{ createdAt: '2026-11-20T10:04:33+00:00', status: 'pending', catalogVariantMockups: [] },
			'2026-11-20 10:04 · pending',
		],
		[{ createdAt: '2026-11-20T10:04:33+00:00', status: 'failed' }, '2026-11-20 10:04 · failed'],
		[{ status: 'failed' }, 'the-id · failed'],
		[{}, 'the-id'],
	])('a list shows the mockup task %j as "%s"', async (task, name) => {
		const editor = editorWith(() => pageOf([{ id: 'the-id', ...task }]));
		const { results } = await searchMockupTasks.call(editor.caller);
		expect(results).toEqual([{ name, value: 'the-id' }]);
	});
});

describe('The list of mockup tasks whose images can be downloaded', () => {
	it('a task has to be finished to be listed', async () => {
		const tasks = ['completed', 'pending', 'failed', undefined].map((status, index) => ({
			id: `t${index}`,
			...(status && { status }),
		}));
		const editor = editorWith(() => pageOf(tasks));
		const { results } = await searchFinishedMockupTasks.call(editor.caller);
		expect(results.map(({ value }) => value)).toEqual(['t0', 't3']);
	});
});

describe('The list of order items', () => {
	const variantPath = '/api/catalog-product-variants/v1';
	const clock = { id: 'v1', name: 'Wooden Wall Clock - Birch / 30 cm', sku: 'WAL002-BIRCH-30-CM' };
	const listed = async (
		orderItems: IDataObject[],
		catalog: IDataObject | undefined,
		filter = '',
	) => {
		const editor = editorWith(
			(path) => (path === variantPath ? catalog : { id: 'o', orderItems }),
			{ orderId: locatorValue('o') },
		);
		const { results } = await searchOrderItems.call(editor.caller, filter);
		return { names: results.map(({ name }) => name), urls: editor.requestedUrls, results };
	};

	it('an item has the name and SKU of its variant, and its own name goes first', async () => {
		const items = [
			{ id: 'i1', quantity: 1, variantId: 'v1' },
			{ id: 'i2', quantity: 2, variantId: 'v1', name: "Mia's clock" },
		];
		const { names, urls } = await listed(items, clock);
		expect(names).toEqual([
			'1 × Wooden Wall Clock – Birch / 30 cm (WAL002-BIRCH-30-CM)',
			"2 × Mia's clock (WAL002-BIRCH-30-CM)",
		]);
		expect(urls.filter((url) => url.endsWith(variantPath))).toHaveLength(1);
	});

	it('the items are listed when the catalog does not have their variant', async () => {
		const { names } = await listed(
			[{ id: 'i1', quantity: 1, variantId: 'v1', name: 'Tee' }],
			undefined,
		);
		expect(names).toEqual(['1 × Tee']);
	});

	it('items that would read the same show their external IDs, and all are found by them', async () => {
		const item = { quantity: 1, variantId: 'v1' };
		const items = [
			{ ...item, id: 'i1', externalId: 'LINE-1' },
			{ ...item, id: 'i2', externalId: 'LINE-2' },
		];
		const line = '1 × Wooden Wall Clock – Birch / 30 cm (WAL002-BIRCH-30-CM)';
		expect((await listed(items, clock)).names).toEqual([`${line} · LINE-1`, `${line} · LINE-2`]);
		const found = await listed(items.slice(0, 1), clock, 'line-1');
		expect(found.results).toEqual([{ name: line, value: 'i1' }]);
	});
});

describe('A list that depends on another field', () => {
	it.each([[undefined], [locatorValue('')], [locatorValue('={{ $json.order }}')], ['']])(
		'the list of order items asks for the order first if that is %j, and sends no request',
		async (orderId) => {
			const editor = editorWith(() => ({}), { orderId });
			await expect(searchOrderItems.call(editor.caller)).rejects.toMatchObject({
				message: 'Choose the order first',
				description: expect.stringContaining('enter the ID') as string,
			});
			expect(editor.requestedUrls).toEqual([]);
		},
	);

	it.each([[undefined], [locatorValue('')], [locatorValue('={{ $json.product }}')]])(
		'the list of variants has those of all products if the product is %j',
		async (productId) => {
			const editor = editorWith(
				(path) =>
					pageOf(
						path.endsWith('/catalog-variants')
							? [{ id: 'v', name: 'Black / M' }]
							: [{ id: 'p', name: 'Classic Tee' }],
					),
				{ '&productId': productId },
			);
			const { results } = await searchVariantsOfProduct.call(editor.caller);
			expect(results).toEqual([{ name: 'Black / M · Classic Tee', value: 'v' }]);
		},
	);
});
