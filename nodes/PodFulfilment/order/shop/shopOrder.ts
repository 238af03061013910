// The types of a shop's order, of its lines (label, SKUs, quantity, price, why left out) and of their properties, the
// same for every shop: what each reader returns. Also the types of why an order is not sent, and of the options for
// reading.

import type { IDataObject } from 'n8n-workflow';

import { SHOP_PREFIXES } from '../../api/shopOrderIds';
import type { About } from '../causes';
import type { Finding } from '../findings';

/** Where orders come from: the values of the field Shop, and `rows`. */
export type Shop = keyof typeof SHOP_PREFIXES;

/** A custom field of a line: a line property of Shopify, a metadata field of WooCommerce. */
export interface LineProperty {
	/** Its name, and the one that the shop shows to its users if they differ. */
	names: string[];
	/** As sent by the shop: not always text. */
	value: unknown;
	/** What the shop shows in its place, such as the name of an attribute's value in place of its slug. */
	displayValue?: unknown;
	/** Whether it is a field of the line, and nothing that its customer chose. */
	isField?: true;
	/** Whether it is two texts of which nothing says that one is the name: either may be what the customer entered. */
	isPair?: true;
	/** Whether it is the same in all orders of the product, and not of this line alone. */
	isOfProduct?: true;
	/** Whether it is read as the ID, SKU, name, quantity or price of the line. */
	isRead?: true;
	/** Whether it is a print file of a list, in which there may be some that are not for the variant. */
	isListed?: boolean;
}

/** A line of a shop's order, whichever shop it is from. */
export interface ShopLine {
	/** What warnings call the line, e.g. `Line 2 (Team Mug, SKU MUG-1)`; problems name the order too. */
	label: string;
	/** Whether it is a row of a sheet or form. */
	isRow?: boolean;
	/** The line's own ID in the shop. */
	id?: string;
	sku?: string;
	/** What else the shop knows it by, the most exact first: SKU Mapping may name these where it has no SKU. */
	otherIds?: Array<{ name: string; id: string }>;
	/** Where it has no SKU: what may be one, as a sentence without its full stop. */
	skuAdvice?: string;
	/** The shop's ID of the variation: two variations should not have one SKU. */
	variationId?: string;
	/** What the shop calls the variant, such as `2XL / Navy`. */
	variantTitle?: string;
	/** Another fulfilment service that the shop gives the line to. */
	fulfilmentService?: string;
	name?: string;
	/** Pieces that are left after refunds; 0 if the line is left out. */
	quantity: number;
	/** Pieces of these that the shop has fulfilled already. */
	fulfilled?: number;
	/** Why the quantity cannot be used, to follow what problems call the line. It matters only if the line is for the service. */
	quantityProblem?: string;
	/** Why somebody has to look at the quantity, or the properties. It matters only if the line is for the service. */
	doubt?: string;
	/** Price of one piece in the shop's currency, e.g. `24.90`. */
	price?: string;
	/** What stands where the price should be, if that is none. It matters only if the line is for the service. */
	unreadPrice?: string;
	properties: LineProperty[];
	/** Why nothing of the line is to be produced, e.g. `it is a gift card`. */
	leftOutBecause?: string;
	/** Whether it is left out because the shop marks it as not shipped: that may have been forgotten in the shop. */
	isUnshipped?: boolean;
	/** Whether it is a gift card: what its buyer writes is for whoever gets it. */
	isGiftCard?: boolean;
	/** Why it is left out if no variant has its SKU, e.g. `it is a discount`. */
	noProductBecause?: string;
	/** How many pieces were ordered, where it is left out only because none is left. */
	ordered?: number;
	/** Whether it is left out only because no piece is left: it may be an item of an order that was placed before. */
	isEmptied?: boolean;
	/** For a bundle that the shop lists besides its parts: the IDs of their lines. */
	partIds?: string[];
}

/** Why nothing of a shop's order is to be produced. */
export interface WhyNotSent {
	/** The reason, to follow the name of the order, e.g. `was cancelled in the shop`. */
	because: string;
	/** What the user can do about it. */
	advice: string;
	cause: About;
	/** How the shop ended the order, e.g. `was cancelled in the shop`: an order that was placed before may have to be too. */
	endedBy?: string;
	/** Whether it stops the run also where such orders are skipped. */
	alwaysStops?: boolean;
	/** Whether the shop has it as sent or completed; with {@link endedBy}, whether it was that before. */
	isSent?: boolean;
	/** Where it may be due all the same, since only the SKUs of its lines are not known: what to do, as sentences. */
	unknownSkus?: string;
}

/** Options for reading a shop's order. */
export interface ReadingOptions {
	/** Whether test orders are sent as well. */
	sendTestOrders: boolean;
	/** Whether orders that are not paid are placed, as drafts to review. */
	sendUnpaidOrders?: boolean;
	/** Statuses that are due in place of the shop's usual ones. */
	orderStatuses?: readonly string[] | undefined;
	/** Name of the field of the order or of its metadata that holds the tax number; empty where none was entered. */
	taxNumberFrom?: string;
	/** Whether the order is only checked: a test answer of a form that is left out is read all the same. */
	isCheck?: boolean;
}

/** What an order of the service needs from a shop's order. */
export interface ShopOrder {
	/** The order number that the shop's owner sees, e.g. `1001`. */
	number?: string;
	/** What the shop calls the order, e.g. `#1001-B2B`; may change. */
	name?: string;
	/** The shop's own ID of the order. */
	id?: string;
	/** When it was placed: ISO 8601, without an offset in the time zone of the workflow, or a number since 1970. */
	date?: unknown;
	/** Whether nothing of its source ever says that an order was sent. */
	keepsNoSent?: boolean;
	/** A Recipient (spec section 2); may be incomplete. */
	recipient: IDataObject;
	/** What to do about parts that the recipient lacks, where the user said where they are. */
	addressAdvice?: string;
	/** Names of each shipping method that the customer chose, its title first. */
	shippingMethods?: string[][];
	lines: ShopLine[];
	/** What the buyer wrote for the shop; nothing is judged by it. */
	buyerNote?: string;
	/** What else the buyer entered for the whole order. */
	cartProperties?: LineProperty[];
	/** Why nothing of the order is to be produced. */
	whyNotSent?: WhyNotSent;
	/** Of rows: by which each is found again in its sheet. */
	rows?: Array<string | number>;
	/** Headings of the columns of rows that are not known. */
	unreadColumns?: string[];
	/** Why there is nothing to do with rows now, as a sentence. Only of a test answer that is checked anything else is read. */
	nothingToDo?: string;
	/** What the user should know, and what is to be reviewed. */
	findings: Finding[];
}
