import type { FastifyInstance } from 'fastify';
import { withContext } from '../json-ld/context.ts';
import { orderItemView } from '../json-ld/order.ts';
import { HttpProblem } from '../plugins/problems.ts';
import { changeItem } from './changes.ts';
import { requireOrder } from './reference.ts';

/** Section 4: change one item of an order. */
export async function orderItemRoutes(api: FastifyInstance): Promise<void> {
	api.patch<{ Params: { id: string; item_id: string }; Body: Record<string, unknown> }>(
		'/orders/:id/order_item/:item_id',
		{
			schema: {
				params: {
					type: 'object',
					required: ['id', 'item_id'],
					properties: {
						id: { type: 'string' },
						item_id: { type: 'string' },
					},
				},
			},
			config: { needsBody: true },
		},
		async (request) => {
			const { id, item_id: itemId } = request.params;
			const order = requireOrder(request, id);
			const item = order.items.find((one) => one.id === itemId);
			if (!item) throw new HttpProblem(404, `The order has no item "${itemId}".`);
			const changed = changeItem(request, order, item, request.body);
			return withContext(orderItemView(order, changed));
		},
	);
}
