// Of which kind the fields are that a source's table reads, and what contains them: a part of an address, a property or a
// deciding field that is of another kind would be missed without a word, so it stops the order by name.

import type { IDataObject } from 'n8n-workflow';

import { isContainer, isObject, onceForEach } from '../../../input/objects';
import { truncate } from '../../../input/wording';
import { isListOfObjects, saysNo, valueAtNames } from '../values';
import {
	allOf,
	pathsOf,
	type FieldKind,
	type FieldKinds,
	type PropertyReader,
	type SourceTable,
} from './sourceTable';

/** What may be at the end of a path. */
const IS: Readonly<Record<FieldKind, (value: unknown) => boolean>> = {
	text: (value) => !isContainer(value),
	object: isObject,
	/** An object by names, or a list of objects with names. */
	fields: (value) => isObject(value) || isListOfObjects(value),
	/** What is checked elsewhere, with its values. */
	any: () => true,
};

const EXPECTED = {
	...{ text: 'text', object: 'an object', list: 'a list', any: 'another value' },
	fields: 'a list of objects, or an object',
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
	const unlike = (expected: keyof typeof EXPECTED): string =>
		`has "${truncate(path, MAX_SHOWN_PATH)}" as ${kindOf(value)}, but must have ${EXPECTED[expected]} there`;
	const isExpanded = ids.includes(path) && isObject(value);
	if (name === undefined) return isExpanded || IS[kind](value) ? undefined : unlike(kind);
	if (ids.includes(path) && typeof value === 'string') return undefined;
	const isEntry = name === '[]' || /^\d+$/.test(name);
	if (isEntry ? !Array.isArray(value) : !isObject(value))
		return unlike(isEntry ? 'list' : 'object');
	const isEach = name === '[]' || name === '{}';
	for (const key of isEach ? Object.keys(value as object) : [name]) {
		const found = otherKindAt(valueAtNames(value, [key]), rest, kind, ids, [...before, key]);
		if (found !== undefined) return found;
	}
	return undefined;
}

const kindsOf = (properties: readonly PropertyReader[]): FieldKinds =>
	Object.fromEntries(properties.flatMap(({ kinds = {} }) => Object.entries(kinds)));

/** The fields of an order that its table reads, with their kinds. */
export const orderKinds = onceForEach((table: SourceTable): FieldKinds => {
	const { recipient, billing = {}, deciding, shippingMethods, cartProperties = [] } = table;
	const { at: list, names = [] } = shippingMethods ?? {};
	const inEach = typeof list === 'string' ? `${list}.[].` : '';
	return {
		...allOf(
			deciding.map(({ path }) => path),
			'any',
		),
		...allOf(pathsOf([...Object.values(recipient), ...Object.values(billing)]), 'text'),
		...allOf(typeof list === 'function' ? [] : pathsOf(names), 'text', inEach),
		...kindsOf(cartProperties),
		...table.kinds,
	};
});

/** The same of a line. */
export const lineKinds = onceForEach(({ lines }: SourceTable): FieldKinds => ({
	...allOf(
		lines.deciding.map(({ path }) => path),
		'any',
	),
	...allOf(pathsOf([...lines.skus, lines.variantTitle ?? []]), 'text'),
	...kindsOf(lines.properties),
	...lines.kinds,
}));

/** The first field of an order or a line that is of another kind than its table says, to follow what problems call it. */
export function otherKindIn(
	object: IDataObject,
	kinds: FieldKinds,
	{ expanded = [] }: SourceTable,
): string | undefined {
	for (const [path, kind] of Object.entries(kinds)) {
		const found = path === '' ? undefined : otherKindAt(object, path.split('.'), kind, expanded);
		if (found !== undefined) return found;
	}
	return undefined;
}
