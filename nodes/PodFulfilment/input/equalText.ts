// When two texts mean the same thing: names, SKUs, values of options, statuses of shops and of the service, searches.
// Each function gives all spellings of one thing the same text. There is one for each kind of text, since what is a
// slip in one tells two products apart in another. Two orders are compared field by field in api/difference.ts.

import { normalizedText } from './normalizedText';
import { trimmed } from './text';

/** The labels of forms and the names of countries are shorter. */
const MAX_NAME_LENGTH = 255;

/**
 * A name that a person gave or entered: of a property, a column, a placement type, an option, a country, a shipping method.
 * Equal without case, accents, spaces and punctuation, whichever of the characters that look alike it is written with
 * (Unicode's NFKD and case folding): 'Print file', 'print_file', 'PRINT-FILE' and 'Ｐrint_FILE' are one name, and so are
 * `sleeve_left` and the 'Sleeve Left' of a list. Customers enter such names too: a spelling that is not recognized would
 * not be refused either. What is longer than a name is equal to itself alone, in any case.
 */
export function comparableName(name: string): string {
	// Nearly all of them, of which there may be tens of thousands: three times as fast.
	if (/^[ -~]{0,255}$/.test(name)) return name.replaceAll(/[^A-Za-z\d]+/g, '').toLowerCase();
	if (name.length > MAX_NAME_LENGTH) return name.trim().toLowerCase();
	const known = readNames.get(name) ?? comparableOf(name);
	if (readNames.size >= MAX_READ_NAMES) readNames.clear();
	readNames.set(name, known);
	return known;
}

/** A list of thousands is looked through for one name after the other, in many places. */
const readNames = new Map<string, string>();

const MAX_READ_NAMES = 10_000;

function comparableOf(name: string): string {
	const normalized = normalizedText(name, 'NFKD');
	if (normalized.length > MAX_NAME_LENGTH) return name.trim().toLowerCase();
	return normalized
		.replaceAll(/[^\p{L}\p{N}]+/gu, '')
		.toUpperCase()
		.toLowerCase();
}

/** The words of a text, each {@link comparableName}: a list of names to look others up in. */
export const wordSet = (words: string): ReadonlySet<string> =>
	new Set(words.trim().split(/\s+/).map(comparableName));

/**
 * A SKU. Equal without case and without spaces around, which shops and spreadsheets change. All else matters: `TEE-1` and
 * `TEE1` may be two products.
 */
export const comparableSku = (sku: string): string =>
	normalizedText(sku.trim(), 'NFC').toLowerCase();

/**
 * The number of an order, as people type it into a sheet. Equal without case, blanks, and the zeros that a column of numbers
 * loses. Of two that are equal and not the same nobody knows whether they are one order.
 */
export const comparableOrderNumber = (number: string): string =>
	comparableSku(number)
		.replaceAll(/\s+/g, '')
		.replace(/^0+(?=\d+$)/, '');

/**
 * The value of an option, such as a size or a color. Equal without case, whether its words are joined by spaces, hyphens
 * or underscores. Signs and accents matter: 'M' and 'M+', '5.0' and '50' are printed in different ways.
 */
export const comparableOptionValue = (value: string): string =>
	normalizedText(value.trim(), 'NFC')
		.toLowerCase()
		.replaceAll(/(?<=\p{L})[\s_-]+(?=\p{L})/gu, ' ');

/**
 * A status of a shop's order, as Shopify's and WooCommerce's lists have it: 'wc-on-hold', 'PARTIALLY_PAID' and
 * 'Partially paid' become 'on_hold' and 'partially_paid'. It is shown too and plug-ins name their own, so its words stay
 * apart and 'cancelled' keeps its spelling.
 */
export const comparableShopStatus = (status: string): string =>
	status
		.trim()
		.toLowerCase()
		.replace(/^wc-/, '')
		.replaceAll(/[\s-]+/g, '_');

/**
 * A status of the service (spec section 3), each of which is one word: 'In-Process' and 'ON_HOLD' become 'inprocess' and
 * 'onhold', and 'cancelled' becomes 'canceled'. Not {@link comparableShopStatus}: the two lists share no spelling.
 *
 * @returns '' for what is no text
 */
export const comparableServiceStatus = (value: unknown): string =>
	trimmed(value)
		.toLowerCase()
		.replaceAll(/[\s_-]/g, '')
		.replace(/^cancelled$/, 'canceled');

/**
 * A text in which a person searches for a part. Equal without case, widths of spaces and encodings of accents. Nothing is
 * ordered by it.
 */
export const comparableSearch = (text: string): string =>
	normalizedText(text, 'NFKC').toLowerCase().replaceAll(/\s+/g, ' ');

/** The status of the spec that a text means; undefined if it means none. */
export const knownStatusIn = (value: unknown, statuses: readonly string[]): string | undefined => {
	const plain = comparableServiceStatus(value);
	return statuses.find((status) => status === plain);
};
