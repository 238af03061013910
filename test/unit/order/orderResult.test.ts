import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { OperationCall } from '../../../nodes/PodFulfilment/execution/operation.ts';
import { orderResult } from '../../../nodes/PodFulfilment/order/orderResult.ts';
import { warning } from '../../../nodes/PodFulfilment/order/findings.ts';

const ORDER: IDataObject = {
	'@type': 'Order',
	id: 'o1',
	status: 'failed',
	errors: [{ code: 2001, message: 'The street is missing' }],
};

const FOUND = {
	validationErrors: [{ code: 2001, message: 'The street is missing' }],
	warnings: [
		'o1 failed: the address is not valid (The street is missing). Correct it with Order → Update → Recipient, then Confirm. If it stays failed, order again under another External ID.',
	],
};

/** What is said of an order without an external ID that the nodes made. */
const NO_SHOP = { shopOrderId: null, shopOrderNumber: null };

/** The function that gives the output for these parameters. */
const resultWith = (parameters: IDataObject) => {
	const parameter = (name: string, fallback: unknown): unknown => parameters[name] ?? fallback;
	return orderResult({ parameter, note: () => undefined } as unknown as OperationCall);
};

describe('An order as output of an operation', () => {
	it.each([
		['simplified', { simplify: true }, { id: 'o1', status: 'failed', ...NO_SHOP }],
		['whole', { simplify: false }, ORDER],
	])('the order is %s, and has what the validation found', (_, parameters, order) => {
		expect(resultWith(parameters)(ORDER)).toEqual({ ...order, ...FOUND });
	});

	it('the warning of a failed order comes first, also where selected fields leave out its status', () => {
		const output = resultWith({ output: 'selected', fields: ['id'] })(ORDER, [
			warning('Look at it.'),
		]);
		expect(output).toEqual({ id: 'o1', warnings: [...FOUND.warnings, 'Look at it.'] });
	});

	it('the output has warnings only if there are any', () => {
		const toResult = resultWith({ simplify: true });
		const order = { id: 'o1', status: 'draft', ...NO_SHOP };
		expect(toResult(order)).toEqual(order);
		expect(toResult(order, [])).toEqual(order);
		expect(toResult(order, [warning('Look at it.')])).toEqual({
			...order,
			warnings: ['Look at it.'],
		});
	});
});
