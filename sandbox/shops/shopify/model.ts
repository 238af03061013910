export interface ShopifyAddress {
	first_name: string;
	last_name: string;
	name: string;
	company: string | null;
	address1: string;
	address2: string | null;
	city: string;
	zip: string;
	province: string | null;
	province_code: string | null;
	country: string;
	country_code: string;
	phone: string | null;
}

export interface ShopifyLine {
	id: number;
	variantId: number;
	name: string;
	sku: string;
	/** With two decimals. */
	price: string;
	/** As ordered. */
	quantity: number;
	/** Pieces that were refunded or removed. */
	removed: number;
	fulfilled: number;
	properties: Array<{ name: string; value: string }>;
}

export interface ShopifyTracking {
	company: string | null;
	/** One URL for each number, as far as there are any. */
	numbers: string[];
	urls: string[];
}

export interface ShopifyFulfillment {
	id: number;
	createdAtMs: number;
	updatedAtMs: number;
	tracking: ShopifyTracking;
	/** The fulfilled pieces by line ID. */
	quantities: Record<string, number>;
}

/** The lines of an order that are sent from one place; the double has one place. */
export interface FulfillmentOrder {
	id: number;
	lines: Array<{ id: number; lineId: number }>;
}

export interface ShopifyRefund {
	id: number;
	createdAtMs: number;
	note: string;
	quantities: Record<string, number>;
}

export interface ShopifyOrder {
	id: number;
	orderNumber: number;
	createdAtMs: number;
	updatedAtMs: number;
	cancelledAtMs: number | null;
	closedAtMs: number | null;
	isPaid: boolean;
	email: string;
	note: string | null;
	tags: string;
	shippingAddress: ShopifyAddress;
	lines: ShopifyLine[];
	fulfillmentOrder: FulfillmentOrder;
	fulfillments: ShopifyFulfillment[];
	refunds: ShopifyRefund[];
}

export interface ShopifyWebhook {
	id: number;
	topic: string;
	address: string;
	createdAtMs: number;
}

/** Pieces of a line that the customer keeps. */
export const currentQuantity = ({ quantity, removed }: ShopifyLine): number => quantity - removed;

/** Pieces of a line that are still to be sent. */
export const remainingQuantity = (order: ShopifyOrder, line: ShopifyLine): number =>
	order.cancelledAtMs === null ? Math.max(0, currentQuantity(line) - line.fulfilled) : 0;

export function fulfillmentStatus(order: ShopifyOrder): 'fulfilled' | 'partial' | null {
	if (order.lines.every(({ fulfilled }) => fulfilled === 0)) return null;
	const isComplete = order.lines.every((line) => currentQuantity(line) <= line.fulfilled);
	return isComplete ? 'fulfilled' : 'partial';
}

export type FinancialStatus = 'pending' | 'paid' | 'partially_refunded' | 'refunded' | 'voided';

export function financialStatus(order: ShopifyOrder): FinancialStatus {
	if (!order.isPaid) return order.cancelledAtMs === null ? 'pending' : 'voided';
	if (order.refunds.length === 0) return 'paid';
	const isEverything = order.lines.every((line) => currentQuantity(line) === 0);
	return isEverything ? 'refunded' : 'partially_refunded';
}
