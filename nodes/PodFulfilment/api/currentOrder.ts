import type { IDataObject } from 'n8n-workflow';

import type { ApiClient } from '../transport/client';
import { unwrap } from '../transport/errors/serviceError';
import { orderReferenceOf, tryOrder } from './order';
import { readShipments } from './shipments';
import { simplifyOrder } from './simplifyOrder';
import { simplifyShipment } from './simplifyShipment';

/** Maximum number of pages of shipments: an order has one parcel, or a few. */
const MAX_SHIPMENT_PAGES = 20;

/** An order and its shipments, both simplified; each shipment with its `orderId`. */
export interface CurrentOrder extends IDataObject {
	order: IDataObject;
	shipments: IDataObject[];
}

/**
 * Reads an order, then its shipments, which are therefore at least as new as its status.
 *
 * @throws ServiceError when the order or its shipments cannot be read
 * @throws UserError for an ID that cannot be used in a path
 */
export async function readCurrentOrder(client: ApiClient, orderId: string): Promise<CurrentOrder> {
	const reference = orderReferenceOf({ __rl: true, mode: 'id', value: orderId });
	const order = unwrap(await tryOrder(client, reference));
	const shipments = await readShipments(client, orderId, MAX_SHIPMENT_PAGES);
	return {
		order: simplifyOrder(order),
		shipments: shipments.map((shipment) => simplifyShipment({ ...shipment, orderId })),
	};
}
