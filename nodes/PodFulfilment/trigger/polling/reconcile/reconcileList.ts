import type { IDataObject } from 'n8n-workflow';

import { earlierPollSeconds, type ListContext } from '../state/pollContext';
import { advance, firstAfter, LIST_LAG_SECONDS, type ListReading } from '../state/scanProgress';
import { byKey, inSlices } from '../state/slices';
import type { ListSnapshot, ScanProgress, TaskEntry } from '../state/state';
import { idKey, secondsOf } from '../state/values';
import type { ObservedChange } from './changes';
import { Room } from './room';

/** After this many times `forgetAfterSeconds`, what is finished is forgotten once it is not listed any more. */
const UNREAD_FACTOR = 12;

/** The entry of a member after it was read, with the changes to emit; no entry for a member that is not tracked. */
export interface Reconciled<Entry> {
	entry?: Entry;
	changes: ObservedChange[];
}

interface ListReconciliation<Entry> {
	/** Compares a member with its entry, which is absent for an unknown one and must not be changed. */
	reconcileMember(key: string, member: IDataObject, entry: Entry | undefined): Reconciled<Entry>;
	/** The entry of an unknown member that was there before the trigger; undefined for any other. */
	existingEntry(member: IDataObject): Entry | undefined;
	/** Whether an entry can be dropped from the state once it is old enough: it is finished, and all of it was emitted. */
	mayBeForgotten(entry: Entry): boolean;
}

/** Records that a member has no entry, so that it does not look new when it is read again. */
function noteForgotten(progress: ScanProgress, createdAt: number | undefined): void {
	if (createdAt === undefined) return;
	progress.forgottenBefore = Math.max(progress.forgottenBefore ?? createdAt + 1, createdAt + 1);
}

/**
 * Records after a full scan that every member up to the newest one is known. By the scan before: what that one missed because
 * pages shifted, this one has found.
 */
function noteKnown(
	{ entries, scanProgress }: ListSnapshot<TaskEntry>,
	{ nowSeconds, scanProgress: before }: ListContext,
): void {
	if (scanProgress.fullScanAt === before.fullScanAt) return;
	let newest = 0;
	for (const { createdAt } of entries.values()) {
		if (firstAfter(createdAt, nowSeconds) !== undefined) newest = Math.max(newest, createdAt ?? 0);
	}
	scanProgress.knownBefore = (before.newestKnown ?? 0) - LIST_LAG_SECONDS;
	scanProgress.newestKnown = newest;
}

/**
 * Forgets what may be forgotten, was created long enough ago, and was read once more as it was, or is not listed any more. All
 * of it by the last poll as well, because n8n's clock may be wrong for one.
 */
function forget<Entry extends TaskEntry>(
	{ entries, scanProgress }: ListSnapshot<Entry>,
	before: ListSnapshot<Entry> | undefined,
	read: ReadonlyMap<string, IDataObject>,
	context: ListContext,
	mayBeForgotten: (entry: Entry) => boolean,
): void {
	// Until then, full scans still have to find what they missed.
	if (scanProgress.phase !== 'steady') return;
	const { forgetAfterSeconds } = context;
	const certainSeconds = earlierPollSeconds(context);
	const createdBefore = Math.min(
		certainSeconds - forgetAfterSeconds,
		// Whatever n8n's clock says, and however long it was away: what is found from now on never looks forgotten.
		scanProgress.knownBefore ?? 0,
	);
	// A poll that reads it as it was forgets it. So what was too old when the last full scan began, and still has its entry when
	// the next one has ended, was on none of its pages.
	const { fullScanAt = 0 } = context.scanProgress;
	const unlistedBefore =
		scanProgress.fullScanAt === fullScanAt
			? Number.NEGATIVE_INFINITY
			: Math.min(certainSeconds, fullScanAt) - UNREAD_FACTOR * forgetAfterSeconds;
	for (const [key, entry] of entries) {
		const { createdAt, isDeletedAtService, missing } = entry;
		if (createdAt === undefined || createdAt >= createdBefore || !mayBeForgotten(entry)) continue;
		const entryBefore = before?.entries.get(key);
		if (!entryBefore || !mayBeForgotten(entryBefore)) continue;
		// It may have changed after it finished, while n8n was away: so it has to be read once more, while it can be.
		// One that its ID does not find may be in the list.
		const isUnlisted = createdAt < unlistedBefore && missing === undefined;
		if (!isDeletedAtService && !isUnlisted && !read.has(key)) continue;
		entries.delete(key);
		noteForgotten(scanProgress, createdAt);
	}
}

