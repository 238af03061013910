import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { CatalogVariant } from '../../../../../nodes/PodFulfilment/api/catalog/catalogVariant.ts';
import {
	Findings,
	problemsIn,
	problemTexts,
} from '../../../../../nodes/PodFulfilment/order/findings.ts';
import type { ItemLine } from '../../../../../nodes/PodFulfilment/order/shop/lines/itemLine.ts';
import type { MappedSku } from '../../../../../nodes/PodFulfilment/order/shop/lines/mappingRow.ts';
import { lineOptions } from '../../../../../nodes/PodFulfilment/order/shop/lines/options.ts';
import { skuMappingOf } from '../../../../../nodes/PodFulfilment/order/shop/lines/skuMapping.ts';
import { expectPlainWords, refusedWith } from '../../../transport/wording.ts';
import { itemLine, ourLine } from './composeWith.ts';

const dial = {
	id: 'dial_color',
	label: 'Dial colour',
	required: true,
	values: ['black', 'Dark blue'],
};
const strap = { id: 'strap', label: 'Strap', required: false, values: ['S', 'M', 'M+'] };

const variantWith = (...options: CatalogVariant['options']): CatalogVariant => ({
	name: 'Wall clock',
	itemName: 'Wall clock',
	inStock: true,
	placements: [],
	options,
});

const lineWith = (...properties: Array<[string, unknown]>) =>
	itemLine({ properties: properties.map(([name, value]) => ({ names: [name], value })) });

/** The options of a line for which no option is listed. */
const optionsOf = (
	line: ItemLine,
	row: MappedSku | undefined,
	variant: CatalogVariant | undefined,
) => lineOptions(ourLine({ line: { ...line, row }, variant }));

const rowWith = (options: object) =>
	skuMappingOf({}, [{ shopSku: 'CLOCK', options }]).rowsOf('CLOCK')[0];

