// Finds a country by its code or one of its names, also those in its own language, and refuses an unknown one; and a state by
// its code or name ('CA', 'US-CA', 'California', 'JP-13'). Also which countries need a postal code or a city in an address,
// and how many digits postal codes have, by the facts in spec/countries.ts and spec/countryFacts.ts.

import { COUNTRIES, type Country } from '../spec/countries';
import {
	CITY_OPTIONAL,
	EXTENDED_POSTAL_CODE_LENGTH,
	OTHER_COUNTRY_NAMES,
	POSTAL_CODE_EXTENDED,
	POSTAL_CODE_LENGTHS,
	POSTAL_CODE_OPTIONAL,
} from '../spec/countryFacts';
import { NUMBERED_STATES, STATES } from '../spec/states';
import { refuse } from './checks';
import { comparableName } from './equalText';
import { ownValue } from './objects';
import { quote } from './wording';

const countries = new Map(COUNTRIES.map((country) => [country.code, country]));

/** By its code in upper case. */
export const knownCountry = (code: string): Country | undefined => countries.get(code);

const otherNames = new Map(OTHER_COUNTRY_NAMES);

/** The names of a country besides that of the list, which the list does not find by its own name. */
export const otherNamesOf = ({ code, name }: Country): string[] =>
	(otherNames.get(code) ?? []).filter((other) => !name.toLowerCase().includes(other.toLowerCase()));

/** Finds the code of a country by its code or one of its names. */
export function countryCodeOf(text: string): string | undefined {
	const code = text.toUpperCase();
	if (knownCountry(code)) return code;
	const wanted = comparableName(text);
	if (wanted === '') return undefined;
	const isWanted = (name: string): boolean => comparableName(name) === wanted;
	return (
		COUNTRIES.find(({ name }) => isWanted(name))?.code ??
		OTHER_COUNTRY_NAMES.find(([, names]) => names.some(isWanted))?.[0]
	);
}

const postalCodeLengths = new Map(
	POSTAL_CODE_LENGTHS.flatMap(([length, countries]) =>
		countries.split(' ').map((code) => [code, length]),
	),
);

/** Number of digits of the postal codes in a country; undefined where they have letters, or not all as many. */
export const postalCodeLength = ({ code }: Country): number | undefined =>
	postalCodeLengths.get(code);

export const needsPostalCode = ({ code, hasPostalCodes }: Country): boolean =>
	hasPostalCodes && !POSTAL_CODE_OPTIONAL.includes(code);

/**
 * Whether a postal code of nothing but digits has more than any of its country: in the USA there are 5 or 9. Where an address
 * needs none, people write something because a form asks.
 */
export function isPostalCodeTooLong(digits: string, country: Country): boolean {
	const length = needsPostalCode(country) ? postalCodeLength(country) : undefined;
	if (length === undefined || digits.length <= length || !/^\d+$/.test(digits)) return false;
	return (
		digits.length !== EXTENDED_POSTAL_CODE_LENGTH || !POSTAL_CODE_EXTENDED.includes(country.code)
	);
}

export const needsCity = ({ code }: Country): boolean => !CITY_OPTIONAL.includes(code);

/**
 * Looks up a country by its code (spec section 2: ISO 3166-1 alpha-2) in any case, or by one of its names.
 *
 * @param text code or name, as a person entered it
 * @param field label for messages, e.g. `Recipient → Country`
 * @throws UserError for a country that is not known
 */
export const countryOf = (text: string, field: string): Country =>
	knownCountry(countryCodeOf(text.trim()) ?? '') ??
	refuse(
		field,
		`is ${quote(text)}, but no country has that code or name`,
		'Enter its name, or its two-letter code (ISO 3166-1 alpha-2), for example DE, FR or US.',
	);

/** The fields of a state in a Recipient (spec section 2). */
interface State {
	stateCode?: string;
	stateName?: string;
}

/**
 * A state by its code of ISO 3166-2, `DE-BE` or `JP-13` (WooCommerce: `JP13`), in a country without codes that carriers
 * need: the part behind the country, or the name where that is a number, which nobody writes in an address.
 */
function stateOfIsoCode(text: string, countryCode: string): State | undefined {
	const part = text.startsWith(countryCode) ? text.slice(countryCode.length) : '';
	if (/^-[A-Z]{1,3}$/.test(part)) return { stateCode: part.slice(1) };
	const stateName = ownValue(ownValue(NUMBERED_STATES, countryCode) ?? {}, part.replace('-', ''));
	return stateName === undefined ? undefined : { stateName };
}

/**
 * Converts the code or name of a state to the fields of a Recipient.
 *
 * @param text as sent by the shop, e.g. `CA`, `US-CA` or `California`
 * @param countryCode its country; without it, or if the country has no state codes, a short text counts as a code
 */
export function stateOf(text: string, countryCode: string | undefined): State {
	const states = countryCode === undefined ? undefined : ownValue(STATES, countryCode);
	if (states === undefined) {
		const known = countryCode === undefined ? undefined : stateOfIsoCode(text, countryCode);
		if (known) return known;
		return /^[A-Z0-9]{1,3}$|^[A-Z]{2}-[A-Z0-9]{1,3}$|^[A-Z]{2}\d{1,2}$/.test(text)
			? { stateCode: text }
			: { stateName: text };
	}
	const code = text.toUpperCase().replace(new RegExp(`^${String(countryCode)}[- ]`), '');
	const byCode = ownValue(states, code);
	if (byCode !== undefined) return { stateCode: code, stateName: byCode };
	const wanted = comparableName(text);
	const byName = Object.entries(states).find(([, name]) => comparableName(name) === wanted);
	if (byName) return { stateCode: byName[0], stateName: byName[1] };
	return /^[A-Z0-9]{1,3}$/.test(text) ? { stateCode: text } : { stateName: text };
}
