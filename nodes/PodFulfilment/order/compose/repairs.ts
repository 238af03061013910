// Repairs an address that a spreadsheet or an expression has changed on its way, before it is checked: for fields,
// JSON, rows and the orders of shops.

import type { IDataObject } from 'n8n-workflow';

import {
	countryCodeOf,
	isPostalCodeTooLong,
	knownCountry,
	needsPostalCode,
	postalCodeLength,
	stateOf,
} from '../../input/country';
import { isBrokenNumber } from '../../input/number';
import { isObject } from '../../input/objects';
import { quote } from '../../input/wording';
import type { Findings } from '../findings';
import { MAX_TEXT_LENGTH } from '../textBounds';

/** Codes, of which none begins with an apostrophe. */
const CODES = ['zip', 'phone', 'taxNumber', 'countryCode', 'stateCode'];

/** Before a number that is to stay text, spreadsheets write an apostrophe. That of 's-Hertogenbosch belongs to the name. */
const APOSTROPHE = /^'(?=[^\p{L}'][^']*$)/u;

/** A text without the blanks around it and the apostrophe in front; `name` is the part of a recipient that it is. */
export const repairedText = (value: unknown, name?: string): unknown =>
	typeof value === 'string'
		? value.trim().replace(name !== undefined && CODES.includes(name) ? /^'/ : APOSTROPHE, '')
		: value;

/** More than any address has. */
export const MAX_FIELDS = 500;

/** A text that is short enough to be the name of something. */
const nameIn = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' && value.length <= MAX_TEXT_LENGTH ? value : undefined;

/** Leaves out numbers that have lost digits, and says so: a parcel arrives without them. */
function leaveOutBrokenNumbers(recipient: IDataObject, found: Findings): void {
	if (isBrokenNumber(recipient.phone)) {
		delete recipient.phone;
		found.warn('The phone number has lost digits, and is not sent', 'address');
	}
	if (isBrokenNumber(recipient.taxNumber)) {
		delete recipient.taxNumber;
		found.review(
			'The tax number has lost digits, and is not sent: add it with Order → Update if customs need one, and keep it as text where it comes from',
			'taxNumber',
		);
	}
}

/**
 * Reads a postal code that may have lost its zeros, as a spreadsheet makes 2138 of 02138. A number gets them back; of
 * digits as text it is not known whether they had any. Where an address needs a postal code, those are refused.
 *
 * @returns the postal code where it is another than is written
 */
function postalCodeIn(value: unknown, countryCode: unknown): { zip?: string; warning?: string } {
	const written =
		typeof value === 'number' || typeof value === 'string' ? String(value).trim() : undefined;
	const country = knownCountry(String(countryCode));
	const length = country && postalCodeLength(country);
	if (written === undefined || !country || length === undefined) return {};
	// Programs that read a column of numbers write them with a decimal place.
	const digits = written.replace(/^(\d+)\.0$/, '$1');
	const isNumber = typeof value === 'number' || digits !== written;
	if (!/^\d+$/.test(digits) || Number(digits) === 0 || digits.length >= length) {
		return isNumber ? { zip: digits } : {};
	}
	const tooShort = `The postal code ${digits} has ${digits.length} digits, but those in ${country.name} have ${length}`;
	const zip = digits.padStart(length, '0');
	if (isNumber) {
		return { zip, warning: `${tooShort}: it is sent as ${zip}, as spreadsheets drop zeros` };
	}
	return needsPostalCode(country)
		? {}
		: { warning: `${tooShort}: check whether a zero is missing at its beginning` };
}

/** A postal code with the zeros that it lost, or as it was given. @param found gets what was repaired, or may have to be */
export function repairedPostalCode(value: unknown, countryCode: unknown, found: Findings): unknown {
	const { zip = value, warning } = postalCodeIn(value, countryCode);
	if (warning !== undefined && typeof zip === 'string') found.warn(warning, 'address');
	return zip;
}

/** Has a postal code reviewed that has too many digits. @param recipient a Recipient (spec section 2), which may be incomplete */
export function reviewLongPostalCode(recipient: IDataObject, found: Findings): void {
	const { zip, countryCode } = recipient;
	const country = knownCountry(String(countryCode));
	if (typeof zip !== 'string' || !country || !isPostalCodeTooLong(zip.trim(), country)) return;
	found.review(
		`The postal code ${quote(zip)} has ${zip.trim().length} digits, but those in ${country.name} have ${postalCodeLength(country)}: correct it with Order → Update`,
		'address',
	);
}

/**
 * Repairs the parts of a recipient (spec section 2), which may be incomplete.
 *
 * @param value as it was entered; what is no object is returned as it is
 * @param found gets what was repaired in a way that may be wrong, and what is not sent
 */
export function repairedRecipient(value: unknown, found: Findings): unknown {
	// With more, it is refused.
	if (!isObject(value) || Object.keys(value).length > MAX_FIELDS) return value;
	const recipient = Object.fromEntries(
		Object.entries(value).map(([name, part]) => [name, repairedText(part, name)]),
	) as IDataObject;
	leaveOutBrokenNumbers(recipient, found);
	const country = nameIn(recipient.countryCode);
	const countryCode = country === undefined ? undefined : countryCodeOf(country);
	if (countryCode !== undefined) recipient.countryCode = countryCode;
	const state = nameIn(recipient.stateCode);
	if (state !== undefined && countryCode !== undefined) {
		const { stateCode, stateName } = stateOf(state, countryCode);
		// What is a name in place of a code; a code is as it was entered.
		if (stateCode === undefined) {
			delete recipient.stateCode;
			recipient.stateName = nameIn(recipient.stateName) ?? stateName;
		} else if (state.length > stateCode.length) recipient.stateCode = stateCode;
	}
	const zip = repairedPostalCode(recipient.zip, countryCode, found);
	if (zip !== undefined) recipient.zip = zip as IDataObject['zip'];
	reviewLongPostalCode(recipient, found);
	return recipient;
}
