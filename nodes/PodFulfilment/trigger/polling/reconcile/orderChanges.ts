import type { IDataObject } from 'n8n-workflow';

import { idOrStatusText } from '../../changeId';
import { LATE_EVENT, WAITING_EVENT } from '../../events';
import type { PollContext } from '../state/pollContext';
import { isDue, markEmitted, type OrderEntry, type Repeated } from '../state/state';
import { changeOf, type ObservedChange } from './changes';
import { DRAFT, isHandedOver, isWaitingTooLong, mayBeLate } from './lifeCycle';

// The changes of one order that are due, except those of its shipments. Each function marks in the entry what it returns.

/** Order Created, then Order Status Changed, as far as they are due. Marks them as emitted. */
export function dueChanges(
	entry: OrderEntry,
	key: string,
	order: IDataObject,
	nowSeconds: number,
	emitAfterSeconds: number,
): ObservedChange[] {
	const changes: ObservedChange[] = [];
	if (entry.newSince !== undefined && entry.newSince + emitAfterSeconds <= nowSeconds) {
		changes.push(changeOf('order.created', key, order, order.createdAt, nowSeconds));
		delete entry.newSince;
		// Orders are created as drafts, so Order Created says this already.
		if (entry.observed === DRAFT) markEmitted(entry);
	}
	// Never before Order Created: a status is observed with the order, or later.
	if (isDue(entry, nowSeconds, emitAfterSeconds)) {
		changes.push(changeOf('order.updated', key, order, order.updatedAt, nowSeconds));
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
	entry.isLateDecided = true;
	const isAnyHandedOver = shipments.some(({ shipmentStatus }) =>
		isHandedOver(idOrStatusText(shipmentStatus)),
	);
	if (isAnyHandedOver) {
		entry.late = undefined;
		return [];
	}
	const { nowSeconds, settings } = context;
	const isFirst = entry.late === undefined;
	entry.late = again(entry.late, nowSeconds);
	const since = (entry.inProductionSince ?? nowSeconds) + settings.lateAfterSeconds;
	const timeSeconds = isFirst ? since : nowSeconds;
	return [changeOf(LATE_EVENT, key, order, timeSeconds * 1000, nowSeconds, entry.late.count)];
}

/** Order Waiting, once and as often as the user wants to be reminded. */
export function waitingChanges(
	entry: OrderEntry,
	key: string,
	order: IDataObject,
	context: PollContext,
): ObservedChange[] {
	if (!isWaitingTooLong(entry, context)) return [];
	const { nowSeconds, settings } = context;
	const isFirst = entry.waiting === undefined;
	entry.waiting = again(entry.waiting, nowSeconds);
	const since = (entry.waitingSince ?? nowSeconds) + settings.waitingAfterSeconds;
	const timeSeconds = isFirst ? since : nowSeconds;
	return [changeOf(WAITING_EVENT, key, order, timeSeconds * 1000, nowSeconds, entry.waiting.count)];
}
