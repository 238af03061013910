import type { ListProgress } from './state';

/** What is known of a member of a list that is not in the state. Times are seconds since 1970. */
export interface Newcomer {
	createdAt: number | undefined;
	/** Its last change, as far as the service tells. */
	changedAt: number | undefined;
	/** Nothing more is expected of it. */
	isOver: boolean;
	/** It has a status in which it usually stays. */
	isSettled: boolean;
}

/**
 * - `new`: it was created since the trigger began
 * - `changed`: it was there before, and its status is told
 * - `noted`: it was there before, and is followed from now on
 * - `ignored`: it was there before, and is over
 */
export type Verdict = 'new' | 'changed' | 'noted' | 'ignored';

/** When a poll reads, and what it was told to. Seconds. */
export interface PollTimes {
	now: number;
	/** The list was never read before. */
	isFirstPoll: boolean;
	/** The user named a date from which on changes are told. */
	hasStartDate: boolean;
	forgetAfter: number;
}

/**
 * Judges a member that is not in the state: new, missed by the first reading of the list, or forgotten. In doubt it is
 * told: once too often is better than never.
 */
export function judgeNewcomer(
	{ createdAt, changedAt, isOver, isSettled }: Newcomer,
	{ phase, from, knownBefore }: ListProgress,
	{ now, isFirstPoll, hasStartDate, forgetAfter }: PollTimes,
): Verdict {
	const wasThere: Verdict =
		isOver && createdAt !== undefined && createdAt < now - forgetAfter ? 'ignored' : 'noted';
	if (isFirstPoll && !hasStartDate) return wasThere;
	if (createdAt === undefined) {
		// Such a member is never forgotten, so one that is not known is new, once all were noted.
		if (phase !== 'noting' || (changedAt ?? (hasStartDate ? from : 0)) >= from) return 'new';
		return wasThere;
	}
	if (createdAt >= knownBefore) return 'new';
	// Forgotten when it was over. With another status, it came back to life.
	if (phase === 'following' && createdAt < now - forgetAfter) {
		return isSettled ? 'ignored' : 'changed';
	}
	return (changedAt ?? (hasStartDate ? from : 0)) >= from ? 'changed' : wasThere;
}
