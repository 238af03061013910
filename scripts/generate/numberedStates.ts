/**
 * Makes nodes/PodFulfilment/spec/numberedStates.ts. Published nodes have no
 * dependencies, so the data of a library is copied instead of imported.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { iso31662 } from 'iso-3166';
import { root } from '../n8n/paths.ts';

/** The generated file. */
export const numberedStatesFile = join(root, 'nodes', 'PodFulfilment', 'spec', 'numberedStates.ts');

/** Countries of which WooCommerce sends states by number. */
const COUNTRIES = 'AL BD BG DO DZ HR JM JP KE KN PA PY RS TH TR TZ UA UG ZM'.split(' ');

const require = createRequire(import.meta.url);

/** The license of the library, which asks to be kept with copies, as lines of a comment. */
function notice(): string {
	const { version } = require('iso-3166/package.json') as { version: string };
	const license = readFileSync(join(root, 'node_modules', 'iso-3166', 'license'), 'utf8');
	const lines = `iso-3166 ${version}\n\n${license.trim()}`.split(/\r?\n/);
	return lines.map((line) => ` * ${line}`.trimEnd()).join('\n');
}

const quoted = (text: string): string => (text.includes("'") ? `"${text}"` : `'${text}'`);

/** The states of a country, as prettier writes them. */
function entryOf(country: string): string {
	const states = iso31662
		.map(({ code, name }) => ({ code: code.slice(`${country}-`.length), name, whole: code }))
		.filter(({ code, whole }) => whole.startsWith(`${country}-`) && /^\d+$/.test(code));
	return [
		`\t${country}: {`,
		...states.map(({ code, name }) => `\t\t'${code}': ${quoted(name)},`),
		'\t},',
	].join('\n');
}

/** The content of the generated file, formatted as prettier does. */
export const numberedStatesSource = (): string =>
	// The compiler removes comments, but not those that begin with an exclamation mark.
	`/*!
 * Names of states whose codes are numbers, which nobody writes in an address: JP-13 is Tôkyô. Of countries of which
 * WooCommerce sends the number.
 *
 * Made by \`npm run generate\` from the data of this library. Do not edit it here.
 *
${notice()}
 */

/** Names by country and by the number of ISO 3166-2. */
export const NUMBERED_STATES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
${COUNTRIES.map(entryOf).join('\n')}
};
`;
