import type { EventFilters } from '../../eventFilters';

/**
 * What n8n stores with the workflow from one poll to the next: IDs, statuses and times only.
 *
 * Entries are texts, because n8n wraps every object in static data in a proxy. {@link Snapshot} is the decoded form.
 */
export interface StoredState {
	version: number;
	/** Address of the service that it was read from; absent in version 1. */
	address?: string;
	/** What the state has, so that a part that was removed is not taken for one that was never there; absent in older ones. */
	holds?: StoredPart[];
	orders?: StoredList;
	tasks?: StoredList;
	/** See {@link Snapshot.shipmentsFrom}. */
	shipmentsFrom?: number;
	/** See {@link Snapshot.shipmentsBegan}. */
	shipmentsBegan?: number;
	/** See {@link Snapshot.chosen}. */
	chosen?: Selection;
	/** See {@link Snapshot.chosenBefore}. */
	chosenBefore?: Selection;
}

/** Events and filters; see {@link selectionOf}. */
export interface Selection {
	events: string[];
	filters: EventFilters;
}

export type StoredPart = 'orders' | 'tasks' | 'shipments';

export interface StoredList {
	/** Encoded orders or tasks by the key of their ID; codec.ts has the format. */
	entries: Record<string, string>;
	/** {@link ListSnapshot.scanProgress} as it is: the names of its fields are in users' static data. */
	progress: ScanProgress;
}

/** Version 1 lacked what was forgotten, the address, and what is known of an order beyond its status. */
export const STATE_VERSION = 2;

/**
 * How far the scans of a list have come, and what is known of the members that have no entry. Times are seconds since
 * 1970; those of the service are only ever compared with each other, since its clock may differ from n8n's.
 *
 * - `baseline`: the first full scan, which records what is there
 * - `verification`: the second one, which finds what the first one missed because the pages shifted; not where one page shows the list
 * - `steady`: incremental scans where the list allows them, and a full scan once a day
 */
export interface ScanProgress {
	phase: 'baseline' | 'verification' | 'steady';
	/** The date that the user entered, where it applied to the first poll. */
	startFrom?: number;
	/** Until the list is steady: an unknown member that changed at this time of the service or later is emitted. */
	emitFrom: number;
	/** Likewise: one that was created at this time of the service or later is new. */
	newFrom: number;
	/**
	 * An unknown member created before this time of the service may have been forgotten, or passed over by the baseline. One
	 * created later is new, whatever its other times say, once the list is steady.
	 */
	forgottenBefore?: number;
	/** Creation of the newest member at the last full scan, and an hour before that of the full scan before. */
	newestKnown?: number;
	knownBefore?: number;
	/** In the baseline phase: the latest creation and the latest change seen so far, by the clock of the service. */
	newestCreatedAt?: number;
	lastChangedAt?: number;
	/** An incremental scan reads at least down to this `createdAt`: the newest one known when the last scan began. */
	highWaterMark?: number;
	/** Until the list is steady: n8n's time less the newest one of the list, at any poll so far. */
	behindAtMost?: number;
	/** When the last poll was that read something, at least what the clock of the service says. */
	polledAt?: number;
	/** When the last full scan began that reached the end of the list and left nothing unread. */
	fullScanAt?: number;
	/**
	 * When events or filters changed, by n8n's clock, until a scan that began then has shown everything: what is unknown may be
	 * from before.
	 */
	unsettledSince?: number;
	/** A full scan that the next poll continues. */
	scan?: ScanCursor;
	/** Whether the last full scan showed that the list is sorted by `createdAt`, newest first. */
	isNewestFirst?: boolean;
	/** Full scans in a row that found fewer members than the service says there are. */
	shortScans?: number;
	/** Key of the last member that a poll read by its ID: the next one goes on behind it. */
	lastSingle?: string;
	/** Key of the last order whose shipments a poll read because they may have changed: likewise. */
	lastShipments?: string;
	/** Key of the last one whose shipments a poll read in turn: likewise. */
	lastRoutine?: string;
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
	/**
	 * A status that was read once and seems older than the last one, as replicas of the service may disagree: it counts when
	 * the next poll reads it again.
	 */
	doubted?: string;
}

export interface ShipmentEntry extends TrackedStatus {
	/** The status before the current one, unless it comes earlier anyway: see {@link seemsEarlier}. */
	left?: string;
}

/** A mockup task. Times are seconds since 1970. */
export interface TaskEntry extends TrackedStatus {
	createdAt?: number;
	/** Since when the service answers that it does not have it, and how many polls were told so. */
	missing?: Repeated;
	/** It answered so several times over at least an hour. Undone if it comes back. */
	isDeletedAtService: boolean;
	/** It was not read since events or filters changed: what it shows then is from before, see {@link Snapshot.chosenBefore}. */
	isUnsettled?: boolean;
}

/** Something that happened several times. */
export interface Repeated {
	/** Since 1970: the first time for what is counted, the last time for what is repeated. */
	atSeconds: number;
	count: number;
}

/** An order. Times are seconds since 1970. */
export interface OrderEntry extends TaskEntry {
	/** When it was first observed, until Order Created is emitted. */
	newSince?: number;
	/** Since when it is in production; {@link mayBeLate} says from when that counts. */
	inProductionSince?: number;
	/** Order Not Shipped in Time was emitted, or a shipment was handed over before. */
	isLateDecided: boolean;
	/** How often Order Not Shipped in Time was emitted, and when last. */
	late?: Repeated;
	/** Since when it has a status in which it waits for somebody; see {@link isWaitingStatus}. */
	waitingSince?: number;
	/** How often Order Waiting was emitted for that status, and when last. */
	waiting?: Repeated;
	/** The `updatedAt` that was read last, unless its status was doubtful; in milliseconds since 1970. */
	updatedAtMs?: number;
	/** It may have shipments from before the trigger: those found when they are first read are not emitted. */
	needsShipmentBaseline: boolean;
	/**
	 * The `updatedAt` with which it was canceled when the trigger began, once it is no longer canceled and until its shipments
	 * were read: what left later is not from before. In milliseconds since 1970, by the clock of the service.
	 */
	canceledAtMs?: number;
	/** It had been forgotten, and its shipments with it: those from before are not emitted again. */
	wasForgotten: boolean;
	/** It was read once more after it had finished, with its shipments where these are watched: no poll has to read it. */
	wasReadAfterFinish: boolean;
	/** {@link versionOf} the order when its shipments were last read; empty when they have to be read again. */
	shipmentsVersion: string;
	/** Likewise its shipments. */
	areShipmentsUnsettled?: boolean;
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
	/**
	 * Shipments that left at this time of the service or later were not there before; absent while shipments are not
	 * watched. Seconds since 1970.
	 */
	shipmentsFrom?: number;
	/** When n8n began to watch shipments, in seconds since 1970. */
	shipmentsBegan?: number;
	/** The events and filters of that poll; absent in older states. */
	chosen?: Selection;
	/** Those before they changed, as long as something is unsettled: what they did not want counts as emitted. */
	chosenBefore?: Selection;
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

/**
 * Whether a status that was read has to wait for the next poll, because it seems older than the current one. Records that
 * it was read.
 */
export function isDoubtful(tracked: TrackedStatus, status: string, seemsOlder: boolean): boolean {
	const isDoubted = seemsOlder && status !== currentStatus(tracked) && status !== tracked.doubted;
	if (isDoubted) tracked.doubted = status;
	else delete tracked.doubted;
	return isDoubted;
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
