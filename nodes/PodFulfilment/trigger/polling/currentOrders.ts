// Add Current Order of a poll: which orders it reads, and which changes it leaves for the next one.

import { UserError, type IDataObject } from 'n8n-workflow';

import { readCurrentOrder, type KnownParts } from '../../api/orderWithShipments';
import { UnboundedListError } from '../../api/listErrors';
import type { ServiceError } from '../../transport/errors/serviceError';
import { orderIdOf, withoutCurrent, type CurrentFields } from '../currentFields';
import { changeKey, type ObservedChange } from './compare/changes';
import { DRAFT } from './compare/statuses';
import { TooLittleTime } from './read/client';
import { requestError, withShareOfTime, type PollRequests } from './read/failures';
import { runJobs, type Job } from './read/jobs';
import type { ParcelReading } from './read/readParcels';
import { ORDERS } from './read/sources';
import { dataKeyOf } from './state/settings';

/** How much one poll emits with current orders: n8n stores all of it with one execution. */
export interface EmissionLimits {
	items: number;
	/** Characters of their JSON. A first item of more is emitted all the same. */
	characters: number;
}

export const EMISSION_LIMITS: EmissionLimits = { items: 200, characters: 20 * 1024 * 1024 };

/** Share of the time for what every poll reads. */
const POLL_SHARE = 0.7;

/** The requests of what every poll reads, with time left for the current orders. */
export const withTimeForCurrentOrders = (requests: PollRequests): PollRequests =>
	withShareOfTime(requests, POLL_SHARE);

/** For so many polls, the events of an order wait that cannot be read. */
const MAX_WAITING_POLLS = 3;

/** How many polls the events of an order have waited for it, by the key of its ID. Kept in memory: after a restart, they wait anew. */
export type WaitedPolls = ReadonlyMap<string, number>;

/** What to emit of the changes of one poll. */
export interface Emission {
	/** What is added to the items of an order, by the key of its ID. */
	fields: ReadonlyMap<string, CurrentFields>;
	/** Changes that are left for a later poll, by {@link changeKey}: they do not count as told. */
	heldBack: ReadonlySet<string>;
	waited: WaitedPolls;
}

/** An order to read for the items of its events. */
interface OrderJob extends Job {
	orderId: string;
	known: KnownParts;
}

const isOfOrder = ({ event }: ObservedChange): boolean => dataKeyOf(event) !== 'mockupTask';

function jobsOf(
	changes: readonly ObservedChange[],
	seen: ReadonlyMap<string, IDataObject | undefined>,
	parcels: ParcelReading['parcels'],
): OrderJob[] {
	const firsts = new Map(changes.map((change) => [change.objectKey, change]));
	return [...firsts].map(([key, { event, object }]) => {
		const orderId = orderIdOf({ [dataKeyOf(event)]: object });
		const order = seen.get(key);
		// A draft has no shipments, except those that it was read with.
		const shipments = parcels.get(key) ?? (order?.status === DRAFT ? [] : undefined);
		return {
			key,
			subject: { kind: 'orderWithShipments', id: orderId },
			orderId,
			known: {
				...(order && ORDERS.isComplete(order) && { order }),
				...(shipments && { shipments }),
			},
		};
	});
}

/** Reads the orders of the changes of one poll. */
class CurrentOrders {
	readonly fields = new Map<string, CurrentFields>();

	/** Those that could not be read, with what is told once they have waited long enough. */
	readonly troubled = new Map<string, CurrentFields>();

	private characters = 0;

	private readonly requests: PollRequests;

	private readonly maxCharacters: number;

	constructor(requests: PollRequests, { characters }: EmissionLimits) {
		this.requests = requests;
		this.maxCharacters = characters;
	}

