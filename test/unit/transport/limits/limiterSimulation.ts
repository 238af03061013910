import { AdaptiveRateLimiter } from '../../../../nodes/PodFulfilment/transport/limits/adaptiveRateLimiter.ts';
import { backoffDelay } from '../../../../nodes/PodFulfilment/transport/retryPolicy.ts';
import { retryAfterFor, type LimitedService, type RetryAfterStyle } from './limitedService.ts';
import { seededRandom, SimulatedClock } from './simulatedClock.ts';

interface Client {
	service: LimitedService;
	/** Milliseconds from sending a request to its response. */
	latency: number;
	/** Milliseconds that are simulated. */
	duration: number;
	concurrency?: number;
}

export interface SimulatedRun extends Client {
	retryAfter: RetryAfterStyle;
	/** Share of the requests that are answered with 503. */
	unavailableShare?: number;
}

export interface Throughput {
	accepted: number;
	rateLimited: number;
	/** Longest time without an accepted request, in milliseconds. */
	longestGap: number;
}

/**
 * The limiter between a service and items that never run out, `concurrency` at a time, as in a run: an item that was
 * refused waits for its back-off, the `Retry-After` or the pause, whichever is longest, and asks for a new slot then.
 */
export function simulateLimiter({
	service,
	latency,
	duration,
	retryAfter: style,
	concurrency = 10,
	unavailableShare = 0,
}: SimulatedRun): Throughput {
	const clock = new SimulatedClock();
	const random = seededRandom();
	const limiter = new AdaptiveRateLimiter(random);
	const throughput: Throughput = { accepted: 0, rateLimited: 0, longestGap: 0 };
	let lastAcceptedAt = 0;

	function accept(sentAt: number): void {
		limiter.onAccepted(sentAt, clock.now);
		throughput.accepted += 1;
		throughput.longestGap = Math.max(throughput.longestGap, clock.now - lastAcceptedAt);
		lastAcceptedAt = clock.now;
	}

	function ask(failures: number): void {
		const now = clock.now;
		const blocked = limiter.blockedFor(now);
		if (blocked > 0) {
			clock.at(now + blocked, () => ask(failures));
			return;
		}
		const slot = limiter.reserve(now);
		clock.at(slot.at, () => {
			if (limiter.isValid(slot)) send(failures);
			else ask(failures);
		});
	}

	function waitAndAsk(failures: number, retryAfter = 0): void {
		const now = clock.now;
		const wait = Math.max(backoffDelay(failures, random()), retryAfter, limiter.pauseLeft(now));
		clock.at(now + wait, () => ask(failures));
	}

	function send(failures: number): void {
		const sentAt = clock.now;
		clock.at(sentAt + latency / 2, () => {
			const isUnavailable = unavailableShare > 0 && random() < unavailableShare;
			const verdict = service(clock.now);
			clock.at(clock.now + latency / 2, () => {
				if (!verdict.accepted) {
					const retryAfter = retryAfterFor(verdict.wait, style);
					throughput.rateLimited += 1;
					limiter.onRateLimited(sentAt, clock.now, retryAfter);
					waitAndAsk(failures + 1, retryAfter);
					return;
				}
				accept(sentAt);
				if (isUnavailable) waitAndAsk(failures + 1);
				else ask(0);
			});
		});
	}

	for (let item = 0; item < concurrency; item += 1) ask(0);
	clock.runUntil(duration);
	return throughput;
}

/**
 * Requests that the best possible client gets through: it knows when each request is accepted, and sends as soon as
 * that is so, within its concurrency and as fast as the limiter would without a limit.
 */
export function oracleThroughput({ service, latency, duration, concurrency = 10 }: Client): number {
	const gap = Math.max(1, latency / concurrency);
	let accepted = 0;
	for (let now = latency / 2; now <= duration - latency / 2;) {
		const verdict = service(now);
		accepted += verdict.accepted ? 1 : 0;
		now += verdict.accepted ? gap : verdict.wait + 1e-6;
	}
	return accepted;
}
