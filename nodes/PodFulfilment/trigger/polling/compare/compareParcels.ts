// The parcels of an order compared with what is remembered of them.

import type { IDataObject } from 'n8n-workflow';

import { idOrStatusText } from '../../changeId';
import { isDue, NOTHING, withStatus, type OrderEntry, type Tracked } from '../state/state';
import { DAY_SECONDS, keyOf, secondsOf, statusKey } from '../state/values';
import { changeOf, type ObservedChange } from './changes';
import type { Compared } from './compareOrders';
import { type CompareContext, isOrderFinished } from './statuses';

/** Of a forgotten order that is reopened, parcels that left earlier were told before. */
const REOPENED_SECONDS = 3 * DAY_SECONDS;

/**
 * Since when a parcel has to have left to be news at the first reading of its order's parcels; undefined where all are.
 * A forgotten order that is reopened is found within a day, by a full scan.
 */
function newsSince(
	{ reading, since }: OrderEntry,
	{ parcelsSince = 0 }: CompareContext,
): number | undefined {
	// One that had finished is watched again where Forget After is raised.
	if (reading === 'silent' || reading === 'skipped') return parcelsSince;
	return reading === 'reopened' ? Math.max(parcelsSince, since - REOPENED_SECONDS) : undefined;
}

/** A parcel that is read for the first time. */
function newParcel(
	parcel: IDataObject,
	status: string,
	since: number | undefined,
	now: number,
): Tracked {
	const isNews = since === undefined || (secondsOf(parcel.shippedAt) ?? 0) > since;
	return isNews && status !== '' ? { status, told: NOTHING, since: now } : { status, since: 0 };
}

/** Compares the parcels of an order, all of which were read, with its entry. Pure. */
export function compareParcels(
	key: string,
	before: OrderEntry,
	orderId: string,
	parcels: readonly IDataObject[],
	context: CompareContext,
): Compared<OrderEntry> & { after: OrderEntry } {
	const { now, settings } = context;
	const since = newsSince(before, context);
	const entries = new Map(before.parcels);
	const changes = new Map<string, ObservedChange>();
	for (const parcel of parcels) {
		const parcelKey = keyOf(parcel);
		const status = statusKey(parcel.shipmentStatus);
		const known = entries.get(parcelKey);
		const entry = known ? withStatus(known, status, now) : newParcel(parcel, status, since, now);
		entries.set(parcelKey, entry);
		changes.delete(parcelKey);
		if (!isDue(entry, now, settings.emitAfterSeconds)) continue;
		const object = { ...parcel, orderId: idOrStatusText(parcel.orderId) || orderId };
		const at = status === 'shipped' ? parcel.shippedAt : undefined;
		changes.set(parcelKey, changeOf('shipment.created', key, object, at, now));
	}
	const reading = isOrderFinished(before, context) ? 'done' : 'read';
	return { after: { ...before, parcels: entries, reading }, changes: [...changes.values()] };
}
