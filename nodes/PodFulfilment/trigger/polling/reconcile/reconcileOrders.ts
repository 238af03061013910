import type { IDataObject } from 'n8n-workflow';

import { nameOf } from '../../changeId';
import { LATE_EVENT } from '../../events';
import { changeOf, type Change } from './changes';
import { classifyOrder, type PollContext } from './classify';
import {
	DRAFT,
	hasPendingChange,
	isHandedOver,
	isInProduction,
	isOrderFinished,
	mayBeLate,
} from './lifeCycle';
import type { Readings } from '../state/progress';
import { reconcileList, type Reconciled } from './reconcileList';
import { reconcileShipments, type ShipmentContext } from './reconcileShipments';
import { watchesShipments, type PollingSettings } from '../settings';
import {
	currentStatus,
	isDue,
	markEmitted,
	observeStatus,
	type ListSnapshot,
	type OrderEntry,
	type Snapshot,
} from '../state/state';
import { secondsOf, secondsOfVersion, statusKey, versionOf } from '../state/values';

/** The entry of an unknown order; undefined for one that is not tracked. */
function newEntry(
	order: IDataObject,
	status: string,
	{ progress }: ListSnapshot<OrderEntry>,
	context: PollContext,
): OrderEntry | undefined {
	const { classification, since } = classifyOrder(order, progress, context);
	if (classification === 'ignored') return undefined;
	const isExisting = classification === 'existing';
	const entry: OrderEntry = {
		...(isExisting || status === '' ? { emitted: status } : { emitted: '', observed: status }),
		since,
		createdAt: secondsOf(order.createdAt),
		...(classification === 'new' && { newSince: context.now }),
		isGone: false,
		isLateSettled: false,
		needsShipmentBaseline: isExisting && status !== DRAFT,
		isClosed: false,
		shipmentsVersion: '',
		shipments: new Map(),
	};
	// The shipments of an order that had finished before the trigger began are not tracked.
	if (isExisting && isOrderFinished(entry, context.now, context.forgetAfter)) {
		entry.shipmentsVersion = versionOf(order);
		entry.isClosed = true;
	}
	return entry;
}

/** When an order whose status is the same last changed, as far as its `updatedAt` tells. Seconds since 1970. */
function lastChangeOf(order: IDataObject, { shipmentsVersion }: OrderEntry, now: number): number {
	const updatedAt = secondsOf(order.updatedAt);
	if (updatedAt === undefined) return 0;
	// One that goes backwards says that something changed, but not when.
	const isBackwards = updatedAt < (secondsOfVersion(shipmentsVersion) ?? 0);
	return isBackwards ? now : Math.min(now, updatedAt);
}

/** The entry of a known order after it was read. */
function observed(before: OrderEntry, order: IDataObject, status: string, now: number): OrderEntry {
	const entry = { ...before, isGone: false };
	entry.createdAt ??= secondsOf(order.createdAt);
	// Without a status in the response, the last one still counts.
	if (status !== '' && observeStatus(entry, status, now)) {
		entry.shipmentsVersion = '';
		entry.isClosed = false;
	} else if (entry.observed === undefined) {
		// It may have had another status in between, and be about to change again: it is watched as long as after a change.
		entry.since = Math.max(entry.since, lastChangeOf(order, before, now));
	}
	return entry;
}

function trackProduction(entry: OrderEntry, order: IDataObject, now: number): void {
	// Not deleted: that would make the entries of most orders slow objects.
	if (!isInProduction(currentStatus(entry))) entry.inProductionSince = undefined;
	else {
		entry.inProductionSince ??= Math.min(
			now,
			secondsOf(order.updatedAt) ?? secondsOf(order.createdAt) ?? now,
		);
	}
}

