import type { IPollFunctions } from 'n8n-workflow';

import { createClient, type ApiClient } from '../../transport/client';
import { CREDENTIAL } from '../../transport/credential';
import { Run } from '../../transport/run';
import { ServiceError } from '../../transport/serviceError';

/** Concurrent requests of a poll: fewer than those of the action node, to leave room for whatever else is sent. */
const CONCURRENCY = 5;

/** Fewer than in an execution are enough, since the next poll tries again. */
const MAX_ATTEMPTS = 2;

const MAX_TIMEOUT_MS = 20_000;
const MIN_TIMEOUT_MS = 1_000;

/** Requests that may fail on their own before the whole service counts as unavailable. */
const MAX_SINGLE_FAILURES = 3;

/** The time by which a part of a poll has to end. */
export interface Deadline {
	readonly isOver: boolean;
	/** Milliseconds, at least 0. */
	readonly left: number;
	/** A deadline after this share of the time that is left now. */
	part(share: number): Deadline;
}

/** @param now current time in milliseconds since 1970 */
export function deadlineIn(milliseconds: number, now: () => number = Date.now): Deadline {
	const until = now() + milliseconds;
	return {
		get isOver() {
			return this.left === 0;
		},
		get left() {
			return Math.max(0, until - now());
		},
		part(share) {
			return deadlineIn(this.left * share, now);
		},
	};
}

/**
 * A client whose requests end with the poll: two attempts and the wait between them share the time that is left when a
 * request begins.
 *
 * @throws UserError when the credential's Base URL cannot be used
 */
export async function createPollClient(
	context: IPollFunctions,
	deadline: Deadline,
): Promise<ApiClient> {
	const credential = await context.getCredentials(CREDENTIAL);
	const run = new Run(CONCURRENCY);
	const create = (): ApiClient => {
		const share = deadline.left / (MAX_ATTEMPTS + 1);
		const timeout = Math.max(MIN_TIMEOUT_MS, Math.min(MAX_TIMEOUT_MS, Math.floor(share)));
		const policy = {
			concurrency: CONCURRENCY,
			maxAttempts: MAX_ATTEMPTS,
			maxWaitSeconds: timeout / 1000,
		};
		return createClient(context, credential, { timeout }, policy, run);
	};
	return { ...create(), send: async (request) => await create().send(request) };
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
