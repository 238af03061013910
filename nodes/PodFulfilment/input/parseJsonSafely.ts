// Parses JSON without the keys that every object inherits, such as `constructor`, and without too much depth. Large
// JSON is parsed in steps, so that n8n does other work in between; JSON with too many marks is not parsed at all.

import { sleep } from 'n8n-workflow';

import { atOnce, type Pieces } from './nextTurn';
import { INHERITED_KEYS, isContainer } from './objects';

/**
 * Maximum nesting of arrays and objects. n8n fails on a few thousand levels; the service uses seven (spec section 2).
 */
export const MAX_JSON_DEPTH = 100;

/** Thrown for JSON that is nested deeper than {@link MAX_JSON_DEPTH}. */
export class NestedTooDeeply extends Error {}

/** Thrown for JSON with an inherited key, where whoever wrote it has to hear of it. */
export class InheritedKey extends Error {}

/** Called with each inherited key. */
type OnInherited = (key: string) => void;

const removed: OnInherited = () => undefined;

/**
 * Removes inherited keys at any depth. Recursion is bounded by {@link MAX_JSON_DEPTH}. Not called for numbers and
 * texts, so that it takes only half as long as the parser.
 */
function removeInheritedKeys(container: object, depth: number, onInherited = removed): void {
	if (depth > MAX_JSON_DEPTH) throw new NestedTooDeeply();
	if (Array.isArray(container)) {
		// Faster than the loop: it makes no object of each of a million numbers.
		if (!container.some(isContainer)) return;
		for (const entry of container as unknown[]) {
			if (isContainer(entry)) removeInheritedKeys(entry, depth + 1, onInherited);
		}
		return;
	}
	const object = container as Record<string, unknown>;
	for (const key in object) {
		const value = object[key];
		if (INHERITED_KEYS.has(key)) {
			onInherited(key);
			Reflect.deleteProperty(object, key);
		} else if (isContainer(value)) removeInheritedKeys(value, depth + 1, onInherited);
	}
}

/**
 * Parses JSON and removes all {@link INHERITED_KEYS} at any depth, so that they reach neither this code nor a
 * workflow. Not with a reviver, which takes many times as long and as much memory as parsing alone.
 *
 * @param onInherited may throw, to refuse the key
 * @throws SyntaxError as JSON.parse does
 * @throws NestedTooDeeply
 */
export function* parseJsonInPieces(json: string, onInherited?: OnInherited): Pieces<unknown> {
	const value: unknown = JSON.parse(json);
	yield;
	if (isContainer(value)) removeInheritedKeys(value, 1, onInherited);
	yield;
	return value;
}

/** As {@link parseJsonInPieces}, at once. */
export const parseJsonSafely = (json: string): unknown => atOnce(parseJsonInPieces(json));

/** From this length on, JSON takes milliseconds to parse. */
const LARGE_CHARACTERS = 250_000;

/** As {@link parseJsonInPieces}; where the text is large, n8n does other work before and after each piece. */
export async function parseJsonInSteps(json: string): Promise<unknown> {
	if (json.length < LARGE_CHARACTERS) return parseJsonSafely(json);
	const pieces = parseJsonInPieces(json);
	for (;;) {
		await sleep(0);
		const { done, value } = pieces.next();
		if (done) return value;
	}
}

/**
 * Quotation marks, commas and opening brackets in JSON from outside: what takes time to parse and to work on. An order item has
 * some 130 of them, so this is 2,500 items. As many in names that all differ take JSON.parse 60 ms; those in 4 MB take it
 * 200 ms, and n8n does nothing else meanwhile.
 */
export const MAX_JSON_MARKS = 300_000;

const MARKS = { quotation: 0x22, comma: 0x2c, bracket: 0x5b, brace: 0x7b };

/** Whether JSON, or its bytes, has more marks than {@link MAX_JSON_MARKS}, or than another maximum. */
export function hasTooManyMarks(json: Uint8Array | string, max = MAX_JSON_MARKS): boolean {
	if (json.length <= max) return false;
	const { quotation, comma, bracket, brace } = MARKS;
	const at =
		typeof json === 'string'
			? (index: number): number => json.charCodeAt(index)
			: (index: number): number | undefined => json[index];
	let marks = 0;
	// By index: an iterator takes five times as long for 4 MB.
	for (let index = 0; index < json.length && marks <= max; index += 1) {
		const byte = at(index);
		if (byte === quotation || byte === comma || byte === bracket || byte === brace) marks += 1;
	}
	return marks > max;
}
