// Reads all shipments of an order, page by page within bounds.

import type { IDataObject } from 'n8n-workflow';

import type { ApiClient } from '../transport/client';
import { isNotFound } from '../transport/errors/serviceError';
import { listTooLongError, type ListBounds } from './listErrors';
import { readPages } from './pages';
import { orderPath } from './paths';

/** An order has one parcel, or a few. Reading a list without an end would take all the time and the memory of a poll. */
const SHIPMENT_BOUNDS: ListBounds = { pages: 20, members: 1_000, megabytes: 4 };

const MEGABYTE = 1024 * 1024;

/**
 * Reads all shipments of an order that is known to exist (spec section 4, GET /api/orders/{id}/shipments): 404 and 410 then
 * say that it has none yet. On a later page they are errors, or what was read before would count as all.
 *
 * @param readList decides whether fewer shipments than the service says there are count as all
 * @throws ServiceError when they cannot be read, or exceed the bounds
 */
export async function readShipmentsOfExisting(
	client: ApiClient,
	orderId: string,
	bounds = SHIPMENT_BOUNDS,
	readList = readPages,
): Promise<IDataObject[]> {
	const { path, subject } = orderPath({ __rl: true, mode: 'id', value: orderId });
	const shipments: IDataObject[] = [];
	let pages = 0;
	let characters = 0;
	const readAll = async (): Promise<void> => {
		for await (const page of readList(client, { path: `${path}/shipments`, subject })) {
			for (const shipment of page.members) shipments.push(shipment);
			pages += 1;
			characters += JSON.stringify(page.members).length;
			const isTooLong =
				shipments.length > bounds.members ||
				characters > bounds.megabytes * MEGABYTE ||
				(pages >= bounds.pages && page.next !== undefined);
			if (isTooLong) throw listTooLongError(`the shipments of ${subject}`, bounds);
		}
	};
	await readAll().catch((error: unknown) => {
		if (shipments.length > 0 || !isNotFound(error)) throw error;
	});
	return shipments;
}
