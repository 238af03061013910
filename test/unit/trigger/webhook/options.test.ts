import { describe, expect, it } from 'vitest';
import { deduplicationSecondsOf } from '../../../../nodes/PodFulfilment/trigger/webhook/options.ts';

describe('The time for which an event is remembered', () => {
	it('an event is remembered for longer than the service retries: 17 minutes plus 6 timeouts of 60 seconds (section 8)', () => {
		expect(deduplicationSecondsOf({})).toBeGreaterThan(17 * 60 + 6 * 60);
		expect(deduplicationSecondsOf({ toleranceSeconds: 0 })).toBeGreaterThan(17 * 60 + 6 * 60);
	});

	it('an event is remembered as long as a recorded delivery passes the age check, before and after its timestamp', () => {
		expect(deduplicationSecondsOf({})).toBeGreaterThanOrEqual(2 * 1200);
		expect(deduplicationSecondsOf({ toleranceSeconds: 86_400 })).toBe(2 * 86_400);
	});
});
