// What newly chosen events and filters mean for what is remembered.

import type { PolledEvent } from '../../events';
import {
	isSameChoice,
	isWanted,
	type PollingSettings,
	watchesOrders,
	watchesParcels,
	watchesTasks,
} from '../state/settings';
import {
	GONE,
	MISSING,
	NEW,
	newList,
	NOTHING,
	type Choice,
	type ListState,
	type OrderEntry,
	type State,
	type TaskEntry,
	type Tracked,
} from '../state/state';
import { isOrderFinished } from './statuses';

// What the chosen events and filters mean for what is known. What is not watched leaves no state.

function mapped<Entry>(list: ListState<Entry>, change: (entry: Entry) => Entry): ListState<Entry> {
	const entries = new Map<string, Entry>();
	for (const [key, entry] of list.entries) entries.set(key, change(entry));
	return { ...list, entries };
}

/** What is recorded and was not told counts as told, unless the choices before and since both want it. */
function settled<Entry extends Tracked>(entry: Entry, event: PolledEvent, goesOn: Wanted): Entry {
	const { told, status } = entry;
	// Of what is not there, the status that was told last has to be known in case it comes back.
	if (told === undefined || status === MISSING || status === GONE) return entry;
	const isNews = goesOn(event, status);
	if (told !== NEW) return isNews ? entry : { ...entry, told: undefined };
	if (goesOn('order.created', status)) return entry;
	return { ...entry, told: isNews ? NOTHING : undefined };
}

function settledOrder(order: OrderEntry, goesOn: Wanted): OrderEntry {
	const after = settled(order, 'order.updated', goesOn);
	if (order.parcels.size === 0) return after;
	const parcels = new Map(order.parcels);
	for (const [key, parcel] of parcels)
		parcels.set(key, settled(parcel, 'shipment.created', goesOn));
	return { ...after, parcels };
}

/** Parcels that are watched from now on: what their first reading shows was there, but for what leaves from now on. */
const withUnreadParcels = (
	order: OrderEntry,
	settings: PollingSettings,
	now: number,
): OrderEntry => {
	const isFinished = order.status === GONE || isOrderFinished(order, { settings, now });
	return { ...order, parcels: new Map(), reading: isFinished ? 'skipped' : 'silent' };
};

const withoutParcels = (order: OrderEntry): OrderEntry =>
	order.parcels.size === 0 ? order : { ...order, parcels: new Map() };

function ordersFor(
	{ orders, parcelsSince, now }: State,
	settings: PollingSettings,
): ListState<OrderEntry> | undefined {
	if (!orders || !watchesOrders(settings)) return undefined;
	const isWatched = parcelsSince !== undefined;
	if (watchesParcels(settings) === isWatched) return orders;
	return mapped(orders, (order) =>
		isWatched ? withoutParcels(order) : withUnreadParcels(order, settings, now),
	);
}

/**
 * What is known, as the chosen events and filters need it.
 *
 * @param startFrom where this is the first poll of the trigger
 */
export function stateFor(
	before: State,
	settings: PollingSettings,
	startFrom: number | undefined,
): State {
	const { tasks, parcelsSince } = before;
	return {
		...before,
		orders: watchesOrders(settings)
			? (ordersFor(before, settings) ?? newList<OrderEntry>(startFrom))
			: undefined,
		tasks: watchesTasks(settings) ? (tasks ?? newList<TaskEntry>(startFrom)) : undefined,
		parcelsSince: watchesParcels(settings) ? parcelsSince : undefined,
	};
}

/** Whether an event with a status is wanted. */
export type Wanted = (event: PolledEvent, status: unknown) => boolean;

/**
 * What may be from before a new choice, and is wanted all the same: what the choices before and since both want. A list that was
 * not watched at all takes a baseline of its own, so that nothing it finds is from before.
 */
export function wantedByBoth({ choice: earlier, orders }: State, choice: Choice): Wanted {
	const isListNew = (event: PolledEvent): boolean =>
		event === 'mockup_task.finished'
			? !earlier.events.includes(event)
			: orders === undefined || orders.phase === 'unread';
	return (event, status) =>
		isWanted(event, status, choice) && (isListNew(event) || isWanted(event, status, earlier));
}

/** The state of a poll that has read the lists with a new choice: what it has left untold, such as for Emit After. */
export function withChoice(state: State, choice: Choice, both: Wanted): State {
	if (isSameChoice(state.choice, choice)) return state;
	const { orders, tasks } = state;
	return {
		...state,
		choice,
		...(orders && { orders: mapped(orders, (order) => settledOrder(order, both)) }),
		...(tasks && { tasks: mapped(tasks, (task) => settled(task, 'mockup_task.finished', both)) }),
	};
}
