// The recipient of an order of Shopify: its addresses, the tax number in the field that the user named or in the localized
// fields of its checkout, and what it hides from an app.

import type { IDataObject } from 'n8n-workflow';

import { ownValue } from '../../../../input/guards';
import type { Pieces } from '../../../../input/nextTurn';
import { refuseFor } from '../../../causes';
import type { LineProperty } from '../../shopOrder';
import { addressAt, type RecipientTable } from '../sourceTable';
import { taxNumberIn, type OrderTaxNumber } from '../../taxNumber';
import { objectIn, objectsIn, textIn } from '../../values';
import { nodesOf } from './fromGraphql';

/** One of the addresses of an order. */
export const addressOf = (path: string): RecipientTable => ({
	...addressAt(path, {
		...{ name: 'name', firstName: 'first_name', lastName: 'last_name', company: 'company' },
		...{ address1: 'address1', address2: 'address2', city: 'city', zip: 'zip' },
		...{ state: 'province_code', stateName: 'province' },
	}),
	country: [`${path}.country_code`, `${path}.country`],
	phone: [`${path}.phone`, 'phone', 'customer.phone'],
	email: ['email', 'contact_email', 'customer.email'],
});

/** Keys of localized fields that hold a number; others of that list hold its type, its use or an email address. */
const CREDENTIAL = /^(SHIPPING|TAX)_CREDENTIAL_([A-Z]{2})$/;

/** The metafields of an order, each by its key with and without its namespace. */
export const metafieldsOf = (order: IDataObject): LineProperty[] =>
	objectsIn(order.metafields).map(({ namespace, key, value }) => {
		const name = textIn(key) ?? '';
		return { names: [name, `${textIn(namespace) ?? ''}.${name}`], value };
	});

/**
 * The tax number that Shopify asked for, as countries require it: the one for customs before the one for taxes, and that of
 * the country to which the order goes before those of others. Localized fields are in GraphQL only.
 */
export function* credentialOf(order: IDataObject): Pieces<OrderTaxNumber | undefined> {
	const recipient = objectIn(order.shipping_address ?? order.billing_address);
	const numbers: Array<{ use: string | undefined; number: OrderTaxNumber }> = [];
	for (const { key, value } of nodesOf(order.localized_fields)) {
		yield;
		const [, use, country] = CREDENTIAL.exec(textIn(key) ?? '') ?? [];
		const number = country === undefined ? undefined : taxNumberIn(value, { country });
		if (number) numbers.push({ use, number });
	}
	const ofRecipient = numbers.filter(({ number }) => number.country === recipient.country_code);
	const found = ofRecipient.find(({ use }) => use === 'SHIPPING') ?? ofRecipient[0] ?? numbers[0];
	return found?.number;
}

/** What identifies a person: an address that a customer entered has one of these. */
const HIDDEN = ['name', 'company', 'address1', 'address2'];

/**
 * Refuses an address of Shopify that this workflow was not given: to an app that may not read all data of customers,
 * Shopify sends the country and state alone, or with the city, the postal code or the email address.
 *
 * @param recipient a Recipient (spec section 2), which may be incomplete
 * @param field label of the address in messages
 * @throws UserError that says what to ask for in Shopify
 */
export function refuseHiddenAddress(recipient: IDataObject, field: string): void {
	if (recipient.countryCode === undefined) return;
	if (HIDDEN.some((name) => ownValue(recipient, name) !== undefined)) return;
	refuseFor(
		'missingAddress',
		field,
		'has neither a name nor a street: Shopify hides names, streets and contact details from this app',
		"In Shopify's settings of the app, ask for access to protected customer data, with name, address, phone and email, and then pass the order again.",
	);
}
