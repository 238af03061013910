import { describe, expect, it } from 'vitest';
import { RETRY_INTERVAL_SECONDS } from '../../sandbox/facts.ts';
import { secondsUntilNext } from '../../sandbox/webhooks/schedule.ts';

describe('Section 6: the schedule of retries', () => {
	it('the schedule has five growing intervals that add up to about 17 minutes', () => {
		expect(RETRY_INTERVAL_SECONDS).toHaveLength(5);
		expect([...RETRY_INTERVAL_SECONDS].sort((one, other) => one - other)).toEqual(
			RETRY_INTERVAL_SECONDS,
		);
		expect(new Set(RETRY_INTERVAL_SECONDS).size).toBe(5);
		const total = RETRY_INTERVAL_SECONDS.reduce((sum, seconds) => sum + seconds);
		expect(Math.round(total / 60)).toBe(17);
	});

	it('the schedule plans nothing after the sixth attempt', () => {
		expect([1, 2, 3, 4, 5, 6].map((attempt) => secondsUntilNext(attempt, 6))).toEqual([
			15,
			45,
			120,
			300,
			540,
			undefined,
		]);
	});
});
