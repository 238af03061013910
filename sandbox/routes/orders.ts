import type { FastifyInstance } from 'fastify';
import type { PageQuery } from '../json-ld/collection.ts';
import { withContext } from '../json-ld/context.ts';
import { orderView } from '../json-ld/order.ts';
import { HttpProblem } from '../json-ld/problems.ts';
import type { Serving } from '../plugins/plugin.ts';
import type { Reads } from '../reads/reads.ts';
import type { Account, Order } from '../state/model.ts';
import { newOrder } from '../state/new-order.ts';
import type { OrderStore } from '../state/orders.ts';
import { isReprintable, linkReprint, reprintBody } from '../state/reprint.ts';
import { isReprint } from '../validation/order-body.ts';
import { InvalidBody, violation } from '../validation/violations.ts';
import { changeOrder, type OrderChangeParts } from './changes.ts';
import { requireOrder, requireSeen } from './reference.ts';
import { collectionQuerySchema, idSchema } from './schemas.ts';

const ordersQuery = collectionQuerySchema('status', 'externalId', 'search');

interface WithId {
	Params: { id: string };
}

/** Section 4, Orders: list, create, read and change. */
export async function orderRoutes(
	api: FastifyInstance,
	serving: Serving<OrderChangeParts & { pageSize: number; reads: Reads }>,
): Promise<void> {
	api.get<{ Querystring: PageQuery }>(
		'/orders',
		{ schema: { querystring: ordersQuery } },
		async ({ account, query }) => {
			const { orders, reads, pageSize } = serving.service;
			return reads.orders(filtered(orders, account, query), query, pageSize);
		},
	);

	// The body is validated in the handler: a reprint has its own schema, and the response lists the
	// violations of the schema and of the catalog together.
	api.post<{ Body: Record<string, unknown> }>(
		'/orders',
		{ config: { needsBody: true } },
		async ({ account, body }, reply) => {
			const { orders, catalog, orderBodies, orderLifeCycle } = serving.service;
			const valid = orderBodies.validateOrder(account.id, body);
			const source = isReprint(body) ? sourceOf(orders, account, body) : undefined;
			const order = newOrder(account, source ? reprintBody(source, valid) : valid, catalog);
			if (source) linkReprint(source, order);
			orderLifeCycle.place(order);
			return await reply.code(201).send(withContext(orderView(order)));
		},
	);

	api.get<WithId>('/orders/:id', { schema: idSchema }, async ({ account, params }) => {
		const { orders, reads } = serving.service;
		const order = requireOrder(orders, account, params.id);
		return withContext(requireSeen(reads.order(order), params.id));
	});

	api.patch<WithId & { Body: Record<string, unknown> }>(
		'/orders/:id',
		{ schema: idSchema, config: { needsBody: true } },
		async ({ account, params, body }) => {
			const order = requireOrder(serving.service.orders, account, params.id);
			changeOrder(serving.service, order, body);
			return withContext(orderView(order));
		},
	);
}

function filtered(store: OrderStore, account: Account, query: PageQuery): readonly Order[] {
	if (query.externalId) {
		const order = store.withExternalId(account.id, query.externalId);
		return order ? [order] : [];
	}
	const orders = store.ofAccount(account.id);
	if (!query.status && !query.search) return orders;
	const search = query.search?.toLowerCase();
	return orders.filter(
		(order) =>
			(!query.status || order.status === query.status) &&
			(!search ||
				order.externalId.toLowerCase().includes(search) ||
				(order.recipient.name ?? '').toLowerCase().includes(search)),
	);
}

/**
 * Finds the order that a reprint names.
 * @throws InvalidBody when it does not exist, HttpProblem 409 when it has not been produced
 */
function sourceOf(orders: OrderStore, account: Account, body: Record<string, unknown>): Order {
	const [{ source: reference }] = body.actions as [{ source: string }];
	const source = orders.find(account, reference.replace(/^\/api\/orders\//, ''));
	if (!source) {
		throw new InvalidBody([
			violation('notFound', 'actions[0].source', 'This order does not exist.'),
		]);
	}
	if (!isReprintable(source)) {
		throw new HttpProblem(
			409,
			`The order "${reference}" has the status ${source.status}: only an order that was produced (partial, fulfilled, shipped) can be reprinted.`,
		);
	}
	return source;
}