/** A request for one member may fail once although it exists, for example while the service copies its data. */
const MISSING_POLLS = 3;
const MISSING_SECONDS = 3600;

/**
 * Records that the service answered that it does not have a member. It is gone once a full scan that began after the first
 * such answer has not shown it either: the list may have what its ID does not find.
 */
function asMissing<Entry extends TaskEntry>(
	entry: Entry,
	{ scan }: ListReading,
	nowSeconds: number,
): Entry {
	const { atSeconds, count } = entry.missing ?? { atSeconds: nowSeconds, count: 0 };
	const missing = { atSeconds, count: count + 1 };
	const isUnlisted = scan?.isComplete === true && scan.startedAt >= atSeconds;
	const isForGood =
		isUnlisted && missing.count >= MISSING_POLLS && nowSeconds - atSeconds >= MISSING_SECONDS;
	return isForGood
		? { ...entry, missing: undefined, isDeletedAtService: true }
		: { ...entry, missing };
}

/**
 * Compares a list with its snapshot. Returns the changes, the snapshot for the next poll, and how many members found no
 * room in it.
 */
export async function reconcileList<Entry extends TaskEntry>(
	before: ListSnapshot<Entry> | undefined,
	reading: ListReading | undefined,
	context: ListContext,
	{ reconcileMember, existingEntry, mayBeForgotten }: ListReconciliation<Entry>,
): Promise<{ list: ListSnapshot<Entry>; changes: ObservedChange[]; leftOut: number }> {
	const list = { entries: new Map(before?.entries), scanProgress: context.scanProgress };
	// Even if nothing could be read, the list is watched from now on.
	if (!reading) return { list, changes: [], leftOut: 0 };
	list.scanProgress = advance(reading, context);
	const changes: ObservedChange[] = [];
	const members = await byKey(reading.members);
	const room = new Room(list.entries);
	await inSlices(members, ([key, member]) => {
		const known = list.entries.get(key);
		const reconciled = reconcileMember(key, member, known);
		if (!room.take(known, reconciled.entry)) return;
		if (reconciled.entry) list.entries.set(key, reconciled.entry);
		else noteForgotten(list.scanProgress, secondsOf(member.createdAt));
		for (const change of reconciled.changes) changes.push(change);
	});
	// The list alone shows that they were there. Otherwise they would look new to the next poll that can read them.
	const unread = await byKey(reading.unread ?? []);
	await inSlices(unread, ([key, member]) => {
		const known = list.entries.get(key);
		if (known) {
			const isMissing = known.missing !== undefined || known.isDeletedAtService;
			// What the list shows is not gone.
			if (isMissing)
				list.entries.set(key, { ...known, missing: undefined, isDeletedAtService: false });
			return;
		}
		const entry = existingEntry(member);
		if (entry && room.take(undefined, entry)) list.entries.set(key, entry);
	});
	for (const key of reading.deletedIds.map(idKey)) {
		const entry = list.entries.get(key);
		if (entry) list.entries.set(key, asMissing(entry, reading, context.nowSeconds));
	}
	// What found no room is unknown, so a full scan stays due.
	if (room.leftOut > 0) list.scanProgress.fullScanAt = context.scanProgress.fullScanAt;
	noteKnown(list, context);
	forget(list, before, members, context, mayBeForgotten);
	const { isComplete, serviceTime } = reading.scan ?? {};
	// A page without members that count says what the clock of the service says, too: see clockAheadSeconds.
	if (members.size > 0 || isComplete === true || serviceTime !== undefined) {
		list.scanProgress.polledAt = context.nowSeconds;
	}
	return { list, changes, leftOut: room.leftOut };
}
