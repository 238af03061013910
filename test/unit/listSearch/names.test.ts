import { describe, expect, it } from 'vitest';

import { searchMockupTasks } from '../../../nodes/PodFulfilment/listSearch/mockupTask.ts';
import { searchOrders } from '../../../nodes/PodFulfilment/listSearch/order.ts';
import { searchOrderItems } from '../../../nodes/PodFulfilment/listSearch/orderItem.ts';
import { searchProducts } from '../../../nodes/PodFulfilment/listSearch/product.ts';
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
		[{ status: 'a new status' }, 'a new status'],
		[{ status: 'constructor' }, 'constructor'],
		[{}, 'the-id'],
	])('a list shows the order %j as "%s"', async (order, name) => {
		const editor = editorWith(() => pageOf([{ id: 'the-id', ...order }]));
		const { results } = await searchOrders.call(editor.caller);
		expect(results).toEqual([{ name, value: 'the-id' }]);
	});

	it.each([
		[{ name: 'Team shirt', externalId: 'LINE-1', quantity: 2 }, '2 × Team shirt · LINE-1'],
		[{ quantity: 1, variantId: 'v1' }, '1 × Variant v1'],
	])('a list shows the order item %j as "%s"', async (item, name) => {
		const editor = editorWith(() => ({ id: 'o', orderItems: [{ id: 'the-id', ...item }] }), {
			orderId: locatorValue('o'),
		});
		const { results } = await searchOrderItems.call(editor.caller);
		expect(results).toEqual([{ name, value: 'the-id' }]);
	});

	it.each([
		[
			{ name: 'Classic Tee', brand: 'Northwind', variantCount: 12 },
			'Classic Tee · Northwind · 12 variants',
		],
		[{ name: 'Poster', brand: '', variantCount: 1 }, 'Poster · 1 variant'],
		[{ name: 'Mug' }, 'Mug'],
	])('a list shows the product %j as "%s"', async (product, name) => {
		const editor = editorWith(() => pageOf([{ id: 'the-id', ...product }]));
		const { results } = await searchProducts.call(editor.caller);
		expect(results).toEqual([{ name, value: 'the-id' }]);
	});

	it.each([
		[{ name: 'Black / M', sku: 'TEE-BLK-M', inStock: true }, 'Black / M · in stock · TEE-BLK-M'],
		[
			{ name: 'Classic Tee - Black / L', sku: 'TEE-BLK-L', inStock: false },
			'Black / L · out of stock · TEE-BLK-L',
		],
		[{ name: 'Classic Tee', inStock: true }, 'Classic Tee · in stock'],
		[{ name: 'Black / S' }, 'Black / S'],
		[{}, 'the-id'],
	])('a list shows the variant %j of the selected product as "%s"', async (variant, name) => {
		const editor = editorWith(() => pageOf([{ id: 'the-id', ...variant }]), {
			'&productId': {
				...locatorValue('p'),
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
		[{ name: 'Black / M', sku: 'TEE', inStock: true }, 'Classic Tee · Black / M · in stock · TEE'],
		[{ name: 'Classic Tee - Black / M', inStock: true }, 'Classic Tee - Black / M · in stock'],
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
				catalogVariantMockups: [{ mockups: [{}, {}] }, { mockups: [{}] }],
			},
			'2026-11-20 10:04 · completed · 3 images',
		],
		[
			{ createdAt: '2026-11-20T10:04:33+00:00', status: 'pending', catalogVariantMockups: [] },
			'2026-11-20 10:04 · pending',
		],
		[{}, 'the-id'],
	])('a list shows the mockup task %j as "%s"', async (task, name) => {
		const editor = editorWith(() => pageOf([{ id: 'the-id', ...task }]));
		const { results } = await searchMockupTasks.call(editor.caller);
		expect(results).toEqual([{ name, value: 'the-id' }]);
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

	it('the list of variants asks for the product first, and sends no request', async () => {
		const editor = editorWith(() => ({}), { '&productId': locatorValue('') });
		await expect(searchVariantsOfProduct.call(editor.caller)).rejects.toThrow(
			'Choose the product first',
		);
		expect(editor.requestedUrls).toEqual([]);
	});
});
