// What a poll reads, and how its time is divided.

import { LATE_EVENT } from '../../events';
import { ServiceError } from '../../../transport/errors/serviceError';
import type { ObservedChange } from '../compare/changes';
import { watchesParcels } from '../state/settings';
import type { ListState, OrderEntry, State, TaskEntry } from '../state/state';
import { withShareOfTime, type PollRequests } from './failures';
import { beginningOf, MAX_TRACKED, readList, type ListContext, type ListReading } from './readList';
import { readParcels, type ParcelReading } from './readParcels';
import { ORDERS, TASKS } from './sources';

/** No part takes more of the time that is left while another one waits. */
const SHARE = 0.6;

/** Of the tasks where they come first: the orders wait, which most workflows are about. */
const FIRST_TASKS_SHARE = 0.4;

/** What one poll has read and found. */
export interface Readings {
	orders?: ListReading<OrderEntry>;
	tasks?: ListReading<TaskEntry>;
	parcels: ParcelReading;
	/** What is to be told. */
	found: ObservedChange[];
	/** The state after the poll, as if nothing of it had been told. */
	state: State;
	/** Members of the lists that found no room. */
	leftOut: number;
	/** Of a list that is watched, no page could be read. */
	isAnyListUnread: boolean;
	/** Nothing is known of any list. */
	isNothingRead: boolean;
}

/**
 * Reads what one poll has to know, as far as the time allows, and compares it with what is known. A request that fails is added
 * to the failures, and what it asked for is absent.
 */
export async function readAll(
	known: State,
	context: ListContext,
	requests: PollRequests,
): Promise<Readings> {
	const { settings, clock } = context;
	const { orders, tasks } = known;
	const { events } = settings;
	const hasParcels = watchesParcels(settings) || events.includes(LATE_EVENT);
	const readTasks = async (list: ListState<TaskEntry>, part: PollRequests) =>
		await readList(TASKS, list, context, part);
	// They also come first where they were never read: the activation fails with a list that cannot be read.
	const areTasksFirst = known.areTasksFirst || tasks?.phase === 'unread';

	let tasksRead: ListReading<TaskEntry> | undefined;
	let wasCutOff = false;
	if (tasks && orders && areTasksFirst) {
		const part = withShareOfTime(requests, FIRST_TASKS_SHARE);
		tasksRead = await readTasks(tasks, part);
		wasCutOff = tasksRead.isLeft || part.client.deadline.isOver;
	}
	const isMoreToCome = hasParcels || (tasks !== undefined && !tasksRead);
	const ordersRead =
		orders &&
		(await readList(
			ORDERS,
			orders,
			context,
			isMoreToCome ? withShareOfTime(requests, SHARE) : requests,
		));
	const parcelsSince = parcelsSinceOf(known, ordersRead, context);
	const parcelsPart = tasks && !tasksRead ? withShareOfTime(requests, SHARE) : requests;
	const parcels: ParcelReading = ordersRead
		? await readParcels(ordersRead, parcelsSince, parcelsPart)
		: { parcels: new Map(), unread: new Map() };
	if (tasks && !tasksRead) {
		tasksRead = await readTasks(tasks, requests);
		wasCutOff = tasksRead.isLeft || requests.client.deadline.isOver;
	}
	if (tasksRead) tasksRead.list.baselineAt = beginningOf(tasksRead.list, clock);
	const lists = [...(ordersRead ? [ordersRead] : []), ...(tasksRead ? [tasksRead] : [])];
	return {
		...(ordersRead && { orders: ordersRead }),
		...(tasksRead && { tasks: tasksRead }),
		parcels,
		found: lists.flatMap(({ changes }) => [...changes.values()].flat()),
		state: {
			...known,
			now: clock.now,
			orders: ordersRead?.list,
			tasks: tasksRead?.list,
			parcelsSince,
			areTasksFirst: wasCutOff,
		},
		leftOut: lists.reduce((sum, { leftOut }) => sum + leftOut, 0),
		isAnyListUnread: lists.some(({ hasNoPage }) => hasNoPage),
		isNothingRead: lists.every(({ hasNoPage, isLeft }) => hasNoPage || isLeft),
	};
}

/** Since when parcels are watched. Where they were not until now, from what the service says now. */
function parcelsSinceOf(
	{ parcelsSince, orders }: State,
	read: ListReading<OrderEntry> | undefined,
	{ settings, clock }: ListContext,
): number | undefined {
	if (!watchesParcels(settings) || parcelsSince !== undefined || !read) return parcelsSince;
	if (read.list.phase === 'unread') return undefined;
	return orders?.phase === 'unread' ? (read.list.baselineAt ?? clock.now) : clock.now;
}

/** What is reported where members found no room. */
export const noRoomError = (): ServiceError =>
	new ServiceError({
		message: `The trigger keeps in mind ${MAX_TRACKED.toLocaleString('en-US')} orders with their shipments, and as many mockup tasks; the list has more`,
		description: 'What is known is watched.',
		outcome: 'refused',
	});
