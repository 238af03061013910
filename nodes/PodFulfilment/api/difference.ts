import { isObject, ownValue } from '../input/guards';

type ClientFields = Readonly<Record<string, readonly string[]>>;

/** A value that differs from the one that stands. */
export interface Difference {
	/** Where it is in what is sent, e.g. `orderItems[0].quantity`. */
	path: string;
	sent: unknown;
	existing: unknown;
}

/** How two values are compared. */
interface Comparison {
	/** Fields of the existing value that count although nothing was sent for them. */
	clientFields: ClientFields;
	/**
	 * Whether the existing value has to show what was sent. Otherwise it is enough that it does not contradict: the service may
	 * leave out parts and write them in another way.
	 */
	isProof: boolean;
}

/** What only the client can have put there, by the name of what holds it. Anything else the service may have added. */
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

/** Lists whose entries have a name of their own; their order says nothing. */
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
 * Fields that the service may fill in from the catalog where nothing was sent, or show as null (spec section 2,
 * Placement).
 */
const FILLED_BY_SERVICE = ['type', 'technique'];

/** Parts of an item that a service may leave out of what it hands back; what is not shown cannot differ. */
const MAY_BE_LEFT_OUT = ['placements', 'layers', 'position', 'placementOptions', 'options'];

const isLeftOut = (existing: unknown, name: string): boolean =>
	(existing === undefined && MAY_BE_LEFT_OUT.includes(name)) ||
	(isEmpty(existing) && FILLED_BY_SERVICE.includes(name));

/** Digits of a phone number that stay the same, with a country code or without. */
const PHONE_DIGITS = 7;

/**
 * Values that a service may write in other capitals. Of all others capitals are a part: of the address of a print file, for
 * example, or of a text that is printed.
 */
const IN_ANY_CAPITALS = [...(CLIENT_FIELDS.recipient ?? []), 'type', 'technique', 'shipping'];

/** How a service may write a value in another way: blanks, capitals, notation of numbers. */
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

/** A price is the same number in another notation; all else is the text itself. */
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

/** Pairs the entries of two lists: by their names first, then by equal content, then by place. */
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
	const key = ownValue(KEY_OF_LIST, name);
	const keyOf = (entry: unknown): unknown =>
		key !== undefined && isObject(entry) && !isEmpty(entry[key]) ? entry[key] : undefined;
	const isEqual = (entry: unknown, other: number): boolean =>
		compare(entry, existing[other], '', name, comparison).length === 0;
	for (const [index, entry] of sent.entries()) {
		const own = keyOf(entry);
		if (own === undefined) continue;
		const namesakes = [...left].filter((other) => keyOf(existing[other]) === own);
		pair(index, namesakes.find((other) => isEqual(entry, other)) ?? namesakes[0]);
	}
	for (const [index, entry] of sent.entries()) {
		if (partners.has(index)) continue;
		pair(
			index,
			[...left].find((other) => isEqual(entry, other)),
		);
	}
	for (const index of sent.keys()) {
		if (!partners.has(index)) pair(index, left.has(index) ? index : [...left][0]);
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
	return sameValue(sent, existing, name, comparison) ? [] : [difference];
}

/**
 * Where an order that exists already differs from the one that is sent: whatever is sent, and whatever the existing one
 * has that only a client can have put there. What the service adds by itself, leaves out, or writes in another way is no
 * difference.
 *
 * @param name what the value is called where it stands; decides which of its fields are the client's
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
 * Whether nothing in a resource speaks against the changes of a merge patch: after a success, when the service may have
 * written them in another way.
 */
export const agreesWithChanges = (changes: unknown, existing: unknown): boolean =>
	compare(changes, existing, '', '', { clientFields: {}, isProof: false }).length === 0;

/** Whether a resource shows the changes of a merge patch, as they were sent; fields that were not sent do not count. */
export const showsChanges = (changes: unknown, existing: unknown): boolean =>
	compare(changes, existing, '', '', { clientFields: {}, isProof: true }).length === 0;
