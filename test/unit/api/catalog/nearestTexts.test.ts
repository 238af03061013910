import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	editDistance,
	nearestTexts,
} from '../../../../nodes/PodFulfilment/api/catalog/nearestTexts.ts';

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

	it('the nearest texts are found soon among a hundred thousand SKUs that are all alike', () => {
		const alike = Array.from({ length: 100_000 }, (_, index) => `${'x'.repeat(150)}${index}`);
		const startedAt = performance.now();
		nearestTexts(`y${'x'.repeat(150)}`, alike, 3);
		expect(performance.now() - startedAt).toBeLessThan(1_000);
	});
});
