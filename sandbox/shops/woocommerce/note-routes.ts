import type { FastifyInstance } from 'fastify';
import { WooError } from './errors.ts';
import { requireOrder } from './reference.ts';
import type { WooCommerceShop } from './shop.ts';

const NOTE = {
	type: 'object',
	required: ['note'],
	properties: {
		note: { type: 'string', minLength: 1 },
		customer_note: { type: 'boolean' },
		added_by_user: { type: 'boolean' },
	},
};

const LIST_QUERY = {
	type: 'object',
	properties: { type: { enum: ['any', 'customer', 'internal'] } },
};

interface WithOrder {
	Params: { id: string; noteId: string };
	Querystring: { type?: 'any' | 'customer' | 'internal' };
	Body: { note: string; customer_note?: boolean; added_by_user?: boolean };
}

/** The notes of an order: list, newest first, read and create. The list has no pages. */
export async function noteRoutes(
	api: FastifyInstance,
	{ shop }: { shop: WooCommerceShop },
): Promise<void> {
	api.get<WithOrder>(
		'/orders/:id/notes',
		{ schema: { querystring: LIST_QUERY } },
		async ({ params, query }) => {
			const order = requireOrder(shop, params.id);
			return shop
				.notes(order.id)
				.filter(
					({ isForCustomer }) =>
						(query.type ?? 'any') === 'any' || isForCustomer === (query.type === 'customer'),
				)
				.reverse()
				.map((note) => shop.views.note(order, note));
		},
	);

	api.get<WithOrder>('/orders/:id/notes/:noteId', async ({ params }) => {
		const order = requireOrder(shop, params.id);
		const note = shop.notes(order.id).find(({ id }) => String(id) === params.noteId);
		if (!note) throw new WooError(404, 'woocommerce_rest_invalid_id', 'Invalid resource ID.');
		return shop.views.note(order, note);
	});

	api.post<WithOrder>(
		'/orders/:id/notes',
		{ schema: { body: NOTE } },
		async ({ params, body }, reply) => {
			const order = requireOrder(shop, params.id);
			const note = shop.addNote(order, {
				note: body.note,
				author: body.added_by_user ? 'admin' : 'system',
				isForCustomer: body.customer_note ?? false,
			});
			return await reply.code(201).send(shop.views.note(order, note));
		},
	);
}
