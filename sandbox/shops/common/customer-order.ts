import type { Product } from './options.ts';

export interface CustomerLine {
	sku: string;
	/** Default: 1. */
	quantity?: number;
	/** Default: of the product with this SKU. */
	name?: string;
	price?: string;
	/** Null for none. */
	printFile?: string | null;
	/** Further properties of the line by their names, such as what the customer entered. */
	properties?: Record<string, string>;
}

export interface Customer {
	firstName: string;
	lastName: string;
	address1: string;
	city: string;
	zip: string;
	countryCode: string;
	email: string;
	phone: string;
}

/** What a customer orders. */
export interface CustomerOrder {
	/** Default: one piece of the shop's first product. */
	lines?: CustomerLine[];
	/** What differs from the usual customer. */
	customer?: Partial<Customer>;
	/** What the customer writes with the order. Default: nothing. */
	note?: string;
	/** Default: true. */
	paid?: boolean;
}

/** An edit of an order by the shop's owner. Lines are named by their IDs. */
export interface OrderEdit {
	addLines?: CustomerLine[];
	/** New quantities by line ID; 0 removes the line. */
	quantities?: Record<string, number>;
	customer?: Partial<Customer>;
}

export interface OrderRefund {
	/** Pieces to refund by line ID. Default: everything that is left. */
	quantities?: Record<string, number>;
	reason?: string;
}

export type CompleteLine = Omit<Product, 'printFile'> & {
	quantity: number;
	/** With the print file, if there is one. */
	properties: Record<string, string>;
};

/** The name of the line's property with the print file. */
const PRINT_FILE = 'Print file';

export const CUSTOMER: Customer = {
	firstName: 'Ada',
	lastName: 'Lovelace',
	address1: 'Musterstrasse 12',
	city: 'Berlin',
	zip: '10115',
	countryCode: 'DE',
	email: 'ada@customer.example',
	phone: '+49 30 1234567',
};

/** The lines with everything that the shop knows of their products. */
export function completeLines(lines: CustomerLine[], products: readonly Product[]): CompleteLine[] {
	return lines.map(({ sku, quantity = 1, properties = {}, ...given }) => {
		const product = products.find((candidate) => candidate.sku === sku);
		const own: Product = product ?? { sku, name: sku, price: '10.00', printFile: null };
		const { printFile, ...line } = { ...own, ...given };
		const ofFile = printFile !== null && { [PRINT_FILE]: printFile };
		return { ...line, quantity, properties: { ...ofFile, ...properties } };
	});
}

/** Cents, so that sums of prices are exact. */
export const centsOf = (price: string): number => Math.round(Number(price) * 100);

export const priceOf = (cents: number): string => (cents / 100).toFixed(2);

const text = { type: 'string', minLength: 1 };
const count = { type: 'integer', minimum: 0 };
const customer = {
	type: 'object',
	additionalProperties: false,
	properties: Object.fromEntries(Object.keys(CUSTOMER).map((name) => [name, { type: 'string' }])),
};
const lines = {
	type: 'array',
	minItems: 1,
	items: {
		type: 'object',
		required: ['sku'],
		additionalProperties: false,
		properties: {
			sku: text,
			quantity: { type: 'integer', minimum: 1 },
			name: text,
			price: { type: 'string', pattern: '^\\d+\\.\\d\\d$' },
			printFile: { type: ['string', 'null'] },
			properties: { type: 'object', additionalProperties: { type: 'string' } },
		},
	},
};
const quantities = { type: 'object', additionalProperties: count };

/** JSON schemas of the bodies over HTTP. */
export const CUSTOMER_ORDER_SCHEMA = {
	type: 'object',
	additionalProperties: false,
	properties: { lines, customer, note: { type: 'string' }, paid: { type: 'boolean' } },
};
export const ORDER_EDIT_SCHEMA = {
	type: 'object',
	additionalProperties: false,
	properties: { addLines: lines, quantities, customer },
};
export const ORDER_REFUND_SCHEMA = {
	type: 'object',
	additionalProperties: false,
	properties: { quantities, reason: { type: 'string' } },
};
