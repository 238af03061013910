import { sleep } from 'n8n-workflow';

import { WEBHOOK_RESPONSE_SECONDS } from '../spec/service';

/** The part of Node's ServerResponse that the deduplicator reads. */
export interface DeliveryResponse {
	/** The HTTP status that is or will be sent. */
	readonly statusCode: number;
	/** `end()` was called, even if the client had disconnected by then. */
	readonly writableEnded: boolean;
	/** The response was sent, or the client disconnected. */
	readonly destroyed: boolean;
	once(event: 'close', listener: () => void): unknown;
}

interface Entry {
	/** Milliseconds since 1970. */
	expiresAt: number;
	/** Until then, other deliveries wait for the response. Milliseconds since 1970. */
	responseDueAt: number;
	/** Response to the first delivery; undefined once it was answered with 200. */
	response: DeliveryResponse | undefined;
}

/** How often a waiting delivery checks whether the earlier one was answered. */
const POLL_INTERVAL_MS = 50;

/**
 * Remembers accepted events, so that a repeated delivery of one does not start the workflow again.
 *
 * An event is accepted when its delivery was answered with 200, which tells the service not to send it again
 * (spec section 6, Delivery and retries). A delivery that arrives while an earlier one of the same event is
 * unanswered waits for it: after a 200 it is a duplicate, after anything else it is the retry and is processed.
 * So six simultaneous deliveries start one execution, and a retry after a failed execution is not dropped. One whose
 * response takes longer than the service waits for it counts as failed there, and here: the next delivery is processed.
 *
 * Kept in the memory of one process; limited in number (oldest entries are evicted first) and in time.
 */
export class DeliveryDeduplicator {
	private readonly entries = new Map<string, Entry>();

	private readonly maxEntries: number;

	private readonly now: () => number;

	/**
	 * @param maxEntries Number of events to remember at most
	 * @param now Current time in milliseconds since 1970
	 */
	constructor(maxEntries: number, now: () => number = Date.now) {
		this.maxEntries = maxEntries;
		this.now = now;
	}

	/** Number of remembered events. */
	get size(): number {
		return this.entries.size;
	}

	/**
	 * Claims an event for one delivery. Resolves to true if that delivery is to be processed, and to false if the event
	 * was accepted before or the client disconnected while the delivery waited.
	 *
	 * @param key Identifies the event: workflow, node and event ID
	 * @param response Response to this delivery; its status decides whether the event is remembered
	 * @param ttlSeconds How long to remember the event
	 */
	async claim(key: string, response: DeliveryResponse, ttlSeconds: number): Promise<boolean> {
		while (this.isPendingOrAccepted(key)) {
			const earlier = this.entries.get(key)?.response;
			if (earlier === undefined || response.destroyed) return false;
			await sleep(POLL_INTERVAL_MS);
		}
		this.remember(key, response, ttlSeconds);
		return true;
	}

	private isPendingOrAccepted(key: string): boolean {
		const entry = this.entries.get(key);
		if (entry === undefined) return false;
		this.settle(key, entry);
		const now = this.now();
		if (entry.expiresAt <= now) this.entries.delete(key);
		const isOverdue = entry.response !== undefined && entry.responseDueAt <= now;
		return this.entries.has(key) && !isOverdue;
	}

	private remember(key: string, response: DeliveryResponse, ttlSeconds: number): void {
		const now = this.now();
		const entry: Entry = {
			expiresAt: now + ttlSeconds * 1000,
			responseDueAt: now + WEBHOOK_RESPONSE_SECONDS * 1000,
			response,
		};
		// An overdue entry would keep its place, and be evicted too early.
		this.entries.delete(key);
		this.entries.set(key, entry);
		response.once('close', () => this.settle(key, entry));
		this.evict();
	}

	/** Once the delivery is answered, releases its response, and forgets the event unless the status is 200. */
	private settle(key: string, entry: Entry): void {
		if (!entry.response?.writableEnded) return;
		const accepted = entry.response.statusCode === 200;
		entry.response = undefined;
		if (!accepted && this.entries.get(key) === entry) this.entries.delete(key);
	}

	/** Removes expired entries from the front, and the oldest ones above the limit. A Map keeps insertion order. */
	private evict(): void {
		for (const [key, entry] of this.entries) {
			if (this.entries.size <= this.maxEntries && entry.expiresAt > this.now()) return;
			this.entries.delete(key);
		}
	}
}
