// The tables of all sources, in the order in which texts name them.

import { EBAY } from './eBay';
import { ECWID } from './ecwid';
import { ETSY } from './etsy';
import { SHOPIFY } from './shopify/shopify';
import { SNIPCART } from './snipcart';
import type { SourceTable } from './sourceTable';
import { SQUARESPACE } from './squarespace';
import { STRIPE_CHECKOUT } from './stripeCheckout';
import { WIX } from './wix';
import { WOO_COMMERCE } from './wooCommerce/wooCommerce';

export const SOURCES: readonly SourceTable[] = [
	SHOPIFY,
	WOO_COMMERCE,
	ETSY,
	STRIPE_CHECKOUT,
	SQUARESPACE,
	WIX,
	EBAY,
	ECWID,
	SNIPCART,
];

/** The table of a shop; undefined for any other shop, and for rows. */
export const sourceOf = (shop: string): SourceTable | undefined =>
	SOURCES.find((table) => table.shop === shop);
