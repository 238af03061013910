import { knownCountry } from '../../input/country';
import { comparableName } from '../../input/equalText';
import { ownValue } from '../../input/guards';
import { COUNTRIES } from '../../spec/countries';
import { STATES } from '../../spec/states';

/** Names of countries that people and shops use, besides those in the list. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
	America: 'US',
	Brasil: 'BR',
	Britain: 'GB',
	China: 'CN',
	Czechia: 'CZ',
	Deutschland: 'DE',
	España: 'ES',
	'Great Britain': 'GB',
	Iran: 'IR',
	Italia: 'IT',
	'Ivory Coast': 'CI',
	Korea: 'KR',
	Macau: 'MO',
	Moldova: 'MD',
	Nederland: 'NL',
	'North Macedonia': 'MK',
	Österreich: 'AT',
	Palestine: 'PS',
	Polska: 'PL',
	Russia: 'RU',
	Schweiz: 'CH',
	Suisse: 'CH',
	Taiwan: 'TW',
	Tanzania: 'TZ',
	'The Netherlands': 'NL',
	Turkey: 'TR',
	UAE: 'AE',
	UK: 'GB',
	'United States': 'US',
	USA: 'US',
	Vatican: 'VA',
};

/**
 * Finds the code of a country by its code or one of its names.
 *
 * @returns undefined for an unknown country
 */
export function countryCodeOf(text: string): string | undefined {
	const code = text.toUpperCase();
	if (knownCountry(code)) return code;
	const wanted = comparableName(text);
	return (
		COUNTRIES.find(({ name }) => comparableName(name) === wanted)?.code ??
		Object.entries(OTHER_NAMES).find(([name]) => comparableName(name) === wanted)?.[1]
	);
}

/** The fields of a state in a Recipient (spec section 2). */
interface State {
	stateCode?: string;
	stateName?: string;
}

/**
 * Converts the code or name of a state to the fields of a Recipient.
 *
 * @param text as sent by the shop, e.g. `CA`, `US-CA` or `California`
 * @param countryCode its country; without it, or if the country has no state codes, a short text counts as a code
 */
export function stateOf(text: string, countryCode: string | undefined): State {
	const states = countryCode === undefined ? undefined : ownValue(STATES, countryCode);
	if (states === undefined) {
		// WooCommerce has codes such as JP13 and TR34.
		return /^[A-Z0-9]{1,3}$|^[A-Z]{2}-[A-Z0-9]{1,3}$|^[A-Z]{2}\d{1,2}$/.test(text)
			? { stateCode: text }
			: { stateName: text };
	}
	const code = text.toUpperCase().replace(new RegExp(`^${String(countryCode)}[- ]`), '');
	const byCode = ownValue(states, code);
	if (byCode !== undefined) return { stateCode: code, stateName: byCode };
	const wanted = comparableName(text);
	const byName = Object.entries(states).find(([, name]) => comparableName(name) === wanted);
	if (byName) return { stateCode: byName[0], stateName: byName[1] };
	return /^[A-Z0-9]{1,3}$/.test(text) ? { stateCode: text } : { stateName: text };
}
