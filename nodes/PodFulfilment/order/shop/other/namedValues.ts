// What the lists of a line say: `[{ name: 'Size', value: 'XL' }]` is a property Size, and so is an entry of two texts under
// whatever names: `{ group: 'Size', option: 'XL' }`. An entry of another form may be a choice all the same, so each of its
// texts is a property that is named like the list.

import type { IDataObject } from 'n8n-workflow';

import { isBlank } from '../../../input/checks';
import { isContainer, isObject } from '../../../input/objects';
import { isPreview } from '../lines/printFileSource';
import { isWebAddress } from '../lines/writtenAddress';
import type { LineProperty } from '../shopOrder';
import { textIn, wholeNumberIn } from '../values';

/** How the fields of a name and a value end; before it is `display` or another word: `formatted_name`, `formatted_value`. */
const NAME = ['name', 'key', 'label', 'title'];
const VALUE = ['value'];

/** Lists are looked for so deep: `product_option.extension_attributes.custom_options`. */
const MAX_DEPTH = 4;

/** Entries of all lists of a line that are read. */
const MAX_ENTRIES = 1_000;

/** An entry with more fields is no name with a value. */
const MAX_FIELDS = 30;

/** Longer than each of the words, with what is between the parts of a name. */
const MAX_NAME_LENGTH = 100;

/** The words are ASCII, so names are not normalized further: a list may have thousands of entries. */
const wordOf = (name: string): string =>
	name
		.slice(0, MAX_NAME_LENGTH)
		.replaceAll(/[^a-z\d]/gi, '')
		.toLowerCase();

/** A field of an entry, with the word before the one that it ends with. */
interface Part {
	before: string;
	value: unknown;
}

/** The fields that end with one of these words, those that are nothing else first. */
const partsIn = (fields: ReadonlyArray<[string, unknown]>, ends: readonly string[]): Part[] =>
	fields
		.flatMap(([name, value]) => {
			const end = ends.find((one) => name.endsWith(one));
			return end === undefined ? [] : [{ before: name.slice(0, -end.length), value }];
		})
		.sort((one, other) => Number(one.before !== '') - Number(other.before !== ''));

/** Reads an entry as a name with its value, [] where that is empty; undefined for an entry of another form. */
function namedValue(entry: IDataObject): LineProperty[] | undefined {
	const given = Object.entries(entry);
	if (given.length > MAX_FIELDS) return undefined;
	const fields = given.map(([name, value]): [string, unknown] => [wordOf(name), value]);
	const ofName = partsIn(fields, NAME).filter(({ value }) => textIn(value) !== undefined);
	const known = new Set(['', 'display', ...ofName.map(({ before }) => before)]);
	const values = partsIn(fields, VALUE).flatMap(({ before, value }) =>
		known.has(before) ? [value] : [],
	);
	const hasOthers = values.some((value) => [value].flat().some(isContainer));
	if (ofName.length === 0 || values.length === 0 || hasOthers) return undefined;
	const [first, displayValue = first] = values.filter((value) => !isBlank(value));
	if (first === undefined) return [];
	const names = [...new Set(ofName.flatMap(({ value }) => textIn(value) ?? []))];
	// A number beside a text is the ID of a choice.
	return displayValue === first || wholeNumberIn(first) !== undefined
		? [{ names, value: displayValue }]
		: [{ names, value: first, displayValue }];
}

/** The placement of an entry of a list of files, or what else its type says. */
export const placementIn = ({ placement, type }: IDataObject): string | undefined =>
	textIn(placement) ?? textIn(type);

/** Whether an entry is a picture that is not printed. */
export const isShownOnly = (entry: unknown): boolean =>
	isObject(entry) && isPreview(placementIn(entry) ?? '');

/** The texts in a value and the addresses of files, each with the name of its field; previews aside. */
export function textsIn(
	value: unknown,
	name = '',
	depth = MAX_DEPTH,
): Array<{ name: string; value: unknown }> {
	if (isShownOnly(value) || isPreview(name)) return [];
	if (!isContainer(value)) {
		return textIn(value) === undefined && !isWebAddress(value) ? [] : [{ name, value }];
	}
	return depth === 0
		? []
		: Object.entries(value).flatMap(([key, inner]) =>
				textsIn(inner, Array.isArray(value) ? name : key, depth - 1),
			);
}

/** An entry of a list of a line, with the path of the list. */
interface Entry {
	entry: IDataObject;
	list: string;
}

function entriesIn(value: unknown, depth = MAX_DEPTH, path: readonly string[] = []): Entry[] {
	if (Array.isArray(value)) {
		const list = path.join('.');
		return (value as unknown[]).filter(isObject).map((entry) => ({ entry, list }));
	}
	if (!isObject(value) || depth === 0) return [];
	return Object.entries(value).flatMap(([name, inner]) =>
		entriesIn(inner, depth - 1, [...path, name]),
	);
}

/** Reads an entry of two texts as a name with its value; undefined for any other. */
function pairIn(texts: ReturnType<typeof textsIn>): LineProperty[] | undefined {
	const [name, value, ...others] = texts.map((text) => text.value);
	const isPair = [name, value].every((text) => typeof text === 'string' && !isWebAddress(text));
	if (!isPair || others.length > 0) return undefined;
	return [
		{ names: [String(name)], value, isPair: true },
		// The value may be in front: the words of another variant are found there too.
		{ names: [String(value)], value: name, isField: true },
	];
}

function propertiesOf({ entry, list }: Entry): LineProperty[] {
	const named = namedValue(entry);
	if (named) return named;
	const texts = textsIn(entry);
	return pairIn(texts) ?? texts.map(({ value }) => ({ names: [list], value }));
}

/** Collects what the entries of all lists of a line say. How many entries are not read is counted. */
export function listEntriesOf(line: IDataObject): {
	entries: Map<unknown, LineProperty[]>;
	unread: number;
} {
	const all = entriesIn(line);
	const read = all.slice(0, MAX_ENTRIES);
	return {
		entries: new Map<unknown, LineProperty[]>(read.map((one) => [one.entry, propertiesOf(one)])),
		unread: all.length - read.length,
	};
}
