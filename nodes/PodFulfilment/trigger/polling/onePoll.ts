// One poll without n8n: plans what to read, runs it, compares, chooses what to tell, marks it as told.

import { ServiceError } from '../../transport/errors/serviceError';
import type { CurrentFields } from '../currentFields';
import {
	changeKey,
	chosenFor,
	oldestFirst,
	orderAfterTold,
	taskAfterTold,
	withoutRepeatedParcels,
	type ObservedChange,
} from './compare/changes';
import { emissionOf, type Emission, type EmissionLimits, type WaitedPolls } from './items';
import { withShareOfTime, type PollRequests, type ServiceClock } from './read/client';
import { ListReader, MAX_TRACKED, type ListContext } from './read/listReader';
import { ParcelReader } from './read/parcelReader';
import { WorkQueue } from './read/queue';
import { ORDERS, TASKS } from './read/sources';
import { dataKeyOf, watchesParcels, type PollingSettings } from './state/settings';
import type { Choice, OrderEntry, State, TaskEntry } from './state/state';

/** Share of the time for pages. The rest is for what is read one by one, as that follows from them. */
const PAGES_SHARE = 0.7;

/** Share of the time for all that, where current orders are read after it. */
const SHARE_WITH_CURRENT_ORDERS = 0.7;

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
export const newState = (address: string, choice: Choice): State => ({ address, choice, now: 0 });

/** What is reported where members found no room. */
export const noRoomError = (): ServiceError =>
	new ServiceError({
		message: `The trigger keeps in mind ${MAX_TRACKED.toLocaleString('en-US')} orders with their shipments, and as many mockup tasks; the list has more`,
		description: 'What is known is watched.',
		outcome: 'refused',
	});

/** Since when parcels are watched. Where they were not until now, from what the service says now. */
function parcelsSinceOf(
	{ parcelsSince }: State,
	orders: ListReader<OrderEntry> | undefined,
	{ settings, clock }: ListContext,
): number | undefined {
	if (!watchesParcels(settings) || parcelsSince !== undefined || !orders) return parcelsSince;
	if (orders.before.phase !== 'unread') return clock.now;
	return orders.hasPage ? (orders.beginning ?? clock.now) : undefined;
}

/** Plans what follows from the pages: members to read by their ID, and parcels of orders once these were read. */
async function planned(
	orders: ListReader<OrderEntry> | undefined,
	tasks: ListReader<TaskEntry> | undefined,
	parcels: ParcelReader | undefined,
	requests: PollRequests,
): Promise<WorkQueue> {
	const queue = new WorkQueue(requests);
	await tasks?.pause();
	if (tasks) queue.add(tasks.singleReads(requests));
	if (!orders || !parcels) return queue;
	await orders.pause();
	const routine = parcels.chooseRoutine();
	await orders.pause();
	const singles = orders.singleReads(requests, routine, (key) => parcels.nextOf(key));
	queue.add(singles);
	await orders.pause();
	const isReadFirst = new Set(singles.map(({ key }) => key));
	queue.add(parcels.jobsOf([...orders.entries.keys()].filter((key) => !isReadFirst.has(key))));
	return queue;
}

/** Chooses what to emit of what is wanted. With _Add Current Order_, what lacks its order waits for a later poll. */
async function emissionFor(
	wanted: ObservedChange[],
	orders: ListReader<OrderEntry> | undefined,
	parcels: ParcelReader | undefined,
	{ requests, currentOrders }: PollInput,
): Promise<Emission> {
	if (!currentOrders || !orders || !parcels) {
		return { heldBack: new Set(), fields: new Map(), waited: new Map() };
	}
	const { waited, limits } = currentOrders;
	const { entries, seen } = orders;
	const emission = await emissionOf(wanted, seen, parcels.reading, requests, waited, limits);
	// Nothing waits any more for an order that was forgotten.
	const known = [...emission.waited].filter(([key]) => entries.has(key));
	return { ...emission, waited: new Map(known) };
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
 * One poll without n8n: reads what it has to know, as far as the time allows, compares it with what is known, and says what to tell
 * and what the next poll has to know. What a failed request asked for is absent. Whoever goes back to an older state gets the
 * changes since then again, under the same `changeId`.
 */
export async function onePoll(before: State, input: PollInput): Promise<PollResult> {
	const { settings, startFrom, clock, currentOrders } = input;
	const { known, isWanted, settle } = chosenFor(before, settings, startFrom);
	const context: ListContext = {
		settings,
		clock,
		keepsAll: currentOrders !== undefined,
		parcelsSince: known.parcelsSince,
	};
	const requests = currentOrders
		? withShareOfTime(input.requests, SHARE_WITH_CURRENT_ORDERS)
		: input.requests;
	const orders = known.orders && new ListReader(ORDERS, known.orders, context);
	const tasks = known.tasks && new ListReader(TASKS, known.tasks, context);
	const lists = [...(orders ? [orders] : []), ...(tasks ? [tasks] : [])];
	const pages = withShareOfTime(requests, PAGES_SHARE);
	await Promise.all(lists.map(async (list) => await list.readPages(pages)));
	const parcelsSince = parcelsSinceOf(known, orders, context);
	const parcels = orders && new ParcelReader(orders, parcelsSince, requests);
	const queue = await planned(orders, tasks, parcels, requests);
	await queue.run();
	await orders?.pause();
	const ordersAfter = orders?.listAfter(queue);
	await tasks?.pause();
	const tasksAfter = tasks?.listAfter(queue);
	await orders?.pause();
	parcels?.compare();
	const state: State = {
		...known,
		now: clock.now,
		orders: ordersAfter,
		tasks: tasksAfter,
		parcelsSince,
	};

	const found = oldestFirst(lists.flatMap(({ changes }) => [...changes.values()].flat()));
	const wanted = withoutRepeatedParcels(found).filter(isWanted);
	const whole = wanted.filter(isWhole);
	const { heldBack, fields, waited } = await emissionFor(whole, orders, parcels, input);
	const isLeft = (change: ObservedChange): boolean =>
		heldBack.has(changeKey(change)) || (!isWhole(change) && isWanted(change));
	// What is not wanted counts as told.
	markTold(
		state,
		found.filter((change) => !isLeft(change)),
	);
	return {
		changes: whole.filter((change) => !isLeft(change)),
		after: lists.some(({ hasPage }) => hasPage) ? settle(state) : state,
		fields,
		waited,
		leftOut: lists.reduce((sum, { leftOut }) => sum + leftOut, 0),
		isAnyListUnread: lists.some(({ hasNoPage }) => hasNoPage),
	};
}
