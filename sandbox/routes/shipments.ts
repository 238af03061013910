import type { FastifyInstance } from 'fastify';
import type { PageQuery } from '../json-ld/collection.ts';
import type { Serving } from '../plugins/plugin.ts';
import type { Reads } from '../reads/reads.ts';
import type { OrderStore } from '../state/orders.ts';
import { requireOrder, requireSeen } from './reference.ts';
import { collectionQuerySchema, idSchema } from './schemas.ts';

const shipmentsSchema = { ...idSchema, querystring: collectionQuerySchema() };

/** Section 4, Shipments. */
export async function shipmentRoutes(
	api: FastifyInstance,
	serving: Serving<{ orders: OrderStore; reads: Reads; pageSize: number }>,
): Promise<void> {
	api.get<{ Params: { id: string }; Querystring: PageQuery }>(
		'/orders/:id/shipments',
		{ schema: shipmentsSchema },
		async ({ account, params, query }) => {
			const { orders, reads, pageSize } = serving.service;
			const order = requireOrder(orders, account, params.id);
			return requireSeen(reads.shipments(order, query, pageSize), params.id);
		},
	);
}
