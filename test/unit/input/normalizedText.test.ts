import { describe, expect, it } from 'vitest';

import { comparableName } from '../../../nodes/PodFulfilment/input/equalText.ts';
import { normalizedText } from '../../../nodes/PodFulfilment/input/normalizedText.ts';

describe('A text that is normalized', () => {
	it('has its accents and widths in one encoding', () => {
		expect(normalizedText('e\u0301', 'NFC')).toBe('é');
		expect(normalizedText('é', 'NFKD')).toBe('e\u0301');
		expect(normalizedText('Ｐrint', 'NFKC')).toBe('Print');
	});

	it('has as many marks on a letter as any script, and is as long as any name', () => {
		const text = `e${'\u0301'.repeat(30)}${'é'.repeat(900)}`;
		expect(normalizedText(text, 'NFC')).toBe(`é${'\u0301'.repeat(29)}${'é'.repeat(900)}`);
	});

	it.each([
		['is too long', 'e\u0301'.repeat(501)],
		['becomes too long', '\uFDFA'.repeat(60)],
		['has too many marks on a letter', `e${'\u0301'.repeat(31)}`],
	])('stays as it is where it %s', (_, text) => {
		expect(normalizedText(text, 'NFKD')).toBe(text);
	});
});

describe('A name that becomes longer than any name', () => {
	it('is equal to itself alone, in any case', () => {
		const name = `A${'\uFDFA'.repeat(40)}`;
		expect(comparableName(name)).toBe(name.toLowerCase());
		expect(comparableName(name)).not.toBe(comparableName(`${name} `.repeat(2)));
	});

	it('stays what it is when many others are read', () => {
		const names = Array.from({ length: 12_000 }, (_, index) => `É ${index}`);
		const read = names.map(comparableName);
		expect(names.map(comparableName)).toEqual(read);
		expect(new Set(read).size).toBe(names.length);
	});
});
