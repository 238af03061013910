import { vi } from 'vitest';

import { ServiceError } from '../../../nodes/PodFulfilment/transport/serviceError.ts';
import { sendWithRetry, RetryBudget } from '../../../nodes/PodFulfilment/transport/retry.ts';
import { Run } from '../../../nodes/PodFulfilment/transport/run.ts';
import type { ServiceResponse } from '../../../nodes/PodFulfilment/transport/types.ts';
import { caller, requestOf } from './caller.ts';
import type { Limiter, Saying } from './limitedService.ts';

interface Simulation {
	requests: number;
	limiter: Limiter;
	concurrency?: number;
	/** Milliseconds from sending to the answer. */
	latency?: number;
	saying?: Saying;
}

export interface Outcome {
	/** Seconds from the first request to the last answer. */
	seconds: number;
	/** Requests that were answered with 429, by the millisecond of the simulation. */
	refusedAt: number[];
	/** Requests that were accepted, likewise. */
	acceptedAt: number[];
	succeeded: number;
}

/** A random number from 0 to below 1: always the same row, so that a simulation can be repeated. */
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

export const refusedWith429 = (retryAfter?: number): ServiceError =>
	new ServiceError(caller, {
		outcome: 'busy',
		message: 'The service asks for fewer requests',
		description: '',
		status: 429,
		...(retryAfter !== undefined && { retryAfter }),
	});

/**
 * Sends requests through a run to a service with a limit. The clock is vitest's: its fake timers have to be on, and
 * no real time passes.
 */
export async function simulate({
	requests,
	limiter,
	concurrency = 10,
	latency = 20,
	saying = 'full seconds',
}: Simulation): Promise<Outcome> {
	vi.spyOn(Math, 'random').mockImplementation(seeded());
	const run = new Run(concurrency);
	const startedAt = Date.now();
	const outcome: Outcome = { seconds: 0, refusedAt: [], acceptedAt: [], succeeded: 0 };

	const send = async (): Promise<ServiceResponse | ServiceError> => {
		await sleep(latency / 2);
		const now = Date.now();
		const verdict = limiter(now);
		await sleep(latency / 2);
		if (verdict.accepted) {
			outcome.acceptedAt.push(now - startedAt);
			return { status: 201, headers: {}, body: {} };
		}
		outcome.refusedAt.push(now - startedAt);
		return refusedWith429(
			saying === 'full seconds' ? Math.ceil(verdict.wait / 1000) * 1000 : undefined,
		);
	};

	const items = Array.from({ length: requests }, async () => {
		const waits = new RetryBudget(run, { concurrency, maxAttempts: 20, maxWaitSeconds: 300 });
		const answer = await sendWithRetry(requestOf('POST'), run, waits, send);
		if (!(answer instanceof ServiceError)) outcome.succeeded += 1;
		outcome.seconds = (Date.now() - startedAt) / 1000;
	});
	let isOver = false;
	const all = Promise.all(items).then(() => (isOver = true));
	while (!isOver) await vi.advanceTimersByTimeAsync(100);
	await all;
	return outcome;
}
