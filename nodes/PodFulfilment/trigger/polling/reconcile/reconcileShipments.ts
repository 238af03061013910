import type { IDataObject } from 'n8n-workflow';

import { millisecondsOf } from '../../../input/timestamp';
import { idOrStatusText } from '../../changeId';
import { changeOf, isHeldBack, type ObservedChange } from './changes';
import {
	currentStatus,
	isDoubtful,
	isDue,
	markEmitted,
	observeStatus,
	type OrderEntry,
	type Selection,
	type ShipmentEntry,
} from '../state/state';
import { DAY_SECONDS, idKey, secondsOf, statusKey, versionOf } from '../state/values';
import { wasWanted } from './chosen';
import { comesEarlier, isAwaitingDispatch, seemsEarlier } from './lifeCycle';

/** What decides which shipments are emitted. Times are seconds since 1970. */
export interface ShipmentContext {
	nowSeconds: number;
	emitAfterSeconds: number;
	/** See {@link Snapshot}. */
	shipmentsFrom: number;
	shipmentsBegan: number;
	/** Shipments are recorded and not emitted, whatever their times say: this poll begins to watch them. */
	isBaseline: boolean;
	/** See {@link PollContext}. */
	heldBack?: ReadonlySet<string>;
	chosenBefore?: Selection;
}

/**
 * A forgotten order that is reopened is found within a day, by a full scan. What left earlier was emitted before. Counted
 * from the last change of the order, since the clock of the service may differ from n8n's; two more days, because that may
 * be later than the reopening.
 */
const REOPENED_SECONDS = 3 * DAY_SECONDS;

/** A shipment has no time but that of its dispatch. If its order has changed since, it may have changed too. */
function mayHaveChanged(
	shipment: IDataObject,
	order: IDataObject,
	{ since, wasForgotten, canceledAtMs }: OrderEntry,
	{ nowSeconds, shipmentsFrom, shipmentsBegan }: ShipmentContext,
): boolean {
	const shippedAt = secondsOf(shipment.shippedAt);
	const status = idOrStatusText(shipment.shipmentStatus);
	if (wasForgotten) {
		const changedAt = Math.min(nowSeconds, secondsOf(order.updatedAt) ?? nowSeconds);
		return shippedAt === undefined
			? isAwaitingDispatch(status)
			: shippedAt >= changedAt - REOPENED_SECONDS;
	}
	if (shippedAt !== undefined && shippedAt >= shipmentsFrom) return true;
	// Nothing leaves while an order is canceled. By the clock of the service alone, since that of n8n may be another one.
	if (canceledAtMs !== undefined && (millisecondsOf(shipment.shippedAt) ?? 0) > canceledAtMs) {
		return true;
	}
	const isDispatch = status === 'shipped' && shippedAt !== undefined;
	// Either the service dates the change of the order, or the trigger observed it.
	const hasOrderChanged =
		(secondsOf(order.updatedAt) ?? 0) >= shipmentsFrom || since > shipmentsBegan;
	return hasOrderChanged && !isDispatch;
}

function entryOf(
	known: ShipmentEntry | undefined,
	status: string,
	isRecordedOnly: boolean,
	nowSeconds: number,
): ShipmentEntry {
	if (!known) {
		return isRecordedOnly || status === ''
			? { emitted: status, since: nowSeconds }
			: { emitted: '', observed: status, since: nowSeconds };
	}
	const entry = { ...known };
	if (status === '' || isDoubtful(entry, status, seemsEarlier(status, entry))) return entry;
	const before = currentStatus(entry);
	if (observeStatus(entry, status, nowSeconds)) {
		if (comesEarlier(before, status)) delete entry.left;
		else entry.left = before;
	}
	return entry;
}

/** Compares the shipments of an order, all of which were read, with its entry, and updates that. */
export function reconcileShipments(
	order: OrderEntry,
	key: string,
	object: IDataObject,
	shipments: IDataObject[],
	context: ShipmentContext,
): ObservedChange[] {
	const { nowSeconds, emitAfterSeconds, isBaseline, heldBack } = context;
	const changes: ObservedChange[] = [];
	const entries = new Map(order.shipments);
	// Pages that shift may show one twice. That is one reading of it, and the later page is the newer answer.
	const byId = new Map(
		shipments.map((shipment) => [idKey(idOrStatusText(shipment.id)), shipment] as const),
	);
	for (const [shipmentKey, shipment] of byId) {
		const status = statusKey(idOrStatusText(shipment.shipmentStatus));
		const isRecordedOnly =
			isBaseline ||
			(order.needsShipmentBaseline && !mayHaveChanged(shipment, object, order, context));
		const entry = entryOf(entries.get(shipmentKey), status, isRecordedOnly, nowSeconds);
		entries.set(shipmentKey, entry);
		const isShown = entry.doubted === undefined;
		if (!isShown || entry.observed === undefined) continue;
		const emitted = {
			...shipment,
			orderId: idOrStatusText(shipment.orderId) || idOrStatusText(object.id),
		};
		const at = status === 'shipped' ? shipment.shippedAt : undefined;
		const change = changeOf('shipment.created', key, emitted, at, nowSeconds);
		if (order.areShipmentsUnsettled && !wasWanted(change, context)) markEmitted(entry);
		if (!isDue(entry, nowSeconds, emitAfterSeconds) || isHeldBack(change, heldBack)) continue;
		changes.push(change);
		markEmitted(entry);
	}
	// What is not listed any more would be in doubt, and read by each poll, for ever.
	for (const [shipmentKey, entry] of order.shipments) {
		if (entry.doubted === undefined || byId.has(shipmentKey)) continue;
		entries.set(shipmentKey, { ...entry, doubted: undefined });
	}
	order.shipments = entries;
	order.needsShipmentBaseline = false;
	order.wasForgotten = false;
	order.areShipmentsUnsettled = undefined;
	order.canceledAtMs = undefined;
	order.shipmentsVersion = versionOf(object);
	return changes;
}
