import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { ServiceError } from '../../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { deadlineIn } from '../../../../../nodes/PodFulfilment/transport/deadlineClient.ts';
import {
	Failures,
	POLL_CONCURRENCY,
	TooLittleTime,
	type PollRequests,
} from '../../../../../nodes/PodFulfilment/trigger/polling/read/client.ts';
import { startingAfter } from '../../../../../nodes/PodFulfilment/trigger/polling/read/listReader.ts';
import {
	WorkQueue,
	type Job,
} from '../../../../../nodes/PodFulfilment/trigger/polling/read/queue.ts';
import { Reports } from '../../../../../nodes/PodFulfilment/trigger/polling/read/reports.ts';
import { FakeService } from '../fakeService.ts';
import { pollClientOf } from '../poller.ts';

type Given = Pick<Job, 'key' | 'subject'> & Partial<Job>;

const jobsOf = (...keys: string[]): Given[] =>
	keys.map((key) => ({ key, subject: `job "${key}"` }));
const numbered = (count: number): Given[] =>
	jobsOf(...Array.from({ length: count }, (_, index) => `job-${index}`));

/** Requests whose deadline passes once `count()` reaches a number. */
const requestsUntil = (limit: number, count: () => number): PollRequests => ({
	client: pollClientOf(new FakeService(10).client, deadlineIn(limit, count)),
	failures: new Failures(),
	reports: new Reports(),
});

const unlimited = (): PollRequests => requestsUntil(1, () => 0);

const errorWith = (status: number): ServiceError =>
	new ServiceError({ outcome: 'refused', message: `Status ${status}`, description: '', status });

/** Runs jobs of one kind. Returns those that began, and the key behind which the next poll goes on. */
async function runJobs(
	given: readonly Given[],
	requests: PollRequests,
	run: (job: Given) => Promise<ServiceError | undefined>,
): Promise<{ started: Given[]; lastKey: string | undefined }> {
	const queue = new WorkQueue(requests);
	const started: Given[] = [];
	const jobs = given.map((one): Job => ({
		kind: 'order',
		isUrgent: true,
		run: async () => {
			started.push(one);
			return await run(one);
		},
		...one,
	}));
	queue.add(jobs);
	await queue.run();
	return { started, lastKey: queue.lastKeyOf(jobs) };
}

