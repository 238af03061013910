import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	backoffDelay,
	isHttpDate,
	parseRetryAfter,
} from '../../../nodes/PodFulfilment/transport/backoff.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');

describe('parseRetryAfter (spec section 7: 429 and 503)', () => {
	it.each([
		['0', 0],
		['1', 1000],
		[' 120 ', 120_000],
		['86400', 86_400_000],
		['Fri, 20 Nov 2026 10:00:30 GMT', 30_000],
		['Fri, 20 Nov 2026 10:00:00 GMT', 0],
		['Fri, 20 Nov 2026 09:59:00 GMT', 0],
		['Sat, 21 Nov 2026 10:00:00 GMT', 86_400_000],
	])('parses %s as %i ms', (header, milliseconds) => {
		expect(parseRetryAfter(header, NOW)).toBe(milliseconds);
	});

	it.each([undefined, '', 'soon', '-5', '1.5', '1e3', '0x10', 'NaN', '12abc', '99999999999'])(
		'ignores %s',
		(header) => {
			expect(parseRetryAfter(header, NOW)).toBeUndefined();
		},
	);

	it('returns the seconds or the time until the date, and never less than 0', () => {
		fc.assert(
			fc.property(fc.integer({ min: -1e6, max: 1e6 }), (seconds) => {
				const header = new Date(NOW + seconds * 1000).toUTCString();
				expect(isHttpDate(header)).toBe(true);
				expect(parseRetryAfter(header, NOW)).toBe(Math.max(0, seconds * 1000));
				expect(parseRetryAfter(String(Math.abs(seconds)), NOW)).toBe(Math.abs(seconds) * 1000);
			}),
		);
	});
});

describe('backoffDelay', () => {
	const attempts = fc.integer({ min: 1, max: 40 });
	const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

	/** The longest delay before this attempt. */
	const limit = (attempt: number): number => backoffDelay(attempt, 1 - Number.EPSILON);

	it('is between 0 and the limit (full jitter)', () => {
		fc.assert(
			fc.property(attempts, random, (attempt, part) => {
				expect(backoffDelay(attempt, 0)).toBe(0);
				expect(backoffDelay(attempt, part)).toBeGreaterThanOrEqual(0);
				expect(backoffDelay(attempt, part)).toBeLessThanOrEqual(limit(attempt));
				expect(Math.abs(backoffDelay(attempt, part) - part * limit(attempt))).toBeLessThanOrEqual(
					1,
				);
			}),
		);
	});

	it('has a limit that doubles up to 30 seconds, and is a whole number', () => {
		fc.assert(
			fc.property(attempts, random, (attempt, part) => {
				expect(Number.isInteger(backoffDelay(attempt, part))).toBe(true);
				expect(limit(attempt + 1)).toBe(Math.min(30_000, limit(attempt) * 2));
			}),
		);
	});

	it('fits the default of five attempts into the default of five minutes', () => {
		const longest = [1, 2, 3, 4].map(limit).reduce((sum, wait) => sum + wait, 0);
		expect(longest).toBeLessThan(300_000);
		expect(longest).toBeGreaterThan(5000);
	});
});
