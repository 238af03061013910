import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ServiceError } from '../../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { deadlineIn } from '../../../../../nodes/PodFulfilment/transport/deadlineClient.ts';
import {
	POLL_CONCURRENCY,
	runJobs,
	startingAfter,
} from '../../../../../nodes/PodFulfilment/trigger/polling/read/jobs.ts';
import {
	Failures,
	type PollRequests,
} from '../../../../../nodes/PodFulfilment/trigger/polling/read/requests.ts';
import { FakeService } from '../fakeService.ts';

const jobsOf = (...keys: string[]): Array<{ key: string }> => keys.map((key) => ({ key }));
const numbered = (count: number): Array<{ key: string }> =>
	jobsOf(...Array.from({ length: count }, (_, index) => `job-${index}`));

/** Requests whose deadline passes once `count()` reaches a number. */
const requestsUntil = (limit: number, count: () => number): PollRequests => ({
	client: new FakeService(10).client,
	deadline: deadlineIn(limit, count),
	failures: new Failures(),
});

describe('The order of jobs', () => {
	it('jobs begin behind the last one of the poll before, and then start over', () => {
		expect(startingAfter('b', jobsOf('a', 'b', 'c', 'd'))).toEqual(jobsOf('c', 'd', 'a', 'b'));
		expect(startingAfter('d', jobsOf('a', 'b', 'c', 'd'))).toEqual(jobsOf('a', 'b', 'c', 'd'));
	});

	it.each([undefined, 'gone'])('jobs keep their order when the last one is %s', (last) => {
		expect(startingAfter(last, jobsOf('a', 'b'))).toEqual(jobsOf('a', 'b'));
	});
});

describe('Running jobs', () => {
	it('every job runs once, in order, five at a time at the most', async () => {
		await fc.assert(
			fc.asyncProperty(fc.nat(30), async (count) => {
				let active = 0;
				let most = 0;
				const started: string[] = [];
				const last = await runJobs(
					numbered(count),
					requestsUntil(1, () => 0),
					async ({ key }) => {
						started.push(key);
						active += 1;
						most = Math.max(most, active);
						await Promise.resolve();
						active -= 1;
					},
				);
				expect(started).toEqual(numbered(count).map(({ key }) => key));
				expect(most).toBe(Math.min(POLL_CONCURRENCY, count));
				expect(last).toBe(started.at(-1));
			}),
		);
	});

	it('no job begins after the deadline, and the last that did is known', async () => {
		let started = 0;
		const requests = requestsUntil(7, () => started);
		const last = await runJobs(numbered(30), requests, async () => {
			started += 1;
			await Promise.resolve();
		});
		expect({ started, last }).toEqual({ started: 7, last: 'job-6' });
		expect(await runJobs(numbered(3), requests, async () => expect.unreachable())).toBeUndefined();
	});

	it('no job begins once requests fail in general', async () => {
		let started = 0;
		const requests = requestsUntil(1, () => 0);
		await runJobs(numbered(30), requests, async () => {
			started += 1;
			await Promise.resolve();
			const refused = { outcome: 'refused', message: 'No', description: '', status: 401 } as const;
			requests.failures.add(new ServiceError(refused));
		});
		expect(started).toBe(POLL_CONCURRENCY);
	});
});
