// A change that was observed, the order of changes, and which count as told: those that were told, and with a new choice of events
// and filters those that it does not want.

import type { IDataObject } from 'n8n-workflow';

import { millisecondsOf } from '../../../input/timestamp';
import { changeIdOf } from '../../changeId';
import { LATE_EVENT, type PolledEvent, WAITING_EVENT } from '../../events';
import {
	dataKeyOf,
	choiceOf,
	isSameChoice,
	isWanted,
	type PollingSettings,
	watchesOrders,
	watchesParcels,
	watchesTasks,
} from './settings';
import {
	GONE,
	type ListState,
	MISSING,
	NEW,
	newList,
	NOTHING,
	type OrderEntry,
	type State,
	type TaskEntry,
	type Told,
	type Tracked,
	keyOf,
} from '../state/state';
import { DRAFT, isOrderFinished } from './policy';

/** A difference between two polls that is to be told. Unlike `Change` in order/change/makeChange.ts, which is a write to the service. */
export interface ObservedChange {
	event: PolledEvent;
	/** See {@link changeIdOf}. */
	changeId: string;
	/** When it happened if the service says so, otherwise when it was observed. Since 1970. */
	timeMs: number;
	/** The object as the service sent it; a parcel with its `orderId`. */
	object: IDataObject;
	/** Key of the order or the task. Changes with the same key keep their order. */
	objectKey: string;
}

/**
 * @param time a timestamp of the service, or any other that {@link millisecondsOf} reads
 * @param now time of the service in seconds, used where `time` is no time
 * @param count of the events of this kind for the object; more than 1 for reminders
 */
export function changeOf(
	event: PolledEvent,
	objectKey: string,
	object: IDataObject,
	time: unknown,
	now: number,
	count = 1,
): ObservedChange {
	const changeId = changeIdOf(event, dataKeyOf(event), object) ?? '';
	return {
		event,
		objectKey,
		object,
		changeId: count > 1 ? `${changeId}/${count}` : changeId,
		timeMs: millisecondsOf(time) ?? now * 1000,
	};
}

/** Identifies a change among those of one poll. That of a parcel is the same with each order that lists it. */
export const changeKey = ({ event, objectKey, changeId }: ObservedChange): string =>
	event === 'shipment.created' && changeId !== ''
		? `${event} ${changeId}`
		: `${event} ${objectKey} ${changeId}`;

/** Leaves out what was found before: a parcel, with another order. */
export function withoutRepeated(changes: ObservedChange[]): ObservedChange[] {
	const first = new Map<string, ObservedChange>();
	for (const change of changes) {
		const key = changeKey(change);
		if (!first.has(key)) first.set(key, change);
	}
	return [...first.values()];
}

/**
 * Sorts changes oldest first. Those of one order stay as they are, whatever their times say: an order is created before
 * its status changes.
 */
export function oldestFirst(changes: ObservedChange[]): ObservedChange[] {
	const latestMs = new Map<string, number>();
	return changes
		.map((change) => {
			const timeMs = Math.max(
				change.timeMs,
				latestMs.get(change.objectKey) ?? Number.NEGATIVE_INFINITY,
			);
			latestMs.set(change.objectKey, timeMs);
			return { change, timeMs };
		})
		.sort((a, b) => a.timeMs - b.timeMs)
		.map(({ change }) => change);
}

const again = (before: Told | undefined, now: number): Told => ({
	count: (before?.count ?? 0) + 1,
	at: now,
});

/** The entry of a task once a change of it counts as told. */
export const taskAfterTold = (task: TaskEntry): TaskEntry => ({ ...task, told: undefined });

