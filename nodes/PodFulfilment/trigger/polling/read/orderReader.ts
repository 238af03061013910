// Reads the list of orders, and the parcels of those that may have changed and of some others in turn.

import type { IDataObject } from 'n8n-workflow';

import { readShipmentsOfExisting } from '../../../api/orderWithShipments';
import type { ServiceError } from '../../../transport/errors/serviceError';
import { compareLateOrder, compareParcels, waitingChanges } from '../compare/compareMembers';
import {
	type CompareContext,
	DRAFT,
	isAwaitingDispatch,
	isOrderFinished,
	isWaitingTooLong,
	mayBeLate,
} from '../compare/policy';
import { watchesParcels } from '../compare/settings';
import { GONE, type ListState, MISSING, type OrderEntry } from '../state/state';
import { requestError, TooLittleTime } from './client';
import { ListReader, ORDERS, type ReadContext } from './listReader';
import type { Job, WorkQueue } from './queue';

/** Orders per poll whose parcels are read although nothing shows that they have changed. */
const ROUTINE_READS = 25;

/** Of those that failed before. */
const TROUBLED_ROUTINE_READS = 8;

/** Orders of one poll that are told as waiting: a shop may have forgotten thousands of drafts. */
const MAX_WAITING_ORDERS = 100;

/**
 * - `urgent`: the order has changed, or one of its parcels is about to leave, or it may be late
 * - `first`: they were never read, and what they show is no news
 * - `routine`: they may change without the order showing it, for example when one is returned
 */
type Priority = 'urgent' | 'first' | 'routine';

/** When a poll reads the parcels of an order; undefined where it does not. */
function priorityOf(order: OrderEntry, context: CompareContext): Priority | undefined {
	const { status, reading } = order;
	if (status === GONE || status === MISSING) return undefined;
	if (mayBeLate(order, context)) return 'urgent';
	if (!watchesParcels(context.settings)) return undefined;
	const parcels = [...order.parcels.values()];
	if (parcels.some(({ told }) => told !== undefined)) return 'urgent';
	// What has changed since then is not left behind all that has not.
	if (reading === 'silent') return order.since > (context.parcelsSince ?? 0) ? 'urgent' : 'first';
	// A draft has no parcels yet.
	if (reading === 'new') return status === DRAFT ? undefined : 'urgent';
	if (reading === 'due' || reading === 'reopened') return 'urgent';
	// Once more when it has finished.
	if (isOrderFinished(order, context)) return reading === 'read' ? 'urgent' : undefined;
	return parcels.some((parcel) => isAwaitingDispatch(parcel.status)) ? 'urgent' : 'routine';
}

const subjectOf = (id: string): { kind: 'shipments'; id: string } => ({ kind: 'shipments', id });

/** One reading of the list of orders, with parcels. */
export class OrderReader extends ListReader<OrderEntry> {
	/** The parcels that were read, by the key of their order. */
	readonly parcels = new Map<string, IDataObject[]>();

	/** Why those of other orders could not be read. */
	readonly unreadParcels = new Map<string, ServiceError>();

	/** Keys of the orders to read by their ID as they are late or wait: the list shows less of them. */
	private overdue: ReadonlySet<string> = new Set();

	/** Keys of the orders whose parcels are read although nothing shows that they have changed. */
	private routine: ReadonlySet<string> = new Set();

	constructor(before: ListState<OrderEntry>, given: ReadContext) {
		super(ORDERS, before, given);
	}

	/**
	 * Members to read by their ID, each with its parcels right behind it, and the parcels of the others. What is to be told may
	 * need both in one poll, as where an order is late.
	 */
	override async jobs(): Promise<Job[]> {
		this.watchParcels();
		this.chooseReads();
		await this.pause();
		const singles = await super.jobs();
		await this.pause();
		const isReadFirst = new Set(singles.map(({ key }) => key));
		const context = this.context;
		const keys = [...this.entries.keys()].filter((key) => !isReadFirst.has(key));
		return [...singles, ...keys.flatMap((key) => this.parcelsJob(key, context) ?? [])];
	}

	protected override isOverdue(order: OrderEntry, context: CompareContext): boolean {
		return isWaitingTooLong(order, context) || mayBeLate(order, context);
	}

	/** One on no page has to be read for its parcels. */
	protected override isNeeded(key: string): boolean {
		return this.overdue.has(key) || (this.routine.has(key) && !this.seen.has(key));
	}

	protected override nextOf(key: string): Job['next'] {
		const id = this.idOf(key);
		const isExpected = id !== undefined && this.parcelPriority(key, this.context) !== undefined;
		return {
			subject: isExpected ? subjectOf(id) : undefined,
			plan: () => this.parcelsJob(key, this.context),
		};
	}

