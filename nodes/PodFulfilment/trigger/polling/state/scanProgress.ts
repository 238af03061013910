import type { IDataObject } from 'n8n-workflow';

import type { ServiceError } from '../../../transport/errors/serviceError';
import { CLOCK_OVERLAP_SECONDS, type ListContext } from './pollContext';
import type { ScanCursor, ScanProgress } from './state';
import { DAY_SECONDS, secondsOf } from './values';

/** The list may show a member this much later than one that was created after it. */
export const LIST_LAG_SECONDS = 3600;

/** How often a list is scanned in full where incremental scans are possible. */
const FULL_SCAN_SECONDS = DAY_SECONDS;

/** After so many full scans in a row, a list that is shorter than the service says is taken as it is. */
const MAX_SHORT_SCANS = 4;

/** What one poll read. What could not be read, or did not have to be, is absent. */
export interface Readings {
	orders?: ListReading;
	tasks?: ListReading;
	/** All shipments of an order among {@link Readings.orders}, by the key of its ID. */
	shipments: Map<string, IDataObject[]>;
	/** Why the shipments of an order could not be read that were asked for, likewise. */
	unreadShipments: Map<string, ServiceError>;
	/** See {@link ScanProgress}. */
	lastShipments?: string;
	lastRoutine?: string;
}

/** What one poll read of a list. */
export interface ListReading {
	/** Members on pages, and those read by their ID. */
	members: IDataObject[];
	/** IDs that the service no longer has. */
	deletedIds: string[];
	/** Members that the list shows incompletely and that could not be read by their ID, if there are any. */
	unread?: IDataObject[];
	/** Whether a page could not be read, or one of these members that may exist. */
	hasUnread: boolean;
	/** Keys of the members that were asked for by their ID as well, because lists may show less. */
	withDetails: ReadonlySet<string>;
	/** How far the full scan came, if there was one. */
	scan?: ScanResult;
	/** Not even the first page that was asked for could be read. */
	hasNoPage?: boolean;
	/** See {@link ScanProgress}. */
	highWaterMark?: number;
	lastReadByIdKey?: string;
}

export interface ScanResult {
	/** When the scan began, in seconds since 1970. */
	startedAt: number;
	/** Whether it reached the end of the list. */
	isComplete: boolean;
	isNewestFirst: boolean;
	/** One page has shown the whole list, so that nothing can have moved from one page to another. */
	isOnePage?: boolean;
	/** Whether it found fewer members than the service says there are. */
	isShort: boolean;
	/** What the clock of the service said when it sent the first page, in seconds since 1970, if it did. */
	serviceTime?: number;
	/** Where the next poll continues; undefined where it starts over. */
	cursor?: ScanCursor;
}

/** Whether the whole list has to be read: where there is no other way, and once a day. */
export function isFullScanDue(progress: ScanProgress | undefined, nowSeconds: number): boolean {
	if (progress?.phase !== 'steady' || progress.scan || progress.isNewestFirst !== true) return true;
	const sinceSeconds = nowSeconds - (progress.fullScanAt ?? 0);
	// One that lies ahead is from before n8n's clock was put right.
	return sinceSeconds < 0 || sinceSeconds >= FULL_SCAN_SECONDS;
}

const latest = (times: Array<number | undefined>): number | undefined => {
	const known = times.filter((time) => time !== undefined);
	return known.length === 0 ? undefined : known.reduce((a, b) => Math.max(a, b));
};

/** Records the latest times of the baseline. */
function observeTimes(progress: ScanProgress, members: IDataObject[]): void {
	const created = members.map(({ createdAt }) => secondsOf(createdAt));
	const changed = members.map(({ updatedAt, finishedAt }) => secondsOf(updatedAt ?? finishedAt));
	const newestCreatedAt = latest([progress.newestCreatedAt, ...created]);
	const lastChangedAt = latest([progress.lastChangedAt, ...changed]);
	if (newestCreatedAt !== undefined) progress.newestCreatedAt = newestCreatedAt;
	if (lastChangedAt !== undefined) progress.lastChangedAt = lastChangedAt;
}

/** A time of the service further than this ahead of n8n's clock is no time of its clock, in whatever time zone. */
const MAX_AHEAD_SECONDS = DAY_SECONDS;

/** The first time of the service after one that it sent; undefined for one that says nothing of its clock. */
export const firstAfter = (time: number | undefined, nowSeconds: number): number | undefined =>
	time !== undefined && time <= nowSeconds + MAX_AHEAD_SECONDS ? time + 1 : undefined;

/**
 * When a scan began, by the clock of the service. With overlap: its times may be written by another machine than the one
 * that answers.
 */