	/** @returns the error of a request that failed */
	readonly read = async ({ key, orderId, known }: OrderJob): Promise<ServiceError | undefined> => {
		// It would not fit in the items of this poll.
		if (this.characters > this.maxCharacters) return undefined;
		try {
			const current = await readCurrentOrder(this.requests.client, orderId, known);
			if (!known.order || !known.shipments) this.characters += JSON.stringify(current).length;
			this.fields.set(key, { current });
			return undefined;
		} catch (error) {
			if (error instanceof TooLittleTime) return error;
			if (error instanceof UserError) {
				this.fields.set(key, withoutCurrent(error));
				return undefined;
			}
			const failure = requestError(error);
			this.fail(key, failure);
			return failure instanceof UnboundedListError ? undefined : failure;
		}
	};

	/** Records that an order could not be read. A refused API key says nothing of it; one that is too large stays so. */
	fail(key: string, error: ServiceError): void {
		if (error instanceof UnboundedListError) this.fields.set(key, withoutCurrent(error));
		else if (!this.requests.failures.isOfKey(error)) this.troubled.set(key, withoutCurrent(error));
	}
}

/** Chooses the changes that are left for a later poll: those without their order, and those beyond the limits. */
function changesToHoldBack(
	changes: readonly ObservedChange[],
	fields: ReadonlyMap<string, CurrentFields>,
	limits: EmissionLimits,
): Set<string> {
	const lengths = new Map<string, number>();
	const lengthOf = (key: string, current: CurrentFields): number => {
		const length = lengths.get(key) ?? JSON.stringify(current).length;
		lengths.set(key, length);
		return length;
	};
	const heldBack = new Set<string>();
	let items = 0;
	let characters = 0;
	let isFull = false;
	for (const change of changes) {
		const current = fields.get(change.objectKey);
		if (current && !isFull) {
			characters += JSON.stringify(change.object).length + lengthOf(change.objectKey, current);
			isFull = items >= limits.items || (items > 0 && characters > limits.characters);
			if (!isFull) items += 1;
		}
		if (!current || isFull) heldBack.add(changeKey(change));
	}
	return heldBack;
}

/**
 * Reads the orders of changes, as far as this poll has not read them, and chooses what it emits: the oldest changes first. The
 * changes of one order keep their order.
 *
 * @param changes those that are to be told, oldest first
 * @param seen the orders that this poll has read, by their keys
 * @param waited what the last poll returned
 */
export async function emissionOf(
	changes: readonly ObservedChange[],
	seen: ReadonlyMap<string, IDataObject | undefined>,
	{ parcels, unread }: ParcelReading,
	requests: PollRequests,
	waited: WaitedPolls,
	limits = EMISSION_LIMITS,
): Promise<Emission> {
	const ofOrders = changes.filter(isOfOrder);
	const orders = new CurrentOrders(requests, limits);
	const toRead: OrderJob[] = [];
	for (const job of jobsOf(ofOrders.slice(0, limits.items), seen, parcels)) {
		const error = unread.get(job.key);
		if (error) orders.fail(job.key, error);
		else if (job.known.order && job.known.shipments) await orders.read(job);
		else toRead.push(job);
	}
	await runJobs(toRead, requests, orders.read);

	const { fields, troubled } = orders;
	// An order that this poll did not read, or whose change it did not find, goes on waiting.
	const waitedNow = new Map(waited);
	for (const key of new Set(ofOrders.map(({ objectKey }) => objectKey))) {
		const inTrouble = troubled.get(key);
		if (!inTrouble) continue;
		const polls = (waitedNow.get(key) ?? 0) + 1;
		waitedNow.set(key, polls);
		if (polls > MAX_WAITING_POLLS) fields.set(key, inTrouble);
	}
	const heldBack = changesToHoldBack(ofOrders, fields, limits);
	const waiting = new Set(
		ofOrders.flatMap((change) => (heldBack.has(changeKey(change)) ? [change.objectKey] : [])),
	);
	for (const { objectKey: key } of ofOrders) if (!waiting.has(key)) waitedNow.delete(key);
	return { fields, heldBack, waited: waitedNow };
}
