import { describe, expect, it } from 'vitest';

import { get } from '../../../../nodes/PodFulfilment/resources/order/get.ts';
import { getAll } from '../../../../nodes/PodFulfilment/resources/order/getAll.ts';
import { found, listOf, locate, runOperation } from '../runOperation.ts';

const failed = {
	'@id': '/api/orders/o1',
	id: 'o1',
	externalId: 'A-1',
	status: 'failed',
	errors: [{ code: 2001, message: 'The street is missing' }],
};
const validationErrors = [{ code: 2001, message: 'The street is missing' }];
const warnings = [
	'A-1 failed: the address is not valid (The street is missing). Correct it with Order → Update → Recipient, then Confirm. If it stays failed, order again under another External ID.',
];
/** 'A-1' is none that the nodes made. */
const noShop = { shopOrderId: null, shopOrderNumber: null };
const simplified = {
	id: 'o1',
	externalId: 'A-1',
	status: 'failed',
	...noShop,
	validationErrors,
	warnings,
};

describe('Get of an order', () => {
	it('the order is read by its ID or its external ID, and returned simplified with its findings', async () => {
		const byId = await runOperation(get, { orderId: locate('id', 'o1') }, [found(failed)]);
		expect(byId.sent).toEqual(['GET /api/orders/o1']);
		expect(byId.json).toEqual([simplified]);
		const byExternalId = { orderId: locate('externalId', 'A-1') };
		const { sent } = await runOperation(get, byExternalId, [found(failed)]);
		expect(sent).toEqual(['GET /api/orders/@A-1']);
	});

	it('the order is returned as the service has it, with its findings, when Simplify is off', async () => {
		const parameters = { orderId: locate('id', 'o1'), simplify: false };
		const { json } = await runOperation(get, parameters, [found(failed)]);
		expect(json).toEqual([{ ...failed, validationErrors, warnings }]);
	});

	it('an order that the service does not have is named in the error', async () => {
		const { error } = await runOperation(get, { orderId: locate('externalId', 'A-9') }, [
			{ status: 404 },
		]);
		expect(error?.message).toBe('Order "A-9" was not found');
	});

	it('nothing is sent for an empty ID', async () => {
		const { error, sent } = await runOperation(get, { orderId: locate('id', '') }, []);
		expect(error?.message).toBe('Order is empty');
		expect(sent).toEqual([]);
	});
});

describe('Get Many of orders', () => {
	it('the orders are returned simplified, each with its findings', async () => {
		const { json, sent } = await runOperation(getAll, { returnAll: true }, [
			listOf(failed, { id: 'o2', status: 'draft' }),
		]);
		expect(sent).toEqual(['GET /api/orders']);
		expect(json).toEqual([simplified, { id: 'o2', status: 'draft', ...noShop }]);
	});

	it('the orders that pass the filters are returned, and a hint tells how many they are', async () => {
		const { json, hints } = await runOperation(
			getAll,
			{ returnAll: true, filters: { status: ['failed'] } },
			[listOf(failed, { id: 'o2', status: 'draft' })],
		);
		expect(json).toEqual([simplified]);
		expect(hints).toEqual([...warnings, '2 orders were read, and 1 passed the filters.']);
	});

	it('the error says that the list of orders could not be read', async () => {
		const { error } = await runOperation(getAll, {}, [{ status: 410 }]);
		expect(error?.message).toContain('list of orders');
	});
});
