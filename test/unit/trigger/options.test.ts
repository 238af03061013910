import { describe, expect, it } from 'vitest';
import { memorySecondsOf } from '../../../nodes/PodFulfilment/trigger/options.ts';

describe('How long an event is remembered', () => {
	it('is longer than the service retries: 17 minutes and 6 answers of 60 seconds (section 8)', () => {
		expect(memorySecondsOf({})).toBeGreaterThan(17 * 60 + 6 * 60);
		expect(memorySecondsOf({ toleranceSeconds: 0 })).toBeGreaterThan(17 * 60 + 6 * 60);
	});

	it('is as long as a captured delivery could pass the age check, before and after its time', () => {
		expect(memorySecondsOf({})).toBeGreaterThanOrEqual(2 * 1200);
		expect(memorySecondsOf({ toleranceSeconds: 86_400 })).toBe(2 * 86_400);
	});
});
