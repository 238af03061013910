import type { IDataObject } from 'n8n-workflow';

import type { ListProgress, SweepPlace } from './state';
import { DAY_SECONDS, secondsOf } from './time';

/** A list may show an order a little later than one that was created after it. */
const LIST_LAG_SECONDS = 3600;

/** How often the whole of a list is read where less is enough to follow it. */
const FULL_SWEEP_SECONDS = DAY_SECONDS;

/** A list that is short so often is as it is, whatever the service says. */
const MAX_SHORT_SWEEPS = 4;

/** What one poll read of a list. */
export interface ListReading {
	/** Members on pages, and those that were read by their ID. */
	members: IDataObject[];
	/** IDs that the service no longer has. */
	gone: string[];
	/** How far the reading of the whole list came, if there was one. */
	sweep?: SweepResult;
	/** See {@link ListProgress.front}. */
	front?: number;
	lastSingle?: string;
}

export interface SweepResult {
	/** When it began, in seconds since 1970. */
	startedAt: number;
	/** Whether it came to the end of the list. */
	isComplete: boolean;
	/** Whether `createdAt` fell over all its pages. */
	isFalling: boolean;
	/** Whether there were fewer members than the service says. */
	isShort: boolean;
	/** Where it goes on; undefined where it begins anew. */
	place?: SweepPlace;
}

/** Whether the whole list is to be read: where there is no other way, or once a day. */
export const isFullSweepDue = (progress: ListProgress | undefined, now: number): boolean =>
	progress === undefined ||
	progress.phase !== 'following' ||
	progress.sweep !== undefined ||
	progress.isFalling !== true ||
	Math.abs(now - (progress.fullSweepAt ?? 0)) >= FULL_SWEEP_SECONDS;

/** The progress of a list that was never read before. */
export function newProgress(now: number, startFrom: number | undefined): ListProgress {
	// A date that is still to come would keep back what happens until then.
	const from = Math.min(now, startFrom ?? now);
	return { phase: 'noting', from, knownBefore: from };
}

const latest = (times: Array<number | undefined>): number | undefined => {
	const known = times.filter((time) => time !== undefined);
	return known.length === 0 ? undefined : known.reduce((a, b) => Math.max(a, b));
};

/** By the clock of the service, which may be another one: what was there before the trigger, and what came since. */
function endNoting(progress: ListProgress, forgottenBefore: number, hasStartDate: boolean): void {
	const { from, newest, lastChange } = progress;
	delete progress.newest;
	delete progress.lastChange;
	progress.phase = 'checking';
	if (hasStartDate) return;
	progress.knownBefore =
		newest === undefined
			? // Of a list that is empty, all members are new.
				0
			: // What was over and old was not noted, and is not new all the same.
				Math.max(
					Math.min(from, newest) - LIST_LAG_SECONDS,
					Math.min(newest + 1, from, forgottenBefore),
				);
	// What changed last was seen as it is now.
	progress.from = Math.min(from, lastChange === undefined ? from : lastChange + 1);
}

/** Takes note of how far the list was read. */
export function advance(
	progress: ListProgress,
	{ members, sweep, front, lastSingle }: ListReading,
	now: number,
	forgetAfter: number,
	hasStartDate: boolean,
): void {
	if (lastSingle !== undefined) progress.lastSingle = lastSingle;
	if (front !== undefined) progress.front = front;
	if (progress.phase === 'noting') {
		const newest = latest([progress.newest, ...members.map((m) => secondsOf(m.createdAt))]);
		const changes = members.map((m) => secondsOf(m.updatedAt ?? m.finishedAt));
		const lastChange = latest([progress.lastChange, ...changes]);
		if (newest !== undefined) progress.newest = newest;
		if (lastChange !== undefined) progress.lastChange = lastChange;
	}
	if (!sweep) return;
	delete progress.sweep;
	if (sweep.place) progress.sweep = sweep.place;
	if (!sweep.isComplete) return;
	progress.isFalling = sweep.isFalling;
	// Members that are missing may have moved between the pages.
	progress.shortSweeps = sweep.isShort ? (progress.shortSweeps ?? 0) + 1 : 0;
	if (progress.shortSweeps > 0 && progress.shortSweeps < MAX_SHORT_SWEEPS) return;
	if (progress.phase === 'noting') endNoting(progress, now - forgetAfter, hasStartDate);
	else {
		// By the reading before this one: what that one missed because pages shifted, this one has found.
		const before = progress.fullSweepAt ?? Number.NEGATIVE_INFINITY;
		progress.knownBefore = Math.max(progress.knownBefore, before - forgetAfter);
		progress.phase = 'following';
		progress.fullSweepAt = sweep.startedAt;
	}
}
