// Collects the properties of a line of another shop: its fields, those of its objects, what its lists say, what is at the
// paths that 'Print File Property' and 'When' ask for, and other files beside that one. A list of print files (`[{ type:
// 'front', url: 'https://…' }]`) is a property for each, named after its placement.

import type { IDataObject } from 'n8n-workflow';

import { isBlank } from '../../../input/checks';
import { comparableName } from '../../../input/equalText';
import { isContainer, isObject } from '../../../input/objects';
import { VARIANT_TITLE } from '../lines/lineValues';
import { isPreview } from '../lines/printFileSource';
import { isWebAddress, writtenAddress } from '../lines/writtenAddress';
import { allPropertiesIn, MAX_PROPERTIES } from '../reading';
import type { LineProperty } from '../shopOrder';
import { listIn, namesInPath, textIn, valueAt, valueAtNames, wholeNumberIn } from '../values';

/** What the settings ask for by its name or its path in a line. */
export interface AskedFor {
	/** 'Print File Property'; undefined where files come from elsewhere. */
	printFile?: string | undefined;
	/** What the rows of SKU Mapping for a SKU name under 'When'. */
	conditions(sku: string | undefined): readonly string[];
}

// What the lists of a line say: `[{ name: 'Size', value: 'XL' }]` is a property Size, and so is an entry of two texts under
// whatever names: `{ group: 'Size', option: 'XL' }`. An entry of another form may be a choice all the same, so each of its
// texts is a property that is named like the list.

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
const placementIn = ({ placement, type }: IDataObject): string | undefined =>
	textIn(placement) ?? textIn(type);

/** Whether an entry is a picture that is not printed. */
const isShownOnly = (entry: unknown): boolean =>
	isObject(entry) && isPreview(placementIn(entry) ?? '');

/** The texts in a value and the addresses of files, each with the name of its field; previews aside. */
function textsIn(
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

function entryProperties({ entry, list }: Entry): LineProperty[] {
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
		entries: new Map<unknown, LineProperty[]>(read.map((one) => [one.entry, entryProperties(one)])),
		unread: all.length - read.length,
	};
}

// The properties themselves.

