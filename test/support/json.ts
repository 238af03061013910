/** Keys that every object inherits: one of their own breaks code that expects the inherited one, or changes a prototype. */
export const INHERITED_KEYS = [
	'__proto__',
	'constructor',
	'prototype',
	'toString',
	'toLocaleString',
	'valueOf',
	'hasOwnProperty',
	'isPrototypeOf',
	'propertyIsEnumerable',
	'__defineGetter__',
	'__defineSetter__',
	'__lookupGetter__',
	'__lookupSetter__',
];

/** A copy of a JSON value without the {@link INHERITED_KEYS}, which the nodes drop at any depth. */
export function withoutPrototypeKeys(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutPrototypeKeys);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([key]) => !INHERITED_KEYS.includes(key))
			.map(([key, inner]) => [key, withoutPrototypeKeys(inner)]),
	);
}
