interface Event {
	at: number;
	/** Events of the same time happen in the order in which they were added. */
	number: number;
	happen: () => void;
}

const isBefore = (one: Event, other: Event): boolean =>
	one.at < other.at || (one.at === other.at && one.number < other.number);

/** A clock that jumps from event to event, so that a minute takes milliseconds. The events are kept in a binary heap. */
export class SimulatedClock {
	/** Milliseconds. */
	now = 0;

	private readonly heap: Event[] = [];

	private added = 0;

	at(time: number, happen: () => void): void {
		const event = { at: Math.max(time, this.now), number: this.added, happen };
		this.added += 1;
		let index = this.heap.length;
		while (index > 0) {
			const parentIndex = (index - 1) >> 1;
			const parent = this.heap[parentIndex];
			if (!parent || isBefore(parent, event)) break;
			this.heap[index] = parent;
			index = parentIndex;
		}
		this.heap[index] = event;
	}

	/** Runs the events up to a time. */
	runUntil(time: number): void {
		for (let next = this.heap[0]; next && next.at <= time; next = this.heap[0]) {
			this.removeFirst();
			this.now = next.at;
			next.happen();
		}
		this.now = time;
	}

	private removeFirst(): void {
		const last = this.heap.pop();
		if (!last || this.heap.length === 0) return;
		let index = 0;
		for (;;) {
			const left = this.heap[2 * index + 1];
			const right = this.heap[2 * index + 2];
			const isRight = left !== undefined && right !== undefined && isBefore(right, left);
			const child = isRight ? right : left;
			if (!child || isBefore(last, child)) break;
			this.heap[index] = child;
			index = 2 * index + (isRight ? 2 : 1);
		}
		this.heap[index] = last;
	}
}

/**
 * Random numbers from 0 to below 1 with a fixed seed. Not the generator of support/seed.ts: these draws decide the 424
 * settings of the limiter's simulation, and with other draws its figures could not be compared with earlier ones.
 */
export function seededRandom(seed = 1): () => number {
	let state = seed;
	return () => {
		state = (state * 48271) % 0x7fffffff;
		return state / 0x7fffffff;
	};
}
