import { describe, expect, it } from 'vitest';
import { timeSpan } from '../../../../nodes/PodFulfilment/trigger/webhook/explanations.ts';

describe('A time span', () => {
	it.each([
		[0, '1 second'],
		[59_499, '59 seconds'],
		[60_000, '1 minute'],
		[3_600_000 + 59_000, '1 hour'],
		[90_000, '1 minute and 30 seconds'],
		[25 * 3_600_000, '1 day and 1 hour'],
		[Number.MAX_SAFE_INTEGER, '104249991 days and 8 hours'],
	])('the time span of %d ms is "%s"', (milliseconds, expected) => {
		expect(timeSpan(milliseconds)).toBe(expected);
	});
});
