// Whether an event was accepted before, or is being handled now: remembers the accepted events of each trigger in
// memory, and lets a repeated delivery wait for the response to the one before.

import { sleep } from 'n8n-workflow';

import { WEBHOOK_RESPONSE_SECONDS } from '../../spec/service';

/** The part of Node's ServerResponse that the deduplicator reads. */
export interface DeliveryResponse {
	/** The HTTP status that is or will be sent. */
	readonly statusCode: number;
	/** `end()` was called, even if the client had disconnected by then. */
	readonly writableEnded: boolean;
	/** The response was sent, or the client disconnected. */
	readonly destroyed: boolean;
	once(event: 'close' | 'prefinish', listener: () => void): unknown;
}

/** State of one event. */
interface Entry {
	/** Milliseconds since 1970. */
	expiresAt: number;
	/** Until when other deliveries wait for the response, in milliseconds since 1970. */
	responseDueAt: number;
	/** Whether the delivery was answered with 200. */
	isAccepted: boolean;
}

/** Per trigger. Enough for about 47 events a second during the service's 17 minutes of retries. */
const MAX_REMEMBERED_EVENTS = 50_000;

/** Interval at which a waiting delivery checks whether the earlier one was answered. */
const POLL_INTERVAL_MS = 50;

/** The remembered events of one trigger, oldest first. */
type Entries = Map<string, Entry>;

/**
 * Remembers accepted events, so that a repeated delivery of one does not start the workflow again.
 *
 * An event is accepted when its delivery was answered with 200, which tells the service not to send it again
 * (spec section 6, Delivery and retries). A delivery that arrives while an earlier one of the same event is
 * unanswered waits for it: after a 200 it is a duplicate, after anything else it is the retry and is processed.
 * So six simultaneous deliveries start one execution, and a retry after a failed execution is not dropped. One whose
 * response takes longer than the service waits for it counts as failed there, and here: the next delivery is processed.
 *
 * Kept in the memory of one process. Limited in time, and in number per trigger, so that a flood of events at one
 * trigger does not evict those of another.
 */
export class DeliveryDeduplicator {
	private readonly entriesOfTriggers = new Map<string, Entries>();

	/** Functions that settle the entries whose deliveries are unanswered. */
	private readonly unanswered = new Map<Entry, () => void>();

	private readonly maxEntries: number;

	private readonly now: () => number;

	/**
	 * @param maxEntries maximum number of events per trigger; the oldest are forgotten first
	 * @param now current time in milliseconds since 1970
	 */
	constructor(maxEntries = MAX_REMEMBERED_EVENTS, now: () => number = Date.now) {
		this.maxEntries = maxEntries;
		this.now = now;
	}

	/** Number of remembered events. */
	get size(): number {
		return [...this.entriesOfTriggers.values()].reduce((sum, { size }) => sum + size, 0);
	}

	/** Number of unanswered deliveries, whose response, request and body are kept in memory. */
	get unansweredCount(): number {
		return this.unanswered.size;
	}

	/**
	 * Claims an event for one delivery. Resolves to true if that delivery is to be processed, and to false if the event
	 * was accepted before or the client disconnected while the delivery waited.
	 *
	 * @param trigger identifies the trigger: workflow and node
	 * @param event identifies the event at this trigger
	 * @param response response to this delivery; its status decides whether the event is remembered
	 * @param ttlSeconds how long to remember the event
	 */
	async claim(
		trigger: string,
		event: string,
		response: DeliveryResponse,
		ttlSeconds: number,
	): Promise<boolean> {
		this.sweep();
		for (;;) {
			const earlier = this.find(trigger, event);
			if (!earlier) break;
			if (earlier.isAccepted || response.destroyed) return false;
			await sleep(POLL_INTERVAL_MS);
		}
		this.remember(trigger, event, response, ttlSeconds);
		return true;
	}

	/** Finds the entry of an event that was accepted, or whose delivery may still be answered. */
	private find(trigger: string, event: string): Entry | undefined {
		const entries = this.entriesOfTriggers.get(trigger);
		const earlier = entries?.get(event);
		// The response may have ended without emitting an event.
		if (earlier) this.unanswered.get(earlier)?.();
		const entry = entries?.get(event);
		return entry && (entry.isAccepted || entry.responseDueAt > this.now()) ? entry : undefined;
	}

	private remember(
		trigger: string,
		event: string,
		response: DeliveryResponse,
		ttlSeconds: number,
	): void {
		const now = this.now();
		const entry: Entry = {
			expiresAt: now + ttlSeconds * 1000,
			responseDueAt: now + WEBHOOK_RESPONSE_SECONDS * 1000,
			isAccepted: false,
		};
		const entries = this.entriesOfTriggers.get(trigger) ?? new Map<string, Entry>();
		this.entriesOfTriggers.set(trigger, entries);
		// An overdue entry would keep its place, and be evicted too early.
		entries.delete(event);
		entries.set(event, entry);
		if (entries.size > this.maxEntries) entries.delete(entries.keys().next().value ?? event);

		const settle = (): void => {
			if (!response.writableEnded) return;
			this.unanswered.delete(entry);
			entry.isAccepted = response.statusCode === 200;
			if (!entry.isAccepted && entries.get(event) === entry) entries.delete(event);
		};
		this.unanswered.set(entry, settle);
		response.once('close', settle);
		// A response to a client that hung up is ended after it was closed.
		response.once('prefinish', settle);
	}

	/** Settles entries whose response emitted no event, stops tracking overdue ones, and removes expired ones. */
	private sweep(): void {
		const now = this.now();
		for (const [entry, settle] of this.unanswered) {
			settle();
			if (entry.responseDueAt <= now) this.unanswered.delete(entry);
		}
		for (const [trigger, entries] of this.entriesOfTriggers) {
			// The oldest come first.
			for (const [event, { expiresAt }] of entries) {
				if (expiresAt > now) break;
				entries.delete(event);
			}
			if (entries.size === 0) this.entriesOfTriggers.delete(trigger);
		}
	}
}
