// Runs reads side by side, in turn from poll to poll; what failed before comes last.

import type { ServiceError } from '../../../transport/errors/serviceError';
import { POLL_CONCURRENCY, TooLittleTime } from './client';
import { mustStop, type PollRequests } from './failures';
import type { Subject } from './reports';

const TOO_MANY_REQUESTS = 429;

/** Statuses from 400 to 499 that say nothing of an object: it took too long, or too many requests are sent. */
const NOT_OF_OBJECT = new Set([408, 425, TOO_MANY_REQUESTS]);

/** After so many failures in a row, the others would fail as well: the next poll goes on behind them. */
const MAX_FAILURES_IN_ROW = 5;

/** After so many objects in a row that are refused, the next poll goes on: others may be refused as well. */
const MAX_REFUSED_IN_ROW = 20;

/** Something to read. */
export interface Job {
	/** Key of the object's ID. */
	key: string;
	/** What is read, for reports. */
	subject: Subject;
}

/**
 * Sorts jobs by their keys, beginning behind the last one of an earlier poll: those that one poll does not get to are the
 * first of the next, whichever others come and go.
 */
export function startingAfter<Keyed extends { key: string }>(
	lastKey: string | undefined,
	jobs: readonly Keyed[],
): Keyed[] {
	const inOrder = [...jobs].sort((a, b) => (a.key < b.key ? -1 : 1));
	const start = lastKey === undefined ? 0 : inOrder.findIndex(({ key }) => key > lastKey);
	return start <= 0 ? inOrder : [...inOrder.slice(start), ...inOrder.slice(0, start)];
}

/**
 * Runs jobs concurrently until the deadline, or until requests fail in general. Those that failed in earlier polls have one
 * turn in four: they take little from the others, and are read as soon as they can be.
 *
 * @param run returns the error of a request that failed, or that the poll left too little time: then no further job begins
 * @returns the jobs that were started, without those that failed in earlier polls: the next poll goes on behind the last.
 *   They end before one that had too little time, or was refused because too many were sent, so that this one is the first of
 *   the next poll; but not before the first of this poll, as one that always is must not hold up the others
 */
export async function runJobs<SomeJob extends Job>(
	jobs: readonly SomeJob[],
	requests: PollRequests,
	run: (job: SomeJob) => Promise<ServiceError | undefined>,
): Promise<SomeJob[]> {
	const { reports, failures } = requests;
	const isOfAccount = (error: ServiceError): boolean =>
		error.status === TOO_MANY_REQUESTS || failures.isOfKey(error);
	/** Whether the service answered, with a refusal of this object: that says nothing of any other. */
	const isOfObject = (error: ServiceError): boolean =>
		error.status >= 400 &&
		error.status < 500 &&
		!NOT_OF_OBJECT.has(error.status) &&
		!isOfAccount(error);
	const untroubled = jobs.filter(({ subject }) => !reports.has(subject));
	const queue = interleaved(untroubled, reports.leastRecent(jobs));
	const failed: Array<{ subject: Subject; error: ServiceError }> = [];
	let next = 0;
	let failuresInRow = 0;
	let refusedInRow = 0;
	let hasSucceeded = false;
	let isOutOfTime = false;
	/** It is not because of them that they were not read. */
	const unread = new Set<SomeJob>();
	const mayGoOn = (): boolean =>
		!mustStop(requests) &&
		failuresInRow < MAX_FAILURES_IN_ROW &&
		refusedInRow < MAX_REFUSED_IN_ROW &&
		!isOutOfTime;
	const worker = async (): Promise<void> => {
		while (mayGoOn()) {
			const job = queue[next];
			if (!job) return;
			next += 1;
			const error = await run(job);
			if (error instanceof TooLittleTime) {
				isOutOfTime = true;
				unread.add(job);
				continue;
			}
			if (error === undefined) {
				failuresInRow = 0;
				refusedInRow = 0;
				hasSucceeded = true;
				failures.noteSuccess();
				reports.succeed(job.subject);
				continue;
			}
			failed.push({ subject: job.subject, error });
			if (isOfAccount(error)) unread.add(job);
			if (isOfObject(error)) {
				refusedInRow += 1;
				continue;
			}
			failuresInRow += 1;
			// Objects that failed before may do so in a row, although others can be read.
			const isExpected = hasSucceeded && reports.has(job.subject);
			if (failures.isOfKey(error) || (failuresInRow === MAX_FAILURES_IN_ROW && !isExpected)) {
				failures.add(error);
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(POLL_CONCURRENCY, queue.length) }, worker));
	// Where the service fails with everything, it is not because of the objects.
	const areOfObjects = hasSucceeded || failuresInRow < MAX_FAILURES_IN_ROW;
	for (const { subject, error } of failed) {
		if (isOfObject(error) || (areOfObjects && !isOfAccount(error))) reports.fail(subject, error);
	}
	const started = new Set(queue.slice(0, next));
	const inTurn = untroubled.filter((job) => started.has(job));
	const end = inTurn.findIndex((job, index) => index > 0 && unread.has(job));
	return end > 0 ? inTurn.slice(0, end) : inTurn;
}

/**
 * The key behind which the next poll goes on; undefined where nothing is left for it. A scan of several polls shows some of
 * them few jobs: those must not make the next one begin where the last one with many did.
 *
 * @param started what {@link runJobs} returned for these and perhaps other jobs
 */
export function lastStarted(
	jobs: readonly Job[],
	started: readonly Job[],
	{ reports }: PollRequests,
): string | undefined {
	const own = new Set(jobs);
	const startedOnes = started.filter((job) => own.has(job));
	const isStarted = new Set(startedOnes);
	const isNoneLeft = jobs.every((job) => isStarted.has(job) || reports.has(job.subject));
	return isNoneLeft ? undefined : startedOnes.at(-1)?.key;
}

/** Joins two queues so that the second has one turn in four: neither starves the other. */
export function interleaved<Item>(first: readonly Item[], second: readonly Item[]): Item[] {
	const joined: Item[] = [];
	let taken = 0;
	for (const [index, item] of first.entries()) {
		joined.push(item);
		const other = index % 3 === 2 ? second[taken] : undefined;
		if (other === undefined) continue;
		joined.push(other);
		taken += 1;
	}
	return [...joined, ...second.slice(taken)];
}
