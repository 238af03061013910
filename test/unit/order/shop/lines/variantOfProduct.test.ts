import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { IgnoredProperties } from '../../../../../nodes/PodFulfilment/order/shop/lines/lineValues.ts';
import type {
	LineProperty,
	ShopLine,
} from '../../../../../nodes/PodFulfilment/order/shop/shopOrder.ts';
import { CatalogService, variant } from '../../../api/catalog/catalogService.ts';
import { composeWith } from './composeWith.ts';

const FILE = 'https://files.example.com/a.png';

const ROWS = [{ shopSku: 'TEE', productId: 'tee', printFileUrl: FILE }];

const COLOURS = [
	...['Navy', 'Heather Navy', 'Heather Grey', 'Grey', 'Black', 'White', 'Sky Blue', 'Blue'],
	...['Forest Green', 'Kelly Green', 'Ash', 'Burgundy'],
];
const SIZES = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL'];

/** The ID of a variant of a product by its name. */
const idOf = (name: string, id = 'tee') => `${id}-${name.replaceAll(/[^A-Za-z0-9]+/g, '.')}`;

/** A product with a variant for each name. */
const productOf = (names: readonly string[], id = 'tee') => ({
	id,
	name: 'Organic T-Shirt',
	variants: names.map((name, index) => ({
		...variant(idOf(name, id), `SKU-${index}`),
		name: `Organic T-Shirt - ${name}`,
	})),
});

const line = (said: Partial<ShopLine>, changes: Partial<ShopLine> = {}): ShopLine => ({
	...{ label: 'Line 1 (Tee)', id: '5001', sku: 'TEE', quantity: 1, properties: [] },
	...said,
	...changes,
});

const property = (name: string, value: unknown): LineProperty => ({ names: [name], value });

/** The words of three shops: a property each, one title, and 'Navy / XL' in one value. */
const SHOPS: Readonly<Record<string, (colour: string, size: string) => Partial<ShopLine>>> = {
	'a property each': (colour, size) => ({
		properties: [property('Colour', colour), property('Größe', size)],
	}),
	'one title': (colour, size) => ({ variantTitle: `${size} / ${colour}` }),
	'one value': (colour, size) => ({ properties: [property('Style', `${colour} / ${size}`)] }),
	'names and values in one': (colour, size) => ({
		properties: [property('Variation Details', `Colour: ${colour}, Size: ${size}`)],
	}),
	'names and values under any name': (colour, size) => ({
		properties: [property('Details', `Colour: ${colour} | Size: ${size}`)],
	}),
	'slugs, and what the shop shows': (colour, size) => ({
		properties: [
			{
				names: ['pa_color', 'Color'],
				value: `${colour.toLowerCase().replace(' ', '-')}-2`,
				displayValue: colour,
			},
			{ names: ['pa_size', 'Size'], value: size.toLowerCase(), displayValue: size },
		],
	}),
};

const composed = async (names: readonly string[], said: Partial<ShopLine>, settings = {}) =>
	await composeWith(new CatalogService([productOf(names)]), [line(said)], settings, ROWS);

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['Date'] });
});

afterEach(() => {
	vi.useRealTimers();
});

