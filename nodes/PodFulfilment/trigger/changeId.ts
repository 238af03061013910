// Names a change the same in both triggers (`changeId`), such as `order/<id>/shipped`. Also which field of an order,
// task or shipment is its status, and reading IDs and statuses as text.

import type { IDataObject } from 'n8n-workflow';

import type { EventDataKey } from '../spec/service';
import { LATE_EVENT, WAITING_EVENT } from './events';
import { ownValue } from '../input/objects';
import { textOrNumber } from '../input/text';

/** The field that holds the status of each object (spec section 2). */
export const STATUS_FIELDS: Record<EventDataKey, 'status' | 'shipmentStatus'> = {
	order: 'status',
	mockupTask: 'status',
	shipment: 'shipmentStatus',
};

/** What happened to an object, for the events that are not named by its status alone. */
const WHAT: Partial<Record<string, (status: string) => string>> = {
	'order.created': () => 'created',
	[LATE_EVENT]: () => 'late',
	[WAITING_EVENT]: (status) => `waiting/${status}`,
};

/**
 * Names a change readably, and the same whichever trigger saw it: `order/<id>/created`, `order/<id>/late`,
 * `order/<id>/waiting/<status>`, or the object with its status, as in `shipment/<id>/returned`.
 *
 * @returns undefined when the object has no ID or no status
 */
export function changeIdOf(
	event: string,
	key: EventDataKey,
	object: IDataObject,
): string | undefined {
	const id = textOrNumber(object.id);
	const status = textOrNumber(object[STATUS_FIELDS[key]]);
	const what = ownValue(WHAT, event)?.(status) ?? status;
	return id === '' || what === '' ? undefined : `${key}/${id}/${what}`;
}
