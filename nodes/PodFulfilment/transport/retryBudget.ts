import { backoffDelay, outageDelay } from './backoff';
import type { ServiceError } from './errors/serviceError';
import type { AccountLimits, WaitBudget } from './limits/accountLimits';
import { OUTAGE_MS } from './limits/circuitBreaker';
import type { RetryPolicy } from './retryPolicy';

const inSeconds = (milliseconds: number): string => {
	const seconds = Math.ceil(milliseconds / 1000);
	return seconds === 1 ? '1 second' : `${seconds} seconds`;
};

/** The error with when to run the node again, for a wait that is longer than Max Waiting Time allows. */
export function withRetryTime(error: ServiceError, waitMs: number): ServiceError {
	const until = new Date(Date.now() + waitMs).toISOString();
	const reason =
		error.retryAfterMs === undefined
			? 'The next attempt would be due in'
			: 'The service asks to wait';
	return error.reworded({
		description: `${error.description} ${reason} ${inSeconds(waitMs)}, until ${until}. That is longer than the option "Max Waiting Time" allows. Run the node again then, or raise the option.`,
	});
}

/** Part of Max Waiting Time that an outage takes at most: timers are late, and the last wait must fit in. */
const OUTAGE_PART = 0.9;

/** Limits the attempts of each request, and the total waiting time of one item over all its requests. */
export class RetryBudget implements WaitBudget {
	/** Whether this item has sent a request yet. */
	hasSent = false;

	private waitedMs = 0;

	/** The end of the last wait, in milliseconds since 1970. */
	private waitedUntilMs = 0;

	private readonly limits: AccountLimits;

	private readonly retryPolicy: RetryPolicy;

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
		const waitMs = Math.max(
			this.backoff(error, failures),
			error.retryAfterMs ?? 0,
			this.limits.rateLimiter.pauseLeft(Date.now()),
		);
		return (await this.wait(waitMs)) ? undefined : withRetryTime(error, waitMs);
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
