import type { IDataObject } from 'n8n-workflow';

import { nameOf } from '../../changeId';
import { changeOf, oldestFirst, type Change } from './changes';
import { classifyTask, taskChangedAt, type PollContext } from './classify';
import { isTaskFinished } from './lifeCycle';
import type { ListReading, Readings } from '../state/progress';
import { reconcileList, type Reconciled } from './reconcileList';
import { reconcileOrders } from './reconcileOrders';
import { watchesOrders, watchesTasks, type PollingSettings } from '../settings';
import {
	isDue,
	markEmitted,
	observeStatus,
	type ListSnapshot,
	type Snapshot,
	type TaskEntry,
} from '../state/state';
import { secondsOf, statusKey } from '../state/values';

/** The entry of an unknown mockup task; undefined for one that is not tracked. */
function newEntry(
	task: IDataObject,
	status: string,
	{ progress }: ListSnapshot<TaskEntry>,
	context: PollContext,
): TaskEntry | undefined {
	const classification = classifyTask(task, progress, context);
	if (classification === 'ignored') return undefined;
	return {
		...(classification === 'existing' || status === ''
			? { emitted: status }
			: { emitted: '', observed: status }),
		since: context.now,
		createdAt: secondsOf(task.createdAt),
		isGone: false,
	};
}

/** The entry of a known mockup task after it was read. */
function observed(before: TaskEntry, task: IDataObject, status: string, now: number): TaskEntry {
	const entry = { ...before, isGone: false };
	entry.createdAt ??= secondsOf(task.createdAt);
	if (status !== '') observeStatus(entry, status, now);
	return entry;
}

async function reconcileTasks(
	before: ListSnapshot<TaskEntry> | undefined,
	reading: ListReading | undefined,
	now: number,
	settings: PollingSettings,
): Promise<{ list: ListSnapshot<TaskEntry>; changes: Change[] }> {
	const reconcileTask = (
		key: string,
		task: IDataObject,
		known: TaskEntry | undefined,
		list: ListSnapshot<TaskEntry>,
		context: PollContext,
	): Reconciled<TaskEntry> => {
		const status = statusKey(nameOf(task.status));
		const entry = known
			? observed(known, task, status, now)
			: newEntry(task, status, list, context);
		if (!entry) return { changes: [] };
		if (!isDue(entry, now, settings.emitAfter)) return { entry, changes: [] };
		markEmitted(entry);
		return {
			entry,
			changes: [changeOf('mockup_task.finished', key, task, taskChangedAt(task), now)],
		};
	};
	const isDone = (task: TaskEntry): boolean =>
		isTaskFinished(task) && (task.isGone || task.observed === undefined);
	return await reconcileList(before, reading, now, settings, {
		reconcile: reconcileTask,
		isDone,
	});
}

/**
 * Compares what was read with the snapshot of the last poll. Pure: changes neither of them, and depends on nothing else.
 *
 * A change counts as emitted in the new snapshot, so whoever stores that has to emit the changes in the same step. Whoever
 * goes back to an older snapshot gets them again, under the same `changeId`.
 *
 * @param before empty at the first poll
 * @param time milliseconds since 1970
 * @returns the changes, oldest first, and the snapshot for the next poll
 */
export async function reconcile(
	before: Snapshot,
	readings: Readings,
	time: number,
	settings: PollingSettings,
): Promise<{ changes: Change[]; snapshot: Snapshot }> {
	const now = Math.floor(time / 1000);
	const changes: Change[] = [];
	// What is not watched leaves no state.
	const snapshot: Snapshot = {};
	if (watchesOrders(settings)) {
		const orders = await reconcileOrders(before, readings, now, settings);
		Object.assign(snapshot, orders.snapshot);
		for (const change of orders.changes) changes.push(change);
	}
	if (watchesTasks(settings)) {
		const tasks = await reconcileTasks(before.tasks, readings.tasks, now, settings);
		snapshot.tasks = tasks.list;
		for (const change of tasks.changes) changes.push(change);
	}
	return { changes: oldestFirst(changes), snapshot };
}
