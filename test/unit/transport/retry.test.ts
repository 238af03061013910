import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { TrackedWrite } from '../../../nodes/PodFulfilment/transport/trackedWrite.ts';
import {
	ServiceError,
	type FailureKind,
} from '../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import {
	RetryBudget,
	sendWithRetry,
	waitOrGiveUp,
} from '../../../nodes/PodFulfilment/transport/retry.ts';
import type { RetryPolicy } from '../../../nodes/PodFulfilment/transport/retryPolicy.ts';
import type {
	RetrySafety,
	ServiceResponse,
	ServiceRequest,
} from '../../../nodes/PodFulfilment/transport/types.ts';
import { httpError } from '../../../nodes/PodFulfilment/transport/errors/httpErrors.ts';
import { responseOf, caller, requestOf } from './caller.ts';
import { retryAfterHeader } from './retryAfterHeader.ts';
import { limitsOfOneAccount, refusedWith429 } from './simulation.ts';

beforeEach(() => {
	vi.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(() => {
	vi.useRealTimers();
});

type Answer = [status: number, outcome: FailureKind, retryAfter?: number];

const refusalOf = ([status, outcome, retryAfter]: Answer): ServiceError =>
	new ServiceError({
		outcome,
		status,
		message: 'Not now',
		description: 'Later, perhaps.',
		...(retryAfter !== undefined && { retryAfterMs: retryAfter }),
	});

const SUCCESS: ServiceResponse = { status: 200, headers: {}, body: { id: '1' } };

const POLICY: RetryPolicy = { concurrency: 10, maxAttempts: 5, maxWaitSeconds: 300 };

/** Sends to a service with a given sequence of responses; after its end it succeeds. */
async function sendTo(
	answers: Answer[],
	request: ServiceRequest = requestOf('GET'),
	policy: Partial<RetryPolicy> = {},
): Promise<{
	sent: number;
	seconds: number;
	outcome: ServiceResponse | ServiceError;
	write: TrackedWrite;
}> {
	const limits = limitsOfOneAccount(10);
	const budget = new RetryBudget(limits.run, { ...POLICY, ...policy });
	const startedAt = Date.now();
	let sent = 0;
	let seconds = 0;
	const write = new TrackedWrite();
	const send = async (): Promise<ServiceResponse | ServiceError> => {
		const answer = answers[sent];
		sent += 1;
		return await Promise.resolve(answer ? refusalOf(answer) : SUCCESS);
	};
	const sending = sendWithRetry(request, limits, budget, send, write).then((outcome) => {
		seconds = (Date.now() - startedAt) / 1000;
		return outcome;
	});
	let outcome: ServiceResponse | ServiceError | undefined;
	void sending.then((last) => (outcome = last));
	while (!outcome) await vi.advanceTimersByTimeAsync(1000);
	return { outcome, sent, seconds, write };
}

describe('sendWithRetry (spec section 7)', () => {
	const row = (status: number, outcome: FailureKind): Answer => [status, outcome, 0];
	const ANSWERS = {
		limited: row(429, 'busy'),
		busy: row(503, 'busy'),
		unsent: row(0, 'unsent'),
		'bad gateway': row(502, 'lost'),
		'gateway timeout': row(504, 'lost'),
		'no answer': row(0, 'lost'),
		unreadable: row(200, 'unreadable'),
		refused: row(422, 'refused'),
		'server at fault': row(500, 'refused'),
	};
	const LOST = ['bad gateway', 'gateway timeout', 'no answer'] as const;

	it.each<[string, Partial<ServiceRequest>, Array<keyof typeof ANSWERS>]>([
		['GET', { method: 'GET' }, ['limited', 'unsent', 'busy', ...LOST]],
		['PATCH', { method: 'PATCH' }, ['limited', 'unsent', 'busy', ...LOST]],
		['POST', { method: 'POST' }, ['limited', 'unsent']],
		[
			'POST with retrySafety always',
			{ method: 'POST', retrySafety: 'always' },
			['limited', 'unsent', 'busy', ...LOST],
		],
	])('a %s is sent again only after failures that make it safe', async (_, request, repeated) => {
		for (const name of Object.keys(ANSWERS) as Array<keyof typeof ANSWERS>) {
			const { sent } = await sendTo([ANSWERS[name]], { ...requestOf('GET'), ...request });
			expect([name, sent]).toEqual([name, repeated.includes(name) ? 2 : 1]);
		}
	});

	it('sendWithRetry never sends more often than attempts and rate limits allow, whatever the responses are', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.constantFrom(...Object.values(ANSWERS)), { maxLength: 30 }),
				fc.constantFrom<RetrySafety>('always', 'ifNotInDoubt'),
				fc.integer({ min: 1, max: 20 }),
				async (answers, retrySafety, maxAttempts) => {
					const { sent, outcome } = await sendTo(
						answers,
						{ ...requestOf('POST'), retrySafety },
						{ maxAttempts },
					);
					const rateLimited = answers.slice(0, sent).filter(([status]) => status === 429).length;
					expect(sent - rateLimited).toBeLessThanOrEqual(maxAttempts);
					expect(sent).toBeLessThanOrEqual(answers.length + 1);
					expect(outcome instanceof ServiceError).toBe(sent <= answers.length);
				},
			),
			{ numRuns: 100 },
		);
	});

	it('sendWithRetry does not count what a rate limit rejects as an attempt', async () => {
		const answers = Array.from({ length: 8 }, () => ANSWERS.limited);
		const { sent, outcome } = await sendTo(answers, requestOf('POST'), { maxAttempts: 1 });
		expect(sent).toBe(9);
		expect(outcome).toBe(SUCCESS);
	});

	it('sendWithRetry keeps the doubt about a change when later attempts were not sent', async () => {
		const lost = ANSWERS['no answer'];
		const { sent, write } = await sendTo(
			[lost, ANSWERS.unsent, ANSWERS.unsent],
			requestOf('PATCH'),
			{ maxAttempts: 3 },
		);
		expect(sent).toBe(3);
		expect(write).toMatchObject({ isInDoubt: true, isSettled: false });
	});

	it('sendWithRetry keeps the doubt about a change that is refused later', async () => {
		const { write } = await sendTo([ANSWERS['no answer'], ANSWERS.refused], requestOf('PATCH'));
		expect(write).toMatchObject({ isInDoubt: true, isSettled: false });
	});

	const created = { ...requestOf('POST'), retrySafety: 'afterAsking' } as const;

	it('sends a write in doubt again once a look shows that it was not made', async () => {
		const looks = [false, true];
		let looked = 0;
		const wasMade = async (): Promise<boolean> => {
			looked += 1;
			return await Promise.resolve(looks.shift() ?? false);
		};
		const lost = ANSWERS['no answer'];
		const { sent, outcome } = await sendTo([lost, lost, lost], { ...created, wasMade });
		expect({ sent, looked, outcome: (outcome as ServiceError).outcome }).toEqual({
			sent: 2,
			looked: 2,
			outcome: 'lost',
		});
	});

	it('does not send a write in doubt again when the look itself fails', async () => {
		const wasMade = async (): Promise<undefined> => await Promise.resolve(undefined);
		const { sent } = await sendTo([ANSWERS['no answer']], { ...created, wasMade });
		expect(sent).toBe(1);
	});

	it('does not send a write in doubt again when there is no way to look', async () => {
		const { sent, outcome } = await sendTo([ANSWERS['no answer']], created);
		expect({ sent, outcome: (outcome as ServiceError).outcome }).toEqual({
			sent: 1,
			outcome: 'lost',
		});
	});

	it('looks only when the write may have been made', async () => {
		const wasMade = (): Promise<boolean> => expect.unreachable('nothing to look for');
		for (const name of ['limited', 'unsent', 'refused', 'server at fault'] as const) {
			const { sent } = await sendTo([ANSWERS[name]], { ...created, wasMade });
			expect([name, sent]).toEqual([name, ['limited', 'unsent'].includes(name) ? 2 : 1]);
		}
	});

	it('counts the attempts before and after a look together', async () => {
		const lost = ANSWERS['no answer'];
		const wasMade = async (): Promise<boolean> => await Promise.resolve(false);
		const { sent } = await sendTo(
			[lost, ANSWERS.unsent, lost, lost],
			{ ...created, wasMade },
			{ maxAttempts: 3 },
		);
		expect(sent).toBe(3);
	});
});

