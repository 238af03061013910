import { GraphQLError } from 'graphql';
import type { ShopifyOrder } from '../model.ts';
import { passes, type OrderFilters } from '../order-filters.ts';
import type { ShopifyShop } from '../shop.ts';
import { connection, type Entry, type PageArguments } from './connection.ts';
import { orderNode } from './order-node.ts';

const SORT_KEYS = {
	PROCESSED_AT: 'createdAtMs',
	CREATED_AT: 'createdAtMs',
	UPDATED_AT: 'updatedAtMs',
	ID: 'id',
} as const;

interface ListArguments extends PageArguments {
	query?: string | null;
	sortKey?: keyof typeof SORT_KEYS | null;
}

/** The number of an ID such as `gid://shopify/Order/1`; undefined for an ID of another type. */
export function numberOf(type: string, id: string): number | undefined {
	const match = /^gid:\/\/shopify\/(\w+)\/(\d+)$/.exec(id);
	return match?.[1] === type ? Number(match[2]) : undefined;
}

/** What can be asked for. */
export const queryRoot = (shop: ShopifyShop, shopDomain: string) => ({
	shop: { name: 'Sandbox', myshopifyDomain: shopDomain },
	order: ({ id }: { id: string }) => {
		const number = numberOf('Order', id);
		if (number === undefined) throw new GraphQLError(`Invalid global id '${id}'`);
		const order = shop.get(number);
		return order ? orderNode(order) : null;
	},
	orders: connection((args: ListArguments) => listed(shop, args)),
});

function listed(shop: ShopifyShop, { query, sortKey, reverse }: ListArguments): Entry[] {
	const key = SORT_KEYS[sortKey ?? 'PROCESSED_AT'];
	const filters = filtersOf(query ?? '');
	const direction = reverse === true ? -1 : 1;
	const entryOf = (order: ShopifyOrder): Entry => ({
		key: order[key],
		id: order.id,
		node: orderNode(order),
	});
	return shop
		.orders()
		.filter((order) => passes(order, filters))
		.map(entryOf)
		.sort((one, other) => direction * (one.key - other.key || one.id - other.id));
}

const TERM = /^(\w+):([<>]=?)?(.+)$/;

/** What Shopify's search syntax says, as far as the double knows it: terms that all must hold. */
function filtersOf(search: string): OrderFilters {
	const filters: OrderFilters = { status: 'any' };
	const terms = search.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
	for (const term of terms) {
		if (term === 'AND') continue;
		const [, name = '', comparison = '', quoted = ''] = TERM.exec(term) ?? [];
		const value = quoted.replace(/^["']|["']$/g, '');
		Object.assign(filters, filterOf(term, name, comparison, value));
	}
	return filters;
}

function filterOf(term: string, name: string, comparison: string, value: string): OrderFilters {
	if (comparison === '' && name === 'status') return { status: value };
	if (comparison === '' && name === 'financial_status') return { financialStatus: value };
	if (comparison === '' && name === 'fulfillment_status') return { fulfillmentStatus: value };
	const date = { created_at: 'createdAt', processed_at: 'createdAt', updated_at: 'updatedAt' }[
		name
	];
	const at = Date.parse(value);
	if (date === undefined || comparison === '' || Number.isNaN(at)) {
		throw new GraphQLError(`The double cannot search for '${term}'`);
	}
	const end = comparison.startsWith('>') ? 'Min' : 'Max';
	const isOpen = comparison.length === 1;
	return { [`${date}${end}`]: isOpen ? at + (end === 'Min' ? 1 : -1) : at };
}
