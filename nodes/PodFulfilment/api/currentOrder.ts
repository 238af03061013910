import type { IDataObject } from 'n8n-workflow';

import type { ApiClient } from '../transport/client';
import { unwrap } from '../transport/errors/serviceError';
import { orderReferenceOf, tryOrder } from './order';
import { readShipmentsOfExisting } from './shipments';
import { simplifyOrder } from './simplifyOrder';
import { simplifyShipment } from './simplifyShipment';

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
	const shipments = await readShipmentsOfExisting(client, orderId);
	return {
		order: simplifyOrder(order),
		shipments: shipments.map((shipment) => simplifyShipment({ ...shipment, orderId })),
	};
}
