import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { ServiceRefusal, type Outcome } from '../../../nodes/PodFulfilment/transport/refusal.ts';
import { sendRepeatedly, Waits } from '../../../nodes/PodFulfilment/transport/repeat.ts';
import { Run } from '../../../nodes/PodFulfilment/transport/run.ts';
import type {
	Patience,
	Repeat,
	ServiceAnswer,
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

type Answer = [status: number, outcome: Outcome, retryAfter?: number];

const refusalOf = ([status, outcome, retryAfter]: Answer): ServiceRefusal =>
	new ServiceRefusal(caller, {
		outcome,
		status,
		message: 'Not now',
		description: 'Later, perhaps.',
		...(retryAfter !== undefined && { retryAfter }),
	});

const SUCCESS: ServiceAnswer = { status: 200, headers: {}, body: { id: '1' } };

const PATIENCE: Patience = { concurrency: 10, maxAttempts: 5, maxWaitSeconds: 300 };

/** Sends to a service that answers in a given row; after its end it succeeds. */
async function sendTo(
	answers: Answer[],
	request: ServiceRequest = requestOf('GET'),
	patience: Partial<Patience> = {},
): Promise<{ sent: number; seconds: number; outcome: ServiceAnswer | ServiceRefusal }> {
	const run = new Run(10);
	const waits = new Waits(run, { ...PATIENCE, ...patience });
	const startedAt = Date.now();
	let sent = 0;
	let seconds = 0;
	const sending = sendRepeatedly(request, run, waits, async () => {
		const answer = answers[sent];
		sent += 1;
		return await Promise.resolve(answer ? refusalOf(answer) : SUCCESS);
	}).then((outcome) => {
		seconds = (Date.now() - startedAt) / 1000;
		return outcome;
	});
	let outcome: ServiceAnswer | ServiceRefusal | undefined;
	void sending.then((last) => (outcome = last));
	while (!outcome) await vi.advanceTimersByTimeAsync(1000);
	return { outcome, sent, seconds };
}

describe('What is sent again (spec section 7)', () => {
	const row = (status: number, outcome: Outcome): Answer => [status, outcome, 0];
	const ANSWERS = {
		limited: row(429, 'busy'),
		busy: row(503, 'busy'),
		'bad gateway': row(502, 'lost'),
		'gateway timeout': row(504, 'lost'),
		'no answer': row(0, 'lost'),
		unreadable: row(200, 'unreadable'),
		refused: row(422, 'refused'),
		'server at fault': row(500, 'refused'),
	};
	const LOST = ['bad gateway', 'gateway timeout', 'no answer'] as const;

	it.each<[string, Partial<ServiceRequest>, Array<keyof typeof ANSWERS>]>([
		['GET', { method: 'GET' }, ['limited', 'busy', ...LOST]],
		['PATCH', { method: 'PATCH' }, ['limited', 'busy', ...LOST]],
		['POST', { method: 'POST' }, ['limited']],
		['POST that is looked after', { method: 'POST', repeat: 'whenNotDone' }, ['limited', 'busy']],
		['anything that says so', { method: 'POST', repeat: 'always' }, ['limited', 'busy', ...LOST]],
	])('a %s', async (_, request, repeated) => {
		for (const name of Object.keys(ANSWERS) as Array<keyof typeof ANSWERS>) {
			const { sent } = await sendTo([ANSWERS[name]], { ...requestOf('GET'), ...request });
			expect([name, sent]).toEqual([name, repeated.includes(name) ? 2 : 1]);
		}
	});

	it('is never sent more often than the attempts allow, whatever is answered', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.constantFrom(...Object.values(ANSWERS)), { maxLength: 30 }),
				fc.constantFrom<Repeat>('always', 'whenNotDone', 'whenLimited'),
				fc.integer({ min: 1, max: 20 }),
				async (answers, repeat, maxAttempts) => {
					const { sent, outcome } = await sendTo(
						answers,
						{ ...requestOf('POST'), repeat },
						{ maxAttempts },
					);
					expect(sent).toBeLessThanOrEqual(maxAttempts);
					expect(sent).toBeLessThanOrEqual(answers.length + 1);
					expect(outcome instanceof ServiceRefusal).toBe(sent <= answers.length);
				},
			),
			{ numRuns: 100 },
		);
	});

	it('counts on where the same request was sent before', async () => {
		const run = new Run(1);
		const attempts = { made: 3 };
		let sent = 0;
		const sending = sendRepeatedly(
			requestOf('GET'),
			run,
			new Waits(run, PATIENCE),
			async () => {
				sent += 1;
				return await Promise.resolve(refusalOf(ANSWERS.busy));
			},
			attempts,
		);
		await vi.runAllTimersAsync();
		await sending;
		expect(sent).toBe(2);
		expect(attempts.made).toBe(5);
	});
});

describe('How long is waited', () => {
	it('is what the service asks for', async () => {
		const { seconds, sent } = await sendTo([
			[503, 'busy', 7000],
			[429, 'busy', 11_000],
		]);
		expect(sent).toBe(3);
		expect(seconds).toBeGreaterThanOrEqual(18);
		expect(seconds).toBeLessThan(18.5);
	});

	it('is never more than the longest waiting time, all waits together', async () => {
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
				async (answers, maxWaitSeconds) => {
					const { seconds, outcome } = await sendTo(answers as Answer[], requestOf('GET'), {
						maxAttempts: 20,
						maxWaitSeconds,
					});
					expect(seconds).toBeLessThanOrEqual(maxWaitSeconds + 1);
					if (outcome instanceof ServiceRefusal && answers.length < 20) {
						expect(outcome.description).toMatch(/until \d{4}-\d{2}-\d{2}T/);
					}
				},
			),
			{ numRuns: 100 },
		);
	});

	it('is nothing at all when more is asked for; the refusal says until when', async () => {
		const { seconds, sent, outcome } = await sendTo([[503, 'busy', 301_000]]);
		expect([seconds, sent]).toEqual([0, 1]);
		const until = new Date(1_800_000_000_000 + 301_000).toISOString();
		expect((outcome as ServiceRefusal).description).toContain(until);
	});

	it('holds back every request of the run', async () => {
		const run = new Run(10);
		const sentAt: number[] = [];
		const startedAt = Date.now();
		const send = async (milliseconds: number): Promise<ServiceAnswer | ServiceRefusal> => {
			const isFirst = sentAt.length === 0;
			sentAt.push(Date.now() - startedAt);
			await new Promise((resolve) => setTimeout(resolve, milliseconds));
			return isFirst ? refusalOf([503, 'busy', 5000]) : SUCCESS;
		};
		const one = async (delay: number) => {
			await new Promise((resolve) => setTimeout(resolve, delay));
			return await sendRepeatedly(requestOf('GET'), run, new Waits(run, PATIENCE), async () =>
				send(10),
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
