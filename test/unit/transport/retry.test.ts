import fc from 'fast-check';
import { Change } from '../../../nodes/PodFulfilment/transport/change.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { RetryBudget, sendWithRetry } from '../../../nodes/PodFulfilment/transport/retry.ts';
import type { RetryPolicy } from '../../../nodes/PodFulfilment/transport/retryPolicy.ts';
import { Run } from '../../../nodes/PodFulfilment/transport/run.ts';
import {
	ServiceError,
	type Outcome,
	type Result,
} from '../../../nodes/PodFulfilment/transport/serviceError.ts';
import type {
	RetrySafety,
	ServiceResponse,
	ServiceRequest,
} from '../../../nodes/PodFulfilment/transport/types.ts';
import { seededRandom } from '../../support/seed.ts';
import { caller, requestOf } from './caller.ts';

beforeEach(() => {
	vi.useFakeTimers({ now: 1_800_000_000_000 });
	vi.spyOn(Math, 'random').mockImplementation(seededRandom());
});
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

/** A failed response; `retryAfter` in milliseconds. */
type Failure = [status: number, outcome: Outcome, retryAfter?: number];

const errorOf = ([status, outcome, retryAfter]: Failure): ServiceError =>
	new ServiceError(caller, {
		outcome,
		status,
		message: 'Not now',
		description: 'Later, perhaps.',
		...(retryAfter !== undefined && { retryAfter }),
	});

const SUCCESS: ServiceResponse = { status: 200, headers: {}, body: { id: '1' } };

const RETRY_POLICY: RetryPolicy = { concurrency: 10, maxAttempts: 5, maxWaitSeconds: 300 };

/** Sends a request to a service that responds with these failures one by one, and then with a success. */
async function sendAgainst(
	failures: Failure[],
	request: ServiceRequest = requestOf('GET'),
	retryPolicy: Partial<RetryPolicy> = {},
): Promise<{ sent: number; seconds: number; result: Result<ServiceResponse> }> {
	const run = new Run(10);
	const budget = new RetryBudget(run, { ...RETRY_POLICY, ...retryPolicy });
	const startedAt = Date.now();
	let sent = 0;
	let seconds = 0;
	const sending = sendWithRetry(request, run, budget, async () => {
		const failure = failures[sent];
		sent += 1;
		return await Promise.resolve(failure ? errorOf(failure) : SUCCESS);
	}).then((last) => {
		seconds = (Date.now() - startedAt) / 1000;
		return last;
	});
	let result: Result<ServiceResponse> | undefined;
	void sending.then((last) => (result = last));
	while (!result) await vi.advanceTimersByTimeAsync(1000);
	return { result, sent, seconds };
}

describe('sendWithRetry (spec section 7)', () => {
	const failure = (status: number, outcome: Outcome): Failure => [status, outcome, 0];
	const FAILURES = {
		'rate limited': failure(429, 'busy'),
		busy: failure(503, 'busy'),
		'bad gateway': failure(502, 'lost'),
		'gateway timeout': failure(504, 'lost'),
		'no response': failure(0, 'lost'),
		unreadable: failure(200, 'unreadable'),
		refused: failure(422, 'refused'),
		'server error': failure(500, 'lost'),
	};
	const LOST = ['bad gateway', 'gateway timeout', 'no response'] as const;

	it.each<[string, Partial<ServiceRequest>, Array<keyof typeof FAILURES>]>([
		['GET', { method: 'GET' }, ['rate limited', 'busy', ...LOST]],
		['PATCH', { method: 'PATCH' }, ['rate limited', 'busy', ...LOST]],
		['POST', { method: 'POST' }, ['rate limited']],
		[
			'PATCH with retrySafety whenNotDone',
			{ method: 'PATCH', retrySafety: 'whenNotDone' },
			['rate limited'],
		],
		[
			'POST with retrySafety always',
			{ method: 'POST', retrySafety: 'always' },
			['rate limited', 'busy', ...LOST],
		],
	])('retries a %s only after failures that make it safe', async (_, request, retried) => {
		for (const name of Object.keys(FAILURES) as Array<keyof typeof FAILURES>) {
			const { sent } = await sendAgainst([FAILURES[name]], { ...requestOf('GET'), ...request });
			expect([name, sent]).toEqual([name, retried.includes(name) ? 2 : 1]);
		}
	});

	it('never exceeds the maximum attempts', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.constantFrom(...Object.values(FAILURES)), { maxLength: 30 }),
				fc.constantFrom<RetrySafety>('always', 'whenNotDone'),
				fc.integer({ min: 1, max: 20 }),
				async (failures, retrySafety, maxAttempts) => {
					const { sent, result } = await sendAgainst(
						failures,
						{ ...requestOf('POST'), retrySafety },
						{ maxAttempts },
					);
					expect(sent).toBeLessThanOrEqual(maxAttempts);
					expect(sent).toBeLessThanOrEqual(failures.length + 1);
					expect(result instanceof ServiceError).toBe(sent <= failures.length);
				},
			),
			{ numRuns: 100 },
		);
	});

	it('continues the count of attempts from an earlier call', async () => {
		const run = new Run(1);
		const change = new Change();
		change.attempts = 3;
		let sent = 0;
		const sending = sendWithRetry(
			requestOf('GET'),
			run,
			new RetryBudget(run, RETRY_POLICY),
			async () => {
				sent += 1;
				return await Promise.resolve(errorOf(FAILURES.busy));
			},
			change,
		);
		await vi.runAllTimersAsync();
		await sending;
		expect(sent).toBe(2);
		expect(change.attempts).toBe(5);
	});
});