describe('The wait between attempts', () => {
	it.each([429, 503])(
		'the wait is never shorter than the back-off, even after a %i with Retry-After 0',
		async (status) => {
			const random = vi.spyOn(Math, 'random').mockReturnValue(0.999);
			const { seconds, sent } = await sendTo(
				Array.from({ length: 4 }, (): Answer => [status, 'busy', 0]),
			);
			random.mockRestore();
			expect(sent).toBe(5);
			// Half a second, one, two and four.
			expect(seconds).toBeGreaterThan(7.4);
		},
	);

	it('the wait is within Max Waiting Time for ten items that are answered 429 together', async () => {
		const limits = limitsOfOneAccount(10);
		const startedAt = Date.now();
		const items = Array.from({ length: 10 }, async () => {
			const budget = new RetryBudget(limits.run, { ...POLICY, maxWaitSeconds: 2 });
			const error = await sendWithRetry(requestOf('GET'), limits, budget, async () => {
				await new Promise((resolve) => setTimeout(resolve, 20));
				return refusedWith429();
			});
			return { error: error as ServiceError, milliseconds: Date.now() - startedAt };
		});
		const all = Promise.all(items);
		await vi.runAllTimersAsync();
		for (const { error, milliseconds } of await all) {
			expect(milliseconds).toBeLessThan(2500);
			expect(error.message).toContain('fewer requests');
			expect(error.description).toContain('Max Waiting Time');
		}
	});

	it('an item whose slot at a known rate would come too late does not wait', async () => {
		const limits = limitsOfOneAccount(50);
		// One request got through before, so that one per second is thought to be allowed.
		limits.rateLimiter.reserve(Date.now());
		limits.rateLimiter.onAccepted(Date.now(), Date.now());
		limits.onRateLimited(refusedWith429(1000), Date.now());
		await vi.advanceTimersByTimeAsync(1000);
		const startedAt = Date.now();
		let sent = 0;
		const items = Array.from({ length: 50 }, async () => {
			const budget = new RetryBudget(limits.run, { ...POLICY, maxWaitSeconds: 1 });
			const result = await sendWithRetry(requestOf('GET'), limits, budget, async () => {
				sent += 1;
				return await Promise.resolve(SUCCESS);
			});
			return { result, milliseconds: Date.now() - startedAt };
		});
		const all = Promise.all(items);
		await vi.runAllTimersAsync();
		const refused = (await all).filter(({ result }) => result instanceof ServiceError);
		expect(refused).toHaveLength(50 - sent);
		expect(refused.length).toBeGreaterThan(20);
		for (const { result, milliseconds } of refused) {
			expect(milliseconds).toBe(0);
			expect((result as ServiceError).message).toContain('fewer requests');
		}
	});

	it('sending ends and lets the event loop turn, whatever Retry-After says', async () => {
		vi.useRealTimers();
		vi.spyOn(Math, 'random').mockReturnValue(0);
		const headers = [
			'Mon, 12 Okt 2026 10:00:00 GMT',
			'',
			'-1',
			'0',
			...fc.sample(retryAfterHeader, { numRuns: 500, seed: 1 }),
		];
		let turns = 0;
		let isOver = false;
		const turn = (): void => {
			turns += 1;
			if (!isOver) setImmediate(turn);
		};
		setImmediate(turn);
		const all = headers.flatMap((header) =>
			[429, 503].map(async (status) => {
				const limits = limitsOfOneAccount(1);
				const error = httpError(
					caller,
					requestOf('GET'),
					responseOf(status, undefined, { 'retry-after': header }),
				);
				// What is to wait for longer ends at once; the others end in time on a busy machine, too.
				const maxWaitSeconds = (error.retryAfterMs ?? 0) > 1000 ? 1 : 60;
				const budget = new RetryBudget(limits.run, { ...POLICY, maxWaitSeconds });
				const turnsBefore = turns;
				let sent = 0;
				const result = await sendWithRetry(requestOf('GET'), limits, budget, async () => {
					sent += 1;
					return await Promise.resolve(sent === 3 ? SUCCESS : error);
				});
				return { header, sent, result, turned: turns - turnsBefore };
			}),
		);
		const results = await Promise.all(all);
		isOver = true;
		vi.restoreAllMocks();
		const repeated = results.filter(({ sent }) => sent > 1);
		expect(repeated.length).toBeGreaterThan(500);
		for (const { header, sent, result, turned } of repeated) {
			expect([header, sent, result]).toEqual([header, 3, SUCCESS]);
			expect(turned).toBeGreaterThan(0);
		}
	});

	it('the wait is as long as the service asks for', async () => {
		const { seconds, sent } = await sendTo([
			[503, 'busy', 7000],
			[429, 'busy', 11_000],
		]);
		expect(sent).toBe(3);
		expect(seconds).toBeGreaterThanOrEqual(18);
		expect(seconds).toBeLessThan(18.5);
	});

	it('all waits together are never longer than the longest waiting time', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(
					fc.tuple(
						fc.constantFrom(429, 503),
						fc.constant<FailureKind>('busy'),
						fc.option(fc.integer({ min: 0, max: 200_000 }), { nil: undefined }),
					),
					{ maxLength: 20 },
				),
				fc.integer({ min: 0, max: 400 }),
				async (answers, maxWaitSeconds) => {
					const { seconds, outcome } = await sendTo(answers as Answer[], requestOf('GET'), {
						maxAttempts: 20,
						maxWaitSeconds,
					});
					expect(seconds).toBeLessThanOrEqual(maxWaitSeconds + 1);
					if (outcome instanceof ServiceError && answers.length < 20) {
						expect(outcome.description).toMatch(/until \d{4}-\d{2}-\d{2}T/);
					}
				},
			),
			{ numRuns: 100 },
		);
	});

	it('there is no wait when the service asks for more; the error says until when', async () => {
		const { seconds, sent, outcome } = await sendTo([[503, 'busy', 301_000]]);
		expect([seconds, sent]).toEqual([0, 1]);
		const until = new Date(1_800_000_000_000 + 301_000).toISOString();
		expect((outcome as ServiceError).description).toContain(until);
	});

	it('the wait holds back every request of the account', async () => {
		const limits = limitsOfOneAccount(10);
		const sentAt: number[] = [];
		const startedAt = Date.now();
		const send = async (milliseconds: number): Promise<ServiceResponse | ServiceError> => {
			const isFirst = sentAt.length === 0;
			sentAt.push(Date.now() - startedAt);
			await new Promise((resolve) => setTimeout(resolve, milliseconds));
			return isFirst ? refusalOf([503, 'busy', 5000]) : SUCCESS;
		};
		const one = async (delay: number) => {
			await new Promise((resolve) => setTimeout(resolve, delay));
			return await sendWithRetry(
				requestOf('GET'),
				limits,
				new RetryBudget(limits.run, POLICY),
				async () => send(10),
			);
		};
		const all = Promise.all([0, 20, 30, 1000, 4000].map(one));
		await vi.runAllTimersAsync();
		await all;
		expect(sentAt[0]).toBe(0);
		expect(sentAt).toHaveLength(6);
		for (const time of sentAt.slice(1)) expect(time).toBeGreaterThanOrEqual(5010);
	});
});

