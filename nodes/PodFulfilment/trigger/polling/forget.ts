import type { Knowledge, KnownList, KnownTask } from './knowledge';
import { hasPendingChange, isOrderOver, isTaskOver } from './lifeCycle';

function forget<Entry extends KnownTask>(
	{ entries, progress }: KnownList<Entry>,
	oldest: number,
	isDone: (entry: Entry) => boolean,
): void {
	// What is forgotten must not look new, or changed, when it is read again.
	if (progress.phase !== 'following') return;
	const createdBefore = Math.min(oldest, progress.knownBefore);
	for (const [key, entry] of entries) {
		const { createdAt } = entry;
		if (createdAt !== undefined && createdAt < createdBefore && isDone(entry)) entries.delete(key);
	}
}

/** Forgets what is over, once it was created long enough ago. What has no `createdAt` is remembered for good. */
export function forgetOver({ orders, tasks }: Knowledge, now: number, forgetAfter: number): void {
	const oldest = now - forgetAfter;
	if (orders) {
		forget(
			orders,
			oldest,
			(order) =>
				isOrderOver(order, now, forgetAfter) &&
				(order.isGone || (order.isFinal && !hasPendingChange(order))),
		);
	}
	if (tasks) {
		forget(tasks, oldest, (task) => isTaskOver(task) && (task.isGone || task.seen === undefined));
	}
}
