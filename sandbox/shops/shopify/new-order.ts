import { CUSTOMER, type CompleteLine, type Customer } from '../common/customer-order.ts';
import type { ShopifyAddress, ShopifyLine, ShopifyOrder } from './model.ts';

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });

export type NextNumber = () => number;

export function newOrder(
	lines: CompleteLine[],
	customer: Customer,
	orderNumber: number,
	atMs: number,
	next: NextNumber,
): ShopifyOrder {
	const id = next();
	const ordered = lines.map((line) => newLine(line, next));
	return {
		id,
		orderNumber,
		createdAtMs: atMs,
		updatedAtMs: atMs,
		cancelledAtMs: null,
		closedAtMs: null,
		isPaid: false,
		email: customer.email,
		note: null,
		tags: '',
		shippingAddress: addressOf(customer),
		lines: ordered,
		fulfillmentOrder: {
			id: next(),
			lines: ordered.map((line) => ({ id: next(), lineId: line.id })),
		},
		fulfillments: [],
		refunds: [],
	};
}

export const newLine = (
	{ name, sku, price, quantity, properties }: CompleteLine,
	next: NextNumber,
): ShopifyLine => ({
	id: next(),
	variantId: next(),
	name,
	sku,
	price,
	quantity,
	removed: 0,
	fulfilled: 0,
	properties: Object.entries(properties).map(([property, value]) => ({ name: property, value })),
});

const addressOf = (customer: Customer): ShopifyAddress => ({
	first_name: customer.firstName,
	last_name: customer.lastName,
	name: `${customer.firstName} ${customer.lastName}`,
	company: null,
	address1: customer.address1,
	address2: null,
	city: customer.city,
	zip: customer.zip,
	province: null,
	province_code: null,
	country: COUNTRIES.of(customer.countryCode) ?? customer.countryCode,
	country_code: customer.countryCode,
	phone: customer.phone,
});

/** The address with the parts that were changed. */
export const changedAddress = (
	address: ShopifyAddress,
	customer: Partial<Customer>,
): ShopifyAddress =>
	addressOf({
		...CUSTOMER,
		firstName: address.first_name,
		lastName: address.last_name,
		address1: address.address1,
		city: address.city,
		zip: address.zip,
		countryCode: address.country_code,
		phone: address.phone ?? '',
		...customer,
	});
