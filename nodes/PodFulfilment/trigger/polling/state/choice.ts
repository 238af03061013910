import { EVENT_DATA_KEYS, type EventDataKey } from '../../../spec/service';
import { LATE_EVENT, WAITING_EVENT, type PolledEvent } from '../../events';
import type { EventFilters } from '../../eventFilters';
import type { Choice } from './state';
import { statusKey } from './values';

// What the user has chosen: events, and filters for statuses.

const FILTERS = {
	order: 'orderStatuses',
	mockupTask: 'mockupTaskStatuses',
	shipment: 'shipmentStatuses',
} as const satisfies Record<EventDataKey, keyof EventFilters>;

const sorted = (values: unknown): string[] =>
	Array.isArray(values) ? values.map(String).sort((a, b) => (a < b ? -1 : 1)) : [];

/** Late and waiting orders are told as they are, whenever they are chosen: they are no part of what is compared. */
const isAlwaysAsItIs = (event: string): boolean => event === LATE_EVENT || event === WAITING_EVENT;

/** What is chosen, always written in the same way. */
export const choiceOf = (events: readonly string[], filters: EventFilters): Choice => ({
	events: sorted(events.filter((event) => !isAlwaysAsItIs(event))),
	filters: Object.fromEntries(
		Object.values(FILTERS)
			.map((name) => [name, sorted(filters[name])] as const)
			.filter(([, statuses]) => statuses.length > 0),
	),
});

export const isSameChoice = (one: Choice, other: Choice): boolean => {
	const texts = [one, other].map(({ events, filters }) =>
		JSON.stringify([events, ...Object.values(FILTERS).map((name) => filters[name] ?? [])]),
	);
	return texts[0] === texts[1];
};

export const dataKeyOf = (event: PolledEvent): EventDataKey =>
	event === LATE_EVENT || event === WAITING_EVENT ? 'order' : EVENT_DATA_KEYS[event];

/**
 * Whether an event is wanted. The filter for order statuses is for changes of the status: it does not apply to Order Not
 * Shipped in Time and Order Waiting, which are asked for only where they are chosen.
 */
export function isWanted(
	event: PolledEvent,
	status: unknown,
	{ events, filters }: Choice,
): boolean {
	if (isAlwaysAsItIs(event)) return true;
	if (!events.includes(event)) return false;
	const statuses = filters[FILTERS[dataKeyOf(event)]] ?? [];
	const key = statusKey(status);
	return statuses.length === 0 || statuses.some((one) => statusKey(one) === key);
}
