// The option 'Add Parcels': reads the parcels of orders, and adds them to their outputs.

import { type IDataObject, sleep } from 'n8n-workflow';

import { readParcels } from '../api/orderWithShipments';
import { inReadingOrder, orderName } from '../api/simplify';
import type { OperationCall } from '../execution/operation';
import { switchField } from '../input/field';
import { withFullStop } from '../input/wording';
import { EXTERNAL_ID_PREFIX } from '../spec/service';
import type { ApiClient } from '../transport/client';
import { ServiceError } from '../transport/errors/serviceError';
import { warning } from './findings';
import { noted } from './orderResult';

export const addParcelsField = switchField({
	displayName: 'Add Parcels',
	name: 'addParcels',
	default: false,
	description:
		"Whether to add the parcels of an order as 'parcels': how many there are and how many left, whether all left (false while an item has no parcel yet), and their tracking numbers as a text. Costs one more request for each order that is no draft.",
});

/** Orders whose parcels are asked for before others are; how many requests run at once, 'Concurrency' says. */
const ORDERS_AT_ONCE = 100;

/**
 * Adds `parcels` to the outputs of orders.
 *
 * @param orders as the service returned them, in the order of the outputs
 * @throws ServiceError when the parcels of one cannot be read
 */
export async function withParcels(
	client: ApiClient,
	outputs: readonly IDataObject[],
	orders: readonly IDataObject[],
): Promise<IDataObject[]> {
	const items: IDataObject[] = [];
	for (let first = 0; first < outputs.length; first += ORDERS_AT_ONCE) {
		if (first > 0) await sleep(0);
		const some = outputs.slice(first, first + ORDERS_AT_ONCE).map(async (output, index) => ({
			...output,
			parcels: await readParcels(client, orders[first + index] ?? {}),
		}));
		for (const item of await Promise.all(some)) items.push(item);
	}
	return items;
}

/** As {@link withParcels}, for one order that was just placed: it must not look as if it was not. */
export async function withParcelsOfPlaced(
	call: Pick<OperationCall, 'client' | 'note'>,
	output: IDataObject,
	order: IDataObject,
): Promise<IDataObject> {
	// A placed order that could not be read need not have an ID.
	const id = order.id ?? `${EXTERNAL_ID_PREFIX}${String(order.externalId)}`;
	const parcels = await readParcels(call.client, { ...order, id }).catch((error: unknown) => {
		if (error instanceof ServiceError) return error;
		throw error;
	});
	if (!(parcels instanceof ServiceError)) return { ...output, parcels };
	const warnings = Array.isArray(output.warnings) ? (output.warnings as string[]) : [];
	const unread = `The parcels of ${orderName(order)} could not be read, so 'parcels' is empty. ${withFullStop(parcels.message)} The next run reads them.`;
	const all = [...warnings, ...noted(call, [warning(unread)])];
	return inReadingOrder({ ...output, warnings: all, parcels: null });
}
