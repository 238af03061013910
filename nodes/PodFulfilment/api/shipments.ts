import type { IDataObject } from 'n8n-workflow';

import type { ApiClient } from '../transport/client';
import { ServiceError } from '../transport/errors/serviceError';
import { endlessListError } from './listErrors';
import { readPages } from './pages';
import { orderPath } from './paths';

/** An order has one parcel, or a few. Reading a list without an end would take all the time of a poll or a delivery. */
const MAX_SHIPMENT_PAGES = 20;

/** Adds the shipments of an order to a list, page by page. */
async function addShipments(
	client: ApiClient,
	orderId: string,
	shipments: IDataObject[],
): Promise<void> {
	const { path, subject } = orderPath({ __rl: true, mode: 'id', value: orderId });
	let pages = 0;
	for await (const page of readPages(client, { path: `${path}/shipments`, subject })) {
		for (const shipment of page.members) shipments.push(shipment);
		pages += 1;
		if (pages >= MAX_SHIPMENT_PAGES && page.next !== undefined) {
			throw endlessListError({ subject: `the shipments of ${subject}` }, pages);
		}
	}
}

/**
 * Reads all shipments of an order (spec section 4, GET /api/orders/{id}/shipments).
 *
 * @throws ServiceError when they cannot be read, or have more than {@link MAX_SHIPMENT_PAGES} pages
 */
export async function readShipments(client: ApiClient, orderId: string): Promise<IDataObject[]> {
	const shipments: IDataObject[] = [];
	await addShipments(client, orderId, shipments);
	return shipments;
}

const isNotFound = (error: unknown): boolean =>
	error instanceof ServiceError && (error.status === 404 || error.status === 410);

/**
 * As {@link readShipments}, for an order that is known to exist: 404 and 410 then say that it has no shipments yet. On a
 * later page they are errors, or what was read before would count as all.
 */
export async function readShipmentsOfExisting(
	client: ApiClient,
	orderId: string,
): Promise<IDataObject[]> {
	const shipments: IDataObject[] = [];
	await addShipments(client, orderId, shipments).catch((error: unknown) => {
		if (shipments.length > 0 || !isNotFound(error)) throw error;
	});
	return shipments;
}
