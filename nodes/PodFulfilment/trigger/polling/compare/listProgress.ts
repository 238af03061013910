// How far a list was read: phases, full scans, what is gone or forgotten, and whether an unknown member is new. Pure.

import {
	GONE,
	type ListState,
	MISSING,
	type Phase,
	type ScanLink,
	type TaskEntry,
	latest,
} from '../state/state';
import type { CompareContext } from './policy';

/** After this many times Forget After, what is finished is forgotten once a full scan does not list it any more. */
const UNLISTED_FACTOR = 12;

/** How far a full scan came. */
export interface FullScan {
	startedAt: number;
	/** Whether it reached the end of the list, and whether it has passed over no page on its way. */
	hasEnded: boolean;
	isComplete: boolean;
	/** One page has shown the whole list, so that nothing can have moved from one page to another. */
	isOnePage: boolean;
	isSorted: boolean;
	/** Where the next poll goes on; undefined where it starts over. */
	link?: ScanLink;
}

/** `createdAt` of the newest member. A time in the future would hide what is created until then. */
export function newestOf(entries: ReadonlyMap<string, TaskEntry>, now: number): number {
	let newest = 0;
	for (const { createdAt = 0 } of entries.values()) {
		if (createdAt > newest && createdAt <= now) newest = createdAt;
	}
	return newest;
}

/** The phase that follows a full scan that has come to its end. */
function nextPhase(phase: Phase, isComplete: boolean, isOnePage: boolean): Phase {
	const isSecond = phase === 'verification' || phase === 'steady';
	// On one page, nothing can have moved to another.
	return isComplete && (isSecond || isOnePage) ? 'steady' : isSecond ? phase : 'verification';
}

/** What is not there by its ID, and was in no full scan that began later, is gone. */
function markGone<Entry extends TaskEntry>(
	entries: Map<string, Entry>,
	scanStartedAt: number,
): void {
	for (const [key, entry] of entries) {
		const isGone = entry.status === MISSING && entry.since < scanStartedAt;
		if (isGone) entries.set(key, { ...entry, status: GONE });
	}
}

/**
 * Notes in a list how far a full scan of it came.
 *
 * @param isWhole nothing that it showed found no room
 */
export function noteFullScan<Entry extends TaskEntry>(
	list: ListState<Entry>,
	full: FullScan,
	now: number,
	isWhole: boolean,
): void {
	list.link = full.link;
	if (full.hasEnded) {
		list.isSorted = full.isSorted;
		list.phase = nextPhase(list.phase, full.isComplete, full.isOnePage);
	}
	if (!full.isComplete) return;
	markGone(list.entries, full.startedAt);
	// What found no room is unknown, so a full scan stays due.
	if (list.phase !== 'steady' || !isWhole) return;
	list.fullScanAt = full.startedAt;
	list.newestBefore = list.newest;
	list.newest = newestOf(list.entries, now);
}

/**
 * Forgets what is over, was created long enough ago, and was just read as it is. Nothing that is newer than the newest member
 * of the full scan before the last one: n8n may have been off for weeks, and what is found then must not look forgotten.
 *
 * @param seen the members that this poll read, by their keys
 * @param isAllRead a full scan of this poll has read every page
 * @param isOver whether nothing more is to come of a member
 */
export function forget<Entry extends TaskEntry>(
	list: ListState<Entry>,
	{ now, settings: { forgetAfterSeconds } }: CompareContext,
	seen: ReadonlyMap<string, unknown>,
	isAllRead: boolean,
	isOver: (entry: Entry) => boolean,
): void {
	// Until then, full scans still have to find what they missed.
	if (list.phase !== 'steady') return;
	const createdBefore = Math.min(now - forgetAfterSeconds, list.newestBefore ?? 0);
	const unlistedBefore = isAllRead ? now - UNLISTED_FACTOR * forgetAfterSeconds : 0;
	for (const [key, entry] of list.entries) {
		const { createdAt, status } = entry;
		if (createdAt === undefined || createdAt >= createdBefore || !isOver(entry)) continue;
		if (status !== GONE && createdAt >= unlistedBefore && !seen.has(key)) continue;
		list.entries.delete(key);
		list.forgottenBefore = latest(list.forgottenBefore, createdAt + 1);
	}
}

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
	// What the first answer shows of the second in which it came was there.
	const from = isBeginning ? baselineAt + 1 : baselineAt;
	const hasChanged = changedAt === undefined ? hasStartDate : changedAt >= from;
	if (createdAt === undefined) {
		return hasChanged || phase === 'verification' ? 'new' : asItWas;
	}
	if (createdAt >= from) return 'new';
	return hasChanged ? 'changed' : asItWas;
}
