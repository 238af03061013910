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

const quoted = (text: string): string => (text.includes("'") ? `"${text}"` : `'${text}'`);

/** The content of the generated file, formatted as prettier does. */
export function countriesSource(): string {
	const names = Object.entries(countries.getNames('en', { select: 'official' }));
	const entries = names
		.sort(([, a], [, b]) => a.localeCompare(b, 'en'))
		.map(
			([code, name]) =>
				`\t{ code: '${code}', name: ${quoted(name)}, hasPostalCodes: ${hasPostalCodes(code)} },`,
		);
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

export const COUNTRIES: readonly Country[] = [
${entries.join('\n')}
];
`;
}
