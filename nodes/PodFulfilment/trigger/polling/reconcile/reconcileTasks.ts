import type { IDataObject } from 'n8n-workflow';

import { idOrStatusText } from '../../changeId';
import type { ListContext, PollContext } from '../state/pollContext';
import type { ListReading } from '../state/scanProgress';
import {
	isDoubtful,
	isDue,
	markEmitted,
	observeStatus,
	type ListSnapshot,
	type TaskEntry,
} from '../state/state';
import { secondsOf, statusKey } from '../state/values';
import { changeOf, type ObservedChange } from './changes';
import { wasWanted } from './chosen';
import { classifyTask, taskChangedAt, wasThereBefore } from './classify';
import { isStatusPending, isTaskFinished } from './lifeCycle';
import { reconcileList, type Reconciled } from './reconcileList';

/** The entry of an unknown mockup task; undefined for one that is not tracked. */
function newEntry(task: IDataObject, status: string, context: ListContext): TaskEntry | undefined {
	const classification = classifyTask(task, context);
	if (classification === 'ignored') return undefined;
	return {
		...(classification === 'existing' || status === ''
			? { emitted: status }
			: { emitted: '', observed: status }),
		since: context.nowSeconds,
		createdAt: secondsOf(task.createdAt),
		isDeletedAtService: false,
		...(context.scanProgress.unsettledSince !== undefined && { isUnsettled: true }),
	};
}

/** The entry of a known mockup task after it was read. */
function observedEntry(
	before: TaskEntry,
	task: IDataObject,
	status: string,
	nowSeconds: number,
): TaskEntry {
	const entry: TaskEntry = { ...before, isDeletedAtService: false, missing: undefined };
	entry.createdAt ??= secondsOf(task.createdAt);
	// A finished task does not go back: a replica of the service may be behind.
	const seemsOlder = isTaskFinished(before) && status === 'pending';
	if (isDoubtful(entry, status, seemsOlder) || status === '') return entry;
	observeStatus(entry, status, nowSeconds);
	return entry;
}

/** Compares mockup tasks with the snapshot. */
export async function reconcileTasks(
	reading: ListReading | undefined,
	pollContext: PollContext,
): Promise<{ list: ListSnapshot<TaskEntry>; changes: ObservedChange[]; leftOut: number }> {
	const { nowSeconds, settings, before, tasks: context } = pollContext;
	const reconcileTask = (
		key: string,
		task: IDataObject,
		known: TaskEntry | undefined,
	): Reconciled<TaskEntry> => {
		const status = statusKey(idOrStatusText(task.status));
		const entry = known
			? observedEntry(known, task, status, nowSeconds)
			: newEntry(task, status, context);
		if (!entry) return { changes: [] };
		if (entry.doubted !== undefined) return { entry, changes: [] };
		const at = taskChangedAt(task);
		const change = changeOf('mockup_task.finished', key, task, at, nowSeconds);
		const isSettled = entry.isUnsettled === true && !wasWanted(change, pollContext);
		entry.isUnsettled = undefined;
		if (isSettled) markEmitted(entry);
		if (!isDue(entry, nowSeconds, settings.emitAfterSeconds)) return { entry, changes: [] };
		markEmitted(entry);
		return { entry, changes: [change] };
	};
	const mayBeForgotten = (task: TaskEntry): boolean =>
		isTaskFinished(task) && (task.isDeletedAtService || !isStatusPending(task));
	return await reconcileList(before.tasks, reading, context, {
		reconcileMember: reconcileTask,
		existingEntry: (task) =>
			wasThereBefore(classifyTask(task, context))
				? newEntry(task, statusKey(idOrStatusText(task.status)), context)
				: undefined,
		mayBeForgotten,
	});
}
