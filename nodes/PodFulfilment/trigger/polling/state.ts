/**
 * What a poll leaves for the next one, as n8n stores it with the workflow. IDs, statuses and times only.
 *
 * Everything is text or a number: n8n wraps each object in static data in a proxy. {@link Knowledge} is what it means.
 */
export interface StoredState {
	version: typeof STATE_VERSION;
	orders?: StoredList;
	tasks?: StoredList;
	/** Since when shipments are followed, in seconds since 1970; absent while they are not. */
	shipmentsFrom?: number;
}

export interface StoredList {
	/** Encoded orders or tasks by the key of their ID; see codec.ts. */
	entries: Record<string, string>;
	progress: ListProgress;
}

export const STATE_VERSION = 1;

/**
 * How far a list was read. Times are seconds since 1970.
 *
 * - `noting`: the first reading of the whole list, which takes note of what is there
 * - `checking`: the second one, which finds what the first one missed because pages shifted under it
 * - `following`: changes are looked for where they can be, and the whole list is read once a day
 */
export interface ListProgress {
	phase: 'noting' | 'checking' | 'following';
	/** What changed since then is told: the date that the user named, or the first poll. */
	from: number;
	/** A member that is not known and was created before was there before, or is forgotten: it is not new. */
	knownBefore: number;
	/** While noting: the last creation and the last change that were seen, by the clock of the service. */
	newest?: number;
	lastChange?: number;
	/** `createdAt` of the newest member known when the front of the list was last begun to be read. */
	front?: number;
	/** When the last reading of the whole list that came to its end had begun. */
	fullSweepAt?: number;
	/** A reading of the whole list that is not done. */
	sweep?: SweepPlace;
	/** Whether `createdAt` fell over every page of the last reading of the whole list. */
	isFalling?: boolean;
	/** Readings of the whole list in a row that found fewer members than the service says there are. */
	shortSweeps?: number;
	/** After which member the reading of single members goes on, and after which order that of shipments. */
	lastSingle?: string;
	lastShipments?: string;
}

/** Where a reading of the whole list goes on. */
export interface SweepPlace {
	/** Path of the next page. */
	next: string;
	startedAt: number;
	/** Whether `createdAt` never rose from one member to the next so far, and how often it fell. */
	isFalling: boolean;
	falls: number;
	/** Members that were read. */
	count: number;
}
