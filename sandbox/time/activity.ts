/** Counts work that is under way, so that one can wait for the moment when there is none. */
export class Activity {
	private running = 0;
	private waiting: Array<() => void> = [];

	/** Marks work as begun; the returned function marks it as ended, once. */
	begin(): () => void {
		this.running += 1;
		let ended = false;
		return () => {
			if (ended) return;
			ended = true;
			this.running -= 1;
			if (this.running === 0) this.release();
		};
	}

	/** Resolves when nothing is under way. */
	async settled(): Promise<void> {
		if (this.running === 0) return;
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	/** Lets everybody go who waits: the work was abandoned. */
	stop(): void {
		this.release();
	}

	private release(): void {
		const waiting = this.waiting;
		this.waiting = [];
		for (const resolve of waiting) resolve();
	}
}
