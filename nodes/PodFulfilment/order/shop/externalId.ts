// Makes the external ID of a shop's order, such as `shopify-1001-5700000002001`, from its number and ID.

import { SHOP_PREFIXES } from '../../api/shopOrderIds';
import { refuse } from '../../input/checks';
import { quote } from '../../input/wording';
import { EXTERNAL_ID_MAX_LENGTH } from '../../spec/service';
import { orderInProblems, SHOP_ORDER } from './orderLabel';
import type { Shop, ShopOrder } from './shopOrder';
import { sourceOf } from './sources/index';

/** How a user gets a field that an external ID needs. */
const passWhole = (field: string): string =>
	`Pass the whole order of the shop, with ${field}, or enter an External ID of your own.`;

/** Reads a number or ID of the shop that never changes; digits alone. */
function digitsIn(value: string | undefined, field: string, orderLabel: string): string {
	if (value === undefined) return refuse(orderLabel, `has no ${field}`, passWhole(field));
	return /^\d+$/.test(value)
		? value
		: refuse(orderLabel, `has ${quote(value)} as ${field}, but must have digits`, passWhole(field));
}

/** What tells an order from the others of its shop. */
function keyOf(shop: Shop, { number, id }: Pick<ShopOrder, 'number' | 'id'>, room: number): string {
	const label = orderInProblems(number);
	if (shop === 'wooCommerce') return digitsIn(id, 'id', label);
	if (shop === 'shopify') {
		return `${digitsIn(number, 'order_number', label)}-${digitsIn(id, 'id', label)}`;
	}
	// Its number is the token where it has no other.
	if (shop === 'snipcart') {
		return id?.slice(-room) ?? refuse(label, 'has no token', passWhole('token'));
	}
	if (number === undefined) {
		const what = `has no order number of ${String(sourceOf(shop)?.called)}`;
		return refuse(SHOP_ORDER, what, passWhole('its number'));
	}
	// The ID of a session is longer, and its end is random.
	if (shop === 'stripeCheckout') return number.slice(-room);
	if (shop !== 'rows' && shop !== 'other') return number;
	const plain = number.replace(/^#\s*/, '');
	const isUsable =
		plain.length <= room && /^[A-Za-z0-9_-]*$/.test(plain) && /[A-Za-z0-9]/.test(plain);
	return isUsable
		? plain
		: refuse(
				shop === 'rows' ? 'Order Number' : 'Order Number Field',
				`holds ${quote(number)}, of which no External ID can be made`,
				`It may have up to ${EXTERNAL_ID_MAX_LENGTH} letters, digits, hyphens and underscores. Enter an expression as External ID that replaces other characters, such as {{ $json.number.replace(/[^A-Za-z0-9]+/g, '-') }}.`,
			);
}

/**
 * Derives the external ID of a shop's order when the user gave none, which api/shopOrderIds.ts reads: from what never changes
 * in the shop, so that a second run finds the same order. `etsy-<number>`; `shopify-<order number>-<ID>`, where the ID leads
 * back to the shop and the number is for people; `woo-<ID>` and `snipcart-<ID>`, since their numbers may change.
 *
 * @param shopName begins the external ID in place of `shopify`, `woo` or `order`
 * @returns empty for an order of another shop without a number
 * @throws UserError for an order of a known shop without these fields, which is never named otherwise, and for a number
 *   of another shop with characters that an external ID cannot have
 */
export function externalIdOfShopOrder(
	shop: Shop,
	order: Pick<ShopOrder, 'number' | 'id'>,
	shopName?: string,
): string {
	if ((shop === 'rows' || shop === 'other') && order.number === undefined) return '';
	const prefix = shopName ?? SHOP_PREFIXES[shop];
	return `${prefix}-${keyOf(shop, order, EXTERNAL_ID_MAX_LENGTH - prefix.length - 1)}`;
}
