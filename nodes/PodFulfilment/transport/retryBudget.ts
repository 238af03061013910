import { backoffDelay, outageDelay } from './backoff';
import type { ServiceError } from './errors/serviceError';
import type { AccountLimits, WaitBudget } from './limits/accountLimits';
import { OUTAGE_MS } from './limits/circuitBreaker';
import type { RetryPolicy } from './retryPolicy';

const inSeconds = (milliseconds: number): string => {
	const seconds = Math.ceil(milliseconds / 1000);
	return seconds === 1 ? '1 second' : `${seconds} seconds`;
};

/** What to do where a wait is longer than the option of the action node allows. */
const RAISE_THE_OPTION =
	'That is longer than the option "Max Waiting Time" allows. Run the node again then, or raise the option.';

/** The error with when to go on, for a wait that is longer than the policy allows. */
export function withRetryTime(
	error: ServiceError,
	waitMs: number,
	{ afterTooLongWait = RAISE_THE_OPTION }: Pick<RetryPolicy, 'afterTooLongWait'>,
): ServiceError {
	const until = new Date(Date.now() + waitMs).toISOString();
	const reason =
		error.retryAfterMs === undefined
			? 'The next attempt would be due in'
			: 'The service asks to wait';
	return error.reworded({
		description: `${error.description} ${reason} ${inSeconds(waitMs)}, until ${until}. ${afterTooLongWait}`,
	});
}

/** The error of a request that is not sent again because its attempts and waits took all of Max Waiting Time. */
const waitingTimeOver = (error: ServiceError): ServiceError =>
	error.reworded({
		description: `${error.description} The time that the option "Max Waiting Time" allows is over. Run the node again later, or raise the option.`,
	});

/** Part of Max Waiting Time that an outage takes at most: timers are late, and the last wait must fit in. */
const OUTAGE_PART = 0.9;

/** A failure that comes sooner is no wait: waits alone may fill Max Waiting Time to its last second. */
const LONG_ATTEMPT_MS = 1_000;

/** Limits the attempts of each request, and the total waiting time of one item over all its requests. */
export class RetryBudget implements WaitBudget {
	/** Whether this item has sent a request yet. */
	hasSent = false;

	private waitedMs = 0;

	/** The end of the last wait, in milliseconds since 1970. */
	private waitedUntilMs = 0;

	private readonly limits: AccountLimits;

	readonly retryPolicy: RetryPolicy;

	constructor(limits: AccountLimits, retryPolicy: RetryPolicy) {
		this.limits = limits;
		this.retryPolicy = retryPolicy;
	}

	/**
	 * Waits before a request is sent again: for the back-off, the service's `Retry-After` or the pause of the account,
	 * whichever is longest.
	 *
	 * @param nextAttempt number of the attempt that would follow
	 * @param failures how often the request failed in this way, from 1
	 * @returns undefined once the wait is over; the error to give up with when the budget is used up, which says when to
	 *   run the node again if it is the time
	 * @throws RunAborted when the run is aborted while waiting
	 */
	async waitBefore(
		nextAttempt: number,
		error: ServiceError,
		failures: number,
	): Promise<ServiceError | undefined> {
		if (nextAttempt > this.retryPolicy.maxAttempts) return error;
		if (this.isOver) return waitingTimeOver(error);
		const waitMs = Math.max(
			this.backoff(error, failures),
			error.retryAfterMs ?? 0,
			this.limits.rateLimiter.pauseLeft(Date.now()),
		);
		return (await this.wait(waitMs)) ? undefined : withRetryTime(error, waitMs, this.retryPolicy);
	}

	/** How long a request is tried while the service is not available and nobody watches. */
	get outageMs(): number {
		return Math.min(OUTAGE_MS, this.retryPolicy.maxWaitSeconds * 1000 * OUTAGE_PART);
	}

	private backoff(error: ServiceError, failures: number): number {
		// A look between two attempts may have found the service back.
		return this.limits.circuitBreaker?.isFailing && error.isUnavailable
			? outageDelay(failures, this.retryPolicy.maxAttempts, this.outageMs, Math.random())
			: backoffDelay(failures, Math.random());
	}

	/**
	 * Waits for some milliseconds.
	 *
	 * @returns false when they are more than the item may still wait; nothing was waited for then
	 * @throws RunAborted when the run is aborted while waiting
	 */
	async wait(milliseconds: number): Promise<boolean> {
		if (this.exceeds(milliseconds)) return false;
		const startedAtMs = Date.now();
		await this.limits.run.pause(milliseconds);
		this.spend(Date.now() - startedAtMs);
		return true;
	}

	/**
	 * Notes an attempt that failed. A long one that got no answer of use counts as time that was waited, or a silent service
	 * would take many times Max Waiting Time.
	 */
	onFailedAttempt(error: ServiceError, milliseconds: number): void {
		if (milliseconds < LONG_ATTEMPT_MS || this.retryPolicy.hasBoundedAttempts) return;
		if (error.isServiceFailure) this.spend(milliseconds);
	}

	/** Whether more was waited than the item may: nothing is sent again, and no look lasts. */
	get isOver(): boolean {
		return this.waitedMs > this.retryPolicy.maxWaitSeconds * 1000;
	}

	exceeds(milliseconds: number): boolean {
		return this.waitedMs + milliseconds > this.retryPolicy.maxWaitSeconds * 1000;
	}

	/** Requests that one item sends side by side wait for the same time, which counts once. */
	spend(milliseconds: number): void {
		const nowMs = Date.now();
		const sinceMs = Math.max(nowMs - milliseconds, this.waitedUntilMs);
		this.waitedMs += Math.max(0, nowMs - sinceMs);
		this.waitedUntilMs = nowMs;
	}
}
