// Reads and checks a recipient from fields or JSON, also changes of one.

import type { IDataObject } from 'n8n-workflow';

import { optionalText, refuse, refuseNoNumber } from '../../input/checks';
import {
	hasMissingWord,
	isMasked,
	isMissingValue,
	isNoNumber,
	isPlaceholder,
} from '../../input/brokenText';
import {
	countryCodeOf,
	countryOf,
	knownCountry,
	needsCity,
	needsPostalCode,
	postalCodeLength,
} from '../../input/country';
import { jsonFieldInPieces } from '../../input/jsonField';
import type { Pieces } from '../../input/nextTurn';
import { isBrokenNumber, KEEP_AS_TEXT } from '../../input/number';
import { INHERITED_KEYS, isObject, ownValue } from '../../input/objects';
import { trimmed } from '../../input/text';
import { joinedBy, quote } from '../../input/wording';
import type { Country } from '../../spec/countries';
import { refuseFor } from '../causes';
import { Findings, throwAtOnce, type Check } from '../findings';
import { MAX_TEXT_LENGTH } from '../textBounds';
import {
	partIs,
	recipientField,
	recipientFields,
	recipientJsonField,
	type Trait,
} from './recipientFields';
import { MAX_FIELDS, repairedRecipient } from './repairs';

const displayNames = new Map(recipientFields.map(({ name, displayName }) => [name, displayName]));

/** How messages name the parts of a recipient: by the labels of the editor, or by the keys that the user entered in JSON. */
type PartNames = 'labels' | 'keys';

const partName = (name: string, names: PartNames): string =>
	names === 'keys' ? name : (displayNames.get(name) ?? name);

const partLabel = (field: string, name: string, names: PartNames): string =>
	`${field} ${names === 'keys' ? 'at' : '→'} ${partName(name, names)}`;

/**
 * Reads a part of a recipient. What the spec does not name is only checked for its length.
 *
 * @param country that of the recipient, where it is known
 * @throws UserError for a value that is not a string or number, that stands in place of one, is masked or too long; for an
 *   unknown country; and for a postal code that has fewer digits than all of its country
 */
function partOf(name: string, value: unknown, label: string, country?: Country): unknown {
	const is = (trait: Trait): boolean => partIs(name, trait);
	const part = displayNames.has(name) ? optionalText(value, label) : value;
	if (typeof part !== 'string') return part;
	if (is('ifAny') && isMissingValue(part)) return undefined;
	if (is('number') && isNoNumber(part)) return refuseNoNumber(label);
	if (name === 'zip' ? isMissingValue(part) : is('words') && hasMissingWord(part)) {
		return refuse(
			label,
			`is ${quote(part)}: a part of it was missing`,
			'Check the fields that it is put together from.',
		);
	}
	if (name === 'countryCode') return countryOf(part, label).code;
	if (is('printed') && isMasked(part)) {
		return refuse(
			label,
			'is masked with asterisks or dots',
			'A marketplace hides it from other programs. The whole address is in your account there until the order is dispatched: enter it from there.',
		);
	}
	if (is('noPlaceholder') && isPlaceholder(part)) {
		return refuse(
			label,
			`is ${quote(part)}, which is only a placeholder`,
			'The customer did not enter it, or the shop erased it. Enter the real one in the shop, or in the address of the order.',
		);
	}
	if (part.length > MAX_TEXT_LENGTH) {
		return refuse(
			label,
			`has ${part.length} characters, but at most ${MAX_TEXT_LENGTH} fit on a label`,
			'Shorten it: a part that is cut may lead the parcel elsewhere.',
		);
	}
	if (name === 'zip' && isBrokenNumber(part)) {
		return refuse(label, `is ${quote(part)}, a number that has lost digits`, KEEP_AS_TEXT);
	}
	// Where an address needs none, people write something because a form asks. More digits and other characters are theirs.
	const length =
		name === 'zip' && country && needsPostalCode(country) ? postalCodeLength(country) : undefined;
	const digits = part.match(/\p{Nd}/gu)?.length ?? 0;
	return length === undefined || digits >= length
		? part
		: refuse(
				label,
				`is ${quote(part)}, but postal codes in ${country?.name} have ${length} digits`,
				'Enter all of them. A spreadsheet may have dropped a zero at the beginning.',
			);
}

/** How a recipient is read, and what messages say of it. */
interface Reading {
	/** Label of the recipient; by default that of the field. */
	field?: string;
	check?: Check;
	names?: PartNames;
	/** What to do about a missing part. */
	advice?: string;
}

/**
 * Normalizes a recipient, which may be incomplete (spec section 2): strings only, without the empty ones, and the
 * country code in upper case. Unknown fields are passed through.
 *
 * @throws UserError for a part that cannot be sent; where problems are collected, it stays as it was entered
 */
