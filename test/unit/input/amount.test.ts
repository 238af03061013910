import { describe, expect, it } from 'vitest';

import { isPrice, isSurcharge, numberOfPrice } from '../../../nodes/PodFulfilment/input/amount.ts';

describe('The number of a price', () => {
	it.each([
		['€ 24,90', '24.90'],
		['24.90 EUR', '24.90'],
		['$24.90', '24.90'],
		['£12.99', '12.99'],
		['US$ 1,234.50', '1234.50'],
		['R$ 1.234,5', '1234.5'],
		["CHF 1'200.00", '1200.00'],
		['CHF 1’200', '1200'],
		['1 234,50 kr', '1234.50'],
		['1\u00A0234,50\u00A0zł', '1234.50'],
		['1\u202F234 €', '1234'],
		['1,234,567', '1234567'],
		['Rs. 500', '500'],
		['500 ft', '500'],
		['eur 24,90', '24.90'],
		['3,- €', '3'],
		['24,90', '24.90'],
		['24,9', '24.9'],
		['0,125', '0.125'],
		['1234,567', '1234.567'],
		['1234.567 €', '1234.567'],
		['12,34', '12.34'],
		['12,3456', '12.3456'],
		['¥12,345,678', '12345678'],
		['Rp 150.000,00', '150000.00'],
		['5.00 د.إ', '5.00'],
	])('of %j is %s', (written, number) => {
		expect(numberOfPrice(written)).toBe(number);
	});

	it.each([
		['one or a thousand', '1,234'],
		['one or a thousand euros', '€ 1.234'],
		['twelve or twelve thousand yen', '¥12,345'],
		['a hundred or a hundred thousand rupiah', 'Rp 150.000'],
		['nine hundred or nearly a million', '999,999'],
		['an amount below zero', '-5.00 €'],
		['two amounts', '$5.00 - $7.00'],
		['an amount for something', '24.90 / piece'],
		['a number with a unit', '24.90 kg'],
		['groups of two digits', '12,34.50'],
		['groups of different separators', '1.234 567,00'],
		['three groups of which one is cut', '1.234.50'],
		['a first group of four digits', '1234.567,00'],
		['three decimals behind groups', '1.234,567 €'],
		['decimals twice', '1.234,50,5'],
		['a word', 'on request'],
		['a currency alone', 'EUR'],
		['nothing', ''],
	])('is not clear in %s', (_, written) => {
		expect(numberOfPrice(written)).toBeUndefined();
	});
});

/** Signs of currencies in letters, each of which means nothing else. */
const LETTERS = [
	...['kr', 'kr.', 'Kč', 'zł', 'lei', 'лв', 'лв.', 'руб', 'руб.', 'ден', 'дин', 'дин.'],
	...['円', '元', '원', 'KR', 'Lei'],
];

/** Others, which may be units or sizes too, and codes in small letters. */
const OTHER_LETTERS = [
	...[
		'Ft',
		'Fr',
		'Fr.',
		'SFr.',
		'Rs',
		'Rs.',
		'Rp',
		'RM',
		'R',
		'TL',
		'S/',
		'ft',
		'tl',
		'eur',
		'د.إ',
	],
];

describe('A currency that is written in letters', () => {
	it.each([...LETTERS, '€', '$', 'US$', 'R$', 'EUR', 'CHF', 'JPY'])(
		'is known without more: %s',
		(sign) => {
			for (const written of [`24,90 ${sign}`, `${sign} 24,90`, `${sign}24,90`, `+24,90 ${sign}`]) {
				expect(numberOfPrice(written.replace('+', ''))).toBe('24.90');
				expect(isPrice(written)).toBe(true);
			}
			expect(isPrice(`500 ${sign}`)).toBe(true);
			expect(isSurcharge(`+500 ${sign}`)).toBe(true);
			expect(isSurcharge(`-5,00 ${sign}`)).toBe(true);
			expect(isSurcharge(`500 ${sign}`)).toBe(false);
		},
	);

	it.each(OTHER_LETTERS)('takes decimals or a sign of more or less to be one: %s', (sign) => {
		expect(numberOfPrice(`24,90 ${sign}`)).toBe('24.90');
		expect(numberOfPrice(`${sign} 24,90`)).toBe('24.90');
		for (const written of [`24,90 ${sign}`, `${sign} 24.90`, `+500 ${sign}`, `- 500 ${sign}`]) {
			expect(isPrice(written)).toBe(true);
		}
		for (const written of [`6 ${sign}`, `${sign} 6`, `6.5 ${sign}`, `6,125 ${sign}`]) {
			expect(isPrice(written)).toBe(false);
		}
		expect(isSurcharge(`+6 ${sign}`)).toBe(false);
	});

	it.each(['cm', 'oz', 'XL', 'pcs', 'x', 'in', 'krone', 'Flüsse'])('is not %s', (word) => {
		for (const written of [`24.90 ${word}`, `${word} 24,90`, `+24,90 ${word}`]) {
			expect(numberOfPrice(written)).toBeUndefined();
			expect(isPrice(written)).toBe(false);
			expect(isSurcharge(written)).toBe(false);
		}
	});

	it.each(['', 'kr', 'M', '40', '40-42', '2 x 3 kr', '$5.00 - $7.00'])(
		'is no price in %j',
		(written) => {
			expect(isPrice(written)).toBe(false);
			expect(isSurcharge(written)).toBe(false);
		},
	);
});
