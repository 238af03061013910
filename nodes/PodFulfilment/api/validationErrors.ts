// Collects the validation errors of an order and its items (spec section 7), wherever and in whatever shape the service
// puts them, and adds them to the order as `validationErrors`.

import type { IDataObject } from 'n8n-workflow';

import { numberIn } from '../input/number';
import { isObject, ownValue } from '../input/objects';
import { trimmed } from '../input/text';
import { ORDER_VALIDATION_CODES } from '../spec/service';

interface ValidationError extends IDataObject {
	/** A number if it is one of spec section 7. */
	code?: number | string;
	message?: string;
	/** The service's name of the field that an error without such a code refers to. */
	propertyPath?: string;
	/** Of the item on which it was found. */
	itemId?: string;
}

/** Parts of the names of fields that hold errors, such as `errors`, `validation_errors` or `orderViolations`. */
const ERROR_WORDS = ['rror', 'iolation', 'RROR', 'IOLATION'];

/** Parts of an order or item that may hold errors of their own. */
const PARTS = new Set(['validation', 'validationResult', 'placements']);

// Faster than a regular expression: it runs for every field of every order.
export const namesErrors = (name: string): boolean =>
	ERROR_WORDS.some((word) => name.includes(word));

/** Properties that may hold the message of an error, best first. */
const MESSAGE_FIELDS = ['message', 'detail', 'description', 'hydra:description', 'reason', 'title'];

/** Errors are not nested deeper than this: a list of objects that map fields to lists of texts. */
const MAX_DEPTH = 5;

/** The codes of spec section 7, as texts and as numbers. */
const VALIDATION_CODES: ReadonlySet<unknown> = new Set(
	Object.keys(ORDER_VALIDATION_CODES).flatMap((code): unknown[] => [code, Number(code)]),
);

const isValidationCode = (code: unknown): boolean => VALIDATION_CODES.has(code);

const isCodedError = (value: unknown): value is IDataObject =>
	isObject(value) && isValidationCode(value.code);

/** Parses an error: its code, its message and its field. Undefined if it has neither code nor message. */
function errorOf(object: IDataObject, path: string, itemId?: string): ValidationError | undefined {
	const message = MESSAGE_FIELDS.map((name) => trimmed(ownValue(object, name))).find(Boolean);
	const code = isValidationCode(object.code)
		? Number(object.code)
		: (numberIn(object.code) ?? trimmed(object.code));
	if (message === undefined && code === '') return undefined;
	const propertyPath = isValidationCode(code) ? '' : trimmed(object.propertyPath) || path.trim();
	const id = object.itemId ?? itemId;
	return {
		...(code !== '' && { code }),
		...(message !== undefined && { message }),
		...(propertyPath !== '' && { propertyPath }),
		...(typeof id === 'string' && { itemId: id }),
	};
}

/** Errors that are read of one order: more than twice as many as the items that an answer has room for. */
const MAX_ERRORS = 5_000;

/**
 * Adds the errors in a value of any shape: texts, objects, lists of them, and objects that map fields to them.
 *
 * @param path the field that the value refers to, if a map names it
 */
function addErrors(
	value: unknown,
	path: string,
	itemId: string | undefined,
	found: ValidationError[],
	depth = 0,
): void {
	if (depth > MAX_DEPTH || found.length >= MAX_ERRORS) return;
	if (Array.isArray(value)) {
		for (const entry of value as unknown[]) {
			if (found.length >= MAX_ERRORS) return;
			addErrors(entry, path, itemId, found, depth + 1);
		}
		return;
	}
	if (!isObject(value)) {
		const isCode = isValidationCode(value);
		if (!isCode && typeof value !== 'string') return;
		const bare = isCode ? { code: value } : { message: value };
		const error = errorOf(bare as IDataObject, path, itemId);
		if (error) found.push(error);
		return;
	}
	// Of names that all differ, an answer may have tens of thousands: with their values they take much longer.
	const names = Object.keys(value)
		.slice(0, MAX_ERRORS)
		.filter((name) => !name.startsWith('@'));
	const before = found.length;
	// Such as the `violations` of a ConstraintViolationList, whose `detail` repeats them.
	for (const name of names) {
		const entry = ownValue(value, name);
		if (namesErrors(name) && typeof entry === 'object') {
			addErrors(entry, path, itemId, found, depth + 1);
		}
	}
	if (found.length > before) return;
	const error = errorOf(value, path, itemId);
	if (error) {
		found.push(error);
		return;
	}
	for (const name of names) {
		addErrors(
			ownValue(value, name),
			path === '' ? name : `${path}.${name}`,
			itemId,
			found,
			depth + 1,
		);
	}
}

/**
 * Collects the validation errors of an order or item. The spec does not name their property, so every property named after
 * errors counts, in any shape, and in every other list the entries with a code of the spec.
 * Written as loops that allocate nothing when there are no errors, because it runs for tens of thousands of orders.
 */
function collectValidationErrors(
	object: IDataObject,
	found: ValidationError[],
	itemId?: string,
): void {
	for (const name in object) {
		const value = ownValue(object, name);
		if (value === null || value === undefined || value === '') continue;
		if (namesErrors(name)) {
			addErrors(value, '', itemId, found);
			continue;
		}
		if (PARTS.has(name)) {
			for (const part of [value].flat()) {
				if (isObject(part)) collectValidationErrors(part, found, itemId);
			}
			continue;
		}
		if (!Array.isArray(value)) continue;
		for (const entry of value as unknown[]) {
			if (isCodedError(entry)) addErrors(entry, '', itemId, found);
		}
	}
}

/**
 * The validation errors of an order and its items, or of one item (spec section 7). Each is returned once, also for an order
 * that {@link withValidationErrors} returned. Of more than {@link MAX_ERRORS}, the first.
 */
export function validationErrorsOf(order: IDataObject): ValidationError[] {
	const found: ValidationError[] = [];
	collectValidationErrors(order, found);
	if (Array.isArray(order.orderItems)) {
		for (const item of order.orderItems as unknown[]) {
			if (isObject(item)) collectValidationErrors(item, found, String(item.id));
		}
	}
	if (found.length < 2) return found;
	const seen = new Set<string>();
	return found.filter((error) => seen.size < seen.add(JSON.stringify(error)).size);
}

/**
 * Adds `validationErrors` to an order as the service returned it, if there are any. If the service itself uses that name,
 * its own value stays.
 */
export function withValidationErrors(order: IDataObject): IDataObject {
	const validationErrors = validationErrorsOf(order);
	const own = order.validationErrors;
	const isFree = own === undefined || own === null || (Array.isArray(own) && own.length === 0);
	return isFree && validationErrors.length > 0 ? { ...order, validationErrors } : order;
}
