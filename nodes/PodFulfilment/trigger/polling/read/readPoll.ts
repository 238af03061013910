import { readShipments } from '../../../api/shipments';
import type { ApiClient } from '../../../transport/client';
import type { Deadline } from '../../../transport/deadlineClient';
import { nameOf } from '../../changeId';
import { LATE_EVENT } from '../../events';
import { type Failures, requestError, runJobs } from '../client';
import type { Readings } from '../state/progress';
import { readList } from './readList';
import { watchesOrders, watchesShipments, watchesTasks, type PollingSettings } from '../settings';
import { shipmentsToRead, type ShipmentJob } from './shipmentsToRead';
import type { Snapshot } from '../state/state';
import { ORDERS, TASKS } from './sources';

/** Shares of the time that is left when a part begins. */
const ORDERS_SHARE = { alone: 1, withOthers: 0.6 } as const;
const SHIPMENTS_SHARE = { alone: 1, withTasks: 0.85 } as const;

/**
 * Reads what one poll has to know, as far as the time allows. A request that fails is added to the failures, and what it
 * asked for is absent.
 *
 * @param snapshot what the last poll knew; is not changed
 * @param time milliseconds since 1970
 */
export async function readPoll(
	client: ApiClient,
	snapshot: Snapshot,
	time: number,
	settings: PollingSettings,
	deadline: Deadline,
	failures: Failures,
): Promise<Readings> {
	const now = Math.floor(time / 1000);
	const { startFrom, forgetAfter } = settings;
	const times = { now, startFrom, forgetAfter };
	const readsTasks = watchesTasks(settings);
	const readsShipments = watchesShipments(settings) || settings.events.includes(LATE_EVENT);
	const readings: Readings = { shipments: new Map() };

	if (watchesOrders(settings)) {
		const share = readsTasks || readsShipments ? ORDERS_SHARE.withOthers : ORDERS_SHARE.alone;
		const part = deadline.part(share);
		const orders = await readList(client, ORDERS, snapshot.orders, times, part, failures);
		if (orders) readings.orders = orders;
	}
	if (readsShipments && readings.orders) {
		const share = readsTasks ? SHIPMENTS_SHARE.withTasks : SHIPMENTS_SHARE.alone;
		const jobs = await shipmentsToRead(readings.orders.members, snapshot, now, settings);
		const read = async ({ key, order }: ShipmentJob): Promise<void> => {
			try {
				readings.shipments.set(key, await readShipments(client, nameOf(order.id)));
			} catch (error) {
				const failure = requestError(error);
				// The order was deleted since the list was read.
				if (failure.status !== 404 && failure.status !== 410) failures.add(failure);
			}
		};
		const last = await runJobs(jobs, deadline.part(share), failures, read);
		if (last !== undefined) readings.lastShipments = last;
	}
	if (readsTasks) {
		const tasks = await readList(client, TASKS, snapshot.tasks, times, deadline, failures);
		if (tasks) readings.tasks = tasks;
	}
	return readings;
}
