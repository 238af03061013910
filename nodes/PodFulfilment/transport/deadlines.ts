import { sleep } from 'n8n-workflow';

/** How often the deadlines are checked, and so how late one may be noticed. */
const CHECK_INTERVAL_MS = 250;

interface Deadline {
	/** Milliseconds since 1970. */
	at: number;
	onExpired: () => void;
}

/**
 * Deadlines that are hardly ever reached. One timer checks all of them, and runs only while there are any: a timer per
 * deadline would cost more than all the rest of the work for a response.
 */
class Deadlines {
	private readonly deadlines = new Set<Deadline>();

	private isChecking = false;

	/** @param onExpired called once after that many milliseconds, unless the deadline is removed first */
	add(milliseconds: number, onExpired: () => void): Deadline {
		const deadline = { at: Date.now() + milliseconds, onExpired };
		this.deadlines.add(deadline);
		if (!this.isChecking) void this.checkUntilEmpty();
		return deadline;
	}

	remove(deadline: Deadline): void {
		this.deadlines.delete(deadline);
	}

	private async checkUntilEmpty(): Promise<void> {
		this.isChecking = true;
		while (this.deadlines.size > 0) {
			await sleep(CHECK_INTERVAL_MS);
			const now = Date.now();
			for (const deadline of this.deadlines) {
				if (deadline.at > now) continue;
				this.deadlines.delete(deadline);
				deadline.onExpired();
			}
		}
		this.isChecking = false;
	}
}

export const deadlines = new Deadlines();
