import { identifierOf } from '../identifiers.ts';
import { type Carrier, CARRIERS, type ShippingService } from '../facts.ts';
import type { Order, Shipment } from './model.ts';

/**
 * Creates the pending shipment of some items of an order. Carrier and tracking are derived from the
 * order, so that they are the same in every run.
 * @param url where the sandbox is reached, which also shows the parcel's way
 */
export function newShipment(order: Order, itemIds: string[], url: string): Shipment {
	const id = identifierOf(`shipment:${order.id}:${order.shipments.length}`);
	const digits = BigInt(`0x${id.replaceAll('-', '')}`).toString();
	const carrier = carrierOf(order.shipping, Number(digits.slice(-6)));
	const trackingId = trackingIdOf(carrier, digits);
	return {
		id,
		orderId: order.id,
		accountId: order.accountId,
		carrier,
		service: order.shipping,
		shipmentStatus: 'pending',
		shippedAt: null,
		trackingUrl: `${url}/_sandbox/parcels/${trackingId}`,
		trackingId,
		itemIds,
	};
}

function carrierOf(service: ShippingService, number: number): Carrier {
	if (service === 'DHL_EXPRESS') return 'DHL';
	return CARRIERS[number % CARRIERS.length] ?? 'DHL';
}

function trackingIdOf(carrier: Carrier, digits: string): string {
	const shapes: Record<Carrier, string> = {
		DHL: `00340434${digits.slice(0, 12)}`,
		UPS: `1Z${digits.slice(0, 16)}`,
		GLS: digits.slice(0, 11),
	};
	return shapes[carrier];
}
