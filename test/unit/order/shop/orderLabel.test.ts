import { describe, expect, it } from 'vitest';

import {
	lineDataInProblems,
	lineInProblems,
	orderInProblems,
	orderNumberIn,
} from '../../../../nodes/PodFulfilment/order/shop/orderLabel.ts';

describe('Problems', () => {
	it.each([
		['1001', 'Order #1001'],
		['#1001', 'Order #1001'],
		['# 1001', 'Order #1001'],
		['A$&-$1', 'Order #A$&-$1'],
	])('call the order with the number %j and its lines %j', (number, order) => {
		expect(orderInProblems(number)).toBe(order);
		expect(lineInProblems('Line 2 (Mug)', number)).toBe(`${order}, line 2 (Mug)`);
		expect(lineDataInProblems('Line 2 (Mug)', number)).toBe(`${order}, line 2 (Mug)`);
	});

	it('call an order without a number by the parameter', () => {
		expect(orderInProblems(undefined)).toBe('Shop Order');
		expect(lineInProblems('Line 2', undefined)).toBe('Line 2');
		expect(lineDataInProblems('Line 2', undefined)).toBe('Shop Order → Line 2');
	});
});

describe('The number of an order that was refused as a whole', () => {
	const line_items: unknown[] = [];

	it.each([
		[{ line_items, order_number: 1001, name: '#1001', number: 1, id: 9 }, '1001'],
		[{ line_items, name: '#1001', number: 1, id: 9 }, '#1001'],
		[{ body: { order: { line_items, number: '727', id: 7 } } }, '727'],
		[{ line_items, id: 7 }, '7'],
		[{ data: { order: { lineItems: { nodes: [] }, name: '#1001' } } }, '#1001'],
		[{ line_items }, undefined],
		[{ name: 'A product', id: 9 }, undefined],
		['text', undefined],
		[undefined, undefined],
	])('%j has the number %s', (value, number) => {
		expect(orderNumberIn(value)).toBe(number);
	});
});
