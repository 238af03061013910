// For which orders a poll asks for parcels.

import type { IDataObject } from 'n8n-workflow';

import { readShipmentsOfExisting } from '../../../api/orderWithShipments';
import type { ServiceError } from '../../../transport/errors/serviceError';
import { idOrStatusText } from '../../changeId';
import { LATE_EVENT } from '../../events';
import type { ObservedChange } from '../compare/changes';
import { compareLateOrder } from '../compare/compareOrders';
import { compareParcels } from '../compare/compareParcels';
import {
	type CompareContext,
	DRAFT,
	isAwaitingDispatch,
	isOrderFinished,
	mayBeLate,
} from '../compare/statuses';
import { watchesParcels } from '../state/settings';
import { GONE, MISSING, type OrderEntry } from '../state/state';
import { idOfKey } from '../state/values';
import { TooLittleTime } from './client';
import { requestError, type PollRequests } from './failures';
import { interleaved, runJobs, type Job } from './jobs';
import { pause, type ListReading } from './readList';
import { ORDERS } from './sources';

/** Orders per poll whose parcels are read although nothing shows that they have changed. */
const ROUTINE_READS = 25;

/** Of those that failed before: one for three of the others, as runJobs has it. */
const TROUBLED_ROUTINE_READS = 8;

/**
 * - `urgent`: the order has changed, or one of its parcels is about to leave, or it may be late
 * - `first`: they were never read, and what they show is no news
 * - `routine`: they may change without the order showing it, for example when one is returned
 */
type Priority = 'urgent' | 'first' | 'routine' | 'none';

/** An order whose parcels are to be read. */
interface ParcelJob extends Job {
	orderId: string;
	priority: Priority;
}

/** What one poll read of parcels, by the key of their order. */
export interface ParcelReading {
	parcels: Map<string, IDataObject[]>;
	/** Why they could not be read. */
	unread: Map<string, ServiceError>;
}

function priorityOf(order: OrderEntry, context: CompareContext): Priority {
	const { status, reading } = order;
	if (status === GONE || status === MISSING) return 'none';
	if (mayBeLate(order, context)) return 'urgent';
	if (!watchesParcels(context.settings)) return 'none';
	const parcels = [...order.parcels.values()];
	if (parcels.some(({ told }) => told !== undefined)) return 'urgent';
	// What has changed since then is not left behind all that has not.
	if (reading === 'silent') return order.since > (context.parcelsSince ?? 0) ? 'urgent' : 'first';
	// A draft has no parcels yet.
	if (reading === 'new') return status === DRAFT ? 'none' : 'urgent';
	if (reading === 'due' || reading === 'reopened') return 'urgent';
	// Once more when it has finished.
	if (isOrderFinished(order, context)) return reading === 'read' ? 'urgent' : 'none';
	return parcels.some((parcel) => isAwaitingDispatch(parcel.status)) ? 'urgent' : 'routine';
}

/** Of the orders that this poll has read, those whose parcels are to be read, in the sequence in which they are known. */
function parcelJobs(
	{ list, seen, changes }: ListReading<OrderEntry>,
	context: CompareContext,
): ParcelJob[] {
	const jobs: ParcelJob[] = [];
	for (const [key, entry] of list.entries) {
		const order = seen.get(key);
		const orderId = order ? idOrStatusText(order.id) : idOfKey(key);
		if (!seen.has(key) || orderId === undefined) continue;
		// Its parcels come after it: what the list abbreviates, and its ID did not show, is told by a later poll.
		if (changes.get(key)?.some(({ object }) => !ORDERS.isComplete(object)) === true) continue;
		const priority = priorityOf(entry, context);
		if (priority === 'none') continue;
		jobs.push({ key, orderId, priority, subject: { kind: 'shipments', id: orderId } });
	}
	return jobs;
}

/**
 * The entries are in the sequence in which parcels were asked for, so that those come first that have waited longest: polls may
 * see other orders each time, as where they read a list in parts, and no order has to wait for ever. Also where there is too
 * little time for all parcels of an order: it must not take the time of the others again and again.
 */
function moveToEnd<Entry>(entries: Map<string, Entry>, key: string): void {
	const entry = entries.get(key);
	if (entry === undefined) return;
	entries.delete(key);
	entries.set(key, entry);
}

/** Reads the parcels of orders that may have changed, and of some others in turn, and compares them. */
export async function readParcels(
	orders: ListReading<OrderEntry>,
	parcelsSince: number | undefined,
	requests: PollRequests,
): Promise<ParcelReading> {
	const parcels: ParcelReading['parcels'] = new Map();
	const unread: ParcelReading['unread'] = new Map();
	const { list, changes } = orders;
	const context = { ...orders.context, ...(parcelsSince !== undefined && { parcelsSince }) };
	if (parcelsSince === undefined && !context.settings.events.includes(LATE_EVENT)) {
		return { parcels, unread };
	}
	const read = async ({ key, orderId }: ParcelJob): Promise<ServiceError | undefined> => {
		moveToEnd(list.entries, key);
		try {
			// The order exists, as it was just read.
			parcels.set(key, await readShipmentsOfExisting(requests.client, orderId));
			return undefined;
		} catch (error) {
			const failure = requestError(error);
			if (!(failure instanceof TooLittleTime)) unread.set(key, failure);
			return failure;
		}
	};
	await pause(list);
	const jobs = parcelJobs(orders, context);
	await pause(list);
	const { reports } = requests;
	const routine = jobs.filter(({ priority }) => priority === 'routine');
	// Those that fail do not take the turns of the others.
	const inTurn = new Set([
		...routine.filter(({ subject }) => !reports.has(subject)).slice(0, ROUTINE_READS),
		...reports.leastRecent(routine).slice(0, TROUBLED_ROUTINE_READS),
	]);
	const queue = interleaved(
		jobs.filter(({ priority }) => priority === 'urgent'),
		jobs.filter((job) => job.priority === 'first' || inTurn.has(job)),
	);
	await runJobs(queue, requests, read);
	const ids = new Map(queue.map(({ key, orderId }) => [key, orderId]));
	await pause(list);
	for (const [key, found] of parcels) {
		const entry = list.entries.get(key);
		const orderId = ids.get(key);
		if (!entry || orderId === undefined) continue;
		const { after, changes: more } = compareOrderWithParcels(key, entry, orderId, found, {
			object: orders.seen.get(key),
			context,
		});
		list.entries.set(key, after);
		if (more.length > 0) changes.set(key, [...(changes.get(key) ?? []), ...more]);
	}
	return { parcels, unread };
}

/** What the parcels of an order say of them, where they are watched, and of the order, where it may be late. */
function compareOrderWithParcels(
	key: string,
	before: OrderEntry,
	orderId: string,
	parcels: IDataObject[],
	{ object, context }: { object: IDataObject | undefined; context: CompareContext },
): { after: OrderEntry; changes: ObservedChange[] } {
	const { after, changes } =
		context.parcelsSince === undefined
			? { after: before, changes: [] }
			: compareParcels(key, before, orderId, parcels, context);
	// The list may show less of it, and its ID could not be read.
	if (!object || !ORDERS.isComplete(object)) return { after, changes };
	const late = compareLateOrder(key, after, object, parcels, context);
	return { after: late.after, changes: [...changes, ...late.changes] };
}
