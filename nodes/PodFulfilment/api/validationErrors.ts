import type { IDataObject } from 'n8n-workflow';

import { isObject, numberIn, ownValue, text } from '../input/guards';
import { ORDER_VALIDATION_CODES } from '../spec/service';

/** A finding of the validation after placement; with `itemId` if it was found on an item. */
interface ValidationError extends IDataObject {
	/** A number if it is one of spec section 7. */
	code?: number | string;
	message?: string;
	/** The field that an error without such a code is about, as the service calls it. */
	propertyPath?: string;
	itemId?: string;
}

/** What the name of a field contains that holds errors, such as `errors`, `validation_errors` or `orderViolations`. */
const ERROR_WORDS = ['rror', 'iolation', 'RROR', 'IOLATION'];

/** Parts of an order or item that may hold errors of their own. */
const PARTS = new Set(['validation', 'validationResult', 'placements']);

// Faster than a regular expression: it is asked for every field of every order.
const namesErrors = (name: string): boolean => ERROR_WORDS.some((word) => name.includes(word));

/** Where the message of an error may stand, best first. */
const MESSAGE_FIELDS = ['message', 'detail', 'description', 'hydra:description', 'reason', 'title'];

/** Errors are not nested deeper than this: a list of objects that map fields to lists of texts. */
const MAX_DEPTH = 5;

const isValidationCode = (code: unknown): boolean =>
	code !== undefined && Object.hasOwn(ORDER_VALIDATION_CODES, String(code));

const isCodedError = (value: unknown): value is IDataObject =>
	isObject(value) && isValidationCode(value.code);

/** The error in an object: its code, its message, and what it is about. Undefined without code and message. */
function errorOf(object: IDataObject, path: string, itemId?: string): ValidationError | undefined {
	const message = MESSAGE_FIELDS.map((name) => text(ownValue(object, name))).find(Boolean);
	const code = isValidationCode(object.code)
		? Number(object.code)
		: (numberIn(object.code) ?? text(object.code));
	if (message === undefined && code === '') return undefined;
	const propertyPath = isValidationCode(code) ? '' : text(object.propertyPath) || path.trim();
	const id = object.itemId ?? itemId;
	return {
		...(code !== '' && { code }),
		...(message !== undefined && { message }),
		...(propertyPath !== '' && { propertyPath }),
		...(typeof id === 'string' && { itemId: id }),
	};
}

/**
 * All errors in a value of any shape: texts, objects, lists of them, and objects that map fields to them.
 *
 * @param path the field that the value is about, where a map names it
 */
function errorsIn(value: unknown, path: string, itemId?: string, depth = 0): ValidationError[] {
	if (depth > MAX_DEPTH) return [];
	if (Array.isArray(value)) {
		return (value as unknown[]).flatMap((entry) => errorsIn(entry, path, itemId, depth + 1));
	}
	if (!isObject(value)) {
		const bare = isValidationCode(value) ? { code: value } : { message: value };
		return [errorOf(bare as IDataObject, path, itemId) ?? []].flat();
	}
	const entries = Object.entries(value).filter(([name]) => !name.startsWith('@'));
	// Such as the `violations` of a ConstraintViolationList, whose `detail` repeats them.
	const nested = entries
		.filter(([name, entry]) => namesErrors(name) && typeof entry === 'object')
		.flatMap(([, entry]) => errorsIn(entry, path, itemId, depth + 1));
	if (nested.length > 0) return nested;
	const error = errorOf(value, path, itemId);
	if (error) return [error];
	return entries.flatMap(([name, entry]) =>
		errorsIn(entry, path === '' ? name : `${path}.${name}`, itemId, depth + 1),
	);
}

/**
 * Collects the validation errors of an order or item. The spec does not name their property, so whatever is named after
 * errors is one, in any shape, and in every other list the entries with a code of the spec are.
 * Written as loops that allocate nothing when there are no errors, because it runs for tens of thousands of orders.
 */
function collectValidationErrors(
	object: IDataObject,
	found: ValidationError[],
	itemId?: string,
): void {
	for (const name in object) {
		const value = object[name];
		if (value === null || value === undefined || value === '') continue;
		if (namesErrors(name)) {
			for (const error of errorsIn(value, '', itemId)) found.push(error);
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
			if (!isCodedError(entry)) continue;
			for (const error of errorsIn(entry, '', itemId)) found.push(error);
		}
	}
}

/**
 * The validation errors of an order and its items, or of one item (spec section 7). Returns each once, also when the order
 * went through {@link withValidationErrors} before.
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
	const unique = new Map(found.map((error) => [JSON.stringify(error), error]));
	return [...unique.values()];
}

/**
 * The order as the service returned it, with `validationErrors` if there are any. Where the service itself uses that name,
 * its own stay.
 */
export function withValidationErrors(order: IDataObject): IDataObject {
	const validationErrors = validationErrorsOf(order);
	const own = order.validationErrors;
	const isFree = own === undefined || own === null || (Array.isArray(own) && own.length === 0);
	return isFree && validationErrors.length > 0 ? { ...order, validationErrors } : order;
}
