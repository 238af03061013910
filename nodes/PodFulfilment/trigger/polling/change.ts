import type { IDataObject } from 'n8n-workflow';

import { EVENT_DATA_KEYS, type EventDataKey } from '../../spec/service';
import { changeIdOf } from '../changeId';
import { millisecondsOf } from './time';
import { LATE_EVENT, type PollingEvent } from './settings';

/** A change to tell. */
export interface Change {
	event: PollingEvent;
	changeId: string;
	/** When it happened as far as the service tells, otherwise when it was noticed. Milliseconds since 1970. */
	at: number;
	/** The object as the service sent it; a shipment with its `orderId`. */
	object: IDataObject;
	/** Key of the order or the task. Changes of one subject keep their order. */
	subject: string;
}

export const dataKeyOf = (event: PollingEvent): EventDataKey =>
	event === LATE_EVENT ? 'order' : EVENT_DATA_KEYS[event];

/** @param at a timestamp of the service, or milliseconds since 1970; where it tells no time, the second of the poll */
export function changeOf(
	event: PollingEvent,
	subject: string,
	object: IDataObject,
	at: unknown,
	now: number,
): Change {
	return {
		event,
		subject,
		object,
		changeId: changeIdOf(event, dataKeyOf(event), object) ?? '',
		at: (typeof at === 'number' ? at : millisecondsOf(at)) ?? now * 1000,
	};
}

/**
 * Sorts changes oldest first. Those of one order stay in the order in which they are to be told, whatever their times
 * say: it is created before its status changes.
 */
export function oldestFirst(changes: Change[]): Change[] {
	const latest = new Map<string, number>();
	return changes
		.map((change) => {
			const at = Math.max(change.at, latest.get(change.subject) ?? Number.NEGATIVE_INFINITY);
			latest.set(change.subject, at);
			return { change, at };
		})
		.sort((a, b) => a.at - b.at)
		.map(({ change }) => change);
}
