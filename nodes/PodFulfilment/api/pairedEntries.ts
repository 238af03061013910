// Which entries of two lists (items, placements, options) belong together, by content, key or position, for
// difference.ts. Also which values count as empty there.

import { isObject, ownValue } from '../input/guards';

/** The property that identifies the entries of a list, by the name of the list. */
const KEY_OF_LIST: Record<string, string> = {
	orderItems: 'externalId',
	placements: 'type',
	options: 'id',
	placementOptions: 'name',
};

/** Writes a value that is no list or object; equal ones give the same text. */
type Write = (value: unknown, name: string) => string;

export const isEmpty = (value: unknown): boolean =>
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
export function pairedEntries(
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
