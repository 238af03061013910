// The addresses of a shop's order, whichever shop it is of, and the recipient that they give: name from two parts, each part
// in one line, country code and state ('CA', 'US-CA', 'California', 'JP-13'), no masked phone or email, with the parts and
// the tax number that are kept beside them. Warns of a missing postal code, city or state.

import type { IDataObject } from 'n8n-workflow';

import { isMasked, isMissingValue } from '../../input/brokenText';
import {
	countryCodeOf,
	knownCountry,
	needsCity,
	needsPostalCode,
	stateOf,
} from '../../input/country';
import { ownValue, withoutUndefined } from '../../input/objects';
import { STATES } from '../../spec/states';
import { repairedPostalCode, repairedRecipient, reviewLongPostalCode } from '../compose/repairs';
import type { Findings } from '../findings';
import { type KeptPart, type OrderTaxNumber, withKeptParts, withTaxNumber } from './besideAddress';
import { readableText, textLines } from './values';

/** Parts of an address. Those that mean the same as in a Recipient (spec section 2) have the same names. */
export type AddressPart =
	| 'name'
	| 'firstName'
	| 'lastName'
	| 'company'
	| 'address1'
	| 'address2'
	| 'city'
	| 'zip'
	/** Code or name, also `US-MA`. */
	| 'state'
	| 'stateName'
	/** Code or name. */
	| 'country'
	| 'phone'
	| 'email';

/** Address of a shop's order. */
export interface ShopAddress extends Partial<Record<AddressPart, unknown>> {
	taxNumber?: unknown;
	/** Parts that plug-ins keep beside the address, such as the house number. */
	keptAside?: readonly KeptPart[];
}

/** A part that may be missing: it is where the shop or the workflow made text of nothing. */
const textIfAny = (value: unknown): string | undefined => {
	const text = readableText(value);
	return text === undefined || isMissingValue(text) ? undefined : text;
};

/** Whether an address is not empty. Shops send an empty one when there is nothing to ship. */
export const isAddress = ({ address1, address2, city, zip }: ShopAddress): boolean =>
	[address1, address2, city, zip].some((part) => readableText(part) !== undefined);

/** A phone number or an email address; undefined where a marketplace masks it. A parcel arrives without them. */
const unmasked = (value: unknown): string | undefined => {
	const text = readableText(value);
	return isMasked(text) ? undefined : text;
};

/** Converts the address of a shop's order to a Recipient (spec section 2): non-empty texts only. May be incomplete. */
export function recipientFrom(address: ShopAddress): IDataObject {
	const parts = [readableText(address.firstName), readableText(address.lastName)]
		.filter(Boolean)
		.join(' ');
	const country = readableText(address.country);
	const countryCode = country === undefined ? undefined : (countryCodeOf(country) ?? country);
	const state = textIfAny(address.state) ?? textIfAny(address.stateName);
	const { stateCode, stateName = textIfAny(address.stateName) } =
		state === undefined ? {} : stateOf(state, countryCode);
	// On a label, a part of an address is one line.
	const [address1, address2] = [readableText(address.address1), textIfAny(address.address2)].map(
		(line) => line && textLines(line).join(', '),
	);
	return withoutUndefined({
		name: readableText(address.name) ?? (parts || undefined),
		company: readableText(address.company),
		address1,
		address2,
		city: readableText(address.city),
		zip: readableText(address.zip),
		stateCode,
		stateName,
		countryCode,
		phone: unmasked(address.phone),
		email: unmasked(address.email),
		taxNumber: readableText(address.taxNumber),
	});
}

/** The same of parts that are named as in a Recipient, as a sheet or another shop has them: they may need repairs. */
export function recipientFromParts(parts: IDataObject, found: Findings): IDataObject {
	const repaired = repairedRecipient(parts, found) as IDataObject;
	const { countryCode: country, stateCode, stateName } = repaired;
	return recipientFrom({ ...repaired, country, state: stateCode ?? stateName });
}

/**
 * Warns of parts that the country of an address has, and that checkouts do not ask for there. The service requires none (spec
 * section 2), but checks the address once the order is placed.
 */
export function warnOfMissing(
	{ zip, city, countryCode, stateCode, stateName }: IDataObject,
	found: Findings,
): void {
	const country = knownCountry(String(countryCode));
	if (!country) return;
	const missing: string[] = [];
	if (zip === undefined && country.hasPostalCodes && !needsPostalCode(country)) {
		missing.push('postal code');
	}
	if (city === undefined && !needsCity(country)) missing.push('city');
	if (missing.length > 0) {
		found.warn(
			`The address has no ${missing.join(' and no ')}, which the checkout may not ask for in ${country.name}`,
			'address',
		);
	}
	const isStateMissing = (stateCode ?? stateName) === undefined;
	if (isStateMissing && ownValue(STATES, country.code) !== undefined) {
		found.warn(
			`The address has no state, and addresses in ${country.name} have one: add it with Order → Update, or the parcel may not arrive`,
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
	}
	const country = readableText(address.country) ?? '';
	const zip =
		typeof address.zip === 'number'
			? repairedPostalCode(address.zip, countryCodeOf(country), found)
			: address.zip;
	const recipient = withKeptParts(
		recipientFrom({ ...address, zip }),
		address.keptAside ?? [],
		found,
	);
	reviewLongPostalCode(recipient, found);
	warnOfMissing(recipient, found);
	return taxNumber ? withTaxNumber(recipient, recipientFrom(billing), taxNumber, found) : recipient;
}
