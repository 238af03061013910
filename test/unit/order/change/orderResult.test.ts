import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { OperationCall } from '../../../../nodes/PodFulfilment/execution/operation.ts';
import { orderResult } from '../../../../nodes/PodFulfilment/order/change/orderResult.ts';

const ORDER: IDataObject = {
	'@type': 'Order',
	id: 'o1',
	status: 'failed',
	errors: [{ code: 2001, message: 'The street is missing' }],
};

const FOUND = { validationErrors: [{ code: 2001, message: 'The street is missing' }] };

/** The function that gives the output for these parameters. */
const resultWith = (parameters: IDataObject) => {
	const parameter = (name: string, fallback: unknown): unknown => parameters[name] ?? fallback;
	return orderResult({ parameter } as unknown as OperationCall);
};

describe('An order as output of an operation', () => {
	it.each([
		['simplified', { simplify: true }, { id: 'o1', status: 'failed' }],
		['whole', { simplify: false }, ORDER],
	])('the order is %s, and has what the validation found', (_, parameters, order) => {
		expect(resultWith(parameters)(ORDER)).toEqual({ ...order, ...FOUND });
	});

	it('the output has warnings only if there are any', () => {
		const toResult = resultWith({ simplify: true });
		const order = { id: 'o1', status: 'draft' };
		expect(toResult(order)).toEqual(order);
		expect(toResult(order, [])).toEqual(order);
		expect(toResult(order, ['Look at it.'])).toEqual({ ...order, warnings: ['Look at it.'] });
	});
});
