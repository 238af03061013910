// Compares an order that is sent with the existing one, field by field: which properties differ, which values count as
// the same however they are written (capitals, phone, zip, price), what the service may fill in or leave out, and which entries
// of two lists (items, placements, options) belong together, by content, key or position. Also whether a resource shows the
// changes of a merge patch.

import { normalizedText } from '../input/normalizedText';
import { isObject, ownValue } from '../input/objects';

// Lists

/** The property that identifies the entries of a list, by the name of the list. */
const KEY_OF_LIST: Record<string, string> = {
	orderItems: 'externalId',
	placements: 'type',
	options: 'id',
	placementOptions: 'name',
};

/** Writes a value that is no list or object; equal ones give the same text. */
type Write = (value: unknown, name: string) => string;

const isEmpty = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === '' ||
	(Array.isArray(value) && value.length === 0);

/**
 * Counts the values at each property path below a list, e.g. `[].placements[].type`.
 *
 * @param within counts of another list: a path that it lacks is left out
 */
function countPaths(
	value: unknown,
	within?: ReadonlyMap<string, number>,
	path = '',
	counts = new Map<string, number>(),
): Map<string, number> {
	if (isEmpty(value) || within?.has(path) === false) return counts;
	counts.set(path, (counts.get(path) ?? 0) + 1);
	if (Array.isArray(value)) {
		for (const entry of value as unknown[]) countPaths(entry, within, `${path}[]`, counts);
	} else if (isObject(value)) {
		for (const [key, entry] of Object.entries(value)) {
			countPaths(entry, within, `${path}.${key}`, counts);
		}
	}
	return counts;
}

/** Joins texts so that no other texts give the same. */
const joined = (texts: string[]): string => texts.map((text) => `${text.length}:${text}`).join('');

/**
 * A text that is the same for values with the same content at the given paths; empty without any. Neither the order of
 * properties nor that of lists counts.
 */
function contentText(
	value: unknown,
	path: string,
	name: string,
	paths: ReadonlySet<string>,
	write: Write,
): string {
	if (isEmpty(value) || !paths.has(path)) return '';
	if (Array.isArray(value)) {
		const texts = value.map((entry) => contentText(entry, `${path}[]`, name, paths, write));
		return joined(texts.sort());
	}
	if (!isObject(value)) return write(value, name);
	const texts = Object.entries(value).map(([key, entry]) => {
		const text = contentText(entry, `${path}.${key}`, key, paths, write);
		return text === '' ? '' : joined([key, text]);
	});
	return joined(texts.filter((text) => text !== '').sort());
}

/** The number of each value, by its text: the last first, to take them from the end. */
function numbersByText(numbers: Iterable<number>, textOf: (number: number) => string) {
	const groups = new Map<string, number[]>();
	for (const number of [...numbers].reverse()) {
		const text = textOf(number);
		const group = groups.get(text);
		if (group) group.push(number);
		else groups.set(text, [number]);
	}
	return groups;
}

/**
 * Pairs the entries of two lists of one length: by equal content first, then by their key, then by position. Each entry is
 * read a few times, however many there are.
 *
 * @param name of the list
 * @returns a pair for each entry that is sent, in their order
 */
function pairedEntries(
	sent: unknown[],
	existing: unknown[],
	name: string,
	write: Write,
): Array<[sent: unknown, existing: unknown]> {
	const partners = new Map<number, number>();
	const unpaired = new Set(existing.keys());
	const pair = (index: number, other: number | undefined): void => {
		if (other === undefined) return;
		partners.set(index, other);
		unpaired.delete(other);
	};

	const counts = countPaths(sent);
	const shared = countPaths(existing, counts);
	// What is shown more or less often than it was sent, the service filled in or left out.
	const asOften = [...shared.keys()].filter((path) => shared.get(path) === counts.get(path));
	for (const compared of [
		[...shared.keys()],
		asOften,
		[`[].${ownValue(KEY_OF_LIST, name) ?? ''}`],
	]) {
		const paths = new Set(['[]', ...compared]);
		const textOf = (entry: unknown): string => contentText(entry, '[]', name, paths, write);
		const others = numbersByText(unpaired, (other) => textOf(existing[other]));
		for (const [index, entry] of others.size === 0 ? [] : sent.entries()) {
			const text = partners.has(index) ? '' : textOf(entry);
			if (text !== '') pair(index, others.get(text)?.pop());
		}
	}
	for (const index of sent.keys()) {
		if (!partners.has(index))
			pair(index, unpaired.has(index) ? index : unpaired.values().next().value);
	}
	return sent.map((entry, index) => [entry, existing[partners.get(index) ?? -1]]);
}

// Values

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

/** Compares two values, for the property of this name at this path. */
type Compare = (sent: unknown, existing: unknown, path?: string, name?: string) => Difference[];

function comparer({ clientFields, isProof }: Comparison): Compare {
	/** Gives equal values the same text. */
	const write = isProof ? exact : normalized;

	const compare: Compare = (sent, existing, path = '', name = '') => {
		const difference = [{ path, sent, existing }];
		if (isEmpty(sent)) {
			return isEmpty(existing) || FILLED_BY_SERVICE.includes(name) ? [] : difference;
		}
		if (!isProof && isLeftOut(existing, name)) return [];
		if (Array.isArray(sent)) {
			if (!Array.isArray(existing) || existing.length !== sent.length) return difference;
			return pairedEntries(sent, existing, name, write).flatMap(([entry, other], index) =>
				compare(entry, other, `${path}[${index}]`, name),
			);
		}
		if (isObject(sent)) {
			if (!isObject(existing)) return difference;
			const given = Object.keys(sent).filter((key) => ownValue(sent, key) !== undefined);
			const names = new Set([...given, ...(ownValue(clientFields, name) ?? [])]);
			return [...names].flatMap((key) =>
				compare(
					ownValue(sent, key),
					ownValue(existing, key),
					path === '' ? key : `${path}.${key}`,
					key,
				),
			);
		}
		const isSame = typeof existing !== 'object' && write(sent, name) === write(existing, name);
		return isSame ? [] : difference;
	};
	return compare;
}

/**
 * Finds where an existing order differs from the one that is sent: in what is sent, and in what only a client can have set
 * on the existing one. What the service adds by itself, leaves out, or writes in another way is not a difference.
 *
 * @param name property name of the value; decides which of its fields only the client sets
 * @returns empty when the content is the same
 */
export const differencesOf = comparer({ clientFields: CLIENT_FIELDS, isProof: false });

const contradictions = comparer({ clientFields: {}, isProof: false });
const unproven = comparer({ clientFields: {}, isProof: true });

/**
 * Whether nothing in a resource contradicts the changes of a merge patch. For use after a success, when the service may have
 * written them in another way.
 */
export const agreesWithChanges = (changes: unknown, existing: unknown): boolean =>
	contradictions(changes, existing).length === 0;

/** Whether a resource shows the changes of a merge patch as they were sent. Fields that were not sent are not compared. */
export const showsChanges = (changes: unknown, existing: unknown): boolean =>
	unproven(changes, existing).length === 0;

/**
 * Pairs each entry that is sent with the existing one that it equals the most.
 *
 * @param existing may be more or fewer
 */
export const pairedByContent = (
	sent: unknown[],
	existing: unknown[],
): Array<[sent: unknown, existing: unknown]> => pairedEntries(sent, existing, '', normalized);
