import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { listEntriesOf } from '../../../../../nodes/PodFulfilment/order/shop/other/lineProperties.ts';

const XL = { names: ['Size'], value: 'XL' };

const valuesIn = (line: IDataObject) => [...listEntriesOf(line).entries.values()].flat();

/** The texts of entries that are no names with values, each under the name of its list. */
const textsOf = (list: string, ...texts: unknown[]) =>
	texts.map((value) => ({ names: [list], value }));

describe('Names and values in a list of a line', () => {
	it.each<[form: string, line: IDataObject]>([
		['a name', { attributes: [{ id: 0, name: 'Size', value: 'XL' }] }],
		['a key', { meta: [{ key: 'Size', value: 'XL' }] }],
		['a label', { selected_options: [{ label: 'Size', value: 'XL' }] }],
		['other capitals', { options: [{ Name: 'Size', Value: 'XL' }] }],
		['a word before both', { variations: [{ formatted_name: 'Size', formatted_value: 'XL' }] }],
		['a word before the name', { variantOptions: [{ value: 'XL', optionName: 'Size' }] }],
		['what is shown alone', { options: [{ displayName: 'Size', display_value: 'XL' }] }],
		[
			'a value that is shown alone',
			{ options: [{ name: 'Size', value: null, displayValue: 'XL' }] },
		],
		[
			'a title, in a list of an object',
			{
				product_option: {
					extension_attributes: { custom_options: [{ title: 'Size', value: 'XL' }] },
				},
			},
		],
	])('are read by %s', (_, line) => {
		expect(valuesIn(line)).toEqual([XL]);
	});

	it('is the value that the shop shows in place of an ID, by all of its names', () => {
		const option = {
			...{ id: 89, display_name: 'Size', display_value: 'XL', value: '197', name: 'Size1' },
			type: 'Multiple choice',
		};
		expect(valuesIn({ product_options: [option] })).toEqual([
			{ names: ['Size1', 'Size'], value: 'XL' },
		]);
	});

	it.each([
		['number', 42],
		['text', '42'],
	])('is a %s where the shop has nothing else for it', (_, value) => {
		expect(valuesIn({ options: [{ name: 'Shoe Size', value }] })).toEqual([
			{ names: ['Shoe Size'], value },
		]);
	});

	it('is both the value and what the shop shows in its place', () => {
		const entry = { key: 'pa_size', value: 'xl', display_key: 'Size', display_value: 'XL' };
		expect(valuesIn({ meta: [entry] })).toEqual([
			{ names: ['pa_size', 'Size'], value: 'xl', displayValue: 'XL' },
		]);
	});

	it.each<[IDataObject]>([
		[{ options: [{ name: 'Size', value: null }] }],
		[{ options: [{ name: 'Size', value: '', display_value: ' ' }] }],
		[{ tags: ['Size', 'XL'] }],
		[{ a: { b: { c: { d: { e: [{ name: 'Size', value: 'XL' }] } } } } }],
	])('is nothing in %j', (line) => {
		expect(valuesIn(line)).toEqual([]);
	});

	it('is read of the first 1,000 entries, and counted of the others', () => {
		const options = Array.from({ length: 1_001 }, () => ({ name: 'Size', value: 'XL' }));
		const { entries, unread } = listEntriesOf({ options, tags: [{ name: 'a' }] });
		expect({ read: entries.size, unread }).toEqual({ read: 1_000, unread: 2 });
	});
});

describe('Entries of another form in a list of a line', () => {
	it.each<[shop: string, line: IDataObject, ...texts: unknown[]]>([
		[
			'a value of something else',
			{ chosen: [{ name: 'Size', choice: 'XL', tax_value: 3 }] },
			...['Size', 'XL', 3],
		],
		['a name without a value', { chosen: [{ title: 'VAT', rate: 0.19 }] }, 'VAT', 0.19],
		['an ID beside a text', { chosen: [{ id: 7, option: 'XL' }] }, 7, 'XL'],
		[
			'three texts',
			{ chosen: [{ size: 'XL', colour: 'Navy', cut: 'Slim' }] },
			'XL',
			'Navy',
			'Slim',
		],
		['a value without a name', { chosen: [{ name: '', value: 'XL' }] }, 'XL'],
		['a value of another kind', { chosen: [{ name: 'Size', value: { id: 1 } }] }, 'Size', 1],
		['a list as value', { chosen: [{ name: 'Size', value: [{ id: 1 }] }] }, 'Size', 1],
		[
			'a file',
			{ chosen: [{ name: 'a', url: 'https://files.example.com/a' }] },
			'a',
			'https://files.example.com/a',
		],
		[
			'a picture beside it',
			{ chosen: [{ name: 'a', preview_url: 'https://files.example.com/a' }] },
			'a',
		],
		['a picture', { chosen: [{ type: 'preview', url: 'https://files.example.com/a' }] }],
	])('are texts under the name of the list: %s', (_, line, ...texts) => {
		expect(valuesIn(line)).toEqual(textsOf('chosen', ...texts));
	});

	it('are texts under the path of the list in objects', () => {
		expect(valuesIn({ payload: { options: [{ id: 5, option: 'XL' }] } })).toEqual(
			textsOf('payload.options', 5, 'XL'),
		);
	});
});

describe('An entry of two texts', () => {
	it.each<[form: string, entry: IDataObject, name: string, value: string]>([
		['a form', { question: 'Name', answer: 'Ada' }, 'Name', 'Ada'],
		['Shopware', { group: 'Size', option: 'XL' }, 'Size', 'XL'],
		['Shopware, with both in objects', { name: 'XL', group: { name: 'Size' } }, 'XL', 'Size'],
		['Medusa', { value: 'XL', option: { title: 'Size' } }, 'XL', 'Size'],
		['Saleor', { attribute: { name: 'Size' }, values: [{ name: 'XL' }] }, 'Size', 'XL'],
		['other keys, and a flag', { a: 'Size', b: 'XL', isShown: true, c: null }, 'Size', 'XL'],
	])('is one name and its value, and the value may be in front: %s', (_, entry, name, value) => {
		expect(valuesIn({ payload: { options: [entry] } })).toEqual([
			{ names: [name], value, isPair: true },
			{ names: [value], value: name, isField: true },
		]);
	});
});

describe('An entry with many fields', () => {
	it('may have more fields than a name and its value', () => {
		const fields = Object.fromEntries(
			Array.from({ length: 40 }, (_, index) => [`f${index}`, true]),
		);
		expect(valuesIn({ parts: [{ name: 'Size', value: 'XL', ...fields }] })).toEqual([
			{ names: ['Size'], value: 'XL', isPair: true },
			{ names: ['XL'], value: 'Size', isField: true },
		]);
	});
});
