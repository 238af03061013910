import {
	sleep,
	type IExecuteData,
	type IExecuteFunctions,
	type IExecuteSingleFunctions,
} from 'n8n-workflow';

import { Gate } from './gate';
import { Pace } from './pace';
import { ServiceRefusal } from './refusal';
import { RunEnded } from './runEnded';

/** How often those who wait for the answer to one request look whether it came. */
const PROBE_NAP = 10;

/** The longest time in which a run does not notice that it was stopped. */
const LONGEST_NAP = 250;

/** A caller that works on input items. */
export type RunCaller = IExecuteFunctions | IExecuteSingleFunctions;

/** Nothing was sent: the service asks everyone to wait for longer than this caller may. */
export class HeldTooLong {
	/** How long from now. */
	readonly milliseconds: number;

	/** What the service said to another item. */
	readonly saying: ServiceRefusal;

	constructor(milliseconds: number, saying: ServiceRefusal) {
		this.milliseconds = milliseconds;
		this.saying = saying;
	}
}

/** What all items of one run of a node share on their way to the service. */
export class Run {
	readonly pace = new Pace();

	/** What the service said when it last asked to wait. */
	heldBy: ServiceRefusal | undefined;

	/** Indexes of the items that were worked on to the end. */
	readonly done: number[] = [];

	private isStopped = false;

	private underWay = 0;

	private whenIdle: Array<() => void> = [];

	private readonly gate: Gate;

	private readonly cancelled: AbortSignal | undefined;

	constructor(concurrency: number, cancelled?: AbortSignal) {
		this.gate = new Gate(concurrency);
		this.cancelled = cancelled;
	}

	/** From now on nothing new is sent. What is under way goes on. */
	stop(): void {
		this.isStopped = true;
	}

	get hasEnded(): boolean {
		return this.isStopped || this.cancelled?.aborted === true;
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
	): Promise<Answer | HeldTooLong> {
		await this.gate.enter(goesOn);
		let mayEndRun = false;
		let isProbe = false;
		try {
			const turn = await this.turn(isTooLong);
			if (turn instanceof HeldTooLong) return turn;
			isProbe = turn.isProbe;
			this.underWay += 1;
			try {
				const answer = await request();
				mayEndRun = answer instanceof ServiceRefusal;
				return answer;
			} finally {
				this.underWay -= 1;
				if (this.underWay === 0) this.idle();
			}
		} finally {
			if (isProbe) this.pace.endProbe();
			// The item that was refused decides about the run some promises later; a timer comes after all of them.
			if (mayEndRun) void sleep(0).then(() => this.gate.leave());
			else this.gate.leave();
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
	): Promise<HeldTooLong | { isProbe: boolean }> {
		for (;;) {
			const heldTooLong = await this.waitWhileHeld(isTooLong);
			if (heldTooLong) return heldTooLong;
			const isProbe = this.pace.probing === 'due';
			await this.pause(this.pace.takeTurn(Date.now()));
			const isHeld = this.pace.held(Date.now()) > 0;
			if (!isHeld && (isProbe || !this.pace.probing)) return { isProbe };
			// A break was asked for in the meantime. After it the turns begin anew: all at once would be too many.
			if (isProbe) this.pace.endProbe();
		}
	}

	private async waitWhileHeld(
		isTooLong: (milliseconds: number) => boolean,
	): Promise<HeldTooLong | undefined> {
		this.checkEnded();
		for (;;) {
			const held = this.pace.held(Date.now());
			if (held > 0 && this.heldBy && isTooLong(held)) return new HeldTooLong(held, this.heldBy);
			if (held === 0 && this.pace.probing !== 'sent') return undefined;
			await this.pause(Math.max(held, PROBE_NAP));
		}
	}

	private checkEnded(): void {
		if (this.hasEnded) throw new RunEnded();
	}

	private idle(): void {
		const resolvers = this.whenIdle;
		this.whenIdle = [];
		for (const resolve of resolvers) resolve();
	}
}

/** n8n hands the same object to all items of one run of a node. */
const runs = new WeakMap<IExecuteData, Run>();

/** The tool of an AI agent is handed the agent's data: each of its calls is a run of its own, with one item. */
export const isToolCall = (caller: RunCaller): boolean =>
	caller.getExecuteData().node.name !== caller.getNode().name;

/**
 * The run that an item belongs to where n8n brings the items one by one.
 *
 * @param concurrency how many requests may be under way at once; counts when the run begins
 */
export function runOfItem(caller: RunCaller, itemIndex: number, concurrency: number): Run {
	const key = caller.getExecuteData();
	const known = isToolCall(caller) ? undefined : runs.get(key);
	// With 'Retry On Fail' the first item of the next try finds the run of the one before, which is over.
	if (known && !(itemIndex === 0 && known.hasEnded)) return known;
	const run = new Run(concurrency, caller.getExecutionCancelSignal());
	runs.set(key, run);
	return run;
}
