import { describe, expect, it } from 'vitest';

import type { LineProperty } from '../../../../../nodes/PodFulfilment/order/shop/shopOrder.ts';
import { rowsForLine } from '../../../../../nodes/PodFulfilment/order/shop/lines/rowForLine.ts';
import { skuMappingOf } from '../../../../../nodes/PodFulfilment/order/shop/lines/skuMapping.ts';
import { allPropertiesIn } from '../../../../../nodes/PodFulfilment/order/shop/reading.ts';
import { itemLine } from './composeWith.ts';
import { expectPlainWords, refusedWith } from '../../../transport/wording.ts';

const FRONT = 'https://files.example.com/front.png';
const BACK = 'https://files.example.com/back.png';

const SIZES = [
	{ shopSku: 'TEE', sku: 'TEE-S', when: { Size: 'S' } },
	{ shopSku: 'TEE', sku: 'TEE-2XL', when: { Size: '2XL' } },
];

/** What rows of a SKU say of a line with these properties. */
const found = (
	rows: object[],
	properties: Record<string, unknown> | LineProperty[],
	variantTitle?: string,
) =>
	rowsForLine(
		'TEE',
		itemLine({
			properties: Array.isArray(properties) ? properties : allPropertiesIn(properties, []),
			...(variantTitle !== undefined && { variantTitle }),
		}),
		skuMappingOf({}, rows),
	)[0];

