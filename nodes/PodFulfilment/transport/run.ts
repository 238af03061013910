import { sleep } from 'n8n-workflow';

import { Semaphore } from './semaphore';
import { AdaptiveRateLimiter } from './adaptiveRateLimiter';
import { ServiceError } from './serviceError';

/** How often those who wait for the answer to one request look whether it came. */
const PROBE_NAP = 10;

/** The longest time in which a run does not notice that it was stopped. */
const LONGEST_NAP = 250;

/** Nothing is sent any more: the execution was cancelled, or another item of the run failed. */
export class RunAborted extends Error {}

/** Nothing was sent: the service asks everyone to wait for longer than this caller may. */
export class WaitTooLong {
	/** How long from now. */
	readonly milliseconds: number;

	/** What the service said to another item. */
	readonly saying: ServiceError;

	constructor(milliseconds: number, saying: ServiceError) {
		this.milliseconds = milliseconds;
		this.saying = saying;
	}
}

/** What all items of one run of a node share on their way to the service. */
export class Run {
	readonly rateLimiter = new AdaptiveRateLimiter();

	/** What the service said when it last asked to wait. */
	lastRateLimitError: ServiceError | undefined;

	/** The last of those that work on the same thing, by what that is. */
	private readonly exclusive = new Map<string, Promise<void>>();

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

	/**
	 * Sends when it is its turn: within the bound of requests under way, and at the pace that the service allows.
	 *
	 * @param goesOn whether it goes on with an item that has sent something before
	 * @param isTooLong whether a break of so many milliseconds is not to be waited for
	 * @throws RunEnded when the run ends before
	 */
	async send<Answer>(
		request: () => Promise<Answer>,
		isTooLong: (milliseconds: number) => boolean,
		goesOn = false,
	): Promise<Answer | WaitTooLong> {
		await this.semaphore.acquire(goesOn);
		let mayEndRun = false;
		let isProbe = false;
		try {
			const turn = await this.turn(isTooLong);
			if (turn instanceof WaitTooLong) return turn;
			isProbe = turn.isProbe;
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
			if (isProbe) this.rateLimiter.endTrial();
			// The item that was refused decides about the run some promises later; a timer comes after all of them.
			if (mayEndRun) void sleep(0).then(() => this.semaphore.release());
			else this.semaphore.release();
		}
	}

	/**
	 * Waits without holding up the other items.
	 *
	 * @throws RunEnded when the run ends before
	 */
	async pause(milliseconds: number): Promise<void> {
		if (milliseconds > 0) await this.pauseUntil(Date.now() + milliseconds);
		this.checkEnded();
	}

	/** As {@link Run.pause}, up to a time in milliseconds since 1970; returns early when the run ends. */
	async pauseUntil(time: number): Promise<void> {
		for (let left = time - Date.now(); left > 0 && !this.hasEnded; left = time - Date.now()) {
			await sleep(Math.min(left, LONGEST_NAP));
		}
	}

	/**
	 * Works on one thing after another: calls with the same key go one by one, in the order in which they came.
	 *
	 * @param key what must not be worked on at the same time, e.g. account and order
	 */
	async exclusively<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
		const before = this.exclusive.get(key);
		const result = before ? before.then(work) : work();
		const end = result.then(
			() => undefined,
			() => undefined,
		);
		this.exclusive.set(key, end);
		try {
			return await result;
		} finally {
			if (this.exclusive.get(key) === end) this.exclusive.delete(key);
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

	/** Waits until it is its turn; that of the one that finds out for all the others, or any other. */
	private async turn(
		isTooLong: (milliseconds: number) => boolean,
	): Promise<WaitTooLong | { isProbe: boolean }> {
		for (;;) {
			const heldTooLong = await this.waitWhileHeld(isTooLong);
			if (heldTooLong) return heldTooLong;
			const isProbe = this.rateLimiter.trialState === 'due';
			await this.pause(this.rateLimiter.reserve(Date.now()));
			const isHeld = this.rateLimiter.pauseLeft(Date.now()) > 0;
			if (!isHeld && (isProbe || !this.rateLimiter.trialState)) return { isProbe };
			// A break was asked for in the meantime. After it the turns begin anew: all at once would be too many.
			if (isProbe) this.rateLimiter.endTrial();
		}
	}

	private async waitWhileHeld(
		isTooLong: (milliseconds: number) => boolean,
	): Promise<WaitTooLong | undefined> {
		this.checkEnded();
		for (;;) {
			const held = this.rateLimiter.pauseLeft(Date.now());
			if (held > 0 && this.lastRateLimitError && isTooLong(held))
				return new WaitTooLong(held, this.lastRateLimitError);
			if (held === 0 && this.rateLimiter.trialState !== 'sent') return undefined;
			await this.pause(Math.max(held, PROBE_NAP));
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
