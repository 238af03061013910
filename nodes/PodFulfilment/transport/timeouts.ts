// One timer for the timeouts of all responses, which hardly ever fire.

import { sleep } from 'n8n-workflow';

/** How often the timeouts are checked, and so how late one may fire. */
const CHECK_INTERVAL_MS = 250;

interface Timeout {
	/** Milliseconds since 1970. */
	at: number;
	onExpired: () => void;
}

/**
 * Timeouts that hardly ever fire. One timer checks all of them, and runs only while there are any: a timer for each would
 * cost more than all the rest of the work for a response.
 */
class Timeouts {
	private readonly timeouts = new Set<Timeout>();

	private isChecking = false;

	/** @param onExpired called once after that many milliseconds, unless the timeout is removed first */
	add(milliseconds: number, onExpired: () => void): Timeout {
		const timeout = { at: Date.now() + milliseconds, onExpired };
		this.timeouts.add(timeout);
		if (!this.isChecking) void this.checkUntilEmpty();
		return timeout;
	}

	/** Returns whether the timeout had neither fired nor been removed. */
	remove(timeout: Timeout): boolean {
		return this.timeouts.delete(timeout);
	}

	private async checkUntilEmpty(): Promise<void> {
		this.isChecking = true;
		while (this.timeouts.size > 0) {
			await sleep(CHECK_INTERVAL_MS);
			const now = Date.now();
			for (const timeout of this.timeouts) {
				if (timeout.at > now) continue;
				this.timeouts.delete(timeout);
				timeout.onExpired();
			}
		}
		this.isChecking = false;
	}
}

export const timeouts = new Timeouts();
