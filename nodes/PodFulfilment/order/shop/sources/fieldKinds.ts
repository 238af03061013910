// Of which kind the fields are that a source's table reads, and what contains them: a part of an address, a property or a
// deciding field that is of another kind would be missed without a word, so it stops the order by name.

import type { IDataObject } from 'n8n-workflow';

import { isContainer, isObject, onceForEach } from '../../../input/objects';
import { truncate } from '../../../input/wording';
import { isListOfObjects, saysNo, valueAtNames } from '../values';
import { pathsOf, type Field, type PropertySource } from './field';
import type { FieldKind, FieldKinds, SourceTable } from './sourceTable';

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

const allOf = (kind: FieldKind, fields: readonly Field[], before = ''): FieldKinds =>
	Object.fromEntries(pathsOf(fields).map((path) => [before + path, kind]));

/** The fields that properties are read from, with their kinds. */
const kindsOf = (sources: readonly PropertySource[]): FieldKinds =>
	Object.fromEntries(
		sources.flatMap((source): Array<[string, FieldKind]> => {
			if (typeof source === 'function') return [];
			const { at, title, value = 'value', displayValue = [] } = source;
			return title === undefined
				? [[`${at}.{}`, 'text']]
				: pathsOf([title, value, displayValue]).map((path) => [`${at}.[].${path}`, 'text']);
		}),
	);

/** The fields of an order that its table reads, with their kinds. */
export const orderKinds = onceForEach((table: SourceTable): FieldKinds => {
	const { recipient, billing = {}, deciding, shippingMethods, cartProperties = [] } = table;
	const { at: list, names = [] } = shippingMethods ?? {};
	return {
		...allOf(
			'any',
			deciding.map(({ path }) => path),
		),
		...allOf('text', [...Object.values(recipient), ...Object.values(billing)]),
		...allOf('text', names, list === undefined ? '' : `${list}.[].`),
		...kindsOf(cartProperties),
		...table.kinds,
	};
});

/** The same of a line. */
export const lineKinds = onceForEach(({ lines }: SourceTable): FieldKinds => ({
	...allOf(
		'any',
		lines.deciding.map(({ path }) => path),
	),
	...allOf('text', [...lines.skus, lines.variantTitle ?? []]),
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