describe('A row of SKU Mapping that names a product', () => {
	it.each(Object.keys(SHOPS))(
		'orders each of 48 variants rightly, and stops for a word that none has: %s',
		async (shop) => {
			const say = SHOPS[shop] ?? (() => ({}));
			const planned = fc.record({
				colours: fc.shuffledSubarray(COLOURS, { minLength: 8, maxLength: 8 }),
				sizes: fc.shuffledSubarray(SIZES, { minLength: 6, maxLength: 6 }),
			});
			await fc.assert(
				fc.asyncProperty(planned, async ({ colours, sizes }) => {
					const choices = colours.flatMap((colour) => sizes.map((size) => [colour, size] as const));
					const names = choices.map((choice) => choice.join(' / '));
					const service = new CatalogService([
						productOf(names),
						productOf(['Purple / M', 'Navy / M'], 'other'),
					]);
					const lines = choices.map(([colour, size], index) =>
						line(say(colour, size), { id: String(index), label: `Line ${index + 1}` }),
					);
					const right = await composeWith(service, lines, {}, ROWS);
					expect(right.problems).toEqual([]);
					expect(right.items.map(({ variantId }) => variantId)).toEqual(
						names.map((name) => idOf(name)),
					);
					const [size = ''] = sizes;
					for (const colour of ['Purple', `Dark ${colours[0]}`, `${colours[0]} Melange`]) {
						const { items, problems } = await composeWith(
							service,
							[line(say(colour, size))],
							{},
							ROWS,
						);
						expect(items).toEqual([]);
						expect(problems).toHaveLength(1);
						expect(problems[0]).toContain(colour);
					}
					const missing = SIZES.find((one) => !sizes.includes(one)) ?? '';
					const without = await composeWith(
						service,
						[line(say(colours[1] ?? '', missing))],
						{},
						ROWS,
					);
					expect(without.items).toEqual([]);
					expect(without.problems[0]).toContain(missing);
				}),
				{ seed: 53, numRuns: 20 },
			);
		},
	);

	const GRID = ['Navy / M', 'Navy / XL', 'Black / M', 'Black / XL', 'Heather Navy / M'];
	const PHONES = ['iPhone 15', 'iPhone 15 Pro', 'iPhone 15 Pro Max'];

	it.each<[string, readonly string[], Partial<ShopLine>, string]>([
		['a size in words', GRID, { variantTitle: 'Black / Extra Large' }, 'Black / XL'],
		['capitals and signs', GRID, { variantTitle: 'BLACK-XL' }, 'Black / XL'],
		[
			'more words of one than of another',
			GRID,
			{ variantTitle: 'Heather Navy / M' },
			GRID[4] ?? '',
		],
		['a model', PHONES, { properties: [property('Model', 'iPhone 15 Pro')] }, 'iPhone 15 Pro'],
		['the model without a word of its own', PHONES, { variantTitle: 'iPhone 15' }, 'iPhone 15'],
		['the only one', ['One Size'], {}, 'One Size'],
		['a number', ['Mug 11', 'Mug 15'], { properties: [property('Ounces', 11)] }, 'Mug 11'],
		[
			'what is beside a text, a hidden name and a file',
			GRID,
			{
				properties: [
					property('Colour', 'Black'),
					property('Size', 'M'),
					property('Gift note', 'Navy is his favourite colour'),
					property('_colour', 'Navy'),
					property('Navy', FILE),
				],
			},
			'Black / M',
		],
	])('produces the variant that a line says: %s', async (_, names, said, expected) => {
		const { items, problems } = await composed(names, said);
		expect(problems).toEqual([]);
		expect(items).toMatchObject([
			{ variantId: idOf(expected), placements: [{ layers: [{ url: FILE }] }] },
		]);
	});

	it.each<[string, readonly string[], Partial<ShopLine>, string]>([
		['nothing', GRID, {}, 'it has no properties that say one'],
		['one of two', GRID, { variantTitle: 'Black' }, 'it says "Black"'],
		['two colours', GRID, { variantTitle: 'Black / Navy / M' }, 'it says "Black / Navy / M"'],
		[
			'two sizes',
			GRID,
			{ properties: [property('Size', 'M'), property('Size', 'XL')] },
			'"M", "XL"',
		],
		['a colour of a product without', ['M', 'XL'], { variantTitle: 'Purple / M' }, '"Purple / M"'],
		['another model', PHONES, { variantTitle: 'iPhone 14 Pro' }, '"iPhone 14 Pro"'],
		['a further model', PHONES, { variantTitle: 'iPhone 15 Plus' }, '"iPhone 15 Plus"'],
		['nothing of a model', PHONES, { properties: [property('Note', 'Hi')] }, '"Hi"'],
		['signs alone', PHONES, { properties: [property('Note', '!!')] }, '"!!"'],
		[
			'a size that the catalog has not beside one that it has',
			['M', 'XL'],
			{ properties: [property('Size', 'M'), property('Second size', '4XL')] },
			'"4XL"',
		],
		[
			'names alone',
			GRID,
			{ properties: [property('Black', 'yes'), property('XL', 'yes')] },
			'"yes"',
		],
		[
			'a number in a field',
			['Mug 11', 'Mug 15'],
			{ properties: [{ ...property('taxRate', 11), isField: true }] },
			'"11"',
		],
		[
			'variants that are called alike',
			['M / Navy', 'Navy / M'],
			{ variantTitle: 'Navy / M' },
			'Navy / M',
		],
	])('stops where a line says %s', async (_, names, said, seen) => {
		const { items, problems } = await composed(names, said);
		expect(items).toEqual([]);
		expect(problems).toHaveLength(1);
		expect(problems[0]).toContain(seen);
		expect(problems[0]).toMatch(
			/^Line 1 \(Tee\) does not say which variant .* SKU Mapping \(JSON\) at \[0\]/,
		);
	});

	it('the message has the words by which the variants differ, and the ways out', async () => {
		const { problems } = await composed(GRID, { variantTitle: 'Dark Navy / M' });
		for (const word of ['navy', 'm', 'xl', 'black', 'heather'])
			expect(problems[0]).toContain(`"${word}"`);
		expect(problems[0]).not.toContain('"shirt"');
		expect(problems[0]).toContain("'When'");
		expect(problems[0]).toContain('Properties to Ignore');
	});

	it('what changes nothing, and what sets an option, says no variant', async () => {
		const said = {
			variantTitle: 'Black / M',
			properties: [property('Thread colour', 'Navy'), property('Gift wrap', 'Navy')],
		};
		expect((await composed(GRID, said)).items).toEqual([]);
		const { items, problems } = await composed(GRID, said, {
			ignored: new IgnoredProperties('Gift wrap'),
			options: ['thread_colour'],
		});
		expect(problems).toEqual([]);
		expect(items).toMatchObject([{ variantId: idOf('Black / M') }]);
	});

	it('a product that the catalog does not list is named', async () => {
		const rows = [{ ...ROWS[0], productId: 'cap' }];
		const service = new CatalogService([productOf(GRID)]);
		const { problems } = await composeWith(service, [line({})], {}, rows);
		expect(problems).toEqual([
			expect.stringContaining(
				'SKU Mapping (JSON) at [0] → Product is "cap", of which the catalog lists no variants',
			),
		]);
	});

	it('a variant that is listed under two products is found in both', async () => {
		const service = new CatalogService([
			productOf(GRID, 'tee'),
			{ id: 'sale', name: 'Sale', variants: productOf(GRID, 'tee').variants.slice(0, 3) },
		]);
		const rows = [{ ...ROWS[0], productId: 'sale' }];
		const said = line({ variantTitle: 'Black / M' });
		const { items, problems } = await composeWith(service, [said], {}, rows);
		expect(problems).toEqual([]);
		expect(items).toMatchObject([{ variantId: idOf('Black / M') }]);
	});

	it('the catalog is read once in ten minutes, and again for a variant that may have been added', async () => {
		const service = new CatalogService([productOf(GRID.slice(0, 2))]);
		const lists = () => service.paths.filter((path) => path.includes('/catalog-variants')).length;
		const lines = GRID.slice(0, 2).map((variantTitle, index) =>
			line({ variantTitle }, { id: String(index) }),
		);
		await composeWith(service, lines, {}, ROWS);
		await composeWith(service, lines, {}, ROWS);
		expect(lists()).toBe(1);
		vi.setSystemTime(Date.now() + 60_000);
		service.products = [productOf(GRID)];
		const { items, problems } = await composeWith(
			service,
			[line({ variantTitle: GRID[2] ?? '' })],
			{},
			ROWS,
		);
		expect(problems).toEqual([]);
		expect(items).toMatchObject([{ variantId: idOf('Black / M') }]);
		expect(lists()).toBe(2);
	});

	it('a variant that has another SKU by now is looked for again', async () => {
		const service = new CatalogService([productOf(['Navy / M', 'Black / M'])]);
		await composeWith(service, [line({ variantTitle: 'Navy / M' })], {}, ROWS);
		vi.setSystemTime(Date.now() + 1_000);
		const [navy, black] = productOf(['Navy / M', 'Black / M']).variants;
		service.products = [
			{
				...productOf([]),
				variants: [
					{ ...navy, name: 'Black / M', sku: 'SKU-9' },
					{ ...black, name: 'Navy / M' },
				],
			},
		];
		const { items } = await composeWith(service, [line({ variantTitle: 'Navy / M' })], {}, ROWS);
		expect(items).toMatchObject([{ variantId: idOf('Black / M') }]);
	});

	it.each([
		{ ...ROWS[0], sku: 'SKU-1' },
		{ ...ROWS[0], variantId: 'v-1' },
		{ ...ROWS[0], productId: undefined, sku: 'SKU-1', variantId: 'v-1' },
	])('a row names what to produce in one way: %j', async (row) => {
		await expect(
			composeWith(new CatalogService([productOf(GRID)]), [line({})], {}, [row]),
		).rejects.toThrow('SKU Mapping (JSON) at [0] names what to produce in two ways');
	});

	it('two variations of one SKU are no doubt where each says its variant', async () => {
		const lines = ['Navy / M', 'Navy / XL'].map((variantTitle, index) =>
			line({ variantTitle }, { id: String(index), variationId: String(index) }),
		);
		const { toReview, problems } = await composeWith(
			new CatalogService([productOf(GRID)]),
			lines,
			{},
			ROWS,
		);
		expect(problems).toEqual([]);
		expect(toReview).toEqual([]);
	});

	it('two variations of a set are no doubt where one part is what each says', async () => {
		const service = new CatalogService([productOf(GRID), productOf(['One Size'], 'mug')]);
		const lines = ['Navy / M', 'Navy / XL'].map((variantTitle, index) =>
			line({ variantTitle }, { id: String(index), variationId: String(index) }),
		);
		const rows = [
			{ shopSku: 'TEE', variantId: idOf('One Size', 'mug'), printFileUrl: FILE, isPart: true },
			{ ...ROWS[0], isPart: true },
		];
		const { items, toReview, problems } = await composeWith(service, lines, {}, rows);
		expect(problems).toEqual([]);
		expect(toReview).toEqual([]);
		expect(items.map(({ externalId, variantId }) => [externalId, variantId])).toEqual([
			['0', 'mug-One.Size'],
			['0-2', 'tee-Navy.M'],
			['1', 'mug-One.Size'],
			['1-2', 'tee-Navy.XL'],
		]);
	});

	it.each([
		['another product', { productId: 'cap' }],
		['a variant', { sku: 'SKU-1' }],
	])('stops beside a row that applies too and names %s', async (_, other) => {
		const rows = [
			{ ...ROWS[0], when: { Size: 'M' } },
			{ shopSku: 'TEE', ...other, when: { Colour: 'Navy' } },
		];
		const said = line({ properties: [property('Size', 'M'), property('Colour', 'Navy')] });
		const service = new CatalogService([productOf(GRID)]);
		const { items, problems } = await composeWith(service, [said], {}, rows);
		expect(items).toEqual([]);
		expect(problems).toEqual([expect.stringContaining('which name different variants')]);
	});

	it('a message stays short however much a line says, and however many variants there are', async () => {
		const names = Array.from({ length: 2_000 }, (_, index) => `Colour${index} / M`);
		const properties = Array.from({ length: 250 }, (_, index) =>
			property(`P${index}`, 'M'.repeat(1_000)),
		);
		const { problems } = await composed(names, { properties });
		expect(problems[0]?.length).toBeLessThan(4_000);
	});
});