describe('A service that answers late or not at all', () => {
	type SlowAnswer = [status: number, outcome: FailureKind, seconds: number];

	/** Sends to a service that answers each attempt after some seconds. */
	async function sendToSlow(
		answers: SlowAnswer[],
		request: ServiceRequest,
		policy: Partial<RetryPolicy>,
	) {
		const limits = limitsOfOneAccount(10);
		const budget = new RetryBudget(limits.run, { ...POLICY, ...policy });
		const startedAt = Date.now();
		let sent = 0;
		const result = sendWithRetry(request, limits, budget, async () => {
			const [status, outcome, seconds] = answers[sent] ?? [200, 'refused', 0];
			sent += 1;
			await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
			return status === 200 ? SUCCESS : refusalOf([status, outcome]);
		}).then((last) => ({ last, seconds: (Date.now() - startedAt) / 1000 }));
		await vi.runAllTimersAsync();
		return { sent, ...(await result), isOver: budget.isOver };
	}

	const silent: SlowAnswer[] = Array.from({ length: 9 }, () => [0, 'lost', 60]);
	const create = { ...requestOf('POST'), retrySafety: 'afterAsking' } as const;

	it.each([
		['a read', requestOf('GET')],
		['a write that may be repeated', { ...requestOf('POST'), retrySafety: 'always' } as const],
		[
			'a write that is looked for, which is left to the caller',
			{ ...create, wasMade: () => expect.unreachable('no time is left') },
		],
	])('no further attempt of %s begins once the waiting time is over', async (_, request) => {
		const { sent, seconds, last, isOver } = await sendToSlow(silent, request, {
			maxWaitSeconds: 5,
		});
		expect({ sent, seconds, isOver }).toEqual({ sent: 1, seconds: 60, isOver: true });
		expect((last as ServiceError).description).toMatch(/"Max Waiting Time" allows is over/);
	});

	it.each([
		[0, 'lost'],
		[408, 'lost'],
		[502, 'lost'],
		[503, 'busy'],
		[504, 'lost'],
		[0, 'unsent'],
	] as Answer[])('the time of an attempt that ended with %i %s counts', async (status, outcome) => {
		const answers: SlowAnswer[] = Array.from({ length: 9 }, () => [status, outcome, 8]);
		const { sent, seconds } = await sendToSlow(answers, requestOf('GET'), { maxWaitSeconds: 20 });
		expect(sent).toBeLessThanOrEqual(3);
		expect(sent).toBeGreaterThan(1);
		expect(seconds).toBeLessThanOrEqual(28);
	});

	it('a slow answer is waited for, and its time does not count', async () => {
		const answers: SlowAnswer[] = [[200, 'refused', 50]];
		const { sent, last, isOver } = await sendToSlow(answers, requestOf('GET'), {
			maxWaitSeconds: 5,
		});
		expect({ sent, last, isOver }).toEqual({ sent: 1, last: SUCCESS, isOver: false });
	});

	it('a failure that comes at once does not count: the waits may last to the last second', async () => {
		const answers: SlowAnswer[] = Array.from({ length: 2 }, () => [503, 'busy', 0.9]);
		const { sent, isOver } = await sendToSlow(answers, requestOf('GET'), { maxWaitSeconds: 1.6 });
		expect({ sent, isOver }).toEqual({ sent: 3, isOver: false });
	});

	it('with the usual settings a request is sent five times to a service that never answers', async () => {
		const { sent, seconds } = await sendToSlow(silent, requestOf('GET'), {});
		expect(sent).toBe(5);
		expect(seconds).toBeLessThan(360);
	});
});