describe('The options of a line', () => {
	it.each([
		['the label of the option', 'Dial colour', 'black', 'black'],
		['its ID', 'dial_color', 'black', 'black'],
		['its label in another spelling', 'DIAL-COLOUR', 'Black', 'black'],
		['the attribute of a variation', 'pa_dial-colour', 'dark-blue', 'Dark blue'],
	])('a property with %s as its name gives the value', (_, name, value, expected) => {
		expect(optionsOf(lineWith([name, value]), undefined, variantWith(dial, strap))).toEqual([
			{ id: 'dial_color', value: expected },
		]);
	});

	it.each([
		['the name', 'Dial colour (+3,00 €)', 'Black', undefined, 'black'],
		['the value', 'Dial colour', 'Dark Blue (+$5.00)', undefined, 'Dark blue'],
		['an amount', 'Dial colour', 'Black&nbsp;&nbsp;+&pound;0.00', undefined, 'black'],
		[
			'an amount in a tag',
			'Dial colour',
			'Dark blue&nbsp;+<span class="woocommerce-Price-amount"><span>&pound;</span>5.00</span>',
			undefined,
			'Dark blue',
		],
		['HTML in the value', 'Dial colour', 'Dark&nbsp;blue (+&#36;5.00)', undefined, 'Dark blue'],
		['the slug of an attribute', 'pa_dial-colour', '11-oz', '11 oz', '11 oz'],
		['a slug without signs', 'pa_dial-colour', 'schwarz-weiss', 'Schwarz/Weiß', 'Schwarz/Weiß'],
		['a slug of a counted name', 'pa_dial-colour', 'dark-blue-2', 'Dark blue', 'Dark blue'],
		['a slug beside a name in another language', 'pa_dial-colour', 'black', 'Schwarz', 'black'],
		['a number as the value', 'Dial colour', 17, 'Black', 'black'],
		['a value that is no text', 'Dial colour', { id: 1 }, 'Black', 'black'],
	])('%s does not hide the value of the catalog', (_, name, value, displayValue, expected) => {
		const properties = [{ names: [name], value, displayValue }];
		const values = [...dial.values, '11 oz', 'Schwarz/Weiß'];
		const line = { ...lineWith(), properties };
		expect(optionsOf(line, undefined, variantWith({ ...dial, values }))).toEqual([
			{ id: 'dial_color', value: expected },
		]);
	});

	it('a value whose brackets hold no price keeps them', () => {
		const values = ['M', 'M (40)', 'Voucher ($10)', 'Voucher ($20)'];
		const chosen = (value: string) =>
			optionsOf(lineWith(['Strap', value]), undefined, variantWith({ ...strap, values }));
		for (const value of values) expect(chosen(value)).toEqual([{ id: 'strap', value }]);
		expect(() => chosen('M (42)')).toThrow('is "M (42)", which the catalog does not list');
	});

	it('a value that is written as the catalog writes it is that one, beside others that read the same', () => {
		const values = ['Dark blue', 'dark-blue', 'DARK BLUE', 'Black'];
		const chosen = (value: string) =>
			optionsOf(lineWith(['Dial colour', value]), undefined, variantWith({ ...dial, values }));
		for (const value of values) expect(chosen(value)).toEqual([{ id: 'dial_color', value }]);
		expect(chosen('BLACK')).toEqual([{ id: 'dial_color', value: 'Black' }]);
		expect(() => chosen('dark blue')).toThrow('is "dark blue", which the catalog does not list');
	});

	it('the text of an option without a list has no price', () => {
		const free = { id: 'text', label: 'Engraving', required: true, values: [] };
		expect(
			optionsOf(lineWith(['Engraving ($5.00)', 'Ada ($5.00)']), undefined, variantWith(free)),
		).toEqual([{ id: 'text', value: 'Ada' }]);
		expect(() =>
			optionsOf(lineWith(['Engraving', '{{ $json.text }}']), undefined, variantWith(free)),
		).toThrow('Line 1 → Property "Engraving" holds an expression that was not evaluated');
	});

	it('a value and another that the shop shows in its place stop the line if the catalog lists both', () => {
		const properties = [{ names: ['Strap'], value: 'm', displayValue: 'S' }];
		const refused = refusedWith(() =>
			optionsOf({ ...lineWith(), properties }, undefined, variantWith(strap)),
		);
		expect(refused.message).toBe(
			'Line 1 → Property "Strap" is "m", but the shop shows "S", and the catalog lists both',
		);
		expectPlainWords(refused);
	});

	it('a missing option is refused with the properties that the line has', () => {
		const refused = refusedWith(() =>
			optionsOf(lineWith(['Size', 'M'], ['Color', 'black']), undefined, variantWith(dial)),
		);
		expect(refused.description).toBe(
			'Give the line a property named "Dial colour" in your shop, with one of "black", "Dark blue", or enter the options in SKU Mapping. The properties that it has are "Size", "Color".',
		);
		expectPlainWords(refused);
	});

	it('an option of a row is named by its ID or its label, and completed by those of the line', () => {
		const row = rowWith({ 'Dial colour': 'BLACK' });
		expect(optionsOf(lineWith(['strap', 'M+']), row, variantWith(dial, strap))).toEqual([
			{ id: 'dial_color', value: 'black' },
			{ id: 'strap', value: 'M+' },
		]);
	});

	it.each([
		[['pa_dial-colour', 'Strap'], 'dial_color'],
		[['Strap', 'pa_dial-colour'], 'strap'],
		[['Wrist', 'Strap'], 'strap'],
	])('of a property with the names %j the first that is an option counts', (names, id) => {
		const line = { ...lineWith(), properties: [{ names, value: 'M' }] };
		const free = [dial, strap].map((option) => ({ ...option, required: false, values: [] }));
		expect(optionsOf(line, undefined, variantWith(...free))).toEqual([{ id, value: 'M' }]);
		expect(optionsOf(line, undefined, variantWith(...free.reverse()))).toEqual([
			{ id, value: 'M' },
		]);
	});

	it('the same value twice is one option', () => {
		const line = lineWith(['dial_color', 'black'], ['Dial colour', 'Black']);
		expect(optionsOf(line, rowWith({ dial_color: 'black' }), variantWith(dial))).toHaveLength(1);
	});

	it('an option of the row is used as it is written when the catalog must not be read', () => {
		const line = lineWith(['Dial colour', 'black']);
		expect(optionsOf(line, rowWith({ dial: 'any' }), undefined)).toEqual([
			{ id: 'dial', value: 'any' },
		]);
		expect(optionsOf(line, undefined, undefined)).toEqual([]);
	});

	it('a property that is empty or about something else gives no option', () => {
		const line = lineWith(['Strap', ''], ['Strap', null], ['Gift wrap', 'yes'], ['', 'black']);
		expect(optionsOf(line, undefined, variantWith(strap, { ...strap, id: '', label: '' }))).toEqual(
			[],
		);
	});

	it.each([
		[
			'a value that the catalog does not list',
			lineWith(['Dial colour', 'green']),
			undefined,
			'Line 1 → Property "Dial colour" is "green", which the catalog does not list for option "dial_color" (Dial colour)',
			'Choose one of "black", "Dark blue".',
		],
		[
			'a value that differs in a sign',
			lineWith(['dial_color', 'black'], ['Strap', 'S+']),
			undefined,
			'Line 1 → Property "Strap" is "S+", which',
			'Choose one of "S", "M", "M+".',
		],
		[
			'an option of the row that the variant does not have',
			lineWith(['dial_color', 'black']),
			rowWith({ colour: 'black' }),
			'SKU Mapping (JSON) at [0] → options.colour → Option is "colour", which variant "Wall clock" does not have',
			'Choose one of "dial_color", "strap".',
		],
		[
			'a value of the row that differs from that of the line',
			lineWith(['Dial colour', 'black']),
			rowWith({ dial_color: 'dark blue' }),
			'Line 1 → Property "Dial colour" is "black", but SKU Mapping (JSON) at [0] → options.dial_color is "Dark blue"',
			'Correct one of the two: both are about the option "dial_color".',
		],
		[
			'two properties for one option with two values',
			lineWith(['pa_dial-colour', 'black'], ['Dial colour', 'dark blue']),
			undefined,
			'Line 1 → Property "Dial colour" is "Dark blue", but Line 1 → Property "pa_dial-colour" is "black"',
			'Correct one of the two: both are about the option "dial_color".',
		],
		[
			'a required option without a value',
			lineWith(),
			undefined,
			'Line 1 → Product Options lacks "dial_color" (Dial colour), which variant "Wall clock" requires',
			'Give the line a property named "Dial colour" in your shop, with one of "black", "Dark blue", or enter the options in SKU Mapping.',
		],
	])('a line is refused with %s', (_, line, row, message, advice) => {
		const refused = refusedWith(() => optionsOf(line, row, variantWith(dial, strap)));
		expect(refused.message).toContain(message);
		expect(refused.description).toBe(advice);
		expectPlainWords(refused);
	});

	it('all required options that are missing are named at once, with the values to choose from', () => {
		const free = { id: 'text', label: 'Engraving', required: true, values: [] };
		const { check, list: found } = new Findings();
		lineOptions(ourLine({ line: lineWith(), variant: variantWith(dial, free) }), check);
		const advice = (named: string) =>
			`Give the line a property named ${named}, or enter the options in SKU Mapping.`;
		expect(problemTexts(problemsIn(found))).toEqual([
			`Line 1 → Product Options lacks "dial_color" (Dial colour), which variant "Wall clock" requires. ${advice('"Dial colour" in your shop, with one of "black", "Dark blue"')}`,
			`Line 1 → Product Options lacks "text" (Engraving), which variant "Wall clock" requires. ${advice('"Engraving" in your shop')}`,
		]);
	});

	it('an option that the variant does not offer is refused for a variant without options', () => {
		expect(
			refusedWith(() => optionsOf(lineWith(), rowWith({ dial: 'x' }), variantWith())).description,
		).toBe('Remove the option: this variant has none.');
	});

	it('whatever the line says, a value is one of the catalog that reads the same, or refused', () => {
		const value = fc.string({
			unit: fc.constantFrom('M', 'm', '+', '-', ' ', 'S', '/'),
			maxLength: 4,
		});
		fc.assert(
			fc.property(fc.uniqueArray(value, { minLength: 1, maxLength: 6 }), value, (values, given) => {
				fc.pre(given.trim() !== '');
				const variant = variantWith({ ...strap, values });
				let options;
				try {
					options = optionsOf(lineWith(['Strap', given]), undefined, variant);
				} catch {
					expect(values).not.toContain(given.trim());
					return;
				}
				const [{ value: chosen = '' } = {}] = options;
				expect(values).toContain(chosen);
				const signs = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, '');
				expect(signs(chosen)).toBe(signs(given));
			}),
		);
	});
});
