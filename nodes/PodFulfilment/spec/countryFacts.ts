// What the generated list of countries does not say: their other names, which postal codes and cities addresses can do
// without, and how many digits postal codes have. How it is asked for: input/country.ts.

/** Names that people and shops use besides those of the list: in English, and in the languages of the countries themselves. */
export const OTHER_COUNTRY_NAMES: ReadonlyArray<[code: string, names: readonly string[]]> = [
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

/**
 * Countries that have postal codes for which checkouts do not ask, or not always: few people there know theirs. Either
 * WooCommerce does not ask, or neither Shopify nor Google's libaddressinput requires one.
 */
export const POSTAL_CODE_OPTIONAL = [
	'AE AF AL AM AO AZ BB BD BH BO BS BT BW BY BZ CL CO CR CU CV CW DO DZ EC EG EH ET GH GN GT',
	'GW HK HM HN HT IE IL IQ IR JM JO KE KG KH KP KW KY KZ LA LB LK LR LS MA MD MM MN MU MV MZ',
	'NA NE NG NI NP OM PE PG PK PY SA SD SN SO SR ST SV SZ TJ TM TN TZ UG UY UZ VC VE VN WS XK',
	'ZM ZW',
]
	.join(' ')
	.split(' ');

/** Number of digits of the postal codes in the countries where all have as many, after Google's libaddressinput. */
export const POSTAL_CODE_LENGTHS: ReadonlyArray<readonly [length: number, countries: string]> = [
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

/** In the USA and its territories, four digits more may say the side of a street. */
export const POSTAL_CODE_EXTENDED = 'AS FM GU MH MP PR PW UM US VI'.split(' ');
export const EXTENDED_POSTAL_CODE_LENGTH = 9;

/** City states: checkouts do not ask for the city. */
export const CITY_OPTIONAL = ['SG'];
