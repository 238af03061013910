import type { IDataObject } from 'n8n-workflow';

import type { Change } from './changes';
import type { PollContext } from './classify';
import { advance, newProgress, type ListReading } from '../state/progress';
import type { PollingSettings } from '../settings';
import { byKey, inSlices } from '../read/slices';
import type { ListSnapshot, TaskEntry } from '../state/state';
import { idKey } from '../state/values';

/** After this many times `forgetAfter`, what is finished is forgotten without being read once more. */
const UNREAD_FACTOR = 12;

/** The entry of a member after it was read, with the changes to emit; no entry for a member that is not tracked. */
export interface Reconciled<Entry> {
	entry?: Entry;
	changes: Change[];
}

interface ListReconciliation<Entry> {
	/**
	 * Compares a member with its entry, which is absent for an unknown one and must not be changed.
	 */
	reconcile(
		key: string,
		member: IDataObject,
		entry: Entry | undefined,
		list: ListSnapshot<Entry>,
		context: PollContext,
	): Reconciled<Entry>;
	/** Whether an entry may be forgotten. */
	isDone(entry: Entry): boolean;
}

/** Forgets what is finished, was created long enough ago, and was read once more as it was. */
function forget<Entry extends TaskEntry>(
	{ entries, progress }: ListSnapshot<Entry>,
	read: ReadonlyMap<string, IDataObject>,
	now: number,
	forgetAfter: number,
	isDone: (entry: Entry) => boolean,
): void {
	// Before, a forgotten member would look new, or changed, when it is read again.
	if (progress.phase !== 'steady') return;
	const createdBefore = Math.min(now - forgetAfter, progress.newFrom);
	for (const [key, entry] of entries) {
		const { createdAt, isGone } = entry;
		if (createdAt === undefined || createdAt >= createdBefore || !isDone(entry)) continue;
		// It may have changed after it finished, while n8n was away: so it has to be read once more, while it can be.
		const isTooOld = createdAt < now - UNREAD_FACTOR * forgetAfter;
		if (isGone || isTooOld || read.has(key)) entries.delete(key);
	}
}

/** Compares a list with its snapshot. Returns the changes, and the snapshot for the next poll. */
export async function reconcileList<Entry extends TaskEntry>(
	before: ListSnapshot<Entry> | undefined,
	reading: ListReading | undefined,
	now: number,
	{ startFrom, forgetAfter }: PollingSettings,
	{ reconcile, isDone }: ListReconciliation<Entry>,
): Promise<{ list: ListSnapshot<Entry>; changes: Change[] }> {
	const hasStartDate = startFrom !== undefined;
	const list = {
		entries: new Map(before?.entries),
		progress: before?.progress ?? newProgress(now, startFrom),
	};
	// Even if nothing could be read, the list is watched from now on.
	if (!reading) return { list, changes: [] };
	const context = { now, isFirstPoll: before === undefined, hasStartDate, forgetAfter };
	const changes: Change[] = [];
	const members = await byKey(reading.members);
	await inSlices(members, ([key, member]) => {
		const reconciled = reconcile(key, member, list.entries.get(key), list, context);
		if (reconciled.entry) list.entries.set(key, reconciled.entry);
		for (const change of reconciled.changes) changes.push(change);
	});
	for (const key of reading.gone.map(idKey)) {
		const entry = list.entries.get(key);
		if (entry) list.entries.set(key, { ...entry, isGone: true });
	}
	list.progress = advance(list.progress, reading, now, forgetAfter, hasStartDate);
	forget(list, members, now, forgetAfter, isDone);
	return { list, changes };
}
