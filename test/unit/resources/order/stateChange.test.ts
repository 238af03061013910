import { describe, expect, it } from 'vitest';

import type { Operation } from '../../../../nodes/PodFulfilment/execution/operation.ts';
import { CANCEL, CONFIRM } from '../../../../nodes/PodFulfilment/order/change/applyStateChange.ts';
import { stateChange } from '../../../../nodes/PodFulfilment/resources/order/stateChange.ts';
import { found, locate, runOperation } from '../runOperation.ts';

const operationOf = (change: typeof CONFIRM): Operation =>
	stateChange({ name: 'Change', action: 'Change an order', description: 'Change it', change });

const order = { '@id': '/api/orders/o1', id: 'o1', status: 'draft', orderItems: [] };

describe.each([
	['confirm', CONFIRM, 'pending'],
	['cancel', CANCEL, 'canceled'],
])('The operation %s', (verb, change, status) => {
	it('the change is sent for the order, which is returned simplified', async () => {
		const { json, sent } = await runOperation(
			operationOf(change),
			{ orderId: locate('id', 'o1') },
			[found({ ...order, status })],
		);
		expect(sent).toEqual([`POST /api/orders/o1/${verb}`]);
		expect(json).toMatchObject([{ id: 'o1', status, orderItems: [] }]);
	});

	it('an order may be named by its external ID', async () => {
		const { sent } = await runOperation(
			operationOf(change),
			{ orderId: locate('externalId', 'A-1') },
			[found({ ...order, externalId: 'A-1', status })],
		);
		expect(sent).toEqual([`POST /api/orders/@A-1/${verb}`]);
	});

	it('the operation is listed under the verb of the service', () => {
		expect(operationOf(change).option.value).toBe(verb);
	});

	it('two items change one order one after the other', async () => {
		const item = { orderId: locate('id', 'o1') };
		const answers = [{ status: 200 }, found({ ...order, status })];
		const { sent } = await runOperation(
			operationOf(change),
			[item, item],
			[...answers, ...answers],
		);
		const once = [`POST /api/orders/o1/${verb}`, 'GET /api/orders/o1'];
		expect(sent).toEqual([...once, ...once]);
	});
});
