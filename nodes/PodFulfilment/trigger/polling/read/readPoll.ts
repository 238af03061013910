import type { IDataObject } from 'n8n-workflow';

import { readShipmentsOfExisting } from '../../../api/shipments';
import type { ServiceError } from '../../../transport/errors/serviceError';
import { idOrStatusText } from '../../changeId';
import { LATE_EVENT } from '../../events';
import {
	watchesOrders,
	watchesShipments,
	watchesTasks,
	type PollContext,
} from '../state/pollContext';
import type { Readings } from '../state/scanProgress';
import { interleaved, lastStarted, placeAt, runJobs } from './jobs';
import { readList } from './readList';
import {
	OutOfTime,
	requestError,
	TooLittleTime,
	untilDeadline,
	withShareOfTime,
	type PollRequests,
} from './requests';
import { shipmentsToRead, type ShipmentJob } from './shipmentsToRead';
import { ORDERS, TASKS } from './sources';
import { ordersNeedingDetails } from './ordersNeedingDetails';

/** Shares of the time that is left when a part begins. */
const ORDERS_SHARE = { alone: 1, withOthers: 0.6 } as const;
const SHIPMENTS_SHARE = { alone: 1, withTasks: 0.85 } as const;

/**
 * In one poll of so many, the tasks are read before the orders. What the others leave them may be enough for pages alone, and
 * never for tasks that have to be read by their ID.
 */
const TASKS_FIRST_IN = 4;
const TASKS_FIRST_SHARE = 0.4;

/** Orders per poll whose shipments are read although nothing shows that they have changed. */
const ROUTINE_READS = 25;

/** Of those that failed before: one for three of the others, as runJobs has it. */
const TROUBLED_ROUTINE_READS = 8;

/** Reads the shipments of those of the orders whose shipments may have changed. */
async function readShipmentsOf(
	orders: IDataObject[],
	context: PollContext,
	requests: PollRequests,
): Promise<Pick<Readings, 'shipments' | 'unreadShipments' | 'lastShipments' | 'lastRoutine'>> {
	const shipments: Readings['shipments'] = new Map();
	const unreadShipments: Readings['unreadShipments'] = new Map();
	const client = untilDeadline(requests);
	const read = async ({
		key,
		order,
	}: ShipmentJob): Promise<ServiceError | TooLittleTime | undefined> => {
		try {
			// The order exists, as it was just read.
			const read = await readShipmentsOfExisting(client, idOrStatusText(order.id));
			shipments.set(key, read);
			return undefined;
		} catch (error) {
			if (error instanceof TooLittleTime) return error;
			if (error instanceof OutOfTime) return undefined;
			const failure = requestError(error);
			unreadShipments.set(key, failure);
			return failure;
		}
	};
	const { urgent, routine } = await shipmentsToRead(orders, context);
	// Those that fail do not take the turns of the others.
	const { troubled } = requests;
	const inTurn = [
		...routine.filter(({ subject }) => !troubled.has(subject)).slice(0, ROUTINE_READS),
		...troubled.leastRecent(routine).slice(0, TROUBLED_ROUTINE_READS),
	];
	const queue = interleaved(urgent, inTurn);
	const started = await runJobs(queue, requests, read);
	const lastShipments = lastStarted(urgent, started, requests);
	const lastRoutine = lastStarted(routine, started, requests);
	return {
		shipments,
		unreadShipments,
		...(lastShipments !== undefined && { lastShipments }),
		...(lastRoutine !== undefined && { lastRoutine }),
	};
}

/**
 * Reads what one poll has to know, as far as the time allows. A request that fails is added to the failures, and what it
 * asked for is absent.
 */
export async function readPoll(context: PollContext, requests: PollRequests): Promise<Readings> {
	const { settings, before } = context;
	const readsTasks = watchesTasks(settings);
	const readsShipments = watchesShipments(settings) || settings.events.includes(LATE_EVENT);
	const readings: Readings = { shipments: new Map(), unreadShipments: new Map() };
	const readTasks = async (part: PollRequests): Promise<void> => {
		const tasks = await readList(TASKS, before.tasks, context.tasks, part);
		if (tasks) readings.tasks = tasks;
	};
	const areTasksFirst =
		readsTasks && watchesOrders(settings) && placeAt(context.nowSeconds, TASKS_FIRST_IN) === 0;
	// The activation of the workflow fails if a list cannot be read, so no shipments take their time.
	const areListsFirst = readsTasks && !areTasksFirst && before.tasks === undefined;

	if (areTasksFirst) await readTasks(withShareOfTime(requests, TASKS_FIRST_SHARE));
	if (watchesOrders(settings)) {
		const share = readsTasks || readsShipments ? ORDERS_SHARE.withOthers : ORDERS_SHARE.alone;
		const part = withShareOfTime(requests, share);
		const orders = await readList(
			ORDERS,
			before.orders,
			context.orders,
			part,
			async (members, scan) => await ordersNeedingDetails(members, context, scan),
		);
		if (orders) readings.orders = orders;
	}
	if (areListsFirst) await readTasks(withShareOfTime(requests, TASKS_FIRST_SHARE));
	if (readsShipments && readings.orders) {
		const isLast = !readsTasks || areTasksFirst || areListsFirst;
		const share = isLast ? SHIPMENTS_SHARE.alone : SHIPMENTS_SHARE.withTasks;
		const part = withShareOfTime(requests, share);
		Object.assign(readings, await readShipmentsOf(readings.orders.members, context, part));
	}
	if (readsTasks && !areTasksFirst && !areListsFirst) await readTasks(requests);
	return readings;
}
