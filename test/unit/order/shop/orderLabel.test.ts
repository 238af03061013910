import { describe, expect, it } from 'vitest';

import {
	lineInProblems,
	orderInProblems,
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
	});

	it('call an order without a number by the parameter', () => {
		expect(orderInProblems(undefined)).toBe('Shop Order');
		expect(lineInProblems('Line 2', undefined)).toBe('Line 2');
	});
});
