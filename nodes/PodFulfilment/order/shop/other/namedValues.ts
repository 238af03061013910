// What the customer chose, where a shop lists it in a line as names and values: `[{ name: 'Size', value: 'XL' }]`. Has
// the words that shops use for the two, such as 'option', 'answer' or 'groupname'.

import type { IDataObject } from 'n8n-workflow';

import { isBlank } from '../../../input/checks';
import { isObject, ownValue } from '../../../input/objects';
import type { LineProperty } from '../shopOrder';
import { textIn, wholeNumberIn } from '../values';

/** Fields of an entry, as {@link wordOf} gives them. Of each kind the last is what the shop shows. */
interface Words {
	names: readonly string[];
	values: readonly string[];
}

const NAMES = [
	'name key label title question option attribute property field optionname optionlabel optiontitle',
	'attributename attributelabel propertyname fieldname fieldlabel variationname formattedname',
	'displaykey displayname',
].flatMap((words) => words.split(' '));

const VALUES = [
	'value values optionvalue attributevalue propertyvalue fieldvalue variationvalue selectedvalue',
	'selection choice answer text plaintext colorinfo formattedvalue displayvalue',
].flatMap((words) => words.split(' '));

const GROUPS = ['groupname', 'optiongroup', 'group', 'attribute'];

/** The first of these that an entry has counts: an `option` is a name beside a value, and a value beside a name. */
const WORDS: readonly Words[] = [
	{ names: NAMES, values: VALUES },
	{ names: [...NAMES.filter((word) => word !== 'option'), ...GROUPS], values: ['option'] },
	{ names: GROUPS, values: ['title', 'label', 'name'] },
];

/** Fields of an object that stands for a text, such as `{ original: 'Size', translated: 'Größe' }`. */
const TEXT_FIELDS = ['original', 'value', 'label', 'name', 'title', 'translated', 'text'];

/** Lists are looked for so deep: `product_option.extension_attributes.custom_options`. */
const MAX_DEPTH = 4;

/** Entries of all lists of a line that are read. */
const MAX_ENTRIES = 1_000;

/** An entry with more fields is something else. */
const MAX_FIELDS = 30;

const MAX_VALUES = 20;

/** Longer than each of the words, with what is between the parts of a name. */
const MAX_NAME_LENGTH = 100;

/** The words are ASCII, so names are not normalized further: a list may have thousands of entries. */
const wordOf = (name: string): string =>
	name
		.slice(0, MAX_NAME_LENGTH)
		.replaceAll(/[^a-z\d]/gi, '')
		.toLowerCase();

/** The text of an object that stands for one, and those of a list; all else as it is. */
function opened(value: unknown): unknown {
	if (isObject(value)) {
		return TEXT_FIELDS.map((field) => ownValue(value, field)).find(
			(text) => textIn(text) !== undefined,
		);
	}
	if (!Array.isArray(value) || !value.some(isObject)) return value;
	const texts = (value as unknown[])
		.slice(0, MAX_VALUES)
		.flatMap((one) => textIn(opened(one)) ?? []);
	return texts.length > 0 ? texts : undefined;
}

/** Reads an entry of a list; [] for one that has no name or no value. */
export function namedValue(entry: IDataObject): LineProperty[] {
	const given = Object.entries(entry);
	if (given.length > MAX_FIELDS) return [];
	const fields = new Map(given.map(([name, value]) => [wordOf(name), value]));
	const valuesBy = (words: readonly string[]): unknown[] =>
		words.filter((word) => fields.has(word)).map((word) => opened(fields.get(word)));
	for (const words of WORDS) {
		const names = valuesBy(words.names).flatMap((name) => textIn(name) ?? []);
		const values = valuesBy(words.values).filter((value) => !isBlank(value) && !isObject(value));
		if (names.length === 0 || values.length === 0) continue;
		// A number beside a text is the ID of a choice.
		const isId = values.length > 1 && wholeNumberIn(values[0]) !== undefined;
		const [value, displayValue] = [values[isId ? 1 : 0], values.at(-1)];
		const isOther = displayValue !== value;
		return [{ names: [...new Set(names)], value, ...(isOther && { displayValue }) }];
	}
	return [];
}

function entriesIn(value: unknown, depth: number): IDataObject[] {
	if (Array.isArray(value)) return (value as unknown[]).filter(isObject);
	if (!isObject(value) || depth === 0) return [];
	return Object.values(value).flatMap((inner) => entriesIn(inner, depth - 1));
}

/** Collects the names and values in all lists of a line. Entries that are not read count as properties without a name. */
export function namedValuesIn(line: IDataObject): LineProperty[] {
	const entries = entriesIn(line, MAX_DEPTH);
	return [
		...entries.slice(0, MAX_ENTRIES).flatMap(namedValue),
		...entries.slice(MAX_ENTRIES).map(() => ({ names: [], value: undefined })),
	];
}
