// The output item of an event: its object, the fields that the trigger sets and the body cannot replace, and all other
// fields that were sent.

import type { IDataObject } from 'n8n-workflow';

import { without, withoutUndefined } from '../../input/objects';
import { EVENT_DATA_KEYS, isKnownEventType } from '../../spec/service';
import { camelCaseKeys } from '../camelCase';
import { changeIdOf } from '../changeId';
import type { EventEnvelope } from './envelope';
import { eventIdOf } from './eventId';
import { singleHeader, type RequestHeaders } from './signature';

/** Output item for one event. Also has its `order`, `mockupTask` or `shipment`, and all other fields that were sent. */
export interface EventItem extends IDataObject {
	event: string;
	eventId: string;
	changeId: string;
	occurredAt?: string;
	retries?: number;
	accountId?: string;
	webhookId?: string;
	/** The current order and its shipments; null if they could not be read. */
	current?: IDataObject | null;
	/** Why they could not be read, or that they lag behind the event. */
	currentError?: string;
}

/** Set by the trigger only. Fields with these names in the body are dropped, even if the trigger sets no value. */
const RESERVED_FIELDS = new Set([
	'event',
	'eventId',
	'changeId',
	'occurredAt',
	'retries',
	'accountId',
	'webhookId',
	'current',
	'currentError',
]);

/**
 * Builds the item for an event: the same shape for every type, with field names as in the REST resources. Fields that
 * were not sent are absent. Unknown fields of the envelope, of `data` and of the object in it are kept, but never
 * replace a field that the trigger sets.
 */
export function toEventItem(envelope: EventEnvelope, headers: RequestHeaders): EventItem {
	const otherFields = without(envelope.body, ['type', 'data']);
	const data = unreservedFields(envelope.data);
	// An envelope field named 'order' must not replace the order.
	const rest = Object.entries(unreservedFields(otherFields)).filter(
		([name]) => !Object.hasOwn(data, name),
	);
	const eventId = eventIdOf(envelope);
	const delivery = withoutUndefined({
		eventId,
		changeId: changeIdIn(envelope.type, data) ?? eventId,
		occurredAt: envelope.occurredAt,
		retries: envelope.retries,
		accountId: singleHeader(headers, 'X-Account-Id'),
		webhookId: singleHeader(headers, 'X-Webhook-Id'),
	});
	// The object comes first: in the editor, it is what the user looks for.
	return { event: envelope.type, ...data, ...delivery, ...Object.fromEntries(rest) };
}

/** Builds the change ID of an event; undefined for an unknown type, or without ID or status. */
function changeIdIn(type: string, data: IDataObject): string | undefined {
	if (!isKnownEventType(type)) return undefined;
	const key = EVENT_DATA_KEYS[type];
	return changeIdOf(type, key, data[key] as IDataObject);
}

function unreservedFields(object: IDataObject): IDataObject {
	const fields = Object.entries(camelCaseKeys(object));
	return Object.fromEntries(fields.filter(([name]) => !RESERVED_FIELDS.has(name)));
}
