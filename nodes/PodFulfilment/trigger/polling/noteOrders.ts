import type { IDataObject } from 'n8n-workflow';

import { nameOf } from '../changeId';
import { changeOf, type Change } from './change';
import { idKey, statusKey } from './keys';
import type { KnownList, KnownOrder } from './knowledge';
import { isInProduction, isOrderOver, isSettled } from './lifeCycle';
import { judgeNewcomer, type PollTimes, type Verdict } from './newcomer';
import type { ListProgress } from './state';
import { millisecondsOf, secondsOf } from './time';
import { isDue, markTold, readStatus } from './told';

/** The status in which an order is created (spec section 3). */
export const DRAFT = 'draft';

/** Whether `updatedAt` is another one than before: its milliseconds, or a short form of whatever it is instead. */
export function versionOf({ updatedAt }: IDataObject): string {
	const time = millisecondsOf(updatedAt);
	return time === undefined ? statusKey(nameOf(updatedAt)) || '-' : time.toString(36);
}

/** Judges an order that is not in the state. */
export function judgeOrder(
	order: IDataObject,
	progress: ListProgress,
	times: PollTimes,
): { verdict: Verdict; since: number } {
	const { now, forgetAfter } = times;
	const status = statusKey(nameOf(order.status));
	const changedAt = secondsOf(order.updatedAt);
	const since = Math.min(now, changedAt ?? now);
	const verdict = judgeNewcomer(
		{
			createdAt: secondsOf(order.createdAt),
			changedAt,
			isOver: isOrderOver({ status, since, isGone: false }, now, forgetAfter),
			isSettled: isSettled(status),
		},
		progress,
		times,
	);
	return { verdict, since: verdict === 'noted' ? since : now };
}

function newcomer(
	order: IDataObject,
	status: string,
	{ verdict, since }: { verdict: Verdict; since: number },
	times: PollTimes,
): KnownOrder {
	const isTold = verdict !== 'noted';
	const entry: KnownOrder = {
		...(isTold && status !== '' ? { status: '', seen: status } : { status }),
		since,
		createdAt: secondsOf(order.createdAt),
		...(verdict === 'new' && { newSince: times.now }),
		isGone: false,
		isLateSettled: false,
		hasOldShipments: verdict === 'noted' && status !== DRAFT,
		isFinal: false,
		version: '',
		shipments: new Map(),
	};
	// The parcels of an order that was over before the trigger began are not followed.
	if (!isTold && isOrderOver(entry, times.now, times.forgetAfter)) {
		entry.version = versionOf(order);
		entry.isFinal = true;
	}
	return entry;
}

function followProduction(known: KnownOrder, order: IDataObject, now: number): void {
	if (!isInProduction(known.seen ?? known.status)) delete known.inProductionSince;
	else {
		known.inProductionSince ??= Math.min(
			now,
			secondsOf(order.updatedAt) ?? secondsOf(order.createdAt) ?? now,
		);
	}
}

/** Takes note of an order that was read, and returns what is to be told of it: created before updated. */
export function noteOrder(
	{ entries, progress }: KnownList<KnownOrder>,
	order: IDataObject,
	times: PollTimes,
	emitAfter: number,
): Change[] {
	const { now } = times;
	const key = idKey(nameOf(order.id));
	const status = statusKey(nameOf(order.status));
	let known = entries.get(key);
	if (known) {
		known.createdAt ??= secondsOf(order.createdAt);
		known.isGone = false;
		// One that is read without a status still has the one it had.
		if (status !== '' && readStatus(known, status, now)) {
			known.version = '';
			known.isFinal = false;
		}
	} else {
		const judged = judgeOrder(order, progress, times);
		if (judged.verdict === 'ignored') return [];
		known = newcomer(order, status, judged, times);
		entries.set(key, known);
	}
	followProduction(known, order, now);

	const changes: Change[] = [];
	if (known.newSince !== undefined && known.newSince + emitAfter <= now) {
		changes.push(changeOf('order.created', key, order, order.createdAt, now));
		delete known.newSince;
		// It tells of a draft, in which orders are created, all there is to tell.
		if (known.seen === DRAFT) markTold(known);
	}
	// Never before: a status is at most as old as the order.
	if (isDue(known, now, emitAfter)) {
		changes.push(changeOf('order.updated', key, order, order.updatedAt, now));
		markTold(known);
	}
	return changes;
}
