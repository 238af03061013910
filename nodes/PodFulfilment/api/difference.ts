import { isObject, ownValue } from '../input/guards';

type ClientFields = Readonly<Record<string, readonly string[]>>;

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

/** What counts as a difference, beside another value. */
interface Rules {
	clientFields: ClientFields;
	/** Whether a part that is not shown may be as it was sent. */
	mayBeLeftOut: boolean;
}

/** Whether an existing order is the one that is sent. */
const SAME_ORDER: Rules = { clientFields: CLIENT_FIELDS, mayBeLeftOut: true };

/** Whether a change was made: what is not shown proves nothing. */
const CHANGE_MADE: Rules = { clientFields: {}, mayBeLeftOut: false };

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

/** Parts of an item that a service may leave out of what it hands back; what is not shown is no other content. */
const MAY_BE_LEFT_OUT = ['placements', 'layers', 'position', 'placementOptions', 'options'];

const isLeftOut = (existing: unknown, name: string): boolean =>
	(existing === undefined && MAY_BE_LEFT_OUT.includes(name)) ||
	(isEmpty(existing) && FILLED_BY_SERVICE.includes(name));

/** Digits of a phone number that stay the same, with a country code or without. */
const PHONE_DIGITS = 7;

/** How a service may write a value in another way: blanks, capitals, notation of numbers. */
function normalized(value: unknown, name: string): string {
	const text = String(value).normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
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

const sameValue = (sent: unknown, existing: unknown, name: string): boolean =>
	typeof existing !== 'object' && normalized(sent, name) === normalized(existing, name);

/** Pairs the entries of two lists: by their names first, then by equal content, then by place. */
function pairs(
	sent: unknown[],
	existing: unknown[],
	name: string,
	rules: Rules,
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
	for (const [index, entry] of sent.entries()) {
		const own = keyOf(entry);
		if (own !== undefined)
			pair(
				index,
				[...left].find((other) => keyOf(existing[other]) === own),
			);
	}
	for (const [index, entry] of sent.entries()) {
		if (partners.has(index)) continue;
		pair(
			index,
			[...left].find((other) => compare(entry, existing[other], '', name, rules).length === 0),
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
	rules: Rules,
): string[] {
	if (existing.length !== sent.length) return [path];
	return pairs(sent, existing, name, rules).flatMap(([entry, other], index) =>
		compare(entry, other, `${path}[${index}]`, name, rules),
	);
}

function objectDifference(
	sent: Record<string, unknown>,
	existing: Record<string, unknown>,
	path: string,
	name: string,
	rules: Rules,
): string[] {
	const given = Object.keys(sent).filter((key) => sent[key] !== undefined);
	const names = new Set([...given, ...(ownValue(rules.clientFields, name) ?? [])]);
	return [...names].flatMap((key) =>
		compare(
			ownValue(sent, key),
			ownValue(existing, key),
			path === '' ? key : `${path}.${key}`,
			key,
			rules,
		),
	);
}

function compare(
	sent: unknown,
	existing: unknown,
	path: string,
	name: string,
	rules: Rules,
): string[] {
	if (isEmpty(sent)) return isEmpty(existing) || FILLED_BY_SERVICE.includes(name) ? [] : [path];
	if (rules.mayBeLeftOut && isLeftOut(existing, name)) return [];
	if (Array.isArray(sent)) {
		return Array.isArray(existing) ? listDifference(sent, existing, path, name, rules) : [path];
	}
	if (isObject(sent)) {
		return isObject(existing) ? objectDifference(sent, existing, path, name, rules) : [path];
	}
	return sameValue(sent, existing, name) ? [] : [path];
}

/**
 * The paths at which an order that exists already differs from the one that is sent: whatever is sent, and whatever the
 * existing one has that only a client can have put there. What the service adds by itself, leaves out, or writes in
 * another way is no difference.
 *
 * @param name what the value is called where it stands; decides which of its fields are the client's
 * @returns paths such as `orderItems[0].quantity`; empty when the content is the same
 */
export const differingPaths = (sent: unknown, existing: unknown, path = '', name = ''): string[] =>
	compare(sent, existing, path, name, SAME_ORDER);

/** Whether a resource shows all changes of a merge patch; fields that were not sent do not count. */
export const showsChanges = (changes: unknown, existing: unknown): boolean =>
	compare(changes, existing, '', '', CHANGE_MADE).length === 0;
