// Whether the chosen events and status filters let an event through, in both triggers, or which of them keeps it out.

import type { IDataObject } from 'n8n-workflow';

import { EVENT_DATA_KEYS, isKnownEventType, type EventDataKey } from '../spec/service';
import { camelCase } from './camelCase';
import { STATUS_FIELDS } from './changeId';
import { OTHER_EVENT } from './events';
import { ownValue } from '../input/objects';

/** The trigger's `filters` parameter. An absent or empty list accepts every status. */
export interface EventFilters {
	orderStatuses?: string[];
	mockupTaskStatuses?: string[];
	shipmentStatuses?: string[];
}

/** The filter that applies to each object of an event (spec section 3). */
export const STATUS_FILTERS: Record<EventDataKey, keyof EventFilters> = {
	order: 'orderStatuses',
	mockupTask: 'mockupTaskStatuses',
	shipment: 'shipmentStatuses',
};

/** What the filters compare of an event. */
interface FilteredEvent {
	/** As the service sends it, or that of the polling trigger. */
	type: string;
	/** The object of a known type is under the spec's name, such as `mockupTask`. */
	data: IDataObject;
}

/** A field of an object as the service sent it, whose name may be spelled in snake_case. */
const fieldOf = (object: IDataObject, name: string): unknown =>
	ownValue(object, name) ?? Object.entries(object).find(([key]) => camelCase(key) === name)?.[1];

/** What keeps an event from starting the workflow: the chosen events, or a filter, which lacks this status. */
export type FilteredBy = { by: 'events' } | { by: keyof EventFilters; status: unknown };

/**
 * What keeps an event from starting the workflow; undefined if it is to start it: its type is selected (`other` selects
 * every type that the spec does not name), and its status is in the filter for its object, if one is set.
 */
export function filteredBy(
	{ type, data }: FilteredEvent,
	events: string[],
	filters: EventFilters,
): FilteredBy | undefined {
	if (!events.includes(isKnownEventType(type) ? type : OTHER_EVENT)) return { by: 'events' };
	if (!isKnownEventType(type)) return undefined;

	const key = EVENT_DATA_KEYS[type];
	const filter = STATUS_FILTERS[key];
	const statuses = filters[filter] ?? [];
	const current = fieldOf(data[key] as IDataObject, STATUS_FIELDS[key]);
	return statuses.length === 0 || statuses.some((status) => status === current)
		? undefined
		: { by: filter, status: current };
}