describe('An error whose wait is longer than Max Waiting Time', () => {
	/** Description of the error after a wait that the budget does not allow. */
	async function descriptionAfter(retryAfter: number | undefined): Promise<string> {
		vi.spyOn(Math, 'random').mockReturnValue(0.5);
		const error = refusalOf([503, 'busy', retryAfter]);
		const limits = limitsOfOneAccount(1);
		const budget = new RetryBudget(limits.run, { ...POLICY, maxWaitSeconds: 0 });
		const givenUp = await waitOrGiveUp(error, 2, 2, limits, budget);
		vi.restoreAllMocks();
		return givenUp?.description ?? '';
	}

	it.each([
		[1000, 'The service asks to wait 1 second, until 2027-01-15T08:00:01.000Z.'],
		[1001, 'The service asks to wait 2 seconds, until 2027-01-15T08:00:01.001Z.'],
		[60_000, 'The service asks to wait 60 seconds, until 2027-01-15T08:01:00.000Z.'],
		[undefined, 'The next attempt would be due in 1 second, until 2027-01-15T08:00:00.525Z.'],
		// The wait is longer than what was asked for.
		[0, 'The next attempt would be due in 1 second, until 2027-01-15T08:00:00.525Z.'],
		[500, 'The next attempt would be due in 1 second, until 2027-01-15T08:00:00.525Z.'],
	])('the error says after a Retry-After of %s ms: %s', async (retryAfter, words) => {
		const description = await descriptionAfter(retryAfter);
		expect(description).toSatisfy((text: string) => text.startsWith(`Later, perhaps. ${words} `));
		expect(description).toContain('longer than the option "Max Waiting Time" allows');
		expect(description).toContain('Run the node again then');
	});
});

