// The tax number of a Shopify order: in the attribute or metafield that the user named, or else in the localized fields
// in which Shopify's checkout asks for it.

import type { IDataObject } from 'n8n-workflow';

import { propertiesIn } from '../reading';
import type { LineProperty } from '../shopOrder';
import { namedTaxNumber, taxNumberIn, type OrderTaxNumber } from '../taxNumber';
import { listIn, objectIn, textIn } from '../values';
import { nodesOf } from './fromGraphql';

/** Keys of localized fields that hold a number; others of that list hold its type, its use or an email address. */
const CREDENTIAL = /^(SHIPPING|TAX)_CREDENTIAL_([A-Z]{2})$/;

/** The metafields of an order, each by its key with and without its namespace. */
const metafieldsOf = (order: IDataObject): LineProperty[] =>
	listIn(order.metafields).map((field) => {
		const { namespace, key, value } = objectIn(field);
		const name = textIn(key) ?? '';
		return { names: [name, `${textIn(namespace) ?? ''}.${name}`], value };
	});

/**
 * The tax number that Shopify asked for, as countries require it: the one for customs before the one for taxes, and that of
 * the country to which the order goes before those of others.
 */
function credentialOf(order: IDataObject): OrderTaxNumber | undefined {
	const { country_code: recipientCountry } = objectIn(
		order.shipping_address ?? order.billing_address,
	);
	const numbers = nodesOf(order.localized_fields).flatMap(({ key, value }) => {
		const [, use, country] = CREDENTIAL.exec(textIn(key) ?? '') ?? [];
		const number = country === undefined ? undefined : taxNumberIn(value, { country });
		return number ? [{ use, number }] : [];
	});
	const ofUse = (wanted: string, country: unknown): OrderTaxNumber | undefined =>
		numbers.find(({ use, number }) => use === wanted && number.country === country)?.number;
	return (
		ofUse('SHIPPING', recipientCountry) ??
		ofUse('TAX', recipientCountry) ??
		numbers.map(({ number }) => number)[0]
	);
}

/**
 * The tax number of an order: in the field that the user named, or else as Shopify's checkout asked for it.
 *
 * @param order in the names of the REST API; localized fields are in GraphQL only
 */
export const taxNumberOf = (order: IDataObject, named = ''): OrderTaxNumber | undefined =>
	namedTaxNumber(named, order, [
		...propertiesIn(order.note_attributes, 'name', 'key'),
		...metafieldsOf(order),
	]) ?? credentialOf(order);
