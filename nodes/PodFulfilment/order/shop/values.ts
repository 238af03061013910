// Reads values of a shop's order: texts, statuses, flags, whole numbers, prices, objects, lists, also those that are JSON written
// as text, values that say none, what is at a path such as `lines[0].sku`, and the order in the objects that contain it, such as
// `body`. The shop, its plug-ins and the workflow may put anything anywhere: a value of an unexpected type counts as missing.

import type { IDataObject } from 'n8n-workflow';

import { isCode } from '../../input/amount';
import { isBlank } from '../../input/checks';
import { comparableShopStatus } from '../../input/equalText';
import { normalizedText } from '../../input/normalizedText';
import { numberIn } from '../../input/number';
import { isObject, ownValue } from '../../input/objects';
import { parseJsonSafely } from '../../input/parseJsonSafely';
import { withoutMarkup } from '../../input/html';
import { truncate } from '../../input/wording';

/** Maximum length of a name or a SKU; anything longer is something else. */
export const MAX_NAME_OR_SKU_LENGTH = 1_000;

/** Reads a text of any length, trimmed, or a number as text. Undefined for anything else, and for blank texts. */
export function longTextIn(value: unknown): string | undefined {
	const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
	return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

/** Like {@link longTextIn}, but undefined for overlong texts too. */
export function textIn(value: unknown): string | undefined {
	const text = longTextIn(value);
	return text === undefined || text.length > MAX_NAME_OR_SKU_LENGTH ? undefined : text;
}

/** Longer than any address or note: such a text is not taken apart, which would take long. */
const MAX_READ_LENGTH = 10_000;

/**
 * Reads a text as people read it: like {@link textIn}, but of any length, without the tags and entities of HTML, unless it is
 * longer than any address or note. Whether an address has parts that are too long is said where it is checked.
 */
export function readableText(value: unknown): string | undefined {
	const given = longTextIn(value);
	if (given === undefined || given.length > MAX_READ_LENGTH) return given;
	return withoutMarkup(given).trim() || undefined;
}

/** The lines of a text, without those that are empty; one that is longer than any address counts as one line. */
export const textLines = (text: string): string[] =>
	(text.length > MAX_READ_LENGTH ? [text] : text.split(/[\r\n]+/))
		.map((line) => line.trim())
		.filter(Boolean);

/** Returns the first text among the values. */
export const firstText = (...values: unknown[]): string | undefined =>
	values.map(textIn).find((text) => text !== undefined);

/** Reads a status, {@link comparableShopStatus}. */
export function statusIn(value: unknown): string | undefined {
	const text = textIn(value);
	return text === undefined ? undefined : comparableShopStatus(text);
}

/** Reads an object; {} for anything else. */
export const objectIn = (value: unknown): IDataObject => (isObject(value) ? value : {});

/** Reads an array; [] for anything else. */
export const listIn = (value: unknown): unknown[] =>
	Array.isArray(value) ? (value as unknown[]) : [];

/** Reads an array of objects, {} in place of an entry that is none; [] for anything else. */
export const objectsIn = (value: unknown): IDataObject[] => listIn(value).map(objectIn);

/** Whether a flag is set. Some shops send text or a number. */
export const isSet = (value: unknown): boolean =>
	value === true || /^(true|yes|1)$/i.test(textIn(value) ?? '');

/** Whether a flag is present and not set. */
export const isUnset = (value: unknown): boolean =>
	value === false || /^(false|no|0)$/i.test(textIn(value) ?? '');

/** Whether a field says nothing, or no. */
export const saysNo = (value: unknown): boolean => value === false || isBlank(value);

/** Whether a value is a list of objects, among which may be null. */
export const isListOfObjects = (value: unknown): value is Array<IDataObject | null> =>
	Array.isArray(value) && value.every((entry) => entry === null || isObject(entry));

/** Whether a value says that there is none: it is blank or a flag that is not set, or no text, or one such as `N/A`. */
export const saysNone = (value: unknown): boolean => {
	const text = longTextIn(value);
	return text === undefined || isUnset(text) || /^(null|undefined|none|n\/a|[-–—]+)$/i.test(text);
};

/** The words of a text between blanks, in small letters, without accents and signs: ' abholung im geschaft '. */
export function plainWords(text: string): string {
	const plain = normalizedText(text, 'NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
	return ['', ...(plain.match(/[\p{L}\p{N}]+/gu) ?? []), ''].join(' ');
}

/** Reads a whole number, also a negative one; undefined for anything else. */
export function wholeNumberIn(value: unknown): number | undefined {
	const number = numberIn(value);
	return Number.isSafeInteger(number) ? number : undefined;
}

/** Numbers of decimals by currencies: all lines of an order have one. */
const decimalsOf = new Map<string, number>();

/** Number of decimals of a currency (ISO 4217); 2 for an unknown one. */
export function digitsOf(currency = ''): number {
	if (!isCode(currency.toUpperCase())) return 2;
	const format = () => new Intl.NumberFormat('en', { style: 'currency', currency });
	const digits = decimalsOf.get(currency) ?? format().resolvedOptions().maximumFractionDigits ?? 2;
	decimalsOf.set(currency, digits);
	return digits;
}

/**
 * Formats a price for the service, e.g. `24.90`. Text is kept as the shop wrote it, a number gets the decimals of its
 * currency: WooCommerce divides a line's total by its quantity and sends 8.299999.
 *
 * @returns undefined for a value that is not a price, and for 0: what a voucher paid for is worth something at customs
 */
export function priceIn(value: unknown, currency: string | undefined): string | undefined {
	if (typeof value === 'number') {
		const rounded = value < 1e15 ? value.toFixed(digitsOf(currency)) : '';
		return Number(rounded) > 0 ? rounded : undefined;
	}
	const written = textIn(value) ?? '';
	return /^\d+(\.\d+)?$/.test(written) && Number(written) > 0 ? written : undefined;
}

/** Half of the smallest amount of most currencies: tolerance for the rounding errors of a sum. */
export const HALF_A_CENT = 0.005;

/** Maximum length of a price that cannot be read, in a message. */
const MAX_SHOWN = 100;

/** A price that cannot be read, as it was sent. */
export const unreadPriceOf = (value: unknown): string => truncate(JSON.stringify(value), MAX_SHOWN);

/** What a plug-in keeps in a field: an object or a list, which may be written as text. */
export function contentOf(value: unknown): unknown {
	const written = longTextIn(value) ?? '';
	if (!/^[[{]/.test(written)) return value;
	try {
		return parseJsonSafely(written);
	} catch {
		return value;
	}
}

/** Maximum depth of a path; orders are not nested deeper. What is longer is a text, and not taken apart. */
const MAX_PATH_DEPTH = 20;
const MAX_PATH_LENGTH = 10_000;

/** The names in a path such as `shipping.name`, `lines[0].sku` or `['Order No']`; [] for one that is too deep or too long. */
export function namesInPath(path: string): string[] {
	if (path.length > MAX_PATH_LENGTH) return [];
	const names = [...path.matchAll(/\[\s*'([^']*)'\s*\]|\[\s*"([^"]*)"\s*\]|([^.[\]]+)/g)].map(
		([, single, double, plain]) => single ?? double ?? (plain ?? '').trim(),
	);
	return names.length > MAX_PATH_DEPTH ? [] : names;
}

/** Reads the value to which names lead, one after the other. */
export const valueAtNames = (object: unknown, names: readonly string[]): unknown =>
	names.reduce<unknown>((value, name) => {
		if (Array.isArray(value))
			return /^\d+$/.test(name) ? (value as unknown[])[Number(name)] : undefined;
		return isObject(value) ? ownValue(value, name) : undefined;
	}, object);

/**
 * Follows a path up to its last name, see {@link namesInPath}: to what holds the field, and the name of the field in it. A field
 * whose name is the whole path takes precedence: the headings of spreadsheets may contain dots.
 */
export function pathEnd(
	object: unknown,
	path: string,
): { holder: unknown; name: string } | undefined {
	const whole = path.trim();
	if (isObject(object) && ownValue(object, whole) !== undefined) {
		return { holder: object, name: whole };
	}
	const names = namesInPath(path);
	const name = names.pop();
	return name === undefined ? undefined : { holder: valueAtNames(object, names), name };
}

/** Reads the value at a path, see {@link pathEnd}. */
export function valueAt(object: unknown, path: string): unknown {
	const end = pathEnd(object, path);
	return end && valueAtNames(end.holder, [end.name]);
}

/** Whether an object looks like an order of Shopify or WooCommerce: both call its lines the same. */
export const hasLineItems = (object: IDataObject): boolean => Array.isArray(object.line_items);

/** Fields that may contain the order: in the output of n8n's Webhook node, in events and in responses of the shops' APIs. */
const WRAPPERS = ['body', 'order', 'draft_order', 'content'];

/** So many of them contain each other at most: `body.data.order`. */
const MAX_WRAPPERS = 3;

/** Unwraps an order from the objects that contain it. */
export function unwrapped(
	value: unknown,
	isOrder: (object: IDataObject) => boolean,
	wrappers = WRAPPERS,
): unknown {
	let inner = value;
	for (let depth = 0; depth < MAX_WRAPPERS; depth += 1) {
		const wrapper = inner;
		if (!isObject(wrapper) || isOrder(wrapper)) return wrapper;
		inner = wrappers.map((name) => ownValue(wrapper, name)).find(isObject) ?? wrapper;
	}
	return inner;
}

/** The object that passes a test, bare or in what contains it, such as the `body` of n8n's Webhook node. */
export function contained(
	value: unknown,
	test: (object: IDataObject) => boolean,
	wrappers = WRAPPERS,
): IDataObject | undefined {
	const inner = unwrapped(value, test, wrappers);
	return isObject(inner) && test(inner) ? inner : undefined;
}
