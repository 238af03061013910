/** Keys that can change an object's prototype when they are copied to another object (prototype pollution). */
export const PROTOTYPE_KEYS: ReadonlySet<string> = new Set([
	'__proto__',
	'constructor',
	'prototype',
]);

/** Whether a JSON text may contain one of the keys, escaped or not. Cheaper than a reviver for every text. */
const mayReachPrototype = (json: string): boolean =>
	json.includes('proto') ||
	json.includes('constructor') ||
	(json.includes('\\u00') && /\\u00[2-7]/.test(json));

const withoutPrototypeKeys = (_key: string, value: unknown): unknown => {
	if (typeof value === 'object' && value !== null) {
		for (const key of PROTOTYPE_KEYS) {
			if (Object.hasOwn(value, key)) Reflect.deleteProperty(value, key);
		}
	}
	return value;
};

/**
 * Parses JSON and removes all {@link PROTOTYPE_KEYS}, so that they do not reach a workflow.
 *
 * @throws SyntaxError as JSON.parse does
 */
export const parseJsonSafely = (json: string): unknown =>
	JSON.parse(json, mayReachPrototype(json) ? withoutPrototypeKeys : undefined);
