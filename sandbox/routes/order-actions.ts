import type { FastifyInstance } from 'fastify';
import type { OrderStatus } from '../facts.ts';
import { withContext } from '../json-ld/context.ts';
import { orderView } from '../json-ld/order.ts';
import { HttpProblem } from '../json-ld/problems.ts';
import type { OrderLifeCycle } from '../life-cycle/orders.ts';
import type { Serving } from '../plugins/plugin.ts';
import type { Order } from '../state/model.ts';
import type { OrderStore } from '../state/orders.ts';
import { timestamp } from '../time/clock.ts';
import { requireOrder } from './reference.ts';
import { idSchema } from './schemas.ts';

interface WithId {
	Params: { id: string };
}

const CONFIRMABLE: readonly OrderStatus[] = ['draft'];
const CANCELABLE: readonly OrderStatus[] = ['draft', 'pending', 'onhold', 'failed'];
const REFUNDABLE: readonly OrderStatus[] = ['inprocess', 'partial', 'fulfilled', 'shipped'];

/** Section 4: confirm, cancel and refund, with or without a body. */
export async function orderActionRoutes(
	api: FastifyInstance,
	serving: Serving<{ orders: OrderStore; orderLifeCycle: OrderLifeCycle }>,
): Promise<void> {
	const options = { schema: idSchema };

	api.post<WithId>('/orders/:id/confirm', options, async (request) => {
		const order = requireOrder(serving.service.orders, request.account, request.params.id);
		requireStatus(order, CONFIRMABLE, 'confirmed');
		serving.service.orderLifeCycle.move(order, 'pending');
		return withContext(orderView(order));
	});

	api.post<WithId>('/orders/:id/cancel', options, async (request, reply) => {
		const order = requireOrder(serving.service.orders, request.account, request.params.id);
		requireStatus(order, CANCELABLE, 'canceled');
		serving.service.orderLifeCycle.move(order, 'canceled');
		return await reply.code(204).removeHeader('content-type').send();
	});

	api.post<WithId>('/orders/:id/refund', options, async (request) => {
		const order = requireOrder(serving.service.orders, request.account, request.params.id);
		if (order.refundedAt) throw new HttpProblem(409, 'The order was refunded before.');
		requireStatus(order, REFUNDABLE, 'refunded');
		serving.service.orders.changing(order);
		order.refundedAt = timestamp();
		order.updatedAt = order.refundedAt;
		return withContext(orderView(order));
	});
}

function requireStatus(order: Order, allowed: readonly OrderStatus[], verb: string): void {
	if (allowed.includes(order.status)) return;
	throw new HttpProblem(
		409,
		`The order has the status ${order.status}: it can be ${verb} only as ${allowed.join(', ')}.`,
	);
}
