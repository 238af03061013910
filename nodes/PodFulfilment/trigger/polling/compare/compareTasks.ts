// A mockup task compared with what is remembered of it.

import type { IDataObject } from 'n8n-workflow';

import { isDue, NOTHING, withStatus, type TaskEntry } from '../state/state';
import { secondsOf, statusKey } from '../state/values';
import { changeOf } from './changes';
import type { Compared } from './compareOrders';
import { type CompareContext, isTaskFinished } from './statuses';
import { originOf } from './unknownMember';

/** When a task last changed. One that does not say when it finished has at least its creation. */
export const taskChangedAt = ({ finishedAt, createdAt }: IDataObject): unknown =>
	finishedAt ?? createdAt;

function newEntry(task: IDataObject, context: CompareContext): TaskEntry | undefined {
	const status = statusKey(task.status);
	const createdAt = secondsOf(task.createdAt);
	const changedAt = secondsOf(taskChangedAt(task));
	const isFinished = isTaskFinished({ status });
	const member = { createdAt, changedAt, isFinished, isTerminal: isFinished };
	const origin = originOf(member, context);
	if (origin === 'ignored') return undefined;
	const told = origin === 'existing' || status === '' ? undefined : NOTHING;
	return { status, told, since: context.now, createdAt };
}

/** Compares a mockup task that was read with its entry. Pure. */
export function compareTask(
	key: string,
	before: TaskEntry | undefined,
	task: IDataObject,
	context: CompareContext,
): Compared<TaskEntry> {
	const { now, settings } = context;
	const after = before ? withStatus(before, statusKey(task.status), now) : newEntry(task, context);
	if (!after || !isDue(after, now, settings.emitAfterSeconds)) return { after, changes: [] };
	const at = taskChangedAt(task);
	return { after, changes: [changeOf('mockup_task.finished', key, task, at, now)] };
}
