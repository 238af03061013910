/**
 * What n8n stores with the workflow from one poll to the next: IDs, statuses and times only.
 *
 * Entries are texts, because n8n wraps every object in static data in a proxy. {@link Snapshot} is the decoded form.
 */
export interface StoredState {
	version: typeof STATE_VERSION;
	orders?: StoredList;
	tasks?: StoredList;
	/** See {@link Snapshot.shipmentsFrom}. */
	shipmentsFrom?: number;
}

export interface StoredList {
	/** Encoded orders or tasks by the key of their ID; codec.ts has the format. */
	entries: Record<string, string>;
	/** {@link ListSnapshot.scanProgress} as it is: the names of its fields are in users' static data. */
	progress: ScanProgress;
}

export const STATE_VERSION = 1;

/**
 * How far the scans of a list have come, and since when its members count as new or changed. Times are seconds since
 * 1970.
 *
 * - `baseline`: the first full scan, which records what is there
 * - `verification`: the second one, which finds what the first one missed because the pages shifted
 * - `steady`: incremental scans where the list allows them, and a full scan once a day
 */
export interface ScanProgress {
	phase: 'baseline' | 'verification' | 'steady';
	/** Changes since this time are emitted: the date that the user entered, or the first poll. */
	emitFrom: number;
	/** An unknown member is new if it was created at this time or later. An older one was there before, or is forgotten. */
	newFrom: number;
	/** In the baseline phase: the latest creation and the latest change seen so far, by the clock of the service. */
	newestCreatedAt?: number;
	lastChangedAt?: number;
	/** An incremental scan reads at least down to this `createdAt`: the newest one known when the last scan began. */
	highWaterMark?: number;
	/** When the last full scan began that reached the end of the list and left nothing unread. */
	fullScanAt?: number;
	/** A full scan that the next poll continues. */
	scan?: ScanCursor;
	/** Whether the last full scan showed that the list is sorted by `createdAt`, newest first. */
	isNewestFirst?: boolean;
	/** Full scans in a row that found fewer members than the service says there are. */
	shortScans?: number;
	/** Key of the last member that a poll read by its ID: the next one goes on behind it. */
	lastSingle?: string;
	/** Key of the last order whose shipments a poll read: likewise. */
	lastShipments?: string;
}

/** Where a full scan goes on. */
export interface ScanCursor {
	/** Path of the next page. */
	next: string;
	startedAt: number;
	/** Whether `createdAt` never rose from one member to the next so far, and how often it fell. */
	isNewestFirst: boolean;
	descents: number;
	/** Members read so far. */
	count: number;
	/** See {@link ListReading.hasUnread}. */
	hasUnread?: boolean;
}

/**
 * The status of an order, a shipment or a task. A status that was observed but not emitted yet is kept beside the one that
 * was emitted, until the item goes out.
 */
export interface TrackedStatus {
	/** Last status emitted, or the one of the baseline; empty when there is none. As {@link statusKey} gives it. */
	emitted: string;
	/** Last status observed, where it is a different one. */
	observed?: string;
	/** When the current status was first observed, in seconds since 1970. */
	since: number;
}

export type ShipmentEntry = TrackedStatus;

/** A mockup task. Times are seconds since 1970. */
export interface TaskEntry extends TrackedStatus {
	createdAt?: number;
	/** The service answered that it no longer has it. Undone if it comes back. */
	isDeletedAtService: boolean;
}

/** An order. Times are seconds since 1970. */
export interface OrderEntry extends TaskEntry {
	/** When it was first observed, until Order Created is emitted. */
	newSince?: number;
	/** Since when it is in production; {@link mayBeLate} says from when that counts. */
	inProductionSince?: number;
	/** Nothing is left to decide: Order Not Shipped in Time was emitted, or a shipment was handed over before. */
	isLateDecided: boolean;
	/** It may have shipments from before the trigger: those found when they are first read are not emitted. */
	needsShipmentBaseline: boolean;
	/** It was read once more after it had finished, with its shipments where these are watched: no poll has to read it. */
	wasReadAfterFinish: boolean;
	/** {@link versionOf} the order when its shipments were last read; empty when they have to be read again. */
	shipmentsVersion: string;
	/** By the key of the ID. */
	shipments: ReadonlyMap<string, ShipmentEntry>;
}

export interface ListSnapshot<Entry> {
	/** By the key of the ID. */
	entries: Map<string, Entry>;
	scanProgress: ScanProgress;
}

/** What the last poll knew. */
export interface Snapshot {
	orders?: ListSnapshot<OrderEntry>;
	tasks?: ListSnapshot<TaskEntry>;
	/** Since when shipments are watched, in seconds since 1970; absent while they are not. */
	shipmentsFrom?: number;
}

export const currentStatus = ({ emitted, observed }: TrackedStatus): string => observed ?? emitted;

/** Records a status that was read. Returns whether it differs from the one read before. */
export function observeStatus(tracked: TrackedStatus, status: string, nowSeconds: number): boolean {
	if (status === currentStatus(tracked)) return false;
	if (status === tracked.emitted) delete tracked.observed;
	else tracked.observed = status;
	tracked.since = nowSeconds;
	return true;
}

/** Whether there is a status to emit that has lasted for `emitAfterSeconds`. */
export const isDue = (
	{ observed, since }: TrackedStatus,
	nowSeconds: number,
	emitAfterSeconds: number,
): boolean => observed !== undefined && since + emitAfterSeconds <= nowSeconds;

/** Records that the current status goes out with this poll. */
export function markEmitted(tracked: TrackedStatus): void {
	tracked.emitted = currentStatus(tracked);
	delete tracked.observed;
}
