import { vi } from 'vitest';

import { sendWithRetry, RetryBudget } from '../../../nodes/PodFulfilment/transport/retry.ts';
import { Run } from '../../../nodes/PodFulfilment/transport/run.ts';
import { ServiceError } from '../../../nodes/PodFulfilment/transport/serviceError.ts';
import type { ServiceResponse } from '../../../nodes/PodFulfilment/transport/types.ts';
import { caller, requestOf } from './caller.ts';
import type { Limiter, RetryAfterStyle } from './limitedService.ts';

interface Simulation {
	requests: number;
	limiter: Limiter;
	concurrency?: number;
	/** Milliseconds from sending a request to its response. */
	latency?: number;
	retryAfter?: RetryAfterStyle;
}

interface SimulationResult {
	/** Seconds from the first request to the last response. */
	seconds: number;
	/** When requests were answered with 429, in milliseconds since the start. */
	rejectedAt: number[];
	/** When requests were accepted, in milliseconds since the start. */
	acceptedAt: number[];
	succeeded: number;
}

/** A random number generator with a fixed seed, so that simulations can be repeated. */
function seeded(seed = 1): () => number {
	let state = seed;
	return () => {
		state = (state * 48271) % 0x7fffffff;
		return state / 0x7fffffff;
	};
}

const sleep = async (milliseconds: number): Promise<void> => {
	await new Promise((resolve) => setTimeout(resolve, milliseconds));
};

/** The error for a 429; `retryAfter` in milliseconds. */
export const rateLimitError = (retryAfter?: number): ServiceError =>
	new ServiceError(caller, {
		outcome: 'busy',
		message: 'The service asks for fewer requests',
		description: '',
		status: 429,
		...(retryAfter !== undefined && { retryAfter }),
	});

/**
 * Sends requests through a run to a simulated service with a rate limit. Needs vitest's fake timers; takes no real time.
 */
export async function simulate({
	requests,
	limiter,
	concurrency = 10,
	latency = 20,
	retryAfter = 'full seconds',
}: Simulation): Promise<SimulationResult> {
	vi.spyOn(Math, 'random').mockImplementation(seeded());
	const run = new Run(concurrency);
	const startedAt = Date.now();
	const result: SimulationResult = { seconds: 0, rejectedAt: [], acceptedAt: [], succeeded: 0 };

	const send = async (): Promise<ServiceResponse | ServiceError> => {
		await sleep(latency / 2);
		const now = Date.now();
		const decision = limiter(now);
		await sleep(latency / 2);
		if (decision.accepted) {
			result.acceptedAt.push(now - startedAt);
			return { status: 201, headers: {}, body: {} };
		}
		result.rejectedAt.push(now - startedAt);
		return rateLimitError(
			retryAfter === 'full seconds' ? Math.ceil(decision.wait / 1000) * 1000 : undefined,
		);
	};

	const items = Array.from({ length: requests }, async () => {
		const budget = new RetryBudget(run, { concurrency, maxAttempts: 20, maxWaitSeconds: 300 });
		const response = await sendWithRetry(requestOf('POST'), run, budget, send);
		if (!(response instanceof ServiceError)) result.succeeded += 1;
		result.seconds = (Date.now() - startedAt) / 1000;
	});
	let isOver = false;
	const all = Promise.all(items).then(() => (isOver = true));
	while (!isOver) await vi.advanceTimersByTimeAsync(100);
	await all;
	return result;
}
