// How much of 'Max Waiting Time' an item has used over all its requests, and waiting within what is left.

import type { WaitBudget } from './limits/accountLimits';
import type { RetryPolicy } from './retryPolicy';
import type { Run } from './run';

/** What one item has used of Max Waiting Time, over all its requests. */
export class RetryBudget implements WaitBudget {
	/** Whether this item has sent a request yet. */
	hasSent = false;

	private waitedMs = 0;

	/** The end of the last wait, in milliseconds since 1970. */
	private waitedUntilMs = 0;

	private readonly run: Run;

	readonly policy: RetryPolicy;

	constructor(run: Run, policy: RetryPolicy) {
		this.run = run;
		this.policy = policy;
	}

	/**
	 * Waits for some milliseconds.
	 *
	 * @returns false when they are more than the item may still wait; nothing was waited for then
	 * @throws RunAborted when the run is aborted while waiting
	 */
	async wait(milliseconds: number): Promise<boolean> {
		if (this.exceeds(milliseconds)) return false;
		const startedAtMs = Date.now();
		await this.run.pause(milliseconds);
		this.spend(Date.now() - startedAtMs);
		return true;
	}

	/** Whether more was waited than the item may: nothing is sent again, and no look lasts. */
	get isOver(): boolean {
		return this.waitedMs > this.policy.maxWaitSeconds * 1000;
	}

	exceeds(milliseconds: number): boolean {
		return this.waitedMs + milliseconds > this.policy.maxWaitSeconds * 1000;
	}

	/** Requests that one item sends side by side wait for the same time, which counts once. */
	spend(milliseconds: number): void {
		const nowMs = Date.now();
		const sinceMs = Math.max(nowMs - milliseconds, this.waitedUntilMs);
		this.waitedMs += Math.max(0, nowMs - sinceMs);
		this.waitedUntilMs = nowMs;
	}
}
