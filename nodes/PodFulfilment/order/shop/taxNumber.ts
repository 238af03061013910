// The tax number of a shop's order, also in the field that 'Tax Number From' names: added to the recipient unless its
// country or the billing address says that it is somebody else's, then flagged for review. Parcels to Brazil or Korea
// need the recipient's; another would stop them at customs. No message quotes one.

import type { IDataObject } from 'n8n-workflow';

import { knownCountry } from '../../input/country';
import { comparableName } from '../../input/equalText';
import { isBlank } from '../../input/checks';
import type { Pieces } from '../../input/nextTurn';
import { isMasked } from '../../input/brokenText';
import { isBrokenNumber } from '../../input/number';
import type { Findings } from '../findings';
import type { LineProperty } from './shopOrder';
import { readableText, valueAt } from './values';

/** A tax number that an order has. */
export interface OrderTaxNumber {
	/** Undefined where {@link doubt} says why there is none. */
	text?: string;
	/** The code of the country whose number it is, if that is known. */
	country?: string;
	/** Whether it is kept with the shipping address: it is then the recipient's. */
	isOfRecipient?: boolean;
	/** Why it is not sent, as the beginning of a sentence. */
	doubt?: string;
}

/** Reads a tax number as the shop has it; undefined where there is none. */
export function taxNumberIn(
	value: unknown,
	others: Omit<OrderTaxNumber, 'text' | 'doubt'> = {},
): OrderTaxNumber | undefined {
	if (isBlank(value)) return undefined;
	const text = readableText(value);
	if (text === undefined || isBrokenNumber(value)) {
		return { ...others, doubt: 'The tax number of the order cannot be read' };
	}
	return isMasked(text)
		? { ...others, doubt: 'The tax number of the order is masked' }
		: { ...others, text };
}

/**
 * The tax number in the field that the user named, at a path of the order or in its metadata.
 *
 * @param name of the option Tax Number From; empty where none was entered
 */
export function* namedTaxNumber(
	name = '',
	order: IDataObject,
	metadata: readonly LineProperty[],
): Pieces<OrderTaxNumber | undefined> {
	const wanted = comparableName(name);
	if (wanted === '') return undefined;
	const others = { isOfRecipient: /^shipping/i.test(name.replace(/^[_\s]+/, '')) };
	let number = taxNumberIn(valueAt(order, name), others);
	for (const { names, value } of metadata) {
		if (number) break;
		yield;
		if (names.some((known) => comparableName(known) === wanted))
			number = taxNumberIn(value, others);
	}
	return number;
}

const countryName = (code: unknown): string => knownCountry(String(code))?.name ?? String(code);

/** Why a number may not be the recipient's, as the beginning of a sentence; undefined where it is. */
function whyNot(
	{ country, isOfRecipient = false, doubt }: OrderTaxNumber,
	recipient: IDataObject,
	biller: IDataObject,
): string | undefined {
	const { name, countryCode } = recipient;
	if (doubt !== undefined) return doubt;
	if (country !== undefined && country !== countryCode) {
		return `The order has a tax number of ${countryName(country)}, and goes to ${countryName(countryCode)}`;
	}
	if (isOfRecipient) return undefined;
	const isOther = (one: unknown, other: unknown): boolean =>
		one !== undefined &&
		other !== undefined &&
		comparableName(String(one)) !== comparableName(String(other));
	if (isOther(biller.countryCode, countryCode)) {
		return 'The order has a tax number, and its billing address is in another country';
	}
	return isOther(biller.name, name)
		? 'The order has a tax number, and its billing address has another name'
		: undefined;
}

/**
 * Adds the tax number of an order to its recipient, where it is the recipient's. Otherwise the order is to be reviewed.
 *
 * @param recipient a Recipient (spec section 2), which may be incomplete
 * @param biller likewise, from the billing address
 */
export function withTaxNumber(
	recipient: IDataObject,
	biller: IDataObject,
	taxNumber: OrderTaxNumber,
	found: Findings,
): IDataObject {
	// Without an address there is nothing to send.
	if (recipient.countryCode === undefined) return recipient;
	const reason = whyNot(taxNumber, recipient, biller);
	if (reason === undefined) return { ...recipient, taxNumber: taxNumber.text };
	found.review(
		`${reason}: it is not sent. If customs need one, add it with Order → Update; the option Tax Number From names another field for it`,
		'taxNumber',
	);
	return recipient;
}
