// Postal codes that have lost the zeros at their beginning, since spreadsheets make numbers of them: 02138 becomes
// 2138. Puts them back or warns, by the number of digits in each country.

import { knownCountry } from '../../../input/country';
import { textIn } from '../values';

/** Number of digits of the postal codes in the countries where all have as many, after Google's libaddressinput. */
const LENGTHS: ReadonlyArray<readonly [length: number, countries: string]> = [
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

const lengths = new Map(
	LENGTHS.flatMap(([length, countries]) => countries.split(' ').map((code) => [code, length])),
);

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
	const written = textIn(value);
	const country = knownCountry(String(countryCode));
	const length = country && lengths.get(country.code);
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
