// Collects the properties of a line of another shop: its fields, those of its objects, what its lists say, what is at the
// paths that 'Print File Property' and 'When' ask for, and other files beside that one. A list of print files (`[{ type:
// 'front', url: 'https://…' }]`) is a property for each, named after its placement.

import type { IDataObject } from 'n8n-workflow';

import { isBlank } from '../../../input/checks';
import { comparableName } from '../../../input/equalText';
import { isContainer, isObject } from '../../../input/objects';
import { VARIANT_TITLE } from '../lines/lineValues';
import { isPreview, isWebAddress, writtenAddress } from '../lines/printFileProperty';
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

/** Stands for a property that is not read. */
const UNREAD: LineProperty = { names: [], value: undefined };

/** As many properties that are not read. */
const unread = (count: number): LineProperty[] =>
	Array.from({ length: Math.max(0, count) }, () => UNREAD);

// What the lists of a line say: `[{ name: 'Size', value: 'XL' }]` is a property Size, and so is an entry of two texts under
// whatever names: `{ group: 'Size', option: 'XL' }`. An entry of another form may be a choice all the same, so each of its
// texts is a property that is named like the list.

/** Lists are looked for so deep: `product_option.extension_attributes.custom_options`. */
const MAX_DEPTH = 4;

/** Entries of all lists of a line that are read. */
const MAX_ENTRIES = 1_000;

/** An entry with more fields is no name with a value. */
const MAX_FIELDS = 30;

/** How the field of a name ends; before it is `display` or another word, as before `value`: `formatted_name`, `formatted_value`. */
const OF_NAME = /^(.*)(?:name|key|label|title)$/;
const OF_VALUE = /^(.*)value$/;

/** Longer than each of the words, with what is between the parts of a name. */
const MAX_NAME_LENGTH = 100;

/** The words are ASCII, so names are not normalized further: a list may have thousands of entries. */
const wordOf = (name: string): string =>
	name
		.slice(0, MAX_NAME_LENGTH)
		.replaceAll(/[^a-z\d]/gi, '')
		.toLowerCase();

/** Reads an entry as a name with its value, [] where that is empty; undefined for an entry of another form. */
function namedValue(entry: IDataObject): LineProperty[] | undefined {
	const fields = Object.entries(entry);
	if (fields.length > MAX_FIELDS) return undefined;
	/** The fields of such names, with the word before; those that have none first. */
	const fieldsOf = (ending: RegExp) =>
		fields
			.flatMap(([name, value]) => {
				const before = ending.exec(wordOf(name))?.[1];
				return before === undefined ? [] : [{ before, value: value as unknown }];
			})
			.sort((one, other) => Number(one.before !== '') - Number(other.before !== ''));
	const ofName = fieldsOf(OF_NAME).filter(({ value }) => textIn(value) !== undefined);
	const known = new Set(['', 'display', ...ofName.map(({ before }) => before)]);
	const values = fieldsOf(OF_VALUE)
		.filter(({ before }) => known.has(before))
		.map(({ value }) => value);
	if (ofName.length === 0 || values.length === 0 || values.flat().some(isContainer)) {
		return undefined;
	}
	const [value, displayValue = value] = values.filter((one) => !isBlank(one));
	if (value === undefined) return [];
	const names = [...new Set(ofName.flatMap((field) => textIn(field.value) ?? []))];
	// A number beside a text is the ID of a choice.
	return displayValue === value || wholeNumberIn(value) !== undefined
		? [{ names, value: displayValue }]
		: [{ names, value, displayValue }];
}

/** The placement of an entry of a list of files, or what else its type says. */
const placementIn = ({ placement, type }: IDataObject): string | undefined =>
	textIn(placement) ?? textIn(type);

/** Whether an entry is a picture that is not printed. */
const isShownOnly = (entry: unknown): boolean =>
	isObject(entry) && isPreview(placementIn(entry) ?? '');

interface NamedText {
	/** Of its field. */
	name: string;
	value: unknown;
}

/** The texts in a value and the addresses of files; previews aside. */
function textsIn(value: unknown, name = '', depth = MAX_DEPTH): NamedText[] {
	if (isShownOnly(value) || isPreview(name)) return [];
	if (!isContainer(value)) {
		return textIn(value) === undefined && !isWebAddress(value) ? [] : [{ name, value }];
	}
	if (depth === 0) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		textsIn(inner, Array.isArray(value) ? name : key, depth - 1),
	);
}

