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
			.send(async () => await Promise.resolve(refusedWith429()), anyWait)
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
