import type { Deadline } from './deadline';
import type { Failures } from './failures';

/** Requests of one poll at once: fewer than in a run of the action node, since a poll disturbs whatever else is sent. */
export const POLL_CONCURRENCY = 5;

/** Jobs in the order of their keys, beginning behind one of them. What a poll does not come to is first in the next. */
export function rotated<Job extends { key: string }>(
	jobs: Job[],
	lastKey: string | undefined,
): Job[] {
	const start = jobs.findIndex(({ key }) => key === lastKey) + 1;
	return [...jobs.slice(start), ...jobs.slice(0, start)];
}

/**
 * Works on jobs, several at once, until the time is over or there is no hope.
 *
 * @returns the key of the last job that was taken up; undefined when there was none
 */
export async function inTime<Job extends { key: string }>(
	jobs: Job[],
	deadline: Deadline,
	failures: Failures,
	work: (job: Job) => Promise<void>,
): Promise<string | undefined> {
	let next = 0;
	const takeUp = async (): Promise<void> => {
		while (!deadline.isOver && !failures.isHopeless) {
			const job = jobs[next];
			if (!job) return;
			next += 1;
			await work(job);
		}
	};
	await Promise.all(Array.from({ length: Math.min(POLL_CONCURRENCY, jobs.length) }, takeUp));
	return jobs[next - 1]?.key;
}
