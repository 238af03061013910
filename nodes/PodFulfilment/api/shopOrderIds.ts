// The ID and number of an order in its shop, read from an external ID that the nodes made, and with which prefix those
// of Shopify, WooCommerce and other shops begin.

import type { IDataObject } from 'n8n-workflow';

import { trimmed } from '../input/guards';

/** What the external IDs of shops' orders begin with, unless the user named the shop: several shops have an order 1001. */
export const SHOP_PREFIXES = { shopify: 'shopify', wooCommerce: 'woo', other: 'order' } as const;

/** What a shop calls the order that was placed for it. */
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
	return { shopOrderId: null, shopOrderNumber: OTHER.exec(externalId)?.[1] ?? null };
}
