import { sleep } from 'n8n-workflow';

/** How often the deadlines are looked at, in milliseconds: so late may one of them be noticed. */
const CHECK_INTERVAL_MS = 250;

interface Deadline {
	/** Milliseconds since 1970. */
	at: number;
	passed: () => void;
}

/**
 * Deadlines that are nearly never reached. One timer looks at all of them, and only while there are any: a timer for
 * each would cost more than all else that is done for an answer.
 */
class Deadlines {
	private readonly deadlines = new Set<Deadline>();

	private isWatching = false;

	/** @param passed is called once when so many milliseconds have gone by, unless the deadline is removed before */
	add(milliseconds: number, passed: () => void): Deadline {
		const deadline = { at: Date.now() + milliseconds, passed };
		this.deadlines.add(deadline);
		if (!this.isWatching) void this.watch();
		return deadline;
	}

	remove(deadline: Deadline): void {
		this.deadlines.delete(deadline);
	}

	private async watch(): Promise<void> {
		this.isWatching = true;
		while (this.deadlines.size > 0) {
			await sleep(CHECK_INTERVAL_MS);
			const now = Date.now();
			for (const deadline of this.deadlines) {
				if (deadline.at > now) continue;
				this.deadlines.delete(deadline);
				deadline.passed();
			}
		}
		this.isWatching = false;
	}
}

export const deadlines = new Deadlines();
