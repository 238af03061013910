import fc from 'fast-check';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
	createDeadlineClient,
	deadlineIn,
} from '../../../nodes/PodFulfilment/transport/deadlineClient.ts';
import { ServiceError } from '../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { Run } from '../../../nodes/PodFulfilment/transport/run.ts';
import type { Caller } from '../../../nodes/PodFulfilment/transport/types.ts';
import { caller, requestOf } from './caller.ts';
import { BASE_URL } from './scriptedService.ts';

beforeEach(() => {
	vi.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(() => {
	vi.useRealTimers();
});

/** A client of a service that accepts connections and never answers. */
function silentService(leftMs: number, maxAttempts: number, maxTimeoutMs: number) {
	const timeouts: number[] = [];
	const httpRequestWithAuthentication = async (
		_: string,
		{ timeout = 0 }: IHttpRequestOptions,
	): Promise<never> => {
		timeouts.push(timeout);
		await new Promise((resolve) => setTimeout(resolve, timeout));
		throw Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' });
	};
	const deadline = deadlineIn(leftMs);
	const client = createDeadlineClient(
		{ ...caller, helpers: { httpRequestWithAuthentication } } as unknown as Caller,
		{ baseUrl: BASE_URL, apiKey: 'key-1' },
		deadline,
		{ maxAttempts, maxTimeoutMs, afterTooLongWait: 'The next one tries again.' },
		new Run(1),
	);
	return { client, deadline, timeouts };
}

describe('A client with a deadline', () => {
	it.each([
		['the longest that its user allows when there is time enough', 300_000, 2, 20_000],
		['its share of the time when that is less, and the waits have one too', 30_000, 2, 10_000],
		['a second when there is less than that', 1_000, 2, 1_000],
		['a second when the deadline is over', -5_000, 1, 1_000],
	])('a request has %s', async (_, leftMs, maxAttempts, expected) => {
		const { client, timeouts } = silentService(leftMs, maxAttempts, 20_000);
		const sending = client.send(requestOf('GET'));
		await vi.runAllTimersAsync();
		expect(await sending).toBeInstanceOf(ServiceError);
		expect(timeouts[0]).toBe(expected);
	});

	it('a request is sent again after a time-out, whose time is bounded already', async () => {
		const { client, timeouts } = silentService(30_000, 2, 20_000);
		const sending = client.send(requestOf('GET'));
		await vi.runAllTimersAsync();
		await sending;
		expect(timeouts).toEqual([10_000, 10_000]);
	});

	it('a request that begins later has less time', async () => {
		const { client, timeouts } = silentService(9_000, 2, 20_000);
		await vi.advanceTimersByTimeAsync(3_000);
		void client.send(requestOf('GET'));
		await vi.advanceTimersByTimeAsync(0);
		expect(timeouts).toEqual([2_000]);
	});

	it('all attempts of a request end by the deadline when the service never answers', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 5 }),
				fc.integer({ min: 6_000, max: 600_000 }),
				async (maxAttempts, leftMs) => {
					const { client, deadline, timeouts } = silentService(leftMs, maxAttempts, 20_000);
					let leftAtEndMs: number | undefined;
					void client.send(requestOf('GET')).then(() => (leftAtEndMs = deadline.remainingMs));
					await vi.advanceTimersByTimeAsync(leftMs - 1);
					expect(leftAtEndMs).toBeGreaterThan(0);
					expect(timeouts.length).toBeGreaterThan(0);
					expect(timeouts.length).toBeLessThanOrEqual(maxAttempts);
				},
			),
			{ numRuns: 25 },
		);
	});
});

describe('A deadline', () => {
	it('a deadline is over when its time has passed, and not before', () => {
		const deadline = deadlineIn(1_000);
		vi.advanceTimersByTime(999);
		expect(deadline).toMatchObject({ remainingMs: 1, isOver: false });
		vi.advanceTimersByTime(1);
		expect(deadline).toMatchObject({ remainingMs: 0, isOver: true });
		vi.advanceTimersByTime(5_000);
		expect(deadline.remainingMs).toBe(0);
	});

	it('a part of a deadline is a share of the time that is left', () => {
		const deadline = deadlineIn(10_000);
		vi.advanceTimersByTime(2_000);
		expect(deadline.part(0.25).remainingMs).toBe(2_000);
	});
});
