import type { IDataObject } from 'n8n-workflow';

import { idOrStatusText } from '../../changeId';
import { LATE_EVENT } from '../../events';
import { watchesShipments, type PollContext } from '../state/pollContext';
import type { Readings } from '../state/scanProgress';
import { currentStatus, isDue, markEmitted, type OrderEntry, type Snapshot } from '../state/state';
import { statusKey } from '../state/values';
import { changeOf, type ObservedChange } from './changes';
import { DRAFT, hasPendingChange, isHandedOver, isOrderFinished, mayBeLate } from './lifeCycle';
import { newOrderEntry, observedOrderEntry, trackProduction } from './orderEntry';
import { reconcileList, type Reconciled } from './reconcileList';
import { reconcileShipments, type ShipmentContext } from './reconcileShipments';

/** Order Created, then Order Status Changed, as far as they are due. Marks them as emitted. */
function dueChanges(
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

/** Order Not Shipped in Time, once, unless a shipment was handed over. */
function lateChanges(
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
	if (isAnyHandedOver) return [];
	const { nowSeconds, settings } = context;
	const dueSeconds = (entry.inProductionSince ?? nowSeconds) + settings.lateAfterSeconds;
	return [changeOf(LATE_EVENT, key, order, dueSeconds * 1000, nowSeconds)];
}

/** Begins to watch shipments, or ends it. An event that is not chosen leaves no state, and starts over if chosen again. */
function withShipmentsAsChosen({
	nowSeconds,
	settings,
	before,
}: PollContext): Pick<Snapshot, 'orders' | 'shipmentsFrom'> {
	const { orders, shipmentsFrom } = before;
	const isWatched = watchesShipments(settings);
	if (isWatched === (shipmentsFrom !== undefined)) return { orders, shipmentsFrom };
	const entries = [...(orders?.entries ?? [])].map(([key, order]): [string, OrderEntry] => [
		key,
		{
			...order,
			shipments: new Map(),
			shipmentsVersion: '',
			needsShipmentBaseline: isWatched && currentStatus(order) !== DRAFT,
		},
	]);
	// The start date is that of the whole trigger: an event that is chosen later begins now.
	const startFromSeconds = orders ? undefined : settings.startFromSeconds;
	return {
		...(orders && { orders: { ...orders, entries: new Map(entries) } }),
		...(isWatched && { shipmentsFrom: Math.min(nowSeconds, startFromSeconds ?? nowSeconds) }),
	};
}

/** What decides which shipments are emitted; undefined while shipments are not watched. */
function shipmentContextOf(
	shipmentsFrom: number | undefined,
	{ nowSeconds, settings, before, orders }: PollContext,
): ShipmentContext | undefined {
	if (shipmentsFrom === undefined) return undefined;
	const isWatchedAnew = before.shipmentsFrom === undefined;
	return {
		nowSeconds,
		emitAfterSeconds: settings.emitAfterSeconds,
		from: shipmentsFrom,
		isBaseline: isWatchedAnew && (!orders.isFirstPoll || !orders.hasStartDate),
	};
}

/** An order that was read, with its shipments if these were read as well. */
interface OrderReading {
	key: string;
	order: IDataObject;
	shipments: IDataObject[] | undefined;
}

/** Compares an order and its shipments with its entry. */
function reconcileOrder(
	{ key, order, shipments }: OrderReading,
	known: OrderEntry | undefined,
	context: PollContext,
	shipmentContext: ShipmentContext | undefined,
): Reconciled<OrderEntry> {
	const { nowSeconds, settings } = context;
	const status = statusKey(idOrStatusText(order.status));
	const entry = known
		? observedOrderEntry(known, order, status, nowSeconds)
		: newOrderEntry(order, status, context.orders);
	if (!entry) return { changes: [] };
	trackProduction(entry, order, nowSeconds);
	const changes = dueChanges(entry, key, order, nowSeconds, settings.emitAfterSeconds);
	if (shipments && shipmentContext) {
		changes.push(...reconcileShipments(entry, key, order, shipments, shipmentContext));
	}
	// Orders that were late when the trigger began come with the second poll.
	if (shipments && !context.orders.isFirstPoll) {
		changes.push(...lateChanges(entry, key, order, shipments, context));
	}
	const isReadCompletely = shipments !== undefined || shipmentContext === undefined;
	if (isReadCompletely && isOrderFinished(entry, context.orders)) entry.wasReadAfterFinish = true;
	return { entry, changes };
}

/** Compares orders and their shipments with the snapshot. */
export async function reconcileOrders(
	{ orders: reading, shipments, lastShipments }: Readings,
	context: PollContext,
): Promise<{ snapshot: Pick<Snapshot, 'orders' | 'shipmentsFrom'>; changes: ObservedChange[] }> {
	const { orders, shipmentsFrom } = withShipmentsAsChosen(context);
	const shipmentContext = shipmentContextOf(shipmentsFrom, context);
	const mayBeForgotten = (order: OrderEntry): boolean =>
		isOrderFinished(order, context.orders) &&
		(order.isDeletedAtService || (order.wasReadAfterFinish && !hasPendingChange(order)));

	const { list, changes } = await reconcileList(orders, reading, context.orders, {
		reconcileMember: (key, order, known) =>
			reconcileOrder(
				{ key, order, shipments: shipments.get(key) },
				known,
				context,
				shipmentContext,
			),
		mayBeForgotten,
	});
	if (lastShipments !== undefined) list.scanProgress = { ...list.scanProgress, lastShipments };
	return {
		snapshot: { orders: list, ...(shipmentsFrom !== undefined && { shipmentsFrom }) },
		changes,
	};
}
