// The output item of an event: its object, the fields that the trigger sets and the body cannot replace, among them the hash
// of the body that names the event (`eventId`), and all other fields that were sent.

import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { without, withoutUndefined } from '../../input/objects';
import { EVENT_DATA_KEYS, isKnownEventType } from '../../spec/service';
import { camelCaseKeys } from '../camelCase';
import { changeIdOf } from '../changeId';
import type { EventEnvelope } from './envelope';
import { singleHeader, type RequestHeaders } from './signature';

/**
 * Fields that may differ between deliveries of one event: `retries` counts the deliveries, and `statistics` is a
 * running count of the account.
 */
const VARYING_FIELDS = new Set(['retries', 'statistics']);

/**
 * Computes an ID for the event, since the service sends none (spec section 6): the SHA-256, in hex, of the body as
 * canonical JSON (sorted keys) without `retries` and `statistics`. Every delivery of one event has the same ID, however
 * its JSON is formatted; events that differ in any other field have different IDs. Headers are not included: the
 * signature does not cover them.
 */
export function eventIdOf(envelope: EventEnvelope): string {
	const entries = Object.entries(envelope.body).filter(([key]) => !VARYING_FIELDS.has(key));
	return createHash('sha256').update(canonicalObject(entries)).digest('hex');
}

function canonicalJson(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
	if (typeof value === 'object' && value !== null) return canonicalObject(Object.entries(value));
	return JSON.stringify(value);
}

function canonicalObject(entries: Array<[string, unknown]>): string {
	const fields = entries
		.sort(([left], [right]) => (left < right ? -1 : 1))
		.map(([key, value]) => `${JSON.stringify(key)}:${canonicalJson(value)}`);
	return `{${fields.join(',')}}`;
}

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
