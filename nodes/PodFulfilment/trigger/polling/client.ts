import type { IPollFunctions } from 'n8n-workflow';

import type { ApiClient } from '../../transport/client';
import { CREDENTIAL } from '../../transport/credential';
import { createDeadlineClient, type Deadline } from '../../transport/deadlineClient';
import { Run } from '../../transport/run';
import { ServiceError } from '../../transport/errors/serviceError';

/** Concurrent requests of a poll: fewer than those of the action node, to leave room for whatever else is sent. */
const CONCURRENCY = 5;

/** Fewer attempts than in an execution are enough, since the next poll tries again. */
const POLICY = { maxAttempts: 2, maxTimeoutMs: 20_000 };

/** Requests that may fail on their own before the whole service counts as unavailable. */
const MAX_SINGLE_FAILURES = 3;

/**
 * A client whose requests end with the poll.
 *
 * @throws UserError when the credential's Base URL cannot be used
 */
export async function createPollClient(
	context: IPollFunctions,
	deadline: Deadline,
): Promise<ApiClient> {
	const credential = await context.getCredentials(CREDENTIAL);
	return createDeadlineClient(context, credential, deadline, POLICY, new Run(CONCURRENCY));
}

export const isKeyRefused = ({ status }: ServiceError): boolean => status === 401 || status === 403;

/** Statuses with which every other request would fail as well: no connection, a refused key, a rate limit. */
const GENERAL_FAILURES = new Set([0, 401, 403, 422, 429]);

/** The failed requests of one poll. What they asked for is read by the next poll. */
export class Failures {
	private readonly errors: ServiceError[] = [];

	add(error: ServiceError): void {
		this.errors.push(error);
	}

	/** Whether further requests are pointless. */
	get areGeneral(): boolean {
		return (
			this.errors.length >= MAX_SINGLE_FAILURES ||
			this.errors.some(({ status }) => GENERAL_FAILURES.has(status))
		);
	}

	/** The error to report: a refused API key before anything else. */
	get worst(): ServiceError | undefined {
		return this.errors.find(isKeyRefused) ?? this.errors[0];
	}
}

/** The error of a failed request. Anything else is a bug, and is thrown on. */
export function requestError(error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	throw error;
}

/** Sorts jobs so that they begin behind a key: those that one poll does not get to are the first of the next. */
export function startingBehind<Job extends { key: string }>(
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
	deadline: Deadline,
	failures: Failures,
	run: (job: Job) => Promise<void>,
): Promise<string | undefined> {
	let next = 0;
	const worker = async (): Promise<void> => {
		while (!deadline.isOver && !failures.areGeneral) {
			const job = jobs[next];
			if (!job) return;
			next += 1;
			await run(job);
		}
	};
	await Promise.all(Array.from({ length: Math.min(CONCURRENCY, jobs.length) }, worker));
	return jobs[next - 1]?.key;
}
