import { sleep } from 'n8n-workflow';

import { Semaphore } from './semaphore';
import { AdaptiveRateLimiter } from './adaptiveRateLimiter';
import { ServiceError } from './serviceError';

/** How often a waiting request checks whether the run was aborted, and so how late it notices. */
const ABORT_CHECK_INTERVAL_MS = 250;

/** Timers count whole milliseconds: rounded down, the last part would take a second timer. */
const sleepUntilCheck = async (milliseconds: number): Promise<void> =>
	await sleep(Math.ceil(Math.min(milliseconds, ABORT_CHECK_INTERVAL_MS)));

/** Thrown instead of sending: the execution was cancelled, or another item of the run failed. */
export class RunAborted extends Error {}

/** Nothing was sent: that would be later than this caller may wait. */
export class WaitTooLong {
	/** Milliseconds from now. */
	readonly milliseconds: number;

	/** The error with which the service asked another item to wait. */
	readonly error: ServiceError;

	constructor(milliseconds: number, error: ServiceError) {
		this.milliseconds = milliseconds;
		this.error = error;
	}
}

/** How long one item may still wait, see RetryBudget. */
export interface WaitBudget {
	/** Whether so many milliseconds are more than is left. */
	exceeds(milliseconds: number): boolean;
	/** Counts milliseconds that were waited. */
	spend(milliseconds: number): void;
}

/** State that all items of one run of a node share: concurrency, rate limit, cancellation. */
export class Run {
	readonly rateLimiter = new AdaptiveRateLimiter();

	/** The last 429. */
	private lastRateLimitError: ServiceError | undefined;

	/** The last response that paused the run: a 429 or a 503. */
	private lastPauseError: ServiceError | undefined;

	/** The last call that works on a key, by the key. */
	private readonly exclusiveCalls = new Map<string, Promise<void>>();

	private isStopped = false;

	private readonly semaphore: Semaphore;

	private readonly abortSignal: AbortSignal | undefined;

	constructor(concurrency: number, abortSignal?: AbortSignal) {
		this.semaphore = new Semaphore(concurrency);
		this.abortSignal = abortSignal;
	}

	/** Sends nothing new from now on. Requests in flight are completed. */
	abort(): void {
		this.isStopped = true;
	}

	get isAborted(): boolean {
		return this.isStopped || this.abortSignal?.aborted === true;
	}

	/** The service rejected a request because of its rate limit: the whole run sends less. */
	onRateLimited(error: ServiceError, sentAt: number): void {
		this.lastRateLimitError = error.copy();
		this.lastPauseError = this.lastRateLimitError;
		this.rateLimiter.onRateLimited(sentAt, Date.now(), error.retryAfter);
	}

	/** The service is not available, and said until when: the whole run waits. */
	onUnavailable(error: ServiceError, retryAfter: number): void {
		this.lastPauseError = error.copy();
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

	/**
	 * Waits without delaying the other items. Always by a timer, whatever the number is: without one, a loop of waits
	 * would keep the event loop from turning.
	 *
	 * @throws RunAborted when the run is aborted before the time is over
	 */
	async pause(milliseconds: number): Promise<void> {
		const until = Date.now() + milliseconds;
		await sleepUntilCheck(milliseconds);
		await this.pauseUntil(until);
		this.throwIfAborted();
	}

	/** Waits until a time in milliseconds since 1970. Returns early when the run is aborted. */
	async pauseUntil(time: number): Promise<void> {
		for (let left = time - Date.now(); left > 0 && !this.isAborted; left = time - Date.now()) {
			await sleepUntilCheck(left);
		}
	}

	/**
	 * Runs calls with the same key one after the other, in the order in which they came.
	 *
	 * @param key what must not be worked on at the same time, e.g. account and order
	 */
	async exclusively<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
		const previous = this.exclusiveCalls.get(key);
		const result = previous ? previous.then(work) : work();
		const end = result.then(
			() => undefined,
			() => undefined,
		);
		this.exclusiveCalls.set(key, end);
		try {
			return await result;
		} finally {
			if (this.exclusiveCalls.get(key) === end) this.exclusiveCalls.delete(key);
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
			this.throwIfAborted();
			const now = Date.now();
			const delay = this.rateLimiter.delay(now);
			const error =
				this.rateLimiter.pauseLeft(now) > 0 ? this.lastPauseError : this.lastRateLimitError;
			if (error && delay > 0 && budget.exceeds(delay)) return new WaitTooLong(delay, error);
			const blocked = this.rateLimiter.blockedFor(now);
			const slot = blocked > 0 ? undefined : this.rateLimiter.reserve(now);
			const wait = slot ? slot.at - now : blocked;
			if (wait > 0) await this.pause(wait);
			if (delay > 0) budget.spend(Date.now() - now);
			if (slot && this.rateLimiter.isValid(slot)) return undefined;
		}
	}

	private throwIfAborted(): void {
		if (this.isAborted) throw new RunAborted();
	}
}
