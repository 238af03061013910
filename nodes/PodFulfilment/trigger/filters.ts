import { EVENT_DATA_KEYS, type EventDataKey } from '../spec/service';
import { isKnownEventType } from './envelope';
import type { EventItem } from './eventItem';
import { OTHER_EVENT } from './outputs';

/** The trigger's `filters` parameter: an absent or empty list lets every status pass. */
export interface EventFilters {
	orderStatuses?: string[];
	mockupTaskStatuses?: string[];
	shipmentStatuses?: string[];
}

/** Which list filters which object, by which of its fields (spec section 3). */
const STATUS_FILTERS: Record<EventDataKey, { filter: keyof EventFilters; field: string }> = {
	order: { filter: 'orderStatuses', field: 'status' },
	mockupTask: { filter: 'mockupTaskStatuses', field: 'status' },
	shipment: { filter: 'shipmentStatuses', field: 'shipmentStatus' },
};

/**
 * Whether the user asked for this event: its type is among the chosen ones (`other` stands for every type
 * that the spec does not name) and its status passes the filter of its kind of object, if one is set.
 */
export function isWanted(item: EventItem, events: string[], filters: EventFilters): boolean {
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
