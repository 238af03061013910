/**
 * The sandbox's clock. Waiting is scaled: `timeScale` service seconds pass in one real second.
 * Timestamps are the real time, because receivers compare them with their own clock.
 */
export class Clock {
	readonly timeScale: number;
	private readonly cancels = new Set<() => void>();
	private stopped = false;

	constructor(timeScale: number) {
		this.timeScale = timeScale;
	}

	/**
	 * Calls `action` when `seconds` of service time have passed.
	 * @returns a function that cancels the call
	 */
	after(seconds: number, action: () => void): () => void {
		if (this.stopped) return () => undefined;
		const cancel = () => {
			clearTimeout(timer);
			this.cancels.delete(cancel);
		};
		const timer = setTimeout(() => {
			this.cancels.delete(cancel);
			action();
		}, this.realMilliseconds(seconds));
		this.cancels.add(cancel);
		return cancel;
	}

	get isStopped(): boolean {
		return this.stopped;
	}

	/** Real milliseconds in which `seconds` of service time pass. */
	realMilliseconds(seconds: number): number {
		return (seconds * 1000) / this.timeScale;
	}

	/** Cancels all scheduled calls; later ones are never made. */
	stop(): void {
		this.stopped = true;
		for (const cancel of [...this.cancels]) cancel();
	}
}

/** ISO 8601 with a UTC offset, as the service writes timestamps (section 2). */
export function timestamp(at: Date = new Date()): string {
	return `${at.toISOString().slice(0, 19)}+00:00`;
}
