// For which orders a poll asks for parcels.

import type { IDataObject } from 'n8n-workflow';

import { readShipmentsOfExisting } from '../../../api/orderWithShipments';
import type { ServiceError } from '../../../transport/errors/serviceError';
import { idOrStatusText } from '../../changeId';
import { LATE_EVENT } from '../../events';
import type { ObservedChange } from '../compare/changes';
import { compareLateOrder, compareParcels } from '../compare/compareMembers';
import {
	type CompareContext,
	DRAFT,
	isAwaitingDispatch,
	isOrderFinished,
	mayBeLate,
} from '../compare/statuses';
import { watchesParcels } from '../state/settings';
import { GONE, MISSING, type OrderEntry, idOfKey } from '../state/state';
import { requestError, TooLittleTime, type PollRequests } from './client';
import type { ListReader } from './listReader';
import type { Job } from './queue';
import { ORDERS } from './sources';

/** Orders per poll whose parcels are read although nothing shows that they have changed. */
const ROUTINE_READS = 25;

/** Of those that failed before. */
const TROUBLED_ROUTINE_READS = 8;

/**
 * - `urgent`: the order has changed, or one of its parcels is about to leave, or it may be late
 * - `first`: they were never read, and what they show is no news
 * - `routine`: they may change without the order showing it, for example when one is returned
 */
type Priority = 'urgent' | 'first' | 'routine' | 'none';

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

/** Reads the parcels of orders that may have changed, and of some others in turn, and compares them. */
export class ParcelReader {
	readonly reading: ParcelReading = { parcels: new Map(), unread: new Map() };

	/** The orders for which parcels were asked in this poll, by their keys, with their IDs. */
	private readonly asked = new Map<string, string>();

	private routine: ReadonlySet<string> = new Set();

	private readonly orders: ListReader<OrderEntry>;

	private readonly parcelsSince: number | undefined;

	private readonly requests: PollRequests;

	constructor(
		orders: ListReader<OrderEntry>,
		parcelsSince: number | undefined,
		requests: PollRequests,
	) {
		this.orders = orders;
		this.parcelsSince = parcelsSince;
		this.requests = requests;
	}

	private get isWatching(): boolean {
		const { settings } = this.orders.context;
		return this.parcelsSince !== undefined || settings.events.includes(LATE_EVENT);
	}

	private get context(): CompareContext {
		return { ...this.orders.context, parcelsSince: this.parcelsSince };
	}

	/**
	 * Chooses the orders whose parcels are read although nothing shows that they have changed.
	 *
	 * @returns their keys: those that are on no page have to be read by their ID for it
	 */
	chooseRoutine(): ReadonlySet<string> {
		if (!this.isWatching) return this.routine;
		const { orders, context } = this;
		const { reports } = this.requests;
		const isOfTroubled = (key: string): boolean => reports.has(subjectOf(this.idOf(key) ?? ''));
		const routine = [...orders.entries]
			.filter(
				([key, entry]) =>
					priorityOf(entry, context) === 'routine' &&
					(orders.seen.has(key) || orders.isUnlisted(key, entry, context)),
			)
			.map(([key]) => key);
		// Those that fail do not take the turns of the others.
		this.routine = new Set([
			...routine.filter((key) => !isOfTroubled(key)).slice(0, ROUTINE_READS),
			...routine.filter(isOfTroubled).slice(0, TROUBLED_ROUTINE_READS),
		]);
		return this.routine;
	}

	/**
	 * The parcels to read of the orders that were read, in the sequence in which these are known.
	 *
	 * @param keys of the orders
	 */
	jobsOf(keys: Iterable<string>): Job[] {
		const { context } = this;
		return [...keys].flatMap((key) => this.jobOf(key, context) ?? []);
	}

	/**
	 * The parcels of an order that is read by its ID, right behind it: what is to be told may need both in one poll, as where an
	 * order is late.
	 */
	nextOf(key: string): Job['next'] {
		const { context } = this;
		const id = this.idOf(key);
		const subject = id !== undefined && this.isWanted(key, context) ? subjectOf(id) : undefined;
		return { subject, plan: () => this.jobOf(key, this.context) };
	}

	/** Whether this poll is to read the parcels of an order, as far as is known of it. */
	private isWanted(key: string, context: CompareContext): boolean {
		const entry = this.orders.entries.get(key);
		const priority = entry && this.isWatching ? priorityOf(entry, context) : 'none';
		return priority === 'routine' ? this.routine.has(key) : priority !== 'none';
	}

	private idOf(key: string): string | undefined {
		const order = this.orders.seen.get(key);
		return order ? idOrStatusText(order.id) : idOfKey(key);
	}

	private jobOf(key: string, context: CompareContext): Job | undefined {
		const { entries, seen, changes } = this.orders;
		const entry = entries.get(key);
		const id = this.idOf(key);
		if (!entry || !seen.has(key) || id === undefined) return undefined;
		// Its parcels come after it: what the list abbreviates, and its ID did not show, is told by a later poll.
		if (changes.get(key)?.some(({ object }) => !ORDERS.isComplete(object)) === true)
			return undefined;
		if (!this.isWanted(key, context)) return undefined;
		this.asked.set(key, id);
		const isUrgent = priorityOf(entry, context) === 'urgent';
		const run = async (): Promise<ServiceError | undefined> => await this.read(key, id);
		return { kind: 'shipments', key, subject: subjectOf(id), isUrgent, run };
	}

	private async read(key: string, orderId: string): Promise<ServiceError | undefined> {
		this.orders.moveToEnd(key);
		try {
			// The order exists, as it was just read.
			const parcels = await readShipmentsOfExisting(this.requests.client, orderId);
			this.reading.parcels.set(key, parcels);
			return undefined;
		} catch (error) {
			const failure = requestError(error);
			if (!(failure instanceof TooLittleTime)) this.reading.unread.set(key, failure);
			return failure;
		}
	}

	/** Compares the parcels that were read, once the queue has run. */
	compare(): void {
		const { context } = this;
		const { entries, seen, changes } = this.orders;
		for (const [key, parcels] of this.reading.parcels) {
			const entry = entries.get(key);
			const orderId = this.asked.get(key);
			if (!entry || orderId === undefined) continue;
			const found = compareWithParcels(key, entry, orderId, parcels, seen.get(key), context);
			entries.set(key, found.after);
			if (found.changes.length === 0) continue;
			changes.set(key, [...(changes.get(key) ?? []), ...found.changes]);
		}
	}
}

const subjectOf = (id: string): { kind: 'shipments'; id: string } => ({ kind: 'shipments', id });

/** What the parcels of an order say of them, where they are watched, and of the order, where it may be late. */
function compareWithParcels(
	key: string,
	before: OrderEntry,
	orderId: string,
	parcels: IDataObject[],
	order: IDataObject | undefined,
	context: CompareContext,
): { after: OrderEntry; changes: ObservedChange[] } {
	const { after, changes } =
		context.parcelsSince === undefined
			? { after: before, changes: [] }
			: compareParcels(key, before, orderId, parcels, context);
	// The list may show less of it, and its ID could not be read.
	if (!order || !ORDERS.isComplete(order)) return { after, changes };
	const late = compareLateOrder(key, after, order, parcels, context);
	return { after: late.after, changes: [...changes, ...late.changes] };
}
