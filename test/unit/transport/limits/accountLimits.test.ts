import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
	limitsOf,
	WaitTooLong,
	type AccountLimits,
	type WaitBudget,
} from '../../../../nodes/PodFulfilment/transport/limits/accountLimits.ts';
import { Run, RunAborted } from '../../../../nodes/PodFulfilment/transport/run.ts';
import { limitsOfOneAccount, refusedWith429 } from '../simulation.ts';

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

describe('The limits of an account', () => {
	it('no more requests are sent at once than the concurrency of the account', async () => {
		const limits = limitsOfOneAccount(3);
		let underWay = 0;
		let peak = 0;
		const all = Promise.all(
			Array.from({ length: 20 }, async () =>
				limits.send(async () => {
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

	it('sending continues after a request that failed for an unforeseen reason', async () => {
		const limits = limitsOfOneAccount(1);
		const broken = limits.send(async () => await Promise.reject(new Error('unforeseen')), anyWait);
		await expect(broken).rejects.toThrow('unforeseen');
		const next = limits.send(async () => await Promise.resolve('sent'), anyWait);
		await vi.runAllTimersAsync();
		await expect(next).resolves.toBe('sent');
	});

	it('nothing is sent after the run is aborted, and all who wait are rejected', async () => {
		const limits = limitsOfOneAccount(1);
		const sent: number[] = [];
		const first = limits.send(async () => await sleep(100), anyWait);
		const others = [1, 2, 3].map(async (number) =>
			limits.send(async () => await Promise.resolve(sent.push(number)), anyWait),
		);
		const outcomes = Promise.allSettled(others);
		await vi.advanceTimersByTimeAsync(1);
		limits.run.abort();
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

	it('nothing is sent between an error response and the abort that it causes', async () => {
		const limits = limitsOfOneAccount(1);
		const sent: string[] = [];
		const refused = limits
			.send(async () => {
				// Longer than the spacing of requests, so that nothing else holds the next one back.
				await sleep(10);
				return refusedWith429();
			}, anyWait)
			.then(async (refusal) => {
				// As many promises as an item may take to make up its mind.
				for (let step = 0; step < 50; step += 1) await Promise.resolve();
				limits.run.abort();
				return refusal;
			});
		const other = limits.send(async () => await Promise.resolve(sent.push('other')), anyWait);
		const outcome = Promise.allSettled([other]);
		await vi.runAllTimersAsync();
		await refused;
		expect((await outcome)[0]?.status).toBe('rejected');
		expect(sent).toEqual([]);
	});

	it('nothing is sent for a caller that cannot wait for so long', async () => {
		const limits = limitsOfOneAccount(1);
		limits.onUnavailable(refusedWith429(), 900_000);
		const sent: string[] = [];
		const attempt = limits.send(
			async () => await Promise.resolve(sent.push('too early')),
			budgetOf(300_000),
		);
		expect(await attempt).toBeInstanceOf(WaitTooLong);
		expect(sent).toEqual([]);
		const patient = limits.send(async () => await Promise.resolve(sent.push('in time')), anyWait);
		await vi.advanceTimersByTimeAsync(900_250);
		await patient;
		expect(sent).toEqual(['in time']);
	});

	it('the wait for a slot of the rate limiter is taken from the budget', async () => {
		const limits = limitsOfOneAccount(1);
		limits.onRateLimited(refusedWith429(5000), Date.now());
		const budget = budgetOf(60_000);
		const sending = limits.send(async () => await Promise.resolve('sent'), budget);
		await vi.advanceTimersByTimeAsync(5250);
		expect(await sending).toBe('sent');
		expect(budget.left()).toBeGreaterThanOrEqual(54_750);
		expect(budget.left()).toBeLessThanOrEqual(55_000);
	});

	it('the spacing of requests without a limit is not taken from the budget', async () => {
		const limits = limitsOfOneAccount(10);
		const budget = budgetOf(0);
		const all = Promise.all(
			Array.from({ length: 10 }, async () => limits.send(async () => await sleep(1), budget)),
		);
		await vi.runAllTimersAsync();
		expect(await all).not.toContainEqual(expect.any(WaitTooLong));
		expect(budget.left()).toBe(0);
	});

	it('requests of items that have sent before are sent first', async () => {
		const limits = limitsOfOneAccount(1);
		const sent: string[] = [];
		const send = async (name: string, isContinuation?: boolean) =>
			await limits.send(
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
		'the wait for other requests is taken from the budget of %s',
		async (_, isContinuation, isLimited, expected) => {
			const limits = limitsOfOneAccount(1);
			const other = limits.send(async () => await sleep(5000), anyWait);
			await vi.advanceTimersByTimeAsync(0);
			if (isLimited) limits.onRateLimited(refusedWith429(1000), Date.now());
			const budget = budgetOf(60_000);
			const sending = limits.send(async () => await Promise.resolve(), budget, isContinuation);
			await vi.runAllTimersAsync();
			await Promise.all([other, sending]);
			expect(60_000 - budget.left()).toBe(expected);
		},
	);

	it('a request that needs no wait is sent at once, even when the budget is overdrawn', async () => {
		const overdrawn = budgetOf(-1);
		const limits = limitsOfOneAccount(1);
		expect(await limits.send(async () => await Promise.resolve('sent'), overdrawn)).toBe('sent');
		limits.onUnavailable(refusedWith429(), 1000);
		await vi.advanceTimersByTimeAsync(2000);
		const sending = limits.send(async () => await Promise.resolve('sent'), overdrawn);
		await vi.runAllTimersAsync();
		expect(await sending).toBe('sent');
	});

	it('the error is the one that holds the request back: of the pause, else of the rate limit', async () => {
		const limits = limitsOfOneAccount(1);
		const errorOf = async (): Promise<string> => {
			const result = await limits.send(async () => await Promise.resolve('sent'), budgetOf(0));
			return result instanceof WaitTooLong ? result.error.message : 'sent';
		};
		limits.rateLimiter.reserve(Date.now());
		limits.rateLimiter.onAccepted(Date.now(), Date.now());
		limits.onRateLimited(refusedWith429(1000), Date.now());
		const unavailable = refusedWith429().reworded({ message: 'Not available' });
		limits.onUnavailable(unavailable, 2000);
		expect(await errorOf()).toBe('Not available');
		await vi.advanceTimersByTimeAsync(2000);
		// One per second is thought to be allowed: the first slot is free, the second is not.
		expect(await errorOf()).toBe('sent');
		expect(await errorOf()).toBe('The service asks for fewer requests');
	});
});

describe('The limits of two accounts', () => {
	const HOUR_MS = 3_600_000;

	it.each<[number, (limits: AccountLimits) => void]>([
		[429, (limits) => limits.onRateLimited(refusedWith429(HOUR_MS), Date.now())],
		[503, (limits) => limits.onUnavailable(refusedWith429(), HOUR_MS)],
	])('two accounts pause apart after a %i with Retry-After', async (_, pause) => {
		const run = new Run(1);
		pause(limitsOf({ run, account: 'A' }));
		const send = async (account: string) =>
			await limitsOf({ run, account }).send(
				async () => await Promise.resolve('sent'),
				budgetOf(300_000),
			);
		expect(await send('A')).toBeInstanceOf(WaitTooLong);
		expect(await send('B')).toBe('sent');
	});

	it('the requests under way count apart: one that waits takes no place from the other account', async () => {
		const run = new Run(1);
		limitsOf({ run, account: 'A' }).onUnavailable(refusedWith429(), 60_000);
		const sent: string[] = [];
		const send = async (account: string) =>
			await limitsOf({ run, account }).send(
				async () => await Promise.resolve(sent.push(account)),
				anyWait,
			);
		const all = Promise.all([send('A'), send('A'), send('B'), send('B')]);
		await vi.advanceTimersByTimeAsync(1000);
		expect(sent).toEqual(['B', 'B']);
		await vi.advanceTimersByTimeAsync(60_000);
		await all;
		expect(sent).toEqual(['B', 'B', 'A', 'A']);
	});
});
