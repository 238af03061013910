import type { IDataObject } from 'n8n-workflow';

import { readPages } from '../../api/pages';
import type { ApiClient } from '../../transport/client';
import { orderPathOf } from './source';

/**
 * Reads all shipments of an order (spec section 4, GET /api/orders/{id}/shipments).
 *
 * @throws ServiceError when they cannot be read
 */
export async function readShipments(client: ApiClient, orderId: string): Promise<IDataObject[]> {
	const { path, about } = orderPathOf(orderId);
	const shipments: IDataObject[] = [];
	for await (const page of readPages(client, { path: `${path}/shipments`, about })) {
		for (const shipment of page.members) shipments.push(shipment);
	}
	return shipments;
}