describe('The rows of one SKU that depend on a line', () => {
	it('the variant is that of the row whose conditions the line meets', () => {
		expect(found(SIZES, { Size: 'S' })?.sku).toBe('TEE-S');
		expect(found(SIZES, { Color: 'Navy', Size: '2XL' })?.sku).toBe('TEE-2XL');
	});

	it('a name that a line has twice may have either value', () => {
		const properties = ['XS', '2XL'].map((value) => ({ names: ['Size'], value }));
		expect(found(SIZES, properties)?.sku).toBe('TEE-2XL');
		expect(() => found(SIZES, [...properties, { names: ['size'], value: 'S' }])).toThrow(
			'different variants',
		);
	});

	const PRICED =
		'Left Chest <strong><span class="wpo-currency">+&#36;</span>1.00</strong> | Full Back <strong>+&#36;2.00</strong>';

	it.each([
		['all of them', 'Left Chest | Full Back', PRICED],
		['the last', 'Full Back', PRICED],
		['the first', 'left chest', 'Left Chest +$1.00 | Full Back +$2.00'],
		['one with a comma', 'Gift box', 'Rush (+3,00 €), Gift box (+2,50 €)'],
	])('a condition is met by %s of several choices with prices', (_, value, written) => {
		const rows = [{ shopSku: 'TEE', sku: 'TEE-S', when: { Print: value } }];
		expect(found(rows, { Print: written })?.sku).toBe('TEE-S');
	});

	it('the choices of a line are shown without tags and prices where no row is met', () => {
		const rows = [{ shopSku: 'TEE', sku: 'TEE-S', when: { Print: 'x' } }];
		expect(() => found(rows, { Print: PRICED })).toThrow('"Print" is "Left Chest | Full Back"');
	});

	it('all conditions of a row have to be met', () => {
		const rows = [
			{ shopSku: 'TEE', sku: 'RED-S', when: { Size: 'S', Color: 'Red' } },
			{ shopSku: 'TEE', sku: 'NAVY-S', when: { Size: 'S', Color: 'Navy' } },
		];
		expect(found(rows, { size: 's', COLOR: 'navy' })?.sku).toBe('NAVY-S');
		expect(() => found(rows, { Size: 'S' })).toThrow('meets the conditions of no row');
	});

	it.each<[string, LineProperty]>([
		['an attribute', { names: ['pa_size', 'Size'], value: '2xl' }],
		['an attribute by its key alone', { names: ['attribute_pa_size'], value: '2XL' }],
		['a value that the shop shows', { names: ['Size'], value: 'x-17', displayValue: '2XL' }],
		['a value with its price', { names: ['Size'], value: '2XL (+$2.00)' }],
		['a value with an amount', { names: ['Size'], value: '2XL&nbsp;&nbsp;+&pound;0.00' }],
		['a name with its price', { names: ['Size ($2.00)'], value: '2XL' }],
		['a key with spaces around', { names: [' pa_size '], value: '2XL' }],
		['a list of one', { names: ['Size'], value: ['2XL'] }],
		['a name in another spelling', { names: ['SIZE_'], value: ' 2xl ' }],
	])('a condition is met by %s', (_, property) => {
		expect(found(SIZES, [property])?.sku).toBe('TEE-2XL');
	});

	it.each([
		['words that the shop joins otherwise', 'Forest Green', 'forest-green'],
		['an entity of HTML', 'Black & White', 'Black &amp; White'],
		['the same choice at another price', 'Gloss (+$2.00)', 'Gloss (+$3.00)'],
		['a number', '11', 11],
		['several ticked boxes', 'Front, Back', ['Front', 'Back']],
		['a ticked box', 'true', true],
	])('a condition is met by %s', (_, value, given) => {
		expect(
			found([{ shopSku: 'TEE', sku: 'X', when: { Choice: value } }], { Choice: given })?.sku,
		).toBe('X');
	});

	it.each([
		['a sign more', 'M', 'M+'],
		['another number', '5.0', '50'],
		['more words', 'Black', 'Black melange'],
	])('a condition is not met by a value with %s', (_, value, given) => {
		const rows = [{ shopSku: 'TEE', sku: 'X', when: { Choice: value } }];
		expect(() => found(rows, { Choice: given })).toThrow('"Choice" is "' + given + '"');
	});

	it("Shopify's title of the variant meets a condition, as a whole and by each of its parts", () => {
		const row = (value: string) => ({ shopSku: 'TEE', sku: 'X', when: { 'Variant title': value } });
		for (const value of ['2XL / Navy', '2XL', 'navy']) {
			expect(found([row(value)], [], '2XL / Navy')?.sku).toBe('X');
		}
		expect(() => found([row('XL')], [], '2XL / Navy')).toThrow('is "2XL / Navy"');
	});

	it('rows that are met are put together, with a row without conditions', () => {
		const rows = [
			...SIZES,
			{ shopSku: 'TEE', files: { front: FRONT }, options: { gift_box: 'kraft' } },
			{ shopSku: 'TEE', files: { back: BACK }, when: { 'Print on': 'Back' } },
		];
		expect(found(rows, { Size: 'S', 'Print on': 'Back' })).toMatchObject({
			field: expect.stringMatching(/at \[2\] with .* at \[0\] with .* at \[3\]$/),
			sku: 'TEE-S',
			files: [
				{ placement: 'front', url: FRONT },
				{ placement: 'back', url: BACK },
			],
			options: [{ name: 'gift_box', value: 'kraft' }],
		});
		expect(found(rows, { Size: 'S', 'Print on': 'Front' })?.files).toHaveLength(1);
	});

	it('rows that agree may say the same twice', () => {
		const rows = [
			{ shopSku: 'TEE', sku: 'tee-s', files: { front: FRONT }, when: { Size: 'S' } },
			{ shopSku: 'TEE', sku: 'TEE-S', files: { Front: FRONT }, when: { Color: 'Navy' } },
		];
		const row = found(rows, { Size: 'S', Color: 'Navy' });
		expect(row?.sku).toBe('tee-s');
		expect(row?.files).toHaveLength(1);
	});

	it.each([{ sku: 'TEE-S' }, { variantId: 'v-1' }])(
		'the variant is that of the row that names one, whichever it is: %j',
		(named) => {
			const size = { shopSku: 'TEE', ...named, when: { Size: 'S' } };
			const side = { shopSku: 'TEE', files: { back: BACK }, when: { Side: 'Back' } };
			for (const rows of [
				[size, side],
				[side, size],
			]) {
				const { sku, variantId } = found(rows, { Size: 'S', Side: 'Back' }) ?? {};
				expect({ sku, variantId }).toEqual({ sku: undefined, variantId: undefined, ...named });
			}
		},
	);

	it('the first is used of two that say the same in other words, with the conditions of both', () => {
		const rows = [
			{ shopSku: 'TEE', variantId: 'v-1', options: { Box: 'Kraft' }, when: { Size: 'S' } },
			{ shopSku: 'TEE', options: { box: 'kraft' }, when: { Color: 'Navy' } },
		];
		expect(found(rows, { Size: 'S', Color: 'Navy' })).toMatchObject({
			variantId: 'v-1',
			options: [{ name: 'Box', value: 'Kraft' }],
			when: [
				{ name: 'Size', value: 'S' },
				{ name: 'Color', value: 'Navy' },
			],
		});
	});

	it.each([
		['variants', { sku: 'A' }, { sku: 'B' }, 'variants'],
		['IDs of variants', { variantId: '1' }, { variantId: '2' }, 'variants'],
		[
			'files',
			{ sku: 'A', files: { front: FRONT } },
			{ files: { Front: BACK } },
			'print files for one placement',
		],
		[
			'options',
			{ sku: 'A', options: { box: 'kraft' } },
			{ options: { Box: 'black' } },
			'values of one option',
		],
	])('two that name different %s stop the line, both named', (_, one, other, what) => {
		const rows = [
			{ shopSku: 'TEE', ...one, when: { Size: 'S' } },
			{ shopSku: 'TEE', ...other, when: { Color: 'Navy' } },
		];
		const refused = refusedWith(() => found(rows, { Size: 'S', Color: 'Navy' }));
		expect(refused.message).toBe(
			`Line 1 meets the conditions of SKU Mapping (JSON) at [0] and SKU Mapping (JSON) at [1], which name different ${what}`,
		);
		expectPlainWords(refused);
	});

	it('a file of a row without conditions is not replaced by another', () => {
		const rows = [
			{ shopSku: 'TEE', files: { front: FRONT } },
			{ shopSku: 'TEE', sku: 'TEE-S', files: { front: BACK }, when: { Size: 'S' } },
		];
		expect(() => found(rows, { Size: 'S' })).toThrow('different print files');
	});

	it('a line that meets no row is stopped, with the values that were seen', () => {
		const refused = refusedWith(() => found(SIZES, { Size: '3XL', Colour: 'Navy' }));
		expect(refused.message).toBe(
			'Line 1 meets the conditions of no row of SKU Mapping that says what to produce for SKU "TEE": "Size" is "3XL"',
		);
		expect(refused.description).toBe(
			'Add a row for it to SKU Mapping with these values under \'When\', or correct SKU Mapping (JSON) at [0], SKU Mapping (JSON) at [1]. The properties that it has are "Size", "Colour". Beside rows with conditions, the variant of one without any is not used.',
		);
		expectPlainWords(refused);
	});

	it('a line that meets no row is stopped, with all its values of a name and all names', () => {
		const rows = [
			{ shopSku: 'TEE', sku: 'RED-S', when: { Size: 'S', Color: 'Red' } },
			{ shopSku: 'TEE', sku: 'NAVY-S', when: { size: 'S', 'Print on': 'Back' } },
		];
		const sizes = ['XS', '3XL'].map((value) => ({ names: ['Size'], value }));
		const { message } = refusedWith(() =>
			found(rows, [...sizes, { names: ['Print on'], value: 'Front' }]),
		);
		expect(message).toMatch(
			/: "Size" is "XS" and "3XL", "Color" is missing, "Print on" is "Front"$/i,
		);
	});

	it('where a line lacks a property, those that it has are named', () => {
		const refused = refusedWith(() => found(SIZES, { Colour: 'Navy', 'Print on': 'Back' }));
		expect(refused.message).toContain('"Size" is missing');
		expect(refused.description).toContain('The properties that it has are "Colour", "Print on".');
	});

	it('the variant of a row without conditions is never used beside rows with them', () => {
		const rows = [{ shopSku: 'TEE', sku: 'TEE-M', printFileUrl: FRONT }, ...SIZES];
		expect(found(rows, { Size: 'S' })).toMatchObject({ sku: 'TEE-S', files: [{ url: FRONT }] });
		const refused = refusedWith(() => found(rows, { Size: 'L' }));
		expect(refused.message).toContain('"Size" is "L"');
		expect(refused.description).toContain(
			'or correct SKU Mapping (JSON) at [1], SKU Mapping (JSON) at [2].',
		);
		expect(refused.description).toContain(
			'Beside rows with conditions, the variant of one without any is not used.',
		);
	});

	it.each([{ sku: 'TEE-S' }, { variantId: 'v-1' }])(
		'a row about something else does not stand for the one that would name the variant: %j',
		(named) => {
			const rows = [
				{ shopSku: 'TEE', ...named, when: { Size: 'S' } },
				{ shopSku: 'TEE', files: { back: BACK }, when: { Side: 'Back' } },
			];
			expect(() => found(rows, { Size: 'L', Side: 'Back' })).toThrow(/"Size" is "L"$/);
		},
	);

	it('what is asked is what would name the variant, and all where no row names one', () => {
		const back = { shopSku: 'TEE', files: { back: BACK }, when: { Side: 'Back' } };
		const files = { shopSku: 'TEE', files: { front: FRONT } };
		const line = { Size: 'L', Side: 'Front' };
		const named = refusedWith(() => found([files, ...SIZES, back], line));
		expect(named.message).toMatch(/ for SKU "TEE": "Size" is "L"$/);
		expect(named.description).not.toContain('has no conditions');
		expect(refusedWith(() => found([back], line)).message).toMatch(/: "Side" is "Front"$/);
	});

	it('rows that name no variant leave that of the SKU', () => {
		const rows = [{ shopSku: 'TEE', files: { back: BACK }, when: { Side: 'Back' } }];
		const row = found(rows, { Side: 'Back' });
		expect(row).not.toHaveProperty('sku');
		expect(row?.files).toHaveLength(1);
	});

	it('a hundred rows and properties are named by the first of them', () => {
		const rows = Array.from({ length: 100 }, (_, index) => ({
			...{ shopSku: 'TEE', sku: `TEE-${index}` },
			when: { [`Property ${index}`]: 'x' },
		}));
		const { message, description } = refusedWith(() => found(rows, { Size: 'L' }));
		expect(`${message}${description}`.length).toBeLessThan(1_000);
	});
});
