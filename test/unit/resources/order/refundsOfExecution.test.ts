import { describe, expect, it } from 'vitest';

import { refundsOfExecution } from '../../../../nodes/PodFulfilment/resources/order/refund.ts';

describe('The refunds of an execution', () => {
	it('all tries of an execution share its refunds, and no other execution has them', () => {
		const execution = {};
		refundsOfExecution(execution).set('order', 'done');
		expect([...refundsOfExecution(execution)]).toEqual([['order', 'done']]);
		expect([...refundsOfExecution({})]).toEqual([]);
	});

	it('the oldest execution is forgotten first, once there are more than a thousand', () => {
		const executions = Array.from({ length: 1_000 }, () => ({}));
		for (const execution of executions) refundsOfExecution(execution).set('order', 'done');
		const isRemembered = (execution: object | undefined): boolean =>
			refundsOfExecution(execution).has('order');
		expect(executions.every(isRemembered)).toBe(true);
		refundsOfExecution({});
		expect(executions.slice(1).every(isRemembered)).toBe(true);
		expect(isRemembered(executions[0])).toBe(false);
	});
});
