// Compares an order that is sent with the existing one, field by field: which properties differ, which values count as
// the same however they are written (capitals, phone, zip, price), and what the service may fill in or leave out. Also
// whether a resource shows the changes of a merge patch.

import { isObject, ownValue } from '../input/guards';
import { normalizedText } from '../input/normalizedText';
import { isEmpty, pairedEntries } from './pairedEntries';

type ClientFields = Readonly<Record<string, readonly string[]>>;

/** A value that differs from that of the existing order. */
export interface Difference {
	/** Its property path in what is sent, e.g. `orderItems[0].quantity`. */
	path: string;
	sent: unknown;
	existing: unknown;
	/** Whether messages name the field alone: the existing order may be about another customer. */
	isConcealed?: boolean;
}

/** How two values are compared. */
interface Comparison {
	/** Fields of the existing value that are compared even if nothing was sent for them. */
	clientFields: ClientFields;
	/**
	 * Whether the existing value must show what was sent. Otherwise it only must not contradict it: the service may leave out
	 * parts, or write them in another way.
	 */
	isProof: boolean;
}

/** Fields that only the client can have set, by the name of their parent. Anything else the service may have added. */
const CLIENT_FIELDS: ClientFields = {
	recipient: [
		'name',
		'company',
		'address1',
		'address2',
		'city',
		'stateCode',
		'zip',
		'countryCode',
		'phone',
		'email',
		'taxNumber',
	],
	orderItems: ['externalId', 'retailPrice', 'placements', 'options'],
	placements: ['placementOptions'],
};

/**
 * Fields that the service may fill in from the catalog if nothing was sent, or show as null (spec section 2, Placement).
 */
const FILLED_BY_SERVICE = ['type', 'technique'];

/** Parts of an item that a service may leave out of its responses; what is left out is not a difference. */
const MAY_BE_LEFT_OUT = ['placements', 'layers', 'position', 'placementOptions', 'options'];

const isLeftOut = (existing: unknown, name: string): boolean =>
	(existing === undefined && MAY_BE_LEFT_OUT.includes(name)) ||
	(isEmpty(existing) && FILLED_BY_SERVICE.includes(name));

/** Number of last digits of a phone number that are the same with and without a country code. */
const PHONE_DIGITS = 7;

/**
 * Fields that are compared without regard to capitals. In all others capitals matter: in the URL of a print file, for
 * example, or in a text that is printed.
 */
const IN_ANY_CAPITALS = [...(CLIENT_FIELDS.recipient ?? []), 'type', 'technique', 'shipping'];

/** What a service may write in another way: spaces, capitals, notation of numbers. */
function normalized(value: unknown, name: string): string {
	const trimmed = normalizedText(String(value), 'NFC').trim().replace(/\s+/g, ' ');
	const text = IN_ANY_CAPITALS.includes(name) ? trimmed.toLowerCase() : trimmed;
	switch (name) {
		case 'phone':
			return text.replace(/\D/g, '').slice(-PHONE_DIGITS);
		case 'zip':
		case 'taxNumber':
			return text.replace(/[\s-]/g, '');
		case 'retailPrice':
			return /^\d+(\.\d+)?$/.test(text) ? String(Number(text)) : text;
		default:
			return text;
	}
}

/** Normalizes the notation of a price; any other text is compared as it is. */
const exact = (value: unknown, name: string): string =>
	name === 'retailPrice' ? normalized(value, name) : normalizedText(String(value), 'NFC').trim();

/** The function that gives equal values the same text. */
const writerOf = ({ isProof }: Comparison) => (isProof ? exact : normalized);

function listDifference(
	sent: unknown[],
	existing: unknown[],
	path: string,
	name: string,
	comparison: Comparison,
): Difference[] {
	if (existing.length !== sent.length) return [{ path, sent, existing }];
	return pairedEntries(sent, existing, name, writerOf(comparison)).flatMap(
		([entry, other], index) => compare(entry, other, `${path}[${index}]`, name, comparison),
	);
}

function objectDifference(
	sent: Record<string, unknown>,
	existing: Record<string, unknown>,
	path: string,
	name: string,
	comparison: Comparison,
): Difference[] {
	const given = Object.keys(sent).filter((key) => ownValue(sent, key) !== undefined);
	const names = new Set([...given, ...(ownValue(comparison.clientFields, name) ?? [])]);
	return [...names].flatMap((key) =>
		compare(
			ownValue(sent, key),
			ownValue(existing, key),
			path === '' ? key : `${path}.${key}`,
			key,
			comparison,
		),
	);
}

function compare(
	sent: unknown,
	existing: unknown,
	path: string,
	name: string,
	comparison: Comparison,
): Difference[] {
	const difference = { path, sent, existing };
	if (isEmpty(sent)) {
		return isEmpty(existing) || FILLED_BY_SERVICE.includes(name) ? [] : [difference];
	}
	if (!comparison.isProof && isLeftOut(existing, name)) return [];
	if (Array.isArray(sent)) {
		return Array.isArray(existing)
			? listDifference(sent, existing, path, name, comparison)
			: [difference];
	}
	if (isObject(sent)) {
		return isObject(existing)
			? objectDifference(sent, existing, path, name, comparison)
			: [difference];
	}
	const write = writerOf(comparison);
	const isSame = typeof existing !== 'object' && write(sent, name) === write(existing, name);
	return isSame ? [] : [difference];
}

/**
 * Finds where an existing order differs from the one that is sent: in what is sent, and in what only a client can have set
 * on the existing one. What the service adds by itself, leaves out, or writes in another way is not a difference.
 *
 * @param name property name of the value; decides which of its fields only the client sets
 * @returns empty when the content is the same
 */
export const differencesOf = (
	sent: unknown,
	existing: unknown,
	path = '',
	name = '',
): Difference[] =>
	compare(sent, existing, path, name, { clientFields: CLIENT_FIELDS, isProof: false });

/**
 * Whether nothing in a resource contradicts the changes of a merge patch. For use after a success, when the service may have
 * written them in another way.
 */
export const agreesWithChanges = (changes: unknown, existing: unknown): boolean =>
	compare(changes, existing, '', '', { clientFields: {}, isProof: false }).length === 0;

/** Whether a resource shows the changes of a merge patch as they were sent. Fields that were not sent are not compared. */
export const showsChanges = (changes: unknown, existing: unknown): boolean =>
	compare(changes, existing, '', '', { clientFields: {}, isProof: true }).length === 0;

/**
 * Pairs each entry that is sent with the existing one that it equals the most.
 *
 * @param existing may be more or fewer
 */
export const pairedByContent = (
	sent: unknown[],
	existing: unknown[],
): Array<[sent: unknown, existing: unknown]> => pairedEntries(sent, existing, '', normalized);
