import { expect, it, vi } from 'vitest';

import { someOf } from '../../../support/repetitions.ts';
import {
	clockWindow,
	fixedWindow,
	slidingWindow,
	tokenBucket,
	type LimitedService,
	type RetryAfterStyle,
} from './limitedService.ts';
import { simulateLimiter } from './limiterSimulation.ts';

// The simulation's own seed is fixed; here TEST_SEED decides, so that the figures can be seen to hold for any.
vi.mock('./simulatedClock.ts', async (importOriginal) => {
	const { seededRandom } = await import('../../../support/seed.ts');
	return { ...(await importOriginal<object>()), seededRandom: () => seededRandom() };
});

interface Setting {
	newService: () => LimitedService;
	latency: number;
	duration: number;
	retryAfter: RetryAfterStyle;
}

/**
 * The settings of adaptiveRateLimiterSimulation.test.ts that allow up to 800 requests per second. More are hardly ever
 * refused, and would flatter the figures.
 */
function settings(): Setting[] {
	const all: Setting[] = [];
	for (const serviceWith of [fixedWindow, clockWindow, slidingWindow, tokenBucket]) {
		for (const rate of [1, 10, 100, 800]) {
			for (const windowSeconds of [1, 2.5, 5, 10, 30, 60]) {
				const duration = Math.max(60, 5 * windowSeconds) * 1000;
				if ((rate * duration) / 1000 > 130_000) continue;
				// Ten requests at once reach no limit that is higher than this.
				for (const latency of [5, 50, 500].filter((one) => rate < 10_000 / one)) {
					for (const retryAfter of ['full seconds', 'nothing'] satisfies RetryAfterStyle[]) {
						const newService = () =>
							serviceWith(Math.round(rate * windowSeconds), windowSeconds * 1000);
						all.push({ newService, latency, duration, retryAfter });
					}
				}
			}
		}
	}
	return all;
}

it('The rate limiter gets at most 0.05 429s per accepted request in the median setting, and 0.6 at 95 %', () => {
	const all = settings();
	expect(all).toHaveLength(424);
	const shares = someOf(all, 7)
		.map(({ newService, ...client }) => simulateLimiter({ ...client, service: newService() }))
		.map(({ rateLimited, accepted }) => rateLimited / accepted)
		.sort((one, other) => one - other);
	expect(shares[Math.floor(0.5 * shares.length)]).toBeLessThanOrEqual(0.05);
	expect(shares[Math.floor(0.95 * shares.length)]).toBeLessThanOrEqual(0.6);
});
