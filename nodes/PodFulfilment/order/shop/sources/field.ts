// Where an order of a source or one of its lines has something, and how it is read there: a value, and properties. Also of which
// kind the fields are that a table reads, and what contains them: a part of an address, a property or a deciding field that is of
// another kind would be missed without a word, so it stops the order by name.

import type { IDataObject } from 'n8n-workflow';

import { isBlank } from '../../../input/checks';
import { isContainer, isObject } from '../../../input/objects';
import { truncate } from '../../../input/wording';
import { allPropertiesIn } from '../reading';
import type { LineProperty } from '../shopOrder';
import { isListOfObjects, listIn, longTextIn, saysNo, textIn, valueAtNames } from '../values';

/** What the values at some paths say together. */
interface Joined {
	of: readonly string[];
	as(values: readonly unknown[]): unknown;
}

/**
 * Where a value is: names with dots between (`price.metadata.sku`, `lines.0.sku`), or what a path cannot say. Of several, the
 * first that is not empty.
 */
export type Field = string | Joined | ((object: IDataObject) => unknown) | readonly Field[];

/** Properties: the entries of a list, or the fields of an object. */
export interface PropertyList {
	at: string;
	/** What an entry of a list is called; missing where the properties are the fields of an object. */
	title?: Field;
	/** Of an entry. `[]` in its path is each of a list, all of one name. */
	value?: Field;
	displayValue?: Field;
	/** Whether it may repeat what lists before it have. */
	mayRepeat?: true;
	/** What is known of each. */
	known?: Pick<LineProperty, 'isField' | 'isOfProduct'>;
	/** The name of the one that is the SKU. */
	sku?: string;
}

/** Where the properties are, or what reads those that no path can say: their fields are then among `kinds`. */
export type PropertySource = PropertyList | ((object: IDataObject) => LineProperty[]);

const isSeveral = (field: Field): field is readonly Field[] => Array.isArray(field);

/** The paths at which a field is read. */
export const pathsOf = (field: Field): string[] => {
	if (typeof field === 'string') return [field];
	if (isSeveral(field)) return field.flatMap(pathsOf);
	return typeof field === 'function' ? [] : [...field.of];
};

/** What messages call the ID in a field: `variation ID` of `variation_id`. */
export const nameOfId = (field: Field): string => String(field).replace(/^(\w+)_id$/, '$1 ID');

/** Reads a field of an order or of one of its lines. */
export function at(object: IDataObject, field: Field): unknown {
	if (typeof field === 'string') return valueAtNames(object, field.split('.'));
	if (typeof field === 'function') return field(object);
	return isSeveral(field)
		? field.map((one) => at(object, one)).find((value) => longTextIn(value) !== undefined)
		: field.as(field.of.map((path) => at(object, path)));
}

/** All values of a field; of a path with `[]`, those of each entry of a list. */
function valuesAt(object: IDataObject, field: Field): unknown[] {
	if (isSeveral(field)) {
		const values = field.map((one) => valuesAt(object, one));
		const isFilled = (each: unknown[]) => each.some((value) => longTextIn(value) !== undefined);
		return values.find(isFilled) ?? [undefined];
	}
	const [list = '', inEach] = typeof field === 'string' ? field.split('.[].') : [];
	return inEach === undefined
		? [at(object, field)]
		: listIn(at(object, list))
				.filter(isObject)
				.map((entry) => at(entry, inEach));
}

/** Whether an object has something at each of these paths: recognizes the orders of a source, and what is none of them. */
export const having =
	(...paths: readonly string[]) =>
	(object: IDataObject): boolean =>
		paths.every((path) => valuesAt(object, path).some((value) => !isBlank(value)));

/** The properties in a list of objects, or in an object. */
function propertiesAt(object: IDataObject, list: PropertyList): LineProperty[] {
	const { title = [], value = 'value', displayValue = [], known, sku } = list;
	const given = at(object, list.at);
	const properties = isObject(given)
		? allPropertiesIn(given, [])
		: listIn(given)
				.filter(isObject)
				.flatMap((entry) =>
					valuesAt(entry, value).map((one) => ({
						names: [textIn(at(entry, title)) ?? ''],
						value: one,
						displayValue: at(entry, displayValue),
					})),
				);
	return properties.map((property) => ({
		...property,
		...known,
		...(sku !== undefined && property.names[0] === sku && { isRead: true as const }),
	}));
}

