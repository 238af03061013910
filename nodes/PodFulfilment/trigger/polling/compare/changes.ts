// A change that was observed, the order of changes, and what is remembered once one is told.

import type { IDataObject } from 'n8n-workflow';

import { millisecondsOf } from '../../../input/timestamp';
import { changeIdOf } from '../../changeId';
import { LATE_EVENT, WAITING_EVENT, type PolledEvent } from '../../events';
import { dataKeyOf } from '../state/settings';
import { NEW, NOTHING, type OrderEntry, type TaskEntry, type Told } from '../state/state';
import { keyOf } from '../state/values';
import { DRAFT } from './statuses';

/** A difference between two polls that is to be told. Unlike `Change` in transport, which is a write to the service. */
export interface ObservedChange {
	event: PolledEvent;
	/** See {@link changeIdOf}. */
	changeId: string;
	/** When it happened if the service says so, otherwise when it was observed. Since 1970. */
	timeMs: number;
	/** The object as the service sent it; a parcel with its `orderId`. */
	object: IDataObject;
	/** Key of the order or the task. Changes with the same key keep their order. */
	objectKey: string;
}

/**
 * @param time a timestamp of the service, or any other that {@link millisecondsOf} reads
 * @param now time of the service in seconds, used where `time` is no time
 * @param count of the events of this kind for the object; more than 1 for reminders
 */
export function changeOf(
	event: PolledEvent,
	objectKey: string,
	object: IDataObject,
	time: unknown,
	now: number,
	count = 1,
): ObservedChange {
	const changeId = changeIdOf(event, dataKeyOf(event), object) ?? '';
	return {
		event,
		objectKey,
		object,
		changeId: count > 1 ? `${changeId}/${count}` : changeId,
		timeMs: millisecondsOf(time) ?? now * 1000,
	};
}

/** Identifies a change among those of one poll. That of a parcel is the same with each order that lists it. */
export const changeKey = ({ event, objectKey, changeId }: ObservedChange): string =>
	event === 'shipment.created' && changeId !== ''
		? `${event} ${changeId}`
		: `${event} ${objectKey} ${changeId}`;

/** Leaves out a parcel that was found with another order before. */
export function withoutRepeatedParcels(changes: ObservedChange[]): ObservedChange[] {
	const found = new Set<string>();
	return changes.filter((change) => {
		if (change.event !== 'shipment.created' || change.changeId === '') return true;
		const key = changeKey(change);
		const isRepeated = found.has(key);
		found.add(key);
		return !isRepeated;
	});
}

/**
 * Sorts changes oldest first. Those of one order stay as they are, whatever their times say: an order is created before
 * its status changes.
 */
export function oldestFirst(changes: ObservedChange[]): ObservedChange[] {
	const latestMs = new Map<string, number>();
	return changes
		.map((change) => {
			const timeMs = Math.max(
				change.timeMs,
				latestMs.get(change.objectKey) ?? Number.NEGATIVE_INFINITY,
			);
			latestMs.set(change.objectKey, timeMs);
			return { change, timeMs };
		})
		.sort((a, b) => a.timeMs - b.timeMs)
		.map(({ change }) => change);
}

const again = (before: Told | undefined, now: number): Told => ({
	count: (before?.count ?? 0) + 1,
	at: now,
});

/** The entry of a task once a change of it counts as told. */
export const taskAfterTold = (task: TaskEntry): TaskEntry => ({ ...task, told: undefined });

/** The entry of an order once a change of it, or of one of its parcels, counts as told. */
export function orderAfterTold(
	order: OrderEntry,
	{ event, object }: ObservedChange,
	now: number,
): OrderEntry {
	switch (event) {
		case 'order.created': {
			// Orders are created as drafts, so Order Created says this already.
			const isSaid = order.status === DRAFT || order.status === NOTHING;
			return order.told === NEW ? { ...order, told: isSaid ? undefined : NOTHING } : order;
		}
		case 'shipment.created': {
			const parcels = new Map(order.parcels);
			const key = keyOf(object);
			const parcel = parcels.get(key);
			if (parcel) parcels.set(key, { status: parcel.status, since: 0 });
			return { ...order, parcels };
		}
		case LATE_EVENT:
			return { ...order, late: again(order.late, now) };
		case WAITING_EVENT:
			return { ...order, waiting: again(order.waiting, now) };
		default:
			return order.told === NEW ? order : { ...order, told: undefined };
	}
}