/** The entry of an order once a change of it, or of one of its parcels, counts as told. */
export function orderAfterTold(
	order: OrderEntry,
	{ event, object }: ObservedChange,
	now: number,
): OrderEntry {
	switch (event) {
		case 'order.created': {
			// Orders are created as drafts, so Order Created says this already.
			const isSaid = order.status === DRAFT || order.status === NOTHING;
			return order.told === NEW ? { ...order, told: isSaid ? undefined : NOTHING } : order;
		}
		case 'shipment.created': {
			const parcels = new Map(order.parcels);
			const key = keyOf(object);
			const parcel = parcels.get(key);
			if (parcel) parcels.set(key, { status: parcel.status, since: 0 });
			return { ...order, parcels };
		}
		case LATE_EVENT:
			return { ...order, late: again(order.late, now) };
		case WAITING_EVENT:
			return { ...order, waiting: again(order.waiting, now) };
		default:
			return order.told === NEW ? order : { ...order, told: undefined };
	}
}

function mapped<Entry>(list: ListState<Entry>, change: (entry: Entry) => Entry): ListState<Entry> {
	const entries = new Map<string, Entry>();
	for (const [key, entry] of list.entries) entries.set(key, change(entry));
	return { ...list, entries };
}

/** Whether an event with a status is wanted. */
type Wanted = (event: PolledEvent, status: unknown) => boolean;

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

/** The orders that are known, with parcels only where these are watched. */
function ordersFor(
	{ orders, parcelsSince, now }: State,
	settings: PollingSettings,
): ListState<OrderEntry> | undefined {
	const isWatched = parcelsSince !== undefined;
	if (!orders || watchesParcels(settings) === isWatched) return orders;
	return mapped(orders, (order): OrderEntry => {
		if (isWatched) return order.parcels.size === 0 ? order : { ...order, parcels: new Map() };
		// Watched from now on: what their first reading shows was there, but for what leaves from now on.
		const isFinished = order.status === GONE || isOrderFinished(order, { settings, now });
		return { ...order, parcels: new Map(), reading: isFinished ? 'skipped' : 'silent' };
	});
}

/** What the chosen events and filters mean for one poll. */
export interface Chosen {
	/** What is known, as far as they need it: what is not watched leaves no state. */
	known: State;
	/** Whether they let a change through. */
	isWanted(change: ObservedChange): boolean;
	/** The state of a poll that has read the lists with them: what it has left untold, such as for Emit After. */
	settle(state: State): State;
}

/**
 * What may be from before a new choice is told where the choices before and since both want it. A list that was not watched at
 * all takes a baseline of its own, so that nothing it finds is from before.
 *
 * @param startFrom where this is the first poll of the trigger
 */
export function chosenFor(
	before: State,
	settings: PollingSettings,
	startFrom: number | undefined,
): Chosen {
	const { choice: earlier, orders, tasks, parcelsSince } = before;
	const choice = choiceOf(settings.events, settings.filters);
	const isListNew = (event: PolledEvent): boolean =>
		event === 'mockup_task.finished'
			? !earlier.events.includes(event)
			: orders === undefined || orders.phase === 'unread';
	const goesOn: Wanted = (event, status) =>
		isWanted(event, status, choice) && (isListNew(event) || isWanted(event, status, earlier));
	return {
		known: {
			...before,
			orders: watchesOrders(settings)
				? (ordersFor(before, settings) ?? newList<OrderEntry>(startFrom))
				: undefined,
			tasks: watchesTasks(settings) ? (tasks ?? newList<TaskEntry>(startFrom)) : undefined,
			parcelsSince: watchesParcels(settings) ? parcelsSince : undefined,
		},
		isWanted: ({ event, object }) => goesOn(event, object.shipmentStatus ?? object.status),
		settle: (state) => {
			if (isSameChoice(state.choice, choice)) return state;
			const settleTask = (task: TaskEntry): TaskEntry =>
				settled(task, 'mockup_task.finished', goesOn);
			return {
				...state,
				choice,
				orders: state.orders && mapped(state.orders, (order) => settledOrder(order, goesOn)),
				tasks: state.tasks && mapped(state.tasks, settleTask),
			};
		},
	};
}
