import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../input/checks';

/** All that is left of an address where Shopify hides what identifies a person. */
const NEVER_HIDDEN = ['countryCode', 'stateCode', 'stateName'];

/**
 * Refuses an address of Shopify that this workflow was not given: Shopify sends the country and state alone to an app that
 * may not read the data of customers.
 *
 * @param recipient a Recipient (spec section 2), which may be incomplete
 * @param field label of the address in messages
 * @throws UserError that says what to ask for in Shopify
 */
export function refuseHiddenAddress(recipient: IDataObject, field: string): void {
	if (recipient.countryCode === undefined) return;
	if (Object.keys(recipient).some((name) => !NEVER_HIDDEN.includes(name))) return;
	refuse(
		field,
		'has only a country: Shopify hides names, streets and contact details from this app',
		"In Shopify's settings of the app, ask for access to protected customer data, with name, address, phone and email, and then pass the order again.",
	);
}
