import { ServiceError } from './serviceError';
import { WaitTooLong, type Run } from './run';
import type { RetryPolicy } from './retryPolicy';
import type { RetrySafety, ServiceRequest, ServiceResponse } from './types';
import { backoffDelay } from './backoff';
import { Change } from './change';

const retrySafetyOf = ({ method, retrySafety }: ServiceRequest): RetrySafety =>
	retrySafety ?? (method === 'POST' ? 'whenNotDone' : 'always');

/** Whether a request that went this way may be sent again as it is. */
function mayRetry(
	safety: RetrySafety,
	{ isIndeterminate, status, isTransient }: ServiceError,
): boolean {
	if (status === 429) return true;
	return isIndeterminate && isTransient && safety === 'always';
}

/** Seconds as a person says them. */
const spoken = (milliseconds: number): string => {
	const seconds = Math.ceil(milliseconds / 1000);
	return seconds === 1 ? '1 second' : `${seconds} seconds`;
};

function sayUntilWhen(refusal: ServiceError, wait: number): void {
	const until = new Date(Date.now() + wait).toISOString();
	const whose =
		refusal.outcome === 'busy' ? 'The service asks to wait' : 'The next attempt would be due in';
	refusal.description = `${refusal.description ?? ''} ${whose} ${spoken(wait)}, until ${until}. That is longer than the option "Max Waiting Time" allows. Run the node again then, or raise the option.`;
}

/** The waits of one item, all its requests together. */
export class RetryBudget {
	private waited = 0;

	/** Whether this item has sent anything yet. */
	hasSent = false;

	private readonly run: Run;

	private readonly patience: RetryPolicy;

	constructor(run: Run, patience: RetryPolicy) {
		this.run = run;
		this.patience = patience;
	}

	/**
	 * Waits before a request is sent again.
	 *
	 * @returns false when there is nothing left to wait or to attempt; the refusal then says until when
	 * @throws RunEnded when the run ends before
	 */
	async waitBefore(nextAttempt: number, refusal: ServiceError): Promise<boolean> {
		if (nextAttempt > this.patience.maxAttempts) return false;
		const wait = Math.max(
			refusal.retryAfter ?? backoffDelay(nextAttempt - 1, Math.random()),
			this.run.rateLimiter.pauseLeft(Date.now()),
		);
		if (this.exceeds(wait)) {
			sayUntilWhen(refusal, wait);
			return false;
		}
		this.waited += wait;
		await this.run.pause(wait);
		return true;
	}

	/**
	 * Waits for some milliseconds.
	 *
	 * @returns false when they are more than is left to wait; nothing was waited for then
	 */
	async wait(milliseconds: number): Promise<boolean> {
		if (this.exceeds(milliseconds)) return false;
		this.waited += milliseconds;
		await this.run.pause(milliseconds);
		return true;
	}

	/** Whether so many milliseconds are more than is left to wait. */
	readonly exceeds = (milliseconds: number): boolean =>
		this.waited + milliseconds > this.patience.maxWaitSeconds * 1000;
}

/**
 * Sends a request once it is its turn.
 *
 * @returns also a refusal when nothing was sent, because the service asks to wait for too long
 */
async function sendInTurn(
	run: Run,
	waits: RetryBudget,
	send: () => Promise<ServiceResponse | ServiceError>,
): Promise<ServiceResponse | ServiceError | { notSent: ServiceError }> {
	const outcome = await run.send(send, waits.exceeds, waits.hasSent);
	waits.hasSent = true;
	if (!(outcome instanceof WaitTooLong)) return outcome;
	const refusal = outcome.saying.copy();
	sayUntilWhen(refusal, outcome.milliseconds);
	return { notSent: refusal };
}

/**
 * Sends a request, and again as long as that is safe and the patience lasts. What the service says about its limits
 * holds back the whole run.
 *
 * @param send sends it once
 * @param change counts the attempts, and keeps the doubt after a lost response
 * @returns the success, or the refusal that was the last
 */
export async function sendWithRetry(
	request: ServiceRequest,
	run: Run,
	waits: RetryBudget,
	send: () => Promise<ServiceResponse | ServiceError>,
	change: Change = new Change(),
): Promise<ServiceResponse | ServiceError> {
	const repeat = retrySafetyOf(request);
	for (;;) {
		let sentAt = 0;
		const outcome = await sendInTurn(run, waits, async () => {
			sentAt = Date.now();
			return await send();
		});
		if ('notSent' in outcome) return outcome.notSent;
		change.onSend(request);
		const isChange = request.method !== 'GET';
		if (!(outcome instanceof ServiceError)) {
			run.rateLimiter.onAccepted();
			if (isChange) change.onDone();
			return outcome;
		}
		if (isChange && outcome.isIndeterminate) change.onDoubt();
		if (outcome.outcome === 'busy') {
			run.lastRateLimitError = outcome.copy();
			const wait =
				outcome.retryAfter ??
				backoffDelay(run.rateLimiter.consecutiveRateLimits + 1, Math.random());
			const isAsked = outcome.retryAfter !== undefined;
			if (outcome.status === 429) run.rateLimiter.onRateLimited(wait, isAsked, sentAt, Date.now());
			else run.rateLimiter.hold(wait, Date.now());
		}
		if (!mayRetry(repeat, outcome)) return outcome;
		if (!(await waits.waitBefore(change.attempts + 1, outcome))) return outcome;
	}
}
