import { mustStop, type PollRequests } from './requests';

/** Concurrent requests of a poll: fewer than those of the action node, to leave room for whatever else is sent. */
export const POLL_CONCURRENCY = 5;

/** Rotates jobs so that they begin after a key: those that one poll does not get to are the first of the next. */
export function startingAfter<Job extends { key: string }>(
	lastKey: string | undefined,
	jobs: Job[],
): Job[] {
	const start = jobs.findIndex(({ key }) => key === lastKey) + 1;
	return [...jobs.slice(start), ...jobs.slice(0, start)];
}

/**
 * Runs jobs concurrently until the deadline, or until requests fail in general.
 *
 * @returns the key of the last job that was started, if any
 */
export async function runJobs<Job extends { key: string }>(
	jobs: Job[],
	requests: PollRequests,
	run: (job: Job) => Promise<void>,
): Promise<string | undefined> {
	let next = 0;
	const worker = async (): Promise<void> => {
		while (!mustStop(requests)) {
			const job = jobs[next];
			if (!job) return;
			next += 1;
			await run(job);
		}
	};
	await Promise.all(Array.from({ length: Math.min(POLL_CONCURRENCY, jobs.length) }, worker));
	return jobs[next - 1]?.key;
}
