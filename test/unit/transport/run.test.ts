import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
	contextOfItem,
	type RunCaller,
} from '../../../nodes/PodFulfilment/execution/runContext.ts';
import {
	Run,
	RunAborted,
	WaitTooLong,
	type WaitBudget,
} from '../../../nodes/PodFulfilment/transport/run.ts';
import { refusedWith429 } from './simulation.ts';

beforeEach(() => {
	vi.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(() => {
	vi.useRealTimers();
});

/** A budget in milliseconds. */
function budgetOf(milliseconds: number): WaitBudget & { left: () => number } {
	let spent = 0;
	return {
		exceeds: (wait) => spent + wait > milliseconds,
		spend: (wait) => {
			spent += wait;
		},
		left: () => milliseconds - spent,
	};
}

const anyWait = budgetOf(Number.POSITIVE_INFINITY);

const sleep = async (milliseconds: number): Promise<void> => {
	await new Promise((resolve) => setTimeout(resolve, milliseconds));
};

/** State of a promise. */
async function stateOf(promise: Promise<unknown>): Promise<'pending' | 'kept' | 'broken'> {
	const state = await Promise.race([
		promise.then(
			() => 'kept' as const,
			() => 'broken' as const,
		),
		vi.advanceTimersByTimeAsync(0).then(() => 'pending' as const),
	]);
	return state;
}

describe('Run', () => {
	it('sends no more requests at once than its concurrency', async () => {
		const run = new Run(3);
		let underWay = 0;
		let peak = 0;
		const all = Promise.all(
			Array.from({ length: 20 }, async () =>
				run.send(async () => {
					underWay += 1;
					peak = Math.max(peak, underWay);
					await sleep(10);
					underWay -= 1;
				}, anyWait),
			),
		);
		await vi.runAllTimersAsync();
		await all;
		expect(peak).toBe(3);
	});

	it('continues after a request that failed for an unforeseen reason', async () => {
		const run = new Run(1);
		const broken = run.send(async () => await Promise.reject(new Error('unforeseen')), anyWait);
		await expect(broken).rejects.toThrow('unforeseen');
		const next = run.send(async () => await Promise.resolve('sent'), anyWait);
		await vi.runAllTimersAsync();
		await expect(next).resolves.toBe('sent');
	});

	it('sends nothing after it is aborted, and rejects all who wait', async () => {
		const run = new Run(1);
		const sent: number[] = [];
		const first = run.send(async () => await sleep(100), anyWait);
		const others = [1, 2, 3].map(async (number) =>
			run.send(async () => await Promise.resolve(sent.push(number)), anyWait),
		);
		const outcomes = Promise.allSettled(others);
		await vi.advanceTimersByTimeAsync(1);
		run.abort();
		await vi.advanceTimersByTimeAsync(100);
		await first;
		await vi.runAllTimersAsync();
		for (const outcome of await outcomes) {
			expect(outcome).toMatchObject({
				status: 'rejected',
				reason: expect.any(RunAborted) as unknown,
			});
		}
		expect(sent).toEqual([]);
	});

	it('sends nothing between an error response and the abort that it causes', async () => {
		const run = new Run(1);
		const sent: string[] = [];
		const refused = run
			.send(async () => {
				// Longer than the spacing of requests, so that nothing else holds the next one back.
				await sleep(10);
				return refusedWith429();
			}, anyWait)
			.then(async (refusal) => {
				// As many promises as an item may take to make up its mind.
				for (let step = 0; step < 50; step += 1) await Promise.resolve();
				run.abort();
				return refusal;
			});
		const other = run.send(async () => await Promise.resolve(sent.push('other')), anyWait);
		const outcome = Promise.allSettled([other]);
		await vi.runAllTimersAsync();
		await refused;
		expect((await outcome)[0]?.status).toBe('rejected');
		expect(sent).toEqual([]);
	});

	it('waits no longer than a quarter of a second after it is aborted', async () => {
		const cancellation = new AbortController();
		const run = new Run(1, cancellation.signal);
		const pause = run.pause(60_000);
		await vi.advanceTimersByTimeAsync(10_000);
		expect(await stateOf(pause)).toBe('pending');
		cancellation.abort();
		const outcome = Promise.allSettled([pause]);
		await vi.advanceTimersByTimeAsync(250);
		expect((await outcome)[0]).toMatchObject({ reason: expect.any(RunAborted) as unknown });
	});

	it('sends nothing for a caller that cannot wait for so long', async () => {
		const run = new Run(1);
		run.onUnavailable(refusedWith429(), 900_000);
		const sent: string[] = [];
		const attempt = run.send(
			async () => await Promise.resolve(sent.push('too early')),
			budgetOf(300_000),
		);
		expect(await attempt).toBeInstanceOf(WaitTooLong);
		expect(sent).toEqual([]);
		const patient = run.send(async () => await Promise.resolve(sent.push('in time')), anyWait);
		await vi.advanceTimersByTimeAsync(900_250);
		await patient;
		expect(sent).toEqual(['in time']);
	});

	it('takes the wait for a slot of the rate limiter from the budget', async () => {
		const run = new Run(1);
		run.onRateLimited(refusedWith429(5000), Date.now());
		const budget = budgetOf(60_000);
		const sending = run.send(async () => await Promise.resolve('sent'), budget);
		await vi.advanceTimersByTimeAsync(5250);
		expect(await sending).toBe('sent');
		expect(budget.left()).toBeGreaterThanOrEqual(54_750);
		expect(budget.left()).toBeLessThanOrEqual(55_000);
	});

	it('takes nothing from the budget for the spacing of requests without a limit', async () => {
		const run = new Run(10);
		const budget = budgetOf(0);
		const all = Promise.all(
			Array.from({ length: 10 }, async () => run.send(async () => await sleep(1), budget)),
		);
		await vi.runAllTimersAsync();
		expect(await all).not.toContainEqual(expect.any(WaitTooLong));
		expect(budget.left()).toBe(0);
	});

	it('sends first for items that have sent before', async () => {
		const run = new Run(1);
		const sent: string[] = [];
		const send = async (name: string, isContinuation?: boolean) =>
			await run.send(
				async () => {
					sent.push(name);
					await sleep(10);
				},
				anyWait,
				isContinuation,
			);
		const all = Promise.all([send('first'), send('new'), send('begun', true), send('newer')]);
		await vi.runAllTimersAsync();
		await all;
		expect(sent).toEqual(['first', 'begun', 'new', 'newer']);
	});

	it.each([
		['a begun item under a rate limit', true, true, 5000],
		['a begun item without a rate limit', true, false, 0],
		['an item that has sent nothing yet', false, true, 0],
	])(
		'takes the wait for other requests from the budget of %s',
		async (_, isContinuation, isLimited, expected) => {
			const run = new Run(1);
			const other = run.send(async () => await sleep(5000), anyWait);
			await vi.advanceTimersByTimeAsync(0);
			if (isLimited) run.onRateLimited(refusedWith429(1000), Date.now());
			const budget = budgetOf(60_000);
			const sending = run.send(async () => await Promise.resolve(), budget, isContinuation);
			await vi.runAllTimersAsync();
			await Promise.all([other, sending]);
			expect(60_000 - budget.left()).toBe(expected);
		},
	);

	it('sends at once what needs no wait, even when the budget is overdrawn', async () => {
		const overdrawn = budgetOf(-1);
		const run = new Run(1);
		expect(await run.send(async () => await Promise.resolve('sent'), overdrawn)).toBe('sent');
		run.onUnavailable(refusedWith429(), 1000);
		await vi.advanceTimersByTimeAsync(2000);
		const sending = run.send(async () => await Promise.resolve('sent'), overdrawn);
		await vi.runAllTimersAsync();
		expect(await sending).toBe('sent');
	});

	it('hands out the error that holds it back: of the pause, else of the rate limit', async () => {
		const run = new Run(1);
		const errorOf = async (): Promise<string> => {
			const result = await run.send(async () => await Promise.resolve('sent'), budgetOf(0));
			return result instanceof WaitTooLong ? result.error.message : 'sent';
		};
		run.rateLimiter.reserve(Date.now());
		run.rateLimiter.onAccepted(Date.now(), Date.now());
		run.onRateLimited(refusedWith429(1000), Date.now());
		const unavailable = refusedWith429();
		unavailable.message = 'Not available';
		run.onUnavailable(unavailable, 2000);
		expect(await errorOf()).toBe('Not available');
		await vi.advanceTimersByTimeAsync(2000);
		// One per second is thought to be allowed: the first slot is free, the second is not.
		expect(await errorOf()).toBe('sent');
		expect(await errorOf()).toBe('The service asks for fewer requests');
	});

	it.each([Number.NaN, Number.NEGATIVE_INFINITY, -1, 0, 0.4])(
		'pauses by a timer even for %d ms',
		async (milliseconds) => {
			const pause = new Run(1).pause(milliseconds);
			for (let step = 0; step < 100; step += 1) await Promise.resolve();
			expect(vi.getTimerCount()).toBe(1);
			await vi.runAllTimersAsync();
			expect(await stateOf(pause)).toBe('kept');
		},
	);
});

describe('Calls with one key', () => {
	/** Starts calls of ten milliseconds each at these times. Resolves to what began and ended, in order. */
	async function logOf(calls: Array<[key: string, startAt: number]>): Promise<string[]> {
		const run = new Run(10);
		const log: string[] = [];
		const all = Promise.all(
			calls.map(async ([key, startAt], index) => {
				await sleep(startAt);
				await run.exclusively(key, async () => {
					log.push(`begin ${index}`);
					await sleep(10);
					log.push(`end ${index}`);
				});
			}),
		);
		await vi.runAllTimersAsync();
		await all;
		return log;
	}

	const inTurn = (count: number): string[] =>
		Array.from({ length: count }, (_, index) => [`begin ${index}`, `end ${index}`]).flat();

	it('run one after the other, in the order in which they came', async () => {
		expect(
			await logOf([
				['a', 0],
				['a', 1],
				['a', 2],
			]),
		).toEqual(inTurn(3));
	});

	it('wait also for one that began after an earlier one had ended', async () => {
		expect(
			await logOf([
				['a', 0],
				['a', 5],
				['a', 15],
				['a', 25],
			]),
		).toEqual(inTurn(4));
	});

	it('do not wait for calls with another key', async () => {
		expect(
			await logOf([
				['a', 0],
				['b', 1],
			]),
		).toEqual(['begin 0', 'begin 1', 'end 0', 'end 1']);
	});

	it('go on after one that failed, and hand out value or error', async () => {
		const run = new Run(1);
		const failing = run.exclusively('a', async () => await Promise.reject(new Error('no')));
		const next = run.exclusively('a', async () => await Promise.resolve('next'));
		await expect(failing).rejects.toThrow('no');
		expect(await next).toBe('next');
	});
});

describe('contextOfItem', () => {
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
