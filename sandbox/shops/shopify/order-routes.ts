import type { FastifyInstance, FastifyReply } from 'fastify';
import { ShopifyError } from './errors.ts';
import type { ShopifyOrder } from './model.ts';
import { passes, type OrderFilters } from './order-filters.ts';
import { orderView } from './rest-views.ts';
import type { ShopifyShop } from './shop.ts';

const DEFAULT_LIMIT = 50;
const MAXIMUM_LIMIT = 250;

type OrderQuery = Partial<
	Record<
		| 'limit'
		| 'page_info'
		| 'fields'
		| 'status'
		| 'financial_status'
		| 'fulfillment_status'
		| 'created_at_min'
		| 'created_at_max'
		| 'updated_at_min'
		| 'updated_at_max'
		| 'since_id'
		| 'ids',
		string
	>
>;

/** Where a page begins, and what is listed: a client gets it as `page_info`, and can add only limit and fields. */
interface Cursor {
	filters: OrderFilters;
	from: number;
}

interface WithId {
	Params: { id: string };
	Querystring: OrderQuery;
	Body: { order?: { note?: string; tags?: string; email?: string } } | undefined;
}

const CHANGES = {
	type: 'object',
	required: ['order'],
	properties: {
		order: {
			type: 'object',
			properties: {
				note: { type: ['string', 'null'] },
				tags: { type: 'string' },
				email: { type: 'string' },
			},
		},
	},
};

interface OrderRouteOptions {
	shop: ShopifyShop;
	/** Address of the API without a slash at the end, for links. */
	apiUrl: string;
}

/** Orders by REST: list, read and change. */
export async function orderRoutes(
	api: FastifyInstance,
	{ shop, apiUrl }: OrderRouteOptions,
): Promise<void> {
	api.get<{ Querystring: OrderQuery }>('/orders.json', async ({ query }, reply) => {
		const cursor = cursorOf(query);
		const limit = limitOf(query);
		const listed = shop.orders().filter((order) => passes(order, cursor.filters));
		// The newest first, but after an ID those that follow it.
		const all = cursor.filters.sinceId === undefined ? listed.reverse() : listed;
		setLinks(reply, `${apiUrl}/orders.json`, cursor, limit, all.length);
		const page = all.slice(cursor.from, cursor.from + limit);
		return { orders: page.map((order) => selected(order, query.fields)) };
	});

	api.get<WithId>('/orders/:id.json', async ({ params, query }) => ({
		order: selected(requireOrder(shop, params.id), query.fields),
	}));

	api.put<WithId>('/orders/:id.json', { schema: { body: CHANGES } }, async ({ params, body }) => {
		const order = requireOrder(shop, params.id);
		const { note, tags, email } = body?.order ?? {};
		shop.change(order, {
			...(note !== undefined && { note }),
			...(tags !== undefined && { tags }),
			...(email !== undefined && { email }),
		});
		return { order: orderView(order) };
	});
}

function requireOrder(shop: ShopifyShop, id: string): ShopifyOrder {
	const order = shop.get(Number(id));
	if (!order) throw new ShopifyError(404, 'Not Found');
	return order;
}

function selected(order: ShopifyOrder, fields: string | undefined): Record<string, unknown> {
	const view = orderView(order);
	if (!fields) return view;
	const wanted = new Set(fields.split(',').map((name) => name.trim()));
	return Object.fromEntries(Object.entries(view).filter(([name]) => wanted.has(name)));
}

function limitOf({ limit }: OrderQuery): number {
	const number = Number(limit ?? DEFAULT_LIMIT);
	if (!Number.isInteger(number) || number < 1 || number > MAXIMUM_LIMIT) {
		throw new ShopifyError(400, `limit must be a whole number from 1 to ${MAXIMUM_LIMIT}`);
	}
	return number;
}

function cursorOf(query: OrderQuery): Cursor {
	if (query.page_info === undefined) return { filters: filtersOf(query), from: 0 };
	const others = Object.keys(query).filter(
		(name) => !['page_info', 'limit', 'fields'].includes(name),
	);
	if (others.length > 0) {
		throw new ShopifyError(400, `${others[0]} cannot be passed when page_info is present.`);
	}
	try {
		return JSON.parse(Buffer.from(query.page_info, 'base64url').toString('utf8')) as Cursor;
	} catch {
		throw new ShopifyError(400, 'Invalid value for page_info');
	}
}

const filtersOf = (query: OrderQuery): OrderFilters => ({
	...(query.status !== undefined && { status: query.status }),
	...(query.financial_status !== undefined && { financialStatus: query.financial_status }),
	...(query.fulfillment_status !== undefined && { fulfillmentStatus: query.fulfillment_status }),
	...dateOf('createdAtMin', query.created_at_min),
	...dateOf('createdAtMax', query.created_at_max),
	...dateOf('updatedAtMin', query.updated_at_min),
	...dateOf('updatedAtMax', query.updated_at_max),
	...(query.since_id !== undefined && { sinceId: Number(query.since_id) }),
	...(query.ids !== undefined && { ids: query.ids.split(',').map(Number) }),
});

function dateOf(name: keyof OrderFilters, text: string | undefined): OrderFilters {
	if (text === undefined || text === '') return {};
	const date = Date.parse(text);
	if (Number.isNaN(date)) throw new ShopifyError(400, `${text} is not a date`);
	return { [name]: date };
}

/** The links to the pages before and after this one, as the header `Link`; without any, there is no header. */
function setLinks(
	reply: FastifyReply,
	url: string,
	{ filters, from }: Cursor,
	limit: number,
	total: number,
): void {
	const link = (start: number, rel: string): string => {
		const cursor = Buffer.from(JSON.stringify({ filters, from: start })).toString('base64url');
		return `<${url}?limit=${limit}&page_info=${cursor}>; rel="${rel}"`;
	};
	const links = [
		...(from > 0 ? [link(Math.max(0, from - limit), 'previous')] : []),
		...(from + limit < total ? [link(from + limit, 'next')] : []),
	];
	if (links.length > 0) reply.header('Link', links.join(', '));
}
