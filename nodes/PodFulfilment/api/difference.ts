import { isObject, ownValue } from '../input/guards';

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
	/** Number of values that may still be compared to find equal entries at other positions of lists. */
	searches: { left: number };
	/** Whether an equal entry is looked for: each value then counts as a search. */
	isSearch?: boolean;
}

/**
 * Values that one call compares to find equal entries of lists without identifying properties, beyond those that are found
 * by their print files. They take n8n 80 ms, and are enough for 300 items that differ in their first value; further entries are then compared by their positions.
 */
const MAX_SEARCHES = 150_000;

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

/** The property that identifies the entries of a list, by the name of the list. Their order is not compared. */
const KEY_OF_LIST: Record<string, string> = {
	orderItems: 'externalId',
	placements: 'type',
	options: 'id',
	placementOptions: 'name',
};

const isEmpty = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === '' ||
	(Array.isArray(value) && value.length === 0);

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

/** Normalizes what a service may write in another way: spaces, capitals, notation of numbers. */
function normalized(value: unknown, name: string): string {
	const trimmed = String(value).normalize('NFC').trim().replace(/\s+/g, ' ');
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
	name === 'retailPrice' ? normalized(value, name) : String(value).normalize('NFC').trim();

const sameValue = (
	sent: unknown,
	existing: unknown,
	name: string,
	{ isProof }: Comparison,
): boolean => {
	const written = isProof ? exact : normalized;
	return typeof existing !== 'object' && written(sent, name) === written(existing, name);
};

/** Collects what hardly differs between equal items: their variants, quantities and print files. */
function collectMarks(value: unknown, name: string, marks: string[]): void {
	if (Array.isArray(value)) {
		for (const entry of value as unknown[]) collectMarks(entry, name, marks);
	} else if (isObject(value)) {
		for (const [key, entry] of Object.entries(value)) collectMarks(entry, key, marks);
	} else if (['variantId', 'quantity', 'url'].includes(name) && !isEmpty(value)) {
		marks.push(`${name}=${normalized(value, name)}`);
	}
}

/** A text that equal entries of a list have in common, unless the service left out some part of the existing one. */
function marksOf(entry: unknown, name: string): string {
	const marks: string[] = [];
	collectMarks(entry, name, marks);
	return JSON.stringify(marks.sort());
}

/** Groups numbers by a key; those of undefined are left out. */
function groupedBy<Key>(
	numbers: Iterable<number>,
	keyOf: (number: number) => Key | undefined,
): Map<Key, Set<number>> {
	const groups = new Map<Key, Set<number>>();
	for (const number of numbers) {
		const key = keyOf(number);
		if (key === undefined) continue;
		const group = groups.get(key);
		if (group) group.add(number);
		else groups.set(key, new Set([number]));
	}
	return groups;
}

const first = (numbers: Iterable<number>): number | undefined => {
	for (const number of numbers) return number;
	return undefined;
};

/** Pairs the entries of two lists: by their identifying property first, then by equal content, then by position. */
function pairs(
	sent: unknown[],
	existing: unknown[],
	name: string,
	comparison: Comparison,
): Array<[unknown, unknown]> {
	const left = new Set(existing.keys());
	const partners = new Map<number, number>();
	const pair = (index: number, other: number | undefined): void => {
		if (other === undefined) return;
		partners.set(index, other);
		left.delete(other);
	};
	const search = { ...comparison, isSearch: true };
	const key = ownValue(KEY_OF_LIST, name);
	const keyOf = (entry: unknown): unknown =>
		key !== undefined && isObject(entry) && !isEmpty(entry[key]) ? entry[key] : undefined;
	const firstEqual = (entry: unknown, others: Iterable<number>): number | undefined => {
		for (const other of others) {
			if (comparison.searches.left <= 0) return undefined;
			if (compare(entry, existing[other], '', name, search).length === 0) return other;
		}
		return undefined;
	};
	/**
	 * Pairs entries with an equal one of their group.
	 *
	 * @param isIdentity whether any of its group will do if none is equal
	 */
	const pairGroups = <Key>(
		keyOfEntry: (entry: unknown) => Key | undefined,
		isIdentity: boolean,
	): void => {
		const groups = groupedBy(left, (other) => keyOfEntry(existing[other]));
		for (const [index, entry] of sent.entries()) {
			const ownKey = partners.has(index) ? undefined : keyOfEntry(entry);
			const group = ownKey === undefined ? undefined : groups.get(ownKey);
			if (!group || group.size === 0) continue;
			const equal = isIdentity && group.size === 1 ? undefined : firstEqual(entry, group);
			const other = equal ?? (isIdentity ? first(group) : undefined);
			pair(index, other);
			if (other !== undefined) group.delete(other);
		}
	};
	pairGroups(keyOf, true);
	if (partners.size < sent.length) pairGroups((entry) => marksOf(entry, name), false);
	for (const [index, entry] of sent.entries()) {
		if (!partners.has(index)) pair(index, firstEqual(entry, left));
	}
	for (const index of sent.keys()) {
		if (!partners.has(index)) pair(index, left.has(index) ? index : first(left));
	}
	return sent.map((entry, index) => [entry, existing[partners.get(index) ?? -1]]);
}

function listDifference(
	sent: unknown[],
	existing: unknown[],
	path: string,
	name: string,
	comparison: Comparison,
): Difference[] {
	if (existing.length !== sent.length) return [{ path, sent, existing }];
	return pairs(sent, existing, name, comparison).flatMap(([entry, other], index) =>
		compare(entry, other, `${path}[${index}]`, name, comparison),
	);
}

function objectDifference(
	sent: Record<string, unknown>,
	existing: Record<string, unknown>,
	path: string,
	name: string,
	comparison: Comparison,
): Difference[] {
	const given = Object.keys(sent).filter((key) => sent[key] !== undefined);
	const names = new Set([...given, ...(ownValue(comparison.clientFields, name) ?? [])]);
	const differences: Difference[] = [];
	for (const key of names) {
		const ownPath = path === '' ? key : `${path}.${key}`;
		const [own, other] = [ownValue(sent, key), ownValue(existing, key)];
		for (const difference of compare(own, other, ownPath, key, comparison)) {
			differences.push(difference);
		}
		// A search asks for no more than whether there is one.
		if (comparison.isSearch === true && differences.length > 0) break;
	}
	return differences;
}

function compare(
	sent: unknown,
	existing: unknown,
	path: string,
	name: string,
	comparison: Comparison,
): Difference[] {
	if (comparison.isSearch === true) comparison.searches.left -= 1;
	// Most values are: to write them in one way takes many times as long.
	if (sent === existing && typeof sent !== 'object') return [];
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
	return sameValue(sent, existing, name, comparison) ? [] : [difference];
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
	compare(sent, existing, path, name, {
		clientFields: CLIENT_FIELDS,
		isProof: false,
		searches: { left: MAX_SEARCHES },
	});

/**
 * Whether nothing in a resource contradicts the changes of a merge patch. For use after a success, when the service may have
 * written them in another way.
 */
export const agreesWithChanges = (changes: unknown, existing: unknown): boolean =>
	compare(changes, existing, '', '', {
		clientFields: {},
		isProof: false,
		searches: { left: MAX_SEARCHES },
	}).length === 0;

/** Whether a resource shows the changes of a merge patch as they were sent. Fields that were not sent are not compared. */
export const showsChanges = (changes: unknown, existing: unknown): boolean =>
	compare(changes, existing, '', '', {
		clientFields: {},
		isProof: true,
		searches: { left: MAX_SEARCHES },
	}).length === 0;
