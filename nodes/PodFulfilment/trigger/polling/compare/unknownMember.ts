// Whether a member that is not remembered is new, was there before, or was forgotten.

import type { CompareContext } from './statuses';

/**
 * What a member is that has no entry:
 * - `new`: it appeared after the trigger began
 * - `changed`: it was there, and has changed since
 * - `reopened`: it was forgotten, and has left the status in which it finished
 * - `existing`: it was there
 * - `ignored`: it was there or was forgotten, and has finished
 */
export type Origin = 'new' | 'changed' | 'reopened' | 'existing' | 'ignored';

/** A member that has no entry. Times are seconds since 1970, by the clock of the service. */
interface UnknownMember {
	createdAt: number | undefined;
	/** Its last change, if the service says so. */
	changedAt: number | undefined;
	isFinished: boolean;
	/** It has a status that it rarely leaves. */
	isTerminal: boolean;
}

/** Tells whether an unknown member is new, was there when the trigger began, or was forgotten. */
export function originOf(
	{ createdAt, changedAt, isFinished, isTerminal }: UnknownMember,
	{ now, isBeginning, settings, list }: CompareContext,
): Origin {
	const { phase, baselineAt, hasStartDate, forgottenBefore = 0 } = list;
	if (phase === 'steady') {
		// Every page was read since the trigger began. It was on none, or it was forgotten.
		if (createdAt === undefined || createdAt >= forgottenBefore) return 'new';
		return isTerminal ? 'ignored' : 'reopened';
	}
	const isOld = createdAt !== undefined && createdAt < now - settings.forgetAfterSeconds;
	const asItWas = isFinished && isOld ? 'ignored' : 'existing';
	if (baselineAt === undefined) return asItWas;
	// What the poll that began reads of the second in which it did was there.
	const from = isBeginning ? baselineAt + 1 : baselineAt;
	const hasChanged = changedAt === undefined ? hasStartDate : changedAt >= from;
	if (createdAt === undefined) {
		return hasChanged || phase === 'verification' ? 'new' : asItWas;
	}
	if (createdAt >= from) return 'new';
	return hasChanged ? 'changed' : asItWas;
}
