import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseJsonField } from '../../../nodes/PodFulfilment/input/jsonField.ts';
import { refusedWith } from '../transport/wording.ts';

/** Line and column that the message names. */
const errorLocationFor = (json: string): { line: number; column: number } => {
	const { message } = refusedWith(() => parseJsonField(json, 'Items (JSON)'));
	const [, line, column] = /line (\d+), column (\d+)$/.exec(message) ?? [];
	return { line: Number(line), column: Number(column) };
};

describe('The location that parseJsonField names', () => {
	it.each([
		['a word', '[{"a": x}]', 1, 8],
		['a comma too many in a list, with more behind it', '[1,]   ', 1, 4],
		['a comma first', '[,1]', 1, 2],
		['a word of another language', '[\n{"a": None},\n{"b": 1},\n{"b": 1}]', 2, 7],
		['a word that begins like a literal', '[\n{"a": trux},\n{"b": 1},\n{"b": 1}]', 2, 10],
		['typographic quotes', '[“a”, "b"]', 1, 2],
		['an expression that was not resolved', '{"a": {{ $json.a }}, "b": 1}', 1, 8],
		['the word position in a text before it', '["position 3", x]\n', 1, 16],
	])('the location in the error is that of %s', (_, json, line, column) => {
		expect(errorLocationFor(json)).toEqual({ line, column });
	});

	it('the location in the error is that of an invalid entry anywhere in a list', () => {
		fc.assert(
			fc.property(fc.array(fc.jsonValue()), fc.array(fc.jsonValue()), (before, after) => {
				const json = `[${[...before.map((value) => JSON.stringify(value)), 'x', ...after.map((value) => JSON.stringify(value))].join(',\n')}]`;
				expect(errorLocationFor(json)).toEqual({
					line: before.length + 1,
					column: before.length === 0 ? 2 : 1,
				});
			}),
		);
	});
});
