// The ID and number of an order in its shop, read from an external ID that the nodes made, and with which prefix those
// of each shop begin.

import type { IDataObject } from 'n8n-workflow';

import { trimmed } from '../input/guards';

/**
 * What the external IDs of shops' orders begin with, by the values of the field Shop, unless the user named the shop: several
 * shops have an order 1001.
 */
export const SHOP_PREFIXES = {
	shopify: 'shopify',
	wooCommerce: 'woo',
	other: 'order',
	etsy: 'etsy',
	stripeCheckout: 'stripe',
	/** Of rows of a sheet or a form, which are no choice of the field Shop. */
	rows: 'row',
	squarespace: 'squarespace',
	wix: 'wix',
	eBay: 'ebay',
	ecwid: 'ecwid',
} as const;

/** Of the other shops that are known by name: what follows the prefix, and what of it is the ID or the number there. */
const KEYS: ReadonlyArray<{ prefix: string; key: RegExp; isId: boolean; isNumber: boolean }> = [
	{ prefix: SHOP_PREFIXES.etsy, key: /^\d+$/, isId: true, isNumber: true },
	// Of a session's own ID only the end fits.
	{
		prefix: SHOP_PREFIXES.stripeCheckout,
		key: /^(?:pi|in)_[A-Za-z0-9_]+$/,
		isId: true,
		isNumber: false,
	},
	{ prefix: SHOP_PREFIXES.rows, key: /^.+$/, isId: false, isNumber: true },
	// Their IDs are long, and no customer knows them.
	{ prefix: SHOP_PREFIXES.squarespace, key: /^\d+$/, isId: false, isNumber: true },
	{ prefix: SHOP_PREFIXES.wix, key: /^\d+$/, isId: false, isNumber: true },
	{ prefix: SHOP_PREFIXES.ecwid, key: /^[A-Za-z0-9_-]+$/, isId: true, isNumber: true },
	{ prefix: SHOP_PREFIXES.eBay, key: /^\d+-\d+-\d+$/, isId: true, isNumber: true },
];

interface ShopOrderIds extends IDataObject {
	shopOrderId: string | null;
	/** As the customer knows it. That of WooCommerce is the ID, unless a plug-in numbers the orders. */
	shopOrderNumber: string | null;
}

/** Shopify's order number and order ID. Under another name of the shop only an ID as long as Shopify's is taken for one. */
const SHOPIFY =
	/^(?:shopify(?:[0-9_][A-Za-z0-9_]*)?-(\d+)-(\d+)|(?!order-)[A-Za-z0-9_]+-(\d+)-(\d{10,20}))$/;

/**
 * WooCommerce's order ID. A shop that was named is recognized by `woo`, as in `woo2-727` and `woo_nl-727`: a number alone,
 * as in `SHOP-1001`, may be a number that somebody entered, and as an ID it would lead to another customer's order.
 */
const WOO_COMMERCE = /^woo(?:[0-9_][A-Za-z0-9_]*)?-(\d+)$/;

/** The number of an order of any other shop. */
const OTHER = /^order-(.+)$/;

/** What a shop that is known by name, or a second one such as `etsy2`, calls an order. */
function ofKnownShop(externalId: string): ShopOrderIds | undefined {
	const [, shop = '', rest = ''] = /^([A-Za-z0-9_]+)-(.+)$/.exec(externalId) ?? [];
	const known = KEYS.find(
		({ prefix, key }) =>
			shop.startsWith(prefix) &&
			/^(?:[0-9_][A-Za-z0-9_]*)?$/.test(shop.slice(prefix.length)) &&
			key.test(rest),
	);
	return (
		known && {
			shopOrderId: known.isId ? rest : null,
			shopOrderNumber: known.isNumber ? rest : null,
		}
	);
}

/**
 * Reads the ID and the number in the shop from an external ID that the nodes made, see order/shop/externalId.ts. Null where
 * it does not say them.
 */
export function shopOrderIdsOf(value: unknown): ShopOrderIds {
	const externalId = trimmed(value);
	const shopify = SHOPIFY.exec(externalId);
	if (shopify) {
		const [, number = shopify[3], id = shopify[4]] = shopify;
		return { shopOrderId: id ?? null, shopOrderNumber: number ?? null };
	}
	const id = WOO_COMMERCE.exec(externalId)?.[1];
	if (id !== undefined) return { shopOrderId: id, shopOrderNumber: id };
	const known = ofKnownShop(externalId);
	if (known) return known;
	return { shopOrderId: null, shopOrderNumber: OTHER.exec(externalId)?.[1] ?? null };
}
