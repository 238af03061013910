import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { pick } from '../../../api/resource';
import { simplifyOrder } from '../../../api/simplifyOrder';
import { simplifyShipment } from '../../../api/simplifyShipment';
import { millisecondsOf } from '../../../input/timestamp';
import { EVENT_DATA_KEYS, type EventDataKey } from '../../../spec/service';
import { changeIdOf } from '../../changeId';
import { LATE_EVENT, POLLED_EVENTS } from '../../events';
import { passesFilters, type EventFilters } from '../../filters';
import { distribute } from '../../outputs';
import type { PollingEvent } from '../settings';

/** A change to emit. */
export interface Change {
	event: PollingEvent;
	changeId: string;
	/** When it happened if the service says so, otherwise when it was observed. Milliseconds since 1970. */
	at: number;
	/** The object as the service sent it; a shipment with its `orderId`. */
	object: IDataObject;
	/** Key of the order or the task. Changes with the same subject keep their order. */
	subject: string;
}

export const dataKeyOf = (event: PollingEvent): EventDataKey =>
	event === LATE_EVENT ? 'order' : EVENT_DATA_KEYS[event];

/**
 * @param at a timestamp of the service, or milliseconds since 1970
 * @param now time of the poll in seconds since 1970, for an `at` that is no time
 */
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
 * Sorts changes oldest first. Those of one order stay as they are, whatever their times say: an order is created before
 * its status changes.
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

/** Whether a change passes the parameters. The filter for order statuses does not apply to Order Not Shipped in Time. */
export const isWanted = (
	{ event, object }: Change,
	events: string[],
	filters: EventFilters,
): boolean =>
	event === LATE_EVENT
		? events.includes(event)
		: passesFilters({ type: event, data: { [dataKeyOf(event)]: object } }, events, filters);

const withoutJsonLdKeys = (object: IDataObject): IDataObject =>
	pick(
		object,
		Object.keys(object).filter((key) => !key.startsWith('@')),
	);

/** Objects look as in the output of the action node. */
const SIMPLIFIED: Record<EventDataKey, (object: IDataObject) => IDataObject> = {
	order: simplifyOrder,
	shipment: simplifyShipment,
	mockupTask: withoutJsonLdKeys,
};

/** The item of a change: that of the webhook trigger, without the fields that only a delivery has. */
export function toItem({ event, changeId, at, object }: Change): INodeExecutionData {
	const key = dataKeyOf(event);
	return {
		json: {
			event,
			[key]: SIMPLIFIED[key](object),
			// There is no delivery whose ID could stand here.
			eventId: changeId,
			changeId,
			occurredAt: new Date(at).toISOString(),
		},
	};
}

/** Items of changes, on the outputs of their events. */
export const toOutputs = (
	changes: Change[],
	events: string[],
	mode: string,
): INodeExecutionData[][] =>
	distribute(
		changes.map((change) => ({ item: toItem(change), event: change.event })),
		events,
		mode,
		POLLED_EVENTS,
	);
