// The price of a line of another shop in its currency's main unit, from a number, a text or an amount with its divisor.
// One that may be cents is left out: it would be a hundred times too high.

import type { IDataObject } from 'n8n-workflow';

import { isCode, numberOfPrice } from '../../../input/amount';
import { isObject, numberIn } from '../../../input/guards';
import { digitsOf, priceIn, unreadPriceOf } from '../money';
import type { ShopLine } from '../shopOrder';
import { pathEnd, readableText, saysNone, textIn } from '../values';
import type { PriceUnit } from './settings';

/** The code of a currency in one of these objects, the nearest first. */
function currencyIn(objects: readonly unknown[]): string | undefined {
	for (const value of objects.filter(isObject).flatMap(Object.values)) {
		const code = textIn(value)?.toUpperCase();
		if (code?.length === 3 && isCode(code)) return code;
	}
	return undefined;
}

/** An amount with its divisor in the main unit: 1850 by 100 is 18.5. */
function divided({ amount, divisor }: IDataObject): number | undefined {
	const [whole, by] = [numberIn(amount), numberIn(divisor)];
	return whole === undefined || by === undefined || by <= 0 ? undefined : whole / by;
}

export interface PriceSettings {
	unit: PriceUnit;
	/** What may have the currency besides the line. */
	holders: readonly unknown[];
}

/**
 * Reads the price of a line.
 *
 * @param value what is at the path
 */
export function priceOf(
	value: unknown,
	line: IDataObject,
	path: string,
	{ unit, holders }: PriceSettings,
): Pick<ShopLine, 'price' | 'unreadPrice'> & { mayBeCents?: boolean } {
	const currency = currencyIn([value, pathEnd(line, path)?.holder, line, ...holders]);
	const amount = isObject(value) ? divided(value) : value;
	const written = typeof amount === 'number' ? String(amount) : (readableText(amount) ?? '');
	const price = priceIn(amount, currency) ?? numberOfPrice(written);
	if (price === undefined) {
		if (isObject(value)) return { unreadPrice: unreadPriceOf(value) };
		return saysNone(written) ? {} : { unreadPrice: written };
	}
	if (isObject(value) || unit === 'main') return { price };
	const digits = digitsOf(currency);
	if (unit === 'cents') return { price: (Number(price) / 10 ** digits).toFixed(digits) };
	const mayBeCents = /^0*[1-9]\d*$/.test(written) && currency !== undefined && digits > 0;
	return mayBeCents ? { mayBeCents } : { price };
}
