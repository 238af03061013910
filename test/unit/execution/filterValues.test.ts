import { describe, expect, it } from 'vitest';

import type { OperationCall } from '../../../nodes/PodFulfilment/execution/operation.ts';
import {
	chosenStatuses,
	filterValues,
} from '../../../nodes/PodFulfilment/execution/filterValues.ts';
import { ORDER_STATUSES } from '../../../nodes/PodFulfilment/spec/service.ts';

const statuses = (value: unknown) => chosenStatuses(value, 'Status', ORDER_STATUSES);

describe('Statuses that were chosen', () => {
	it.each([
		[
			['onhold', 'failed'],
			['onhold', 'failed'],
		],
		[['On Hold'], ['onhold']],
		['onhold, Failed', ['onhold', 'failed']],
		['cancelled', ['canceled']],
		[['failed', 'failed'], ['failed']],
		[[], []],
		['', []],
		[' , ', []],
		[[''], []],
		[null, []],
		[undefined, []],
	])('are a list, or a text of an agent or expression: %j', (value, expected) => {
		expect(statuses(value)).toEqual(expected);
	});

	it.each([
		['shiped', '"shiped"'],
		[['failed', 'gone'], '"gone"'],
		[3, '3'],
		[[{}], '{}'],
		[{ toString: 1 }, '{"toString":1}'],
	])('are refused where there is no such status: %j', (value, shown) => {
		expect(() => statuses(value)).toThrow(
			expect.objectContaining({
				message: `Filters → Status contains ${shown}, which is not a status`,
				description: expect.stringContaining('"draft", "pending", "inprocess"') as string,
			}),
		);
	});
});

describe('The values of Filters', () => {
	const values = (filters: unknown) =>
		filterValues({ parameter: () => filters } as unknown as OperationCall);

	it.each([[{ status: ['failed'] }], [{}]])('are what was entered: %j', (filters) => {
		expect(values(filters)).toEqual(filters);
	});

	it.each([undefined, null, ''])('are none where nothing was: %j', (filters) => {
		expect(values(filters)).toEqual({});
	});

	it.each(['failed', ['failed'], 3])('are refused as anything else: %j', (filters) => {
		expect(() => values(filters)).toThrow(
			`Filters is ${JSON.stringify(filters)}, but must be an object`,
		);
	});
});
