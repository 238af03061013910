import type { Timers } from '../service/service.ts';
import type { SimulatedClock } from './clock.ts';

/** Timers of the service and of everybody else: they go on whatever becomes of n8n's process. */
export class WorldTimers implements Timers {
	private readonly due = new Map<number, { at: number; work: () => void }>();

	private lastNumber = 0;

	private readonly clock: SimulatedClock;

	constructor(clock: SimulatedClock) {
		this.clock = clock;
	}

	/** Milliseconds since 1970. */
	now(): number {
		return this.clock.now;
	}

	after(milliseconds: number, work: () => void): void {
		this.lastNumber += 1;
		this.schedule(this.lastNumber, { at: this.clock.now + milliseconds, work });
	}

	/** Drops what n8n's process has waited for: it was killed. */
	dropOthers(): void {
		this.clock.clear();
		for (const [number, timer] of [...this.due]) this.schedule(number, timer);
	}

	private schedule(number: number, timer: { at: number; work: () => void }): void {
		this.due.set(number, timer);
		setTimeout(() => {
			this.due.delete(number);
			timer.work();
		}, timer.at - this.clock.now);
	}
}
