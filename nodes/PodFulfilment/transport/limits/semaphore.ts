// How many requests may run at once. The others wait in order of arrival; urgent ones go first.

export class Semaphore {
	private free: number;

	private waiting: Array<() => void> = [];

	/** Short: at most one entry per task that was already admitted before. */
	private readonly urgent: Array<() => void> = [];

	/** Index of the first entry of `waiting` that still waits: shifting a long array is slow. */
	private first = 0;

	constructor(size: number) {
		this.free = size;
	}

	/**
	 * Resolves when there is room. Every acquire needs a release.
	 *
	 * @param isUrgent for a task that continues what it began, so that it does not wait for all that have not begun
	 */
	async acquire(isUrgent = false): Promise<void> {
		if (this.free > 0) {
			this.free -= 1;
			return;
		}
		const queue = isUrgent ? this.urgent : this.waiting;
		await new Promise<void>((resolve) => queue.push(resolve));
	}

	/** Runs a task as soon as there is room. */
	async run<Value>(task: () => Promise<Value>): Promise<Value> {
		await this.acquire();
		try {
			return await task();
		} finally {
			this.release();
		}
	}

	/** Admits the next task that waits. */
	release(): void {
		const urgent = this.urgent.shift();
		if (urgent) {
			urgent();
			return;
		}
		const next = this.waiting[this.first];
		if (next === undefined) {
			this.free += 1;
			return;
		}
		this.first += 1;
		if (this.first === this.waiting.length) {
			this.waiting = [];
			this.first = 0;
		}
		next();
	}
}
