import { sleep } from 'n8n-workflow';

import { Semaphore } from './semaphore';
import { AdaptiveRateLimiter } from './adaptiveRateLimiter';
import { ServiceError } from './serviceError';

/** The longest time in which a run does not notice that it was stopped. */
const LONGEST_NAP = 250;

/** Timers count whole milliseconds: rounded down, the last part would take a second timer. */
const nap = async (milliseconds: number): Promise<void> =>
	await sleep(Math.ceil(Math.min(milliseconds, LONGEST_NAP)));

/** Nothing is sent any more: the execution was cancelled, or another item of the run failed. */
export class RunAborted extends Error {}

/** Nothing was sent: it would be this caller's turn later than the caller may wait. */
export class WaitTooLong {
	/** How long from now. */
	readonly milliseconds: number;

	/** What the service said to another item. */
	readonly reason: ServiceError;

	constructor(milliseconds: number, reason: ServiceError) {
		this.milliseconds = milliseconds;
		this.reason = reason;
	}
}

/** How long one item may still wait; see RetryBudget. */
export interface WaitBudget {
	/** Whether so many milliseconds are more than is left. */
	exceeds(milliseconds: number): boolean;
	/** Takes note of milliseconds that were waited. */
	spend(milliseconds: number): void;
}

/** What all items of one run of a node share on their way to the service. */
export class Run {
	readonly rateLimiter = new AdaptiveRateLimiter();

	/** The last 429, and the last response that held back the run, a 429 or a 503. */
	private lastRateLimitError: ServiceError | undefined;

	private lastPauseError: ServiceError | undefined;

	/** Indexes of the items that were worked on to the end. */
	readonly done: number[] = [];

	private isStopped = false;

	private underWay = 0;

	private whenIdle: Array<() => void> = [];

	private readonly semaphore: Semaphore;

	private readonly abortSignal: AbortSignal | undefined;

	constructor(concurrency: number, cancelled?: AbortSignal) {
		this.semaphore = new Semaphore(concurrency);
		this.abortSignal = cancelled;
	}

	/** From now on nothing new is sent. What is under way goes on. */
	stop(): void {
		this.isStopped = true;
	}

	get hasEnded(): boolean {
		return this.isStopped || this.abortSignal?.aborted === true;
	}

	/** The service refused a request because of its rate limit: the whole run sends less. */
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
	 * Sends when it is its turn: within the bound of requests under way, and at the rate that the service allows.
	 *
	 * @param budget what is left to wait; all that is waited for the service is taken from it
	 * @param goesOn whether it goes on with an item that has sent something before
	 * @throws RunAborted when the run ends before
	 */
	async send<Answer>(
		request: () => Promise<Answer>,
		budget: WaitBudget,
		goesOn = false,
	): Promise<Answer | WaitTooLong> {
		await this.acquireSemaphore(budget, goesOn);
		let mayEndRun = false;
		try {
			const tooLong = await this.waitForSlot(budget);
			if (tooLong) return tooLong;
			this.underWay += 1;
			try {
				const answer = await request();
				mayEndRun = answer instanceof ServiceError;
				return answer;
			} finally {
				this.underWay -= 1;
				if (this.underWay === 0) this.idle();
			}
		} finally {
			// The item that was refused decides about the run some promises later; a timer comes after all of them.
			if (mayEndRun) void sleep(0).then(() => this.semaphore.release());
			else this.semaphore.release();
		}
	}

	/**
	 * Waits without holding up the other items. A timer always comes before this resolves, whatever the number is.
	 *
	 * @throws RunAborted when the run ends before
	 */
	async pause(milliseconds: number): Promise<void> {
		const until = Date.now() + milliseconds;
		await nap(milliseconds);
		await this.pauseUntil(until);
		this.checkEnded();
	}

	/** As {@link Run.pause}, up to a time in milliseconds since 1970; returns early when the run ends. */
	async pauseUntil(time: number): Promise<void> {
		for (let left = time - Date.now(); left > 0 && !this.hasEnded; left = time - Date.now()) {
			await nap(left);
		}
	}

	/** Resolves when no request is under way, and the items have done what they do with the answers. */
	async settled(): Promise<void> {
		while (this.underWay > 0) {
			await new Promise<void>((resolve) => this.whenIdle.push(resolve));
			// An item counts itself as done some promises after its last answer; a timer comes after all of them.
			await sleep(0);
		}
	}

	private async acquireSemaphore(budget: WaitBudget, goesOn: boolean): Promise<void> {
		const askedAt = Date.now();
		await this.semaphore.acquire(goesOn);
		// While there is a limit, those who hold the semaphore wait for the service, and so does who waits for them.
		if (goesOn && this.rateLimiter.state !== 'unlimited') budget.spend(Date.now() - askedAt);
	}

	/** Waits for the next send slot. Resolves to how long that would take when it is longer than the budget. */
	private async waitForSlot(budget: WaitBudget): Promise<WaitTooLong | undefined> {
		for (;;) {
			this.checkEnded();
			const now = Date.now();
			const delay = this.rateLimiter.delay(now);
			const reason =
				this.rateLimiter.pauseLeft(now) > 0 ? this.lastPauseError : this.lastRateLimitError;
			if (reason && delay > 0 && budget.exceeds(delay)) return new WaitTooLong(delay, reason);
			const blocked = this.rateLimiter.blockedFor(now);
			const slot = blocked > 0 ? undefined : this.rateLimiter.reserve(now);
			const wait = slot ? slot.at - now : blocked;
			if (wait > 0) await this.pause(wait);
			if (delay > 0) budget.spend(Date.now() - now);
			if (slot && this.rateLimiter.isValid(slot)) return undefined;
		}
	}

	private checkEnded(): void {
		if (this.hasEnded) throw new RunAborted();
	}

	private idle(): void {
		const resolvers = this.whenIdle;
		this.whenIdle = [];
		for (const resolve of resolvers) resolve();
	}
}
