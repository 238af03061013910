import type { Change } from './change';
import { followList } from './followList';
import type { Knowledge } from './knowledge';
import { isOrderOver } from './lifeCycle';
import { noteLate } from './late';
import { DRAFT, noteOrder } from './noteOrders';
import { noteShipments, type ShipmentTimes } from './noteShipments';
import type { Readings } from './readings';
import { followsShipments, type PollingSettings } from './settings';

/**
 * Begins to follow shipments, or ends it: what is not chosen leaves no state, and begins anew when it is chosen again.
 *
 * @returns whether it begins with this poll
 */
function beginOrEndShipments(
	knowledge: Knowledge,
	now: number,
	settings: PollingSettings,
): boolean {
	const { shipmentsFrom, orders } = knowledge;
	const isFollowed = followsShipments(settings);
	if (isFollowed === (shipmentsFrom !== undefined)) return false;
	for (const order of orders?.entries.values() ?? []) {
		order.shipments.clear();
		order.version = '';
		order.hasOldShipments = isFollowed && (order.seen ?? order.status) !== DRAFT;
	}
	// The start date is that of the whole trigger: an event that is chosen later begins now.
	const startFrom = orders ? undefined : settings.startFrom;
	if (isFollowed) knowledge.shipmentsFrom = Math.min(now, startFrom ?? now);
	else delete knowledge.shipmentsFrom;
	return isFollowed;
}

/** Takes note of the orders and the shipments that were read, and returns what is to be told of them. */
export function followOrders(
	knowledge: Knowledge,
	{ orders, shipments, lastShipments }: Readings,
	now: number,
	settings: PollingSettings,
): Change[] {
	const { emitAfter, forgetAfter, startFrom } = settings;
	const isFirstPoll = knowledge.orders === undefined;
	const areShipmentsNew = beginOrEndShipments(knowledge, now, settings);
	const from = knowledge.shipmentsFrom;
	const shipmentTimes: ShipmentTimes | undefined =
		from === undefined
			? undefined
			: {
					now,
					emitAfter,
					from,
					isFirstPoll: areShipmentsNew && (!isFirstPoll || startFrom === undefined),
				};

	const followed = followList(
		knowledge.orders,
		orders,
		now,
		settings,
		(list, key, order, times) => {
			const changes = noteOrder(list, order, times, emitAfter);
			const known = list.entries.get(key);
			if (!known) return changes;
			const parcels = shipments.get(key);
			if (parcels && shipmentTimes) {
				changes.push(...noteShipments(known, key, order, parcels, shipmentTimes));
			}
			// What was late already when the trigger began comes with the second poll.
			if (parcels && !isFirstPoll)
				changes.push(...noteLate(known, key, order, parcels, now, settings));
			const isRead = parcels !== undefined || shipmentTimes === undefined;
			if (isRead && isOrderOver(known, now, forgetAfter)) known.isFinal = true;
			return changes;
		},
	);
	knowledge.orders = followed.list;
	if (lastShipments !== undefined) followed.list.progress.lastShipments = lastShipments;
	return followed.changes;
}
