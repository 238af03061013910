// Changes as items, and Add Current Order: which orders a poll reads for them, and which changes it leaves for the next one.

import { type IDataObject, type INodeExecutionData, sleep, UserError } from 'n8n-workflow';

import { pick } from '../../input/objects';
import { itemJson } from '../../api/itemJson';
import { simplifyOrder, simplifyShipment } from '../../api/simplify';
import type { EventDataKey } from '../../spec/service';
import type { Redact } from '../../transport/secrets';
import { type KnownParts, readCurrentOrder } from '../../api/orderWithShipments';
import { UnboundedListError } from '../../api/listErrors';
import type { ServiceError } from '../../transport/errors/serviceError';
import { type CurrentFields, eventOrderIdOf, withoutCurrent } from '../currentOrder';
import { POLLED_EVENTS } from '../events';
import { distribute } from '../outputs';
import type { ObservedChange } from './compare/changes';
import { dataKeyOf } from './compare/settings';
import { DRAFT } from './compare/policy';
import { type PollRequests, requestError, TooLittleTime } from './read/client';
import type { OrderReader } from './read/orderReader';
import { type Job, WorkQueue } from './read/queue';
import { ORDERS } from './read/listReader';

const withoutJsonLdKeys = (object: IDataObject): IDataObject =>
	pick(
		object,
		Object.keys(object).filter((key) => !key.startsWith('@')),
	);

/** Objects look as in the output of the action node. */
const SIMPLIFIED: Record<EventDataKey, (object: IDataObject) => IDataObject> = {
	order: simplifyOrder,
	shipment: simplifyShipment,
	mockupTask: withoutJsonLdKeys,
};

/** Items that take some 10 ms. */
const ITEMS_AT_ONCE = 1_000;

/** The item of a change: that of the webhook trigger, without the fields that only a delivery has. */
async function toItem(
	{ event, changeId, timeMs, object }: ObservedChange,
	fields: CurrentFields | undefined,
	redact: Redact,
): Promise<INodeExecutionData> {
	const key = dataKeyOf(event);
	const json = {
		event,
		[key]: SIMPLIFIED[key](object),
		// A poll has no delivery, and so no ID of one.
		eventId: changeId,
		changeId,
		occurredAt: new Date(timeMs).toISOString(),
		...fields,
	};
	return { json: await itemJson(json, redact) };
}

/**
 * Items of changes, on the outputs of their events.
 *
 * @param redact removes the secrets of the credential
 * @param fields what _Add Current Order_ adds, by the key of the order
 */
export async function toOutputs(
	changes: ObservedChange[],
	events: string[],
	mode: string,
	redact: Redact,
	fields?: ReadonlyMap<string, CurrentFields>,
): Promise<INodeExecutionData[][]> {
	const items: Array<{ item: INodeExecutionData; event: ObservedChange['event'] }> = [];
	for (const [index, change] of changes.entries()) {
		// n8n answers no webhook while thousands of items are made.
		if (index % ITEMS_AT_ONCE === ITEMS_AT_ONCE - 1) await sleep(0);
		const isTask = dataKeyOf(change.event) === 'mockupTask';
		const current = isTask ? undefined : fields?.get(change.objectKey);
		items.push({ item: await toItem(change, current, redact), event: change.event });
	}
	return distribute(items, events, mode, POLLED_EVENTS);
}

/** How much one poll emits with current orders: n8n stores all of it with one execution. */
export interface EmissionLimits {
	items: number;
	/** Characters of their JSON. A first item of more is emitted all the same. */
	characters: number;
}

export const EMISSION_LIMITS: EmissionLimits = { items: 200, characters: 20 * 1024 * 1024 };

/** For so many polls, the events of an order wait that cannot be read. */
const MAX_WAITING_POLLS = 3;

/** How many polls the events of an order have waited for it, by the key of its ID. Kept in memory: after a restart, they wait anew. */
export type WaitedPolls = Map<string, number>;

/** What to emit of the changes of one poll. The others are left for a later one. */
export interface Emission {
	changes: ObservedChange[];
	/** What is added to the items of an order, by the key of its ID. */
	fields: ReadonlyMap<string, CurrentFields>;
}

/** What a poll has read of orders. */
type ReadOrders = Pick<OrderReader, 'entries' | 'seen' | 'parcels' | 'unreadParcels'>;

const isOfOrder = ({ event }: ObservedChange): boolean => dataKeyOf(event) !== 'mockupTask';

/**
 * Reads the orders of changes, as far as this poll has not read them.
 *
 * @returns what is added to their items, by the keys of the orders; and the same of those that could not be read, for once they
 *   have waited long enough
 */
