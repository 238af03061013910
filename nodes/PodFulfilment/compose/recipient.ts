import type { IDataObject } from 'n8n-workflow';

import { COUNTRIES, type Country } from '../spec/countries';
import { optionalText, refuse } from '../input/checks';
import { PROTOTYPE_KEYS } from '../input/parseJsonSafely';
import { isObject } from '../input/guards';
import { parseJsonField } from '../input/jsonField';
import { recipientFields } from './recipientFields';
import { shown } from '../input/wording';

const FIELD = 'Recipient';
const JSON_FIELD = 'Recipient (JSON)';

const displayNames = new Map(recipientFields.map(({ name, displayName }) => [name, displayName]));

const countries = new Map(COUNTRIES.map((country) => [country.code, country]));

/** A field of the recipient in messages: its label, or its name where the user wrote JSON. */
const fieldAt = (field: string, name: string): string =>
	field.endsWith(JSON_FIELD)
		? `${field} at ${name}`
		: `${field} → ${displayNames.get(name) ?? name}`;

function countryOf(value: string, field: string): Country {
	return (
		countries.get(value.toUpperCase()) ??
		refuse(
			fieldAt(field, 'countryCode'),
			`is ${shown(value)}, and there is no country of that code`,
			'Choose a country from the list, or enter its two letters as in ISO 3166-1 alpha-2, for example DE, FR or US.',
		)
	);
}

/**
 * Brings what is there of a recipient (spec section 2) into the service's form: texts only, empty ones left out,
 * the country code in capitals. Names that the spec does not have are handed on as they are.
 *
 * @param field how the recipient is called in messages
 * @throws UserError for a value that is no text, and for a country that does not exist
 */
export function recipientOf(value: unknown, field = FIELD): IDataObject {
	if (!isObject(value)) {
		return refuse(
			field,
			`is ${shown(value)}, and has to be a JSON object`,
			'Pass an object such as { "name": "Nathan Doe", "address1": "12 Harbour Street", "city": "Hamburg", "zip": "20457", "countryCode": "DE" }.',
		);
	}
	const checked = Object.entries(value)
		.filter(([name]) => !PROTOTYPE_KEYS.has(name))
		.map(([name, entry]) => [
			name,
			displayNames.has(name) ? optionalText(entry, fieldAt(field, name)) : entry,
		])
		.filter(([, entry]) => entry !== undefined && entry !== null && entry !== '');
	const recipient = Object.fromEntries(checked) as IDataObject;
	if (typeof recipient.countryCode === 'string') {
		recipient.countryCode = countryOf(recipient.countryCode, field).code;
	}
	return recipient;
}

const listOf = (names: string[]): string =>
	names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/**
 * As {@link recipientOf}, for an address that has to be whole. The service looks at it only once the order is placed,
 * and the order is then failed with the code 2001 (spec section 7): better to say it before. Which parts that takes the
 * spec shows by one example, the street; the others are what no carrier can do without. A company can stand for the
 * name of a person.
 *
 * @throws UserError that names every part that is missing
 */
export function wholeRecipientOf(value: unknown, field = FIELD): IDataObject {
	const recipient = recipientOf(value, field);
	const country =
		typeof recipient.countryCode === 'string' ? countries.get(recipient.countryCode) : undefined;
	const missing = [
		...(recipient.name === undefined && recipient.company === undefined ? ['name'] : []),
		...['address1', 'city', 'countryCode'].filter((name) => recipient[name] === undefined),
		...(country?.hasPostalCodes && recipient.zip === undefined ? ['zip'] : []),
	];
	const [first, ...others] = missing;
	if (first === undefined) return recipient;
	const rest = others.map((name) =>
		field.endsWith(JSON_FIELD) ? name : String(displayNames.get(name)),
	);
	return refuse(
		listOf([fieldAt(field, first), ...rest]),
		others.length === 0 ? 'is empty' : 'are empty',
		`Complete the address. Without it the service takes the order, but then cannot send it.${
			missing.includes('zip') ? ` Addresses in ${country?.name} have a postal code.` : ''
		}`,
	);
}

/** A whole recipient from the field 'Recipient (JSON)'. */
export const wholeRecipientFromJson = (value: unknown, field = JSON_FIELD): IDataObject =>
	wholeRecipientOf(parseJsonField(value, field), field);

/** The parts of a recipient that the field 'Recipient (JSON)' changes; a null clears one (RFC 7396, merge patch). */
export function recipientChangesFromJson(value: unknown, field = JSON_FIELD): IDataObject {
	const changes = parseJsonField(value, field);
	const cleared = isObject(changes)
		? Object.keys(changes).filter((name) => changes[name] === null)
		: [];
	return {
		...recipientOf(changes, field),
		...Object.fromEntries(cleared.map((name) => [name, null])),
	};
}
