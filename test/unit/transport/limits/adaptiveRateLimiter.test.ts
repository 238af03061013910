import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
	fixedWindow,
	slidingWindow,
	tokenBucket,
	type LimitedService,
	type RetryAfterStyle,
} from './limitedService.ts';
import { simulate } from '../simulation.ts';

beforeEach(() => {
	vi.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

const SERVICES: Array<[string, (limit: number) => LimitedService]> = [
	['fixed windows', fixedWindow],
	['a sliding window', slidingWindow],
	['a token bucket', tokenBucket],
];

describe('A run against a rate limit of unknown value (spec sections 7 and 8)', () => {
	describe.each(SERVICES)('with %s', (_, serviceWith) => {
		it.each<[number, number, RetryAfterStyle, number]>([
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
			'a run sends close to 200 requests per second with concurrency %i, latency %i ms and %s in Retry-After',
			async (concurrency, latency, retryAfter, longest) => {
				const { seconds, refusedAt, done } = await simulate({
					requests: 2000,
					service: serviceWith(200),
					concurrency,
					latency,
					retryAfter,
				});
				expect(done).toBe(2000);
				// The first and the last answer take their own time.
				expect(seconds - (2 * latency) / 1000).toBeLessThanOrEqual(longest * (2000 / 200));
				// All that is under way may be refused once.
				expect(refusedAt.length).toBeLessThanOrEqual(concurrency + 20);
			},
		);

		it('a run rarely exceeds the limit once the rate is learned', async () => {
			const { refusedAt } = await simulate({ requests: 2000, service: serviceWith(200) });
			const later = refusedAt.filter((milliseconds) => milliseconds > 3000);
			expect(later.length).toBeLessThanOrEqual(20);
		});

		it('a run sends at full speed when the limit is never reached', async () => {
			const { seconds, refusedAt } = await simulate({ requests: 1000, service: serviceWith(5000) });
			expect(refusedAt).toEqual([]);
			expect(seconds).toBeLessThanOrEqual((1000 / 10) * 0.02 * 1.05);
		});

		it.each<RetryAfterStyle>(['full seconds', 'nothing'])(
			'a run completes under a limit of 2 requests per second with %s in Retry-After',
			async (retryAfter) => {
				const { seconds, done } = await simulate({
					requests: 60,
					service: serviceWith(2),
					concurrency: 5,
					retryAfter,
				});
				expect(done).toBe(60);
				expect(seconds).toBeLessThanOrEqual(2 * (60 / 2));
			},
		);

		it('a run speeds up again after the limit is lifted', async () => {
			const limited = serviceWith(20);
			const startedAt = Date.now();
			const { seconds, acceptedAt } = await simulate({
				requests: 6000,
				service: (now) => (now - startedAt < 5000 ? limited(now) : { accepted: true }),
			});
			// At 20 a second it would be five minutes.
			expect(seconds).toBeLessThan(120);
			const lastSecond = acceptedAt.filter(
				(milliseconds) => milliseconds > (seconds - 1) * 1000,
			).length;
			expect(lastSecond).toBeGreaterThan(60);
		});
	});

	it('a run slows down when the limit is lowered meanwhile', async () => {
		const startedAt = Date.now();
		const [before, after] = [fixedWindow(200), fixedWindow(50)];
		const { seconds, done, refusedAt } = await simulate({
			requests: 1000,
			service: (now) => (now - startedAt < 2000 ? before(now) : after(now)),
		});
		expect(done).toBe(1000);
		expect(seconds).toBeLessThanOrEqual(1.25 * (2 + 600 / 50));
		expect(refusedAt.length).toBeLessThanOrEqual(100);
	});
});

describe('A run under a rate limit', () => {
	it.each<[string, number, number]>([
		['400 reads', 400, 5],
		['800 reads', 800, 10],
	])('a run counts 404 as accepted: %s at 100 per second', async (_, requests, longest) => {
		const outcome = await simulate({ requests, service: fixedWindow(100), status: 404 });
		expect(outcome.done).toBe(requests);
		expect(outcome.seconds).toBeLessThanOrEqual(longest);
	});

	it.each([
		[1, 2],
		[1, 12],
		[11, 40],
		[100, 120],
		[150, 170],
		[300, 320],
	])(
		'a run keeps its rate when only the requests %i and %i are rejected: 1,000 at 200 per second',
		async (...refusedAnyway) => {
			const outcome = await simulate({
				requests: 1000,
				service: fixedWindow(200),
				retryAfter: 'nothing',
				refusedAnyway,
			});
			expect(outcome.done).toBe(1000);
			expect(outcome.seconds).toBeLessThanOrEqual(6);
		},
	);

	it('a run keeps its rate after two rejections with a Retry-After of one second each', async () => {
		const outcome = await simulate({
			requests: 1000,
			service: () => ({ accepted: true }),
			latency: 40,
			refusedAnyway: [100, 120],
		});
		expect(outcome.done).toBe(1000);
		// Four seconds, and the two that were asked for.
		expect(outcome.seconds).toBeLessThanOrEqual(6.5);
	});

	it('a run learns a window that is longer than the Retry-After: 600 at 200 per 2.5 s', async () => {
		const outcome = await simulate({
			requests: 600,
			service: fixedWindow(200, 2500),
			retryAfter: 1000,
		});
		expect(outcome.done).toBe(600);
		expect(outcome.seconds).toBeLessThanOrEqual(9.5);
	});
});