export function recipientOf(
	value: unknown,
	{ field = recipientField.displayName, check = throwAtOnce, names = 'labels' }: Reading = {},
): IDataObject {
	if (!isObject(value)) {
		return refuse(
			field,
			`is ${quote(value)}, but must be a JSON object`,
			'Pass an object such as { "name": "Nathan Doe", "address1": "12 Harbour Street", "city": "Hamburg", "zip": "20457", "countryCode": "DE" }.',
		);
	}
	const count = Object.keys(value).length;
	if (count > MAX_FIELDS) {
		return refuse(
			field,
			`has ${count} fields, but an address has far fewer`,
			'Pass the fields of the address only.',
		);
	}
	const country = knownCountry(countryCodeOf(trimmed(value.countryCode)) ?? '');
	const parts = Object.entries(value)
		.filter(([name]) => !INHERITED_KEYS.has(name))
		.map(([name, entry]) => {
			const label = partLabel(field, name, names);
			const read = check(() => ({ part: partOf(name, entry, label, country) }));
			// A refused value is kept, so that it is not reported as missing too.
			return [name, read ? read.part : entry] as const;
		});
	const given = parts.filter(([, part]) => part !== undefined && part !== null && part !== '');
	return Object.fromEntries(given) as IDataObject;
}

/**
 * Like {@link recipientOf}, but requires a complete address. The service validates the address only after it accepted
 * the order, which then fails with the code 2001 (spec section 7); this check comes before anything is sent. The spec
 * gives the street as its only example of a required field; the others are what every carrier needs. A company may
 * replace the name.
 *
 * @throws UserError that names every missing field
 */
export function completeRecipientOf(value: unknown, reading: Reading = {}): IDataObject {
	const { field = recipientField.displayName, check = throwAtOnce, names = 'labels' } = reading;
	const { advice = 'Complete the address.' } = reading;
	const recipient = recipientOf(value, reading);
	const country =
		typeof recipient.countryCode === 'string' ? knownCountry(recipient.countryCode) : undefined;
	const missing = [
		...(recipient.name === undefined && recipient.company === undefined ? ['name'] : []),
		...[...displayNames.keys()].filter(
			(name) =>
				partIs(name, 'required') &&
				ownValue(recipient, name) === undefined &&
				!(name === 'city' && country && !needsCity(country)),
		),
		...(country && needsPostalCode(country) && recipient.zip === undefined ? ['zip'] : []),
	];
	const [first, ...others] = missing;
	if (first === undefined) return recipient;
	const otherLabels = others.map((name) => partName(name, names));
	const isMoved = missing.includes('address1') && recipient.address2 !== undefined;
	const [line1, line2] = ['address1', 'address2'].map((name) => partName(name, names));
	const ofLines = isMoved ? ` ${line2} is filled, but never takes the place of ${line1}.` : '';
	let ofZip = '';
	if (missing.includes('zip')) ofZip = ` Addresses in ${country?.name} have a postal code.`;
	else if (recipient.countryCode === undefined && recipient.zip === undefined) {
		ofZip = ` Most countries need a ${partName('zip', names)} as well.`;
	}
	check(() =>
		refuseFor(
			'missingAddress',
			joinedBy([partLabel(field, first, names), ...otherLabels]),
			others.length === 0 ? 'is empty' : 'are empty',
			`${advice}${ofLines} Without a complete address, the service accepts the order but cannot ship it.${ofZip}`,
		),
	);
	return recipient;
}

/** Repairs an address that was entered, and requires a complete one. @param found gets what was repaired, and problems */
export const enteredRecipient = (
	value: unknown,
	found: Findings,
	reading: Omit<Reading, 'check'> = {},
): IDataObject =>
	completeRecipientOf(repairedRecipient(value, found), { ...reading, check: found.check });

/** As {@link enteredRecipient}, of 'Recipient (JSON)'. */
export function* recipientFromJson(value: unknown, found: Findings): Pieces<IDataObject> {
	const field = recipientJsonField.displayName;
	const given = yield* jsonFieldInPieces(value, field, { isBounded: true });
	return enteredRecipient(given, found, { field, names: 'keys' });
}

/**
 * Repairs and checks changes of a recipient, none of which is required.
 *
 * @param found gets what was repaired
 * @throws UserError as {@link recipientOf}
 */
export function recipientChangesOf(
	value: unknown,
	field: string,
	names: PartNames,
	found: Findings,
): IDataObject {
	const repaired = repairedRecipient(value, found);
	const changes = recipientOf(repaired, { field, names });
	// A name was entered as a code: the code of the address before would be that of another state.
	const isNamed =
		isObject(value) && isObject(repaired) && 'stateCode' in value && !('stateCode' in repaired);
	return { ...changes, ...(isNamed && { stateCode: null }) };
}

/** Parses changes of a recipient from 'Recipient (JSON)'. Null clears a field (RFC 7396, JSON Merge Patch). */
export function* recipientChangesFromJson(
	value: unknown,
	field: string,
	found: Findings,
): Pieces<IDataObject> {
	const changes = yield* jsonFieldInPieces(value, field, { isBounded: true });
	const checked = recipientChangesOf(changes, field, 'keys', found);
	// What is no object was refused.
	const cleared = Object.entries(changes as IDataObject).filter(([, value]) => value === null);
	return { ...checked, ...Object.fromEntries(cleared) };
}
