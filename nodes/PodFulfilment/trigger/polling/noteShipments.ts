import type { IDataObject } from 'n8n-workflow';

import { nameOf } from '../changeId';
import { changeOf, type Change } from './change';
import { idKey, statusKey } from './keys';
import type { KnownOrder, KnownShipment } from './knowledge';
import { versionOf } from './noteOrders';
import { secondsOf } from './time';
import { isDue, markTold, readStatus } from './told';

/** What decides whether shipments that were there before the trigger are told. Seconds since 1970. */
export interface ShipmentTimes {
	now: number;
	emitAfter: number;
	/** Since when shipments are followed. */
	from: number;
	/** Nothing is told of what was there before, whatever its times say. */
	isFirstPoll: boolean;
}

/** A shipment has no time but that of its dispatch; if its order has changed since, it may have too. */
function mayHaveChanged(
	shipment: IDataObject,
	order: IDataObject,
	{ since }: KnownOrder,
	from: number,
): boolean {
	const shippedAt = secondsOf(shipment.shippedAt);
	if (shippedAt !== undefined && shippedAt >= from) return true;
	const isDispatch = nameOf(shipment.shipmentStatus) === 'shipped' && shippedAt !== undefined;
	// Whether the service dates the change of the order, or the trigger saw it.
	const hasOrderChanged = (secondsOf(order.updatedAt) ?? 0) >= from || since > from;
	return hasOrderChanged && !isDispatch;
}

/** Takes note of the shipments of an order, all of which were read, and returns what is to be told of them. */
export function noteShipments(
	known: KnownOrder,
	key: string,
	order: IDataObject,
	shipments: IDataObject[],
	{ now, emitAfter, from, isFirstPoll }: ShipmentTimes,
): Change[] {
	const changes: Change[] = [];
	for (const shipment of shipments) {
		const shipmentKey = idKey(nameOf(shipment.id));
		const status = statusKey(nameOf(shipment.shipmentStatus));
		const told = known.shipments.get(shipmentKey);
		const isOld =
			known.hasOldShipments && (isFirstPoll || !mayHaveChanged(shipment, order, known, from));
		const isNoted = isOld || status === '';
		const followed: KnownShipment =
			told ?? (isNoted ? { status, since: now } : { status: '', seen: status, since: now });
		if (told && status !== '') readStatus(told, status, now);
		known.shipments.set(shipmentKey, followed);
		if (!isDue(followed, now, emitAfter)) continue;
		const object = { ...shipment, orderId: nameOf(shipment.orderId) || nameOf(order.id) };
		const isDispatch = status === 'shipped';
		changes.push(
			changeOf('shipment.created', key, object, isDispatch ? shipment.shippedAt : undefined, now),
		);
		markTold(followed);
	}
	known.hasOldShipments = false;
	known.version = versionOf(order);
	return changes;
}
