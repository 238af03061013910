import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { OtherSettings } from '../../../../../nodes/PodFulfilment/order/shop/other/settings.ts';
import { readOtherOrder } from '../../../../support/byLevel.ts';

type PriceUnit = OtherSettings['priceUnit'];

/** Reads the price of a line, whose currency may be anywhere in the order. */
function priceOf(
	line: IDataObject,
	priceUnit: PriceUnit = 'auto',
	order: IDataObject = {},
	path = 'price',
) {
	const { lines, warnings } = readOtherOrder(
		{ sale: { ...order, items: [{ sku: 'A', qty: 1, ...line }] } },
		{ lines: 'sale.items', line: { sku: 'sku', quantity: 'qty', price: path }, priceUnit },
	);
	return { price: lines[0]?.price, warnings };
}

const EURO = { currency: 'EUR' };

describe('Price Unit', () => {
	it.each<[PriceUnit, string | number, string | undefined]>([
		['auto', 2490, undefined],
		['auto', '2490', undefined],
		['auto', '24.90', '24.90'],
		['auto', 24.9, '24.90'],
		['auto', '24,90 €', '24.90'],
		['auto', '€ 24', '24'],
		['main', 2490, '2490.00'],
		['main', '24.90', '24.90'],
		['cents', 2490, '24.90'],
		['cents', '2490', '24.90'],
		['cents', 5, '0.05'],
	])('%s: %j beside a currency is %s', (unit, price, expected) => {
		const read = priceOf({ price }, unit, EURO);
		expect(read.price).toBe(expected);
		expect(read.warnings).toEqual(
			expected === undefined
				? [
						expect.stringMatching(
							/^Line 1 \(SKU A\): the price "?2490"? may be cents, .*without one\. .* Price Unit$/,
						),
					]
				: [],
		);
	});

	it.each<[string, IDataObject, IDataObject, string?]>([
		['the line', { price: 2490, currency_code: 'usd' }, {}],
		[
			'the object that holds the price',
			{ price: { amount: 2490, code: 'GBP' } },
			{},
			'price.amount',
		],
		['the order', { price: 2490 }, { presentment: 'chf' }],
	])('leaves the price out by the currency of %s', (_, line, order, path) => {
		expect(priceOf(line, 'auto', order, path).price).toBeUndefined();
		expect(priceOf(line, 'main', order, path).price).toBe('2490.00');
	});

	it('keeps whole numbers where no currency is beside them, and of a currency without cents', () => {
		expect(priceOf({ price: 24 })).toEqual({ price: '24.00', warnings: [] });
		expect(priceOf({ price: 2490 }, 'auto', { currency: 'JPY' }).price).toBe('2490');
		expect(priceOf({ price: 2490 }, 'cents', { currency: 'JPY' }).price).toBe('2490');
		expect(priceOf({ price: 2490 }, 'auto', { note: 'none', size: 'XXL' }).price).toBe('2490.00');
	});

	it.each<[PriceUnit, IDataObject, string]>([
		['auto', { amount: 1850, divisor: 100, currency_code: 'USD' }, '18.50'],
		['cents', { amount: 1850, divisor: 100, currency_code: 'USD' }, '18.50'],
		['main', { amount: '1850', divisor: 100 }, '18.50'],
		['auto', { amount: 1800, divisor: 1, currency_code: 'JPY' }, '1800'],
	])('%s: an amount with its divisor says its unit itself: %j', (unit, price, expected) => {
		expect(priceOf({ price }, unit)).toEqual({ price: expected, warnings: [] });
	});
});
