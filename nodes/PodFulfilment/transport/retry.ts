import { ServiceError, type Result } from './errors/serviceError';
import { WaitTooLong, type AccountLimits } from './limits/accountLimits';
import { NotSent } from './limits/circuitBreaker';
import { withRetryTime, type RetryBudget } from './retryBudget';
import type { RetrySafety, ServiceRequest, ServiceResponse } from './types';
import type { Write } from './write';

const retrySafetyOf = ({ method, retrySafety }: ServiceRequest): RetrySafety =>
	retrySafety ?? (method === 'POST' ? 'whenNotDone' : 'always');

/** Whether a request that failed with this error may be sent again as it is. */
async function mayRetry(
	request: ServiceRequest,
	error: ServiceError,
	budget: RetryBudget,
): Promise<boolean> {
	// The service did not process it.
	if (error.status === 429 || error.outcome === 'unsent') return true;
	// It would fail in the same way again.
	if (!error.isIndeterminate || !error.isTransient || error.outcome === 'unreadable') return false;
	const safety = retrySafetyOf(request);
	if (safety !== 'afterLook') return safety === 'always';
	// Whoever sent it looks once it is given up.
	return request.look !== undefined && (budget.isOver || (await request.look()) === false);
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
 * @returns `notSent` when that would be later than the budget allows
 */
async function sendOnce(
	{ method, isBackground = false }: ServiceRequest,
	limits: AccountLimits,
	budget: RetryBudget,
	send: () => Promise<Result<ServiceResponse>>,
): Promise<Result<ServiceResponse> | { notSent: ServiceError }> {
	let sentAt = 0;
	const sendWithinLimits = async () =>
		await limits.send(
			async () => {
				sentAt = Date.now();
				const result = await send();
				limits.circuitBreaker?.onResult(result, method !== 'GET');
				if (result instanceof ServiceError) budget.onFailedAttempt(result, Date.now() - sentAt);
				return result;
			},
			budget,
			budget.hasSent && !isBackground,
		);
	const { circuitBreaker } = limits;
	const result = await (circuitBreaker?.send(sendWithinLimits) ?? sendWithinLimits());
	if (result instanceof NotSent) return { notSent: result.error };
	budget.hasSent = true;
	if (result instanceof WaitTooLong) {
		return { notSent: withRetryTime(result.error, result.milliseconds, budget.retryPolicy) };
	}
	noteResponse(limits, result, sentAt);
	return result;
}

/**
 * Sends a request, and sends it again as long as that is safe and the budget allows: the one place that decides it. What
 * the service says about its limits holds for all items of the account.
 *
 * @param send sends it once
 * @param write what the request changes; undefined for a request that changes nothing
 * @returns the response, or the last error
 */
export async function sendWithRetry(
	request: ServiceRequest,
	limits: AccountLimits,
	budget: RetryBudget,
	send: () => Promise<Result<ServiceResponse>>,
	write?: Write,
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
		if (!(await mayRetry(request, result, budget))) return result;
		const failures = isRateLimited ? rateLimited : attempts;
		const givenUp = await budget.waitBefore(attempts + 1, result, failures);
		if (givenUp) {
			limits.circuitBreaker?.onGivenUp(result, budget.outageMs);
			return givenUp;
		}
	}
}
