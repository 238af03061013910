import type { IDataObject } from 'n8n-workflow';

import { idOrStatusText } from '../../changeId';
import { earlierPollSeconds, type ListContext, type PollContext } from '../state/pollContext';
import type { Readings } from '../state/scanProgress';
import { serviceClockOf, type ServiceClock } from '../state/serviceClock';
import type { OrderEntry } from '../state/state';
import { statusKey } from '../state/values';
import type { ObservedChange } from './changes';
import { classifyOrder, wasThereBefore } from './classify';
import {
	DRAFT,
	hasPendingChange,
	isOrderFinished,
	isWaitingTooLong,
	mayBeShippedLater,
	REPLICA_LAG_SECONDS,
} from './lifeCycle';
import { dueChanges, lateChanges, settle, waitingChanges } from './orderChanges';
import { newOrderEntry, observedOrderEntry, trackProduction, trackWaiting } from './orderEntry';
import { reconcileList, type Reconciled } from './reconcileList';
import { reconcileShipments, type ShipmentContext } from './reconcileShipments';
import {
	shipmentContextOf,
	shipmentsFromOf,
	withShipmentsAsChosen,
	type WatchedOrders,
} from './watchedShipments';

/** An order that was read, with its shipments if these were read as well. */
interface OrderReading {
	key: string;
	order: IDataObject;
	shipments: IDataObject[] | undefined;
	/** See {@link ListReading.withDetails}. */
	hasDetails: boolean;
}

/** Compares an order and its shipments with its entry. */
function reconcileOrder(
	{ key, order, shipments, hasDetails }: OrderReading,
	known: OrderEntry | undefined,
	context: PollContext,
	shipmentContext: ShipmentContext | undefined,
	clock: ServiceClock,
): Reconciled<OrderEntry> {
	const { nowSeconds } = context;
	const status = statusKey(idOrStatusText(order.status));
	const entry = known
		? observedOrderEntry(known, order, status, nowSeconds)
		: newOrderEntry(order, status, context.orders);
	if (!entry) return { changes: [] };
	const { chosenBefore } = context;
	if (!known && entry.isUnsettled && chosenBefore?.events.includes('shipment.created') === false) {
		// When its parcels left tells whether they are from before.
		entry.needsShipmentBaseline = true;
		entry.areShipmentsUnsettled = undefined;
	}
	// The object that was read shows another status than the one that counts.
	if (entry.doubted !== undefined) return { entry, changes: [] };
	trackProduction(entry, order, known, context.orders, clock);
	trackWaiting(entry, order, known, context.orders, clock);
	// Orders that were late when the trigger began come with the second poll.
	const mayBeLate = shipments && !context.orders.isFirstPoll;
	if (entry.isUnsettled) settle(entry, key, order, context);
	// Its shipments are not asked for: those that come later are news.
	const hasNoShipments = status === DRAFT && entry.shipments.size === 0;
	const isDone = entry.wasReadAfterFinish && isOrderFinished(entry, context.orders);
	if (!shipments && (hasNoShipments || isDone)) entry.areShipmentsUnsettled = undefined;
	const changes = [
		...dueChanges(entry, key, order, context),
		...(shipments && shipmentContext
			? reconcileShipments(entry, key, order, shipments, shipmentContext)
			: []),
		...(mayBeLate ? lateChanges(entry, key, order, shipments, context) : []),
		...(hasDetails ? waitingChanges(entry, key, order, context) : []),
	];
	const isReadCompletely = shipments !== undefined || shipmentContext === undefined;
	if (isReadCompletely && isOrderFinished(entry, context.orders)) {
		entry.wasReadAfterFinish = true;
		// What has finished is no reminder any more, and takes as little of the state as possible.
		entry.late = undefined;
	}
	return { entry, changes };
}

/** The entry of an unknown order that was there before the trigger, and of which only the list is known. */
function existingOrderEntry(
	order: IDataObject,
	context: ListContext,
	clock: ServiceClock,
): OrderEntry | undefined {
	if (!wasThereBefore(classifyOrder(order, context).classification)) return undefined;
	const entry = newOrderEntry(order, statusKey(idOrStatusText(order.status)), context);
	if (!entry) return undefined;
	trackProduction(entry, order, undefined, context, clock);
	trackWaiting(entry, order, undefined, context, clock);
	return entry;
}

/** Compares orders and their shipments with the snapshot. */
export async function reconcileOrders(
	{ orders: reading, shipments, lastShipments, lastRoutine }: Readings,
	context: PollContext,
): Promise<{ snapshot: WatchedOrders; changes: ObservedChange[]; leftOut: number }> {
	const watched = withShipmentsAsChosen(context);
	const { orders, shipmentsBegan } = watched;
	const shipmentsFrom = shipmentsFromOf(watched, reading, context);
	const shipmentContext = shipmentContextOf({ shipmentsFrom, shipmentsBegan }, context);
	const { members = [], unread = [], scan } = reading ?? {};
	const clock = serviceClockOf([...members, ...unread], scan, context.orders);
	const mayBeForgotten = (order: OrderEntry): boolean =>
		isOrderFinished(order, context.orders) &&
		(order.isDeletedAtService ||
			(order.wasReadAfterFinish &&
				!hasPendingChange(order) &&
				!isWaitingTooLong(order, context) &&
				!mayBeShippedLater(order, context.orders) &&
				order.since + REPLICA_LAG_SECONDS <= earlierPollSeconds(context.orders)));

	const { list, changes, leftOut } = await reconcileList(orders, reading, context.orders, {
		reconcileMember: (key, order, known) =>
			reconcileOrder(
				{
					key,
					order,
					shipments: shipments.get(key),
					hasDetails: reading?.withDetails.has(key) === true,
				},
				known,
				context,
				shipmentContext,
				clock,
			),
		existingEntry: (order) => existingOrderEntry(order, context.orders, clock),
		mayBeForgotten,
	});
	list.scanProgress = {
		...list.scanProgress,
		behindAtMost: list.scanProgress.phase === 'steady' ? undefined : clock.behindAtMost,
		...(lastShipments !== undefined && { lastShipments }),
		...(lastRoutine !== undefined && { lastRoutine }),
	};
	return {
		snapshot: {
			orders: list,
			...(shipmentsFrom !== undefined && { shipmentsFrom, shipmentsBegan }),
		},
		changes,
		leftOut,
	};
}
