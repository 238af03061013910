// References to orders, by ID or external ID. Reads an order, and reads it again with pauses until it shows a change; reads its
// two IDs for what belongs to it. Runs one piece of work after the other on the same order, and tells whether a response is the
// whole order that was asked for, and whether an order is a draft.

import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../input/objects';
import { textOrNumber, trimmed } from '../input/text';
import { EXTERNAL_ID_PREFIX } from '../spec/service';
import type { ApiClient } from '../transport/client';
import { unexpectedResponseError } from '../transport/errors/connectionErrors';
import { ServiceError, type Result } from '../transport/errors/serviceError';
import { sharedInRun } from '../transport/run';
import { orderPath, orderReference, type ResourcePath } from './paths';
import { isResource } from './resource';

/** An order as requests refer to it. */
export interface OrderReference extends ResourcePath {
	/** The service's ID, or an external ID preceded by `@` (spec section 4). */
	reference: string;
}

export const orderReferenceOf = (locator: unknown): OrderReference => ({
	...orderPath(locator),
	reference: orderReference(locator),
});

/** Runs work on one order after all earlier work on it, first come, first served. */
export const exclusivelyOn = async <Value>(
	client: ApiClient,
	{ path }: Pick<OrderReference, 'path'>,
	work: () => Promise<Value>,
): Promise<Value> => await client.run.exclusively(`${client.account} ${path}`, work);

export const externalIdReference = (externalId: string): OrderReference =>
	orderReferenceOf({ __rl: true, mode: 'externalId', value: externalId });

/** The ID at the end of an order's path, e.g. of its `@id`; undefined for any other text. */
const idInPath = (text: string): string | undefined => /\/orders\/([^/@]+)$/.exec(text)?.[1];

/** The ID of an order. A service may show its path alone, or in place of the ID. */
function orderIdOf({ id, '@id': path }: IDataObject): string | number | undefined {
	if (typeof id === 'number') return id;
	const text = trimmed(id);
	return text === '' ? idInPath(trimmed(path)) : (idInPath(text) ?? text);
}

/** The order in a body, under its ID; undefined where there is none. */
export function orderIn(body: unknown): IDataObject | undefined {
	if (!isObject(body)) return undefined;
	const id = orderIdOf(body);
	if (id === undefined) return undefined;
	return id === body.id ? body : { ...body, id };
}

export const isDraft = ({ status }: IDataObject): boolean => status === 'draft';

/** Whether a resource is the requested order: the response to a change may hold a job, a refund or another order. */
const isReferencedOrder = (body: IDataObject, reference: string): boolean =>
	reference.startsWith(EXTERNAL_ID_PREFIX)
		? trimmed(body.externalId) === reference.slice(EXTERNAL_ID_PREFIX.length)
		: String(body.id) === reference;

/**
 * Whether the response to a change holds the whole order (spec section 2). The spec does not show these responses: they may
 * be empty, an ID alone, the changed fields or a job, none of which can become an output item.
 */
export const isWholeOrder = (body: unknown, { reference }: OrderReference): body is IDataObject =>
	isResource(body) &&
	trimmed(body.status) !== '' &&
	Array.isArray(body.orderItems) &&
	isReferencedOrder(body, reference);

/**
 * Reads an order (spec section 4, GET /api/orders/{id}). For callers that handle the error.
 *
 * @param isBackground see ServiceRequest
 */
export async function tryOrder(
	client: ApiClient,
	order: OrderReference,
	isBackground = false,
): Promise<Result<IDataObject>> {
	const { reference, ...path } = order;
	const request = { method: 'GET', ...path, isBackground } as const;
	const result = await client.send(request);
	if (result instanceof ServiceError) return result;
	const found = orderIn(result.body);
	return found && isReferencedOrder(found, reference)
		? found
		: unexpectedResponseError(client, request, 'the order that was asked for');
}

/** As {@link tryOrder}; undefined when there is none. */
export async function findOrder(
	client: ApiClient,
	order: OrderReference,
	isBackground = false,
): Promise<Result<IDataObject | undefined>> {
	const result = await tryOrder(client, order, isBackground);
	return result instanceof ServiceError && result.isNotFound ? undefined : result;
}

/** Delays between reads that wait for a change to show. Reads may lag behind writes by some seconds. */
const READ_AGAIN_AFTER_MS = [500, 1000, 2000, 4000] as const;

/**
 * Reads again, for about eight seconds or as long as Max Waiting Time lasts, until the value shows a change or the service
 * refuses.
 *
 * @returns the last result, whether or not it shows the change
 */
export async function readUntil<Value>(
	client: ApiClient,
	read: () => Promise<Result<Value>>,
	showsChange: (value: Value) => boolean,
): Promise<Result<Value>> {
	let result = await read();
	for (const delay of READ_AGAIN_AFTER_MS) {
		if (result instanceof ServiceError || showsChange(result)) break;
		if (!(await client.pause(delay))) break;
		result = await read();
	}
	return result;
}

/** The IDs of the order that a parcel or an item belongs to. `null` where it is not known. */
interface OrderIds extends IDataObject {
	orderId: string | null;
	orderExternalId: string | null;
}

/** The IDs of an order by what was read of it; one of the two its reference says by itself. */
export function orderIds({ reference }: OrderReference, read?: IDataObject): OrderIds {
	const externalId = reference.startsWith(EXTERNAL_ID_PREFIX)
		? reference.slice(EXTERNAL_ID_PREFIX.length)
		: null;
	return {
		orderId: textOrNumber(read?.id) || (externalId === null ? reference : null),
		orderExternalId: textOrNumber(read?.externalId) || externalId,
	};
}

/** Reads of the IDs in a run, by the path of the order. */
const readsOfRun = sharedInRun(() => new Map<string, Promise<OrderIds>>());

async function readIds(client: ApiClient, order: OrderReference): Promise<OrderIds> {
	const result = await tryOrder(client, order);
	return orderIds(order, result instanceof ServiceError ? undefined : result);
}

/**
 * The IDs of an order, read once in a run. Never fails because of the service: what cannot be read is `null`.
 *
 * @throws RunAborted
 */
export async function readOrderIds(client: ApiClient, order: OrderReference): Promise<OrderIds> {
	const reads = readsOfRun(client);
	const ids = reads.get(order.path) ?? readIds(client, order);
	reads.set(order.path, ids);
	return await ids;
}
