import { ServiceError } from './serviceError';
import { WaitTooLong, type Run, type WaitBudget } from './run';
import type { RetryPolicy } from './retryPolicy';
import type { RetrySafety, ServiceRequest, ServiceResponse } from './types';
import { backoffDelay } from './backoff';

const retrySafetyOf = ({ method, retrySafety }: ServiceRequest): RetrySafety =>
	retrySafety ?? (method === 'POST' ? 'whenLimited' : 'always');

/** Whether a request that failed this way may be sent again as it is. */
function mayRetry(
	retrySafety: RetrySafety,
	{ outcome, status, isTransient }: ServiceError,
): boolean {
	if (status === 429 || outcome === 'unsent') return true;
	if (outcome === 'busy') return retrySafety !== 'whenLimited';
	return outcome === 'lost' && isTransient && retrySafety === 'always';
}

/** How often a request was sent so far, whatever came in between. */
export interface Attempts {
	/** What a rate limit refused does not count. */
	made: number;
	/** The last attempt after which the change may have been made. */
	indeterminate?: ServiceError;
}

/** Seconds as a person says them. */
const spoken = (milliseconds: number): string => {
	const seconds = Math.ceil(milliseconds / 1000);
	return seconds === 1 ? '1 second' : `${seconds} seconds`;
};

function sayUntilWhen(error: ServiceError, wait: number): void {
	const until = new Date(Date.now() + wait).toISOString();
	const whose =
		error.retryAfter === undefined
			? 'The next attempt would be due in'
			: 'The service asks to wait';
	error.description = `${error.description ?? ''} ${whose} ${spoken(wait)}, until ${until}. That is longer than the option "Max Waiting Time" allows. Run the node again then, or raise the option.`;
}

/** The waits of one item, all its requests together. */
export class RetryBudget implements WaitBudget {
	private waitedMs = 0;

	/** Whether this item has sent anything yet. */
	hasSent = false;

	private readonly run: Run;

	private readonly policy: RetryPolicy;

	constructor(run: Run, policy: RetryPolicy) {
		this.run = run;
		this.policy = policy;
	}

	/**
	 * Waits before a request is sent again: for the back-off, the service's `Retry-After` or the pause of the whole run,
	 * whichever is longest.
	 *
	 * @param failures how often the request failed in this way, from 1
	 * @returns false when there is nothing left to wait or to attempt; the error then says until when
	 * @throws RunAborted when the run ends before
	 */
	async waitBefore(
		nextAttempt: number,
		error: ServiceError,
		failures = nextAttempt - 1,
	): Promise<boolean> {
		if (nextAttempt > this.policy.maxAttempts) return false;
		const startedAt = Date.now();
		const wait = Math.max(
			backoffDelay(failures, Math.random()),
			error.retryAfter ?? 0,
			this.run.rateLimiter.pauseLeft(startedAt),
		);
		if (this.exceeds(wait)) {
			sayUntilWhen(error, wait);
			return false;
		}
		await this.run.pause(wait);
		this.spend(Date.now() - startedAt);
		return true;
	}

	exceeds(milliseconds: number): boolean {
		return this.waitedMs + milliseconds > this.policy.maxWaitSeconds * 1000;
	}

	spend(milliseconds: number): void {
		this.waitedMs += milliseconds;
	}
}

/** Tells the whole run what a response says about how much may be sent. */
function noteResponse(run: Run, result: ServiceResponse | ServiceError, sentAt: number): void {
	if (!(result instanceof ServiceError)) {
		run.rateLimiter.onAccepted(sentAt, Date.now());
		return;
	}
	const { outcome, status, retryAfter } = result;
	if (status === 429) {
		run.onRateLimited(result, sentAt);
		return;
	}
	if (status === 0 && outcome !== 'unreadable') run.rateLimiter.onUnanswered(sentAt);
	else run.rateLimiter.onAccepted(sentAt, Date.now());
	// Without a time it may be about this request only.
	if (outcome === 'busy' && retryAfter !== undefined) run.onUnavailable(result, retryAfter);
}

/**
 * Sends a request once it is its turn.
 *
 * @returns also the error of another item when nothing was sent, because that would be later than the item may wait
 */
async function sendInTurn(
	run: Run,
	budget: RetryBudget,
	send: () => Promise<ServiceResponse | ServiceError>,
): Promise<ServiceResponse | ServiceError | { tooLate: ServiceError }> {
	let sentAt = 0;
	const result = await run.send(
		async () => {
			sentAt = Date.now();
			return await send();
		},
		budget,
		budget.hasSent,
	);
	budget.hasSent = true;
	if (!(result instanceof WaitTooLong)) {
		noteResponse(run, result, sentAt);
		return result;
	}
	const error = result.reason.copy();
	sayUntilWhen(error, result.milliseconds);
	return { tooLate: error };
}

/**
 * Sends a request, and again as long as that is safe and neither the attempts nor the waiting time are used up. What
 * the service says about its limits holds back the whole run.
 *
 * @param send sends it once
 * @param attempts counts on where the same request was sent before
 * @returns the success, or the last error; the last indeterminate one where no later attempt was sent
 */
export async function sendWithRetry(
	request: ServiceRequest,
	run: Run,
	budget: RetryBudget,
	send: () => Promise<ServiceResponse | ServiceError>,
	attempts: Attempts = { made: 0 },
): Promise<ServiceResponse | ServiceError> {
	const retrySafety = retrySafetyOf(request);
	let rateLimited = 0;
	for (;;) {
		const result = await sendInTurn(run, budget, send);
		if ('tooLate' in result) return attempts.indeterminate ?? result.tooLate;
		const isRateLimited = result instanceof ServiceError && result.status === 429;
		if (isRateLimited) rateLimited += 1;
		else attempts.made += 1;
		if (!(result instanceof ServiceError)) return result;
		if (result.isIndeterminate) attempts.indeterminate = result;
		const failures = isRateLimited ? rateLimited : attempts.made;
		const goesOn =
			mayRetry(retrySafety, result) &&
			(await budget.waitBefore(attempts.made + 1, result, failures));
		if (!goesOn) return result.outcome === 'unsent' ? (attempts.indeterminate ?? result) : result;
	}
}
