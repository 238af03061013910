import { expect, it, vi } from 'vitest';

import {
	clockWindow,
	fixedWindow,
	slidingWindow,
	tokenBucket,
	type RetryAfterStyle,
} from './limitedService.ts';
import { simulateLimiter } from './limiterSimulation.ts';

// The simulation's own seed is fixed; here TEST_SEED decides, so that the figures can be seen to hold for any.
vi.mock('./simulatedClock.ts', async (importOriginal) => {
	const { seededRandom } = await import('../../../support/seed.ts');
	return { ...(await importOriginal<object>()), seededRandom: () => seededRandom() };
});

/**
 * 429s per accepted request in the settings of adaptiveRateLimiterSimulation.test.ts that allow up to 800 requests per
 * second. More are hardly ever refused, and would flatter the figures.
 */
function refusedShares(): number[] {
	const shares: number[] = [];
	for (const serviceWith of [fixedWindow, clockWindow, slidingWindow, tokenBucket]) {
		for (const rate of [1, 10, 100, 800]) {
			for (const windowSeconds of [1, 2.5, 5, 10, 30, 60]) {
				const duration = Math.max(60, 5 * windowSeconds) * 1000;
				if ((rate * duration) / 1000 > 130_000) continue;
				// Ten requests at once reach no limit that is higher than this.
				for (const latency of [5, 50, 500].filter((one) => rate < 10_000 / one)) {
					for (const retryAfter of ['full seconds', 'nothing'] satisfies RetryAfterStyle[]) {
						const service = serviceWith(Math.round(rate * windowSeconds), windowSeconds * 1000);
						const run = simulateLimiter({ service, latency, duration, retryAfter });
						shares.push(run.rateLimited / run.accepted);
					}
				}
			}
		}
	}
	return shares.sort((one, other) => one - other);
}

it('The rate limiter gets at most 0.05 429s per accepted request in the median setting, and 0.6 at 95 %', () => {
	const shares = refusedShares();
	expect(shares).toHaveLength(424);
	expect(shares[212]).toBeLessThanOrEqual(0.05);
	expect(shares[Math.floor(0.95 * 424)]).toBeLessThanOrEqual(0.6);
});
