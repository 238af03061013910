import type { IDataObject } from 'n8n-workflow';

import { idOrStatusText } from '../../changeId';
import { LATE_EVENT, WAITING_EVENT } from '../../events';
import type { PollContext } from '../state/pollContext';
import { currentStatus, isDue, markEmitted, type OrderEntry, type Repeated } from '../state/state';
import { changeOf, isHeldBack, type ObservedChange } from './changes';
import { wasWanted } from './chosen';
import { DRAFT, isHandedOver, isWaitingTooLong, mayBeLate } from './lifeCycle';

// The changes of one order that are due, except those of its shipments. Each function marks in the entry what it returns,
// and leaves what is held back as it is.

/**
 * Counts as emitted what the events and filters before did not want, also if Emit After lets it wait: of an order that is
 * read for the first time since they changed, it is from before.
 */
export function settle(
	entry: OrderEntry,
	key: string,
	order: IDataObject,
	context: PollContext,
): void {
	const { nowSeconds } = context;
	const created = changeOf('order.created', key, order, order.createdAt, nowSeconds);
	if (entry.newSince !== undefined && !wasWanted(created, context)) {
		entry.newSince = undefined;
		if (entry.observed === DRAFT) markEmitted(entry);
	}
	const updated = changeOf('order.updated', key, order, order.updatedAt, nowSeconds);
	if (entry.observed !== undefined && !wasWanted(updated, context)) markEmitted(entry);
	entry.isUnsettled = undefined;
}

/** Order Created, then Order Status Changed, as far as they are due. Marks them as emitted. */
export function dueChanges(
	entry: OrderEntry,
	key: string,
	order: IDataObject,
	{ nowSeconds, settings: { emitAfterSeconds }, heldBack }: PollContext,
): ObservedChange[] {
	const changes: ObservedChange[] = [];
	if (entry.newSince !== undefined && entry.newSince + emitAfterSeconds <= nowSeconds) {
		const created = changeOf('order.created', key, order, order.createdAt, nowSeconds);
		if (isHeldBack(created, heldBack)) return [];
		changes.push(created);
		delete entry.newSince;
		// Orders are created as drafts, so Order Created says this already.
		if (entry.observed === DRAFT) markEmitted(entry);
	}
	// Never before Order Created: a status is observed with the order, or later.
	if (isDue(entry, nowSeconds, emitAfterSeconds)) {
		const updated = changeOf('order.updated', key, order, order.updatedAt, nowSeconds);
		if (isHeldBack(updated, heldBack)) return changes;
		changes.push(updated);
		markEmitted(entry);
	}
	return changes;
}

/** How often something was emitted, with this time. */
const again = (before: Repeated | undefined, nowSeconds: number): Repeated => ({
	atSeconds: nowSeconds,
	count: (before?.count ?? 0) + 1,
});

/** Order Not Shipped in Time, once and as often as the user wants to be reminded, unless a shipment was handed over. */
export function lateChanges(
	entry: OrderEntry,
	key: string,
	order: IDataObject,
	shipments: IDataObject[],
	context: PollContext,
): ObservedChange[] {
	if (!mayBeLate(entry, context)) return [];
	// Also as it is known, where this reading may be that of a replica that is behind.
	const isAnyHandedOver =
		shipments.some(({ shipmentStatus }) => isHandedOver(idOrStatusText(shipmentStatus))) ||
		[...entry.shipments.values()].some((shipment) => isHandedOver(currentStatus(shipment)));
	if (isAnyHandedOver) {
		entry.isLateDecided = true;
		entry.late = undefined;
		return [];
	}
	const { nowSeconds, settings, heldBack } = context;
	const late = again(entry.late, nowSeconds);
	const since = (entry.inProductionSince ?? nowSeconds) + settings.lateAfterSeconds;
	const timeMs = (entry.late === undefined ? since : nowSeconds) * 1000;
	const change = changeOf(LATE_EVENT, key, order, timeMs, nowSeconds, late.count);
	if (isHeldBack(change, heldBack)) return [];
	entry.isLateDecided = true;
	entry.late = late;
	return [change];
}

/** Order Waiting, once and as often as the user wants to be reminded. */
export function waitingChanges(
	entry: OrderEntry,
	key: string,
	order: IDataObject,
	context: PollContext,
): ObservedChange[] {
	if (!isWaitingTooLong(entry, context)) return [];
	const { nowSeconds, settings, heldBack } = context;
	const waiting = again(entry.waiting, nowSeconds);
	const since = (entry.waitingSince ?? nowSeconds) + settings.waitingAfterSeconds;
	const timeMs = (entry.waiting === undefined ? since : nowSeconds) * 1000;
	const change = changeOf(WAITING_EVENT, key, order, timeMs, nowSeconds, waiting.count);
	if (isHeldBack(change, heldBack)) return [];
	entry.waiting = waiting;
	return [change];
}
