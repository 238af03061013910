import type { IDataObject } from 'n8n-workflow';

import { isObject, numberIn, ownValue } from '../../input/guards';

// How values of a shop's order are read. A shop, its plug-ins and whoever changed the data in between may put anything
// anywhere: what is of another kind than expected counts as missing.

/** Characters of a name, an address part or a SKU; anything longer is no such thing. */
const MAX_TEXT_LENGTH = 1_000;

/** The text in a value, trimmed; numbers count. Undefined for anything else, and for blank and overlong texts. */
export function textIn(value: unknown): string | undefined {
	const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
	if (typeof text !== 'string') return undefined;
	const trimmed = text.trim();
	return trimmed === '' || trimmed.length > MAX_TEXT_LENGTH ? undefined : trimmed;
}

/** The first of the values that holds a text. */
export const firstText = (...values: unknown[]): string | undefined =>
	values.map(textIn).find((text) => text !== undefined);

/** The object in a value; an empty one for anything else. */
export const objectIn = (value: unknown): IDataObject => (isObject(value) ? value : {});

/** The list in a value; empty for anything else. */
export const listIn = (value: unknown): unknown[] =>
	Array.isArray(value) ? (value as unknown[]) : [];

/** Whether a flag is set. Some shops write it as a text or a number. */
export const isSet = (value: unknown): boolean =>
	value === true || value === 1 || /^(true|yes|1)$/i.test(textIn(value) ?? '');

/** Whether a flag is there and not set. */
export const isUnset = (value: unknown): boolean =>
	value === false || value === 0 || /^(false|no|0)$/i.test(textIn(value) ?? '');

/** The whole number in a value, negative ones too; undefined for anything else. */
export function wholeNumberIn(value: unknown): number | undefined {
	const number = numberIn(value);
	return number !== undefined && Number.isSafeInteger(number) ? number : undefined;
}

/** Digits after the decimal point of a currency, by ISO 4217; two for one that is not known. */
function digitsOf(currency: string | undefined): number {
	if (currency === undefined || !/^[A-Za-z]{3}$/.test(currency)) return 2;
	const { maximumFractionDigits } = new Intl.NumberFormat('en', {
		style: 'currency',
		currency,
	}).resolvedOptions();
	return maximumFractionDigits ?? 2;
}

/**
 * A price as the service takes it, e.g. `24.90`. A text is kept as the shop wrote it, a number gets the digits of its
 * currency: WooCommerce divides a line's total by its quantity and sends 8.299999.
 *
 * @returns undefined for what is no price
 */
export function priceIn(value: unknown, currency: string | undefined): string | undefined {
	if (typeof value === 'number') {
		return Number.isFinite(value) && value >= 0 && value < 1e15
			? value.toFixed(digitsOf(currency))
			: undefined;
	}
	const text = textIn(value);
	return text !== undefined && /^\d+(\.\d+)?$/.test(text) ? text : undefined;
}

/** Levels of a path; data that is nested deeper is nobody's order. */
const MAX_PATH_DEPTH = 20;

/**
 * The value at a path such as `shipping.name`, `lines[0].sku` or `['Order No']`. A field whose name is the whole path goes
 * first: the headings of spreadsheets may hold dots.
 */
export function valueAt(object: unknown, path: string): unknown {
	const whole = isObject(object) ? ownValue(object, path.trim()) : undefined;
	if (whole !== undefined) return whole;
	const names = [...path.matchAll(/\[\s*(['"])(.*?)\1\s*\]|\[\s*(\d+)\s*\]|([^.[\]]+)/g)].map(
		([, , quoted, index, plain]) => quoted ?? index ?? (plain ?? '').trim(),
	);
	if (names.length === 0 || names.length > MAX_PATH_DEPTH) return undefined;
	return names.reduce<unknown>((value, name) => {
		if (Array.isArray(value))
			return /^\d+$/.test(name) ? (value as unknown[])[Number(name)] : undefined;
		return isObject(value) ? ownValue(value, name) : undefined;
	}, object);
}
