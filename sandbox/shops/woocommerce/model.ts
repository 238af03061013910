/** The statuses of an order that WooCommerce itself has, with the names that its notes use. */
export const STATUS_NAMES = {
	'checkout-draft': 'Draft',
	pending: 'Pending payment',
	processing: 'Processing',
	'on-hold': 'On hold',
	completed: 'Completed',
	cancelled: 'Cancelled',
	refunded: 'Refunded',
	failed: 'Failed',
	trash: 'Trash',
} as const;
export type WooStatus = keyof typeof STATUS_NAMES;

export interface MetaData {
	id: number;
	key: string;
	value: unknown;
	/** What it is called where people see it, such as Color and White of `pa_color: white`. */
	shown?: { key: string; value: string };
}

export interface WooLine {
	id: number;
	/** 0 once the product is deleted. */
	productId: number;
	/** 0 for a product without variations. */
	variationId: number;
	name: string;
	/** Null once the product is deleted. */
	sku: string | null;
	/** With the tax, and two decimals. */
	price: string;
	quantity: number;
	metaData: MetaData[];
}

export interface WooAddress {
	first_name: string;
	last_name: string;
	company: string;
	address_1: string;
	address_2: string;
	city: string;
	state: string;
	postcode: string;
	country: string;
	phone: string;
}

export interface WooRefund {
	id: number;
	createdAtMs: number;
	reason: string;
	amount: string;
	/** The refunded pieces by line ID. */
	quantities: Record<string, number>;
}

export interface WooOrder {
	id: number;
	status: WooStatus;
	createdAtMs: number;
	modifiedAtMs: number;
	paidAtMs: number | null;
	completedAtMs: number | null;
	billing: WooAddress & { email: string };
	shipping: WooAddress;
	/** What the customer wrote with the order; mails to the customer show it. */
	customerNote: string;
	lines: WooLine[];
	metaData: MetaData[];
	refunds: WooRefund[];
}

export interface WooNote {
	id: number;
	author: string;
	createdAtMs: number;
	note: string;
	/** The customer sees it, and gets it by mail. */
	isForCustomer: boolean;
}

export interface WooWebhook {
	id: number;
	name: string;
	status: 'active' | 'paused' | 'disabled';
	topic: string;
	deliveryUrl: string;
	secret: string;
	/** Consecutive deliveries that failed. */
	failures: number;
	createdAtMs: number;
}
