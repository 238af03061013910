import type { IDataObject } from 'n8n-workflow';

import { nameOf } from '../changeId';
import { idKey } from './keys';
import type { Knowledge, KnownList, KnownTask } from './knowledge';
import { hasPendingChange, isOrderOver, isTaskOver } from './lifeCycle';
import type { Readings } from './readings';

/** What the service shows no more is forgotten unread, so many times later than what it still shows. */
const UNREAD_FACTOR = 12;

function forget<Entry extends KnownTask>(
	{ entries, progress }: KnownList<Entry>,
	members: IDataObject[],
	now: number,
	forgetAfter: number,
	isDone: (entry: Entry) => boolean,
): void {
	// What is forgotten must not look new, or changed, when it is read again.
	if (progress.phase !== 'following') return;
	const createdBefore = Math.min(now - forgetAfter, progress.knownBefore);
	const read = new Set(members.map(({ id }) => idKey(nameOf(id))));
	for (const [key, entry] of entries) {
		const { createdAt, isGone } = entry;
		if (createdAt === undefined || createdAt >= createdBefore || !isDone(entry)) continue;
		// It may have changed since it was over, while n8n was away.
		const isShown = createdAt >= now - UNREAD_FACTOR * forgetAfter;
		if (isGone || !isShown || read.has(key)) entries.delete(key);
	}
}

/**
 * Forgets what is over, once it was created long enough ago and is read once more as it was. What has no `createdAt` is
 * remembered for good.
 */
export function forgetOver(
	{ orders, tasks }: Knowledge,
	readings: Readings,
	now: number,
	forgetAfter: number,
): void {
	if (orders) {
		forget(
			orders,
			readings.orders?.members ?? [],
			now,
			forgetAfter,
			(order) =>
				isOrderOver(order, now, forgetAfter) &&
				(order.isGone || (order.isFinal && !hasPendingChange(order))),
		);
	}
	if (tasks) {
		forget(
			tasks,
			readings.tasks?.members ?? [],
			now,
			forgetAfter,
			(task) => isTaskOver(task) && (task.isGone || task.seen === undefined),
		);
	}
}
