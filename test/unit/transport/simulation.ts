import { vi } from 'vitest';

import { ServiceError } from '../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { RetryBudget, sendWithRetry } from '../../../nodes/PodFulfilment/transport/retry.ts';
import {
	limitsOf,
	type AccountLimits,
} from '../../../nodes/PodFulfilment/transport/limits/accountLimits.ts';
import { Run } from '../../../nodes/PodFulfilment/transport/run.ts';
import type { ServiceResponse } from '../../../nodes/PodFulfilment/transport/types.ts';
import { requestOf } from './caller.ts';
import {
	retryAfterFor,
	type LimitedService,
	type RetryAfterStyle,
} from './limits/limitedService.ts';
import { seededRandom } from './limits/simulatedClock.ts';

interface Simulation {
	requests: number;
	service: LimitedService;
	concurrency?: number;
	/** Milliseconds from sending a request to its response. */
	latency?: number;
	retryAfter?: RetryAfterStyle | number;
	/** Status of accepted requests. */
	status?: number;
	/** Numbers of requests that are rejected below the limit, counted from 1. */
	refusedAnyway?: number[];
}

export interface Outcome {
	/** Seconds from the first request to the last response. */
	seconds: number;
	/** When requests were answered with 429, in milliseconds since the start. */
	refusedAt: number[];
	/** When requests were accepted, in milliseconds since the start. */
	acceptedAt: number[];
	/** Items whose last response was not a 429. */
	done: number;
}

const sleep = async (milliseconds: number): Promise<void> => {
	await new Promise((resolve) => setTimeout(resolve, milliseconds));
};

/** The limits of the only account of a run. */
export const limitsOfOneAccount = (concurrency: number): AccountLimits =>
	limitsOf({ run: new Run(concurrency), account: 'A' });

export const refusedWith429 = (retryAfter?: number): ServiceError =>
	new ServiceError({
		outcome: 'busy',
		message: 'The service asks for fewer requests',
		description: '',
		status: 429,
		...(retryAfter !== undefined && { retryAfterMs: retryAfter }),
	});

const answerWith = (status: number): ServiceResponse | ServiceError =>
	status < 300
		? { status, headers: {}, body: {} }
		: new ServiceError({
				outcome: 'refused',
				message: 'Order "A" was not found',
				description: '',
				status,
			});

/**
 * Sends the requests of one account to a service with a limit. The clock is vitest's: its fake timers have to be on, and
 * no real time passes.
 */
export async function simulate({
	requests,
	service,
	concurrency = 10,
	latency = 20,
	retryAfter: style = 'full seconds',
	status = 201,
	refusedAnyway = [],
}: Simulation): Promise<Outcome> {
	vi.spyOn(Math, 'random').mockImplementation(seededRandom());
	const limits = limitsOfOneAccount(concurrency);
	const startedAt = Date.now();
	const outcome: Outcome = { seconds: 0, refusedAt: [], acceptedAt: [], done: 0 };
	let sent = 0;

	const send = async (): Promise<ServiceResponse | ServiceError> => {
		sent += 1;
		const isRefusedAnyway = refusedAnyway.includes(sent);
		await sleep(latency / 2);
		const now = Date.now();
		const verdict = isRefusedAnyway ? { accepted: false as const, wait: 1 } : service(now);
		await sleep(latency / 2);
		if (verdict.accepted) {
			outcome.acceptedAt.push(now - startedAt);
			return answerWith(status);
		}
		outcome.refusedAt.push(now - startedAt);
		return refusedWith429(typeof style === 'number' ? style : retryAfterFor(verdict.wait, style));
	};

	const items = Array.from({ length: requests }, async () => {
		const budget = new RetryBudget(limits.run, {
			concurrency,
			maxAttempts: 5,
			maxWaitSeconds: 300,
		});
		const answer = await sendWithRetry(requestOf('POST'), limits, budget, send);
		if (answer.status !== 429) outcome.done += 1;
		outcome.seconds = (Date.now() - startedAt) / 1000;
	});
	let isOver = false;
	const all = Promise.all(items).then(() => (isOver = true));
	while (!isOver) await vi.advanceTimersByTimeAsync(100);
	await all;
	return outcome;
}
