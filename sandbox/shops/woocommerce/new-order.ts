import { CUSTOMER, type CompleteLine, type Customer } from '../common/customer-order.ts';
import type { WooAddress, WooLine, WooOrder } from './model.ts';

/** Numbers for new entries, one after the other. */
export type NextNumber = () => number;

export function newOrder(
	lines: CompleteLine[],
	customer: Partial<Customer>,
	customerNote: string,
	atMs: number,
	next: NextNumber,
): WooOrder {
	const shipping = addressOf({ ...CUSTOMER, ...customer });
	return {
		id: next(),
		status: 'checkout-draft',
		createdAtMs: atMs,
		modifiedAtMs: atMs,
		paidAtMs: null,
		completedAtMs: null,
		billing: { ...shipping, email: customer.email ?? CUSTOMER.email },
		shipping,
		customerNote,
		lines: lines.map((line) => newLine(line, next)),
		metaData: [],
		refunds: [],
	};
}

export const newLine = (
	{ name, sku, price, quantity, options = {}, properties }: CompleteLine,
	next: NextNumber,
): WooLine => ({
	id: next(),
	productId: next(),
	variationId: Object.keys(options).length > 0 ? next() : 0,
	name,
	sku,
	price,
	quantity,
	metaData: [
		...Object.entries(options).map(([key, value]) => ({
			...{ id: next(), key: `pa_${slug(key)}`, value: slug(value), shown: { key, value } },
		})),
		...Object.entries(properties).map(([key, value]) => ({ id: next(), key, value })),
	],
});

/** The name of an attribute or its value in addresses of pages. */
const slug = (text: string): string => text.toLowerCase().replaceAll(/\W+/g, '-');

/** What a customer types at the checkout is kept as pages show it. */
const asMarkup = (text: string): string => text.replaceAll('&', '&amp;');

const addressOf = (customer: Customer): WooAddress => ({
	first_name: asMarkup(customer.firstName),
	last_name: asMarkup(customer.lastName),
	company: '',
	address_1: asMarkup(customer.address1),
	address_2: '',
	city: asMarkup(customer.city),
	state: '',
	postcode: customer.zip,
	country: customer.countryCode,
	phone: customer.phone,
});

/** The address with the parts that were changed. */
export const changedAddress = (address: WooAddress, customer: Partial<Customer>): WooAddress => {
	const { firstName, lastName, address1, city, zip, countryCode, phone } = customer;
	return {
		...address,
		...(firstName !== undefined && { first_name: firstName }),
		...(lastName !== undefined && { last_name: lastName }),
		...(address1 !== undefined && { address_1: address1 }),
		...(city !== undefined && { city }),
		...(zip !== undefined && { postcode: zip }),
		...(countryCode !== undefined && { country: countryCode }),
		...(phone !== undefined && { phone }),
	};
};
