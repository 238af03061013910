import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { readOtherOrder } from '../../../../support/byLevel.ts';

const linesOf = (items: IDataObject[], id = 'id') =>
	readOtherOrder(
		{ items },
		{
			orderNumber: '',
			lines: 'items',
			line: { sku: 'sku', quantity: 'qty', id, name: 'name', price: 'price' },
			address: {},
		},
	).lines;

const SHIRT = { sku: 'TEE-M', qty: 1 };

const parent = { id: 7, item_id: 7, ...SHIRT, price: 29 };

describe('A line that belongs to another line', () => {
	it.each<[string, IDataObject]>([
		['Magento', { id: 8, parent_item_id: 7 }],
		['Magento, with the other line in it', { id: 8, parent_item: { item_id: 7, sku: 'TEE-M' } }],
		['Shopware', { id: 8, parentId: '7' }],
		['a shop of its own', { id: 8, parent_id: 7 }],
		['camel case', { id: 8, parentItemId: 7 }],
		['BigCommerce', { id: 8, parent_order_product_id: 7 }],
		['an ID of its product, which both have', { id: 8, item_id: 7, parent_id: 7 }],
		['two such fields, of which one leads nowhere', { id: 8, parent_id: 0, parent_item: 7 }],
		['another spelling of the SKU', { id: 8, parent_item_id: 7, sku: ' tee-m' }],
	])('is left out where it has the same SKU: %s', (_, child) => {
		const lines = linesOf([parent, { ...SHIRT, price: 0, ...child }]);
		expect(lines.map(({ quantity, leftOutBecause }) => [quantity, leftOutBecause])).toEqual([
			[1, undefined],
			[0, 'it is Line 1 (SKU TEE-M) once more, with the same SKU'],
		]);
		expect(lines[0]).not.toHaveProperty('partIds');
	});

	it('is left out also where it comes first, or belongs to one that does', () => {
		const grandchild = { ...SHIRT, id: 9, parent_id: 8 };
		const child = { ...SHIRT, id: 8, parent_id: 7 };
		const lines = linesOf([grandchild, child, parent]);
		expect(lines.map(({ quantity }) => quantity)).toEqual([0, 0, 1]);
	});

	it('is found by its ID under the usual names where Line ID Field is empty', () => {
		const { id: _, ...withoutId } = parent;
		const lines = linesOf([withoutId, { ...SHIRT, item_id: 8, parent_item_id: 7 }], '');
		expect(lines.map(({ quantity }) => quantity)).toEqual([1, 0]);
	});

	it.each<[string, IDataObject]>([
		['with another SKU', { sku: 'MUG-1' }],
		['with another quantity', { qty: 2 }],
		['without a SKU', { sku: '' }],
	])('is a part of it %s', (_, changes) => {
		const lines = linesOf([parent, { ...SHIRT, id: 8, parent_id: 7, ...changes }]);
		expect(lines[0]?.partIds).toEqual(['8']);
		expect(lines[1]).not.toHaveProperty('leftOutBecause');
	});

	it.each<[string, IDataObject]>([
		['a discount', { sku: '', name: 'Coupon', price: -5 }],
		['not shipped', { requires_shipping: false }],
		['without pieces', { qty: 0 }],
	])('is no part of it, and left out for its own reason, where it is %s', (_, changes) => {
		const lines = linesOf([parent, { ...SHIRT, id: 8, parent_id: 7, ...changes }]);
		expect(lines[0]).not.toHaveProperty('partIds');
		expect(lines[1]?.leftOutBecause).toMatch(/^(it is a discount|it is not shipped|its quantity)/);
	});

	it('is a part of one without a SKU, as bundles may be', () => {
		const bundle = { ...parent, sku: '' };
		const lines = linesOf([
			bundle,
			{ ...SHIRT, id: 8, parent_id: 7 },
			{ ...SHIRT, id: 9, parent_id: 7 },
		]);
		expect(lines.map(({ partIds, quantity }) => [partIds, quantity])).toEqual([
			[['8', '9'], 1],
			[undefined, 1],
			[undefined, 1],
		]);
	});

	it('is to be looked at where it is a part that has no ID', () => {
		const lines = linesOf([parent, { sku: 'MUG-1', qty: 1, parent_id: 7 }]);
		expect(lines[1]?.doubt).toMatch(
			/^it belongs to Line 1 .*: check that nothing is produced twice$/,
		);
	});

	it.each<[string, IDataObject[]]>([
		[
			'to no line of the order',
			[
				{ ...SHIRT, id: 7, parent_id: 99 },
				{ ...SHIRT, id: 8, parent_id: 99 },
			],
		],
		[
			'to none',
			[
				{ ...SHIRT, id: 7, parent_item_id: null },
				{ ...SHIRT, id: 8, parent_item_id: 0 },
			],
		],
		['to none, beside one without an ID', [SHIRT, { ...SHIRT, id: 8, parent_id: null }]],
		['to itself', [{ ...SHIRT, id: 7, parent_id: 7 }]],
		[
			'to each other',
			[
				{ ...SHIRT, id: 7, parent_id: 8 },
				{ ...SHIRT, id: 8, parent_id: 7 },
			],
		],
	])('is ordered where it belongs %s', (_, items) => {
		for (const line of linesOf(items)) {
			expect(line.quantity).toBe(1);
			expect(line).not.toHaveProperty('partIds');
		}
	});
});
