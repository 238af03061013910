import { EXTERNAL_ID_MAX_LENGTH } from '../../spec/service';
import type { Shop, ShopOrder } from './shopOrder';

/** Prefixes of the external ID: several shops have an order 1001. */
const PREFIXES: Readonly<Record<Shop, string>> = {
	shopify: 'shopify',
	wooCommerce: 'woo',
	other: 'order',
};

/** Characters that an external ID may not have (spec section 8). */
const UNSAFE = /[^A-Za-z0-9_-]+/g;

/**
 * Derives the external ID of a shop's order when the user gave none, e.g. `shopify-1001` or `woo-727`: always the same
 * for one order, and different for another order of that shop. If the number contains unsafe characters or is too
 * long, the shop's own ID of the order is added or replaces it: `A/1` and `A-1` are two orders.
 *
 * @returns undefined for an order with neither a usable number nor a usable ID
 */
export function externalIdOfShopOrder(
	shop: Shop,
	{ number, id }: Pick<ShopOrder, 'number' | 'id'>,
): string | undefined {
	const prefix = PREFIXES[shop];
	const plainNumber = number?.replace(/^#\s*/, '');
	const safeNumber = plainNumber?.replace(UNSAFE, '-');
	const safeId = id?.replace(UNSAFE, '-');
	const candidates = [
		safeNumber === plainNumber ? safeNumber : undefined,
		safeNumber && safeId && `${safeNumber}-${safeId}`,
		safeId === id ? safeId : undefined,
	];
	return candidates
		.filter((candidate) => candidate !== undefined && /[A-Za-z0-9]/.test(candidate))
		.map((candidate) => `${prefix}-${candidate}`)
		.find((candidate) => candidate.length <= EXTERNAL_ID_MAX_LENGTH);
}
