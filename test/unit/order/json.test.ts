import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../nodes/PodFulfilment/order/json.ts';
import { withoutPrototypeKeys } from '../../support/json.ts';
import { expectPlainWords, refusedWith } from '../transport/wording.ts';

const FIELD = 'Items (JSON)';

const placeNamedFor = (json: string): { line: number; column: number } => {
	const { message } = refusedWith(() => parseJson(json, FIELD));
	const [, line, column] = /line (\d+), column (\d+)$/.exec(message) ?? [];
	return { line: Number(line), column: Number(column) };
};

/** JSON as people write it, over several lines. */
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

describe('A JSON field', () => {
	it('hands over what any valid JSON says, without the keys that reach a prototype', () => {
		fc.assert(
			fc.property(documents, (json) => {
				expect(parseJson(json, FIELD)).toStrictEqual(withoutPrototypeKeys(JSON.parse(json)));
			}),
		);
	});

	it.each(['"__proto__"', '"constructor"', '"prototype"', '"\\u005f_proto__"'])(
		'drops the key %s at any depth',
		(key) => {
			const value = parseJson(`{"a":[{${key}:{"polluted":true},"b":1}],${key}:1}`, FIELD);
			expect(value).toStrictEqual({ a: [{ b: 1 }] });
		},
	);

	it.each([[[{ quantity: 1 }]], [{ name: 'Nathan Doe' }], [7], [null], [undefined], [false]])(
		'takes the value itself from an expression: %j',
		(value) => {
			expect(parseJson(value, FIELD)).toBe(value);
		},
	);

	it.each(['', '  ', '\n\t'])('is refused as empty for %j', (text) => {
		const refused = refusedWith(() => parseJson(text, FIELD));
		expect(refused.message).toBe('Items (JSON) is empty');
		expectPlainWords(refused);
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
	])('is refused at the place of %s', (_what, json, line, column) => {
		expect(placeNamedFor(json)).toEqual({ line, column });
		expectPlainWords(refusedWith(() => parseJson(json, FIELD)));
	});

	it('that is cut off anywhere is refused at a place that lies in the text', () => {
		const cut = fc
			.tuple(documents, fc.nat())
			.map(([json, at]) => json.slice(0, at % json.length))
			.filter((json) => json.trim() !== '' && !isJson(json));
		fc.assert(
			fc.property(cut, (json) => {
				const { line, column } = placeNamedFor(json);
				const lines = json.split('\n');
				expect(line).toBeGreaterThanOrEqual(1);
				expect(line).toBeLessThanOrEqual(lines.length);
				expect(column).toBeGreaterThanOrEqual(1);
				expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1);
			}),
		);
	});

	it('does not repeat its text, which may be long and private', () => {
		const json = `[{"name":"${'Nathan Doe '.repeat(500)}"`;
		const { message, description } = refusedWith(() => parseJson(json, FIELD));
		expect(message + description).not.toContain('Nathan');
	});
});
