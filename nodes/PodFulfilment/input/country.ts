import { COUNTRIES, type Country } from '../spec/countries';
import { refuse } from './checks';
import { quote } from './wording';

const countries = new Map(COUNTRIES.map((country) => [country.code, country]));

/** Looks up a country by its code in upper case; undefined for an unknown code. */
export const knownCountry = (code: string): Country | undefined => countries.get(code);

/** Countries that have postal codes for which checkouts do not ask, or not always: few people there know theirs. */
const POSTAL_CODE_OPTIONAL =
	'AE AO BD BH BO BS BW BZ CL CO CW GH GT HK IE JM MZ NG NP SR ST UG VN WS ZW'.split(' ');

/** City states: checkouts do not ask for the city. */
const CITY_OPTIONAL = ['SG'];

/** Whether an address in a country needs a postal code. */
export const needsPostalCode = ({ code, hasPostalCodes }: Country): boolean =>
	hasPostalCodes && !POSTAL_CODE_OPTIONAL.includes(code);

/** Whether an address in a country needs a city. */
export const needsCity = ({ code }: Country): boolean => !CITY_OPTIONAL.includes(code);

/**
 * Looks up a country by its code (spec section 2: ISO 3166-1 alpha-2) in any case.
 *
 * @param field label for messages, e.g. `Recipient → Country`
 * @throws UserError for an unknown code
 */
export const countryOf = (code: string, field: string): Country =>
	knownCountry(code.toUpperCase()) ??
	refuse(
		field,
		`is ${quote(code)}, but no country has that code`,
		'Choose a country from the list, or enter its two-letter code (ISO 3166-1 alpha-2), for example DE, FR or US.',
	);
