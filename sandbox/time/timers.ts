import type { Clock } from './clock.ts';

/** Timers by id; each id has at most one. */
export class Timers {
	private readonly clock: Clock;
	private readonly cancelById = new Map<string, () => void>();

	constructor(clock: Clock) {
		this.clock = clock;
	}

	/** Calls `action` after `seconds` of service time, in place of what was set for this id. */
	set(id: string, seconds: number, action: () => void): void {
		this.cancel(id);
		const cancel = this.clock.after(seconds, () => {
			this.cancelById.delete(id);
			action();
		});
		this.cancelById.set(id, cancel);
	}

	cancel(id: string): void {
		this.cancelById.get(id)?.();
		this.cancelById.delete(id);
	}
}
