// Prices as the service takes them, with the decimals of their currency, and those that cannot be read. How people write
// amounts is in input/amount.ts.

import { isCode } from '../../input/amount';
import { truncate } from '../../input/wording';
import { textIn } from './values';

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
