import type { IDataObject } from 'n8n-workflow';

import { EVENT_DATA_KEYS, type EventDataKey } from '../spec/service';
import { camelCase } from './camelCase';
import { isKnownEventType, type EventEnvelope } from './webhook/envelope';
import { OTHER_EVENT } from './events';

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

/** A field of an object as the service sent it, whose name may be spelled in snake_case. */
const fieldOf = (object: IDataObject, name: string): unknown =>
	object[name] ?? Object.entries(object).find(([key]) => camelCase(key) === name)?.[1];

/** What keeps an event from starting the workflow: the chosen events, or a filter, which lacks this status. */
export type FilteredBy = { by: 'events' } | { by: keyof EventFilters; status: unknown };

/**
 * What keeps an event from starting the workflow; undefined if it is to start it: its type is selected (`other` selects
 * every type that the spec does not name), and its status is in the filter for its object, if one is set.
 */
export function filteredBy(
	{ type, data }: Pick<EventEnvelope, 'type' | 'data'>,
	events: string[],
	filters: EventFilters,
): FilteredBy | undefined {
	if (!events.includes(isKnownEventType(type) ? type : OTHER_EVENT)) return { by: 'events' };
	if (!isKnownEventType(type)) return undefined;

	const key = EVENT_DATA_KEYS[type];
	const { filter, field } = STATUS_FILTERS[key];
	const statuses = filters[filter] ?? [];
	const current = fieldOf(data[key] as IDataObject, field);
	return statuses.length === 0 || statuses.some((status) => status === current)
		? undefined
		: { by: filter, status: current };
}

export const passesFilters = (...event: Parameters<typeof filteredBy>): boolean =>
	filteredBy(...event) === undefined;
