// The recipient of an order from its shipping and billing addresses, with the parts and the tax number that are kept
// beside them, and a warning of a missing postal code, city or state.

import type { IDataObject } from 'n8n-workflow';

import { knownCountry, needsCity, needsPostalCode } from '../../input/country';
import type { Findings } from '../findings';
import { withKeptParts } from './keptAside';
import {
	hasName,
	isAddress,
	recipientFrom,
	warnOfMissingState,
	type ShopAddress,
} from './shopAddress';
import { withTaxNumber, type OrderTaxNumber } from './taxNumber';

/** Warns of parts that the country of an address has, and that checkouts do not ask for there. */
export function warnOfMissing({ zip, city, countryCode }: IDataObject, found: Findings): void {
	const country = knownCountry(String(countryCode));
	if (!country) return;
	const missing = [
		...(zip === undefined && country.hasPostalCodes && !needsPostalCode(country)
			? ['postal code']
			: []),
		...(city === undefined && !needsCity(country) ? ['city'] : []),
	];
	if (missing.length > 0) {
		found.warn(
			`The address has no ${missing.join(' and no ')}, which the checkout may not ask for in ${country.name}`,
			'address',
		);
	}
}

/**
 * Returns the recipient of an order. It is to be reviewed if it is not the shipping address alone, if the address lacks a
 * part that is kept beside it, or if the tax number may be that of somebody else.
 */
export function recipientOfOrder(
	shipping: ShopAddress,
	billing: ShopAddress,
	found: Findings,
	taxNumber?: OrderTaxNumber,
): IDataObject {
	let address = shipping;
	if (!isAddress(shipping) && isAddress(billing)) {
		found.review('The order has no shipping address, so it goes to the billing address', 'address');
		address = { ...billing, phone: billing.phone ?? shipping.phone };
	} else if (isAddress(shipping) && !hasName(shipping) && hasName(billing)) {
		const { name, firstName, lastName, company } = billing;
		found.review(
			'The shipping address has no name, so that of the billing address is used',
			'address',
		);
		address = { ...shipping, name, firstName, lastName, company };
	}
	const recipient = withKeptParts(recipientFrom(address), address.keptAside ?? [], found);
	warnOfMissing(recipient, found);
	warnOfMissingState(recipient, found);
	return withTaxNumber(recipient, billing, taxNumber, found);
}
