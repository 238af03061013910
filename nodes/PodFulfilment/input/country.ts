// Finds a country by its code or one of its names, also those in its own language, and refuses an unknown one. Also which
// countries need a postal code or a city in an address, and how many digits postal codes have. The list of all countries is
// spec/countries.ts.

import { COUNTRIES, type Country } from '../spec/countries';
import { refuse } from './checks';
import { comparableName } from './equalText';
import { quote } from './wording';

const countries = new Map(COUNTRIES.map((country) => [country.code, country]));

/** By its code in upper case. */
export const knownCountry = (code: string): Country | undefined => countries.get(code);

/** Names that people and shops use besides those of the list: in English, and in the languages of the countries themselves. */
const OTHER_NAMES: ReadonlyArray<[code: string, names: readonly string[]]> = [
	['AE', ['UAE']],
	['AT', ['Österreich']],
	['BE', ['België', 'Belgique']],
	['BR', ['Brasil']],
	['CH', ['Schweiz', 'Suisse', 'Svizzera']],
	['CI', ['Ivory Coast']],
	['CN', ['China']],
	['CZ', ['Czechia', 'Česko']],
	['DE', ['Deutschland']],
	['DK', ['Danmark']],
	['ES', ['España']],
	['FI', ['Suomi']],
	['GB', ['UK', 'Great Britain', 'Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland']],
	['GR', ['Hellas']],
	['HR', ['Hrvatska']],
	['HU', ['Magyarország']],
	['IR', ['Iran']],
	['IT', ['Italia']],
	['KR', ['Korea']],
	['MD', ['Moldova']],
	['MK', ['North Macedonia']],
	['MO', ['Macau']],
	['NL', ['Holland', 'Nederland', 'The Netherlands']],
	['NO', ['Norge']],
	['PL', ['Polska']],
	['PS', ['Palestine']],
	['RO', ['România']],
	['RU', ['Russia']],
	['SE', ['Sverige']],
	['SK', ['Slovensko']],
	['TR', ['Turkey']],
	['TW', ['Taiwan']],
	['TZ', ['Tanzania']],
	['US', ['USA', 'United States', 'America']],
	['VA', ['Vatican']],
];

const otherNames = new Map(OTHER_NAMES);

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
		OTHER_NAMES.find(([, names]) => names.some(isWanted))?.[0]
	);
}

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

/** Number of digits of the postal codes in the countries where all have as many, after Google's libaddressinput. */
const POSTAL_CODE_LENGTHS: ReadonlyArray<readonly [length: number, countries: string]> = [
	[3, 'FO GN IS LS MG OM PG'],
	[
		4,
		'AF AL AM AT AU BD BE BG CC CH CV CX CY DK ET GE GL GW HM HT HU LI LR LU MD MK MZ NE NF NO NZ PH PY SI SJ TN VE ZA',
	],
	[
		5,
		'AX BA BL BT CU CZ DE DO DZ EE EG EH ES FI FM FR GF GP GR GT GU HN HR ID IQ IT JO KE KH KR KW LA LK LT MA MC ME MF MH MM MN MP MQ MV MX MY NC NI NP PF PK PL PM PR PW RE SA SE SK SM SN TH TR UA UM US UY VA VI WF XK YT ZM',
	],
	[6, 'BY CN CO EC IN KG KZ NG RO RU SG TJ TM UZ'],
	[7, 'CL JP PT'],
	[8, 'BR'],
	[10, 'IR'],
];

const postalCodeLengths = new Map(
	POSTAL_CODE_LENGTHS.flatMap(([length, countries]) =>
		countries.split(' ').map((code) => [code, length]),
	),
);

/** Number of digits of the postal codes in a country; undefined where they have letters, or not all as many. */
export const postalCodeLength = ({ code }: Country): number | undefined =>
	postalCodeLengths.get(code);

/** In the USA and its territories, four digits more may say the side of a street. */
const EXTENDED_LENGTH = 9;
const POSTAL_CODE_EXTENDED = 'AS FM GU MH MP PR PW UM US VI'.split(' ');

/** City states: checkouts do not ask for the city. */
const CITY_OPTIONAL = ['SG'];

export const needsPostalCode = ({ code, hasPostalCodes }: Country): boolean =>
	hasPostalCodes && !POSTAL_CODE_OPTIONAL.includes(code);

/**
 * Whether a postal code of nothing but digits has more than any of its country: in the USA there are 5 or 9. Where an address
 * needs none, people write something because a form asks.
 */
export function isPostalCodeTooLong(digits: string, country: Country): boolean {
	const length = needsPostalCode(country) ? postalCodeLength(country) : undefined;
	if (length === undefined || digits.length <= length || !/^\d+$/.test(digits)) return false;
	return digits.length !== EXTENDED_LENGTH || !POSTAL_CODE_EXTENDED.includes(country.code);
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