async function readCurrentOrders(
	changes: readonly ObservedChange[],
	{ seen, parcels, unreadParcels }: ReadOrders,
	requests: PollRequests,
	maxCharacters: number,
): Promise<Record<'fields' | 'troubled', Map<string, CurrentFields>>> {
	const fields = new Map<string, CurrentFields>();
	const troubled = new Map<string, CurrentFields>();
	let characters = 0;
	/** A refused API key says nothing of an order; one that is too large stays so, and an ID that no path can hold. */
	const fail = (key: string, error: unknown): ServiceError | undefined => {
		if (error instanceof TooLittleTime) return error;
		if (error instanceof UnboundedListError || error instanceof UserError) {
			fields.set(key, withoutCurrent(error));
			return undefined;
		}
		const failure = requestError(error);
		if (!requests.failures.isOfKey(failure)) troubled.set(key, withoutCurrent(failure));
		return failure;
	};
	const read = async (
		key: string,
		orderId: string,
		known: KnownParts,
	): Promise<ServiceError | undefined> => {
		// It would not fit in the items of this poll.
		if (characters > maxCharacters) return undefined;
		try {
			const current = await readCurrentOrder(requests.client, orderId, known);
			if (!known.order || !known.shipments) characters += JSON.stringify(current).length;
			fields.set(key, { current });
			return undefined;
		} catch (error) {
			return fail(key, error);
		}
	};
	const jobs: Job[] = [];
	for (const [key, { event, object }] of new Map(changes.map((one) => [one.objectKey, one]))) {
		const id = eventOrderIdOf({ [dataKeyOf(event)]: object });
		const order = seen.get(key);
		// A draft has no shipments, except those that it was read with.
		const shipments = parcels.get(key) ?? (order?.status === DRAFT ? [] : undefined);
		const known: KnownParts = {
			...(order && ORDERS.isComplete(order) && { order }),
			...(shipments && { shipments }),
		};
		const error = unreadParcels.get(key);
		const kind = 'orderWithShipments';
		const run = async (): Promise<ServiceError | undefined> => await read(key, id, known);
		if (error) fail(key, error);
		else if (known.order && known.shipments) await run();
		else jobs.push({ kind, key, subject: { kind, id }, isUrgent: true, run });
	}
	const queue = new WorkQueue(requests);
	queue.add(jobs);
	await queue.run();
	return { fields, troubled };
}

/** Chooses the changes that have their order, as far as the limits allow, and those that belong to none. */
function withinLimits(
	changes: readonly ObservedChange[],
	fields: ReadonlyMap<string, CurrentFields>,
	limits: EmissionLimits,
): ObservedChange[] {
	// An order may have many changes.
	const lengths = new Map([...fields].map(([key, field]) => [key, JSON.stringify(field).length]));
	let items = 0;
	let characters = 0;
	let isFull = false;
	return changes.filter((change) => {
		if (!isOfOrder(change)) return true;
		const length = lengths.get(change.objectKey);
		if (length === undefined || isFull) return false;
		characters += JSON.stringify(change.object).length + length;
		isFull = items >= limits.items || (items > 0 && characters > limits.characters);
		items += 1;
		return !isFull;
	});
}

/**
 * Reads the orders of changes, and chooses what a poll emits: the oldest changes first. The changes of one order keep their order.
 *
 * @param changes those that are to be told, oldest first
 * @param orders what this poll has read of them
 * @param waited is brought up to date
 */
export async function emissionOf(
	changes: readonly ObservedChange[],
	orders: ReadOrders,
	requests: PollRequests,
	waited: WaitedPolls,
	limits = EMISSION_LIMITS,
): Promise<Emission> {
	const ofOrders = changes.filter(isOfOrder);
	const first = ofOrders.slice(0, limits.items);
	const { fields, troubled } = await readCurrentOrders(first, orders, requests, limits.characters);
	// An order that this poll did not read, or whose change it did not find, goes on waiting, unless it was forgotten.
	for (const key of waited.keys()) if (!orders.entries.has(key)) waited.delete(key);
	for (const [key, inTrouble] of troubled) {
		const polls = (waited.get(key) ?? 0) + 1;
		waited.set(key, polls);
		if (polls > MAX_WAITING_POLLS) fields.set(key, inTrouble);
	}
	const emitted = new Set(withinLimits(changes, fields, limits));
	const waiting = new Set(
		ofOrders.filter((one) => !emitted.has(one)).map(({ objectKey }) => objectKey),
	);
	for (const { objectKey: key } of ofOrders) if (!waiting.has(key)) waited.delete(key);
	return { changes: [...emitted], fields };
}
