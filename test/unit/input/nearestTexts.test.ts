import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { editDistance, nearestTexts } from '../../../nodes/PodFulfilment/input/nearestTexts.ts';

/** The definition of the Levenshtein distance, without any shortcut. */
function distanceByDefinition(a: string, b: string): number {
	if (a === '' || b === '') return a.length + b.length;
	const [restA, restB] = [a.slice(1), b.slice(1)];
	if (a[0] === b[0]) return distanceByDefinition(restA, restB);
	return (
		1 +
		Math.min(
			distanceByDefinition(restA, b),
			distanceByDefinition(a, restB),
			distanceByDefinition(restA, restB),
		)
	);
}

const short = fc.string({ maxLength: 6, unit: fc.constantFrom('a', 'b', '-') });

describe('editDistance', () => {
	it('the edit distance is the Levenshtein distance, or above the maximum if that is', () => {
		fc.assert(
			fc.property(short, short, fc.integer({ min: 0, max: 6 }), (a, b, max) => {
				const distance = distanceByDefinition(a, b);
				expect(editDistance(a, b)).toBe(distance);
				const bounded = editDistance(a, b, max);
				if (distance <= max) expect(bounded).toBe(distance);
				else expect(bounded).toBeGreaterThan(max);
			}),
		);
	});
});

describe('nearestTexts', () => {
	it('the nearest texts are those within two fifths of the characters, nearest first, as without any shortcut', () => {
		fc.assert(
			fc.property(short, fc.uniqueArray(short, { maxLength: 20 }), (text, candidates) => {
				const max = Math.max(1, Math.floor(text.length * 0.4));
				const expected = candidates
					.map((candidate) => distanceByDefinition(text, candidate))
					.filter((distance) => distance <= max)
					.sort((a, b) => a - b)
					.slice(0, 3);
				const found = nearestTexts(text, candidates, 3);
				expect(found.map((candidate) => distanceByDefinition(text, candidate))).toEqual(expected);
			}),
		);
	});
});

describe('The shortcuts of nearestTexts', () => {
	const letters = (length: number, letter = 'x'): string => letter.repeat(length);

	it('two of five characters may differ, and one of a short text', () => {
		const near = (text: string, candidate: string): boolean =>
			nearestTexts(text, [candidate], 3).length === 1;
		expect(near('abcde', 'abcyz')).toBe(true);
		expect(near('abcde', 'abxyz')).toBe(false);
		expect(near('ab', 'ax')).toBe(true);
		expect(near('ab', 'xy')).toBe(false);
		expect(near('a', '')).toBe(true);
		expect(near('', 'a')).toBe(true);
		expect(near('', 'ab')).toBe(false);
	});

	it('a text may be longer or shorter by as much', () => {
		for (const [length, isNear] of [
			[6, true],
			[5, false],
			[14, true],
			[15, false],
		] as const) {
			expect(nearestTexts(letters(10), [letters(length)], 3)).toHaveLength(Number(isNear));
		}
	});

	it('characters behind the 64th do not count', () => {
		const candidates = [letters(64) + letters(500, 'y')];
		expect(nearestTexts(letters(64) + letters(90, 'z'), candidates, 3)).toEqual(candidates);
	});

	it('after 2,000 candidates that may be near none is compared any more', () => {
		const candidates = (count: number): string[] => [
			...Array.from({ length: count }, () => 'edcba'),
			'abcde',
		];
		expect(nearestTexts('abcdf', candidates(1_999), 3)).toEqual(['abcde']);
		expect(nearestTexts('abcdf', candidates(2_000), 3)).toEqual([]);
	});

	it('candidates that are far by their length are not counted', () => {
		const far = Array.from({ length: 5_000 }, () => 'abcdefghij');
		expect(nearestTexts('abcdf', [...far, 'abcde'], 3)).toEqual(['abcde']);
	});

	it('texts at the same distance stay in their order, and no more than wanted are returned', () => {
		const candidates = ['abcdx', 'abcdy', 'abcde', 'abcdz'];
		expect(nearestTexts('abcde', candidates, 3)).toEqual(['abcde', 'abcdx', 'abcdy']);
		expect(nearestTexts('abcde', candidates, 1)).toEqual(['abcde']);
	});

	it('the distance of texts of very different lengths is known to be above the maximum', () => {
		expect(editDistance('a', letters(9), 3)).toBe(4);
		expect(editDistance(letters(9), 'a', 3)).toBe(4);
		expect(editDistance('abcdefgh', 'stuvwxyz', 3)).toBe(4);
		expect(editDistance('abc', 'xyz', 3)).toBe(3);
		expect(editDistance('', 'abc', 3)).toBe(3);
	});
});
