import { describe, expect, it } from 'vitest';

import { REPETITIONS, someOf } from '../../../support/repetitions.ts';
import {
	clockWindow,
	fixedWindow,
	slidingWindow,
	tokenBucket,
	type LimitedService,
	type RetryAfterStyle,
} from './limitedService.ts';
import { oracleThroughput, simulateLimiter } from './limiterSimulation.ts';
import { seededRandom } from './simulatedClock.ts';

const SERVICES: Array<[string, (limit: number, milliseconds: number) => LimitedService]> = [
	['a fixed window', fixedWindow],
	['a window of the clock', clockWindow],
	['a sliding window', slidingWindow],
	['a token bucket', tokenBucket],
];
const WINDOW_SECONDS = [1, 2.5, 5, 10, 30, 60];
const RATES = [1, 10, 100, 800, 1000];
const LATENCIES_MS = [5, 50, 500];
const STYLES: RetryAfterStyle[] = ['full seconds', 'nothing'];

interface Combination {
	rate: number;
	windowSeconds: number;
	latency: number;
	retryAfter: RetryAfterStyle;
}

/** Five windows where they are longer than a minute together: the first is used up before anything is known. */
const durationOf = (windowSeconds: number): number => Math.max(60, 5 * windowSeconds) * 1000;

/** A window that holds more is never full where nothing is sent faster; the others keep the test short. */
const isWorthSimulating = ({ rate, windowSeconds }: Combination): boolean =>
	rate === 1000 ? windowSeconds === 1 : (rate * durationOf(windowSeconds)) / 1000 <= 130_000;

/** All combinations in which ten requests at once can reach the limit. */
const COMBINATIONS: Combination[] = RATES.flatMap((rate) =>
	someOf(
		WINDOW_SECONDS.flatMap((windowSeconds) =>
			LATENCIES_MS.flatMap((latency) =>
				STYLES.map((retryAfter) => ({ rate, windowSeconds, latency, retryAfter })),
			),
		).filter((one) => one.rate < 10_000 / one.latency && isWorthSimulating(one)),
		7,
	),
);

/**
 * What is promised of the oracle's throughput. Where ten per second or fewer are allowed and an answer takes half a
 * second, each limit that is met costs more than a whole window: the 429 comes half a second late, and a `Retry-After`
 * cannot say less than a second.
 */
const promisedShare = ({ rate, latency }: Combination): number =>
	latency === 500 && rate <= 10 ? 0.83 : 0.85;

describe.each(SERVICES)('The rate limiter against %s', (_, serviceWith) => {
	it.each(RATES)('gets through 0.85 of what an oracle does at %i per second', (rate) => {
		for (const combination of COMBINATIONS.filter((one) => one.rate === rate)) {
			const { windowSeconds, latency, retryAfter } = combination;
			const duration = durationOf(windowSeconds);
			const limit = Math.round(rate * windowSeconds);
			const newService = () => serviceWith(limit, windowSeconds * 1000);
			const { accepted, longestGap } = simulateLimiter({
				service: newService(),
				latency,
				duration,
				retryAfter,
			});
			const possible = oracleThroughput({ service: newService(), latency, duration });
			const label = JSON.stringify(combination);
			expect(accepted / possible, label).toBeGreaterThanOrEqual(promisedShare(combination));
			// A window, the service's own rounding, and a trial that was early.
			expect(longestGap, label).toBeLessThanOrEqual(windowSeconds * 1000 + 9000);
		}
	});
});

describe('The rate limiter against any limit', () => {
	const SERVICES_BY_INDEX = SERVICES.map(([, serviceWith]) => serviceWith);

	/** Limits drawn with a fixed seed: from 1 to 500 per second, answers of 5 to 500 ms. */
	function randomCases(count: number, windowSeconds: (random: () => number) => number) {
		const random = seededRandom(77);
		return Array.from({ length: count }, () => {
			const rate = 500 ** random();
			const seconds = windowSeconds(random);
			const limit = Math.max(1, Math.round(rate * seconds));
			// What the concurrency allows anyway is no limit.
			const latency = Math.min(5 * 100 ** random(), (9000 * seconds) / limit);
			const retryAfter: RetryAfterStyle = random() < 0.5 ? 'full seconds' : 'nothing';
			const kind = Math.floor(random() * SERVICES_BY_INDEX.length);
			const newService = () =>
				SERVICES_BY_INDEX[kind]?.(limit, seconds * 1000) ?? expect.unreachable();
			const duration = durationOf(seconds);
			const { accepted } = simulateLimiter({
				service: newService(),
				latency,
				duration,
				retryAfter,
			});
			const possible = oracleThroughput({ service: newService(), latency, duration });
			return { share: accepted / possible, kind, limit, seconds, latency, retryAfter };
		});
	}

	it('gets through at least 0.8 of it in windows of whole seconds', () => {
		for (const one of randomCases(
			REPETITIONS.rateLimits,
			(random) => 1 + Math.floor(random() * 40),
		)) {
			expect(one.share, JSON.stringify(one)).toBeGreaterThanOrEqual(0.8);
		}
	});

	// Rounded up, a Retry-After asks for nearly two windows there.
	it('gets through at least 0.65 of it in windows of fractions of a second, from one to two', () => {
		for (const one of randomCases(REPETITIONS.rateLimits, (random) => 1 + random())) {
			expect(one.share, JSON.stringify(one)).toBeGreaterThanOrEqual(0.65);
		}
	});

	it('gets through 0.85 of it where one in twenty answers is a 503 that says no time', () => {
		for (const retryAfter of STYLES) {
			for (const [name, serviceWith] of SERVICES) {
				const duration = 60_000;
				const { accepted } = simulateLimiter({
					service: serviceWith(100, 1000),
					latency: 50,
					duration,
					retryAfter,
					unavailableShare: 0.05,
				});
				const possible = oracleThroughput({
					service: serviceWith(100, 1000),
					latency: 50,
					duration,
				});
				expect(accepted / possible, `${name}, ${retryAfter}`).toBeGreaterThanOrEqual(0.85);
			}
		}
	});

	it.each([1, 3, 50])('comes to no standstill with %i requests at once', (concurrency) => {
		for (const retryAfter of STYLES) {
			for (const windowSeconds of [1, 10, 60]) {
				const duration = durationOf(windowSeconds);
				const newService = () => fixedWindow(10 * windowSeconds, windowSeconds * 1000);
				const client = { latency: 50, duration, concurrency };
				const { accepted } = simulateLimiter({ ...client, service: newService(), retryAfter });
				const possible = oracleThroughput({ ...client, service: newService() });
				const label = `${windowSeconds} s, ${retryAfter}`;
				expect(accepted / possible, label).toBeGreaterThanOrEqual(0.7);
			}
		}
	});
});
