import type { FastifyInstance } from 'fastify';
import { collection, type PageQuery } from '../json-ld/collection.ts';
import { orderPath, shipmentView } from '../json-ld/order.ts';
import type { OrderStore } from '../state/orders.ts';
import { requireOrder } from './reference.ts';
import { collectionQuerySchema, idSchema } from './schemas.ts';

const shipmentsSchema = { ...idSchema, querystring: collectionQuerySchema() };

/** Section 4, Shipments. */
export async function shipmentRoutes(
	api: FastifyInstance,
	{ orders, pageSize }: { orders: OrderStore; pageSize: number },
): Promise<void> {
	api.get<{ Params: { id: string }; Querystring: PageQuery }>(
		'/orders/:id/shipments',
		{ schema: shipmentsSchema },
		async (request) => {
			const order = requireOrder(orders, request.account, request.params.id);
			return collection(
				{
					type: 'Shipment',
					path: `${orderPath(order)}/shipments`,
					entries: order.shipments,
					view: shipmentView,
				},
				request.query,
				pageSize,
			);
		},
	);
}
