import { COUNTRIES, type Country } from '../spec/countries';
import { refuse } from './checks';
import { quote } from './wording';

const countries = new Map(COUNTRIES.map((country) => [country.code, country]));

/** Looks up a country by its code in upper case; undefined for an unknown code. */
export const knownCountry = (code: string): Country | undefined => countries.get(code);

/**
 * Countries that have postal codes for which checkouts do not ask, or not always: few people there know theirs. Either
 * WooCommerce does not ask, or neither Shopify nor Google's libaddressinput requires one.
 */
const POSTAL_CODE_OPTIONAL = [
	'AE AF AL AM AO AZ BB BD BH BO BS BT BW BY BZ CL CO CR CU CV CW DO DZ EC EG EH ET GH GN GT',
	'GW HK HM HN HT IE IL IQ IR JM JO KE KG KH KP KW KY KZ LA LB LK LR LS MA MD MM MN MU MV MZ',
	'NA NE NG NI NP OM PE PG PK PY SA SD SN SO SR ST SV SZ TJ TM TN TZ UG UY UZ VC VE VN WS XK',
	'ZM ZW',
]
	.join(' ')
	.split(' ');

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
