import { describe, expect, it } from 'vitest';

import {
	ORDERS,
	TASKS,
} from '../../../../../nodes/PodFulfilment/trigger/polling/read/listReader.ts';

describe('The lists that are watched (spec section 4)', () => {
	it('orders and mockup tasks have the paths of the spec, and names for messages', () => {
		expect([ORDERS.path, ORDERS.subject]).toEqual(['/api/orders', 'the list of orders']);
		expect([TASKS.path, TASKS.subject]).toEqual(['/api/mockup-tasks', 'the list of mockup tasks']);
		expect(ORDERS.member('a b')).toMatchObject({
			path: '/api/orders/a%20b',
			subject: 'order "a b"',
		});
		expect(TASKS.member('m')).toEqual({ path: '/api/mockup-tasks/m', subject: 'mockup task "m"' });
	});

	it('an order in a list is complete with its items', () => {
		expect(ORDERS.isComplete({ id: 'a', orderItems: [] })).toBe(true);
		expect(ORDERS.isComplete({ id: 'a' })).toBe(false);
		expect(ORDERS.isComplete({ id: 'a', orderItems: 3 })).toBe(false);
	});

	it('a mockup task in a list is complete with its images, or while it is pending', () => {
		const createdAt = '2026-11-20T12:00:00Z';
		expect(TASKS.isComplete({ status: 'completed', catalogVariantMockups: [] })).toBe(true);
		expect(TASKS.isComplete({ status: 'completed', createdAt })).toBe(false);
		expect(TASKS.isComplete({ status: 'pending', createdAt })).toBe(true);
		expect(TASKS.isComplete({ status: 'pending' })).toBe(false);
	});
});
