import { ADDRESS_INCOMPLETE } from '../facts.ts';
import type { OrderError, Recipient } from '../state/model.ts';

const COUNTRIES_WITHOUT_POSTAL_CODES = new Set(
	(
		'AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM DJ DM ER FJ GA GD GH GM GN GQ GY HK ' +
		'JM KI KM KN KP LC ML MO MR MW NA NR NU PA QA RW SB SC SL SR ST SY TD TF TG TK TL TO TT TV ' +
		'UG VU YE ZW'
	).split(' '),
);
const COUNTRIES_WITH_STATES = new Set(['US', 'CA', 'AU']);
const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Finds what a carrier would miss in a shipping address (code 2001). */
export function addressErrors(recipient: Recipient): OrderError[] {
	const country = recipient.countryCode?.trim() ?? '';
	const required: Array<[keyof Recipient, string]> = [
		['name', 'name'],
		['address1', 'street'],
		['city', 'city'],
		['countryCode', 'country'],
	];
	if (country && !COUNTRIES_WITHOUT_POSTAL_CODES.has(country)) required.push(['zip', 'zip']);
	const errors = required
		.filter(([field]) => !recipient[field]?.trim())
		.map(([field, label]) => addressError(field, `The ${label} of the address is missing.`));
	if (country && !isCountry(country)) {
		errors.push(addressError('countryCode', `There is no country with the code '${country}'.`));
	}
	if (
		COUNTRIES_WITH_STATES.has(country) &&
		!recipient.stateCode?.trim() &&
		!recipient.stateName?.trim()
	) {
		errors.push(addressError('stateCode', 'The state of the address is missing.'));
	}
	return errors;
}

const addressError = (field: string, message: string): OrderError => ({
	code: ADDRESS_INCOMPLETE,
	message,
	propertyPath: `recipient.${field}`,
});

const isCountry = (code: string): boolean =>
	/^[A-Z]{2}$/.test(code) && code !== 'ZZ' && countryNames.of(code) !== undefined;
