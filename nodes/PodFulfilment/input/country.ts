import { COUNTRIES, type Country } from '../spec/countries';
import { refuse } from './checks';
import { quote } from './wording';

const countries = new Map(COUNTRIES.map((country) => [country.code, country]));

/** The country of a code in capitals; undefined where there is none. */
export const knownCountry = (code: string): Country | undefined => countries.get(code);

/**
 * The country of a code (spec section 2: ISO 3166-1 alpha-2), in capitals or not.
 *
 * @param field label for messages, e.g. `Recipient → Country`
 * @throws UserError when there is no such country
 */
export const countryOf = (code: string, field: string): Country =>
	knownCountry(code.toUpperCase()) ??
	refuse(
		field,
		`is ${quote(code)}, and there is no country of that code`,
		'Choose a country from the list, or enter its two letters as in ISO 3166-1 alpha-2, for example DE, FR or US.',
	);
