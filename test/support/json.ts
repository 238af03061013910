/** Keys that reach an object's prototype when someone assigns them carelessly. */
export const PROTOTYPE_KEYS = ['__proto__', 'constructor', 'prototype'];

/** A copy of a JSON value without the {@link PROTOTYPE_KEYS}, which the nodes drop at any depth. */
export function withoutPrototypeKeys(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutPrototypeKeys);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([key]) => !PROTOTYPE_KEYS.includes(key))
			.map(([key, inner]) => [key, withoutPrototypeKeys(inner)]),
	);
}
