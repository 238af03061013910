// Collects the properties of a line of another shop: its fields, those of its objects and lists, what is at the paths
// that 'Print File Property' and 'When' ask for, and other files beside that one. A list of print files, as services for
// print on demand have it (`[{ type: 'front', url: 'https://…' }]`), is a property for each, named after its placement.

import type { IDataObject } from 'n8n-workflow';

import { comparableName } from '../../../input/equalText';
import { isObject } from '../../../input/objects';
import { VARIANT_TITLE } from '../lines/lineValues';
import { isWebAddress } from '../lines/writtenAddress';
import { allPropertiesIn, MAX_PROPERTIES } from '../reading';
import type { LineProperty } from '../shopOrder';
import { listIn, namesInPath, pathEnd, textIn, valueAt, valueAtNames } from '../values';
import { namedValue, namedValuesIn } from './namedValues';

/** What the settings ask for by its name or its path in a line. */
export interface AskedFor {
	/** 'Print File Property'; undefined where files come from elsewhere. */
	printFile?: string | undefined;
	/** What the rows of SKU Mapping for a SKU name under 'When'. */
	conditions(sku: string | undefined): readonly string[];
}

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

/** The index of the property that an entry of a list gave, with this value; -1 if there is none. */
function indexOf(properties: readonly LineProperty[], entry: unknown, wanted: unknown): number {
	const [given] = isObject(entry) ? namedValue(entry) : [];
	return given && [given.value, given.displayValue].includes(wanted)
		? properties.findIndex(
				({ names, value }) => value === given.value && names.join() === given.names.join(),
			)
		: -1;
}

/** Adds what is at the paths that the settings name: a property gets its path as one more name. */
function withPaths(
	properties: readonly LineProperty[],
	line: IDataObject,
	asked: readonly string[],
): LineProperty[] {
	const paths = new Set(asked.filter(isPath));
	if (paths.size === 0) return [...properties];
	const known = new Set(properties.flatMap(({ names }) => names.map(comparableName)));
	const others: LineProperty[] = [];
	const all = [...properties];
	for (const path of paths) {
		const value = known.has(comparableName(path)) ? undefined : valueAt(line, path);
		if (value === undefined) continue;
		const index = indexOf(all, pathEnd(line, path)?.holder, value);
		const same = all[index];
		// Of its two values, the path leads to this one.
		if (same) {
			const displayValue = same.value === value ? same.displayValue : same.value;
			all[index] = { ...same, names: [path, ...same.names], value, displayValue };
		} else others.push({ names: [path], value, isField: true });
	}
	return [...others, ...all];
}

/** Fields that say where a file is printed, the surest first. */
const PLACES =
	'placement position printarea printposition printlocation location side area type name'.split(
		' ',
	);

const ADDRESSES = [
	'url fileurl file src imageurl imageremoteurl designurl downloadurl artwork artworkurl',
	'printartwork link href image',
].flatMap((words) => words.split(' '));

/** What an entry is, which says nothing of where it is printed. */
const KINDS = new Set(['print', 'printfile', 'file', 'design', 'artwork', 'image', 'url']);

/** The place that a file goes to where none is said. */
const DEFAULT = 'default';

/** Pictures that are not printed. */
const SHOWN_ONLY = /preview|thumb|mockup/;

/** The type or the name of a file, such as 'image/png' and 'art.png'. */
const OF_A_FILE = /\/|\.[a-z]{3,4}$/i;

type Fields = ReadonlyMap<string, unknown>;

/** Fields of an entry that are read. */
const MAX_FIELDS = 100;

const comparableFields = (entry: IDataObject): Fields =>
	new Map(
		Object.entries(entry)
			.slice(0, MAX_FIELDS)
			.map(([name, value]) => [comparableName(name), value]),
	);

const textsOf = (fields: Fields, words: readonly string[]): string[] =>
	words.flatMap((word) => {
		const value = fields.get(word);
		return textIn(isObject(value) ? (value.url ?? value.src) : value) ?? [];
	});

const isShownOnly = (fields: Fields): boolean =>
	textsOf(fields, PLACES).some((place) => SHOWN_ONLY.test(comparableName(place)));

/** Whether an entry of a list may be a file that is printed. */
const mayBePrinted = (entry: unknown): boolean =>
	!isObject(entry) || !isShownOnly(comparableFields(entry));

/**
 * Reads an entry of a list of print files as a property, whose name ends with its placement.
 *
 * @param name of the property that holds the list
 */
function fileInList(entry: unknown, name: string): LineProperty[] {
	if (!isObject(entry)) return [];
	const fields = comparableFields(entry);
	const [url] = textsOf(fields, ADDRESSES);
	if (url === undefined || isShownOnly(fields)) return [];
	const [place = DEFAULT] = textsOf(fields, PLACES).filter(
		(place) => !OF_A_FILE.test(place) && !KINDS.has(comparableName(place)),
	);
	const names = [comparableName(place) === DEFAULT ? name : `${name} ${place}`];
	return [{ names, value: url, isListed: true }];
}

/** Files that are looked for beside one. */
const MAX_BESIDE = 20;

/** The files beside the one at a path, of which one may be another side: `files.1.url` beside `files[0].url`. */
function filesBeside(line: IDataObject, path: string): LineProperty[] {
	const names = isPath(path) ? namesInPath(path) : [];
	return names.flatMap((_, depth) => {
		const [before, behind] = [names.slice(0, depth), names.slice(depth + 1)];
		const holder = valueAtNames(line, before);
		const entries = Object.entries(typeof holder === 'object' && holder !== null ? holder : {});
		return entries.slice(0, MAX_BESIDE).flatMap(([other, entry]): LineProperty[] => {
			const value = valueAtNames(entry, behind);
			return mayBePrinted(entry) && isWebAddress(value)
				? [{ names: [[...before, other, ...behind].join('.')], value }]
				: [];
		});
	});
}

/**
 * Collects the properties of a line: all its fields and those of objects in it, the names and values in its lists, and what
 * is at the paths that the settings name.
 */
export function propertiesOf(
	line: IDataObject,
	sku: string | undefined,
	{ printFile, conditions }: AskedFor,
): LineProperty[] {
	const asked = [printFile ?? '', ...conditions(sku)];
	const all = [...fieldsIn(line), ...namedValuesIn(line)];
	const unread = all.slice(MAX_PROPERTIES);
	const named = withPaths(all.slice(0, MAX_PROPERTIES), line, asked);
	if (printFile === undefined) return [...named, ...unread];
	// Also those in fields, which are else taken for pictures of the product.
	const values = new Set(named.flatMap(({ value, isField }) => (isField ? [] : value)));
	const beside = filesBeside(line, printFile).filter(({ value }) => !values.has(value));
	const wanted = comparableName(printFile);
	const properties = [...named, ...beside].flatMap((property) => {
		const files = listIn(property.value);
		const isAsked = property.names.some((name) => comparableName(name) === wanted);
		return isAsked && files.some(isObject)
			? [
					...files.slice(0, MAX_PROPERTIES).flatMap((entry) => fileInList(entry, printFile)),
					...files.slice(MAX_PROPERTIES).map(() => UNREAD),
				]
			: property;
	});
	return [...properties, ...unread];
}
