import type { ApiClient } from '../../transport/client';
import { nameOf } from '../changeId';
import { decodeState } from './codec';
import type { Deadline } from './deadline';
import { requestError, type Failures } from './failures';
import { inTime } from './inTime';
import type { Knowledge } from './knowledge';
import { readList } from './readList';
import { readShipments } from './readShipments';
import type { Readings } from './readings';
import {
	followsOrders,
	followsShipments,
	followsTasks,
	LATE_EVENT,
	type PollingSettings,
} from './settings';
import { shipmentsToRead, type ShipmentRead } from './shipmentsToRead';
import { ORDERS, TASKS } from './source';
import type { StoredState } from './state';

/** Shares of the time by which the parts of a poll end; each takes what the ones before have left. */
const ORDERS_SHARE = { alone: 1, withOthers: 0.6 } as const;
const SHIPMENTS_SHARE = { alone: 1, withTasks: 0.85 } as const;

/**
 * Reads what one poll has to know, as far as it comes within its time. A request that fails is noted in the failures and
 * leaves out what it asked for, nothing else.
 *
 * @param time milliseconds since 1970
 */
export async function readPoll(
	client: ApiClient,
	stored: StoredState | undefined,
	time: number,
	settings: PollingSettings,
	deadline: Deadline,
	failures: Failures,
): Promise<Readings> {
	const now = Math.floor(time / 1000);
	const { startFrom, forgetAfter } = settings;
	const times = { now, startFrom, forgetAfter };
	const knowledge = knowledgeFor(stored, settings);
	const readsTasks = followsTasks(settings);
	const readsShipments = followsShipments(settings) || settings.events.includes(LATE_EVENT);
	const readings: Readings = { shipments: new Map() };
	if (followsOrders(settings)) {
		const share = readsTasks || readsShipments ? ORDERS_SHARE.withOthers : ORDERS_SHARE.alone;
		const orders = await readList(
			client,
			ORDERS,
			knowledge.orders,
			times,
			deadline.part(share),
			failures,
		);
		if (orders) readings.orders = orders;
	}
	if (readsShipments && readings.orders) {
		const share = readsTasks ? SHIPMENTS_SHARE.withTasks : SHIPMENTS_SHARE.alone;
		const orders = shipmentsToRead(readings.orders.members, knowledge.orders, now, settings);
		const read = async ({ key, order }: ShipmentRead): Promise<void> => {
			try {
				readings.shipments.set(key, await readShipments(client, nameOf(order.id)));
			} catch (error) {
				const failure = requestError(error);
				// An order that went away in between has none any more.
				if (failure.status !== 404 && failure.status !== 410) failures.add(failure);
			}
		};
		const last = await inTime(orders, deadline.part(share), failures, read);
		if (last !== undefined) readings.lastShipments = last;
	}
	if (readsTasks) {
		const tasks = await readList(client, TASKS, knowledge.tasks, times, deadline, failures);
		if (tasks) readings.tasks = tasks;
	}
	return readings;
}

/** What is known of what is followed, with shipments that were not followed before as unread. */
function knowledgeFor(stored: StoredState | undefined, settings: PollingSettings): Knowledge {
	const knowledge = decodeState(stored);
	if (knowledge.shipmentsFrom === undefined && followsShipments(settings)) {
		for (const order of knowledge.orders?.entries.values() ?? []) order.version = '';
	}
	return knowledge;
}
