// The IDs of the order that a parcel or an item belongs to, `orderId` and `orderExternalId`: from the reference to the
// order, or from the order itself, which is read once in a run.

import type { IDataObject } from 'n8n-workflow';

import { trimmed } from '../input/guards';
import { EXTERNAL_ID_PREFIX } from '../spec/service';
import type { ApiClient } from '../transport/client';
import { ServiceError } from '../transport/errors/serviceError';
import { sharedInRun } from '../transport/run';
import { tryOrder, type OrderReference } from './order';

/** The IDs of the order that something belongs to: the service's own and the external ID. `null` where it is not known. */
export interface OrderIds extends IDataObject {
	orderId: string | null;
	orderExternalId: string | null;
}

const textOrNull = (value: unknown): string | null =>
	typeof value === 'number' ? String(value) : trimmed(value) || null;

/** What a reference says by itself: it is one of the two. */
export const idsInReference = ({ reference }: OrderReference): OrderIds =>
	reference.startsWith(EXTERNAL_ID_PREFIX)
		? { orderId: null, orderExternalId: reference.slice(EXTERNAL_ID_PREFIX.length) }
		: { orderId: reference, orderExternalId: null };

/** The IDs of an order that was read; those of its reference where it could not be. */
export function orderIds(order: OrderReference, read?: IDataObject): OrderIds {
	const known = idsInReference(order);
	return {
		orderId: textOrNull(read?.id) ?? known.orderId,
		orderExternalId: textOrNull(read?.externalId) ?? known.orderExternalId,
	};
}

/** Reads of a run, by the path of the order. */
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
