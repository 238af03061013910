import { describe, expect, it } from 'vitest';

import { cancel, confirm } from '../../../../nodes/PodFulfilment/resources/order/stateChange.ts';
import { found, locate, runOperation } from '../runOperation.ts';

const order = { '@id': '/api/orders/o1', id: 'o1', status: 'draft', orderItems: [] };

describe.each([
	['confirm', confirm, 'pending'],
	['cancel', cancel, 'canceled'],
])('The operation %s', (verb, operation, status) => {
	it('the change is sent for the order, which is returned simplified', async () => {
		const { json, sent } = await runOperation(operation, { orderId: locate('id', 'o1') }, [
			found({ ...order, status }),
		]);
		expect(sent).toEqual([`POST /api/orders/o1/${verb}`]);
		expect(json).toMatchObject([{ id: 'o1', status, orderItems: [] }]);
	});

	it('an order may be named by its external ID', async () => {
		const { sent } = await runOperation(operation, { orderId: locate('externalId', 'A-1') }, [
			found({ ...order, externalId: 'A-1', status }),
		]);
		expect(sent).toEqual([`POST /api/orders/@A-1/${verb}`]);
	});

	it('the operation is listed under the verb of the service', () => {
		expect(operation.option.value).toBe(verb);
	});

	it('two items change one order one after the other', async () => {
		const item = { orderId: locate('id', 'o1') };
		const answers = [{ status: 200 }, found({ ...order, status })];
		const { sent } = await runOperation(operation, [item, item], [...answers, ...answers]);
		const once = [`POST /api/orders/o1/${verb}`, 'GET /api/orders/o1'];
		expect(sent).toEqual([...once, ...once]);
	});
});
