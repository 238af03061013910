import type { IDataObject } from 'n8n-workflow';

import { nameOf } from '../changeId';
import { changeOf, type Change } from './change';
import { idKey, statusKey } from './keys';
import type { KnownList, KnownTask } from './knowledge';
import { isTaskOver } from './lifeCycle';
import { judgeNewcomer, type PollTimes, type Verdict } from './newcomer';
import type { ListProgress } from './state';
import { secondsOf } from './time';
import { isDue, markTold, readStatus } from './told';

// Of a task that does not say when it finished, the creation is the last that is known.
const changedAtOf = ({ finishedAt, createdAt }: IDataObject): unknown => finishedAt ?? createdAt;

/** Judges a mockup task that is not in the state. */
export function judgeTask(task: IDataObject, progress: ListProgress, times: PollTimes): Verdict {
	const status = statusKey(nameOf(task.status));
	const isOver = isTaskOver({ status, isGone: false });
	return judgeNewcomer(
		{
			createdAt: secondsOf(task.createdAt),
			changedAt: secondsOf(changedAtOf(task)),
			isOver,
			isSettled: isOver,
		},
		progress,
		times,
	);
}

/** Takes note of a mockup task that was read, and returns what is to be told of it. */
export function noteTask(
	{ entries, progress }: KnownList<KnownTask>,
	task: IDataObject,
	times: PollTimes,
	emitAfter: number,
): Change[] {
	const { now } = times;
	const key = idKey(nameOf(task.id));
	const status = statusKey(nameOf(task.status));
	let known = entries.get(key);
	if (known) {
		known.isGone = false;
		known.createdAt ??= secondsOf(task.createdAt);
		if (status !== '') readStatus(known, status, now);
	} else {
		const verdict = judgeTask(task, progress, times);
		if (verdict === 'ignored') return [];
		known = { status, since: now, createdAt: secondsOf(task.createdAt), isGone: false };
		if (verdict !== 'noted' && status !== '') {
			known.status = '';
			known.seen = status;
		}
		entries.set(key, known);
	}
	if (!isDue(known, now, emitAfter)) return [];
	markTold(known);
	return [changeOf('mockup_task.finished', key, task, changedAtOf(task), now)];
}
