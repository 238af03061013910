import type { IDataObject } from 'n8n-workflow';

import { idOrStatusText } from '../../changeId';
import type { ListContext } from '../state/pollContext';
import { secondsOf, statusKey } from '../state/values';
import {
	isOrderFinished,
	isTaskFinished,
	isTerminalStatus,
	REPLICA_LAG_SECONDS,
} from './lifeCycle';

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
 * - `reopened`: had been forgotten, and its status is emitted
 * - `existing`: was there before, and is tracked from now on
 * - `ignored`: was there before, and is finished
 */
export type Classification = 'new' | 'changed' | 'reopened' | 'existing' | 'ignored';

/**
 * Tells whether an unknown member is new, was missed by the baseline, or was forgotten. In doubt it is emitted: a change
 * too many does less harm than one too few.
 */
function classify(
	{ createdAt, changedAt, isFinished, isTerminal }: UnknownMember,
	{ nowSeconds, isFirstPoll, forgetAfterSeconds, scanProgress }: ListContext,
): Classification {
	const { phase, startFrom, emitFrom, newFrom, forgottenBefore, shortScans = 0 } = scanProgress;
	const isOld = createdAt !== undefined && createdAt < nowSeconds - forgetAfterSeconds;
	const unchanged = isFinished && isOld ? 'ignored' : 'existing';
	if (isFirstPoll && startFrom === undefined) return unchanged;
	if (phase === 'steady') {
		// It was finished when it was forgotten. With any other status it has been reopened.
		if (isBefore(createdAt, forgottenBefore)) return isTerminal ? 'ignored' : 'reopened';
		// The list was read twice, so it was not there, whatever its times say.
		return 'new';
	}
	const mayHaveChanged = (changedAt ?? (startFrom === undefined ? 0 : emitFrom)) >= emitFrom;
	if (createdAt === undefined) {
		const wasListRead = phase !== 'baseline' || shortScans > 0;
		return wasListRead || mayHaveChanged ? 'new' : unchanged;
	}
	if (createdAt >= newFrom && !(isTerminal && isBefore(createdAt, forgottenBefore))) return 'new';
	return mayHaveChanged ? 'changed' : unchanged;
}

const isBefore = (time: number | undefined, limit: number | undefined): boolean =>
	time !== undefined && limit !== undefined && time < limit;

/** Whether a member is tracked that was there before the trigger. */
export const wasThereBefore = (classification: Classification): boolean =>
	classification === 'existing' || classification === 'changed';

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
			// Until then, it is kept: a replica may show it as it was before, and it would look reopened.
			isFinished:
				isOrderFinished({ emitted: status, since, isDeletedAtService: false }, context) &&
				since + REPLICA_LAG_SECONDS <= nowSeconds,
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
