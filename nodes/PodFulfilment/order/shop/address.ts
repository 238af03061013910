import type { IDataObject } from 'n8n-workflow';

import { withoutUndefined } from '../../input/guards';
import { countryCodeOf, stateOf } from './places';
import { firstText, textIn } from './values';

/** An address of a shop's order, its parts in the words of a Recipient (spec section 2) where they mean the same. */
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

/** Whether an address says where to send a parcel. Shops send an empty one where there is nothing to ship. */
export const isAddress = ({ address1, address2, city, zip }: ShopAddress): boolean =>
	firstText(address1, address2, city, zip) !== undefined;

/** A Recipient (spec section 2) of the address of a shop's order: texts only, and no empty ones. May be incomplete. */
export function recipientFrom(address: ShopAddress): IDataObject {
	const parts = [textIn(address.firstName), textIn(address.lastName)].filter(Boolean).join(' ');
	const country = textIn(address.country);
	const countryCode = country === undefined ? undefined : (countryCodeOf(country) ?? country);
	const state = firstText(address.state, address.stateName);
	const known = state === undefined ? {} : stateOf(state, countryCode);
	const { stateCode, stateName = textIn(address.stateName) } = known;
	// Some shops have the street in the second line only.
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
