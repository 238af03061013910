import type { Order, OrderItem, Shipment } from '../state/model.ts';

/** Order and OrderItem as the service shows them (section 2). */

export const orderPath = (order: Order): string => `/api/orders/${order.id}`;

export function orderView(order: Order): Record<string, unknown> {
	const associations = associationsOf(order);
	return {
		'@id': orderPath(order),
		'@type': 'Order',
		id: order.id,
		externalId: order.externalId,
		shipping: order.shipping,
		status: order.status,
		createdAt: order.createdAt,
		updatedAt: order.updatedAt,
		recipient: order.recipient,
		orderItems: order.items.map((item) => orderItemView(order, item)),
		...(associations.length > 0 && { associations }),
		...(order.errors.length > 0 && { errors: order.errors }),
	};
}

export function orderItemView(order: Order, item: OrderItem): Record<string, unknown> {
	const { id, placements, options, errors, ...fields } = item;
	return {
		'@id': `${orderPath(order)}/order_item/${id}`,
		'@type': 'OrderItem',
		id,
		...fields,
		placements: placements.map((placement) => ({
			'@type': 'Placement',
			'@id': generatedPath(placement.id),
			type: placement.type,
			technique: placement.technique,
			layers: placement.layers,
			placementOptions: placement.placementOptions,
		})),
		options,
		...(errors.length > 0 && { errors }),
	};
}

/** The reprint links of both orders, and the refund. */
function associationsOf(order: Order): Array<Record<string, unknown>> {
	const associations: Array<Record<string, unknown>> = [];
	if (order.reprintOf) {
		associations.push({
			type: 'reprint',
			createdAt: order.reprintOf.createdAt,
			source: reference(order.reprintOf.order),
		});
	}
	if (order.reprints[0]) {
		associations.push({
			type: 'reprint',
			createdAt: order.reprints[0].createdAt,
			linked: order.reprints.map((link) => reference(link.order)),
		});
	}
	if (order.refundedAt) associations.push({ type: 'refund', createdAt: order.refundedAt });
	return associations;
}

const reference = (order: Order) => ({
	'@id': orderPath(order),
	'@type': 'Order',
	id: order.id,
	externalId: order.externalId,
});

export const shipmentView = (shipment: Shipment): Record<string, unknown> => ({
	'@id': generatedPath(shipment.id),
	'@type': 'Shipment',
	id: shipment.id,
	carrier: shipment.carrier,
	service: shipment.service,
	shipmentStatus: shipment.shipmentStatus,
	shippedAt: shipment.shippedAt,
	trackingUrl: shipment.trackingUrl,
	trackingId: shipment.trackingId,
});

/** The `@id` of an entity without an endpoint. */
const generatedPath = (id: string): string => `/api/.well-known/genid/${id}`;
