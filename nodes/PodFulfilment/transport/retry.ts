import { WaitTooLong, type AccountLimits, type WaitBudget } from './limits/accountLimits';
import { backoffDelay } from './backoff';
import { Change } from './change';
import type { RetryPolicy } from './retryPolicy';
import { ServiceError, type Result } from './errors/serviceError';
import type { RetrySafety, ServiceRequest, ServiceResponse } from './types';

const retrySafetyOf = ({ method, retrySafety }: ServiceRequest): RetrySafety =>
	retrySafety ?? (method === 'POST' ? 'whenNotDone' : 'always');

/** Whether a request that failed with this error may be sent again as it is. */
function mayRetry(
	safety: RetrySafety,
	{ isIndeterminate, outcome, status, isTransient }: ServiceError,
): boolean {
	if (status === 429 || outcome === 'unsent') return true;
	if (outcome === 'unreadable') return false;
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
		error.retryAfter === undefined
			? 'The next attempt would be due in'
			: 'The service asks to wait';
	error.description = `${error.description ?? ''} ${reason} ${asSeconds(wait)}, until ${until}. That is longer than the option "Max Waiting Time" allows. Run the node again then, or raise the option.`;
}

/** Limits the attempts and the total waiting time of one item, over all its requests. */
export class RetryBudget implements WaitBudget {
	private waitedMilliseconds = 0;

	/** The end of the last wait, in milliseconds since 1970. */
	private waitedUntil = 0;

	/** Whether this item has sent a request yet. */
	hasSent = false;

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
	 * @returns false when the budget is used up; if it is the time, the error then says when to run the node again
	 * @throws RunAborted when the run is aborted while waiting
	 */
	async waitBefore(
		nextAttempt: number,
		error: ServiceError,
		failures = nextAttempt - 1,
	): Promise<boolean> {
		if (nextAttempt > this.retryPolicy.maxAttempts) return false;
		const wait = Math.max(
			backoffDelay(failures, Math.random()),
			error.retryAfter ?? 0,
			this.limits.rateLimiter.pauseLeft(Date.now()),
		);
		if (await this.wait(wait)) return true;
		addRetryTime(error, wait);
		return false;
	}

	/**
	 * Waits for some milliseconds.
	 *
	 * @returns false when they are more than the item may still wait; nothing was waited for then
	 * @throws RunAborted when the run is aborted while waiting
	 */
	async wait(milliseconds: number): Promise<boolean> {
		if (this.exceeds(milliseconds)) return false;
		const startedAt = Date.now();
		await this.limits.run.pause(milliseconds);
		this.spend(Date.now() - startedAt);
		return true;
	}

	exceeds(milliseconds: number): boolean {
		return this.waitedMilliseconds + milliseconds > this.retryPolicy.maxWaitSeconds * 1000;
	}

	/** Requests that one item sends side by side wait for the same time, which counts once. */
	spend(milliseconds: number): void {
		const now = Date.now();
		const since = Math.max(now - milliseconds, this.waitedUntil);
		this.waitedMilliseconds += Math.max(0, now - since);
		this.waitedUntil = now;
	}
}

/** Tells all items of the account what a response says about how much may be sent. */
function noteResponse(
	limits: AccountLimits,
	result: Result<ServiceResponse>,
	sentAt: number,
): void {
	if (!(result instanceof ServiceError)) {
		limits.rateLimiter.onAccepted(sentAt, Date.now());
		return;
	}
	const { outcome, status, retryAfter } = result;
	if (status === 429) {
		limits.onRateLimited(result, sentAt);
		return;
	}
	if (status === 0 && outcome !== 'unreadable') limits.rateLimiter.onUnanswered(sentAt);
	else limits.rateLimiter.onAccepted(sentAt, Date.now());
	// A 503 without a time may be about this request only.
	if (outcome === 'busy' && retryAfter !== undefined) limits.onUnavailable(result, retryAfter);
}

/**
 * Sends a request once, as soon as concurrency and rate limit allow.
 *
 * @returns `notSent` when that would be later than the budget allows
 */
async function sendOnce(
	{ isBackground = false }: ServiceRequest,
	limits: AccountLimits,
	budget: RetryBudget,
	send: () => Promise<Result<ServiceResponse>>,
): Promise<Result<ServiceResponse> | { notSent: ServiceError }> {
	let sentAt = 0;
	const result = await limits.send(
		async () => {
			sentAt = Date.now();
			return await send();
		},
		budget,
		budget.hasSent && !isBackground,
	);
	budget.hasSent = true;
	if (!(result instanceof WaitTooLong)) {
		noteResponse(limits, result, sentAt);
		return result;
	}
	const error = result.error.copy();
	addRetryTime(error, result.milliseconds);
	return { notSent: error };
}

/**
 * Sends a request, and retries it as long as that is safe and the budget allows. What the service says about its limits
 * holds for all items of the account.
 *
 * @param send sends it once
 * @param change counts the attempts, and keeps the doubt after a lost response
 * @returns the response, or the last error
 */
export async function sendWithRetry(
	request: ServiceRequest,
	limits: AccountLimits,
	budget: RetryBudget,
	send: () => Promise<Result<ServiceResponse>>,
	change: Change = new Change(),
): Promise<Result<ServiceResponse>> {
	const safety = retrySafetyOf(request);
	const isChange = request.method !== 'GET';
	let rateLimited = 0;
	for (;;) {
		const result = await sendOnce(request, limits, budget, send);
		if ('notSent' in result) return result.notSent;
		const isRateLimited = result instanceof ServiceError && result.status === 429;
		if (isRateLimited) rateLimited += 1;
		else change.onSend();
		if (!(result instanceof ServiceError)) {
			if (isChange) change.onDone();
			return result;
		}
		if (isChange && result.isIndeterminate) change.onDoubt();
		if (!mayRetry(safety, result)) return result;
		const failures = isRateLimited ? rateLimited : change.attempts;
		if (!(await budget.waitBefore(change.attempts + 1, result, failures))) return result;
	}
}
