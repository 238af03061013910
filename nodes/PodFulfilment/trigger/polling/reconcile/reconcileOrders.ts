import type { IDataObject } from 'n8n-workflow';

import { idOrStatusText } from '../../changeId';
import { LATE_EVENT, WAITING_EVENT } from '../../events';
import { CLOCK_OVERLAP_SECONDS, watchesShipments, type PollContext } from '../state/pollContext';
import { firstAfter, type ListReading, type Readings } from '../state/scanProgress';
import {
	currentStatus,
	isDue,
	markEmitted,
	type OrderEntry,
	type Repeated,
	type Snapshot,
} from '../state/state';
import { secondsOf, statusKey } from '../state/values';
import { changeOf, type ObservedChange } from './changes';
import {
	DRAFT,
	hasPendingChange,
	isHandedOver,
	isOrderFinished,
	isWaitingTooLong,
	mayBeLate,
} from './lifeCycle';
import { newOrderEntry, observedOrderEntry, trackProduction, trackWaiting } from './orderEntry';
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

/** How often something was emitted, with this time. */
const again = (before: Repeated | undefined, nowSeconds: number): Repeated => ({
	atSeconds: nowSeconds,
	count: (before?.count ?? 0) + 1,
});

/** Order Not Shipped in Time, once and as often as the user wants to be reminded, unless a shipment was handed over. */
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
function waitingChanges(
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

/** What is known of orders and their shipments. */
type WatchedOrders = Pick<Snapshot, 'orders' | 'shipmentsFrom' | 'shipmentsBegan'>;

/** Begins to watch shipments, or ends it. An event that is not chosen leaves no state, and starts over if chosen again. */
function withShipmentsAsChosen({ nowSeconds, settings, before }: PollContext): WatchedOrders {
	const { orders, shipmentsFrom, shipmentsBegan } = before;
	const isWatched = watchesShipments(settings);
	if (isWatched === (shipmentsFrom !== undefined)) return { orders, shipmentsFrom, shipmentsBegan };
	const entries = [...(orders?.entries ?? [])].map(([key, order]): [string, OrderEntry] => [
		key,
		{
			...order,
			shipments: new Map(),
			shipmentsVersion: '',
			needsShipmentBaseline: isWatched && currentStatus(order) !== DRAFT,
		},
	]);
	return {
		...(orders && { orders: { ...orders, entries: new Map(entries) } }),
		...(isWatched && {
			shipmentsFrom: nowSeconds - CLOCK_OVERLAP_SECONDS,
			shipmentsBegan: nowSeconds,
		}),
	};
}

/**
 * From which time of the service on shipments were not there before: the start date, or the first one after everything that
 * was read when the trigger began to watch shipments.
 */
function shipmentsFromOf(
	{ orders, shipmentsFrom }: WatchedOrders,
	reading: ListReading | undefined,
	{ nowSeconds, before, orders: { scanProgress } }: PollContext,
): number | undefined {
	if (shipmentsFrom === undefined || before.shipmentsFrom !== undefined) return shipmentsFrom;
	// The start date is that of the whole trigger: an event that is chosen later begins now.
	if (!before.orders && scanProgress.startFrom !== undefined) return scanProgress.startFrom;
	let newest = 0;
	for (const { updatedAtMs = 0 } of orders?.entries.values() ?? []) {
		newest = Math.max(newest, Math.floor(updatedAtMs / 1000));
	}
	for (const { createdAt, updatedAt } of reading?.members ?? []) {
		newest = Math.max(newest, secondsOf(createdAt) ?? 0, secondsOf(updatedAt) ?? 0);
	}
	const from = firstAfter(newest === 0 ? undefined : newest, nowSeconds) ?? shipmentsFrom;
	// Pages that were not read may have newer times.
	const isAllRead = before.orders !== undefined || reading?.scan?.isComplete === true;
	return isAllRead ? from : Math.max(from, reading?.scan?.serviceTime ?? shipmentsFrom);
}

/** What decides which shipments are emitted; undefined while shipments are not watched. */
function shipmentContextOf(
	{ shipmentsFrom, shipmentsBegan = shipmentsFrom }: Partial<Snapshot>,
	{ nowSeconds, settings, before, orders }: PollContext,
): ShipmentContext | undefined {
	if (shipmentsFrom === undefined || shipmentsBegan === undefined) return undefined;
	const isWatchedAnew = before.shipmentsFrom === undefined;
	return {
		nowSeconds,
		emitAfterSeconds: settings.emitAfterSeconds,
		shipmentsFrom,
		shipmentsBegan,
		isBaseline:
			isWatchedAnew && (!orders.isFirstPoll || orders.scanProgress.startFrom === undefined),
	};
}

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
): Reconciled<OrderEntry> {
	const { nowSeconds, settings } = context;
	const status = statusKey(idOrStatusText(order.status));
	const entry = known
		? observedOrderEntry(known, order, status, nowSeconds)
		: newOrderEntry(order, status, context.orders);
	if (!entry) return { changes: [] };
	// The object that was read shows another status than the one that counts.
	if (entry.doubted !== undefined) return { entry, changes: [] };
	trackProduction(entry, order, known, nowSeconds);
	trackWaiting(entry, known, context.orders);
	const changes = dueChanges(entry, key, order, nowSeconds, settings.emitAfterSeconds);
	if (shipments && shipmentContext) {
		changes.push(...reconcileShipments(entry, key, order, shipments, shipmentContext));
	}
	// Orders that were late when the trigger began come with the second poll.
	if (shipments && !context.orders.isFirstPoll) {
		changes.push(...lateChanges(entry, key, order, shipments, context));
	}
	if (hasDetails) changes.push(...waitingChanges(entry, key, order, context));
	const isReadCompletely = shipments !== undefined || shipmentContext === undefined;
	if (isReadCompletely && isOrderFinished(entry, context.orders)) entry.wasReadAfterFinish = true;
	return { entry, changes };
}

/** Compares orders and their shipments with the snapshot. */
export async function reconcileOrders(
	{ orders: reading, shipments, lastShipments, lastRoutine }: Readings,
	context: PollContext,
): Promise<{ snapshot: WatchedOrders; changes: ObservedChange[] }> {
	const watched = withShipmentsAsChosen(context);
	const { orders, shipmentsBegan } = watched;
	const shipmentsFrom = shipmentsFromOf(watched, reading, context);
	const shipmentContext = shipmentContextOf({ shipmentsFrom, shipmentsBegan }, context);
	const mayBeForgotten = (order: OrderEntry): boolean =>
		isOrderFinished(order, context.orders) &&
		(order.isDeletedAtService || (order.wasReadAfterFinish && !hasPendingChange(order)));

	const { list, changes } = await reconcileList(orders, reading, context.orders, {
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
			),
		mayBeForgotten,
	});
	list.scanProgress = {
		...list.scanProgress,
		...(lastShipments !== undefined && { lastShipments }),
		...(lastRoutine !== undefined && { lastRoutine }),
	};
	return {
		snapshot: {
			orders: list,
			...(shipmentsFrom !== undefined && { shipmentsFrom, shipmentsBegan }),
		},
		changes,
	};
}
