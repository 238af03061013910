import type { IDataObject } from 'n8n-workflow';

import { trimmed } from '../input/guards';
import { EXTERNAL_ID_PREFIX } from '../spec/service';
import type { ApiClient } from '../transport/client';
import { ServiceError } from '../transport/errors/serviceError';
import { sharedInRun } from '../transport/sharedInRun';
import { tryOrder, type OrderReference } from './order';

/** The names of the order that something belongs to: the service's ID and the shop's. `null` where it is not known. */
export interface OrderNames extends IDataObject {
	orderId: string | null;
	orderExternalId: string | null;
}

const textOrNull = (value: unknown): string | null =>
	typeof value === 'number' ? String(value) : trimmed(value) || null;

/** What a reference says by itself: it is one of the two names. */
export const namesInReference = ({ reference }: OrderReference): OrderNames =>
	reference.startsWith(EXTERNAL_ID_PREFIX)
		? { orderId: null, orderExternalId: reference.slice(EXTERNAL_ID_PREFIX.length) }
		: { orderId: reference, orderExternalId: null };

/** The names of an order that was read; those of its reference where it could not be. */
export function orderNames(order: OrderReference, read?: IDataObject): OrderNames {
	const known = namesInReference(order);
	return {
		orderId: textOrNull(read?.id) ?? known.orderId,
		orderExternalId: textOrNull(read?.externalId) ?? known.orderExternalId,
	};
}

/** Reads of a run, by the path of the order. */
const readsOfRun = sharedInRun(() => new Map<string, Promise<OrderNames>>());

async function readNames(client: ApiClient, order: OrderReference): Promise<OrderNames> {
	const result = await tryOrder(client, order);
	return orderNames(order, result instanceof ServiceError ? undefined : result);
}

/**
 * The names of an order, read once in a run. Never fails because of the service: what cannot be read is `null`.
 *
 * @throws RunAborted
 */
export async function readOrderNames(
	client: ApiClient,
	order: OrderReference,
): Promise<OrderNames> {
	const reads = readsOfRun(client);
	const names = reads.get(order.path) ?? readNames(client, order);
	reads.set(order.path, names);
	return await names;
}
