import type { IDataObject } from 'n8n-workflow';

import { withoutUndefined } from '../../input/guards';
import { countryCodeOf, stateOf } from './places';
import { firstText, textIn } from './values';

/** Address of a shop's order. Fields that mean the same as in a Recipient (spec section 2) have the same names. */
export interface ShopAddress {
	name?: unknown;
	firstName?: unknown;
	lastName?: unknown;
	company?: unknown;
	address1?: unknown;
	address2?: unknown;
	city?: unknown;
	zip?: unknown;
	/** Code or name. */
	state?: unknown;
	stateName?: unknown;
	/** Code or name. */
	country?: unknown;
	phone?: unknown;
	email?: unknown;
	taxNumber?: unknown;
}

/** Whether an address is not empty. Shops send an empty one when there is nothing to ship. */
export const isAddress = ({ address1, address2, city, zip }: ShopAddress): boolean =>
	firstText(address1, address2, city, zip) !== undefined;

/** Converts the address of a shop's order to a Recipient (spec section 2): non-empty texts only. May be incomplete. */
export function recipientFrom(address: ShopAddress): IDataObject {
	const parts = [textIn(address.firstName), textIn(address.lastName)].filter(Boolean).join(' ');
	const country = textIn(address.country);
	const countryCode = country === undefined ? undefined : (countryCodeOf(country) ?? country);
	const state = firstText(address.state, address.stateName);
	const known = state === undefined ? {} : stateOf(state, countryCode);
	const { stateCode, stateName = textIn(address.stateName) } = known;
	// Some shops send the street in the second line only.
	const [address1, address2] = [textIn(address.address1), textIn(address.address2)].filter(Boolean);
	return withoutUndefined({
		name: firstText(address.name, parts),
		company: textIn(address.company),
		address1,
		address2,
		city: textIn(address.city),
		zip: textIn(address.zip),
		stateCode,
		stateName,
		countryCode,
		phone: textIn(address.phone),
		email: textIn(address.email),
		taxNumber: textIn(address.taxNumber),
	});
}
