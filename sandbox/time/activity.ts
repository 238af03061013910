/** Counts the tasks in progress, so that a caller can wait until there are none. */
export class Activity {
	private running = 0;
	private waiting: Array<() => void> = [];

	/** Starts a task. Call the returned function when it ends; further calls do nothing. */
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

	/** Resolves when no task is in progress. */
	async settled(): Promise<void> {
		if (this.running === 0) return;
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	/** Resolves all pending `settled` calls: tasks that have not ended were abandoned. */
	stop(): void {
		this.release();
	}

	private release(): void {
		const waiting = this.waiting;
		this.waiting = [];
		for (const resolve of waiting) resolve();
	}
}
