import type { IDataObject } from 'n8n-workflow';

import type { ListContext } from '../state/pollContext';
import { advance, type ListReading } from '../state/scanProgress';
import { byKey, inSlices } from '../state/slices';
import type { ListSnapshot, TaskEntry } from '../state/state';
import { idKey } from '../state/values';
import type { ObservedChange } from './changes';

/** After this many times `forgetAfterSeconds`, what is finished is forgotten without being read once more. */
const UNREAD_FACTOR = 12;

/** The entry of a member after it was read, with the changes to emit; no entry for a member that is not tracked. */
export interface Reconciled<Entry> {
	entry?: Entry;
	changes: ObservedChange[];
}

interface ListReconciliation<Entry> {
	/** Compares a member with its entry, which is absent for an unknown one and must not be changed. */
	reconcileMember(key: string, member: IDataObject, entry: Entry | undefined): Reconciled<Entry>;
	/** Whether an entry can be dropped from the state once it is old enough: it is finished, and all of it was emitted. */
	mayBeForgotten(entry: Entry): boolean;
}

/** Forgets what may be forgotten, was created long enough ago, and was read once more as it was. */
function forget<Entry extends TaskEntry>(
	{ entries, scanProgress }: ListSnapshot<Entry>,
	read: ReadonlyMap<string, IDataObject>,
	{ nowSeconds, forgetAfterSeconds }: ListContext,
	mayBeForgotten: (entry: Entry) => boolean,
): void {
	// Before, a forgotten member would look new, or changed, when it is read again.
	if (scanProgress.phase !== 'steady') return;
	const createdBefore = Math.min(nowSeconds - forgetAfterSeconds, scanProgress.newFrom);
	for (const [key, entry] of entries) {
		const { createdAt, isDeletedAtService } = entry;
		if (createdAt === undefined || createdAt >= createdBefore || !mayBeForgotten(entry)) continue;
		// It may have changed after it finished, while n8n was away: so it has to be read once more, while it can be.
		const isTooOld = createdAt < nowSeconds - UNREAD_FACTOR * forgetAfterSeconds;
		if (isDeletedAtService || isTooOld || read.has(key)) entries.delete(key);
	}
}

/** Compares a list with its snapshot. Returns the changes, and the snapshot for the next poll. */
export async function reconcileList<Entry extends TaskEntry>(
	before: ListSnapshot<Entry> | undefined,
	reading: ListReading | undefined,
	context: ListContext,
	{ reconcileMember, mayBeForgotten }: ListReconciliation<Entry>,
): Promise<{ list: ListSnapshot<Entry>; changes: ObservedChange[] }> {
	const list = { entries: new Map(before?.entries), scanProgress: context.scanProgress };
	// Even if nothing could be read, the list is watched from now on.
	if (!reading) return { list, changes: [] };
	const changes: ObservedChange[] = [];
	const members = await byKey(reading.members);
	await inSlices(members, ([key, member]) => {
		const reconciled = reconcileMember(key, member, list.entries.get(key));
		if (reconciled.entry) list.entries.set(key, reconciled.entry);
		for (const change of reconciled.changes) changes.push(change);
	});
	for (const key of reading.deletedIds.map(idKey)) {
		const entry = list.entries.get(key);
		if (entry) list.entries.set(key, { ...entry, isDeletedAtService: true });
	}
	list.scanProgress = advance(reading, context);
	forget(list, members, context, mayBeForgotten);
	return { list, changes };
}
