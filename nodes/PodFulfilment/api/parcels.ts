// Reads the parcels of an order and sums them up for 'Add Parcels': how many there are, how many left, whether all did,
// and the tracking numbers as a text.

import type { IDataObject } from 'n8n-workflow';

import { trimmed } from '../input/guards';
import { oneLine, serviceText, withoutMarkup } from '../input/wording';
import type { ApiClient } from '../transport/client';
import { readWholeList } from './pages';
import { readShipmentsOfExisting } from './shipments';
import { simplifyShipment } from './simplify';

/** What the option _Add Parcels_ adds to an order. */
export interface Parcels extends IDataObject {
	/** Number of parcels without the cancelled ones, which never leave. */
	all: number;
	left: number;
	/** Whether nothing more is to come: the order is shipped or fulfilled, and each of its parcels left. */
	allLeft: boolean;
	/** A line for each parcel that left: 'DHL 0034…, https://…'. For the customer, so it has no markup. */
	trackingText: string;
	/** All shipments, simplified. */
	list: IDataObject[];
}

/** One that came back had left before (spec section 3). */
const hasLeft = ({ shipmentStatus }: IDataObject): boolean =>
	shipmentStatus === 'shipped' || shipmentStatus === 'returned';

const isCanceled = ({ shipmentStatus }: IDataObject): boolean => shipmentStatus === 'canceled';

const part = (value: unknown): string => oneLine(withoutMarkup(serviceText(value)));

function trackingLine({ carrier, trackingId, trackingUrl }: IDataObject): string {
	const number = [part(carrier), part(trackingId)].filter(Boolean).join(' ');
	return [number, part(trackingUrl)].filter(Boolean).join(', ');
}

/** Sums up the shipments of an order. An order that is shipped but shows no parcel yet has not all left. */
export function parcelsOf(order: IDataObject, shipments: readonly IDataObject[]): Parcels {
	const parcels = shipments.filter((shipment) => !isCanceled(shipment));
	const left = parcels.filter(hasLeft);
	const isProduced = order.status === 'shipped' || order.status === 'fulfilled';
	return {
		all: parcels.length,
		left: left.length,
		allLeft: isProduced && left.length > 0 && left.length === parcels.length,
		trackingText: left.map(trackingLine).filter(Boolean).join('\n'),
		list: shipments.map((shipment) =>
			simplifyShipment({ orderId: order.id, orderExternalId: order.externalId, ...shipment }),
		),
	};
}

/**
 * Reads the parcels of an order: one request, or one for each page of many. None for a draft, which has none.
 *
 * @throws ServiceError when they cannot be read, or are fewer than the service says
 */
export async function readParcels(client: ApiClient, order: IDataObject): Promise<Parcels> {
	const isDraft = trimmed(order.status) === 'draft';
	const shipments = isDraft
		? []
		: await readShipmentsOfExisting(client, String(order.id), undefined, readWholeList);
	return parcelsOf(order, shipments);
}