/** Reads properties of an order or a line. */
export const propertiesOf = (
	object: IDataObject,
	sources: readonly PropertySource[],
): LineProperty[] =>
	sources.reduce<LineProperty[]>((read, source) => {
		const isList = typeof source === 'object';
		const properties = isList ? propertiesAt(object, source) : source(object);
		const names = new Set(read.flatMap((property) => property.names));
		return [
			...read,
			...properties.filter(
				(property) =>
					!isList || !source.mayRepeat || !property.names.some((name) => names.has(name)),
			),
		];
	}, []);

/** What a field holds: `fields` is a list of objects with names, or an object; `any` is what is checked elsewhere. */
export type FieldKind = 'text' | 'word' | 'object' | 'fields' | 'any';

/** Paths of fields with their kinds. `[]` in a path is each entry of a list, `{}` each of an object. */
export type FieldKinds = Readonly<Record<string, FieldKind>>;

/** What may be at the end of a path, and what messages call it. */
const KINDS: Readonly<Record<FieldKind, [expected: string, is: (value: unknown) => boolean]>> = {
	text: ['text', (value) => !isContainer(value)],
	word: ['text', (value) => typeof value === 'string'],
	object: ['an object', isObject],
	fields: ['a list of objects, or an object', (value) => isObject(value) || isListOfObjects(value)],
	any: ['another value', () => true],
};

/** Longer paths than any of a source: a customer's name of a field may be in one. */
const MAX_SHOWN_PATH = 200;

function kindOf(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (isObject(value)) return 'an object';
	return typeof value === 'string' ? 'text' : `a ${typeof value}`;
}

/** What is wrong with the first value on a path that is of another kind; what is empty says nothing, whatever it is. */
function otherKindAt(
	value: unknown,
	[name, ...rest]: readonly string[],
	kind: FieldKind,
	ids: readonly string[],
	before: readonly string[] = [],
): string | undefined {
	if (saysNo(value) || (Array.isArray(value) && value.length === 0)) return undefined;
	const path = before.join('.');
	const unless = (is: boolean, expected: string): string | undefined =>
		is
			? undefined
			: `has "${truncate(path, MAX_SHOWN_PATH)}" as ${kindOf(value)}, but must have ${expected} there`;
	const isId = ids.includes(path);
	if (name === undefined) {
		const [expected, is] = KINDS[kind];
		return unless((isId && isObject(value)) || is(value), expected);
	}
	if (isId && typeof value === 'string') return undefined;
	const wrong =
		name === '[]' || /^\d+$/.test(name)
			? unless(Array.isArray(value), 'a list')
			: unless(isObject(value), 'an object');
	if (wrong !== undefined) return wrong;
	for (const key of name === '[]' || name === '{}' ? Object.keys(value as object) : [name]) {
		const found = otherKindAt(valueAtNames(value, [key]), rest, kind, ids, [...before, key]);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** Kinds of fields: those that are text, those that properties are read from, and others, of which only the containers count. */
export function kindsOf(
	texts: readonly Field[],
	properties: readonly PropertySource[],
	others: ReadonlyArray<{ path: string }>,
): FieldKinds {
	const ofProperties = properties.flatMap((source) => {
		if (typeof source === 'function') return [];
		const { at: list, title, value = 'value', displayValue = [] } = source;
		const inEach = () => pathsOf([title ?? [], value, displayValue]);
		return title === undefined ? `${list}.{}` : inEach().map((path) => `${list}.[].${path}`);
	});
	return Object.fromEntries<FieldKind>([
		...others.flatMap(({ path }): Array<[string, FieldKind]> =>
			path === '' ? [] : [[path, 'any']],
		),
		...[...pathsOf(texts), ...ofProperties].map((path): [string, FieldKind] => [path, 'text']),
	]);
}

/** The first field of an order or a line that is of another kind than its table says, to follow what problems call it. */
export function otherKindIn(
	object: IDataObject,
	kinds: FieldKinds,
	expanded: readonly string[] = [],
): string | undefined {
	for (const [path, kind] of Object.entries(kinds)) {
		const found = otherKindAt(object, path.split('.'), kind, expanded);
		if (found !== undefined) return found;
	}
	return undefined;
}
