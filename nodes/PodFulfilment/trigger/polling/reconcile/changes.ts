import type { IDataObject } from 'n8n-workflow';

import { millisecondsOf } from '../../../input/timestamp';
import { EVENT_DATA_KEYS, type EventDataKey } from '../../../spec/service';
import { changeIdOf } from '../../changeId';
import { LATE_EVENT, WAITING_EVENT, type PolledEvent } from '../../events';

/** A difference between two polls that is to be emitted. Unlike `Change` in transport, which is a write to the service. */
export interface ObservedChange {
	event: PolledEvent;
	/** See {@link changeIdOf}. */
	changeId: string;
	/** When it happened if the service says so, otherwise when it was observed. Since 1970. */
	timeMs: number;
	/** The object as the service sent it; a shipment with its `orderId`. */
	object: IDataObject;
	/** Key of the order or the task. Changes with the same subject keep their order. */
	objectKey: string;
}

export const dataKeyOf = (event: PolledEvent): EventDataKey =>
	event === LATE_EVENT || event === WAITING_EVENT ? 'order' : EVENT_DATA_KEYS[event];

/**
 * @param time a timestamp of the service, or any other that {@link millisecondsOf} reads
 * @param nowSeconds time of the poll since 1970, used where `time` is no time
 * @param count of the events of this kind for the object; more than 1 for reminders
 */
export function changeOf(
	event: PolledEvent,
	subject: string,
	object: IDataObject,
	time: unknown,
	nowSeconds: number,
	count = 1,
): ObservedChange {
	const changeId = changeIdOf(event, dataKeyOf(event), object) ?? '';
	return {
		event,
		objectKey: subject,
		object,
		changeId: count > 1 ? `${changeId}/${count}` : changeId,
		timeMs: millisecondsOf(time) ?? nowSeconds * 1000,
	};
}

/** Identifies a change among those of one poll. That of a shipment is the same with each order that lists it. */
export const changeKey = ({ event, objectKey, changeId }: ObservedChange): string =>
	event === 'shipment.created' && changeId !== ''
		? `${event} ${changeId}`
		: `${event} ${objectKey} ${changeId}`;

/** Leaves out a shipment that was found with another order before. */
export function withoutRepeatedShipments(changes: ObservedChange[]): ObservedChange[] {
	const found = new Set<string>();
	return changes.filter(({ event, changeId }) => {
		if (event !== 'shipment.created' || changeId === '') return true;
		const isRepeated = found.has(changeId);
		found.add(changeId);
		return !isRepeated;
	});
}

/** Whether a change is left for a later poll; see {@link PollContext.heldBack}. */
export const isHeldBack = (change: ObservedChange, heldBack?: ReadonlySet<string>): boolean =>
	heldBack?.has(changeKey(change)) === true;

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
