import type { IDataObject } from 'n8n-workflow';

import { nameOf } from '../../changeId';
import { isOrderFinished, isSettled, isTaskFinished } from './lifeCycle';
import type { ListProgress } from '../state/state';
import { secondsOf, statusKey } from '../state/values';

/** A member of a list that is not in the snapshot. Times are seconds since 1970. */
interface UnknownMember {
	createdAt: number | undefined;
	/** Its last change, if the service says so. */
	changedAt: number | undefined;
	isFinished: boolean;
	/** Its status rarely changes any more. */
	isSettled: boolean;
}

/**
 * - `new`: created since the trigger began
 * - `changed`: was there before, and its status is emitted
 * - `existing`: was there before, and is tracked from now on
 * - `ignored`: was there before, and is finished
 */
export type Classification = 'new' | 'changed' | 'existing' | 'ignored';

/** The poll in which a member was read. Seconds. */
export interface PollContext {
	now: number;
	/** The list was never read before. */
	isFirstPoll: boolean;
	hasStartDate: boolean;
	forgetAfter: number;
}

/**
 * Tells whether an unknown member is new, was missed by the baseline, or was forgotten. In doubt it is emitted: a change
 * too many does less harm than one too few.
 */
function classify(
	{ createdAt, changedAt, isFinished, isSettled: isStatusSettled }: UnknownMember,
	{ phase, emitFrom, newFrom }: ListProgress,
	{ now, isFirstPoll, hasStartDate, forgetAfter }: PollContext,
): Classification {
	const unchanged =
		isFinished && createdAt !== undefined && createdAt < now - forgetAfter ? 'ignored' : 'existing';
	if (isFirstPoll && !hasStartDate) return unchanged;
	const mayHaveChanged = (changedAt ?? (hasStartDate ? emitFrom : 0)) >= emitFrom;
	if (createdAt === undefined) {
		// Members without createdAt are never forgotten, so after the baseline an unknown one is new.
		return phase !== 'baseline' || mayHaveChanged ? 'new' : unchanged;
	}
	if (createdAt >= newFrom) return 'new';
	if (phase === 'steady' && createdAt < now - forgetAfter) {
		// It was finished when it was forgotten. With any other status it has been reopened.
		return isStatusSettled ? 'ignored' : 'changed';
	}
	return mayHaveChanged ? 'changed' : unchanged;
}

/** Classifies an order that is not in the snapshot, and says since when it has its status. */
export function classifyOrder(
	order: IDataObject,
	progress: ListProgress,
	context: PollContext,
): { classification: Classification; since: number } {
	const { now, forgetAfter } = context;
	const status = statusKey(nameOf(order.status));
	const changedAt = secondsOf(order.updatedAt);
	const since = Math.min(now, changedAt ?? now);
	const classification = classify(
		{
			createdAt: secondsOf(order.createdAt),
			changedAt,
			isFinished: isOrderFinished({ emitted: status, since, isGone: false }, now, forgetAfter),
			isSettled: isSettled(status),
		},
		progress,
		context,
	);
	return { classification, since: classification === 'existing' ? since : now };
}

/** When a task last changed. One that does not say when it finished has at least its creation. */
export const taskChangedAt = ({ finishedAt, createdAt }: IDataObject): unknown =>
	finishedAt ?? createdAt;

/** Classifies a mockup task that is not in the snapshot. */
export function classifyTask(
	task: IDataObject,
	progress: ListProgress,
	context: PollContext,
): Classification {
	const emitted = statusKey(nameOf(task.status));
	const isFinished = isTaskFinished({ emitted, since: context.now, isGone: false });
	return classify(
		{
			createdAt: secondsOf(task.createdAt),
			changedAt: secondsOf(taskChangedAt(task)),
			isFinished,
			isSettled: isFinished,
		},
		progress,
		context,
	);
}
