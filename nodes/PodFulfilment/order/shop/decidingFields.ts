// Fields that decide whether an order is due, by their kind: date, flag, status, number, object, list. Refuses an order
// with one that cannot be read, since it may say that the order was cancelled or sent. Also whether a value says no, or
// that something happened.

import { refuse } from '../../input/checks';
import { isObject } from '../../input/guards';
import { quote } from '../../input/wording';
import { isSet, isUnset, textIn } from './values';

/** What a field holds where it is not empty. */
export type DecidingKind =
	'happened' | 'time' | 'flag' | 'status' | 'number' | 'object' | 'list' | 'connection';

/** A field that decides whether an order is due. */
export interface DecidingField {
	field: string;
	value: unknown;
	kind: DecidingKind;
	/** What has the field, such as `of a shipping line`, if it is not the order itself. */
	of?: string;
}

/** Whether a field says nothing, or no. */
export const saysNo = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === false ||
	(typeof value === 'string' && value.trim() === '');

/** Whether a value is a list of objects, among which may be null. */
export const isListOfObjects = (value: unknown): boolean =>
	Array.isArray(value) && value.every((entry) => entry === null || isObject(entry));

/** Whether something happened, by its time. What is true happened at a time that nobody knows. */
export const hasHappened = (value: unknown): boolean =>
	value === true || textIn(value) !== undefined;

const KINDS: Readonly<
	Record<DecidingKind, { expected: string; isReadable(value: unknown): boolean }>
> = {
	happened: { expected: 'a date as text, or null', isReadable: hasHappened },
	time: { expected: 'a date as text, or null', isReadable: (value) => textIn(value) !== undefined },
	flag: {
		expected: 'true or false',
		isReadable: (value) => isSet(value) || isUnset(value),
	},
	status: { expected: 'text', isReadable: (value) => textIn(value) !== undefined },
	number: { expected: 'a number', isReadable: (value) => /^\d+$/.test(textIn(value) ?? '') },
	object: { expected: 'an object', isReadable: isObject },
	list: { expected: 'a list', isReadable: isListOfObjects },
	connection: {
		expected: 'nodes or edges',
		isReadable: (value) =>
			isListOfObjects(value) ||
			(isObject(value) && [value.nodes, value.edges].some(isListOfObjects)),
	},
};

/** Shows a value by its kind where it may hold what a customer entered. */
function shown(value: unknown, kind: DecidingKind): string {
	if (Array.isArray(value)) return 'a list';
	if (isObject(value)) return 'an object';
	if (typeof value === 'number' && !Number.isFinite(value)) return 'no number';
	if (typeof value !== 'string') return String(value);
	return ['object', 'list', 'connection'].includes(kind) ? 'text' : quote(value);
}

/**
 * Refuses an order with a field that cannot be read, and that decides whether the order is due.
 *
 * @param orderLabel what problems call it
 * @throws UserError that names the field
 */
export function requireReadable(fields: readonly DecidingField[], orderLabel: string): void {
	for (const { field, value, kind, of } of fields) {
		const { expected, isReadable } = KINDS[kind];
		if (saysNo(value) || isReadable(value)) continue;
		refuse(
			orderLabel,
			`has "${field}"${of === undefined ? '' : ` ${of}`} as ${shown(value, kind)}, so nothing says whether it is due`,
			`Pass the order as the shop sends it, with ${expected} in "${field}".`,
		);
	}
}