/** Order Created, then Order Status Changed, as far as they are due. Marks them as emitted. */
function dueChanges(
	entry: OrderEntry,
	key: string,
	order: IDataObject,
	now: number,
	emitAfter: number,
): Change[] {
	const changes: Change[] = [];
	if (entry.newSince !== undefined && entry.newSince + emitAfter <= now) {
		changes.push(changeOf('order.created', key, order, order.createdAt, now));
		delete entry.newSince;
		// Orders are created as drafts, so Order Created says this already.
		if (entry.observed === DRAFT) markEmitted(entry);
	}
	// Never before Order Created: a status is observed with the order, or later.
	if (isDue(entry, now, emitAfter)) {
		changes.push(changeOf('order.updated', key, order, order.updatedAt, now));
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
	now: number,
	settings: PollingSettings,
): Change[] {
	if (!mayBeLate(entry, now, settings)) return [];
	entry.isLateSettled = true;
	if (shipments.some(({ shipmentStatus }) => isHandedOver(nameOf(shipmentStatus)))) return [];
	const dueAt = ((entry.inProductionSince ?? now) + settings.lateAfter) * 1000;
	return [changeOf(LATE_EVENT, key, order, dueAt, now)];
}

/** Begins to watch shipments, or ends it. An event that is not chosen leaves no state, and starts over if chosen again. */
function withShipmentsAsChosen(
	{ orders, shipmentsFrom }: Snapshot,
	now: number,
	settings: PollingSettings,
): Pick<Snapshot, 'orders' | 'shipmentsFrom'> {
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
	const startFrom = orders ? undefined : settings.startFrom;
	return {
		...(orders && { orders: { ...orders, entries: new Map(entries) } }),
		...(isWatched && { shipmentsFrom: Math.min(now, startFrom ?? now) }),
	};
}

/** Compares orders and their shipments with the snapshot. */
export async function reconcileOrders(
	before: Snapshot,
	{ orders: reading, shipments, lastShipments }: Readings,
	now: number,
	settings: PollingSettings,
): Promise<{ snapshot: Pick<Snapshot, 'orders' | 'shipmentsFrom'>; changes: Change[] }> {
	const { emitAfter, forgetAfter, startFrom } = settings;
	const isFirstPoll = before.orders === undefined;
	const { orders, shipmentsFrom } = withShipmentsAsChosen(before, now, settings);
	const shipmentContext: ShipmentContext | undefined =
		shipmentsFrom === undefined
			? undefined
			: {
					now,
					emitAfter,
					from: shipmentsFrom,
					isBaseline:
						before.shipmentsFrom === undefined && (!isFirstPoll || startFrom === undefined),
				};

	const reconcile = (
		key: string,
		order: IDataObject,
		known: OrderEntry | undefined,
		list: ListSnapshot<OrderEntry>,
		context: PollContext,
	): Reconciled<OrderEntry> => {
		const status = statusKey(nameOf(order.status));
		const entry = known
			? observed(known, order, status, now)
			: newEntry(order, status, list, context);
		if (!entry) return { changes: [] };
		trackProduction(entry, order, now);
		const changes = dueChanges(entry, key, order, now, emitAfter);
		const read = shipments.get(key);
		if (read && shipmentContext) {
			changes.push(...reconcileShipments(entry, key, order, read, shipmentContext));
		}
		// Orders that were late when the trigger began come with the second poll.
		if (read && !isFirstPoll) changes.push(...lateChanges(entry, key, order, read, now, settings));
		const isReadCompletely = read !== undefined || shipmentContext === undefined;
		if (isReadCompletely && isOrderFinished(entry, now, forgetAfter)) entry.isClosed = true;
		return { entry, changes };
	};
	const isDone = (order: OrderEntry): boolean =>
		isOrderFinished(order, now, forgetAfter) &&
		(order.isGone || (order.isClosed && !hasPendingChange(order)));

	const { list, changes } = await reconcileList(orders, reading, now, settings, {
		reconcile,
		isDone,
	});
	if (lastShipments !== undefined) list.progress = { ...list.progress, lastShipments };
	return {
		snapshot: { orders: list, ...(shipmentsFrom !== undefined && { shipmentsFrom }) },
		changes,
	};
}
