import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	simplifyOrder,
	simplifyOrderItem,
	validationErrorsOf,
	withValidationErrors,
} from '../../../nodes/PodFulfilment/api/simplifyOrder.ts';

const ITEM = {
	'@id': '/api/orders/o1/order_item/i1',
	'@type': 'OrderItem',
	id: 'i1',
	externalId: 'LINE-1',
	quantity: 2,
	name: 'Team shirt',
	retailPrice: '24.90',
	variantId: 'v1',
	placements: [{ type: 'front', layers: [{ url: 'https://files.example.com/front.png' }] }],
	options: [{ id: 'dial_color', value: 'black' }],
};

/** Section 2, Order with every field the spec names. */
const ORDER = {
	'@context': '/api/contexts/Order',
	'@id': '/api/orders/o1',
	'@type': 'Order',
	id: 'o1',
	externalId: 'A-1001',
	shipping: 'STANDARD',
	status: 'failed',
	createdAt: '2026-11-20T10:00:00+00:00',
	updatedAt: '2026-11-20T10:00:05+00:00',
	recipient: { name: 'Nathan Doe' },
	orderItems: [ITEM],
	actions: [{ type: 'reprint', source: '@A-1000' }],
	associations: [{ type: 'reprint', source: { id: 'o0' } }],
};

/** Property names that the service could use for validation errors; the spec does not name one (section 7). */
const fieldNames = fc
	.stringMatching(/^[a-zA-Z@:_]{1,20}$/)
	.filter((name) => !(name in ORDER) && !(name in ITEM) && !(name in {}));

const unreadable = { code: 1001, message: 'The print file cannot be read' };
const address = { code: 2001, message: 'The street is missing' };

describe('simplifyOrder', () => {
	it('keeps the ids, the status and the most used fields', () => {
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

	it('returns at most ten fields, whatever the service adds', () => {
		fc.assert(
			fc.property(fc.dictionary(fieldNames, fc.jsonValue()), (extra) => {
				const order = { ...ORDER, ...extra, validation: [unreadable] };
				expect(Object.keys(simplifyOrder(order as typeof ORDER)).length).toBeLessThanOrEqual(10);
			}),
		);
	});

	it('simplifies the items to fields without print data and JSON-LD keys', () => {
		expect(simplifyOrder(ORDER).orderItems).toEqual([
			{
				id: 'i1',
				externalId: 'LINE-1',
				name: 'Team shirt',
				quantity: 2,
				variantId: 'v1',
				retailPrice: '24.90',
			},
		]);
		expect(simplifyOrderItem(ITEM)).toEqual((simplifyOrder(ORDER).orderItems as unknown[])[0]);
	});

	it('adds no field that the service did not send', () => {
		expect(simplifyOrder({ id: 'o1', status: 'draft' })).toEqual({ id: 'o1', status: 'draft' });
	});
});

describe('Validation errors (section 7, codes 1001 and 2001)', () => {
	it('are found on the order under any name', () => {
		fc.assert(
			fc.property(fieldNames, (name) => {
				const order = { ...ORDER, [name]: [address] };
				expect(simplifyOrder(order).validationErrors).toEqual([address]);
			}),
		);
	});

	it('are found on the items under any name, with the id of the item', () => {
		fc.assert(
			fc.property(fieldNames, (name) => {
				const order = { ...ORDER, orderItems: [{ ...ITEM, [name]: [unreadable] }, ITEM] };
				expect(simplifyOrder(order).validationErrors).toEqual([{ ...unreadable, itemId: 'i1' }]);
			}),
		);
	});

	it('are collected from the order and all its items', () => {
		const order = {
			...ORDER,
			errors: [address],
			orderItems: [
				{ ...ITEM, errors: [unreadable] },
				{ ...ITEM, id: 'i2', errors: [unreadable] },
			],
		};
		expect(validationErrorsOf(order)).toEqual([
			address,
			{ ...unreadable, itemId: 'i1' },
			{ ...unreadable, itemId: 'i2' },
		]);
	});

	it('have a number as code, also when the service sends a text', () => {
		expect(validationErrorsOf({ errors: [{ code: '2001' }] })).toEqual([{ code: 2001 }]);
	});

	it('are added to a raw order, and kept when that is simplified', () => {
		const order = { ...ORDER, errors: [address], orderItems: [{ ...ITEM, errors: [unreadable] }] };
		const validationErrors = [address, { ...unreadable, itemId: 'i1' }];
		expect(withValidationErrors(order)).toEqual({ ...order, validationErrors });
		expect(simplifyOrder(withValidationErrors(order)).validationErrors).toEqual(validationErrors);
		expect(withValidationErrors(ORDER)).toBe(ORDER);
	});

	it('are missing for an order without any', () => {
		expect(simplifyOrder(ORDER)).not.toHaveProperty('validationErrors');
	});

	it.each([
		[{ notes: [{ code: 3001, message: 'Gift wrapping' }] }],
		[{ notes: [{ code: 'DE' }, { code: null }, {}] }],
		[{ codes: [1001, '2001', null] }],
		[{ code: 1001 }],
	])('are not taken from other lists: %j', (extra) => {
		expect(validationErrorsOf({ ...ORDER, ...extra })).toEqual([]);
	});

	it.each([[null], ['none'], [{}], [[null, 'item']]])(
		'are found when the items have another shape: %j',
		(orderItems) => {
			expect(validationErrorsOf({ ...ORDER, orderItems, errors: [address] })).toEqual([address]);
		},
	);
});
