// The External ID of a shop's order, which api/shopOrderIds.ts reads: from what never changes in the shop, so that a second run
// finds the same order.

import { SHOP_PREFIXES } from '../../api/shopOrderIds';
import { refuse } from '../../input/checks';
import { quote } from '../../input/wording';
import { EXTERNAL_ID_MAX_LENGTH } from '../../spec/service';
import { orderInProblems } from './orderLabel';
import type { Shop, ShopOrder } from './shopOrder';
import { sourceOf } from './sources/index';

/** A field that is a part of what tells an order from the others of its shop. */
interface KeyPart {
	part: 'number' | 'id';
	/** What the shop calls it. */
	field: string;
	isDigits?: true;
}

/** These fields; of any other shop the number. */
const KEYS: Partial<Record<Shop, readonly KeyPart[]>> = {
	// The ID leads back to the shop, and the number is for people.
	shopify: [
		{ part: 'number', field: 'order_number', isDigits: true },
		{ part: 'id', field: 'id', isDigits: true },
	],
	// Its numbers may change.
	wooCommerce: [{ part: 'id', field: 'id', isDigits: true }],
	// Its number is the token where it has no other.
	snipcart: [{ part: 'id', field: 'token' }],
};

/**
 * Derives the External ID of a shop's order when the user gave none: `etsy-<number>`, `shopify-<number>-<ID>`, `woo-<ID>`.
 *
 * @param shopName begins it in place of `shopify`, `woo` or `order`
 * @returns empty for an order of another shop, or for rows, without a number
 * @throws UserError for an order of a known shop without these fields, which is never named otherwise, and for a number
 *   of another shop with characters that an external ID cannot have
 */
export function externalIdOfShopOrder(
	shop: Shop,
	order: Pick<ShopOrder, 'number' | 'id'>,
	shopName?: string,
): string {
	const source = sourceOf(shop);
	if (!source && order.number === undefined) return '';
	const prefix = shopName ?? SHOP_PREFIXES[shop];
	const room = EXTERNAL_ID_MAX_LENGTH - prefix.length - 1;
	const label = orderInProblems(order.number);
	const parts = KEYS[shop] ?? [{ part: 'number', field: `order number of ${source?.called}` }];
	const values = parts.map(({ part, field, isDigits }) => {
		const advice = `Pass the whole order of the shop, with ${field}, or enter an External ID of your own.`;
		const value = order[part] ?? refuse(label, `has no ${field}`, advice);
		if (!isDigits || /^\d+$/.test(value)) return value;
		return refuse(label, `has ${quote(value)} as ${field}, but must have digits`, advice);
	});
	const key = values.join('-');
	// Its end is random.
	if (shop === 'snipcart' || shop === 'stripeCheckout') return `${prefix}-${key.slice(-room)}`;
	const plain = source ? key : key.replace(/^#\s*/, '');
	const isUsable =
		plain.length <= room && /^[A-Za-z0-9_-]+$/.test(plain) && /[A-Za-z0-9]/.test(plain);
	if (source || isUsable) return `${prefix}-${plain}`;
	return refuse(
		shop === 'rows' ? 'Order Number' : 'Order Number Field',
		`holds ${quote(key)}, of which no External ID can be made`,
		`It may have up to ${EXTERNAL_ID_MAX_LENGTH} letters, digits, hyphens and underscores. Enter an expression as External ID that replaces other characters, such as {{ $json.number.replace(/[^A-Za-z0-9]+/g, '-') }}.`,
	);
}
