import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collection, type PageQuery } from '../json-ld/collection.ts';
import { withContext } from '../json-ld/context.ts';
import { orderView } from '../json-ld/order.ts';
import { HttpProblem, InvalidBody } from '../plugins/problems.ts';
import { changeOrder } from './changes.ts';
import { newOrder } from '../state/compose.ts';
import type { Order } from '../state/model.ts';
import { isReprintable, linkReprint, reprintBody } from '../state/reprint.ts';
import { checkOrder, isReprint } from '../validation/order-body.ts';
import { violation } from '../validation/violations.ts';
import { requireOrder } from './reference.ts';
import { collectionQuerySchema, idSchema } from './schemas.ts';

interface WithId {
	Params: { id: string };
}

/** Section 4, Orders: list, create, read and change. */
export async function orderRoutes(api: FastifyInstance): Promise<void> {
	api.get<{ Querystring: PageQuery }>(
		'/orders',
		{ schema: { querystring: collectionQuerySchema('status', 'externalId', 'search') } },
		async (request) => {
			const { service, query } = request;
			return collection(
				{
					type: 'Order',
					path: '/api/orders',
					entries: filtered(request, query),
					newestFirst: true,
					view: orderView,
				},
				query,
				service.options.pageSize,
			);
		},
	);

	// Checked in the handler: a reprint has another schema, and the rules of the catalog are to be
	// told together with those of the schema.
	api.post<{ Body: Record<string, unknown> }>(
		'/orders',
		{ config: { needsBody: true } },
		async (request, reply) => {
			const { service, account, body } = request;
			const valid = checkOrder(request, body);
			const source = isReprint(body) ? sourceOf(request, body) : undefined;
			const order = newOrder(account, source ? reprintBody(source, valid) : valid, service.catalog);
			if (source) linkReprint(source, order);
			service.orderLifeCycle.place(order);
			return await reply.code(201).send(withContext(orderView(order)));
		},
	);

	api.get<WithId>('/orders/:id', { schema: idSchema }, async (request) =>
		withContext(orderView(requireOrder(request, request.params.id))),
	);

	api.patch<WithId & { Body: Record<string, unknown> }>(
		'/orders/:id',
		{ schema: idSchema, config: { needsBody: true } },
		async (request) => {
			const order = requireOrder(request, request.params.id);
			changeOrder(request, order, request.body);
			return withContext(orderView(order));
		},
	);
}

function filtered({ service, account }: FastifyRequest, query: PageQuery): readonly Order[] {
	if (query.externalId) {
		const order = service.orders.withExternalId(account, query.externalId);
		return order ? [order] : [];
	}
	const orders = service.orders.ofAccount(account.id);
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

/** The order that a reprint names; 409 while it has not been produced. */
function sourceOf(request: FastifyRequest, body: Record<string, unknown>): Order {
	const [{ source: reference }] = body.actions as [{ source: string }];
	const source = request.service.orders.find(
		request.account,
		reference.replace(/^\/api\/orders\//, ''),
	);
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
