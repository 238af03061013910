import { sleep } from 'n8n-workflow';

/** What the memory looks at in the answer to a delivery; Node's ServerResponse has it. */
export interface DeliveryResponse {
	/** The status that is or will be answered. */
	readonly statusCode: number;
	/** The answer is given, whether or not the caller was still there to hear it. */
	readonly writableEnded: boolean;
	/** The exchange is over: answered, or the caller has gone. */
	readonly destroyed: boolean;
	once(event: 'close', listener: () => void): unknown;
}

interface Entry {
	/** Milliseconds since 1970. */
	expiresAt: number;
	/** The first delivery's answer, as long as it is not known to have been 200. */
	answer: DeliveryResponse | undefined;
}

/** How often a delivery looks whether an earlier one of the same event has been answered, in milliseconds. */
const POLL_INTERVAL_MS = 50;

/**
 * The events that were accepted, so that a second delivery of one of them starts nothing.
 *
 * An event counts as accepted when its delivery was answered 200, which tells the service not to send it again
 * (spec section 6, Delivery and retries). A delivery that comes while an earlier one is still unanswered waits
 * for it: if that ends in 200, this one is a duplicate; if not, this one is the retry that must go ahead. So
 * neither six deliveries at once start two runs, nor is the retry after a run that failed swallowed.
 *
 * It lives in one process and forgets with it. It is bounded in number (the oldest go first) and in time.
 */
export class DeliveryDeduplicator {
	private readonly entries = new Map<string, Entry>();

	private readonly maximumEntries: number;

	private readonly now: () => number;

	/**
	 * @param maximumEntries How many events are remembered at most
	 * @param now The present moment in milliseconds since 1970
	 */
	constructor(maximumEntries: number, now: () => number = Date.now) {
		this.maximumEntries = maximumEntries;
		this.now = now;
	}

	/** How many events are remembered. */
	get size(): number {
		return this.entries.size;
	}

	/**
	 * Whether this delivery is to go ahead. `false` means that the event was accepted before, or that the
	 * caller has gone while waiting.
	 * @param key What tells the event from every other: workflow, node and event id
	 * @param answer The answer to this delivery, which decides whether the event is remembered
	 * @param seconds How long to remember it
	 */
	async claim(key: string, answer: DeliveryResponse, seconds: number): Promise<boolean> {
		while (this.isPendingOrAccepted(key)) {
			const earlier = this.entries.get(key)?.answer;
			if (earlier === undefined || answer.destroyed) return false;
			await sleep(POLL_INTERVAL_MS);
		}
		this.remember(key, answer, seconds);
		return true;
	}

	private isPendingOrAccepted(key: string): boolean {
		const entry = this.entries.get(key);
		if (entry === undefined) return false;
		this.settle(key, entry);
		if (entry.expiresAt <= this.now()) this.entries.delete(key);
		return this.entries.has(key);
	}

	private remember(key: string, answer: DeliveryResponse, seconds: number): void {
		const entry: Entry = { expiresAt: this.now() + seconds * 1000, answer };
		this.entries.set(key, entry);
		answer.once('close', () => this.settle(key, entry));
		this.shrink();
	}

	/** Once the answer is given, it is let go of; the event stays only if the answer was 200. */
	private settle(key: string, entry: Entry): void {
		if (!entry.answer?.writableEnded) return;
		const accepted = entry.answer.statusCode === 200;
		entry.answer = undefined;
		if (!accepted && this.entries.get(key) === entry) this.entries.delete(key);
	}

	/** A Map keeps the order of insertion: the oldest entries are the first ones. */
	private shrink(): void {
		for (const [key, entry] of this.entries) {
			if (this.entries.size <= this.maximumEntries && entry.expiresAt > this.now()) return;
			this.entries.delete(key);
		}
	}
}
