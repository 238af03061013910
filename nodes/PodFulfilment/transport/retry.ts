// Decides whether a failed request is sent again and after what delay, and sends it in a loop until it succeeds or is
// given up: the item's attempts or its share of 'Max Waiting Time' are used up. Says when to run the node again where the
// wait is too long, and tells the limits of the account what came. Delays in numbers: retryPolicy.ts.

import { ServiceError, type Result } from './errors/serviceError';
import { WaitTooLong, type AccountLimits } from './limits/accountLimits';
import { NotSent, OUTAGE_MS } from './limits/circuitBreaker';
import { backoffDelay, inSeconds, outageDelay, type RetryPolicy } from './retryPolicy';
import type { Run } from './run';
import type { RetrySafety, ServiceRequest, ServiceResponse } from './types';
import type { TrackedWrite } from './trackedWrite';

// Whether it is sent again

const AFTER_DOUBT = {
	always: 'sendAgain',
	afterAsking: 'askFirst',
	ifNotInDoubt: 'giveUp',
} as const satisfies Record<RetrySafety, string>;

/** What may follow a failed request: the table of docs/decisions/what-is-retried.md, in its order. */
function nextAfter(
	{ outcome, status }: ServiceError,
	{ method, retrySafety = method === 'POST' ? 'ifNotInDoubt' : 'always' }: ServiceRequest,
): 'sendAgain' | 'askFirst' | 'giveUp' {
	// Without a connection nothing was sent, and what the rate limit rejects was not processed.
	if (outcome === 'unsent' || status === 429) return 'sendAgain';
	// No answer, 408, 503 or another 5xx: it may have been done. A 500 is a bug in the service and would come again.
	if ((outcome === 'lost' || outcome === 'busy') && status !== 500) return AFTER_DOUBT[retrySafety];
	// A success that cannot be read, a redirect, a refusal, an invalid certificate: again it would end alike.
	return 'giveUp';
}

// How long an item may wait

/** What one item has used of Max Waiting Time, over all its requests. */
export class RetryBudget {
	/** Whether this item has sent a request yet. */
	hasSent = false;

	private waitedMs = 0;

	/** The end of the last wait, in milliseconds since 1970. */
	private waitedUntilMs = 0;

	private readonly run: Run;

	readonly policy: RetryPolicy;

	constructor(run: Run, policy: RetryPolicy) {
		this.run = run;
		this.policy = policy;
	}

	/**
	 * @returns false when this is more than the item may still wait; nothing was waited for then
	 * @throws RunAborted when the run is aborted while waiting
	 */
	async wait(milliseconds: number): Promise<boolean> {
		if (this.exceeds(milliseconds)) return false;
		const startedAtMs = Date.now();
		await this.run.pause(milliseconds);
		this.spend(Date.now() - startedAtMs);
		return true;
	}

	/** Whether more was waited than the item may: nothing is sent again, and no look lasts. */
	get isOver(): boolean {
		return this.waitedMs > this.policy.maxWaitSeconds * 1000;
	}

	exceeds(milliseconds: number): boolean {
		return this.waitedMs + milliseconds > this.policy.maxWaitSeconds * 1000;
	}

	/** Requests that one item sends side by side wait for the same time, which counts once. */
	spend(milliseconds: number): void {
		const nowMs = Date.now();
		const sinceMs = Math.max(nowMs - milliseconds, this.waitedUntilMs);
		this.waitedMs += Math.max(0, nowMs - sinceMs);
		this.waitedUntilMs = nowMs;
	}
}

// When

/** Part of Max Waiting Time that an outage takes at most: timers are late, and the last wait must fit in. */
const OUTAGE_PART = 0.9;

/** How long a request is tried in an outage that nobody watches. */
const outageMsOf = ({ maxWaitSeconds }: RetryPolicy): number =>
	Math.min(OUTAGE_MS, maxWaitSeconds * 1000 * OUTAGE_PART);

/**
 * Milliseconds until a request is sent again: the longest of the back-off, the service's `Retry-After`, the account's pause.
 *
 * @param failures how often the request failed in this way, from 1
 */
function delayBefore(
	error: ServiceError,
	failures: number,
	policy: RetryPolicy,
	{ circuitBreaker, rateLimiter }: AccountLimits,
): number {
	// A look between two attempts may have found the service back.
	const isOutage = circuitBreaker?.isFailing === true && error.isUnavailable;
	const backoff = isOutage
		? outageDelay(failures, policy.maxAttempts, outageMsOf(policy), Math.random())
		: backoffDelay(failures, Math.random());
	return Math.max(backoff, error.retryAfterMs ?? 0, rateLimiter.pauseLeft(Date.now()));
}

const RAISE_THE_OPTION =
	'That is longer than the option "Max Waiting Time" allows. Run the node again then, or raise the option.';

/** The error with when to go on, for a wait that is longer than the policy allows. */
function withRetryTime(
	error: ServiceError,
	waitMs: number,
	{ afterTooLongWait = RAISE_THE_OPTION }: RetryPolicy,
): ServiceError {
	const until = new Date(Date.now() + waitMs).toISOString();
	// A service that asks for less, or for nothing, is waited for longer all the same.
	const reason =
		error.retryAfterMs === waitMs ? 'The service asks to wait' : 'The next attempt would be due in';
	return error.reworded({
		description: `${error.description} ${reason} ${inSeconds(Math.ceil(waitMs / 1000))}, until ${until}. ${afterTooLongWait}`,
	});
}

