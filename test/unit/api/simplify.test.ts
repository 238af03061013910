import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { simplifyOrder, simplifyOrderItem } from '../../../nodes/PodFulfilment/api/simplify.ts';
import { fieldNames, ITEM, ORDER, unreadable } from './orders.ts';

/** Options and print files of ITEM as 'Items (JSON)' takes them. */
const SHORT_FORM = {
	options: { dial_color: 'black' },
	files: { front: 'https://files.example.com/front.png' },
};

describe('simplifyOrder', () => {
	it('the lines of the items have the SKU of a variant that is known, which orders lack (spec section 2)', () => {
		const order = { id: 'o1', orderItems: [{ quantity: 2, name: 'Tee', variantId: 'v1' }] };
		const known = (id: string) => (id === 'v1' ? { name: 'Other', sku: 'TEE-M' } : undefined);
		expect(simplifyOrder(order, known).itemLines).toEqual(['2 × Tee (TEE-M)']);
		expect(simplifyOrder(order).itemLines).toEqual(['2 × Tee']);
	});

	it('a simplified order keeps the ids, the status and the most used fields', () => {
		const simplified = simplifyOrder(ORDER);
		expect(simplified).toMatchObject({
			id: 'o1',
			externalId: 'A-1001',
			status: 'failed',
			shipping: 'STANDARD',
			recipient: { name: 'Nathan Doe' },
			createdAt: '2026-11-20T10:00:00+00:00',
			updatedAt: '2026-11-20T10:00:05+00:00',
		});
		expect(Object.keys(simplified).filter((key) => key.startsWith('@'))).toEqual([]);
	});

	it('a simplified order has at most fourteen fields, whatever the service adds', () => {
		fc.assert(
			fc.property(fc.dictionary(fieldNames, fc.jsonValue()), (extra) => {
				const order = { ...ORDER, ...extra, validation: [unreadable] };
				expect(Object.keys(simplifyOrder(order as typeof ORDER)).length).toBeLessThanOrEqual(14);
			}),
		);
	});

	it('the items of a simplified order have options and print files in short, and no JSON-LD keys', () => {
		expect(simplifyOrder(ORDER).orderItems).toEqual([
			{
				id: 'i1',
				externalId: 'LINE-1',
				name: 'Team shirt',
				quantity: 2,
				variantId: 'v1',
				retailPrice: '24.90',
				...SHORT_FORM,
			},
		]);
		expect(simplifyOrderItem(ITEM)).toEqual((simplifyOrder(ORDER).orderItems as unknown[])[0]);
	});

	it('a simplified order has no field that the service did not send, but for those of the shop', () => {
		expect(simplifyOrder({ id: 'o1', status: 'draft' })).toEqual({
			id: 'o1',
			status: 'draft',
			shopOrderId: null,
			shopOrderNumber: null,
		});
	});

	it.each([
		['shopify-1001-5700000002001', ['shopOrderNumber', 'status']],
		// An order that no shop has shows no empty column first.
		['A-1001', ['status', 'recipientLine']],
	])('a simplified order with the external ID %s begins with %j', (externalId, fields) => {
		const simplified = simplifyOrder({ ...ORDER, externalId });
		expect(Object.keys(simplified).slice(0, 2)).toEqual(fields);
		expect(simplified.shopOrderNumber).toBe(externalId === 'A-1001' ? null : '1001');
	});

	it('a simplified order has these fields in this order, and so has its item', () => {
		expect(Object.keys(simplifyOrder(ORDER))).toEqual([
			'status',
			'recipientLine',
			'itemLines',
			'shopOrderNumber',
			'shipping',
			'createdAt',
			'updatedAt',
			'shopOrderId',
			'externalId',
			'id',
			'recipient',
			'orderItems',
			'associations',
		]);
		expect(Object.keys(simplifyOrderItem(ITEM))).toEqual([
			'id',
			'externalId',
			'name',
			'quantity',
			'variantId',
			'retailPrice',
			...Object.keys(SHORT_FORM),
		]);
	});

	it.each([null, 'none', {}])('the items %j of an order become an empty list', (orderItems) => {
		expect(simplifyOrder({ id: 'o1', orderItems })).toMatchObject({ id: 'o1', orderItems: [] });
	});

	it('the findings of an item are among those of the simplified order, and on the item alone', () => {
		const item = { ...ITEM, errors: [unreadable] };
		expect(simplifyOrderItem(item).validationErrors).toEqual([unreadable]);
		const simplified = simplifyOrder({ ...ORDER, orderItems: [item] });
		expect(simplified.validationErrors).toEqual([{ ...unreadable, itemId: 'i1' }]);
		expect((simplified.orderItems as object[])[0]).not.toHaveProperty('validationErrors');
	});
});
