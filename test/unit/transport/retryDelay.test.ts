import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { backoffDelay, outageDelay } from '../../../nodes/PodFulfilment/transport/retryPolicy.ts';

describe('backoffDelay', () => {
	const attempts = fc.integer({ min: 1, max: 40 });
	const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

	/** Milliseconds. */
	const SHORTEST = 50;

	/** The limit doubles with each attempt, up to the longest. */
	const limit = (attempt: number): number => backoffDelay(attempt, 1 - Number.EPSILON);

	it('the delay is between a short pause and a limit: full jitter', () => {
		fc.assert(
			fc.property(attempts, random, (attempt, part) => {
				expect(backoffDelay(attempt, 0)).toBe(SHORTEST);
				const expected = SHORTEST + part * (limit(attempt) - SHORTEST);
				expect(Math.abs(backoffDelay(attempt, part) - expected)).toBeLessThanOrEqual(1);
			}),
		);
	});

	it('the delay has a limit that doubles up to half a minute, and is a whole number', () => {
		fc.assert(
			fc.property(attempts, random, (attempt, part) => {
				expect(backoffDelay(attempt, part)).toSatisfy(Number.isInteger);
				expect(limit(attempt + 1)).toBe(Math.min(30_000, limit(attempt) * 2));
			}),
		);
	});

	it('the delays of five attempts end well within five minutes, the defaults', () => {
		const longest = [1, 2, 3, 4].map(limit).reduce((sum, wait) => sum + wait, 0);
		expect(longest).toBeLessThan(300_000);
		expect(longest).toBeGreaterThan(5000);
	});
});

describe('The back-off while the service is not available', () => {
	const waits = (maxAttempts: number, outageMs: number, random: number): number[] =>
		Array.from({ length: maxAttempts - 1 }, (_, index) =>
			outageDelay(index + 1, maxAttempts, outageMs, random),
		);

	it.each([2, 3, 5, 7])('with %i attempts the waits grow, and fill the time', (maxAttempts) => {
		fc.assert(
			fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (random) => {
				const delays = waits(maxAttempts, 60_000, random);
				expect(delays).toEqual([...delays].sort((a, b) => a - b));
				const total = delays.reduce((sum, delay) => sum + delay, 0);
				expect(total).toBeGreaterThan(47_900);
				expect(total).toBeLessThan(60_010);
			}),
		);
	});

	it('where the time is too short for the attempts, they wait no less than otherwise', () => {
		for (const [index, delay] of waits(20, 60_000, 0.999).entries()) {
			expect(delay).toBeGreaterThan(backoffDelay(index + 1, 0.5));
			expect(delay).toBeLessThanOrEqual(30_000);
		}
	});
});
