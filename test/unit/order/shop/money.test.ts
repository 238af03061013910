import { describe, expect, it } from 'vitest';

import { priceIn } from '../../../../nodes/PodFulfilment/order/shop/values.ts';

describe('A price of a shop', () => {
	it.each([
		[0, 'EUR', undefined],
		['0.00', 'EUR', undefined],
		['0', undefined, undefined],
		[0.01, 'EUR', '0.01'],
		[24.9, 'EUR', '24.90'],
		[24.9, 'eur', '24.90'],
		[1500, 'JPY', '1500'],
		[1500, 'jpy', '1500'],
		[24.9, undefined, '24.90'],
		[24.9, 'EURO', '24.90'],
		[24.9, 'EU', '24.90'],
		[24.9, 'E1R', '24.90'],
		[24.9, '1EUR', '24.90'],
		[999_999_999_999_999, 'EUR', '999999999999999.00'],
		[1e15, 'EUR', undefined],
		[-0.01, 'EUR', undefined],
		[Number.NaN, 'EUR', undefined],
		[Number.POSITIVE_INFINITY, 'EUR', undefined],
		[' 24.9 ', 'EUR', '24.9'],
		['24', 'EUR', '24'],
		['24.95', 'JPY', '24.95'],
		['124.955', 'EUR', '124.955'],
		['24.', 'EUR', undefined],
		['.5', 'EUR', undefined],
		['24,90', 'EUR', undefined],
		['€24.90', 'EUR', undefined],
		['24.90 EUR', 'EUR', undefined],
		['24.90.1', 'EUR', undefined],
		['-24.90', 'EUR', undefined],
		['', 'EUR', undefined],
		[null, 'EUR', undefined],
		[{}, 'EUR', undefined],
	])('the price of %j in %j is %j', (value, currency, price) => {
		expect(priceIn(value, currency)).toBe(price);
	});
});
