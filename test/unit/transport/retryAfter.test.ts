import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isHttpDate, parseRetryAfter } from '../../../nodes/PodFulfilment/transport/retryPolicy.ts';
import { retryAfterHeader } from './retryAfterHeader.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');

describe('Retry-After (spec section 7: 429 and 503)', () => {
	it.each([
		['0', 0],
		['1', 1000],
		[' 120 ', 120_000],
		['86400', 86_400_000],
		['Fri, 20 Nov 2026 10:00:30 GMT', 30_000],
		['Fri, 20 Nov 2026 10:00:00 GMT', 0],
		['Fri, 20 Nov 2026 09:59:00 GMT', 0],
		['Sat, 21 Nov 2026 10:00:00 GMT', 86_400_000],
		// The obsolete forms of RFC 9110, 5.6.7; the last one names no zone, and means GMT.
		['Friday, 20-Nov-26 10:00:30 GMT', 30_000],
		['Fri Nov 20 10:00:30 2026', 30_000],
		['Sat Nov  7 10:00:00 2026', 0],
		// A year at the most.
		['99999999999', 31_536_000_000],
		['9'.repeat(400), 31_536_000_000],
		['Fri, 31 Dec 9999 23:59:59 GMT', 31_536_000_000],
	])('the Retry-After header %s asks to wait %i ms', (header, milliseconds) => {
		expect(parseRetryAfter(header, NOW)).toBe(milliseconds);
	});

	it.each([
		undefined,
		'',
		'soon',
		'-5',
		'1.5',
		'1e3',
		'0x10',
		'NaN',
		'12abc',
		'5, 10',
		'Mon, 12 Okt 2026 10:00:00 GMT',
		'Mon, 99 Oct 2026 10:00:00 GMT',
		'Mon, 12 Oct 2026 99:99:99 GMT',
		'Monday, 12-Okt-26 10:00:00 GMT',
		'Mon Okt 12 10:00:00 2026',
		'2026-10-12T10:00:00Z',
		'after Mon, 12 Oct 2026 10:00:00 GMT',
		'Mon, 12 Oct 2026 10:00:00 GMT+0200',
		'after Monday, 12-Oct-26 10:00:00 GMT',
		'Monday, 12-Oct-26 10:00:00 GMT+0200',
		'after Mon Oct 12 10:00:00 2026',
		'Mon Oct 12 10:00:00 2026 (CEST)',
	])('the Retry-After header %s is ignored', (header) => {
		expect(parseRetryAfter(header, NOW)).toBeUndefined();
		expect(header).not.toSatisfy(isHttpDate);
	});

	it('a Retry-After header is a finite number within bounds or undefined, whatever it is', () => {
		fc.assert(
			fc.property(retryAfterHeader, (header) => {
				const milliseconds = parseRetryAfter(header, NOW) ?? 0;
				expect(milliseconds).toBeGreaterThanOrEqual(0);
				expect(milliseconds).toBeLessThanOrEqual(365 * 86_400_000);
			}),
			{ numRuns: 2000 },
		);
	});

	it('a Retry-After header in seconds or as a date is never negative', () => {
		fc.assert(
			fc.property(fc.integer({ min: -1e6, max: 1e6 }), (seconds) => {
				const header = new Date(NOW + seconds * 1000).toUTCString();
				expect(header).toSatisfy(isHttpDate);
				expect(parseRetryAfter(header, NOW)).toBe(Math.max(0, seconds * 1000));
				expect(parseRetryAfter(String(Math.abs(seconds)), NOW)).toBe(Math.abs(seconds) * 1000);
			}),
		);
	});
});
