import type { IDataObject } from 'n8n-workflow';

import { nameOf } from '../changeId';
import type { Change } from './change';
import { idKey } from './keys';
import type { KnownList, KnownTask } from './knowledge';
import type { PollTimes } from './newcomer';
import { advance, newProgress, type ListReading } from './progress';
import type { PollingSettings } from './settings';

/** Takes note of one member of a list, and returns what is to be told of it. */
type Note<Entry> = (
	list: KnownList<Entry>,
	key: string,
	member: IDataObject,
	times: PollTimes,
) => Change[];

/** The last of several readings of one member counts. */
const byKey = (members: IDataObject[]): Map<string, IDataObject> =>
	new Map(members.map((member) => [idKey(nameOf(member.id)), member]));

/** Takes note of what was read of a list, with its members and how far it was read. */
export function followList<Entry extends KnownTask>(
	list: KnownList<Entry> | undefined,
	reading: ListReading | undefined,
	now: number,
	{ startFrom, forgetAfter }: PollingSettings,
	note: Note<Entry>,
): { list: KnownList<Entry>; changes: Change[] } {
	const hasStartDate = startFrom !== undefined;
	const followed = list ?? { entries: new Map(), progress: newProgress(now, startFrom) };
	// What could not be read has begun all the same: what changes from now on is told.
	if (!reading) return { list: followed, changes: [] };
	const times = { now, isFirstPoll: list === undefined, hasStartDate, forgetAfter };
	const changes: Change[] = [];
	for (const [key, member] of byKey(reading.members)) {
		changes.push(...note(followed, key, member, times));
	}
	for (const id of reading.gone) {
		const entry = followed.entries.get(idKey(id));
		if (entry) entry.isGone = true;
	}
	advance(followed.progress, reading, now, forgetAfter, hasStartDate);
	return { list: followed, changes };
}
