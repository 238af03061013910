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