describe('The order of jobs', () => {
	afterEach(() => {
		vi.useRealTimers();
	});

	it('jobs begin behind the last one of the poll before, and then start over', () => {
		const jobs = jobsOf('a', 'b', 'c', 'd');
		expect(startingAfter('b', jobs)).toEqual(jobsOf('c', 'd', 'a', 'b'));
		expect(startingAfter('d', jobs)).toEqual(jobs);
	});

	it('the next poll goes on behind the last job that was done, unless none is left', async () => {
		const jobs = jobsOf('a', 'b', 'c');
		let begun = 0;
		const requests = requestsUntil(2, () => begun);
		const runOne = async () => {
			begun += 1;
			return await Promise.resolve(undefined);
		};
		expect((await runJobs(jobs, requests, runOne)).lastKey).toBe('b');
		begun = 0;
		requests.reports.fail('job "c"', errorWith(500));
		expect((await runJobs(jobs, requests, runOne)).lastKey).toBeUndefined();
		expect((await runJobs(jobs, unlimited(), runOne)).lastKey).toBeUndefined();
	});

	it('jobs keep their order when there was no poll before', () => {
		expect(startingAfter(undefined, jobsOf('a', 'b'))).toEqual(jobsOf('a', 'b'));
	});

	it('each job has its turn, whichever others come and go between two polls', () => {
		fc.assert(
			fc.property(fc.integer({ min: 4, max: 60 }), fc.nat(), (count, seed) => {
				const all = jobsOf(...Array.from({ length: count }, (_, index) => `k${index}`));
				const reached = new Set<string>();
				let last: string | undefined;
				for (let poll = 0; poll < 10; poll += 1) {
					const jobs = all.filter((_, index) => (index + poll + seed) % 3 !== 0);
					const started = startingAfter(last, jobs).slice(0, Math.ceil(count / 2));
					for (const { key } of started) reached.add(key);
					last = started.at(-1)?.key;
				}
				expect(reached.size).toBe(count);
			}),
		);
	});

	it('of five turns, three are urgent, one is troubled, and one comes in turn, while there are such', async () => {
		vi.useFakeTimers({ now: 0, toFake: ['Date'] });
		const requests = unlimited();
		const [urgent, inTurn, troubled] = ['u', 't', 'x'].map((letter) =>
			jobsOf(...[1, 2, 3, 4].map((number) => `${letter}${number}`)),
		) as [Given[], Given[], Given[]];
		for (const { subject } of troubled) requests.reports.fail(subject, errorWith(403));
		const begun = async (...given: Given[][]): Promise<string> => {
			const { started } = await runJobs(given.flat(), requests, async ({ key }) => {
				return await Promise.resolve(key.startsWith('x') ? errorWith(403) : undefined);
			});
			return started.map(({ key }) => key).join(' ');
		};
		const turns = inTurn.map((job) => ({ ...job, isUrgent: false }));
		expect(await begun(urgent, turns, troubled)).toBe('u1 u2 u3 x1 t1 u4 t2 t3 x2 t4 x3 x4');
		expect(await begun(urgent, turns)).toBe('u1 u2 u3 t1 t2 u4 t3 t4');
		expect(await begun(turns, troubled)).toBe('t1 t2 t3 x1 t4 x2 x3 x4');
		expect(await begun(urgent, troubled)).toBe('u1 u2 u3 x1 u4 x2 x3 x4');
	});

	/** A job that notes its key once it runs. */
	const notingJob = (
		ran: string[],
		key: string,
		{ kind = 'order', next }: Pick<Partial<Job>, 'kind' | 'next'> = {},
		error?: ServiceError,
	): Job => ({
		...{ kind, key, subject: key, isUrgent: true, next },
		run: async () => {
			ran.push(key);
			return await Promise.resolve(error);
		},
	});

	it('the parcels of an order are read right behind it, before those that others wait for', async () => {
		const ran: string[] = [];
		const requests = unlimited();
		const queue = new WorkQueue(requests);
		const next = { subject: 'own', plan: () => notingJob(ran, 'own', { kind: 'shipments' }) };
		const others = numbered(10).map(({ key }) => notingJob(ran, key, { kind: 'shipments' }));
		queue.add([notingJob(ran, 'order', { next })]);
		queue.add(others);
		await queue.run();
		expect(ran.slice(0, POLL_CONCURRENCY + 1)).toEqual([
			...['order', 'job-0', 'job-1', 'job-2', 'job-3'],
			'own',
		]);
		expect(ran).toHaveLength(12);
	});

	it('an order whose parcels failed before has the turn of what failed', async () => {
		const ran: string[] = [];
		const requests = unlimited();
		requests.reports.fail('own', errorWith(403));
		const queue = new WorkQueue(requests);
		const next = { subject: 'own', plan: () => notingJob(ran, 'own', { kind: 'shipments' }) };
		queue.add([
			notingJob(ran, 'order', { next }),
			...numbered(4).map(({ key }) => notingJob(ran, key)),
		]);
		await queue.run();
		expect(ran.slice(0, 5)).toEqual(['job-0', 'job-1', 'job-2', 'order', 'job-3']);
		expect(ran.at(-1)).toBe('own');
	});

	it('no parcels are read behind an order once those of others have failed in a row, or the time is over', async () => {
		const ran: string[] = [];
		const requests = unlimited();
		const queue = new WorkQueue(requests);
		queue.add(
			numbered(20).map(({ key }) => {
				const own = `of ${key}`;
				const plan = () => notingJob(ran, own, { kind: 'shipments' }, errorWith(500));
				return notingJob(ran, key, { next: { subject: own, plan } });
			}),
		);
		await queue.run();
		expect(ran.filter((key) => key.startsWith('job-'))).toHaveLength(20);
		expect(ran.length).toBeLessThan(20 + 5 + POLL_CONCURRENCY);
		const last: string[] = [];
		const short = new WorkQueue(requestsUntil(1, () => last.length));
		const plan = () => notingJob(last, 'own');
		short.add([notingJob(last, 'order', { next: { subject: 'own', plan } })]);
		await short.run();
		expect(last).toEqual(['order']);
	});

	it('what each poll has too little time to read behind an order is read by one of the next polls', async () => {
		const jobs = numbered(10);
		const followed = new Set<string>();
		let last: string | undefined;
		for (let poll = 0; poll < 10; poll += 1) {
			let sent = 0;
			const send = async () => {
				sent += 1;
				return await Promise.resolve(undefined);
			};
			const withNext = startingAfter(last, jobs).map(({ key, subject }) => {
				const run = async () => {
					followed.add(key);
					return await send();
				};
				const own: Job = { kind: 'shipments', key, subject: `of ${key}`, isUrgent: true, run };
				return { key, subject, isUrgent: false, next: { subject: undefined, plan: () => own } };
			});
			// Five orders, and the parcels of two.
			const { lastKey } = await runJobs(
				withNext,
				requestsUntil(7, () => sent),
				send,
			);
			last = lastKey ?? last;
		}
		expect(followed.size).toBe(10);
	});

	it('kinds take turns, and where one fails, the others go on', async () => {
		const requests = unlimited();
		const many = numbered(30).map((job) => ({ ...job, kind: 'shipments' }));
		const others = jobsOf('a', 'b', 'c').map((job) => ({ ...job, kind: 'order' }));
		const { started } = await runJobs([...many, ...others], requests, async ({ kind }) => {
			return await Promise.resolve(kind === 'shipments' ? errorWith(500) : undefined);
		});
		expect(started.slice(0, 6).map(({ key }) => key)).toEqual([
			...['job-0', 'a', 'job-1'],
			...['b', 'job-2', 'c'],
		]);
		expect(started.length).toBeLessThan(3 + 5 + POLL_CONCURRENCY);
		// Nothing of this kind can be read.
		expect(requests.failures.worst?.status).toBe(500);
		expect(requests.reports.has('job "job-0"')).toBe(false);
	});
});

