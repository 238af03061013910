import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
	contextOfItem,
	type RunCaller,
} from '../../../nodes/PodFulfilment/execution/runContext.ts';
import { Run, RunAborted, WaitTooLong } from '../../../nodes/PodFulfilment/transport/run.ts';
import { rateLimitError } from './simulation.ts';

beforeEach(() => {
	vi.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(() => {
	vi.useRealTimers();
});

/** For callers that wait however long it takes. */
const neverTooLong = () => false;

const sleep = async (milliseconds: number): Promise<void> => {
	await new Promise((resolve) => setTimeout(resolve, milliseconds));
};

/** The state of a promise now. */
async function stateOf(promise: Promise<unknown>): Promise<'pending' | 'fulfilled' | 'rejected'> {
	const state = await Promise.race([
		promise.then(
			() => 'fulfilled' as const,
			() => 'rejected' as const,
		),
		vi.advanceTimersByTimeAsync(0).then(() => 'pending' as const),
	]);
	return state;
}

describe('Run', () => {
	it('never has more requests in flight than its concurrency', async () => {
		const run = new Run(3);
		let inFlight = 0;
		let peak = 0;
		const all = Promise.all(
			Array.from({ length: 20 }, async () =>
				run.send(async () => {
					inFlight += 1;
					peak = Math.max(peak, inFlight);
					await sleep(10);
					inFlight -= 1;
				}, neverTooLong),
			),
		);
		await vi.runAllTimersAsync();
		await all;
		expect(peak).toBe(3);
	});

	it('sends the next request after one that threw', async () => {
		const run = new Run(1);
		const failed = run.send(
			async () => await Promise.reject(new Error('unexpected')),
			neverTooLong,
		);
		await expect(failed).rejects.toThrow('unexpected');
		const next = run.send(async () => await Promise.resolve('sent'), neverTooLong);
		await vi.runAllTimersAsync();
		await expect(next).resolves.toBe('sent');
	});

	it('rejects all waiting requests after it was aborted', async () => {
		const run = new Run(1);
		const sent: number[] = [];
		const first = run.send(async () => await sleep(100), neverTooLong);
		const others = [1, 2, 3].map(async (number) =>
			run.send(async () => await Promise.resolve(sent.push(number)), neverTooLong),
		);
		const settled = Promise.allSettled(others);
		await vi.advanceTimersByTimeAsync(1);
		run.abort();
		await vi.advanceTimersByTimeAsync(100);
		await first;
		await vi.runAllTimersAsync();
		for (const result of await settled) {
			expect(result).toMatchObject({
				status: 'rejected',
				reason: expect.any(RunAborted) as unknown,
			});
		}
		expect(sent).toEqual([]);
	});

	it('sends nothing between a failed response and the abort that it causes', async () => {
		const run = new Run(1);
		const sent: string[] = [];
		const failed = run
			.send(async () => await Promise.resolve(rateLimitError()), neverTooLong)
			.then(async (error) => {
				// More microtasks than an item needs to decide.
				for (let step = 0; step < 50; step += 1) await Promise.resolve();
				run.abort();
				return error;
			});
		const other = run.send(async () => await Promise.resolve(sent.push('other')), neverTooLong);
		const settled = Promise.allSettled([other]);
		await vi.runAllTimersAsync();
		await failed;
		expect((await settled)[0]?.status).toBe('rejected');
		expect(sent).toEqual([]);
	});

	it('is settled after the last response was processed', async () => {
		const run = new Run(2);
		let processed = 0;
		for (const milliseconds of [50, 200]) {
			void run
				.send(async () => await sleep(milliseconds), neverTooLong)
				.then(async () => {
					for (let step = 0; step < 50; step += 1) await Promise.resolve();
					processed += 1;
				});
		}
		await vi.advanceTimersByTimeAsync(1);
		run.abort();
		const settled = run.settled().then(() => processed);
		await vi.advanceTimersByTimeAsync(150);
		expect(await stateOf(settled)).toBe('pending');
		await vi.advanceTimersByTimeAsync(100);
		expect(await settled).toBe(2);
	});

	it('is settled at once when nothing is in flight', async () => {
		expect(await stateOf(new Run(1).settled())).toBe('fulfilled');
	});

	it('ends a pause within 250 ms after it was aborted', async () => {
		const cancellation = new AbortController();
		const run = new Run(1, cancellation.signal);
		const pause = run.pause(60_000);
		await vi.advanceTimersByTimeAsync(10_000);
		expect(await stateOf(pause)).toBe('pending');
		cancellation.abort();
		const settled = Promise.allSettled([pause]);
		await vi.advanceTimersByTimeAsync(250);
		expect((await settled)[0]).toMatchObject({ reason: expect.any(RunAborted) as unknown });
	});

	it('sends nothing for a caller that cannot wait for so long', async () => {
		const run = new Run(1);
		run.lastRateLimitError = rateLimitError();
		run.rateLimiter.pause(900_000, Date.now());
		const sent: string[] = [];
		const attempt = run.send(
			async () => await Promise.resolve(sent.push('too early')),
			(milliseconds) => milliseconds > 300_000,
		);
		expect(await attempt).toBeInstanceOf(WaitTooLong);
		expect(sent).toEqual([]);
		const waiting = run.send(async () => await Promise.resolve(sent.push('in time')), neverTooLong);
		await vi.advanceTimersByTimeAsync(900_250);
		await waiting;
		expect(sent).toEqual(['in time']);
	});
});

describe('runOfItem', () => {
	const NODE = { name: 'POD Fulfilment' };

	const callerOf = (
		executeData: object,
		{ node = NODE, cancelled }: { node?: object; cancelled?: AbortSignal } = {},
	): RunCaller =>
		({
			getNode: () => node,
			getExecuteData: () => executeData,
			getExecutionCancelSignal: () => cancelled,
		}) as unknown as RunCaller;

	it('returns the same run for all items of an execution', () => {
		const data = { node: NODE };
		const first = contextOfItem(callerOf(data), 0, 3);
		expect(contextOfItem(callerOf(data), 1, 3)).toBe(first);
		expect(contextOfItem(callerOf(data), 0, 3)).toBe(first);
		expect(contextOfItem(callerOf({ node: NODE }), 0, 3)).not.toBe(first);
	});

	it('returns a new run for a retry of the node, from its first item on', () => {
		const data = { node: NODE };
		const first = contextOfItem(callerOf(data), 0, 3);
		first.run.abort();
		expect(contextOfItem(callerOf(data), 1, 3)).toBe(first);
		const second = contextOfItem(callerOf(data), 0, 3);
		expect(second.run.isAborted).toBe(false);
		expect(contextOfItem(callerOf(data), 1, 3)).toBe(second);
	});

	it("returns a new run for each call of an AI agent's tool", () => {
		const data = { node: { name: 'Agent' } };
		expect(contextOfItem(callerOf(data), 0, 3)).not.toBe(contextOfItem(callerOf(data), 0, 3));
	});

	it('returns a run that is aborted when the execution is cancelled', () => {
		const cancellation = new AbortController();
		const { run } = contextOfItem(
			callerOf({ node: NODE }, { cancelled: cancellation.signal }),
			0,
			1,
		);
		expect(run.isAborted).toBe(false);
		cancellation.abort();
		expect(run.isAborted).toBe(true);
	});
});
