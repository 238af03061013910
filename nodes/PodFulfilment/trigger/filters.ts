import { EVENT_DATA_KEYS, type EventDataKey } from '../spec/service';
import { isKnownEventType } from './envelope';
import type { EventItem } from './eventItem';
import { OTHER_EVENT } from './outputs';

/** The trigger's `filters` parameter. An absent or empty list accepts every status. */
export interface EventFilters {
	orderStatuses?: string[];
	mockupTaskStatuses?: string[];
	shipmentStatuses?: string[];
}

/** The filter that applies to each object of an event, and the object's field that it compares (spec section 3). */
const STATUS_FILTERS: Record<EventDataKey, { filter: keyof EventFilters; field: string }> = {
	order: { filter: 'orderStatuses', field: 'status' },
	mockupTask: { filter: 'mockupTaskStatuses', field: 'status' },
	shipment: { filter: 'shipmentStatuses', field: 'shipmentStatus' },
};

/**
 * Whether an event is to start the workflow: its type is selected (`other` selects every type that the spec does not
 * name), and its status is in the filter for its object, if one is set.
 */
export function passesFilters(item: EventItem, events: string[], filters: EventFilters): boolean {
	const { event } = item;
	if (!isKnownEventType(event)) return events.includes(OTHER_EVENT);

	const key = EVENT_DATA_KEYS[event];
	const { filter, field } = STATUS_FILTERS[key];
	const statuses = filters[filter] ?? [];
	const object = item[key] as Record<string, unknown>;
	return (
		events.includes(event) &&
		(statuses.length === 0 || statuses.some((status) => status === object[field]))
	);
}
