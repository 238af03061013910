import type { IDataObject } from 'n8n-workflow';

/** The shops whose orders can be read. */
export type Shop = 'shopify' | 'wooCommerce' | 'other';

/** What a shop notes about a line by a name of its own: a line property of Shopify, a metadata field of WooCommerce. */
export interface LineProperty {
	/** Its name; a second one where the shop shows another to its users. */
	names: string[];
	/** As the shop sent it: not always a text. */
	value: unknown;
}

/** A line of a shop's order, whichever shop it is from. */
export interface ShopLine {
	/** How messages refer to the line, e.g. `Line 2 (Team Mug, SKU MUG-1)`. */
	label: string;
	/** The line's own ID in the shop. */
	id?: string;
	/** SKUs that the line may be known by: a variation's before its product's. */
	skus: string[];
	name?: string;
	/** Pieces that are left after refunds; 0 where the line is left out. */
	quantity: number;
	/** Price of one piece in the shop's currency, e.g. `24.90`. */
	price?: string;
	properties: LineProperty[];
	/** Why nothing of the line is to be produced, e.g. `it is a gift card`. */
	leftOutBecause?: string;
	/** IDs of the lines that this one is made of, where it is a bundle that the shop lists beside its parts. */
	partIds?: string[];
}

/** Why nothing of a shop's order is to be produced. */
export interface NotSent {
	/** What it is, to follow the order, e.g. `was cancelled in the shop`. */
	because: string;
	/** What to do about it. */
	advice: string;
}

/** How to read a shop's order. */
export interface ReadingOptions {
	/** Whether test orders are sent as well. */
	sendTestOrders: boolean;
}

/** A shop's order as far as an order of the service needs it. */
export interface ShopOrder {
	/** The number that the shop's owner knows the order by, e.g. `1001`. */
	number?: string;
	/** The shop's own ID of the order. */
	id?: string;
	/** Who gets the parcel, in the fields of a Recipient (spec section 2); may be incomplete. */
	recipient: IDataObject;
	lines: ShopLine[];
	/** Why nothing of the order is to be produced. */
	notSent?: NotSent;
	/** What the user should know, one text each. */
	warnings: string[];
	/** What keeps the order from being sent, one text each. */
	problems: string[];
}
