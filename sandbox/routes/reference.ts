import type { FastifyRequest } from 'fastify';
import { HttpProblem } from '../plugins/problems.ts';
import type { Order } from '../state/model.ts';

/** The order a path means: its id, or `@` and its external id; 404 for another account's. */
export function requireOrder({ service, account }: FastifyRequest, reference: string): Order {
	const order = service.orders.find(account, reference);
	if (!order) throw new HttpProblem(404, `There is no order "${reference}".`);
	return order;
}