/** The error of a request that is not sent again because its attempts and waits took all of Max Waiting Time. */
const waitingTimeOver = (error: ServiceError): ServiceError =>
	error.reworded({
		description: `${error.description} The time that the option "Max Waiting Time" allows is over. Run the node again later, or raise the option.`,
	});

/**
 * Waits until a request may be sent again, as long as its attempts and the budget allow.
 *
 * @param failures how often the request failed in this way, from 1
 * @returns undefined once the wait is over; the error to give up with when the budget is used up
 * @throws RunAborted when the run is aborted while waiting
 */
export async function waitOrGiveUp(
	error: ServiceError,
	attempts: number,
	failures: number,
	limits: AccountLimits,
	budget: RetryBudget,
): Promise<ServiceError | undefined> {
	const { policy } = budget;
	if (attempts >= policy.maxAttempts) return error;
	if (budget.isOver) return waitingTimeOver(error);
	const delayMs = delayBefore(error, failures, policy, limits);
	return (await budget.wait(delayMs)) ? undefined : withRetryTime(error, delayMs, policy);
}

// How

/** A failure that comes sooner is no wait: waits alone may fill Max Waiting Time to its last second. */
const LONG_ATTEMPT_MS = 1_000;

/** Tells all items of the account what came. */
function noteResponse(
	limits: AccountLimits,
	result: Result<ServiceResponse>,
	sentAt: number,
): void {
	if (!(result instanceof ServiceError)) {
		limits.rateLimiter.onAccepted(sentAt, Date.now());
		return;
	}
	const { outcome, status, retryAfterMs } = result;
	if (status === 429) {
		limits.onRateLimited(result, sentAt);
		return;
	}
	if (status === 0 && outcome !== 'unreadable') limits.rateLimiter.onUnanswered(sentAt);
	else limits.rateLimiter.onAccepted(sentAt, Date.now());
	// A 503 without a time may be about this request only.
	if (outcome === 'busy' && retryAfterMs !== undefined) limits.onUnavailable(result, retryAfterMs);
}

/**
 * Sends a request once, as soon as concurrency and rate limit allow.
 *
 * @returns `notSent`, the error to end with, when nothing was sent: the service is down, or it would be later than allowed
 */
async function sendOnce(
	{ method, isBackground = false }: ServiceRequest,
	limits: AccountLimits,
	budget: RetryBudget,
	send: () => Promise<Result<ServiceResponse>>,
): Promise<Result<ServiceResponse> | { notSent: ServiceError }> {
	const { circuitBreaker } = limits;
	let sentAt = 0;
	const attempt = async (): Promise<Result<ServiceResponse>> => {
		sentAt = Date.now();
		const result = await send();
		circuitBreaker?.onResult(result, method !== 'GET');
		const tookMs = Date.now() - sentAt;
		// A long attempt without an answer of use counts as waited, or a silent service would take many times Max Waiting Time.
		const isWait =
			result instanceof ServiceError &&
			result.isServiceFailure &&
			tookMs >= LONG_ATTEMPT_MS &&
			budget.policy.hasBoundedAttempts !== true;
		if (isWait) budget.spend(tookMs);
		return result;
	};
	const withinLimits = async () =>
		await limits.send(attempt, budget, budget.hasSent && !isBackground);
	const result = await (circuitBreaker?.send(withinLimits) ?? withinLimits());
	if (result instanceof NotSent) return { notSent: result.error };
	budget.hasSent = true;
	if (result instanceof WaitTooLong) {
		return { notSent: withRetryTime(result.error, result.milliseconds, budget.policy) };
	}
	noteResponse(limits, result, sentAt);
	return result;
}

/**
 * Sends a request, and sends it again as long as that is safe and the budget allows: the one place that decides it. What
 * the service says about its limits holds for all items of the account.
 *
 * @param send sends it once
 * @param write notes whether the change was made; undefined for a request that changes nothing
 * @returns the response, or the last error; that of a wait that is too long says when to run the node again
 * @throws RunAborted when the run is aborted while waiting
 */
export async function sendWithRetry(
	request: ServiceRequest,
	limits: AccountLimits,
	budget: RetryBudget,
	send: () => Promise<Result<ServiceResponse>>,
	write?: TrackedWrite,
): Promise<Result<ServiceResponse>> {
	let attempts = 0;
	let rateLimited = 0;
	for (;;) {
		const result = await sendOnce(request, limits, budget, send);
		if ('notSent' in result) return result.notSent;
		// What a rate limit rejects is no attempt.
		const isRateLimited = result instanceof ServiceError && result.status === 429;
		if (isRateLimited) {
			rateLimited += 1;
		} else {
			attempts += 1;
			write?.onResult(result);
		}
		if (!(result instanceof ServiceError)) return result;
		const next = nextAfter(result, request);
		if (next === 'giveUp') return result;
		// Once the time is over it is given up below, and whoever sent it looks then.
		const isAsked = next === 'askFirst' && !budget.isOver;
		if (isAsked && (await request.wasMade?.()) !== false) return result;
		const failures = isRateLimited ? rateLimited : attempts;
		const givenUp = await waitOrGiveUp(result, attempts, failures, limits, budget);
		if (givenUp) {
			limits.circuitBreaker?.onGivenUp(result, outageMsOf(budget.policy));
			return givenUp;
		}
	}
}
