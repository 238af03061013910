import type { IDataObject } from 'n8n-workflow';
import { camelCaseKeys } from './camelCase';
import type { EventEnvelope } from './envelope';
import { eventIdOf } from './eventId';
import { singleHeader, type RequestHeaders } from './headers';

/** What the trigger emits for one event: these fields, then `order`, `mockupTask` or `shipment`, then the rest. */
export interface EventItem extends IDataObject {
	event: string;
	eventId: string;
	occurredAt?: string;
	retries?: number;
	accountId?: string;
	webhookId?: string;
}

/** Envelope fields that the item carries under a name of its own. */
const RENAMED = new Set(['type', 'data', 'retries', 'occurredAt']);

/**
 * The item of an event: one shape for every type, fields named as in the REST resources. A field that was
 * not sent is absent. Fields that the spec does not name are kept, be they in the envelope, in `data` or
 * in the object within; none of them can take the place of the fields that the trigger itself sets.
 */
export function toEventItem(envelope: EventEnvelope, headers: RequestHeaders): EventItem {
	const { data: _data, ...outside } = envelope.body;
	const carried = camelCaseKeys(envelope.data);
	// A field of the envelope that is called like the order must not replace it.
	const rest = Object.entries(camelCaseKeys(outside)).filter(
		([name]) => !RENAMED.has(name) && !Object.hasOwn(carried, name),
	);
	const own: EventItem = withoutMissing({
		event: envelope.type,
		eventId: eventIdOf(envelope),
		occurredAt: envelope.occurredAt,
		retries: envelope.retries,
		accountId: singleHeader(headers, 'X-Account-Id'),
		webhookId: singleHeader(headers, 'X-Webhook-Id'),
	});
	return { ...own, ...carried, ...Object.fromEntries(rest), ...own };
}

function withoutMissing<Fields extends object>(fields: Fields): Fields {
	return Object.fromEntries(
		Object.entries(fields).filter(([, value]) => value !== undefined),
	) as Fields;
}
