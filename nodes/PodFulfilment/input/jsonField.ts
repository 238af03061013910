// Reads a field that holds JSON. Refuses what is empty, too long, nested too deeply or not valid, and says in which
// line and column the syntax is wrong.

import { brokenKindOf } from './brokenText';
import { refuse } from './checks';
import { atOnce, type Pieces } from './nextTurn';
import {
	hasTooManyMarks,
	InheritedKey,
	MAX_JSON_DEPTH,
	NestedTooDeeply,
	parseJsonInPieces,
} from './parseJsonSafely';
import { quote } from './wording';

/** Whether a text is the beginning of valid JSON: the parser then reports an unexpected end, not a character. */
function isJsonPrefix(json: string): boolean {
	try {
		JSON.parse(json);
		return true;
	} catch (error) {
		const { message } = error as Error;
		if (message.startsWith('Unexpected end')) return true;
		const position = / in JSON at position (\d+)( \(line \d+ column \d+\))?$/.exec(message)?.[1];
		return position !== undefined && Number(position) >= json.length;
	}
}

/** Finds line and column of the syntax error, from 1, by binary search: JSON.parse does not always name them. */
function* errorLocation(json: string): Pieces<string> {
	let validLength = 0;
	let invalidLength = json.length + 1;
	while (invalidLength - validLength > 1) {
		yield;
		const middle = Math.floor((validLength + invalidLength) / 2);
		if (isJsonPrefix(json.slice(0, middle))) validLength = middle;
		else invalidLength = middle;
	}
	const before = json.slice(0, validLength).split('\n');
	return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** Maximum length in characters. An order of 1,000 items is shorter. */
const MAX_LENGTH = 4_000_000;

/**
 * Quotation marks, commas and opening brackets in the JSON of an order. The widest lines of shops have some 330, so this is
 * an order of 450 of them. More takes longer than 100 ms to read where all is in names of fields.
 */
export const MAX_ORDER_MARKS = 150_000;

/** Maximum length in which a syntax error is located, which takes about twenty times as long as parsing. */
const MAX_LOCATED_LENGTH = 200_000;

/** Serializes the value of an expression; undefined for one that has no JSON, such as a circular object. */
function jsonOf(value: unknown): string | undefined {
	try {
		return JSON.stringify(value);
	} catch {
		return undefined;
	}
}

function refuseInherited(key: string): never {
	throw new InheritedKey(key);
}

/**
 * Parses the value of a JSON parameter: text, or the value itself when it comes from an expression.
 *
 * @throws UserError with line and column of a syntax error; for a value that is too long, nested too deeply or has no
 * JSON, or has an inherited key such as `constructor`
 */
export const parseJsonField = (value: unknown, field: string): unknown =>
	atOnce(jsonFieldInPieces(value, field));

/**
 * As {@link parseJsonField}, in pieces. Data of others is bounded in its fields and values, and may have inherited keys: they
 * are removed.
 */
export function* jsonFieldInPieces(
	value: unknown,
	field: string,
	{ isOfOthers = false, isBounded = false } = {},
): Pieces<unknown> {
	if (value === undefined || value === null) return value;
	const json = typeof value === 'string' ? value : jsonOf(value);
	yield;
	if (json === undefined) {
		return refuse(field, 'cannot be written as JSON', 'Pass a value that can, such as a list.');
	}
	if (json.trim() === '') {
		return refuse(field, 'is empty', 'Enter JSON, or an expression that returns it.');
	}
	if (json.length > MAX_LENGTH) {
		return refuse(
			field,
			`is longer than ${MAX_LENGTH / 1_000_000} million characters`,
			'Pass the data of one order only.',
		);
	}
	if ((isOfOthers || isBounded) && hasTooManyMarks(json, MAX_ORDER_MARKS)) {
		return refuse(
			field,
			'has more fields and values than an order',
			'Pass the data of one order only, without what is not needed of it.',
		);
	}
	try {
		return yield* parseJsonInPieces(json, isOfOthers ? undefined : refuseInherited);
	} catch (error) {
		if (error instanceof NestedTooDeeply) {
			return refuse(
				field,
				`is nested more than ${MAX_JSON_DEPTH} levels deep`,
				'Pass the data of one order only.',
			);
		}
		if (error instanceof InheritedKey) {
			return refuse(
				field,
				`has ${quote(error.message)}, which is no field`,
				'Remove it, or correct its name.',
			);
		}
		const unevaluated =
			brokenKindOf(json) === 'expression'
				? 'It holds an expression that was not evaluated: switch the field to Expression. '
				: '';
		const location = json.length > MAX_LOCATED_LENGTH ? '' : ` at ${yield* errorLocation(json)}`;
		return refuse(
			field,
			`is not valid JSON${location}`,
			`${unevaluated}Check for missing quotes, commas and brackets at that place. If the field holds an expression, pass the value itself, for example {{ $json.items }}.`,
		);
	}
}
