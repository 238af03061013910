// Reads a state by its code or name ('CA', 'US-CA', 'California', 'JP-13') as the fields that a Recipient has for it.

import { NUMBERED_STATES, STATES } from '../spec/states';
import { comparableName } from './equalText';
import { ownValue } from './guards';

/** The fields of a state in a Recipient (spec section 2). */
interface State {
	stateCode?: string;
	stateName?: string;
}

/**
 * A state by its code of ISO 3166-2, `DE-BE` or `JP-13` (WooCommerce: `JP13`), in a country without codes that carriers
 * need: the part behind the country, or the name where that is a number, which nobody writes in an address.
 */
function stateOfIsoCode(text: string, countryCode: string): State | undefined {
	const part = text.startsWith(countryCode) ? text.slice(countryCode.length) : '';
	if (/^-[A-Z]{1,3}$/.test(part)) return { stateCode: part.slice(1) };
	const stateName = ownValue(ownValue(NUMBERED_STATES, countryCode) ?? {}, part.replace('-', ''));
	return stateName === undefined ? undefined : { stateName };
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
		const known = countryCode === undefined ? undefined : stateOfIsoCode(text, countryCode);
		if (known) return known;
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
