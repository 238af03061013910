// Refuses an order whose address has neither a name nor a street because Shopify hides customer data from the app.

import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../../input/checks';
import { ownValue } from '../../../input/guards';

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
	refuse(
		field,
		'has neither a name nor a street: Shopify hides names, streets and contact details from this app',
		"In Shopify's settings of the app, ask for access to protected customer data, with name, address, phone and email, and then pass the order again.",
	);
}
