// When two texts mean the same thing: names, SKUs, values of options, statuses of shops and of the service, searches.
// Each function gives all spellings of one thing the same text. There is one for each kind of text, since what is a
// slip in one tells two products apart in another. Two orders are compared field by field in api/difference.ts.

import { trimmed } from './guards';

/** The labels of forms and the names of countries are shorter. */
const MAX_NAME_LENGTH = 255;

/** Few characters become more than three by normalization, and one becomes 18 (U+FDFA). */
const MAX_NORMALIZED_LENGTH = 3 * MAX_NAME_LENGTH;

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
	const written = name.length > MAX_NAME_LENGTH ? undefined : name.normalize('NFKD');
	if (written === undefined || written.length > MAX_NORMALIZED_LENGTH) {
		return name.trim().toLowerCase();
	}
	return written
		.replaceAll(/[^\p{L}\p{N}]/gu, '')
		.toUpperCase()
		.toLowerCase();
}

/** The words of a text, each {@link comparableName}: a list of names to look others up in. */
export const wordSet = (words: string): ReadonlySet<string> =>
	new Set(words.trim().split(/\s+/).map(comparableName));

/** Nobody has a longer SKU or value of an option. Normalizing takes the square of a text's combining marks. */
const MAX_VALUE_LENGTH = 1_000;

/** A text in which accents are encoded in one way. What is too long is equal to itself alone, in any case. */
const composed = (text: string): string =>
	text.length > MAX_VALUE_LENGTH ? text : text.normalize('NFC');

/**
 * A SKU. Equal without case and without spaces around, which shops and spreadsheets change. All else matters: `TEE-1` and
 * `TEE1` may be two products.
 */
export const comparableSku = (sku: string): string => composed(sku.trim()).toLowerCase();

/**
 * The value of an option, such as a size or a color. Equal without case, whether its words are joined by spaces, hyphens
 * or underscores. Signs and accents matter: 'M' and 'M+', '5.0' and '50' are printed in different ways.
 */
export const comparableOptionValue = (value: string): string =>
	composed(value.trim())
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
	text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ');

/** The status of the spec that a text means; undefined if it means none. */
export const knownStatusIn = (value: unknown, statuses: readonly string[]): string | undefined => {
	const plain = comparableServiceStatus(value);
	return statuses.find((status) => status === plain);
};
