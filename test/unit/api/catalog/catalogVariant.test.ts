import { describe, expect, it } from 'vitest';

import {
	catalogVariantOf,
	simplifyVariant,
	skuOf,
} from '../../../../nodes/PodFulfilment/api/catalog/catalogVariant.ts';

describe('simplifyVariant (section 2)', () => {
	const variant = {
		'@context': '/api/contexts/CatalogProductVariant',
		'@id': '/api/catalog-product-variants/v1',
		'@type': 'CatalogProductVariant',
		id: 'v1',
		sku: 'CLK-30',
		name: 'Wall clock',
		image: 'https://files.example.com/clock.png',
		inStock: false,
		placements: [
			{
				type: 'main',
				required: true,
				technique: 'direct_print',
				techniques: ['direct_print'],
				area: { width: 3000, height: 2400, section: { top: 0, right: 0, bottom: 0, left: 0 } },
				visibleArea: { top: 0, left: 0, width: 3000, height: 2400 },
			},
		],
		options: [
			{
				id: 'dial_color',
				type: 'string',
				label: 'Dial colour',
				required: true,
				values: [{ value: 'black', image: { url: 'https://files.example.com/b.png', alt: '' } }],
			},
		],
	};

	it('a simplified variant has what is needed to order it, in at most ten fields', () => {
		const simplified = simplifyVariant(variant);
		expect(simplified).toEqual({
			id: 'v1',
			sku: 'CLK-30',
			name: 'Wall clock',
			image: 'https://files.example.com/clock.png',
			inStock: false,
			placements: [
				{
					type: 'main',
					required: true,
					technique: 'direct_print',
					techniques: ['direct_print'],
					area: { width: 3000, height: 2400 },
				},
			],
			options: [{ id: 'dial_color', label: 'Dial colour', required: true, values: ['black'] }],
		});
		expect(Object.keys(simplified).length).toBeLessThanOrEqual(10);
	});
});

describe('The area of a placement in the catalog', () => {
	const areaOf = (area: unknown) =>
		catalogVariantOf({ placements: [{ type: 'main', area }] } as never).placements[0]?.area;

	it.each([
		[{ width: 3000, height: 2400 }],
		[{ width: '3000', height: '2400' }],
		[{ width: ' 3000.0 ', height: 2400 }],
	])(
		'the area of a placement is read from numbers, also from those written as text: %j',
		(area) => {
			expect(areaOf(area)).toEqual({ width: 3000, height: 2400 });
		},
	);

	it.each([
		[{ width: 3000 }],
		[{ width: '', height: '2400' }],
		[{ width: '30cm', height: '2400' }],
		[{ width: true, height: 2400 }],
		['3000x2400'],
		[null],
	])('the area of a placement is unknown when it is %j', (area) => {
		expect(areaOf(area)).toBeUndefined();
	});
});

describe('The values of a catalog variant', () => {
	it.each([
		[' TEE ', 'TEE'],
		[1001, '1001'],
		[0, '0'],
		['', ''],
		[null, ''],
		[undefined, ''],
		[true, ''],
		[{}, ''],
	])('the SKU %j is read as %j', (sku, expected) => {
		expect(skuOf({ sku } as never)).toBe(expected);
		expect(catalogVariantOf({ sku } as never).sku).toBe(expected === '' ? undefined : expected);
		if (expected === '') expect(catalogVariantOf({ sku } as never)).not.toHaveProperty('sku');
	});

	it.each([
		[true, true],
		[undefined, true],
		[null, true],
		['false', true],
		[false, false],
	])('the stock value %j means that it is in stock: %s', (inStock, expected) => {
		expect(catalogVariantOf({ inStock } as never).inStock).toBe(expected);
	});

	it('a placement without a type, or with values of another kind, has none of them', () => {
		expect(
			catalogVariantOf({
				placements: [
					{ required: 'yes', technique: '', techniques: 'dtg' },
					{ type: 7, required: true, technique: 7, techniques: ['dtg', '', 8, 'dtg', 'print'] },
					{ type: 'front', technique: 'print', techniques: ['dtg', 'print'] },
				],
			}).placements,
		).toEqual([
			{ type: '', required: false, techniques: [] },
			{ type: '7', required: true, techniques: ['dtg', 'print'] },
			{
				type: 'front',
				required: false,
				technique: 'print',
				techniques: ['print', 'dtg'],
			},
		]);
	});

	it('an option is labelled by its ID if it has no label, and has only values that are texts', () => {
		expect(
			catalogVariantOf({
				options: [
					{},
					{ id: 'size', values: [{ value: 'M' }, { value: '' }, { value: 7 }, 'L', null] },
					{ id: 'size', label: 'Size', required: true, values: 'M' },
					{ id: 'size', label: 'Size', required: 1 },
				],
			}).options,
		).toEqual([
			{ id: '', label: '', required: false, values: [] },
			{ id: 'size', label: 'size', required: false, values: ['M'] },
			{ id: 'size', label: 'Size', required: true, values: [] },
			{ id: 'size', label: 'Size', required: false, values: [] },
		]);
	});

	it('a name that is no text is empty', () => {
		expect(catalogVariantOf({ name: 7 }).name).toBe('');
	});
});
