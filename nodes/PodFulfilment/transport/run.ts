import { sleep } from 'n8n-workflow';

import { AdaptiveRateLimiter } from './adaptiveRateLimiter';
import { Semaphore } from './semaphore';
import { ServiceError } from './serviceError';

/** How often waiting requests check whether the response to the trial request has arrived. */
const TRIAL_POLL_INTERVAL_MS = 10;

/** How often a waiting request checks whether the run was aborted, and so how late it notices. */
const ABORT_CHECK_INTERVAL_MS = 250;

/** Thrown instead of sending: the execution was cancelled, or another item of the run failed. */
export class RunAborted extends Error {}

/** Nothing was sent: the service asks for a longer pause than this caller may wait. */
export class WaitTooLong {
	/** Length of the pause from now. */
	readonly milliseconds: number;

	/** The error with which the service asked another item for the pause. */
	readonly error: ServiceError;

	constructor(milliseconds: number, error: ServiceError) {
		this.milliseconds = milliseconds;
		this.error = error;
	}
}

/** State that all items of one run of a node share: concurrency, rate limit, cancellation. */
export class Run {
	readonly rateLimiter = new AdaptiveRateLimiter();

	/** The last 429 or 503 of the service. */
	lastRateLimitError: ServiceError | undefined;

	/** The last call that works on a key, by the key. */
	private readonly exclusiveCalls = new Map<string, Promise<void>>();

	private isStopped = false;

	private requestsInFlight = 0;

	private idleListeners: Array<() => void> = [];

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

	/**
	 * Sends a request as soon as concurrency and rate limit allow.
	 *
	 * @param isTooLong whether the caller cannot wait for a pause of so many milliseconds
	 * @param isContinuation whether the item has sent a request before; such items go first
	 * @throws RunAborted when the run is aborted before the request is sent
	 */
	async send<Response>(
		request: () => Promise<Response>,
		isTooLong: (milliseconds: number) => boolean,
		isContinuation = false,
	): Promise<Response | WaitTooLong> {
		await this.semaphore.acquire(isContinuation);
		let mayAbortRun = false;
		let isTrial = false;
		try {
			const slot = await this.waitForSlot(isTooLong);
			if (slot instanceof WaitTooLong) return slot;
			isTrial = slot.isTrial;
			this.requestsInFlight += 1;
			try {
				const response = await request();
				mayAbortRun = response instanceof ServiceError;
				return response;
			} finally {
				this.requestsInFlight -= 1;
				if (this.requestsInFlight === 0) this.notifyIdle();
			}
		} finally {
			if (isTrial) this.rateLimiter.endTrial();
			// The failed item decides in later microtasks whether to abort the run; a timer fires after all of them.
			if (mayAbortRun) void sleep(0).then(() => this.semaphore.release());
			else this.semaphore.release();
		}
	}

	/**
	 * Waits without delaying the other items.
	 *
	 * @throws RunAborted when the run is aborted before the time is over
	 */
	async pause(milliseconds: number): Promise<void> {
		if (milliseconds > 0) await this.pauseUntil(Date.now() + milliseconds);
		this.throwIfAborted();
	}

	/** Waits until a time in milliseconds since 1970. Returns early when the run is aborted. */
	async pauseUntil(time: number): Promise<void> {
		for (let left = time - Date.now(); left > 0 && !this.isAborted; left = time - Date.now()) {
			await sleep(Math.min(left, ABORT_CHECK_INTERVAL_MS));
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

	/** Resolves when no request is in flight and the items have processed their responses. */
	async settled(): Promise<void> {
		while (this.requestsInFlight > 0) {
			await new Promise<void>((resolve) => this.idleListeners.push(resolve));
			// An item processes its last response in later microtasks; a timer fires after all of them.
			await sleep(0);
		}
	}

	/** Waits until a request may be sent. Says whether it is the trial request. */
	private async waitForSlot(
		isTooLong: (milliseconds: number) => boolean,
	): Promise<WaitTooLong | { isTrial: boolean }> {
		for (;;) {
			const waitTooLong = await this.waitWhilePaused(isTooLong);
			if (waitTooLong) return waitTooLong;
			const isTrial = this.rateLimiter.trialState === 'due';
			await this.pause(this.rateLimiter.reserve(Date.now()));
			const isPaused = this.rateLimiter.remainingPause(Date.now()) > 0;
			if (!isPaused && (isTrial || !this.rateLimiter.trialState)) return { isTrial };
			// A pause began in the meantime. A new slot is reserved after it, or all would send at once.
			if (isTrial) this.rateLimiter.endTrial();
		}
	}

	private async waitWhilePaused(
		isTooLong: (milliseconds: number) => boolean,
	): Promise<WaitTooLong | undefined> {
		this.throwIfAborted();
		for (;;) {
			const remaining = this.rateLimiter.remainingPause(Date.now());
			if (remaining > 0 && this.lastRateLimitError && isTooLong(remaining))
				return new WaitTooLong(remaining, this.lastRateLimitError);
			if (remaining === 0 && this.rateLimiter.trialState !== 'sent') return undefined;
			await this.pause(Math.max(remaining, TRIAL_POLL_INTERVAL_MS));
		}
	}

	private throwIfAborted(): void {
		if (this.isAborted) throw new RunAborted();
	}

	private notifyIdle(): void {
		const listeners = this.idleListeners;
		this.idleListeners = [];
		for (const listener of listeners) listener();
	}
}
