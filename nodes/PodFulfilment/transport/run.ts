// What the items of a run share: aborting it, pauses that end when it is aborted, doing one thing after the other for one
// key, such as an order, and values of one account, such as its limits or its catalog.

import { sleep } from 'n8n-workflow';

/** How often a waiting request checks whether the run was aborted, and so how late it notices. */
const ABORT_CHECK_INTERVAL_MS = 250;

/** Timers count whole milliseconds: rounded down, the last part would take a second timer. */
const sleepUntilCheck = async (milliseconds: number): Promise<void> =>
	await sleep(Math.ceil(Math.min(milliseconds, ABORT_CHECK_INTERVAL_MS)));

/** Thrown instead of sending: the execution was cancelled, or another item of the run failed. */
export class RunAborted extends Error {}

export class Run {
	/** How many requests of one account may be under way at once. */
	readonly concurrency: number;

	/** The last call that works on a key, by the key. */
	private readonly exclusiveCalls = new Map<string, Promise<void>>();

	private isStopped = false;

	private readonly abortSignal: AbortSignal | undefined;

	/** Whether nobody waits for the execution: an unavailable service is then tried for longer. */
	readonly isUnattended: boolean;

	constructor(concurrency: number, abortSignal?: AbortSignal, isUnattended = false) {
		this.concurrency = concurrency;
		this.abortSignal = abortSignal;
		this.isUnattended = isUnattended;
	}

	/** Sends nothing new from now on. Requests in flight are completed. */
	abort(): void {
		this.isStopped = true;
	}

	get isAborted(): boolean {
		return this.isStopped || this.abortSignal?.aborted === true;
	}

	/** @throws RunAborted */
	throwIfAborted(): void {
		if (this.isAborted) throw new RunAborted();
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
}

/** An account within a run, such as the client of an item. */
interface AccountInRun {
	run: Run;
	/** See ApiClient. */
	account: string;
}

/**
 * Returns the function that gives the value which all items of one account share within a run: made when the first item asks
 * for it, and gone with the run.
 */
export function sharedInRun<Value>(
	create: (run: Run) => Value,
): (accountInRun: AccountInRun) => Value {
	const valuesOfRuns = new WeakMap<Run, Map<string, Value>>();
	return ({ run, account }) => {
		const values = valuesOfRuns.get(run) ?? new Map<string, Value>();
		valuesOfRuns.set(run, values);
		const value = values.get(account) ?? create(run);
		values.set(account, value);
		return value;
	};
}
