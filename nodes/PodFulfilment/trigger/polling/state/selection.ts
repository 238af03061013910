import type { EventFilters } from '../../eventFilters';
import { LATE_EVENT, WAITING_EVENT } from '../../events';
import type { ListSnapshot, OrderEntry, Selection, Snapshot, TaskEntry } from './state';

// What a user has chosen, and what that means for what is known. n8n stores the state at activation and when a poll has items
// only, so it may be weeks old when events or filters change: what happened since then would look new to an event that was
// not chosen until now.

const sorted = (values: unknown): string[] =>
	Array.isArray(values) ? values.map(String).sort((a, b) => (a < b ? -1 : 1)) : [];

const FILTERS = ['orderStatuses', 'mockupTaskStatuses', 'shipmentStatuses'] as const;

/** What was chosen, always written in the same way. Late and waiting orders are emitted as they are, whenever chosen. */
export const selectionOf = (events: readonly string[], filters: EventFilters = {}): Selection => ({
	events: sorted(events.filter((event) => event !== LATE_EVENT && event !== WAITING_EVENT)),
	filters: Object.fromEntries(
		FILTERS.map((name) => [name, sorted(filters[name])] as const).filter(
			([, statuses]) => statuses.length > 0,
		),
	),
});

/** By its values: a database may keep the fields of an object in another order. */
const textOf = ({ events, filters }: Selection): string =>
	JSON.stringify([events, ...FILTERS.map((name) => filters[name] ?? [])]);

export const isSameSelection = (one: Selection, other: Selection): boolean =>
	textOf(one) === textOf(other);

function listAsUnsettled<Entry extends TaskEntry>(
	{ entries, scanProgress }: ListSnapshot<Entry>,
	nowSeconds: number,
	unsettled: Partial<Entry>,
): ListSnapshot<Entry> {
	const marked = new Map<string, Entry>();
	for (const [key, entry] of entries) {
		// What the service does not have any more is not read.
		marked.set(key, entry.isDeletedAtService ? entry : { ...entry, ...unsettled });
	}
	return { entries: marked, scanProgress: { ...scanProgress, unsettledSince: nowSeconds } };
}

const areParcelsSame = (one: Selection, other: Selection): boolean =>
	textOf({ events: [], filters: { shipmentStatuses: one.filters.shipmentStatuses ?? [] } }) ===
	textOf({ events: [], filters: { shipmentStatuses: other.filters.shipmentStatuses ?? [] } });

/**
 * What is known when events or filters have changed: of all of it, the next reading may show what is from before. Of shipments
 * only where their filter has changed, since each order takes a request; where their event was not chosen, they begin anew.
 */
export const asUnsettled = (
	snapshot: Snapshot,
	chosen: Selection,
	nowSeconds: number,
): Snapshot => ({
	...snapshot,
	...(snapshot.orders && {
		orders: listAsUnsettled<OrderEntry>(snapshot.orders, nowSeconds, {
			isUnsettled: true,
			...(snapshot.shipmentsFrom !== undefined &&
				snapshot.chosen &&
				!areParcelsSame(snapshot.chosen, chosen) && { areShipmentsUnsettled: true }),
		}),
	}),
	...(snapshot.tasks && {
		tasks: listAsUnsettled<TaskEntry>(snapshot.tasks, nowSeconds, { isUnsettled: true }),
	}),
});

/** Whether something was not read since events or filters changed. */
export const hasUnsettled = ({ orders, tasks }: Snapshot): boolean =>
	orders?.scanProgress.unsettledSince !== undefined ||
	tasks?.scanProgress.unsettledSince !== undefined ||
	[...(orders?.entries.values() ?? [])].some(
		({ isUnsettled, areShipmentsUnsettled }) => isUnsettled ?? areShipmentsUnsettled,
	) ||
	[...(tasks?.entries.values() ?? [])].some(({ isUnsettled }) => isUnsettled);