const isPath = (name: string): boolean => /[.[]/.test(name);

/** A field of a line. A condition may ask for a part of 'Navy / XL', as of Shopify's title of a variant. */
const field = (names: string[], value: unknown): LineProperty => ({
	names:
		typeof value === 'string' && / \/ |,\p{L}/u.test(value) ? [VARIANT_TITLE, ...names] : names,
	value,
	isField: true,
});

/** Stands for a property that is not read. */
const UNREAD: LineProperty = { names: [], value: undefined };

/** The fields of a line, and those of its objects: by their own names, and with that of the object in front. */
function fieldsIn(line: IDataObject): LineProperty[] {
	const fields: LineProperty[] = [];
	const isFull = (): boolean => fields.length >= MAX_PROPERTIES;
	for (const { names, value } of allPropertiesIn(line, [])) {
		if (!isObject(value)) fields.push(isFull() ? UNREAD : field(names, value));
		else {
			for (const inner of allPropertiesIn(value, [])) {
				const longNames = inner.names.map((name) => `${names.join('')} ${name}`);
				fields.push(isFull() ? UNREAD : field([...inner.names, ...longNames], inner.value));
			}
		}
	}
	return fields;
}

/**
 * Reads what is at a path that the settings name. What an entry of a list says there gets the path as one more name; the rest
 * of an entry without a name is then explained.
 *
 * @returns a property of its own for anything else
 */
function readAtPath(
	path: string,
	line: IDataObject,
	entries: Map<unknown, LineProperty[]>,
): LineProperty[] {
	const value = valueAt(line, path);
	if (value === undefined) return [];
	const names = namesInPath(path);
	const entry = names
		.map((_, index) => valueAtNames(line, names.slice(0, index + 1)))
		.find((one) => entries.has(one));
	const same = entries
		.get(entry)
		?.find((property) => [property.value, property.displayValue].includes(value));
	if (!same) return [{ names: [path], value, isField: true }];
	// Of its two values, the path leads to this one.
	const displayValue = same.value === value ? same.displayValue : same.value;
	entries.set(entry, [{ ...same, names: [path, ...same.names], value, displayValue }]);
	return [];
}

/** The placement of a file that says none. */
const DEFAULT = 'default';

/** Reads an entry of a list of print files: its file by its placement, or what may be one, and its other texts. */
function fileInList(entry: unknown, name: string): LineProperty[] {
	if (!isObject(entry) || isShownOnly(entry)) return [];
	const placement = placementIn(entry) ?? DEFAULT;
	const names = [comparableName(placement) === DEFAULT ? name : `${name} ${placement}`];
	const texts = textsIn(entry);
	const addresses = texts.filter(({ value }) => isWebAddress(value));
	const files = textIn(entry.url) === undefined ? addresses : [{ value: entry.url }];
	return [
		...files.map(({ value }) => ({ names, value, isListed: true })),
		...texts
			.filter(({ value }) => value !== placement && !isWebAddress(value))
			.map((text) => ({
				names: [`${name} ${text.name}`],
				value: text.value,
				isField: true as const,
			})),
	];
}

/** Files that are looked for beside one. */
const MAX_BESIDE = 20;

/** The files beside the one at a path, of which one may be another side: `print.back.url` beside `print.front.url`. */
function filesBeside(line: IDataObject, path: string): LineProperty[] {
	const names = isPath(path) ? namesInPath(path) : [];
	return names.flatMap((_, depth) => {
		const [before, behind] = [names.slice(0, depth), names.slice(depth + 1)];
		const holder = valueAtNames(line, before);
		const entries = Object.entries(isContainer(holder) ? holder : {});
		return entries.slice(0, MAX_BESIDE).flatMap(([other, entry]): LineProperty[] => {
			const value = valueAtNames(entry, behind);
			return !isShownOnly(entry) && isWebAddress(value)
				? [{ names: [[...before, other, ...behind].join('.')], value }]
				: [];
		});
	});
}

/** Collects the properties of a line: its fields, what its lists say, and what is at the paths that the settings name. */
export function propertiesOf(
	line: IDataObject,
	sku: string | undefined,
	{ printFile, conditions }: AskedFor,
): LineProperty[] {
	const fields = fieldsIn(line);
	const { entries, unread } = listEntriesOf(line);
	const known = new Set(fields.flatMap(({ names }) => names.map(comparableName)));
	const paths = [...new Set([printFile ?? '', ...conditions(sku)])].filter(
		(path) => isPath(path) && !known.has(comparableName(path)),
	);
	const own = [...paths.flatMap((path) => readAtPath(path, line, entries)), ...fields];
	const isFileList = ({ names, value }: LineProperty): boolean =>
		printFile !== undefined &&
		names.some((name) => comparableName(name) === comparableName(printFile)) &&
		listIn(value).some(isObject);
	const withFiles = own.flatMap((property) => {
		if (!isFileList(property)) return property;
		const files = listIn(property.value);
		for (const file of files) entries.delete(file);
		return [
			...files.slice(0, MAX_PROPERTIES).flatMap((file) => fileInList(file, printFile ?? '')),
			...files.slice(MAX_PROPERTIES).map(() => UNREAD),
		];
	});
	const properties = [...withFiles, ...[...entries.values()].flat()];
	// Also those in fields, which are else taken for pictures of the product.
	const values = new Set(properties.flatMap(({ value, isField }) => (isField ? [] : value)));
	const beside = filesBeside(line, printFile ?? '').filter(
		({ value }) => !values.has(writtenAddress(value)),
	);
	return [...properties, ...beside, ...Array.from({ length: unread }, () => UNREAD)];
}
