import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
	contextOfItem,
	type RunCaller,
} from '../../../nodes/PodFulfilment/execution/runContext.ts';
import { Run, RunAborted } from '../../../nodes/PodFulfilment/transport/run.ts';

beforeEach(() => {
	vi.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(() => {
	vi.useRealTimers();
});

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
	it('a run waits no longer than a quarter of a second after it is aborted', async () => {
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

	it.each([Number.NaN, Number.NEGATIVE_INFINITY, -1, 0, 0.4])(
		'a run pauses by a timer even for %d ms',
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

	it('calls with one key run one after the other, in the order in which they came', async () => {
		expect(
			await logOf([
				['a', 0],
				['a', 1],
				['a', 2],
			]),
		).toEqual(inTurn(3));
	});

	it('calls with one key wait also for one that began after an earlier one had ended', async () => {
		expect(
			await logOf([
				['a', 0],
				['a', 5],
				['a', 15],
				['a', 25],
			]),
		).toEqual(inTurn(4));
	});

	it('calls with one key do not wait for calls with another key', async () => {
		expect(
			await logOf([
				['a', 0],
				['b', 1],
			]),
		).toEqual(['begin 0', 'begin 1', 'end 0', 'end 1']);
	});

	it('calls with one key go on after one that failed, and return value or error', async () => {
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
		{
			node = NODE,
			cancelled,
			mode = 'manual',
		}: { node?: object; cancelled?: AbortSignal; mode?: string } = {},
	): RunCaller =>
		({
			getNode: () => node,
			getExecuteData: () => executeData,
			getExecutionCancelSignal: () => cancelled,
			getMode: () => mode,
		}) as unknown as RunCaller;

	it('contextOfItem returns the same run for all items of an execution', () => {
		const data = { node: NODE };
		const first = contextOfItem(callerOf(data), 0, 3);
		expect(contextOfItem(callerOf(data), 1, 3)).toBe(first);
		expect(contextOfItem(callerOf(data), 0, 3)).toBe(first);
		expect(contextOfItem(callerOf({ node: NODE }), 0, 3)).not.toBe(first);
	});

	it('contextOfItem returns a new run for a retry of the node, from its first item on', () => {
		const data = { node: NODE };
		const first = contextOfItem(callerOf(data), 0, 3);
		first.run.abort();
		expect(contextOfItem(callerOf(data), 1, 3)).toBe(first);
		const second = contextOfItem(callerOf(data), 0, 3);
		expect(second.run.isAborted).toBe(false);
		expect(contextOfItem(callerOf(data), 1, 3)).toBe(second);
	});

	it("contextOfItem returns a new run for each call of an AI agent's tool", () => {
		const data = { node: { name: 'Agent' } };
		expect(contextOfItem(callerOf(data), 0, 3)).not.toBe(contextOfItem(callerOf(data), 0, 3));
	});

	it.each([
		['trigger', true],
		['webhook', true],
		['retry', true],
		['integrated', true],
		['error', true],
		['cli', true],
		['evaluation', true],
		['internal', true],
		['manual', false],
		['chat', false],
		['agent', false],
	])('a run of the mode %s is one that nobody watches: %s', (mode, isUnattended) => {
		const { run } = contextOfItem(callerOf({ node: NODE }, { mode }), 0, 1);
		expect(run.isUnattended).toBe(isUnattended);
		const tool = contextOfItem(callerOf({ node: { name: 'Agent' } }, { mode }), 0, 1);
		expect(tool.run.isUnattended).toBe(false);
	});

	it('contextOfItem returns a run that is aborted when the execution is cancelled', () => {
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
