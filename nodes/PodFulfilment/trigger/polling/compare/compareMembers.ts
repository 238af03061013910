// Orders, parcels and mockup tasks compared with what is remembered of them: what is to be told, and what is remembered then.

import type { IDataObject } from 'n8n-workflow';

import { textOrNumber } from '../../../input/text';
import { hasLeft } from '../../../spec/statuses';
import { LATE_EVENT, WAITING_EVENT } from '../../events';
import {
	isDue,
	NEW,
	NOTHING,
	type OrderEntry,
	type ParcelReading,
	type TaskEntry,
	type Tracked,
	withStatus,
	DAY_SECONDS,
	keyOf,
	secondsOf,
	statusKey,
	timeMsOf,
} from '../state/state';
import { changeOf, type ObservedChange } from './changes';
import {
	type CompareContext,
	DRAFT,
	isInProduction,
	isOrderFinished,
	isTaskFinished,
	isTerminalStatus,
	isWaitingStatus,
	isWaitingTooLong,
	mayBeLate,
	productionSince,
} from './policy';
import { type Origin, originOf } from './listProgress';

/** What a comparison found: the entry that is left, and what is to be told. */
export interface Compared<Entry> {
	/** Undefined for what is not tracked. */
	after: Entry | undefined;
	/** They count as told once the entry says so; see {@link orderAfterTold}. */
	changes: ObservedChange[];
}

/** Whether a new order was there before the event of parcels was chosen later; also where the order is found only now. */
function isOlderThanChoice(
	createdAt: number | undefined,
	{ parcelsSince, list: { phase, baselineAt = 0 } }: CompareContext,
): boolean {
	if (phase === 'unread') return false;
	// It is chosen in this poll, if at all.
	if (parcelsSince === undefined) return true;
	return phase !== 'steady' && (createdAt ?? baselineAt) < parcelsSince;
}

function readingOf(origin: Origin, status: string, isFinished: boolean): ParcelReading {
	if (origin === 'new' || origin === 'reopened') return origin;
	if (isFinished) return 'skipped';
	// A draft has no parcels yet.
	return status === DRAFT ? 'new' : 'silent';
}

/** The entry of an unknown order; undefined for one that is not tracked. */
function newOrderEntry(order: IDataObject, context: CompareContext): OrderEntry | undefined {
	const { now, settings, list } = context;
	const status = statusKey(order.status);
	const createdAt = secondsOf(order.createdAt);
	const changedAt = secondsOf(order.updatedAt);
	const lastChange = Math.min(now, changedAt ?? now);
	const isFinished = isOrderFinished({ status, since: lastChange }, context);
	const isTerminal = isTerminalStatus(status);
	const origin = originOf({ createdAt, changedAt, isFinished, isTerminal }, context);
	if (origin === 'ignored') return undefined;
	const wasThere = list.phase === 'unread' || origin === 'changed';
	const since = origin === 'existing' ? lastChange : now;
	const isGivenUp = isWaitingStatus(status) && since < now - settings.forgetAfterSeconds;
	return {
		status,
		told: { new: NEW, changed: NOTHING, reopened: NOTHING, existing: undefined }[origin],
		since,
		createdAt,
		updatedAtMs: timeMsOf(order.updatedAt),
		reading: readingOf(
			origin === 'new' && isOlderThanChoice(createdAt, context) ? 'existing' : origin,
			status,
			isFinished && origin === 'existing',
		),
		// With Start From, its status is told from now on, and has lasted for longer.
		producedSince:
			wasThere && isInProduction(status) && since !== lastChange ? lastChange : undefined,
		waiting: isGivenUp ? { count: 0, at: now } : undefined,
		late: undefined,
		parcels: new Map(),
	};
}

/** How the parcels of an order are known once it has changed in any way. */
const READ_AGAIN: Partial<Record<ParcelReading, ParcelReading>> = {
	read: 'due',
	done: 'due',
	skipped: 'silent',
};

/**
 * The entry of a known order after it was read; the same object where nothing has changed. Its `createdAt` is what the list
 * has shown: one that only its own path shows would let it be forgotten, and the list could not tell it from a new one.
 */
function entryAfter(before: OrderEntry, order: IDataObject, { now }: CompareContext): OrderEntry {
	const updatedAtMs = timeMsOf(order.updatedAt) ?? before.updatedAtMs;
	const changed = withStatus(before, statusKey(order.status), now);
	if (changed === before && updatedAtMs === before.updatedAtMs) return before;
	const after = { ...changed, updatedAtMs, reading: READ_AGAIN[before.reading] ?? before.reading };
	if (changed === before) return after;
	return {
		...after,
		// It counts from the first of the statuses in production.
		producedSince: isInProduction(after.status) ? productionSince(before) : undefined,
		waiting: undefined,
	};
}

/** Order Created, then Order Status Changed, as far as they are due. */
function dueChanges(
	key: string,
	{ told, since, status }: OrderEntry,
	order: IDataObject,
	{ now, settings: { emitAfterSeconds } }: CompareContext,
): ObservedChange[] {
	const changes: ObservedChange[] = [];
	if (told === NEW) {
		if (since + emitAfterSeconds > now) return [];
		changes.push(changeOf('order.created', key, order, order.createdAt, now));
		if (status === DRAFT) return changes;
	}
	if (isDue({ told, since, status }, now, emitAfterSeconds)) {
		changes.push(changeOf('order.updated', key, order, order.updatedAt, now));
	}
	return changes;
}

