// A deadline, how much time it leaves, and a client whose requests end by it: how long each attempt may take.

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { createClient, type ApiClient } from './client';
import type { RetryPolicy } from './retryPolicy';
import type { Run } from './run';
import type { Caller } from './types';

export interface Deadline {
	readonly isOver: boolean;
	/** At least 0. */
	readonly remainingMs: number;
	/** A deadline after this share of the time that is left now. */
	part(share: number): Deadline;
}

/** @param now current time in milliseconds since 1970 */
export function deadlineIn(milliseconds: number, now: () => number = Date.now): Deadline {
	const until = now() + milliseconds;
	return {
		get isOver() {
			return this.remainingMs === 0;
		},
		get remainingMs() {
			return Math.max(0, until - now());
		},
		part(share) {
			return deadlineIn(this.remainingMs * share, now);
		},
	};
}

/** How requests share the time until a deadline. */
interface DeadlinePolicy extends Required<Pick<RetryPolicy, 'maxAttempts' | 'afterTooLongWait'>> {
	/** Of one attempt; shorter where little time is left. */
	maxTimeoutMs: number;
}

const MIN_TIMEOUT_MS = 1_000;

/** How long one attempt of a request may take that begins now, in milliseconds. */
export function attemptTimeMs(
	deadline: Deadline,
	{ maxAttempts, maxTimeoutMs }: DeadlinePolicy,
): number {
	const share = deadline.remainingMs / (maxAttempts + 1);
	return Math.max(MIN_TIMEOUT_MS, Math.min(maxTimeoutMs, Math.floor(share)));
}

/**
 * A client whose requests end by a deadline: all attempts of one, and the waits between them, share the time that is left
 * when it begins. One that begins behind the deadline still has {@link MIN_TIMEOUT_MS}.
 *
 * @throws UserError when the credential's Base URL cannot be used
 */
export function createDeadlineClient(
	caller: Caller,
	credential: ICredentialDataDecryptedObject,
	deadline: Deadline,
	deadlinePolicy: DeadlinePolicy,
	run: Run,
): ApiClient {
	const { maxAttempts, afterTooLongWait } = deadlinePolicy;
	const { concurrency } = run;
	const create = (): ApiClient => {
		const timeout = attemptTimeMs(deadline, deadlinePolicy);
		const bounds = { maxWaitSeconds: timeout / 1000, hasBoundedAttempts: true };
		const policy = { concurrency, maxAttempts, afterTooLongWait, ...bounds };
		return createClient(caller, credential, { timeout }, policy, run);
	};
	return { ...create(), send: async (request) => await create().send(request) };
}
