import { describe, expect, it } from 'vitest';

import { quote, quotedList } from '../../../nodes/PodFulfilment/input/wording.ts';

describe('A value in a message', () => {
	const circular: Record<string, unknown> = {};
	circular.itself = circular;

	it.each<[string, unknown, string]>([
		['a text', 'red', '"red"'],
		['a number', 5, '5'],
		['an object', { a: [1] }, '{"a":[1]}'],
		['no value', undefined, 'nothing'],
		['an object in itself', circular, '[object Object]'],
	])('%s is quoted', (_, value, quoted) => {
		expect(quote(value)).toBe(quoted);
	});

	it('a BigInt is quoted, in quotation marks where n8n has given it a JSON form', () => {
		expect(quote(12n)).toMatch(/^(?:12|"12")$/);
	});

	it('a long one is cut at 60 signs', () => {
		expect(quote('a'.repeat(100))).toHaveLength(59);
		expect(quote('a'.repeat(1_000_000))).toMatch(/^"a+…"$/);
		expect(quote(Array.from({ length: 100 }, () => 'a'))).toMatch(/^\["a",.*…$/);
		// Databases reject half a surrogate pair.
		for (const before of ['', 'a'])
			expect(quote(before + '👕'.repeat(100)).isWellFormed()).toBe(true);
	});
});

describe('A list in a message', () => {
	it.each([
		[undefined, '"a", "b"'],
		[' and ', '"a" and "b"'],
		[' or ', '"a" or "b"'],
	])('is joined by %j', (separator, list) => {
		expect(quotedList(['a', 'b'], separator)).toBe(list);
	});

	it.each([
		[undefined, /^"1", .*"20", and 5 more$/],
		[' and ', /^"1" and .*"20" and 5 more$/],
		[' or ', /^"1" or .*"20" and 5 more$/],
	])('a long one, joined by %j, names twenty and counts the others', (separator, list) => {
		const texts = Array.from({ length: 25 }, (_, index) => String(index + 1));
		expect(quotedList(texts, separator)).toMatch(list);
	});
});
