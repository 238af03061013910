// Postal codes that have lost the zeros at their beginning, since spreadsheets make numbers of them: 02138 becomes
// 2138. Puts them back or warns, by the number of digits in each country.

import { knownCountry, postalCodeLength } from '../../input/country';

/**
 * Reads a postal code that may have lost its zeros. A number gets them back; of digits as text it is not known whether they
 * had any.
 *
 * @returns the postal code where it is another than is written
 */
export function postalCodeIn(
	value: unknown,
	countryCode: unknown,
): { zip?: string; warning?: string } {
	const written =
		typeof value === 'number' || typeof value === 'string' ? String(value).trim() : undefined;
	const country = knownCountry(String(countryCode));
	const length = country && postalCodeLength(country);
	if (written === undefined || length === undefined) return {};
	// Programs that read a column of numbers write them with a decimal place.
	const digits = written.replace(/^(\d+)\.0$/, '$1');
	const isNumber = typeof value === 'number' || digits !== written;
	if (!/^\d+$/.test(digits) || Number(digits) === 0 || digits.length >= length) {
		return isNumber ? { zip: digits } : {};
	}
	const tooShort = `The postal code ${digits} has ${digits.length} digits, but those in ${country?.name} have ${length}`;
	const zip = digits.padStart(length, '0');
	return isNumber
		? { zip, warning: `${tooShort}: it is sent as ${zip}, as spreadsheets drop zeros` }
		: { warning: `${tooShort}: check whether a zero is missing at its beginning` };
}