describe('What is known of a change', () => {
	const sendChange = async (failures: Failure[], method: 'GET' | 'POST' = 'POST') => {
		const run = new Run(1);
		const change = new Change();
		const left = [...failures];
		const sending = sendWithRetry(
			requestOf(method),
			run,
			new RetryBudget(run, RETRY_POLICY),
			async () => {
				const next = left.shift();
				return next ? errorOf(next) : { status: 200, headers: {}, body: {} };
			},
			change,
		);
		await vi.runAllTimersAsync();
		await sending;
		return change;
	};

	it.each<[string, Failure]>([
		['a lost response', [0, 'lost']],
		['500', [500, 'lost']],
		['502', [502, 'lost']],
		['503', [503, 'busy', 0]],
		['504', [504, 'lost']],
	])('is in doubt after %s', async (_, failure) => {
		expect(await sendChange([failure])).toMatchObject({ isInDoubt: true, isDone: false });
	});

	it.each<[string, Failure]>([
		['422', [422, 'refused']],
		['409', [409, 'refused']],
		['403', [403, 'refused']],
	])('is not in doubt after %s', async (_, failure) => {
		expect(await sendChange([failure])).toMatchObject({ isInDoubt: false, isDone: false });
	});

	it('stays in doubt when a later try is refused', async () => {
		const run = new Run(1);
		const change = new Change();
		for (const failure of [
			[0, 'lost'],
			[422, 'refused'],
		] as Failure[]) {
			const sending = sendWithRetry(
				requestOf('POST'),
				run,
				new RetryBudget(run, RETRY_POLICY),
				async () => errorOf(failure),
				change,
			);
			await vi.runAllTimersAsync();
			await sending;
		}
		expect(change).toMatchObject({ isInDoubt: true, isDone: false, attempts: 2 });
	});

	it('is done after a success, and was in doubt if a response was lost before', async () => {
		const change = await sendChange([[429, 'busy', 0]]);
		expect(change).toMatchObject({ isInDoubt: false, wasInDoubt: false, isDone: true });
	});

	it('is not touched by reading', async () => {
		expect(await sendChange([[503, 'busy', 0]], 'GET')).toMatchObject({
			isInDoubt: false,
			isDone: false,
		});
	});
});

describe('The wait before a retry', () => {
	it('is as long as the service asks for', async () => {
		const { seconds, sent } = await sendAgainst([
			[503, 'busy', 7000],
			[429, 'busy', 11_000],
		]);
		expect(sent).toBe(3);
		expect(seconds).toBeGreaterThanOrEqual(18);
		expect(seconds).toBeLessThan(18.5);
	});

	it('never exceeds the maximum waiting time in total', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(
					fc.tuple(
						fc.constantFrom(429, 503),
						fc.constant<Outcome>('busy'),
						fc.option(fc.integer({ min: 0, max: 200_000 }), { nil: undefined }),
					),
					{ maxLength: 20 },
				),
				fc.integer({ min: 0, max: 400 }),
				async (failures, maxWaitSeconds) => {
					const { seconds, result } = await sendAgainst(failures as Failure[], requestOf('GET'), {
						maxAttempts: 20,
						maxWaitSeconds,
					});
					expect(seconds).toBeLessThanOrEqual(maxWaitSeconds + 1);
					if (result instanceof ServiceError && failures.length < 20) {
						expect(result.description).toMatch(/until \d{4}-\d{2}-\d{2}T/);
					}
				},
			),
			{ numRuns: 100 },
		);
	});

	it('is skipped when the service asks for more; the error says when to run again', async () => {
		const { seconds, sent, result } = await sendAgainst([[503, 'busy', 301_000]]);
		expect([seconds, sent]).toEqual([0, 1]);
		const until = new Date(1_800_000_000_000 + 301_000).toISOString();
		expect((result as ServiceError).description).toContain(until);
	});

	it('delays every request of the run after a 503', async () => {
		const run = new Run(10);
		const sentAt: number[] = [];
		const startedAt = Date.now();
		const send = async (milliseconds: number): Promise<Result<ServiceResponse>> => {
			const isFirst = sentAt.length === 0;
			sentAt.push(Date.now() - startedAt);
			await new Promise((resolve) => setTimeout(resolve, milliseconds));
			return isFirst ? errorOf([503, 'busy', 5000]) : SUCCESS;
		};
		const sendAfter = async (delay: number) => {
			await new Promise((resolve) => setTimeout(resolve, delay));
			return await sendWithRetry(
				requestOf('GET'),
				run,
				new RetryBudget(run, RETRY_POLICY),
				async () => send(10),
			);
		};
		const all = Promise.all([0, 20, 30, 1000, 4000].map(sendAfter));
		await vi.runAllTimersAsync();
		await all;
		expect(sentAt[0]).toBe(0);
		expect(sentAt).toHaveLength(6);
		for (const time of sentAt.slice(1)) expect(time).toBeGreaterThanOrEqual(5010);
	});
});
