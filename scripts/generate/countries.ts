/**
 * Makes nodes/PodFulfilment/spec/countries.ts. Published nodes have no dependencies, so
 * the data of two libraries is copied instead of imported.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import countries from 'i18n-iso-countries';
import { formatAddress } from 'localized-address-format';
import { root } from '../n8n/paths.ts';

/** The generated file. */
export const countriesFile = join(root, 'nodes', 'PodFulfilment', 'spec', 'countries.ts');

const require = createRequire(import.meta.url);

function versionOf(library: string): string {
	const { version } = require(`${library}/package.json`) as { version: string };
	return `${library} ${version}`;
}

/** The license of a library, which asks to be kept with copies, as lines of a comment. */
export function noticeOf(library: string, fileName = 'LICENSE'): string {
	const license = readFileSync(join(root, 'node_modules', library, fileName), 'utf8');
	const lines = `${versionOf(library)}\n\n${license.trim()}`.split(/\r?\n/);
	return lines.map((line) => ` * ${line}`.trimEnd()).join('\n');
}

/** Stands for a postal code; occurs in no address format. */
const POSTAL_CODE = '#POSTAL#CODE#';

/** Whether the country's address format includes a postal code. */
const hasPostalCodes = (code: string): boolean =>
	formatAddress({
		postalCountry: code,
		name: 'Name',
		addressLines: ['Street'],
		locality: 'City',
		postalCode: POSTAL_CODE,
	}).some((line) => line.includes(POSTAL_CODE));

/** Columns of a line, with a tab as four. */
export const MAX_WIDTH = 100;

/** Entries in lines that can be read. */
export function linesOf(
	entries: readonly string[],
	separator: string,
	maxLength = MAX_WIDTH,
): string[] {
	const lines: string[] = [];
	for (const entry of entries) {
		const last = lines.at(-1);
		const longer = `${last}${separator} ${entry}`;
		if (last === undefined || longer.length > maxLength) lines.push(entry);
		else lines[lines.length - 1] = longer;
	}
	return lines;
}

/** The content of the generated file, formatted as prettier does. */
export function countriesSource(): string {
	const names = Object.entries(countries.getNames('en', { select: 'official' }));
	const entries = names
		.sort(([, a], [, b]) => a.localeCompare(b, 'en'))
		.map(([code, name]) => `${code} ${name}`);
	const without = names
		.map(([code]) => code)
		.filter((code) => !hasPostalCodes(code))
		.sort();
	const codes = linesOf(without, '', MAX_WIDTH - 9).map((line) => `\t'${line}',`);
	// The compiler removes comments, but not those that begin with an exclamation mark.
	return `/*!
 * The countries: code, English name, and whether addresses there have a postal code. Their other names are in
 * spec/countryFacts.ts.
 *
 * Made by \`npm run generate\` from the data of these libraries. Do not edit it here.
 *
${noticeOf('i18n-iso-countries')}
 *
${noticeOf('localized-address-format')}
 *
 * localized-address-format is based on libaddressinput by Google (Apache License 2.0) and uses its data.
 */

export interface Country {
	/** ISO 3166-1 alpha-2 (spec section 2, Recipient), and XK, which carriers use for Kosovo. */
	code: string;
	/** English name. */
	name: string;
	/** Whether addresses there have a postal code. */
	hasPostalCodes: boolean;
}

/** Codes of those whose addresses have none. */
const WITHOUT_POSTAL_CODES = [
${codes.join('\n')}
].flatMap((line) => line.split(' '));

const LIST = \`
	${linesOf(entries, ';', MAX_WIDTH - 5).join(';\n\t')}
\`;

/** In the order of their names. */
export const COUNTRIES: readonly Country[] = LIST.split(';').map((entry) => {
	const [code = '', ...words] = entry.trim().split(' ');
	return { code, name: words.join(' '), hasPostalCodes: !WITHOUT_POSTAL_CODES.includes(code) };
});
`;
}