describe('RetryBudget', () => {
	it('RetryBudget counts the time once that requests of one item wait side by side', async () => {
		const budget = new RetryBudget(limitsOfOneAccount(1).run, { ...POLICY, maxWaitSeconds: 2 });
		const waits = Promise.all([budget.wait(1000), budget.wait(1000), budget.wait(1000)]);
		await vi.runAllTimersAsync();
		expect(await waits).toEqual([true, true, true]);
		expect(budget.exceeds(1000)).toBe(false);
		expect(budget.exceeds(1001)).toBe(true);
	});

	it('RetryBudget allows a wait that uses it up, and none after it', async () => {
		const budget = new RetryBudget(limitsOfOneAccount(1).run, { ...POLICY, maxWaitSeconds: 2 });
		const waits = (async () => [
			await budget.wait(1500),
			await budget.wait(501),
			await budget.wait(500),
			await budget.wait(1),
		])();
		await vi.runAllTimersAsync();
		expect(await waits).toEqual([true, false, true, false]);
	});

	it('a request waits as long as the account is held back', async () => {
		const limits = limitsOfOneAccount(1);
		limits.onUnavailable(refusalOf([503, 'busy']), 20_000);
		const startedAt = Date.now();
		const budget = new RetryBudget(limits.run, POLICY);
		const waiting = waitOrGiveUp(refusalOf([0, 'unsent']), 1, 1, limits, budget);
		await vi.runAllTimersAsync();
		expect(await waiting).toBeUndefined();
		expect(Date.now() - startedAt).toBe(20_000);
	});

	it('waits longer after each failure', async () => {
		vi.spyOn(Math, 'random').mockReturnValue(1);
		const limits = limitsOfOneAccount(1);
		const waited: number[] = [];
		const waiting = (async () => {
			for (const failures of [1, 2, 3]) {
				const startedAt = Date.now();
				const budget = new RetryBudget(limits.run, POLICY);
				await waitOrGiveUp(refusalOf([0, 'unsent']), failures, failures, limits, budget);
				waited.push(Date.now() - startedAt);
			}
		})();
		await vi.runAllTimersAsync();
		await waiting;
		vi.restoreAllMocks();
		expect(waited).toEqual([500, 1000, 2000]);
	});

	it('RetryBudget knows whether its item has sent a request', async () => {
		const limits = limitsOfOneAccount(1);
		const budget = new RetryBudget(limits.run, POLICY);
		const continuations: unknown[] = [];
		const send = limits.send.bind(limits);
		vi.spyOn(limits, 'send').mockImplementation(async (request, given, isContinuation) => {
			continuations.push(isContinuation);
			return await send(request, given, isContinuation);
		});
		for (let count = 0; count < 2; count += 1) {
			const sending = sendWithRetry(requestOf('GET'), limits, budget, async () => SUCCESS);
			await vi.runAllTimersAsync();
			await sending;
		}
		expect(continuations).toEqual([false, true]);
	});
});

