// The ID and number of an order in its shop, read from an external ID that the nodes made, and with which prefix those
// of each shop begin.

import type { IDataObject } from 'n8n-workflow';

import { trimmed } from '../input/text';

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
	snipcart: 'snipcart',
} as const;

/** Of the shops that are known by name: what follows the prefix, and what that is there. */
const KEYS: ReadonlyArray<[prefix: string, key: RegExp, meaning: 'id' | 'number' | 'both']> = [
	// The order's ID. A number alone, as in `SHOP-1001`, may be one that somebody entered, and as an ID it would lead to
	// another customer's order.
	[SHOP_PREFIXES.wooCommerce, /^\d+$/, 'both'],
	[SHOP_PREFIXES.etsy, /^\d+$/, 'both'],
	// Of a session's own ID only the end fits.
	[SHOP_PREFIXES.stripeCheckout, /^(?:pi|in)_[A-Za-z0-9_]+$/, 'id'],
	[SHOP_PREFIXES.rows, /^.+$/, 'number'],
	// Their IDs are long, and no customer knows them.
	[SHOP_PREFIXES.squarespace, /^\d+$/, 'number'],
	[SHOP_PREFIXES.wix, /^\d+$/, 'number'],
	[SHOP_PREFIXES.ecwid, /^[A-Za-z0-9_-]+$/, 'both'],
	[SHOP_PREFIXES.eBay, /^\d+-\d+-\d+$/, 'both'],
	[SHOP_PREFIXES.snipcart, /^[0-9a-f-]{36}$/, 'id'],
];

interface ShopOrderIds extends IDataObject {
	shopOrderId: string | null;
	/** As the customer knows it. That of WooCommerce is the ID, unless a plug-in numbers the orders. */
	shopOrderNumber: string | null;
}

/** Shopify's order number and order ID. Under another name of the shop only an ID as long as Shopify's is taken for one. */
const SHOPIFY =
	/^(?:shopify(?:[0-9_][A-Za-z0-9_]*)?-(\d+)-(\d+)|(?!order-)[A-Za-z0-9_]+-(\d+)-(\d{10,20}))$/;

/** The number of an order of any other shop. */
const OTHER = /^order-(.+)$/;

/** What a shop that is known by name, or a second one such as `etsy2` and `woo_nl`, calls an order. */
function ofKnownShop(externalId: string): ShopOrderIds | undefined {
	const [, shop = '', rest = ''] = /^([A-Za-z0-9_]+)-(.+)$/.exec(externalId) ?? [];
	const [, , meaning] =
		KEYS.find(
			([prefix, key]) =>
				shop.startsWith(prefix) &&
				/^(?:[0-9_][A-Za-z0-9_]*)?$/.test(shop.slice(prefix.length)) &&
				key.test(rest),
		) ?? [];
	return (
		meaning && {
			shopOrderId: meaning === 'number' ? null : rest,
			shopOrderNumber: meaning === 'id' ? null : rest,
		}
	);
}

/**
 * Reads the ID and the number in the shop from an external ID that the nodes made, see order/shop/enteredShopOrder.ts. Null where
 * it does not say them.
 */
export function shopOrderIdsOf(value: unknown): ShopOrderIds {
	const externalId = trimmed(value);
	const shopify = SHOPIFY.exec(externalId);
	if (shopify) {
		const [, number = shopify[3], id = shopify[4]] = shopify;
		return { shopOrderId: id ?? null, shopOrderNumber: number ?? null };
	}
	const otherNumber = OTHER.exec(externalId)?.[1] ?? null;
	return ofKnownShop(externalId) ?? { shopOrderId: null, shopOrderNumber: otherNumber };
}
