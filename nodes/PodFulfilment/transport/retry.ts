import { backoffDelay } from './backoff';
import { Change } from './change';
import type { RetryPolicy } from './retryPolicy';
import { WaitTooLong, type Run } from './run';
import { ServiceError, type Result } from './serviceError';
import type { RetrySafety, ServiceRequest, ServiceResponse } from './types';

const retrySafetyOf = ({ method, retrySafety }: ServiceRequest): RetrySafety =>
	retrySafety ?? (method === 'POST' ? 'whenNotDone' : 'always');

/** Whether a request that failed with this error may be sent again as it is. */
function mayRetry(
	safety: RetrySafety,
	{ isIndeterminate, status, isTransient }: ServiceError,
): boolean {
	if (status === 429) return true;
	return isIndeterminate && isTransient && safety === 'always';
}

const asSeconds = (milliseconds: number): string => {
	const seconds = Math.ceil(milliseconds / 1000);
	return seconds === 1 ? '1 second' : `${seconds} seconds`;
};

/** Adds to the error's description when to run the node again. */
function addRetryTime(error: ServiceError, wait: number): void {
	const until = new Date(Date.now() + wait).toISOString();
	const reason =
		error.outcome === 'busy' ? 'The service asks to wait' : 'The next attempt would be due in';
	error.description = `${error.description ?? ''} ${reason} ${asSeconds(wait)}, until ${until}. That is longer than the option "Max Waiting Time" allows. Run the node again then, or raise the option.`;
}

/** Limits the attempts and the total waiting time of one item, over all its requests. */
export class RetryBudget {
	private waitedMilliseconds = 0;

	/** Whether this item has sent a request yet. */
	hasSent = false;

	private readonly run: Run;

	private readonly retryPolicy: RetryPolicy;

	constructor(run: Run, retryPolicy: RetryPolicy) {
		this.run = run;
		this.retryPolicy = retryPolicy;
	}

	/**
	 * Waits before a request is sent again.
	 *
	 * @param nextAttempt number of the attempt that would follow, from 2
	 * @returns false when the budget is used up; if it is the time, the error then says when to run the node again
	 * @throws RunAborted when the run is aborted while waiting
	 */
	async waitBefore(nextAttempt: number, error: ServiceError): Promise<boolean> {
		if (nextAttempt > this.retryPolicy.maxAttempts) return false;
		const wait = Math.max(
			error.retryAfter ?? backoffDelay(nextAttempt - 1, Math.random()),
			this.run.rateLimiter.remainingPause(Date.now()),
		);
		if (this.isExceededBy(wait)) {
			addRetryTime(error, wait);
			return false;
		}
		this.waitedMilliseconds += wait;
		await this.run.pause(wait);
		return true;
	}

	/**
	 * Waits for some milliseconds.
	 *
	 * @returns false when they are more than the item may still wait; nothing was waited for then
	 * @throws RunAborted when the run is aborted while waiting
	 */
	async wait(milliseconds: number): Promise<boolean> {
		if (this.isExceededBy(milliseconds)) return false;
		this.waitedMilliseconds += milliseconds;
		await this.run.pause(milliseconds);
		return true;
	}

	/** Whether so many milliseconds are more than the item may still wait. */
	readonly isExceededBy = (milliseconds: number): boolean =>
		this.waitedMilliseconds + milliseconds > this.retryPolicy.maxWaitSeconds * 1000;
}

/**
 * Sends a request once, as soon as concurrency and rate limit allow.
 *
 * @returns `notSent` when the service asks for a longer pause than the budget allows
 */
async function sendOnce(
	run: Run,
	budget: RetryBudget,
	send: () => Promise<Result<ServiceResponse>>,
): Promise<Result<ServiceResponse> | { notSent: ServiceError }> {
	const result = await run.send(send, budget.isExceededBy, budget.hasSent);
	budget.hasSent = true;
	if (!(result instanceof WaitTooLong)) return result;
	const error = result.error.copy();
	addRetryTime(error, result.milliseconds);
	return { notSent: error };
}

/**
 * Sends a request, and retries it as long as that is safe and the budget allows. A 429 or 503 pauses the whole run.
 *
 * @param send sends it once
 * @param change counts the attempts, and keeps the doubt after a lost response
 * @returns the response, or the last error
 */
export async function sendWithRetry(
	request: ServiceRequest,
	run: Run,
	budget: RetryBudget,
	send: () => Promise<Result<ServiceResponse>>,
	change: Change = new Change(),
): Promise<Result<ServiceResponse>> {
	const safety = retrySafetyOf(request);
	for (;;) {
		let sentAt = 0;
		const result = await sendOnce(run, budget, async () => {
			sentAt = Date.now();
			return await send();
		});
		if ('notSent' in result) return result.notSent;
		change.onSend(request);
		const isChange = request.method !== 'GET';
		if (!(result instanceof ServiceError)) {
			run.rateLimiter.onAccepted();
			if (isChange) change.onDone();
			return result;
		}
		if (isChange && result.isIndeterminate) change.onDoubt();
		if (result.outcome === 'busy') {
			run.lastRateLimitError = result.copy();
			const wait =
				result.retryAfter ?? backoffDelay(run.rateLimiter.consecutiveRateLimits + 1, Math.random());
			const isRequested = result.retryAfter !== undefined;
			if (result.status === 429) {
				run.rateLimiter.onRateLimited(wait, isRequested, sentAt, Date.now());
			} else {
				run.rateLimiter.pause(wait, Date.now());
			}
		}
		if (!mayRetry(safety, result)) return result;
		if (!(await budget.waitBefore(change.attempts + 1, result))) return result;
	}
}
