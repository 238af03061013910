import type { IDataObject } from 'n8n-workflow';
import { camelCaseKeys } from './camelCase';
import type { EventEnvelope } from './envelope';
import { eventIdOf } from './eventId';
import { singleHeader, type RequestHeaders } from './signature';

/** What the trigger emits for one event: these fields, then `order`, `mockupTask` or `shipment`, then the rest. */
export interface EventItem extends IDataObject {
	event: string;
	eventId: string;
	occurredAt?: string;
	retries?: number;
	accountId?: string;
	webhookId?: string;
}

/** What the envelope and the headers alone may set: where they do not, nothing in the body stands in for it. */
const OWN_FIELDS = new Set(['event', 'eventId', 'occurredAt', 'retries', 'accountId', 'webhookId']);

/**
 * The item of an event: one shape for every type, fields named as in the REST resources. A field that was
 * not sent is absent. Fields that the spec does not name are kept, be they in the envelope, in `data` or
 * in the object within; none of them can take the place of the fields that the trigger itself sets.
 */
export function toEventItem(envelope: EventEnvelope, headers: RequestHeaders): EventItem {
	const { type: _type, data: _data, ...outside } = envelope.body;
	const carried = foreignFields(envelope.data);
	// A field of the envelope that is called like the order must not replace it.
	const rest = Object.entries(foreignFields(outside)).filter(
		([name]) => !Object.hasOwn(carried, name),
	);
	const own: EventItem = withoutMissing({
		event: envelope.type,
		eventId: eventIdOf(envelope),
		occurredAt: envelope.occurredAt,
		retries: envelope.retries,
		accountId: singleHeader(headers, 'X-Account-Id'),
		webhookId: singleHeader(headers, 'X-Webhook-Id'),
	});
	return { ...own, ...carried, ...Object.fromEntries(rest) };
}

function foreignFields(object: IDataObject): IDataObject {
	const fields = Object.entries(camelCaseKeys(object));
	return Object.fromEntries(fields.filter(([name]) => !OWN_FIELDS.has(name)));
}

function withoutMissing<Fields extends object>(fields: Fields): Fields {
	return Object.fromEntries(
		Object.entries(fields).filter(([, value]) => value !== undefined),
	) as Fields;
}
