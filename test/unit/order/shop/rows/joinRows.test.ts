import { describe, expect, it } from 'vitest';

import type { OperationCall } from '../../../../../nodes/PodFulfilment/execution/operation.ts';
import { atOnce } from '../../../../../nodes/PodFulfilment/input/nextTurn.ts';
import { joinRows, rowsOf } from '../../../../../nodes/PodFulfilment/order/shop/rows/joinRows.ts';

/** Joins rows, and says which items were read, in their order. */
async function join(rows: unknown[]) {
	const read: number[] = [];
	const parametersOf = (itemIndex: number) =>
		((name: string, fallback: unknown) => {
			if (name === 'row') read.push(itemIndex);
			return { orderFrom: 'rows', row: rows[itemIndex], options: {} }[name] ?? fallback;
		}) as OperationCall['parameter'];
	const joined = (await joinRows(parametersOf, rows.length)) ?? [];
	const rowsIn = (content: unknown) =>
		atOnce(rowsOf({ parameter: parametersOf(0), joined: content } as unknown as OperationCall));
	const labelsOf = (content: unknown): string[] => rowsIn(content).rows.map(({ label }) => label);
	const continuedBy = (content: unknown): string | undefined => rowsIn(content).continuedBy?.label;
	return { joined, labelsOf, continuedBy, read };
}

const row = (number: string, index: number) => ({
	...{ row_number: index, 'Order Number': number, SKU: 'TEE-M' },
});

describe('The rows of an execution', () => {
	it('are read once, also where several are one order', async () => {
		const { joined, labelsOf, read } = await join([row('A', 2), row('B', 3), row('A', 4)]);
		expect(joined.map(({ indexes }) => indexes)).toEqual([[0, 2], [1]]);
		expect(joined.map(({ content }) => labelsOf(content))).toEqual([['Row 2', 'Row 4'], ['Row 3']]);
		expect(read).toEqual([0, 1, 2]);
	});

	it.each<[string | undefined, object]>([
		['Row 4', { SKU: 'MUG' }],
		['Row 4', { SKU: 'MUG', Country: 'US' }],
		[undefined, { SKU: 'MUG', City: 'Boston' }],
		[undefined, { SKU: 'MUG', Tracking: '1Z999AA10123456784' }],
		[undefined, { Quantity: 3 }],
		[undefined, { 'Order Number': 'C', SKU: 'MUG' }],
	])('are continued by %s where the two below them are %j', async (label, below) => {
		const unnumbered = [4, 5].map((index) => ({ row_number: index, ...below }));
		const { joined, continuedBy } = await join([row('A', 2), row('B', 3), ...unnumbered]);
		expect(joined.slice(0, 2).map(({ content }) => continuedBy(content))).toEqual([
			undefined,
			label,
		]);
	});

	it('are refused one by one where they cannot be read', async () => {
		const { joined, labelsOf } = await join([[1], row('A', 2), 7]);
		expect(joined.map(({ indexes }) => indexes)).toEqual([[0], [1], [2]]);
		expect(() => labelsOf(joined[0]?.content)).toThrow('Row is [1], but must be an object');
		expect(labelsOf(joined[1]?.content)).toEqual(['Row 2']);
	});
});
