// One poll without n8n: reads, compares, chooses what to tell, marks it as told.

import type { CurrentFields } from '../currentFields';
import {
	changeKey,
	oldestFirst,
	orderAfterTold,
	taskAfterTold,
	withoutRepeatedParcels,
	type ObservedChange,
} from './compare/changes';
import { stateFor, wantedByBoth, withChoice } from './compare/newChoice';
import {
	emissionOf,
	withTimeForCurrentOrders,
	type EmissionLimits,
	type WaitedPolls,
} from './currentOrders';
import type { PollRequests } from './read/failures';
import { readAll, type Readings } from './read/readAll';
import { ORDERS, TASKS } from './read/sources';
import { choiceOf, dataKeyOf, type PollingSettings } from './state/settings';
import type { ServiceClock } from './read/client';
import type { Choice, State } from './state/state';

/** What decides a poll, besides the state. */
export interface PollInput {
	settings: PollingSettings;
	/** Start From, where this is the first poll of the trigger. */
	startFrom: number | undefined;
	clock: ServiceClock;
	requests: PollRequests;
	/** With _Add Current Order_: how long events have waited for their orders. */
	currentOrders?: { waited: WaitedPolls; limits?: EmissionLimits };
}

/** What one poll tells, and leaves for the next. */
export interface PollResult {
	/** Oldest first. */
	changes: ObservedChange[];
	/** All of them count as told. Whoever stores it has to emit them in the same step. */
	after: State;
	/** What _Add Current Order_ adds to the items of an order, by the key of its ID. */
	fields: ReadonlyMap<string, CurrentFields>;
	waited: WaitedPolls;
	/** Members of the lists that the state has no room for. */
	leftOut: number;
	/** Of a list that is watched, no page could be read. */
	isAnyListUnread: boolean;
}

/** The state of a trigger that has never polled. */
export const newState = (address: string, choice: Choice): State => ({
	address,
	choice,
	now: 0,
	areTasksFirst: false,
});

/** Chooses what to tell of what is wanted. With _Add Current Order_, what lacks its order waits for a later poll. */
async function tellable(
	wanted: ObservedChange[],
	{ orders, parcels }: Readings,
	{ requests, currentOrders }: PollInput,
): Promise<Pick<PollResult, 'fields' | 'waited'> & { heldBack: ReadonlySet<string> }> {
	if (!currentOrders) return { heldBack: new Set(), fields: new Map(), waited: new Map() };
	const { waited, limits } = currentOrders;
	const seen = orders?.seen ?? new Map();
	const emission = await emissionOf(wanted, seen, parcels, requests, waited, limits);
	// Nothing waits any more for an order that was forgotten.
	const isKnown = ([key]: [string, number]): boolean => orders?.list.entries.has(key) === true;
	return { ...emission, waited: new Map([...emission.waited].filter(isKnown)) };
}

/** Whether an object can be told: what the list abbreviates, and its ID did not show, is told by a later poll. */
const isWhole = ({ event, object }: ObservedChange): boolean => {
	const key = dataKeyOf(event);
	if (key === 'shipment') return true;
	return (key === 'mockupTask' ? TASKS : ORDERS).isComplete(object);
};

/** Marks changes as told in a state of this poll. */
function markTold({ orders, tasks, now }: State, changes: readonly ObservedChange[]): void {
	for (const change of changes) {
		const { event, objectKey: key } = change;
		const order = orders?.entries.get(key);
		const task = tasks?.entries.get(key);
		if (dataKeyOf(event) === 'mockupTask') {
			if (task) tasks?.entries.set(key, taskAfterTold(task));
		} else if (order) orders?.entries.set(key, orderAfterTold(order, change, now));
	}
}

/**
 * One poll without n8n: reads and compares, and says what to tell and what the next poll has to know. Whoever goes back to an
 * older state gets the changes since then again, under the same `changeId`.
 */
export async function onePoll(before: State, input: PollInput): Promise<PollResult> {
	const { settings, startFrom, clock, requests, currentOrders } = input;
	const choice = choiceOf(settings.events, settings.filters);
	const known = stateFor(before, settings, startFrom);
	const { parcelsSince } = known;
	const readings = await readAll(
		known,
		{
			settings,
			clock,
			keepsAll: currentOrders !== undefined,
			...(parcelsSince !== undefined && { parcelsSince }),
		},
		currentOrders ? withTimeForCurrentOrders(requests) : requests,
	);
	// What may be from before a new choice is told where both want it. What is not wanted counts as told.
	const found = oldestFirst(readings.found);
	const both = wantedByBoth(before, choice);
	const isWantedByBoth = ({ event, object }: ObservedChange): boolean =>
		both(event, object.shipmentStatus ?? object.status);
	const wanted = withoutRepeatedParcels(found).filter(isWantedByBoth);
	const whole = wanted.filter(isWhole);
	const { heldBack, fields, waited } = await tellable(whole, readings, input);
	const isLeft = (change: ObservedChange): boolean =>
		heldBack.has(changeKey(change)) || (!isWhole(change) && isWantedByBoth(change));
	markTold(
		readings.state,
		found.filter((change) => !isLeft(change)),
	);
	const { state, leftOut, isAnyListUnread, isNothingRead } = readings;
	return {
		changes: whole.filter((change) => !isLeft(change)),
		after: isNothingRead ? state : withChoice(state, choice, both),
		fields,
		waited,
		leftOut,
		isAnyListUnread,
	};
}
