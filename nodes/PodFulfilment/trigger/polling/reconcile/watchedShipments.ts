import { CLOCK_OVERLAP_SECONDS, watchesShipments, type PollContext } from '../state/pollContext';
import { beganAt, clockAheadSeconds, firstAfter, type ListReading } from '../state/scanProgress';
import type { OrderEntry, Snapshot } from '../state/state';
import { secondsOf } from '../state/values';
import type { ShipmentContext } from './reconcileShipments';

/** What is known of orders and their shipments. */
export type WatchedOrders = Pick<Snapshot, 'orders' | 'shipmentsFrom' | 'shipmentsBegan'>;

/** Begins to watch shipments, or ends it. An event that is not chosen leaves no state, and starts over if chosen again. */
export function withShipmentsAsChosen({
	nowSeconds,
	settings,
	before,
}: PollContext): WatchedOrders {
	const { orders, shipmentsFrom, shipmentsBegan } = before;
	const isWatched = watchesShipments(settings);
	if (isWatched === (shipmentsFrom !== undefined)) return { orders, shipmentsFrom, shipmentsBegan };
	const entries = [...(orders?.entries ?? [])].map(([key, order]): [string, OrderEntry] => [
		key,
		{
			...order,
			shipments: new Map(),
			shipmentsVersion: '',
			// Of a draft, too: an order may have fallen back to it, with parcels.
			needsShipmentBaseline: isWatched,
			canceledAtMs: undefined,
			areShipmentsUnsettled: undefined,
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
export function shipmentsFromOf(
	{ orders, shipmentsFrom }: WatchedOrders,
	reading: ListReading | undefined,
	{ nowSeconds, before, orders: context }: PollContext,
): number | undefined {
	if (shipmentsFrom === undefined) return undefined;
	if (before.shipmentsFrom !== undefined) {
		return shipmentsFrom + clockAheadSeconds(context, reading?.scan);
	}
	const { scanProgress } = context;
	const began = beganAt(reading?.scan);
	// The start date is that of the whole trigger: an event that is chosen later begins now. By a clock of the service that is
	// behind, what leaves from now on may seem older than that date.
	if (!before.orders && scanProgress.startFrom !== undefined) {
		return Math.min(scanProgress.startFrom, began ?? scanProgress.startFrom);
	}
	let newest = 0;
	for (const { updatedAtMs = 0 } of orders?.entries.values() ?? []) {
		newest = Math.max(newest, Math.floor(updatedAtMs / 1000));
	}
	const { members = [], unread = [] } = reading ?? {};
	for (const { createdAt, updatedAt } of [...members, ...unread]) {
		newest = Math.max(newest, secondsOf(createdAt) ?? 0, secondsOf(updatedAt) ?? 0);
	}
	const from = firstAfter(newest === 0 ? undefined : newest, nowSeconds) ?? shipmentsFrom;
	// Pages that were not read may have newer times.
	const isAllRead = before.orders !== undefined || reading?.scan?.isComplete === true;
	return isAllRead ? from : Math.max(from, began ?? shipmentsFrom);
}

/** What decides which shipments are emitted; undefined while shipments are not watched. */
export function shipmentContextOf(
	{ shipmentsFrom, shipmentsBegan = shipmentsFrom }: Partial<Snapshot>,
	{ nowSeconds, settings, before, orders, heldBack, chosenBefore }: PollContext,
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
		heldBack,
		...(chosenBefore && { chosenBefore }),
	};
}