/** Reads an entry of a list: a name with its value, a pair of texts that may be one, or texts of the list. */
function entryProperties(entry: IDataObject, list: string): LineProperty[] {
	const named = namedValue(entry);
	if (named) return named;
	const values = textsIn(entry).map(({ value }) => value);
	const [name, value] = values;
	const isPair = values.every((one) => typeof one === 'string' && !isWebAddress(one));
	if (values.length !== 2 || !isPair) return values.map((one) => ({ names: [list], value: one }));
	return [
		{ names: [String(name)], value, isPair: true },
		// The value may be in front: the words of another variant are found there too.
		{ names: [String(value)], value: name, isField: true },
	];
}

type Entries = Map<unknown, LineProperty[]>;

/** Collects what the entries of all lists of a line say. How many entries are not read is counted. */
export function listEntriesOf(line: IDataObject): { entries: Entries; unread: number } {
	const entries: Entries = new Map();
	let count = 0;
	const collect = (value: unknown, path: readonly string[]): void => {
		if (Array.isArray(value)) {
			for (const entry of (value as unknown[]).filter(isObject)) {
				count += 1;
				if (count <= MAX_ENTRIES) entries.set(entry, entryProperties(entry, path.join('.')));
			}
		} else if (isObject(value) && path.length < MAX_DEPTH) {
			for (const [name, inner] of Object.entries(value)) collect(inner, [...path, name]);
		}
	};
	collect(line, []);
	return { entries, unread: count - entries.size };
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

/** The fields of a line, and those of its objects: by their own names, and with that of the object in front. */
function fieldsIn(line: IDataObject): LineProperty[] {
	const fields = allPropertiesIn(line, []).flatMap((one): LineProperty[] => {
		const longName = (name: string): string => `${one.names.join('')} ${name}`;
		return isObject(one.value)
			? allPropertiesIn(one.value, []).map(({ names, value }) => ({
					names: [...names, ...names.map(longName)],
					value,
				}))
			: [one];
	});
	const read = fields.slice(0, MAX_PROPERTIES).map(({ names, value }) => field(names, value));
	return [...read, ...unread(fields.length - read.length)];
}

/**
 * Reads what is at a path that the settings name. What an entry of a list says there gets the path as one more name; the rest
 * of an entry without a name is then explained.
 *
 * @returns a property of its own for anything else
 */
function readAtPath(path: string, line: IDataObject, entries: Entries): LineProperty[] {
	const value = valueAt(line, path);
	if (value === undefined) return [];
	const names = namesInPath(path);
	const entry = names
		.map((_, index) => valueAtNames(line, names.slice(0, index + 1)))
		.find((one) => entries.has(one));
	const same = entries.get(entry)?.find((one) => one.value === value || one.displayValue === value);
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
			.map((text): LineProperty => ({
				names: [`${name} ${text.name}`],
				value: text.value,
				isField: true,
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
	{ printFile = '', conditions }: AskedFor,
): LineProperty[] {
	const fields = fieldsIn(line);
	const { entries, unread: unreadEntries } = listEntriesOf(line);
	const known = new Set(fields.flatMap(({ names }) => names.map(comparableName)));
	const paths = [...new Set([printFile, ...conditions(sku)])].filter(
		(path) => isPath(path) && !known.has(comparableName(path)),
	);
	const own = [...paths.flatMap((path) => readAtPath(path, line, entries)), ...fields];
	const isPrintFile = (name: string): boolean =>
		printFile !== '' && comparableName(name) === comparableName(printFile);
	const withFiles = own.flatMap((property) => {
		const files = listIn(property.value);
		if (!files.some(isObject) || !property.names.some(isPrintFile)) return property;
		for (const file of files) entries.delete(file);
		return [
			...files.slice(0, MAX_PROPERTIES).flatMap((file) => fileInList(file, printFile)),
			...unread(files.length - MAX_PROPERTIES),
		];
	});
	const properties = [...withFiles, ...[...entries.values()].flat()];
	// Also those in fields, which are else taken for pictures of the product.
	const values = new Set(properties.flatMap(({ value, isField }) => (isField ? [] : value)));
	const beside = filesBeside(line, printFile).filter(
		({ value }) => !values.has(writtenAddress(value)),
	);
	return [...properties, ...beside, ...unread(unreadEntries)];
}
