/** Options that the variant does not require, and lines of one SKU that meet rows of SKU Mapping. */
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { LineSettings } from '../../../../../nodes/PodFulfilment/order/shop/lines/itemLine.ts';
import type { ShopLine } from '../../../../../nodes/PodFulfilment/order/shop/shopOrder.ts';
import { allPropertiesIn } from '../../../../../nodes/PodFulfilment/order/shop/reading.ts';
import { CatalogService, product, variant } from '../../../api/catalog/catalogService.ts';
import { composeWith } from './composeWith.ts';

const FRONT = 'https://files.example.com/front.png';
const BACK = 'https://files.example.com/back.png';

const tee = (id: string, sku: string, name = `Product p1, ${sku}`): IDataObject => ({
	...variant(id, sku, name),
	placements: [
		{ type: 'front', required: true },
		{ type: 'back', required: false },
	],
	options: [
		{ id: 'gift_box', label: 'Gift box', required: false, values: [{ value: 'premium wood' }] },
		{ id: 'lettering', label: 'Lettering', required: false, values: [{ value: 'back' }] },
	],
});

const service = () =>
	new CatalogService([
		product('p1', tee('v-m', 'TEE-M'), tee('v-2xl', 'TEE-2XL'), tee('v-plain', 'TEE'), {
			...variant('v-clock', 'CLOCK'),
			options: [
				{ id: 'dial_color', label: 'Dial colour', required: true, values: [{ value: 'black' }] },
			],
		}),
	]);

/** A line with a print file and these properties. */
const lineOf = (
	properties: Record<string, unknown>,
	changes: Partial<ShopLine> = {},
): ShopLine => ({
	label: 'Line 1',
	sku: 'TEE-M',
	quantity: 1,
	properties: allPropertiesIn({ 'Print file': FRONT, ...properties }, []),
	...changes,
});

const compose = async (
	lines: ShopLine[],
	rows: object[] = [],
	settings: Partial<LineSettings> = {},
) => await composeWith(service(), lines, settings, rows);

describe('An option that the variant does not require', () => {
	const gift = lineOf({ 'ｇift BOX': 'Premium_Wood' });

	it('is set and to be reviewed where a property names it', async () => {
		const { items, toReview } = await compose([gift]);
		expect(items[0]?.options).toEqual([{ id: 'gift_box', value: 'premium wood' }]);
		expect(toReview).toEqual([
			'Line 1: its property "ｇift BOX" sets the option "gift_box" (Gift box), which variant "Product p1, TEE-M" does not require: check that it is wanted and paid for, or list it in the option Options From Properties',
		]);
	});

	it.each(['gift_box', 'Gift Box', 'GIFT-BOX'])(
		'needs no review where %s is listed',
		async (name) => {
			expect((await compose([gift], [], { options: ['strap', name] })).toReview).toEqual([]);
		},
	);

	it.each([
		['alone', lineOf({})],
		['beside the property', gift],
	])('needs no review where a row of SKU Mapping names it, %s', async (_, line) => {
		const rows = [{ shopSku: 'TEE-M', options: { gift_box: 'premium wood' } }];
		const { items, toReview } = await compose([line], rows);
		expect(items[0]?.options).toHaveLength(1);
		expect(toReview).toEqual([]);
	});

	it('that it does require needs no review', async () => {
		const line = lineOf({ 'Dial colour': 'Black' }, { sku: 'CLOCK' });
		const { items, toReview } = await compose([line]);
		expect(items[0]?.options).toEqual([{ id: 'dial_color', value: 'black' }]);
		expect(toReview).toEqual([]);
	});

	it('needs no review on a line that left and cannot be composed any more', async () => {
		const gone = lineOf({ 'Gift box': 'premium wood', Lettering: 'front' }, { fulfilled: 1 });
		const { items, toReview, problems } = await compose([gone, lineOf({}, { label: 'Line 2' })]);
		expect(items).toHaveLength(1);
		expect({ toReview, problems }).toEqual({ toReview: [], problems: [] });
	});

	it('of several each is named', async () => {
		const line = lineOf({ 'Gift box': 'premium wood', Lettering: 'back' });
		expect((await compose([line], [], { options: ['Lettering'] })).toReview).toEqual([
			expect.stringContaining('"gift_box"'),
		]);
		expect((await compose([line])).toReview).toHaveLength(2);
	});
});

describe('Lines of one SKU that meet rows of SKU Mapping', () => {
	const rows = [
		{ shopSku: 'SHIRT', sku: 'TEE-M', when: { Size: 'M' } },
		{ shopSku: 'SHIRT', sku: 'TEE-2XL', when: { Size: '2XL' } },
		{ shopSku: 'SHIRT', files: { front: FRONT } },
		{ shopSku: 'SHIRT', files: { back: BACK }, when: { Side: 'Front & back' } },
	];
	const shirt = (id: string, properties: Record<string, unknown>): ShopLine => ({
		...{ id, label: `Line ${id}`, sku: 'SHIRT', quantity: 1 },
		properties: allPropertiesIn(properties, []),
	});

	it('get the variant, the files and the options of theirs', async () => {
		const lines = [
			shirt('1', { Size: 'M', Side: 'Front' }),
			shirt('2', { Size: '2XL', Side: 'Front & back' }),
		];
		const { items, toReview, problems } = await compose(lines, rows);
		expect({ toReview, problems }).toEqual({ toReview: [], problems: [] });
		expect(
			items.map(({ variantId, placements }) => [variantId, placements.map(({ type }) => type)]),
		).toEqual([
			['v-m', ['front']],
			['v-2xl', ['front', 'back']],
		]);
	});

	it('need no SKU of their own where the shop has several variations of it', async () => {
		const titled = ['M / Navy', '2XL / Navy'].map((variantTitle, index) => ({
			...shirt(String(index), { 'Print file': FRONT }),
			...{ variantTitle, variationId: `${index}` },
		}));
		const byTitle = [
			{ shopSku: 'SHIRT', sku: 'TEE-M', when: { variant_title: 'M' } },
			{ shopSku: 'SHIRT', sku: 'TEE-2XL', when: { variant_title: '2XL / Navy' } },
		];
		expect((await compose(titled, byTitle)).toReview).toEqual([]);
		const withoutConditions = [{ shopSku: 'SHIRT', sku: 'TEE' }];
		expect((await compose(titled, withoutConditions)).toReview).toEqual([
			expect.stringContaining('"variant_title" is "M / Navy"'),
			expect.stringContaining('"variant_title" is "2XL / Navy"'),
			expect.stringContaining('is another variation'),
		]);
	});

	it('stop the order where they meet none, whatever Unknown Lines says', async () => {
		const lines = [shirt('1', { Size: 'M' }), shirt('2', { Size: 'S' })];
		const { problems } = await compose(lines, rows);
		expect(problems).toEqual([
			expect.stringMatching(/^Line 2 meets the conditions of no row .* "Size" is "S"\. /),
		]);
	});

	it('are left out for the reason of the shop, whatever the conditions say', async () => {
		const line = { ...shirt('1', {}), quantity: 0, leftOutBecause: 'it was refunded' };
		expect((await compose([line], rows)).problems).toEqual([]);
	});
});
