/** Lets at most so many through at once; the others wait in the order of their coming, the urgent ones in front. */
export class Semaphore {
	private free: number;

	private waiting: Array<() => void> = [];

	/** There are never more of these than items were let through. */
	private readonly urgent: Array<() => void> = [];

	/** Everything before this index has gone through: shifting a long list would cost more the longer it is. */
	private first = 0;

	constructor(size: number) {
		this.free = size;
	}

	/**
	 * Resolves when there is room. Whoever enters has to leave.
	 *
	 * @param isUrgent for whoever goes on with what was begun, and must not wait for all that has not
	 */
	async acquire(isUrgent = false): Promise<void> {
		if (this.free > 0) {
			this.free -= 1;
			return;
		}
		const row = isUrgent ? this.urgent : this.waiting;
		await new Promise<void>((resolve) => row.push(resolve));
	}

	/** Makes room for the next. */
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
