/**
 * Makes nodes/PodFulfilment/spec/states.ts. Published nodes have no dependencies, so
 * the data of a library is copied instead of imported.
 */
import { join } from 'node:path';
import { iso31662 } from 'iso-3166';
import { root } from '../n8n/paths.ts';
import { linesOf, MAX_WIDTH, noticeOf } from './countries.ts';

/** The generated file. */
export const statesFile = join(root, 'nodes', 'PodFulfilment', 'spec', 'states.ts');

/** Countries whose addresses have the code of a state. In all others there is none, or none that carriers need. */
const WITH_CODES = 'AU BR CA IN IT MX US'.split(' ');

/** Countries of which WooCommerce sends states by number. */
const NUMBERED = 'AL BD BG DO DZ HR JM JP KE KN PA PY RS TH TR TZ UA UG ZM'.split(' ');

/** Where ISO 3166-2 has a longer name than shops and people use, or none. */
const OTHER_NAMES = new Map([
	['IN-PY', 'Puducherry'],
	// A region alone, although addresses have its code as that of a province.
	['IT-AO', 'Aosta'],
	['IT-BZ', 'Bolzano'],
	['MX-COA', 'Coahuila'],
	['MX-MIC', 'Michoacán'],
	['MX-VER', 'Veracruz'],
	// The post's own codes.
	['US-AA', 'Armed Forces Americas'],
	['US-AE', 'Armed Forces Europe'],
	['US-AP', 'Armed Forces Pacific'],
	['US-VI', 'Virgin Islands'],
]);

/** Uninhabited. */
const LEFT_OUT = ['US-UM'];

const NAMES = new Map([...iso31662.map(({ code, name }) => [code, name] as const), ...OTHER_NAMES]);

/** The macrons of India's names are of their transliteration: nobody writes them. */
const withoutMacrons = (name: string): string =>
	name.normalize('NFD').replaceAll('\u0304', '').normalize('NFC');

/** The states of a country, in lines that can be read: `MI Milano, MN Mantova`. */
function entryOf(country: string, isListed: (code: string) => boolean): string {
	const states = [...NAMES]
		.filter(([whole]) => whole.startsWith(`${country}-`) && !LEFT_OUT.includes(whole))
		.map(([whole, name]) => ({ code: whole.slice(country.length + 1), name }))
		.filter(({ code }) => isListed(code))
		.sort((a, b) => (a.code < b.code ? -1 : 1));
	const entries = states.map(({ code, name }) => `${code} ${name}`);
	const lines = linesOf(entries, ',', MAX_WIDTH - 9);
	return `\t${country}: statesOf(\`\n\t\t${lines.join(',\n\t\t')}\n\t\`),`;
}

const withCodes = (country: string): string =>
	withoutMacrons(entryOf(country, (code) => /[A-Z]/.test(code)));

const numbered = (country: string): string => entryOf(country, (code) => /^\d+$/.test(code));

/** The content of the generated file, formatted as prettier does. */
export const statesSource = (): string =>
	// The compiler removes comments, but not those that begin with an exclamation mark.
	`/*!
 * The states, provinces and territories of countries whose addresses have their codes, and those of other countries whose
 * codes are numbers.
 *
 * Made by \`npm run generate\` from the data of this library, with some names that shops and people use instead. Do not
 * edit it here.
 *
${noticeOf('iso-3166', 'license')}
 */

/** Names by code, of a list such as \`MI Milano, MN Mantova\`. */
const statesOf = (list: string): Readonly<Record<string, string>> =>
	Object.fromEntries(
		list.split(',').map((state) => {
			const [code = '', ...words] = state.trim().split(' ');
			return [code, words.join(' ')];
		}),
	);

/**
 * States whose codes are part of an address (spec section 2, Recipient: \`stateCode\`), by country and by the code of
 * ISO 3166-2 without the country. Addresses in other countries have no state code, or none that carriers need.
 */
export const STATES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
${WITH_CODES.map(withCodes).join('\n')}
};

/**
 * States whose codes are numbers, which nobody writes in an address (JP-13 is Tôkyô), by country and by number. Of countries
 * of which WooCommerce sends the number.
 */
export const NUMBERED_STATES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
${NUMBERED.map(numbered).join('\n')}
};
`;
