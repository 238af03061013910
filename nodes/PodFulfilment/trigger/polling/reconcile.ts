import type { IDataObject } from 'n8n-workflow';

import { nameOf } from '../changeId';
import { oldestFirst, type Change } from './change';
import { decodeState, encodeState } from './codec';
import { forgetOver } from './forget';
import { idKey } from './keys';
import type { Knowledge, KnownList, KnownTask } from './knowledge';
import { isOrderOver } from './lifeCycle';
import { noteLate } from './late';
import type { PollTimes } from './newcomer';
import { noteOrder } from './noteOrders';
import { noteShipments } from './noteShipments';
import { noteTask } from './noteTasks';
import { advance, newProgress, type ListReading } from './progress';
import { followsOrders, followsShipments, followsTasks, type PollingSettings } from './settings';
import type { StoredState } from './state';

/** What one poll read. What could not be read, or was not asked for, is absent. */
export interface Readings {
	orders?: ListReading;
	tasks?: ListReading;
	/** All shipments of an order among {@link Readings.orders}, by the key of its ID. */
	shipments: Map<string, IDataObject[]>;
	/** After which order the reading of shipments goes on. */
	lastShipments?: string;
}

/** The last of several readings of one member counts. */
const byKey = (members: IDataObject[]): Map<string, IDataObject> =>
	new Map(members.map((member) => [idKey(nameOf(member.id)), member]));

function followList<Entry extends KnownTask>(
	list: KnownList<Entry> | undefined,
	reading: ListReading | undefined,
	now: number,
	{ startFrom, forgetAfter }: PollingSettings,
	note: (list: KnownList<Entry>, key: string, member: IDataObject, times: PollTimes) => Change[],
): { list: KnownList<Entry>; changes: Change[] } {
	const hasStartDate = startFrom !== undefined;
	const followed = list ?? { entries: new Map(), progress: newProgress(now, startFrom) };
	// What could not be read has begun all the same: what changes from now on is told.
	if (!reading) return { list: followed, changes: [] };
	const times = { now, isFirstPoll: list === undefined, hasStartDate, forgetAfter };
	const changes = [...byKey(reading.members)].flatMap(([key, member]) =>
		note(followed, key, member, times),
	);
	for (const id of reading.gone) {
		const entry = followed.entries.get(idKey(id));
		if (entry) entry.isGone = true;
	}
	advance(followed.progress, reading, now, forgetAfter, hasStartDate);
	return { list: followed, changes };
}

/** Begins to follow shipments, or ends it: what is not chosen leaves no state, and begins anew when it is chosen again. */
function followShipments(knowledge: Knowledge, now: number, settings: PollingSettings): boolean {
	const { shipmentsFrom, orders } = knowledge;
	const isFollowed = followsShipments(settings);
	if (isFollowed === (shipmentsFrom !== undefined)) return false;
	for (const order of orders?.entries.values() ?? []) {
		order.shipments.clear();
		order.version = '';
		order.hasOldShipments = isFollowed;
	}
	if (!isFollowed) delete knowledge.shipmentsFrom;
	else knowledge.shipmentsFrom = Math.min(now, (orders ? undefined : settings.startFrom) ?? now);
	return isFollowed;
}

/**
 * Compares what was seen with what is there now.
 *
 * Nothing is taken note of but together with the change that tells it: whoever stores the state before the changes are on
 * their way loses them, and whoever goes back to an older state gets them again under the same `changeId`.
 *
 * @param stored what the poll before left; undefined at the first one
 * @param time milliseconds since 1970
 * @returns the changes, oldest first, and the state for the next poll
 */
export function reconcile(
	stored: StoredState | undefined,
	readings: Readings,
	time: number,
	settings: PollingSettings,
): { changes: Change[]; state: StoredState } {
	const now = Math.floor(time / 1000);
	const { emitAfter } = settings;
	const knowledge = decodeState(stored);
	const changes: Change[] = [];

	if (!followsOrders(settings)) delete knowledge.orders;
	if (!followsTasks(settings)) delete knowledge.tasks;
	const isFirstOfOrders = knowledge.orders === undefined;
	const startsShipments = followShipments(knowledge, now, settings);
	if (followsOrders(settings)) {
		const isQuiet = startsShipments && (!isFirstOfOrders || settings.startFrom === undefined);
		const followed = followList(
			knowledge.orders,
			readings.orders,
			now,
			settings,
			(list, key, order, times) => {
				const told = noteOrder(list, order, times, emitAfter);
				const known = list.entries.get(key);
				const shipments = readings.shipments.get(key);
				if (!known) return told;
				const isComplete = shipments !== undefined || !followsShipments(settings);
				if (isComplete && isOrderOver(known, now, settings.forgetAfter)) known.isFinal = true;
				if (!shipments) return told;
				if (knowledge.shipmentsFrom !== undefined) {
					told.push(
						...noteShipments(known, key, order, shipments, {
							now,
							emitAfter,
							from: knowledge.shipmentsFrom,
							isFirstPoll: isQuiet,
						}),
					);
				}
				if (!isFirstOfOrders) told.push(...noteLate(known, key, order, shipments, now, settings));
				return told;
			},
		);
		knowledge.orders = followed.list;
		changes.push(...followed.changes);
		if (readings.lastShipments !== undefined) {
			knowledge.orders.progress.lastShipments = readings.lastShipments;
		}
	}
	if (followsTasks(settings)) {
		const followed = followList(
			knowledge.tasks,
			readings.tasks,
			now,
			settings,
			(list, _key, task, times) => noteTask(list, task, times, emitAfter),
		);
		knowledge.tasks = followed.list;
		changes.push(...followed.changes);
	}
	forgetOver(knowledge, now, settings.forgetAfter);
	return { changes: oldestFirst(changes), state: encodeState(knowledge) };
}
