import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { AdaptiveRateLimiter } from '../../../nodes/PodFulfilment/transport/adaptiveRateLimiter.ts';
import {
	fixedWindow,
	slidingWindow,
	tokenBucket,
	type Limiter,
	type Saying,
} from './limitedService.ts';
import { simulate } from './simulation.ts';

beforeEach(() => {
	vi.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

const LIMITERS: Array<[string, (limit: number) => Limiter]> = [
	['fixed windows', fixedWindow],
	['a sliding window', slidingWindow],
	['a token bucket', tokenBucket],
];

describe('A run against a rate limit (spec sections 7 and 8: there is one, of unknown value)', () => {
	describe.each(LIMITERS)('of %s', (_, limiter) => {
		it.each<[number, number, Saying, number]>([
			[10, 20, 'full seconds', 1.1],
			[10, 40, 'full seconds', 1.1],
			[50, 20, 'full seconds', 1.1],
			[50, 150, 'full seconds', 1.1],
			// How long to wait is then a guess, and some of it is lost.
			[10, 20, 'nothing', 1.25],
			[10, 40, 'nothing', 1.25],
			[50, 20, 'nothing', 1.25],
			[50, 150, 'nothing', 1.25],
		])(
			'settles at 200 a second: %i at once, %i ms each, and it says %s',
			async (concurrency, latency, saying, longest) => {
				const { seconds, refusedAt, succeeded } = await simulate({
					requests: 2000,
					limiter: limiter(200),
					concurrency,
					latency,
					saying,
				});
				expect(succeeded).toBe(2000);
				// The first and the last answer take their own time.
				expect(seconds - (2 * latency) / 1000).toBeLessThanOrEqual(longest * (2000 / 200));
				// All that is under way may be refused once.
				expect(refusedAt.length).toBeLessThanOrEqual(concurrency + 20);
			},
		);

		it('does not beat against it once it is known', async () => {
			const { refusedAt } = await simulate({ requests: 2000, limiter: limiter(200) });
			const later = refusedAt.filter((milliseconds) => milliseconds > 3000);
			expect(later.length).toBeLessThanOrEqual(20);
		});

		it('is as fast as the service where the limit is never reached', async () => {
			const { seconds, refusedAt } = await simulate({ requests: 1000, limiter: limiter(5000) });
			expect(refusedAt).toEqual([]);
			expect(seconds).toBeLessThanOrEqual((1000 / 10) * 0.02 * 1.05);
		});

		it.each<Saying>(['full seconds', 'nothing'])(
			'gets through a very low one as well when it says %s',
			async (saying) => {
				const { seconds, succeeded } = await simulate({
					requests: 60,
					limiter: limiter(2),
					concurrency: 5,
					saying,
				});
				expect(succeeded).toBe(60);
				expect(seconds).toBeLessThanOrEqual(2 * (60 / 2));
			},
		);

		it('recovers by itself when the limit is lifted', async () => {
			const limited = limiter(20);
			const startedAt = Date.now();
			const { seconds, acceptedAt } = await simulate({
				requests: 6000,
				limiter: (now) => (now - startedAt < 5000 ? limited(now) : { accepted: true }),
			});
			// At 20 a second it would be five minutes.
			expect(seconds).toBeLessThan(120);
			const lastSecond = acceptedAt.filter(
				(milliseconds) => milliseconds > (seconds - 1) * 1000,
			).length;
			expect(lastSecond).toBeGreaterThan(60);
		});
	});

	it('obeys a limit that is tightened midway', async () => {
		const startedAt = Date.now();
		const [before, after] = [fixedWindow(200), fixedWindow(50)];
		const { seconds, succeeded, refusedAt } = await simulate({
			requests: 1000,
			limiter: (now) => (now - startedAt < 2000 ? before(now) : after(now)),
		});
		expect(succeeded).toBe(1000);
		expect(seconds).toBeLessThanOrEqual(1.25 * (2 + 600 / 50));
		expect(refusedAt.length).toBeLessThanOrEqual(100);
	});
});

describe('The pace', () => {
	it('only keeps requests a millisecond apart before the service asks for more', () => {
		const pace = new AdaptiveRateLimiter();
		expect([0, 0, 0, 5, 8].map((now) => pace.reserve(now))).toEqual([0, 1, 2, 0, 0]);
		expect(pace.pauseLeft(0)).toBe(0);
	});

	it('holds everything back for as long as was asked for, and for the longest of several', () => {
		const pace = new AdaptiveRateLimiter();
		pace.hold(2000, 1000);
		pace.hold(500, 1100);
		expect(pace.pauseLeft(1000)).toBe(2000);
		expect(pace.pauseLeft(2999)).toBe(1);
		expect(pace.pauseLeft(3000)).toBe(0);
	});

	it('learns once from requests that were refused for the same reason', () => {
		const learn = (refusals: number): number[] => {
			const pace = new AdaptiveRateLimiter();
			pace.reserve(0);
			for (let count = 0; count < 200; count += 1) pace.onAccepted();
			for (let count = 0; count < refusals; count += 1)
				pace.onRateLimited(1000, true, 990, 1000 + count);
			return [2100, 2100, 2100].map((now) => pace.reserve(now));
		};
		expect(learn(10)).toEqual(learn(1));
	});

	it('lets a single request find out where the service did not say how long to wait', () => {
		const pace = new AdaptiveRateLimiter();
		pace.reserve(0);
		expect(pace.trialState).toBeUndefined();
		pace.onRateLimited(300, false, 0, 100);
		expect(pace.trialState).toBe('due');
		pace.reserve(400);
		expect(pace.trialState).toBe('sent');
		pace.endTrial();
		expect(pace.trialState).toBeUndefined();
		pace.onRateLimited(300, true, 500, 600);
		expect(pace.trialState).toBeUndefined();
	});

	it('goes on just below the rate that got through', () => {
		const pace = new AdaptiveRateLimiter();
		pace.reserve(0);
		for (let count = 0; count < 200; count += 1) pace.onAccepted();
		pace.onRateLimited(0, true, 999, 1000);
		const turns = Array.from({ length: 101 }, () => pace.reserve(1000));
		const rate = 100 / ((turns[100] ?? 0) / 1000);
		expect(rate).toBeLessThanOrEqual(200);
		expect(rate).toBeGreaterThan(190);
	});
});
