/**
 * Keys that every object inherits. Of an object that has one of its own, `String(object)` throws, `object.constructor` is
 * another than code expects, and a careless copy changes a prototype (prototype pollution).
 */
export const INHERITED_KEYS: ReadonlySet<string> = new Set([
	...Object.getOwnPropertyNames(Object.prototype),
	'prototype',
]);

/** Levels of arrays and objects. n8n itself fails on items from a few thousand on; the service has seven (spec section 2). */
export const MAX_JSON_DEPTH = 100;

/** JSON that is nested deeper than {@link MAX_JSON_DEPTH}. */
export class NestedTooDeeply extends Error {}

const isContainer = (value: unknown): value is object =>
	typeof value === 'object' && value !== null;

/**
 * Recursion is bounded by the depth that is accepted. Numbers and texts are not worth a call: this takes half as long as
 * the parser itself.
 */
function removeInheritedKeys(container: object, depth: number): void {
	if (depth > MAX_JSON_DEPTH) throw new NestedTooDeeply();
	if (Array.isArray(container)) {
		for (const entry of container as unknown[]) {
			if (isContainer(entry)) removeInheritedKeys(entry, depth + 1);
		}
		return;
	}
	const object = container as Record<string, unknown>;
	for (const key in object) {
		const value = object[key];
		if (INHERITED_KEYS.has(key)) Reflect.deleteProperty(object, key);
		else if (isContainer(value)) removeInheritedKeys(value, depth + 1);
	}
}

/**
 * Parses JSON, and removes all {@link INHERITED_KEYS} at any depth, so that they reach neither this code nor a workflow.
 * Afterwards, not by a reviver: that takes many times as long and as much memory as the parser alone.
 *
 * @throws SyntaxError as JSON.parse does
 * @throws NestedTooDeeply
 */
export function parseJsonSafely(json: string): unknown {
	const value: unknown = JSON.parse(json);
	if (isContainer(value)) removeInheritedKeys(value, 1);
	return value;
}
