import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { namedValuesIn } from '../../../../../nodes/PodFulfilment/order/shop/other/namedValues.ts';

const XL = { names: ['Size'], value: 'XL' };

describe('Names and values in a list of a line', () => {
	it.each<[shop: string, line: IDataObject]>([
		['Etsy', { variations: [{ property_id: 1, formatted_name: 'Size', formatted_value: 'XL' }] }],
		['Shopware', { payload: { options: [{ group: 'Size', option: 'XL' }] } }],
		[
			'Shopware, of the product',
			{ product: { options: [{ name: 'XL', group: { name: 'Size' } }] } },
		],
		[
			'Wix',
			{
				descriptionLines: [
					{ name: { original: 'Size' }, plainText: { original: 'XL' }, lineType: 'PLAIN_TEXT' },
				],
			},
		],
		[
			'Wix, of a color',
			{
				descriptionLines: [
					{ name: { original: 'Size' }, colorInfo: { original: 'XL', code: '#1' } },
				],
			},
		],
		['Squarespace', { variantOptions: [{ value: 'XL', optionName: 'Size' }] }],
		['Squarespace, of a form', { customizations: [{ label: 'Size', value: 'XL' }] }],
		['eBay', { variationAspects: [{ name: 'Size', value: 'XL' }] }],
		['WooCommerce, of a product', { attributes: [{ id: 0, name: 'Size', option: 'XL' }] }],
		['Medusa', { variant: { options: [{ value: 'XL', option: { title: 'Size' } }] } }],
		[
			'Saleor',
			{ variant: { attributes: [{ attribute: { name: 'Size' }, values: [{ name: 'XL' }] }] } },
		],
		['Magento, of GraphQL', { selected_options: [{ label: 'Size', value: 'XL' }] }],
		[
			'Magento, of a plug-in',
			{
				product_option: {
					extension_attributes: { custom_options: [{ title: 'Size', value: 'XL' }] },
				},
			},
		],
		['a form', { customFields: [{ question: 'Size', answer: 'XL' }] }],
	])('is read as the line of %s has it', (_, line) => {
		expect(namedValuesIn(line)).toEqual(['Saleor' === _ ? { ...XL, value: ['XL'] } : XL]);
	});

	it('is the value that the shop shows in place of an ID, by all of its names', () => {
		const option = {
			...{ id: 89, display_name: 'Size', display_value: 'XL', value: '197', name: 'Size1' },
			type: 'Multiple choice',
		};
		expect(namedValuesIn({ product_options: [option] })).toEqual([
			{ names: ['Size1', 'Size'], value: 'XL' },
		]);
	});

	it.each([
		['number', 42],
		['text', '42'],
	])('is a %s where the shop has nothing else for it', (_, value) => {
		expect(namedValuesIn({ options: [{ name: 'Shoe Size', value }] })).toEqual([
			{ names: ['Shoe Size'], value },
		]);
	});

	it.each(['option', 'attribute', 'property', 'field', 'variation'])(
		'is read where both are named after the %s, in any spelling',
		(word) => {
			const title = `${word[0]?.toUpperCase()}${word.slice(1)}`;
			for (const [name, value] of [
				[`${word}Name`, `${word}Value`],
				[`${word}_name`, `${word}_value`],
				[`${title} Name`, `${title} Value`],
			] as const) {
				expect(namedValuesIn({ chosen: [{ [name]: 'Size', [value]: 'XL' }] })).toEqual([XL]);
			}
		},
	);

	// Shops whose choices are in groups: GloriaFood has `group_name`, Shopware and Vendure `group`, Saleor `attribute`.
	it.each([
		['group_name', 'Size'],
		['groupName', 'Size'],
		['group', 'Size'],
		['group', { name: 'Size' }],
		['optionGroup', { name: 'Size' }],
		['attribute', 'Size'],
		['attribute', { name: 'Size', slug: 'size' }],
	])('is the group of a choice and its name: %s %j', (group, name) => {
		expect(
			namedValuesIn({ options: [{ id: 20_085, name: 'XL', price: 2, [group]: name }] }),
		).toEqual([XL]);
	});

	it('is both the value and what the shop shows in its place', () => {
		const entry = { key: 'pa_size', value: 'xl', display_key: 'Size', display_value: 'XL' };
		expect(namedValuesIn({ meta: [entry] })).toEqual([
			{ names: ['pa_size', 'Size'], value: 'xl', displayValue: 'XL' },
		]);
	});

	it.each<[IDataObject]>([
		[{ taxes: [{ title: 'VAT', rate: 0.19, price: '4.00' }] }],
		[{ images: [{ name: 'a.png', url: 'https://files.example.com/a.png' }] }],
		[{ options: [{ option_id: '252', option_value: '537' }] }],
		[{ options: [{ name: 'Size', value: null }] }],
		[{ options: [{ name: '', value: 'XL' }] }],
		[{ tags: ['Size', 'XL'] }],
		[{ a: { b: { c: { d: { e: [{ name: 'Size', value: 'XL' }] } } } } }],
		[
			{
				parts: [
					{
						...{ name: 'Size', value: 'XL' },
						...Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`f${index}`, 1])),
					},
				],
			},
		],
	])('is nothing in %j', (line) => {
		expect(namedValuesIn(line)).toEqual([]);
	});

	it('is read of the first 1,000 entries, and counted of the others', () => {
		const options = Array.from({ length: 1_001 }, () => ({ name: 'Size', value: 'XL' }));
		const read = namedValuesIn({ options, tags: [{ name: 'a' }] });
		expect(read).toHaveLength(1_002);
		expect(read.slice(999, 1_001)).toEqual([XL, { names: [], value: undefined }]);
	});
});
