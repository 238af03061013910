import { describe, expect, it } from 'vitest';

import type { OperationCall } from '../../../nodes/PodFulfilment/execution/operation.ts';
import {
	chosenStatuses,
	filterValues,
} from '../../../nodes/PodFulfilment/resources/filterValues.ts';
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
	])('statuses are a list, or the text of an agent or an expression: %j', (value, expected) => {
		expect(statuses(value)).toEqual(expected);
	});

	it.each([
		['shiped', '"shiped"'],
		[['failed', 'gone'], '"gone"'],
		[3, '3'],
		[[{}], '{}'],
		[{ toString: 1 }, '{"toString":1}'],
	])('a status that does not exist is refused: %j', (value, shown) => {
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

	it.each([[{ status: ['failed'] }], [{}]])('Filters have the entered values: %j', (filters) => {
		expect(values(filters)).toEqual(filters);
	});

	it.each([undefined, null, ''])('Filters are empty when nothing was entered: %j', (filters) => {
		expect(values(filters)).toEqual({});
	});

	it.each(['failed', ['failed'], 3])('Filters that are no object are refused: %j', (filters) => {
		expect(() => values(filters)).toThrow(
			`Filters is ${JSON.stringify(filters)}, but must be an object`,
		);
	});
});
