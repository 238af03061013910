import type { IDataObject } from 'n8n-workflow';

import { idOrStatusText } from '../../changeId';
import type { ListContext } from '../state/pollContext';
import { secondsOf, statusKey } from '../state/values';
import { isOrderFinished, isTaskFinished, isTerminalStatus } from './lifeCycle';

/** A member of a list that is not in the snapshot. Times are seconds since 1970. */
interface UnknownMember {
	createdAt: number | undefined;
	/** Its last change, if the service says so. */
	changedAt: number | undefined;
	/** See {@link isOrderFinished}. */
	isFinished: boolean;
	/** See {@link isTerminalStatus}. */
	isTerminal: boolean;
}

/**
 * - `new`: created since the trigger began
 * - `changed`: was there before, and its status is emitted
 * - `existing`: was there before, and is tracked from now on
 * - `ignored`: was there before, and is finished
 */
export type Classification = 'new' | 'changed' | 'existing' | 'ignored';

/**
 * Tells whether an unknown member is new, was missed by the baseline, or was forgotten. In doubt it is emitted: a change
 * too many does less harm than one too few.
 */
function classify(
	{ createdAt, changedAt, isFinished, isTerminal }: UnknownMember,
	{ nowSeconds, isFirstPoll, hasStartDate, forgetAfterSeconds, scanProgress }: ListContext,
): Classification {
	const { phase, emitFrom, newFrom } = scanProgress;
	const isOld = createdAt !== undefined && createdAt < nowSeconds - forgetAfterSeconds;
	const unchanged = isFinished && isOld ? 'ignored' : 'existing';
	if (isFirstPoll && !hasStartDate) return unchanged;
	const mayHaveChanged = (changedAt ?? (hasStartDate ? emitFrom : 0)) >= emitFrom;
	if (createdAt === undefined) {
		// Members without createdAt are never forgotten, so after the baseline an unknown one is new.
		return phase !== 'baseline' || mayHaveChanged ? 'new' : unchanged;
	}
	if (createdAt >= newFrom) return 'new';
	// It was finished when it was forgotten. With any other status it has been reopened.
	if (phase === 'steady' && isOld) return isTerminal ? 'ignored' : 'changed';
	return mayHaveChanged ? 'changed' : unchanged;
}

/** Classifies an order that is not in the snapshot, and says since when it has its status, in seconds since 1970. */
export function classifyOrder(
	order: IDataObject,
	context: ListContext,
): { classification: Classification; since: number } {
	const { nowSeconds } = context;
	const status = statusKey(idOrStatusText(order.status));
	const changedAt = secondsOf(order.updatedAt);
	const since = Math.min(nowSeconds, changedAt ?? nowSeconds);
	const classification = classify(
		{
			createdAt: secondsOf(order.createdAt),
			changedAt,
			isFinished: isOrderFinished({ emitted: status, since, isDeletedAtService: false }, context),
			isTerminal: isTerminalStatus(status),
		},
		context,
	);
	return { classification, since: classification === 'existing' ? since : nowSeconds };
}

/** When a task last changed. One that does not say when it finished has at least its creation. */
export const taskChangedAt = ({ finishedAt, createdAt }: IDataObject): unknown =>
	finishedAt ?? createdAt;

/** Classifies a mockup task that is not in the snapshot. */
export function classifyTask(task: IDataObject, context: ListContext): Classification {
	const emitted = statusKey(idOrStatusText(task.status));
	const isFinished = isTaskFinished({
		emitted,
		since: context.nowSeconds,
		isDeletedAtService: false,
	});
	return classify(
		{
			createdAt: secondsOf(task.createdAt),
			changedAt: secondsOf(taskChangedAt(task)),
			isFinished,
			isTerminal: isFinished,
		},
		context,
	);
}
