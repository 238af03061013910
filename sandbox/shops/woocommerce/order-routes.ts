import type { FastifyInstance } from 'fastify';
import { invalidParameters, WooError } from './errors.ts';
import { STATUS_NAMES, type WooOrder } from './model.ts';
import { pageOf, partsOf } from './pages.ts';
import { requireOrder } from './reference.ts';
import type { WooCommerceShop, WooOrderChanges } from './shop.ts';

/** Those that a client may set. An order comes into the trash by DELETE. */
const STATUSES = Object.keys(STATUS_NAMES).filter((status) => status !== 'trash');

const DATE_FILTERS = ['after', 'before', 'modified_after', 'modified_before'] as const;

interface OrderQuery extends Partial<Record<(typeof DATE_FILTERS)[number], string>> {
	status?: string | string[];
	include?: string | string[];
	order?: 'asc' | 'desc';
	orderby?: 'date' | 'id' | 'modified';
	dates_are_gmt?: string;
}

const LIST_QUERY = {
	type: 'object',
	properties: {
		order: { enum: ['asc', 'desc'] },
		orderby: { enum: ['date', 'id', 'modified'] },
	},
};

const address = { type: 'object', additionalProperties: { type: 'string' } };

const CHANGES = {
	type: 'object',
	properties: {
		status: { enum: STATUSES },
		customer_note: { type: 'string' },
		meta_data: {
			type: 'array',
			items: { type: 'object', required: ['key'], properties: { key: { type: 'string' } } },
		},
		shipping: address,
		billing: address,
	},
};

interface OrderRouteOptions {
	shop: WooCommerceShop;
	siteUrl: () => string;
}

/** Orders: list, read, change and delete. */
export async function orderRoutes(
	api: FastifyInstance,
	{ shop, siteUrl }: OrderRouteOptions,
): Promise<void> {
	api.get<{ Querystring: OrderQuery }>(
		'/orders',
		{ schema: { querystring: LIST_QUERY } },
		async (request, reply) =>
			pageOf(listed(shop, request.query), request, reply, siteUrl()).map((order) =>
				shop.views.order(order),
			),
	);

	api.get<{ Params: { id: string } }>('/orders/:id', async ({ params }) =>
		shop.views.order(requireOrder(shop, params.id)),
	);

	api.route<{ Params: { id: string }; Body: WooOrderChanges | undefined }>({
		method: ['PUT', 'PATCH', 'POST'],
		url: '/orders/:id',
		schema: { body: CHANGES },
		handler: async ({ params, body }) => {
			const order = requireOrder(shop, params.id);
			shop.change(order, body ?? {});
			return shop.views.order(order);
		},
	});

	api.delete<{ Params: { id: string }; Querystring: { force?: string } }>(
		'/orders/:id',
		async ({ params, query }) => {
			const order = requireOrder(shop, params.id);
			const shown = shop.views.order(order);
			const isForced = ['true', '1'].includes(query.force ?? '');
			if (!isForced && order.status === 'trash') {
				throw new WooError(
					410,
					'woocommerce_rest_already_trashed',
					'The order has already been deleted.',
				);
			}
			if (isForced) shop.remove(order);
			else shop.trash(order);
			return shown;
		},
	);

	api.get<{ Params: { id: string } }>('/orders/:id/refunds', async (request, reply) => {
		const order = requireOrder(shop, request.params.id);
		return pageOf(order.refunds, request, reply, siteUrl()).map((refund) =>
			shop.views.refund(order, refund),
		);
	});
}

function listed(shop: WooCommerceShop, query: OrderQuery): WooOrder[] {
	const statuses = statusesOf(query);
	const ids = query.include === undefined ? undefined : partsOf(query.include).map(Number);
	const limits = Object.fromEntries(DATE_FILTERS.map((name) => [name, dateOf(shop, query, name)]));
	const { after, before, modified_after, modified_before } = limits;
	const key = { date: 'createdAtMs', id: 'id', modified: 'modifiedAtMs' }[
		query.orderby ?? 'date'
	] as 'createdAtMs' | 'id' | 'modifiedAtMs';
	const direction = query.order === 'asc' ? 1 : -1;
	return shop
		.orders()
		.filter(
			({ id, status, createdAtMs, modifiedAtMs }) =>
				(statuses ? statuses.includes(status) : status !== 'trash') &&
				(!ids || ids.includes(id)) &&
				(after === undefined || createdAtMs > after) &&
				(before === undefined || createdAtMs < before) &&
				(modified_after === undefined || modifiedAtMs > modified_after) &&
				(modified_before === undefined || modifiedAtMs < modified_before),
		)
		.sort((one, other) => direction * (one[key] - other[key] || one.id - other.id));
}

/** The wanted statuses; undefined for any but the trash, which is the default. */
function statusesOf({ status = [] }: OrderQuery): string[] | undefined {
	const named = partsOf(status);
	if (named.length === 0 || named.includes('any')) return undefined;
	const unknown = named.findIndex((name) => !(name in STATUS_NAMES));
	if (unknown < 0) return named;
	const message = `status[${unknown}] is not one of any, trash, ${STATUSES.join(', ')}.`;
	throw invalidParameters([{ name: 'status', code: 'rest_not_in_enum', message }]);
}

function dateOf(
	shop: WooCommerceShop,
	query: OrderQuery,
	name: (typeof DATE_FILTERS)[number],
): number | undefined {
	const text = query[name];
	if (text === undefined) return undefined;
	const isGmt = query.dates_are_gmt === 'true' || query.dates_are_gmt === '1';
	const date = shop.time.parse(text, isGmt);
	if (date === undefined) {
		throw invalidParameters([{ name, code: 'rest_invalid_date', message: 'Invalid date.' }]);
	}
	return date;
}