describe('The calls of the rate limiter of the account', () => {
	const SENT_AT = 1_800_000_000_000;

	it.each<[string, Answer | undefined, string[]]>([
		['a success', undefined, ['onAccepted']],
		['a refusal', [422, 'refused'], ['onAccepted']],
		['a 500', [500, 'lost'], ['onAccepted']],
		['a success that cannot be read', [0, 'unreadable'], ['onAccepted']],
		['no response', [0, 'lost'], ['onUnanswered']],
		['no connection', [0, 'unsent'], ['onUnanswered']],
		['a 429', [429, 'busy', 2000], ['onRateLimited']],
		['a 503 that names no time', [503, 'busy'], ['onAccepted']],
		['a 503 that names a time', [503, 'busy', 2000], ['onAccepted', 'hold']],
		['a 502 that names a time', [502, 'lost', 2000], ['onAccepted']],
	])('the rate limiter gets the calls for %s', async (_, answer, expected) => {
		const limits = limitsOfOneAccount(1);
		const told: unknown[][] = [];
		for (const method of ['onAccepted', 'onUnanswered', 'onRateLimited', 'hold'] as const) {
			vi.spyOn(limits.rateLimiter, method).mockImplementation((...values: unknown[]) => {
				told.push([method, ...values]);
			});
		}
		const budget = new RetryBudget(limits.run, { ...POLICY, maxAttempts: 1, maxWaitSeconds: 0 });
		const sending = sendWithRetry(requestOf('GET'), limits, budget, async () => {
			await new Promise((resolve) => setTimeout(resolve, 30));
			return answer ? refusalOf(answer) : SUCCESS;
		});
		await vi.runAllTimersAsync();
		await sending;
		expect(told.map(([method]) => method)).toEqual(expected);
		const values = {
			onAccepted: [SENT_AT, SENT_AT + 30],
			onUnanswered: [SENT_AT],
			onRateLimited: [SENT_AT, SENT_AT + 30, 2000],
			hold: [2000, SENT_AT + 30],
		};
		for (const [method, ...given] of told) {
			expect(given).toEqual(values[method as keyof typeof values]);
		}
	});
});

describe('What is noted of a write', () => {
	it.each<[ServiceRequest['method'], Answer | undefined, object]>([
		['POST', undefined, { progress: 'done', wasSent: true }],
		['PATCH', undefined, { progress: 'done', wasSent: true }],
		['POST', [502, 'lost'], { progress: 'inDoubt', wasSent: true }],
		['POST', [422, 'refused'], { progress: 'notMade', wasSent: true }],
		['POST', [0, 'unsent'], { progress: 'notMade', wasSent: true }],
		['POST', [429, 'busy', 301_000], { progress: 'notMade', wasSent: false }],
	])('the change records a %s that is answered with %j', async (method, answer, expected) => {
		const { write } = await sendTo(answer ? [answer] : [], requestOf(method), { maxAttempts: 1 });
		expect(write).toMatchObject(expected);
	});
});
