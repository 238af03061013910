import { describe, expect, it } from 'vitest';

import { withAddOns } from '../../../../../../nodes/PodFulfilment/order/shop/sources/wooCommerce/addOns.ts';
import {
	wooCommerceLine,
	wooCommerceOrder,
} from '../../../../../support/shopOrders/wooCommerce.ts';
import { readWooCommerceOrder } from '../../../../../support/byLevel.ts';

/** What is added to a line with these fields of metadata. */
const addedTo = (metadata: Record<string, unknown>) => {
	const properties = Object.entries(metadata).map(([name, value]) => ({ names: [name], value }));
	const all = withAddOns(properties);
	expect(all.slice(0, properties.length)).toEqual(properties);
	return all.slice(properties.length);
};

const size = { names: ['Size'], value: 'XL' };

describe('What customers choose in forms of plug-ins', () => {
	it.each([
		[
			'TM Extra Product Options',
			{
				_tmcartepo_data: [
					{ mode: 'builder', name: 'Size', value: 'XL', price: 2, key: 'XL_0', section: 's1' },
				],
			},
			[size],
		],
		['WCPA', { _WCPA_order_meta_data: [{ label: 'Size', value: 'XL' }] }, [size]],
		[
			'WCPA with sections and fields',
			{
				_WCPA_order_meta_data: {
					s1: {
						extra: { name: 'Form' },
						fields: [
							[
								{ name: 'select_1', label: 'Size', value: [{ i: 0, label: 'XL', value: 'xl' }] },
								{
									...{ name: 'boxes', label: 'Print on' },
									value: [
										{ label: 'Front', value: 'f' },
										{ label: 'Back', value: 'b' },
									],
								},
								{ name: 'file', label: 'Print file', value: [{ url: 'https://a/x.png' }] },
							],
						],
					},
				},
			},
			[
				{ names: ['select_1', 'Size'], value: 'XL' },
				{ names: ['boxes', 'Print on'], value: ['Front', 'Back'] },
				{ names: ['file', 'Print file'], value: 'https://a/x.png' },
			],
		],
		[
			'Product Add-Ons',
			{ _pao_ids: [{ key: 'Size', value: 'XL', id: '1', raw_value: 'xl', raw_price: 2 }] },
			[size],
		],
		['YITH, older', { _ywapo_meta_data: [{ name: 'Size', value: 'XL', price: 0 }] }, [size]],
		[
			'YITH',
			{
				_ywapo_meta_data: [{ '4-0': { display_label: 'Size', display_value: 'XL', addon_id: 4 } }],
			},
			[size],
		],
		[
			'Advanced Product Fields',
			{ _wapf_meta: { a1: { id: 'a1', label: 'Size', value: 'XL', raw: 'xl' } } },
			[size],
		],
		[
			'several of one name',
			{
				_tmcartepo_data: [
					{ name: 'Print on', value: 'Front' },
					{ name: 'Print on', value: 'Back' },
				],
			},
			[
				{ names: ['Print on'], value: 'Front' },
				{ names: ['Print on'], value: 'Back' },
			],
		],
		[
			'a number',
			{ _tmcartepo_data: [{ name: 'Number', value: 7 }] },
			[{ names: ['Number'], value: 7 }],
		],
	])('is a property of the line: %s', (_, metadata, expected) => {
		expect(addedTo(metadata)).toEqual(expected);
	});

	it.each([
		['the line has it already', { Size: 'L', _pao_ids: [{ key: 'size', value: 'XL' }] }],
		[
			'the line has it with a price',
			{ 'Size (+$2.00)': 'XL', _pao_ids: [{ key: 'Size', value: 'XL' }] },
		],
		[
			'the line has it in HTML',
			{ 'Front &amp; Back': 'XL', _pao_ids: [{ key: 'Front & Back', value: 'XL' }] },
		],
		['it has no name', { _tmcartepo_data: [{ name: '', value: 'XL' }] }],
		['it has no value', { _tmcartepo_data: [{ name: 'Size', element: [{ type: 'select' }] }] }],
		['it is no list of objects', { _sizes: ['Size', 'XL'], Size: 'XL', count: 3, none: null }],
		['it is the list of a bundle', { _stamp: { 1: { product_id: 4, quantity: 2, title: 'Tee' } } }],
	])('adds nothing where %s', (_, metadata) => {
		expect(addedTo(metadata)).toEqual([]);
	});

	it('is not what could have been chosen', () => {
		const values = [
			{ label: 'Back', value: 'back' },
			{ label: 'Front', value: 'front' },
		];
		const field = { label: 'Print on', value: 'Front', form_data: { values } };
		expect(addedTo({ _WCPA_order_meta_data: [field] })).toHaveLength(1);
	});

	it('is looked for as deep as plug-ins nest it, and no deeper', () => {
		const nested = (depth: number) => {
			let value: unknown = { name: 'Size', value: 'XL' };
			for (let count = 0; count < depth; count += 1) value = [value];
			return addedTo({ _data: value });
		};
		expect(nested(7)).toEqual([size]);
		expect(nested(10_000)).toEqual([]);
	});

	it('is read in an order, within the number of properties that are read', () => {
		const choices = (count: number) =>
			Array.from({ length: count }, (_, index) => ({ name: `Field ${index}`, value: 'x' }));
		const lineWith = (count: number) =>
			readWooCommerceOrder(
				wooCommerceOrder([
					wooCommerceLine({ meta_data: [{ key: '_tmcartepo_data', value: choices(count) }] }),
				]),
				{ sendTestOrders: false },
			).lines[0];
		expect(lineWith(2)?.properties.map(({ names }) => names)).toEqual([
			['_tmcartepo_data'],
			['Field 0'],
			['Field 1'],
		]);
		expect(lineWith(300)).toMatchObject({
			doubt: expect.stringContaining('only the first 250 of its 301 properties are read'),
		});
		expect(lineWith(300)?.properties).toHaveLength(250);
	});
});
