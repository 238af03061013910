import type { FastifyInstance } from 'fastify';
import { withContext } from '../json-ld/context.ts';
import { orderItemView } from '../json-ld/order.ts';
import { HttpProblem } from '../json-ld/problems.ts';
import type { Serving } from '../plugins/plugin.ts';
import { changeItem, type OrderChangeParts } from './changes.ts';
import { requireOrder } from './reference.ts';

const itemSchema = {
	params: {
		type: 'object',
		required: ['id', 'item_id'],
		properties: { id: { type: 'string' }, item_id: { type: 'string' } },
	},
};

/** Section 4: change one item of an order. */
export async function orderItemRoutes(
	api: FastifyInstance,
	serving: Serving<OrderChangeParts>,
): Promise<void> {
	api.patch<{ Params: { id: string; item_id: string }; Body: Record<string, unknown> }>(
		'/orders/:id/order_item/:item_id',
		{
			schema: itemSchema,
			config: { needsBody: true },
		},
		async (request) => {
			const { id, item_id: itemId } = request.params;
			const order = requireOrder(serving.service.orders, request.account, id);
			const item = order.items.find((one) => one.id === itemId);
			if (!item) throw new HttpProblem(404, `The order has no item "${itemId}".`);
			const changed = changeItem(serving.service, order, item, request.body);
			return withContext(orderItemView(order, changed));
		},
	);
}