describe('Running jobs', () => {
	it('every job runs once, in order, five at a time at the most', async () => {
		await fc.assert(
			fc.asyncProperty(fc.nat(30), async (count) => {
				let active = 0;
				let most = 0;
				const started: string[] = [];
				const { started: returned } = await runJobs(
					numbered(count),
					unlimited(),
					async ({ key }) => {
						started.push(key);
						active += 1;
						most = Math.max(most, active);
						await Promise.resolve();
						active -= 1;
						return undefined;
					},
				);
				expect(started).toEqual(numbered(count).map(({ key }) => key));
				expect(most).toBe(Math.min(POLL_CONCURRENCY, count));
				expect(returned).toEqual(numbered(count));
			}),
		);
	});

	it('no job begins after the deadline, and those that did are known', async () => {
		let started = 0;
		const requests = requestsUntil(7, () => started);
		const { started: returned } = await runJobs(numbered(30), requests, async () => {
			started += 1;
			return await Promise.resolve(undefined);
		});
		expect(started).toBe(7);
		expect(returned).toEqual(numbered(7));
		await runJobs(numbered(3), requests, async () => expect.unreachable());
	});

	it('no job begins once the API key was refused, which fails everything', async () => {
		let started = 0;
		const requests = unlimited();
		await runJobs(numbered(30), requests, async () => {
			started += 1;
			return await Promise.resolve(errorWith(401));
		});
		expect(started).toBeLessThan(2 * POLL_CONCURRENCY);
		expect(requests.failures.areFinal).toBe(true);
		expect(requests.failures.worst?.status).toBe(401);
	});

	it.each([403, 404, 422, 500, 0])(
		'single jobs that fail with %i hold up no other, and are no failure of the poll',
		async (status) => {
			const requests = unlimited();
			const ran: string[] = [];
			const jobs = numbered(60);
			await runJobs(jobs, requests, async ({ key }) => {
				ran.push(key);
				await Promise.resolve();
				// Four of ten fail, never five in a row.
				return /[0-3]$/.test(key) ? errorWith(status) : undefined;
			});
			expect(ran).toHaveLength(60);
			expect(requests.failures.worst).toBeUndefined();
			const troubled = jobs.filter(({ subject }) => requests.reports.has(subject));
			expect(troubled.map(({ key }) => key)).toEqual(ran.filter((key) => /[0-3]$/.test(key)));
		},
	);

	it.each([400, 401, 403, 404, 410, 422])(
		'objects that are refused with %i in a row are troubled, and no failure of the poll, once anything could be read',
		async (status) => {
			const requests = unlimited();
			requests.failures.noteSuccess();
			const jobs = numbered(60);
			const ran: Given[] = [];
			const { started: returned } = await runJobs(jobs, requests, async (job) => {
				ran.push(job);
				return await Promise.resolve(errorWith(status));
			});
			expect(requests.failures.worst).toBeUndefined();
			expect(requests.failures.areFinal).toBe(false);
			// The next poll goes on behind them.
			expect(ran.length).toBeGreaterThanOrEqual(20);
			expect(ran.length).toBeLessThan(20 + POLL_CONCURRENCY);
			expect(returned).toEqual(ran);
			expect(jobs.filter(({ subject }) => requests.reports.has(subject))).toEqual(ran);
		},
	);

	it('objects that are refused do not count towards the failures that end the poll, and one that is read begins anew', async () => {
		const requests = unlimited();
		let started = 0;
		await runJobs(numbered(90), requests, async () => {
			started += 1;
			await Promise.resolve();
			if (started % 20 === 0) return undefined;
			return errorWith(started % 20 > 16 ? 500 : 403);
		});
		expect(started).toBe(90);
		expect(requests.failures.worst).toBeUndefined();
	});

	it('jobs that are refused because too many are sent are not troubled', async () => {
		const requests = unlimited();
		const jobs = numbered(10);
		await runJobs(
			jobs,
			requests,
			async ({ key }) => await Promise.resolve(key === 'job-3' ? errorWith(429) : undefined),
		);
		expect(jobs.some(({ subject }) => requests.reports.has(subject))).toBe(false);
	});

	it.each(['the same requests of each poll are', 'one of them always is'])(
		'each job has its turn when %s refused because too many are sent',
		async (which) => {
			const jobs = numbered(20);
			const read = new Set<string>();
			let last: string | undefined;
			for (let poll = 0; poll < 20; poll += 1) {
				let sent = 0;
				const requests = requestsUntil(10, () => sent);
				const { lastKey } = await runJobs(startingAfter(last, jobs), requests, async ({ key }) => {
					sent += 1;
					const isRefused = which.startsWith('one') ? key === 'job-3' : sent > 3 && sent < 6;
					await Promise.resolve();
					if (isRefused) return errorWith(429);
					read.add(key);
					return undefined;
				});
				last = lastKey ?? last;
			}
			expect(read.size).toBe(which.startsWith('one') ? 19 : 20);
		},
	);

	it.each([
		['the last of each poll', 6, (sent: number) => sent === 6],
		['every second one', 20, (sent: number) => sent % 2 === 0],
		['all but the first', 7, (sent: number) => sent > 1],
		['one slow job', 9, (_sent: number, key: string) => key === 'job-4'],
	])(
		'each job has its turn when %s has too little time',
		async (which, count, hasTooLittleTime) => {
			const jobs = numbered(count);
			const read = new Set<string>();
			let last: string | undefined;
			for (let poll = 0; poll < 2 * count; poll += 1) {
				let sent = 0;
				const requests = unlimited();
				const inTurn = startingAfter(last, jobs);
				const { lastKey } = await runJobs(inTurn, requests, async ({ key }) => {
					sent += 1;
					const isLeft = hasTooLittleTime(sent, key);
					await Promise.resolve();
					if (isLeft) return new TooLittleTime();
					read.add(key);
					return undefined;
				});
				last = lastKey ?? last;
			}
			expect(read.size).toBe(which === 'one slow job' ? count - 1 : count);
		},
	);

	it('where nothing can be read, no job is troubled: it is not because of the objects', async () => {
		const requests = unlimited();
		const jobs = numbered(10);
		await runJobs(jobs, requests, async () => await Promise.resolve(errorWith(500)));
		expect(requests.failures.worst?.status).toBe(500);
		expect(jobs.some(({ subject }) => requests.reports.has(subject))).toBe(false);
	});

	it('a few jobs that all fail are troubled, as there is nothing to tell that the service fails', async () => {
		const requests = unlimited();
		const jobs = numbered(4);
		await runJobs(jobs, requests, async () => await Promise.resolve(errorWith(500)));
		expect(requests.failures.worst).toBeUndefined();
		expect(jobs.every(({ subject }) => requests.reports.has(subject))).toBe(true);
	});

	it.each([403, 500])(
		'jobs that keep failing with %i, however many, are no failure of the poll while others succeed',
		async (status) => {
			const requests = unlimited();
			const jobs = numbered(20);
			const bad = new Set(jobs.slice(0, 12));
			for (const { subject } of bad) requests.reports.fail(subject, errorWith(status));
			await runJobs(
				jobs,
				requests,
				async (job) => await Promise.resolve(bad.has(job) ? errorWith(status) : undefined),
			);
			expect(requests.failures.worst).toBeUndefined();
			expect([...bad].every(({ subject }) => requests.reports.has(subject))).toBe(true);
		},
	);

	it('jobs that begin to fail after others have succeeded are a failure of the poll', async () => {
		const requests = unlimited();
		await runJobs(
			numbered(20),
			requests,
			async ({ key }) => await Promise.resolve(/-\d$/.test(key) ? undefined : errorWith(500)),
		);
		expect(requests.failures.worst?.status).toBe(500);
	});

	it('no job begins after five failures in a row, and they are one failure of the poll', async () => {
		const requests = unlimited();
		let started = 0;
		const { started: returned } = await runJobs(numbered(30), requests, async () => {
			started += 1;
			await Promise.resolve();
			// Two that succeed, and then none.
			return started <= 2 ? undefined : errorWith(500 + started);
		});
		expect(requests.failures.worst).toBeInstanceOf(ServiceError);
		expect(started).toBeLessThan(2 + 5 + POLL_CONCURRENCY);
		expect(returned).toHaveLength(started);
	});

	it('a success between failures begins the count of failures anew', async () => {
		const requests = unlimited();
		let started = 0;
		await runJobs(numbered(50), requests, async () => {
			started += 1;
			return await Promise.resolve(started % 5 === 0 ? undefined : errorWith(500));
		});
		expect(started).toBe(50);
		expect(requests.failures.worst).toBeUndefined();
	});

	it('jobs that failed in earlier polls come last, and are no longer troubled once they succeed', async () => {
		const requests = unlimited();
		const jobs = numbered(6);
		for (const { subject } of [...jobs.slice(0, 2), ...jobs.slice(3, 4)]) {
			requests.reports.fail(subject, errorWith(500));
		}
		const ran: string[] = [];
		await runJobs(jobs, requests, async ({ key }) => {
			ran.push(key);
			return await Promise.resolve(undefined);
		});
		expect(ran).toEqual(['job-2', 'job-4', 'job-5', 'job-0', 'job-1', 'job-3']);
		expect(jobs.some(({ subject }) => requests.reports.has(subject))).toBe(false);
	});

	it('troubled jobs have one turn in four when the time is short', async () => {
		let started = 0;
		const requests = requestsUntil(6, () => started);
		const jobs = numbered(12);
		for (const { subject } of jobs.slice(0, 6)) requests.reports.fail(subject, errorWith(403));
		const { started: returned, lastKey } = await runJobs(jobs, requests, async () => {
			started += 1;
			return await Promise.resolve(undefined);
		});
		expect(returned).toEqual([...jobs.slice(6, 9), ...jobs.slice(0, 1), ...jobs.slice(9, 11)]);
		// That of a troubled one says nothing of where the next poll goes on.
		expect(lastKey).toBe('job-10');
	});
});