/** Compares an order that was read with its entry. Pure. */
export function compareOrder(
	key: string,
	before: OrderEntry | undefined,
	order: IDataObject,
	context: CompareContext,
): Compared<OrderEntry> {
	const after = before ? entryAfter(before, order, context) : newOrderEntry(order, context);
	const isUntold = after?.told !== undefined;
	return { after, changes: isUntold ? dueChanges(key, after, order, context) : [] };
}

/** Order Not Shipped in Time, once and as often as the user wants to be reminded, unless a parcel was handed over. */
export function compareLateOrder(
	key: string,
	before: OrderEntry,
	order: IDataObject,
	parcels: readonly IDataObject[],
	context: CompareContext,
): Compared<OrderEntry> & { after: OrderEntry } {
	if (!mayBeLate(before, context)) return { after: before, changes: [] };
	const { now, settings } = context;
	const isAnyHandedOver =
		parcels.some(({ shipmentStatus }) => hasLeft(statusKey(shipmentStatus))) ||
		[...before.parcels.values()].some(({ status }) => hasLeft(status));
	if (isAnyHandedOver) return { after: { ...before, late: { count: 0, at: now } }, changes: [] };
	const since = (productionSince(before) ?? now) + settings.lateAfterSeconds;
	const count = before.late?.count ?? 0;
	const timeMs = (count === 0 ? since : now) * 1000;
	return { after: before, changes: [changeOf(LATE_EVENT, key, order, timeMs, now, count + 1)] };
}

/** Order Waiting, once for each status and as often as the user wants to be reminded. */
export function waitingChanges(
	key: string,
	entry: OrderEntry,
	order: IDataObject,
	context: CompareContext,
): ObservedChange[] {
	if (!isWaitingTooLong(entry, context)) return [];
	const { now, settings } = context;
	const count = entry.waiting?.count ?? 0;
	const timeMs = (count === 0 ? entry.since + settings.waitingAfterSeconds : now) * 1000;
	return [changeOf(WAITING_EVENT, key, order, timeMs, now, count + 1)];
}

/** Of a forgotten order that is reopened, parcels that left earlier were told before. */
const REOPENED_SECONDS = 3 * DAY_SECONDS;

/**
 * Since when a parcel has to have left to be news at the first reading of its order's parcels; undefined where all are.
 * A forgotten order that is reopened is found within a day, by a full scan.
 */
function newsSince(
	{ reading, since }: OrderEntry,
	{ parcelsSince = 0 }: CompareContext,
): number | undefined {
	// One that had finished is watched again where Forget After is raised.
	if (reading === 'silent' || reading === 'skipped') return parcelsSince;
	return reading === 'reopened' ? Math.max(parcelsSince, since - REOPENED_SECONDS) : undefined;
}

/** A parcel that is read for the first time. */
function newParcel(
	parcel: IDataObject,
	status: string,
	since: number | undefined,
	now: number,
): Tracked {
	const isNews = since === undefined || (secondsOf(parcel.shippedAt) ?? 0) > since;
	return isNews && status !== '' ? { status, told: NOTHING, since: now } : { status, since: 0 };
}

/** Compares the parcels of an order, all of which were read, with its entry. Pure. */
export function compareParcels(
	key: string,
	before: OrderEntry,
	orderId: string,
	parcels: readonly IDataObject[],
	context: CompareContext,
): Compared<OrderEntry> & { after: OrderEntry } {
	const { now, settings } = context;
	const since = newsSince(before, context);
	const entries = new Map(before.parcels);
	const changes = new Map<string, ObservedChange>();
	for (const parcel of parcels) {
		const parcelKey = keyOf(parcel);
		const status = statusKey(parcel.shipmentStatus);
		const known = entries.get(parcelKey);
		const entry = known ? withStatus(known, status, now) : newParcel(parcel, status, since, now);
		entries.set(parcelKey, entry);
		changes.delete(parcelKey);
		if (!isDue(entry, now, settings.emitAfterSeconds)) continue;
		const object = { ...parcel, orderId: textOrNumber(parcel.orderId) || orderId };
		const at = status === 'shipped' ? parcel.shippedAt : undefined;
		changes.set(parcelKey, changeOf('shipment.created', key, object, at, now));
	}
	const reading = isOrderFinished(before, context) ? 'done' : 'read';
	return { after: { ...before, parcels: entries, reading }, changes: [...changes.values()] };
}

/** When a task last changed. One that does not say when it finished has at least its creation. */
export const taskChangedAt = ({ finishedAt, createdAt }: IDataObject): unknown =>
	finishedAt ?? createdAt;

function newTaskEntry(task: IDataObject, context: CompareContext): TaskEntry | undefined {
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
	const after = before
		? withStatus(before, statusKey(task.status), now)
		: newTaskEntry(task, context);
	if (!after || !isDue(after, now, settings.emitAfterSeconds)) return { after, changes: [] };
	const at = taskChangedAt(task);
	return { after, changes: [changeOf('mockup_task.finished', key, task, at, now)] };
}
