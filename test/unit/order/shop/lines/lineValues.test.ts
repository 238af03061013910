import { describe, expect, it } from 'vitest';

import {
	lineValuesOf,
	VARIANT_TITLE,
} from '../../../../../nodes/PodFulfilment/order/shop/lines/lineValues.ts';

/** The texts of each choice that a property of these names is read as. */
const textsOf = (names: string[], value: unknown, displayValue?: unknown) =>
	lineValuesOf({ properties: [{ names, value, displayValue }] }).map(({ texts }) => texts);

describe('A property of a line', () => {
	it.each([
		['Size', 'XL', ['XL']],
		['Color', 'Navy / White', ['Navy / White']],
		['Personalised', true, ['true']],
		['Quantity on back', 2, ['2']],
		['Print on', ['Front', null, {}, ' ', 'Back'], ['Front, Back']],
		['Engraving', 'x'.repeat(1_000), ['x'.repeat(1_000)]],
		['Engraving', ['x'.repeat(498), 'y'.repeat(500)], [`${'x'.repeat(498)}, ${'y'.repeat(500)}`]],
	])('says what was chosen: %s: %j', (name, value, texts) => {
		expect(textsOf([name], value)).toEqual([texts]);
	});

	it.each([...[undefined, null, '', ' \n ', {}, [], [null, ' '], Number.NaN]])(
		'is no choice with the value %j',
		(value) => {
			expect(textsOf(['Engraving'], value)).toEqual([]);
		},
	);

	it.each([['x'.repeat(64_000)], [['x'.repeat(999), 'y'.repeat(64_000)]]])(
		'says the first 1,000 characters of a long text',
		(value) => {
			expect(textsOf(['Engraving'], value)).toEqual([[[value].flat().join(', ').slice(0, 1_000)]]);
		},
	);

	it.each([[[]], [['']], [[' ']], [['—']], [['', '…']]])(
		'says what was chosen under a name without letters and digits, too: %j',
		(names) => {
			expect(textsOf(names, 'Back')).toEqual([['Back']]);
		},
	);

	it('is found by those of its names that can be compared', () => {
		expect(lineValuesOf({ properties: [{ names: ['—', 'Size'], value: 'XL' }] })).toEqual([
			{ name: 'Size', names: ['—', 'Size'], keys: ['size'], texts: ['XL'] },
		]);
	});

	it('says what the shop shows for it, too', () => {
		expect(textsOf(['pa_color'], 'navy-blue', 'Navy Blue')).toEqual([['navy-blue', 'Navy Blue']]);
	});

	it.each([
		['Left (+$1.00), Right (+$1.00)', ['Left, Right', 'Left', 'Right']],
		['Left +$1.00 | Right', ['Left | Right', 'Left', 'Right']],
		['Left|Right +$1.00|Back', ['Left|Right|Back', 'Left', 'Right', 'Back']],
		// It may be one choice whose name has a comma.
		['Navy, White (+$2.00)', ['Navy, White']],
		['Navy | White +£2.00', ['Navy | White']],
		['Navy, White', ['Navy, White']],
	])('says each of several choices if prices stand between them: %s', (value, texts) => {
		expect(textsOf(['Print'], value)).toEqual([texts]);
	});

	it('says each part of the title of a variant', () => {
		expect(textsOf([VARIANT_TITLE], 'Navy / XL')).toEqual([['Navy / XL', 'Navy', 'XL']]);
	});
});

describe('A field with all choices of a line', () => {
	/** What a line says besides the field itself. */
	const choicesIn = (names: string[], value: unknown) =>
		lineValuesOf({ properties: [{ names, value }] })
			.filter((entry) => entry.names !== names)
			.map(({ name, texts }) => [name, ...texts]);

	const BOTH = [
		['Size', 'XL'],
		['Colour', 'Black'],
	];

	it.each<[string, unknown]>([
		['in brackets', '[Size:XL,Colour:Black]'],
		['with spaces', ' Size : XL , Colour : Black '],
		['between slashes', 'Size: XL / Colour: Black'],
		['on lines', 'Size: XL\nColour: Black'],
		['beside words', 'Unisex; Size: XL; Colour: Black; gift'],
		['beside empty ones', 'Size: XL | Colour: Black | Note: | : x'],
		['in a list', BOTH.map(([name, value]) => ({ name, value }))],
		['in a list under other names', BOTH.map(([optionName, value]) => ({ optionName, value }))],
		['in a list with labels', BOTH.map(([label, value]) => ({ label, value }))],
		[
			'in a list with other things',
			[
				null,
				'Unisex',
				['x'],
				{ value: 'x' },
				...BOTH.map(([option, value]) => ({ option, value })),
			],
		],
	])('says each of them: %s', (_, value) => {
		for (const name of ['Variation Details', 'item_options', 'Attributes', 'variant']) {
			expect(choicesIn([name], value)).toEqual(BOTH);
		}
	});

	it('may say so in one of its names', () => {
		expect(choicesIn(['_vd', 'Variation Details'], 'Size: XL')).toEqual([['Size', 'XL']]);
		expect(choicesIn(['variation', 'Chosen'], 'Size: XL')).toEqual([['Size', 'XL']]);
	});

	it.each([undefined, null, 7, true, '', {}, [], 'Unisex', ['Unisex']])(
		'says nothing else with %j',
		(value) => {
			expect(choicesIn(['Options'], value)).toEqual([]);
		},
	);

	it.each([
		'https://files.example.com/a.png',
		'see https://files.example.com/a.png',
		's3://bucket/a.png',
		'[https://files.example.com/a.png]',
	])('has none whose name is the beginning of an address: %s', (address) => {
		expect(choicesIn(['Options'], address)).toEqual([]);
		expect(choicesIn(['Options'], `${address} , Size: XL`)).toEqual([['Size', 'XL']]);
	});

	it('may be an address itself', () => {
		expect(choicesIn(['Options'], 'Size: XL, Link: https://example.com/a')).toEqual([
			['Size', 'XL'],
			['Link', 'https://example.com/a'],
		]);
	});

	it('says a value with a colon whole', () => {
		expect(choicesIn(['Options'], 'Time: 10:30, Link: a:b:c')).toEqual([
			['Time', '10:30'],
			['Link', 'a:b:c'],
		]);
	});

	it('says few choices, however many a customer makes of them', () => {
		const texts = 'a:b,'.repeat(250);
		const list = Array.from({ length: 10_000 }, (_, index) => ({ name: 'a', value: index }));
		for (const value of [texts, list]) {
			expect(choicesIn(['Options'], value).length).toBeLessThan(100);
		}
	});
});
