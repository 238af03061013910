import type { IDataObject } from 'n8n-workflow';

import type { ApiClient } from '../transport/client';
import { endlessListError } from './listErrors';
import { readPages } from './pages';
import { orderPath } from './paths';

/**
 * Reads all shipments of an order (spec section 4, GET /api/orders/{id}/shipments).
 *
 * @param maxPages maximum number of pages to read
 * @throws ServiceError when they cannot be read, or have more pages
 */
export async function readShipments(
	client: ApiClient,
	orderId: string,
	maxPages = Number.POSITIVE_INFINITY,
): Promise<IDataObject[]> {
	const { path, subject } = orderPath({ __rl: true, mode: 'id', value: orderId });
	const shipments: IDataObject[] = [];
	let pages = 0;
	for await (const page of readPages(client, { path: `${path}/shipments`, subject })) {
		for (const shipment of page.members) shipments.push(shipment);
		pages += 1;
		if (pages >= maxPages && page.next !== undefined) {
			throw endlessListError({ subject: `the shipments of ${subject}` }, pages);
		}
	}
	return shipments;
}
