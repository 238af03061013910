// What all items of an account share in a run: semaphore, rate limiter and circuit breaker. Lets a request wait for its
// turn, as long as its item may wait, and holds all of them back after a 429 or 503.

import { sleep } from 'n8n-workflow';

import { AdaptiveRateLimiter } from './adaptiveRateLimiter';
import { CircuitBreaker } from './circuitBreaker';
import { type Run, sharedInRun } from '../run';
import { Semaphore } from './semaphore';
import { ServiceError } from '../errors/serviceError';

/** Nothing was sent: that would be later than this caller may wait. */
export class WaitTooLong {
	/** From now. */
	readonly milliseconds: number;

	/** With which the service asked another item to wait. */
	readonly error: ServiceError;

	constructor(milliseconds: number, error: ServiceError) {
		this.milliseconds = milliseconds;
		this.error = error;
	}
}

/** How long one item may still wait. */
export interface WaitBudget {
	/** Whether it may not wait so long. */
	exceeds(milliseconds: number): boolean;
	/** Takes from it what was waited. */
	spend(milliseconds: number): void;
}

/**
 * What all items of one account share within a run: concurrency and rate limit. The service limits each account by
 * itself, so no item is refused because of the limit of another account. Items are taken up in their order all the same: one
 * may wait its turn behind items of an account that is held back, for Max Waiting Time at most.
 */
export class AccountLimits {
	readonly run: Run;

	readonly rateLimiter = new AdaptiveRateLimiter();

	/** Only where nobody watches: else each item tries for itself, and soon gives up. */
	readonly circuitBreaker: CircuitBreaker | undefined;

	/** The last 429. */
	private lastRateLimitError: ServiceError | undefined;

	/** The last response that paused the account: a 429 or a 503. */
	private lastPauseError: ServiceError | undefined;

	/** Of this account alone: a request that waits for the rate limit holds its place meanwhile. */
	private readonly semaphore: Semaphore;

	constructor(run: Run) {
		this.run = run;
		this.semaphore = new Semaphore(run.concurrency);
		this.circuitBreaker = run.isUnattended ? new CircuitBreaker() : undefined;
	}

	/** The service rejected a request because of its rate limit: all items of the account send less. */
	onRateLimited(error: ServiceError, sentAt: number): void {
		this.lastRateLimitError = error;
		this.lastPauseError = error;
		this.rateLimiter.onRateLimited(sentAt, Date.now(), error.retryAfterMs);
	}

	/** The service is not available, and said until when: all items of the account wait. */
	onUnavailable(error: ServiceError, retryAfter: number): void {
		this.lastPauseError = error;
		this.rateLimiter.hold(retryAfter, Date.now());
	}

	/**
	 * Sends a request as soon as concurrency and rate limit allow.
	 *
	 * @param budget what the item may still wait; time spent waiting for the service is taken from it
	 * @param isContinuation whether the item has sent a request before; such items go first
	 * @throws RunAborted when the run is aborted before the request is sent
	 */
	async send<Response>(
		request: () => Promise<Response>,
		budget: WaitBudget,
		isContinuation = false,
	): Promise<Response | WaitTooLong> {
		await this.acquireSemaphore(budget, isContinuation);
		let mayAbortRun = false;
		try {
			const waitTooLong = await this.waitForSlot(budget);
			if (waitTooLong) return waitTooLong;
			const response = await request();
			mayAbortRun = response instanceof ServiceError;
			return response;
		} finally {
			// The failed item decides in later microtasks whether to abort the run; a timer fires after all of them.
			if (mayAbortRun) void sleep(0).then(() => this.semaphore.release());
			else this.semaphore.release();
		}
	}

	private async acquireSemaphore(budget: WaitBudget, isContinuation: boolean): Promise<void> {
		const askedAt = Date.now();
		await this.semaphore.acquire(isContinuation);
		// Under a rate limit, those who hold the semaphore wait for the service; so does, in effect, who waits for them.
		if (isContinuation && this.rateLimiter.state !== 'unlimited')
			budget.spend(Date.now() - askedAt);
	}

	/** Waits for the next send slot. Resolves to how long that would take when it is longer than the budget. */
	private async waitForSlot(budget: WaitBudget): Promise<WaitTooLong | undefined> {
		for (;;) {
			this.run.throwIfAborted();
			const now = Date.now();
			const delay = this.rateLimiter.delay(now);
			const error =
				this.rateLimiter.pauseLeft(now) > 0 ? this.lastPauseError : this.lastRateLimitError;
			if (error && delay > 0 && budget.exceeds(delay)) return new WaitTooLong(delay, error);
			const blocked = this.rateLimiter.blockedFor(now);
			const slot = blocked > 0 ? undefined : this.rateLimiter.reserve(now);
			const wait = slot ? slot.at - now : blocked;
			if (wait > 0) await this.run.pause(wait);
			if (delay > 0) budget.spend(Date.now() - now);
			if (slot && this.rateLimiter.isValid(slot)) return undefined;
		}
	}
}

/** A run has as many as its items use accounts: a credential may hold expressions on the item. */
export const limitsOf = sharedInRun((run) => new AccountLimits(run));
