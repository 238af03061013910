import type { FastifyInstance } from 'fastify';
import { collection, type PageQuery } from '../json-ld/collection.ts';
import { orderPath, shipmentView } from '../json-ld/order.ts';
import { requireOrder } from './reference.ts';
import { collectionQuerySchema, idSchema } from './schemas.ts';

/** Section 4, Shipments. */
export async function shipmentRoutes(api: FastifyInstance): Promise<void> {
	api.get<{ Params: { id: string }; Querystring: PageQuery }>(
		'/orders/:id/shipments',
		{ schema: { ...idSchema, querystring: collectionQuerySchema() } },
		async (request) => {
			const order = requireOrder(request, request.params.id);
			return collection(
				{
					type: 'Shipment',
					path: `${orderPath(order)}/shipments`,
					entries: order.shipments,
					view: shipmentView,
				},
				request.query,
				request.service.options.pageSize,
			);
		},
	);
}
