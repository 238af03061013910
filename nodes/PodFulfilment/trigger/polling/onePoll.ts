// One poll without n8n: plans what to read, runs it, compares, chooses what to tell, marks it as told.

import { ServiceError } from '../../transport/errors/serviceError';
import type { CurrentFields } from '../currentOrder';
import {
	changeKey,
	chosenFor,
	oldestFirst,
	orderAfterTold,
	taskAfterTold,
	withoutRepeated,
	type ObservedChange,
} from './compare/changes';
import { emissionOf, type Emission, type EmissionLimits, type WaitedPolls } from './items';
import { withShareOfTime, type PollRequests } from './read/client';
import { ListReader, MAX_TRACKED, ORDERS, type ReadContext, TASKS } from './read/listReader';
import { OrderReader } from './read/orderReader';
import { WorkQueue } from './read/queue';
import { dataKeyOf, type PollingSettings } from './compare/settings';
import type { Choice, State } from './state/state';

/** Share of the time for pages. The rest is for what is read one by one, as that follows from them. */
const PAGES_SHARE = 0.7;

/** Share of the time for all that, where current orders are read after it. */
const SHARE_WITH_CURRENT_ORDERS = 0.7;

/** What decides a poll, besides the state. */
export interface PollInput {
	settings: PollingSettings;
	/** Start From, where this is the first poll of the trigger. */
	startFrom: number | undefined;
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
	/** Of each list that is watched, a page was read. */
	hasAllLists: boolean;
}

/** The state of a trigger that has never polled. */
export const newState = (address: string, choice: Choice): State => ({ address, choice, now: 0 });

/** Names what found no room among what cannot be read. */
const NO_ROOM_SUBJECT = 'the rest of the list';

const noRoomError = (): ServiceError =>
	new ServiceError({
		message: `The trigger keeps in mind ${MAX_TRACKED.toLocaleString('en-US')} orders with their shipments, and as many mockup tasks; the list has more`,
		description: 'What is known is watched.',
		outcome: 'refused',
	});

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
	const { settings, startFrom, currentOrders } = input;
	const { known, isWanted, settle } = chosenFor(before, settings, startFrom);
	const requests = currentOrders
		? withShareOfTime(input.requests, SHARE_WITH_CURRENT_ORDERS)
		: input.requests;
	const context: ReadContext = {
		settings,
		requests,
		keepsAll: currentOrders !== undefined,
		parcelsSince: known.parcelsSince,
	};
	const orders = known.orders && new OrderReader(known.orders, context);
	const tasks = known.tasks && new ListReader(TASKS, known.tasks, context);
	const lists = [...(orders ? [orders] : []), ...(tasks ? [tasks] : [])];
	const pages = withShareOfTime(requests, PAGES_SHARE);
	await Promise.all(lists.map(async (list) => await list.readPages(pages)));
	const queue = new WorkQueue(requests);
	for (const list of lists) queue.add(await list.jobs());
	await queue.run();
	const { reports } = requests;
	if (lists.some(({ leftOut }) => leftOut > 0)) reports.fail(NO_ROOM_SUBJECT, noRoomError());
	else reports.succeed(NO_ROOM_SUBJECT);
	const ordersAfter = await orders?.listAfter(queue);
	const tasksAfter = await tasks?.listAfter(queue);
	const state: State = {
		...known,
		now: requests.client.clock.now,
		orders: ordersAfter,
		tasks: tasksAfter,
		parcelsSince: orders?.parcelsSince,
	};

	const found = oldestFirst(lists.flatMap(({ changes }) => [...changes.values()].flat()));
	const wanted = withoutRepeated(found).filter(isWanted);
	const whole = wanted.filter(isWhole);
	// With _Add Current Order_, what lacks its order waits for a later poll.
	const { changes, fields }: Emission =
		currentOrders && orders
			? await emissionOf(whole, orders, input.requests, currentOrders.waited, currentOrders.limits)
			: { changes: whole, fields: new Map() };
	const told = new Set(changes.map(changeKey));
	// What is not wanted counts as told.
	markTold(
		state,
		found.filter((change) => !isWanted(change) || told.has(changeKey(change))),
	);
	return {
		changes,
		after: lists.some(({ hasPage }) => hasPage) ? settle(state) : state,
		fields,
		hasAllLists: lists.every(({ hasPage }) => hasPage),
	};
}
