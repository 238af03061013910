/** Keys that reach an object's prototype when someone assigns them carelessly. */
export const PROTOTYPE_KEYS: ReadonlySet<string> = new Set([
	'__proto__',
	'constructor',
	'prototype',
]);

/** Whether a text can name one of them, in letters or in their escaped form. */
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
 * As JSON.parse, but without the {@link PROTOTYPE_KEYS}: no value of these nodes carries them on into a workflow.
 *
 * @throws SyntaxError as JSON.parse does
 */
export const parseJsonSafely = (json: string): unknown =>
	JSON.parse(json, mayReachPrototype(json) ? withoutPrototypeKeys : undefined);
