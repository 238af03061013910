import type { IDataObject } from 'n8n-workflow';

import { pick } from './resource';

const SHIPMENT_FIELDS = [
	'id',
	'orderId',
	'orderExternalId',
	'carrier',
	'service',
	'shipmentStatus',
	'shippedAt',
	'trackingId',
	'trackingUrl',
] as const;

/** A shipment without JSON-LD keys. */
export const simplifyShipment = (shipment: IDataObject): IDataObject =>
	pick(shipment, SHIPMENT_FIELDS);
