import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { AdaptiveRateLimiter } from '../../../nodes/PodFulfilment/transport/adaptiveRateLimiter.ts';
import {
	fixedWindow,
	slidingWindow,
	tokenBucket,
	type Limiter,
	type RetryAfterStyle,
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

describe('A run against a rate limit of unknown value (spec sections 7 and 8)', () => {
	describe.each(LIMITERS)('with %s', (_, limiter) => {
		it.each<[number, number, RetryAfterStyle, number]>([
			[10, 20, 'full seconds', 1.1],
			[10, 40, 'full seconds', 1.1],
			[50, 20, 'full seconds', 1.1],
			[50, 150, 'full seconds', 1.1],
			// Without Retry-After the pauses are guessed, which costs time.
			[10, 20, 'nothing', 1.25],
			[10, 40, 'nothing', 1.25],
			[50, 20, 'nothing', 1.25],
			[50, 150, 'nothing', 1.25],
		])(
			'sends close to 200 requests per second with concurrency %i, latency %i ms and %s in Retry-After',
			async (concurrency, latency, retryAfter, maxSlowdown) => {
				const { seconds, rejectedAt, succeeded } = await simulate({
					requests: 2000,
					limiter: limiter(200),
					concurrency,
					latency,
					retryAfter,
				});
				expect(succeeded).toBe(2000);
				// The latency of the first and the last response does not count.
				expect(seconds - (2 * latency) / 1000).toBeLessThanOrEqual(maxSlowdown * (2000 / 200));
				// Every request in flight may be rejected once.
				expect(rejectedAt.length).toBeLessThanOrEqual(concurrency + 20);
			},
		);

		it('rarely exceeds the limit once the rate is learned', async () => {
			const { rejectedAt } = await simulate({ requests: 2000, limiter: limiter(200) });
			const later = rejectedAt.filter((milliseconds) => milliseconds > 3000);
			expect(later.length).toBeLessThanOrEqual(20);
		});

		it('sends at full speed when the limit is never reached', async () => {
			const { seconds, rejectedAt } = await simulate({ requests: 1000, limiter: limiter(5000) });
			expect(rejectedAt).toEqual([]);
			expect(seconds).toBeLessThanOrEqual((1000 / 10) * 0.02 * 1.05);
		});

		it.each<RetryAfterStyle>(['full seconds', 'nothing'])(
			'completes under a limit of 2 requests per second with %s in Retry-After',
			async (retryAfter) => {
				const { seconds, succeeded } = await simulate({
					requests: 60,
					limiter: limiter(2),
					concurrency: 5,
					retryAfter,
				});
				expect(succeeded).toBe(60);
				expect(seconds).toBeLessThanOrEqual(2 * (60 / 2));
			},
		);

		it('speeds up again after the limit is lifted', async () => {
			const limited = limiter(20);
			const startedAt = Date.now();
			const { seconds, acceptedAt } = await simulate({
				requests: 6000,
				limiter: (now) => (now - startedAt < 5000 ? limited(now) : { accepted: true }),
			});
			// At 20 per second it would take five minutes.
			expect(seconds).toBeLessThan(120);
			const lastSecond = acceptedAt.filter(
				(milliseconds) => milliseconds > (seconds - 1) * 1000,
			).length;
			expect(lastSecond).toBeGreaterThan(60);
		});
	});

	it('slows down when the limit is lowered during the run', async () => {
		const startedAt = Date.now();
		const [before, after] = [fixedWindow(200), fixedWindow(50)];
		const { seconds, succeeded, rejectedAt } = await simulate({
			requests: 1000,
			limiter: (now) => (now - startedAt < 2000 ? before(now) : after(now)),
		});
		expect(succeeded).toBe(1000);
		expect(seconds).toBeLessThanOrEqual(1.25 * (2 + 600 / 50));
		expect(rejectedAt.length).toBeLessThanOrEqual(100);
	});
});

describe('AdaptiveRateLimiter', () => {
	it('spaces requests by one millisecond while no limit is known', () => {
		const limiter = new AdaptiveRateLimiter();
		expect([0, 0, 0, 5, 8].map((now) => limiter.reserve(now))).toEqual([0, 1, 2, 0, 0]);
		expect(limiter.remainingPause(0)).toBe(0);
	});

	it('pauses for the requested time, and for the longest of several', () => {
		const limiter = new AdaptiveRateLimiter();
		limiter.pause(2000, 1000);
		limiter.pause(500, 1100);
		expect(limiter.remainingPause(1000)).toBe(2000);
		expect(limiter.remainingPause(2999)).toBe(1);
		expect(limiter.remainingPause(3000)).toBe(0);
	});

	it('learns once from several requests rejected at the same limit', () => {
		const delaysAfter = (rejections: number): number[] => {
			const limiter = new AdaptiveRateLimiter();
			limiter.reserve(0);
			for (let count = 0; count < 200; count += 1) limiter.onAccepted();
			for (let count = 0; count < rejections; count += 1)
				limiter.onRateLimited(1000, true, 990, 1000 + count);
			return [2100, 2100, 2100].map((now) => limiter.reserve(now));
		};
		expect(delaysAfter(10)).toEqual(delaysAfter(1));
	});

	it('sends a single trial request after a pause that the service did not specify', () => {
		const limiter = new AdaptiveRateLimiter();
		limiter.reserve(0);
		expect(limiter.trialState).toBeUndefined();
		limiter.onRateLimited(300, false, 0, 100);
		expect(limiter.trialState).toBe('due');
		limiter.reserve(400);
		expect(limiter.trialState).toBe('sent');
		limiter.endTrial();
		expect(limiter.trialState).toBeUndefined();
		limiter.onRateLimited(300, true, 500, 600);
		expect(limiter.trialState).toBeUndefined();
	});

	it('resumes just below the accepted rate', () => {
		const limiter = new AdaptiveRateLimiter();
		limiter.reserve(0);
		for (let count = 0; count < 200; count += 1) limiter.onAccepted();
		limiter.onRateLimited(0, true, 999, 1000);
		const delays = Array.from({ length: 101 }, () => limiter.reserve(1000));
		const rate = 100 / ((delays[100] ?? 0) / 1000);
		expect(rate).toBeLessThanOrEqual(200);
		expect(rate).toBeGreaterThan(190);
	});
});
