import { describe, expect, it } from 'vitest';

import {
	catalogWords,
	distinguishingWords,
} from '../../../../../nodes/PodFulfilment/order/shop/lines/catalogWords.ts';

describe('Words of a SKU, a name or a value', () => {
	it.each([
		['Heather Navy', 'heather navy'],
		['TEE_NAVY-M', 'tee navy m'],
		['Ｎａｖｙ', 'navy'],
		['Men’s Tee', 'men’s tee'],
		['Front + back', 'front back'],
		['Black+White', 'black white'],
		['A3+', 'a3+'],
		['M+ (loose)', 'm+ loose'],
		['नीला', 'नीला'],
		['', ''],
		['–', ''],
	])('%j has the words %j', (text, words) => {
		expect(catalogWords(text).join(' ')).toBe(words);
	});

	it.each([
		['S', 'small', 'Small', 's'],
		['M', 'medium', 'MEDIUM'],
		['XS', 'Extra Small', 'x-small', 'xsmall', 'extra-small'],
		['XL', 'Extra Large', 'X-Large', 'xlarge', 'ExtraLarge', 'x large'],
		['2XL', 'XXL', '2X', 'XX', 'XX-Large', 'xxlarge', '2X-Large', '2xlarge', 'Extra Extra Large'],
		['3XL', 'XXXL', '3X', '3X Large', 'XXX Large', '2X Extra Large'],
		['2XS', 'XXS', 'XX-Small', 'Extra extra small'],
		['11oz', '11 oz', '11-OZ', '11 Oz.'],
		['50x70', '50 x 70', '50×70', '50 X 70', '50" x 70"', '50” × 70”'],
		['30x40x2 cm', '30 x 40 x 2cm'],
	])('%j is also written %j', (one, ...others) => {
		for (const other of others) expect(catalogWords(other), other).toEqual(catalogWords(one));
	});

	it.each([
		['XL', 'L'],
		['X', 'XL'],
		['Largest', 'L'],
		['Smallville', 'S'],
		['Men’s', 'S'],
		['A3', 'A4'],
		['A3', 'A3+'],
		['12x16', '16x12'],
		['50x70', '5070'],
		['Maxxl', '2XL'],
		['XXLp', '2XL'],
	])('%j is not %j', (one, other) => {
		expect(catalogWords(one)).not.toEqual(catalogWords(other));
	});

	it.each([301, 64_000])('a text of %i characters is no word of any variant', (length) => {
		const text = '\u{FDFA}'.repeat(length);
		expect(catalogWords(text)).toEqual([text]);
	});

	it.each(['', ' ', '–', '+'])('%j has none', (text) => {
		expect(catalogWords(text)).toEqual([]);
	});

	it('reads a text of 300 characters', () => {
		expect(catalogWords('M '.repeat(150))).toHaveLength(150);
	});
});

describe('Words by which the variants of a product differ', () => {
	const wordsOf = (...variants: Array<[sku: string, name: string]>) => {
		const { all, each } = distinguishingWords(variants.map(([sku, name]) => ({ sku, name })));
		return {
			all: [...all].sort().join(' '),
			each: each.map((words) => [...words].sort().join(' ')),
		};
	};

	it('are those that some have and others have not, in SKU or name', () => {
		expect(
			wordsOf(
				['MUG-11', 'Mug, 11 oz white'],
				['MUG-15', 'Mug, 15 oz white'],
				['MUG-15-B', 'Mug, 15 oz black'],
			),
		).toEqual({
			all: '11 15 b black white',
			each: ['11 white', '15 white', '15 b black'],
		});
	});

	it('are all sizes in letters, where one variant has one', () => {
		const { all, each } = wordsOf(['TEE-M', 'Tee']);
		expect(all.split(' ')).toEqual(
			expect.arrayContaining(['2xs', 'xs', 's', 'm', 'l', 'xl', '2xl', '3xl', '4xl', '5xl', '6xl']),
		);
		expect(each).toEqual(['m']);
	});

	it('are none of a product with one variant', () => {
		expect(wordsOf(['MUG-11', 'Mug, 11 oz'])).toEqual({ all: '', each: [''] });
	});

	it('come with all words, also those that tell none apart', () => {
		const siblings = ['11', '15'].map((size) => ({ sku: `MUG-${size}`, name: `Mug, ${size} oz` }));
		expect([...distinguishingWords(siblings).known]).toEqual(['mug', '11', 'oz', '15']);
	});

	it('are none of no variants', () => {
		expect(wordsOf()).toEqual({ all: '', each: [] });
	});

	it('count one that a variant has twice once', () => {
		expect(wordsOf(['NAVY', 'Navy tee'], ['BLACK', 'Black tee']).all).toBe('black navy');
	});

	it('may be those of objects', () => {
		expect(wordsOf(['__proto__', 'constructor'], ['toString', 'a'])).toEqual({
			all: 'a constructor proto tostring',
			each: ['constructor proto', 'a tostring'],
		});
	});
});
