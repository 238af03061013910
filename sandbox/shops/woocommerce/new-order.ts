import { CUSTOMER, type CompleteLine, type Customer } from '../common/customer-order.ts';
import type { WooAddress, WooLine, WooOrder } from './model.ts';

/** The name of the line's property with the print file. */
const PRINT_FILE = 'Print file';

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
		status: 'pending',
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
	{ name, sku, price, quantity, printFile }: CompleteLine,
	next: NextNumber,
): WooLine => ({
	id: next(),
	productId: next(),
	name,
	sku,
	price,
	quantity,
	metaData: printFile === null ? [] : [{ id: next(), key: PRINT_FILE, value: printFile }],
});

const addressOf = (customer: Customer): WooAddress => ({
	first_name: customer.firstName,
	last_name: customer.lastName,
	company: '',
	address_1: customer.address1,
	address_2: '',
	city: customer.city,
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