	override async listAfter(queue: WorkQueue): Promise<ListState<OrderEntry>> {
		const context = this.context;
		for (const key of this.overdue) {
			const entry = this.entries.get(key);
			const order = this.seen.get(key);
			if (entry && order) this.addChanges(key, waitingChanges(key, entry, order, context));
		}
		const list = await super.listAfter(queue);
		await this.pause();
		for (const [key, parcels] of this.parcels) {
			const entry = this.entries.get(key);
			if (entry) this.compareWithParcels(key, entry, parcels, context);
		}
		return list;
	}

	/** Where parcels were not watched until now, they are from what the service says now. */
	private watchParcels(): void {
		const { settings, requests } = this.given;
		if (!watchesParcels(settings) || this.parcelsSince !== undefined) return;
		const { now } = requests.client.clock;
		if (this.before.phase !== 'unread') this.parcelsSince = now;
		else if (this.hasPage) this.parcelsSince = this.beginning ?? now;
	}

	/** Chooses the orders that are read although nothing shows that they have changed. */
	private chooseReads(): void {
		const { entries, seen, context, isCovered } = this;
		const { reports } = this.given.requests;
		const late: string[] = [];
		const waiting: Array<{ key: string; since: number }> = [];
		const routine: string[] = [];
		const troubled: string[] = [];
		for (const [key, entry] of entries) {
			// It may be on another page.
			if (!seen.has(key) && !isCovered) continue;
			const order = seen.get(key);
			// The list may lack what the service found wrong with an order that waits.
			if (isWaitingTooLong(entry, context)) waiting.push({ key, since: entry.since });
			else if (order && !ORDERS.isComplete(order) && mayBeLate(entry, context)) late.push(key);
			if (priorityOf(entry, context) !== 'routine') continue;
			(reports.has(subjectOf(this.idOf(key) ?? '')) ? troubled : routine).push(key);
		}
		// Those that have waited longest.
		waiting.sort((a, b) => a.since - b.since);
		const longest = waiting.slice(0, MAX_WAITING_ORDERS).map(({ key }) => key);
		this.overdue = new Set([...late, ...longest]);
		// Those that fail do not take the turns of the others.
		this.routine = new Set([
			...routine.slice(0, ROUTINE_READS),
			...troubled.slice(0, TROUBLED_ROUTINE_READS),
		]);
	}

	/** As far as this poll is to read the parcels of an order. */
	private parcelPriority(key: string, context: CompareContext): Priority | undefined {
		const entry = this.entries.get(key);
		const priority = entry && priorityOf(entry, context);
		return priority === 'routine' && !this.routine.has(key) ? undefined : priority;
	}

	/** What reads the parcels of an order that was read; undefined where they are not wanted. */
	private parcelsJob(key: string, context: CompareContext): Job | undefined {
		const id = this.idOf(key);
		const priority = this.seen.has(key) ? this.parcelPriority(key, context) : undefined;
		if (id === undefined || priority === undefined) return undefined;
		// They come after the order: what the list abbreviates, and its ID did not show, is told by a later poll.
		if (this.changes.get(key)?.some(({ object }) => !ORDERS.isComplete(object)) === true) {
			return undefined;
		}
		return {
			kind: 'shipments',
			key,
			subject: subjectOf(id),
			isUrgent: priority === 'urgent',
			run: async () => await this.readParcels(key, id),
		};
	}

	private async readParcels(key: string, orderId: string): Promise<ServiceError | undefined> {
		this.moveToEnd(key);
		try {
			// The order exists, as it was just read.
			const parcels = await readShipmentsOfExisting(this.given.requests.client, orderId);
			this.parcels.set(key, parcels);
			return undefined;
		} catch (error) {
			const failure = requestError(error);
			if (!(failure instanceof TooLittleTime)) this.unreadParcels.set(key, failure);
			return failure;
		}
	}

	/** What the parcels of an order say of them, where they are watched, and of the order, where it may be late. */
	private compareWithParcels(
		key: string,
		before: OrderEntry,
		parcels: IDataObject[],
		context: CompareContext,
	): void {
		const order = this.seen.get(key);
		const found =
			context.parcelsSince === undefined
				? { after: before, changes: [] }
				: compareParcels(key, before, this.idOf(key) ?? '', parcels, context);
		// The list may show less of it, and its ID could not be read.
		const late =
			order && ORDERS.isComplete(order)
				? compareLateOrder(key, found.after, order, parcels, context)
				: { after: found.after, changes: [] };
		this.entries.set(key, late.after);
		this.addChanges(key, [...found.changes, ...late.changes]);
	}
}