export const beganAt = (scan: ScanResult | undefined): number | undefined =>
	scan?.serviceTime === undefined ? undefined : scan.serviceTime - CLOCK_OVERLAP_SECONDS;

/**
 * After the first poll: what the next ones find is new if it is newer than what that one read, and, where that did not read
 * everything, than the time at which it began; or newer than the start date.
 */
function alignWithService(
	progress: ScanProgress,
	scan: ScanResult | undefined,
	isEmpty: boolean,
	nowSeconds: number,
): void {
	const { startFrom, emitFrom, newFrom, newestCreatedAt, lastChangedAt } = progress;
	const after = (newest: number | undefined, began: number): number => {
		const next = firstAfter(newest, nowSeconds);
		const from =
			scan?.isComplete === true
				? (next ?? (isEmpty ? 0 : began))
				: Math.max(next ?? 0, beganAt(scan) ?? began);
		return Math.min(startFrom ?? from, from);
	};
	progress.newFrom = after(newestCreatedAt, newFrom);
	progress.emitFrom = after(lastChangedAt, emitFrom);
}

/**
 * How far the clock of the service is ahead of n8n's, in seconds, for the first poll that reads a list although earlier ones
 * could not: until then, the beginning of the trigger is known by n8n's clock only. Otherwise 0.
 */
export function clockAheadSeconds(
	{ isFirstPoll, nowSeconds, scanProgress: { phase, polledAt, startFrom } }: ListContext,
	scan: ScanResult | undefined,
): number {
	const isFirstReading = !isFirstPoll && phase === 'baseline' && polledAt === undefined;
	// A start date is a time of the service.
	if (!isFirstReading || startFrom !== undefined) return 0;
	return (scan?.serviceTime ?? nowSeconds) - nowSeconds;
}

/**
 * Draws the line between what was there before the trigger and what came since, by the clock of the service.
 *
 * @param hasUnread whether a page was never read: what it shows once it can be read is as old as what was read, so only what
 *   is newer is new
 */
function endBaseline(progress: ScanProgress, hasUnread: boolean, nowSeconds: number): void {
	const { emitFrom, newFrom, newestCreatedAt, lastChangedAt } = progress;
	delete progress.newestCreatedAt;
	delete progress.lastChangedAt;
	progress.phase = 'verification';
	// If the list was empty, every member is new.
	const newest = newestCreatedAt === undefined ? 0 : firstAfter(newestCreatedAt, nowSeconds);
	const lag = hasUnread ? 0 : LIST_LAG_SECONDS;
	progress.newFrom = Math.min(newFrom, (newest ?? newFrom) - lag);
	// The latest change was recorded with the baseline, so it is not emitted.
	progress.emitFrom = Math.min(emitFrom, firstAfter(lastChangedAt, nowSeconds) ?? emitFrom);
}

/** The progress after a poll. */
export function advance(
	{ members, scan, highWaterMark, lastReadByIdKey, ...reading }: ListReading,
	{ scanProgress: before, nowSeconds, isFirstPoll }: ListContext,
): ScanProgress {
	const progress = { ...before };
	if (lastReadByIdKey !== undefined) progress.lastSingle = lastReadByIdKey;
	if (highWaterMark !== undefined) progress.highWaterMark = highWaterMark;
	// Either the scan has read all pages, or all down to what was known before.
	const hasShownAll =
		highWaterMark !== undefined ||
		(scan?.isComplete === true && scan.startedAt >= (before.unsettledSince ?? 0));
	if (hasShownAll) delete progress.unsettledSince;
	if (progress.phase === 'baseline') {
		observeTimes(progress, members);
		if (isFirstPoll) {
			alignWithService(progress, scan, members.length === 0, nowSeconds);
		}
	}
	if (!scan) return progress;
	const hasUnread = reading.hasUnread || before.scan?.hasUnread === true;
	delete progress.scan;
	if (scan.cursor) progress.scan = { ...scan.cursor, ...(hasUnread && { hasUnread }) };
	if (!scan.isComplete) return progress;
	progress.isNewestFirst = scan.isNewestFirst;
	// Missing members may have moved from one page to another.
	progress.shortScans = scan.isShort ? (progress.shortScans ?? 0) + 1 : 0;
	if (progress.shortScans > 0 && progress.shortScans < MAX_SHORT_SCANS) return progress;
	if (progress.phase === 'baseline') {
		endBaseline(progress, hasUnread, nowSeconds);
		// Otherwise a second scan finds what this one missed. Here it has missed nothing: what appears later is new.
		if (scan.isOnePage !== true || hasUnread || scan.isShort) return progress;
	}
	// An order that could not be read would later pass for one that was forgotten. So the full scan is still due.
	if (hasUnread) return progress;
	progress.phase = 'steady';
	progress.fullScanAt = scan.startedAt;
	return progress;
}
