import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import {
	jsonFieldInPieces,
	MAX_ORDER_MARKS,
	parseJsonField,
} from '../../../nodes/PodFulfilment/input/jsonField.ts';
import { atOnce } from '../../../nodes/PodFulfilment/input/nextTurn.ts';
import { INHERITED_KEYS } from '../../../nodes/PodFulfilment/input/objects.ts';
import { withoutPrototypeKeys } from '../../support/json.ts';
import { expectPlainWords, refusedWith } from '../transport/wording.ts';

const FIELD = 'Items (JSON)';

/** Line and column that the message names. */
const errorLocationFor = (json: string): { line: number; column: number } => {
	const { message } = refusedWith(() => parseJsonField(json, FIELD));
	const [, line, column] = /line (\d+), column (\d+)$/.exec(message) ?? [];
	return { line: Number(line), column: Number(column) };
};

/** Reads data of others. */
const ofOthers = (value: unknown): unknown =>
	atOnce(jsonFieldInPieces(value, FIELD, { isOfOthers: true }));

/** JSON texts, some of them indented over several lines. */
const documents = fc
	.tuple(fc.json({ maxDepth: 4 }), fc.constantFrom(0, 1, '\t', '  '))
	.map(([json, indent]) => JSON.stringify(JSON.parse(json), undefined, indent));

const isJson = (text: string): boolean => {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
};

describe('parseJsonField', () => {
	it('jsonFieldInPieces parses any data of others, without the keys that reach a prototype', () => {
		fc.assert(
			fc.property(documents, (json) => {
				expect(ofOthers(json)).toStrictEqual(withoutPrototypeKeys(JSON.parse(json)));
			}),
		);
	});

	it.each(['"__proto__"', '"constructor"', '"prototype"', '"\\u005f_proto__"'])(
		'jsonFieldInPieces drops the key %s from data of others at any depth',
		(key) => {
			const value = ofOthers(`{"a":[{${key}:{"polluted":true},"b":1}],${key}:1}`);
			expect(value).toStrictEqual({ a: [{ b: 1 }] });
		},
	);

	it.each([[[{ quantity: 1 }]], [{ name: 'Nathan Doe' }], [7], [null], [undefined], [false]])(
		'parseJsonField returns a value that an expression has resolved already: %j',
		(value) => {
			expect(parseJsonField(value, FIELD)).toEqual(value);
		},
	);

	// A bracket and a comma less than there are numbers.
	const numbers = (marks: number): number[] => Array.from({ length: marks }, () => 1);

	it.each([
		['as text', (marks: number) => JSON.stringify(numbers(marks))],
		['as a value', numbers],
	])('jsonFieldInPieces rejects data of others with too many marks, %s', (_, valueWith) => {
		const read = (marks: number, isOfOthers = true) =>
			atOnce(jsonFieldInPieces(valueWith(marks), FIELD, { isOfOthers }));
		expect(read(MAX_ORDER_MARKS)).toEqual(numbers(MAX_ORDER_MARKS));
		expect(read(MAX_ORDER_MARKS + 1, false)).toHaveLength(MAX_ORDER_MARKS + 1);
		const error = refusedWith(() => read(MAX_ORDER_MARKS + 1));
		expect(error.message).toBe('Items (JSON) has more fields and values than an order');
		expectPlainWords(error);
	});

	it.each([...INHERITED_KEYS])('parseJsonField refuses the name %s', (key) => {
		const error = refusedWith(() => parseJsonField(`{"a":[{"${key}":"red","b":1}]}`, FIELD));
		expect(error.message).toBe(`Items (JSON) has "${key}", which is no field`);
		expectPlainWords(error);
	});

	it.each(['', '  ', '\n\t'])('parseJsonField rejects %j as empty', (text) => {
		const error = refusedWith(() => parseJsonField(text, FIELD));
		expect(error.message).toBe('Items (JSON) is empty');
		expectPlainWords(error);
	});

	it.each([
		['an end that is missing', '{"a":1', 1, 7],
		['a list without its bracket', '[1, 2', 1, 6],
		['a comma that is missing in a list', '[1 2]', 1, 4],
		['a comma that is missing between names', '{"a":1 "b":2}', 1, 8],
		['a comma too many in an object', '{"a":1,}', 1, 8],
		['a name without quotes', '{a:1}', 1, 2],
		['a colon that is missing', '{"a" 1}', 1, 6],
		['a text without its end', '["abc', 1, 6],
		['a line break in a text', '["ab\ncd"]', 1, 5],
		['a wrong escape', '["a\\x"]', 1, 5],
		['a bracket too many', '[1,2]]', 1, 6],
		['something after the end', '[1] [2]', 1, 5],
		['a number with a leading zero', '[01]', 1, 3],
		['a word that is cut off', '[tru', 1, 5],
		['a comma too many on the third line', '[\n\t{\n\t\t"a": 1,\n\t}\n]', 4, 2],
		['a comma missing on the third line', '[\n  {\n    "a": 1\n    "b": 2\n  }\n]', 4, 5],
		['a name without quotes after empty lines', '\n\n{\n a: 1 }', 4, 2],
	])('the error names the location of %s', (_, json, line, column) => {
		expect(errorLocationFor(json)).toEqual({ line, column });
		expectPlainWords(refusedWith(() => parseJsonField(json, FIELD)));
	});

	it('n8n does other work between one parsing and the next, while the location is looked for', () => {
		const parse = vi.spyOn(JSON, 'parse');
		const pieces = jsonFieldInPieces(`${'['.repeat(99_000)}${']'.repeat(99_000)}x`, FIELD);
		const parsings: number[] = [];
		const readOn = (): void => {
			for (let isDone = false; !isDone; isDone = pieces.next().done === true) {
				parsings.push(parse.mock.calls.length);
				parse.mockClear();
			}
		};
		expect(readOn).toThrow('line 1, column 198001');
		parse.mockRestore();
		expect(parsings.length).toBeGreaterThan(10);
		expect(Math.max(...parsings)).toBe(1);
	});

	it('the error names a location within the text for JSON that is cut off anywhere', () => {
		const cut = fc
			.tuple(documents, fc.nat())
			.map(([json, at]) => json.slice(0, at % json.length))
			.filter((json) => json.trim() !== '' && !isJson(json));
		fc.assert(
			fc.property(cut, (json) => {
				const { line, column } = errorLocationFor(json);
				const lines = json.split('\n');
				expect(line).toBeGreaterThanOrEqual(1);
				expect(line).toBeLessThanOrEqual(lines.length);
				expect(column).toBeGreaterThanOrEqual(1);
				expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1);
			}),
		);
	});

	it('the error does not repeat the text, which may be long and private', () => {
		const json = `[{"name":"${'Nathan Doe '.repeat(500)}"`;
		const { message, description } = refusedWith(() => parseJsonField(json, FIELD));
		expect(message + description).not.toContain('Nathan');
	});
});
