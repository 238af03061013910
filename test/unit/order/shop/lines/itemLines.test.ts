import { describe, expect, it } from 'vitest';

import type {
	LineProperty,
	ShopLine,
} from '../../../../../nodes/PodFulfilment/order/shop/shopOrder.ts';
import { skuMappingOf } from '../../../../../nodes/PodFulfilment/order/shop/lines/skuMapping.ts';
import { CatalogService, product, variant } from '../../../api/catalog/catalogService.ts';
import { composeWith } from './composeWith.ts';

const FILE = 'https://files.example.com/a.png';

const said = (values: Record<string, string>): LineProperty[] =>
	Object.entries(values).map(([name, value]) => ({ names: [name], value }));

const line = (changes: Partial<ShopLine> = {}): ShopLine => ({
	...{ label: 'Line 1 (Gift set, SKU GIFT)', id: '5001', sku: 'GIFT', name: 'Gift set' },
	...{ quantity: 2, price: '49.00', properties: [] },
	...changes,
});

const part = (sku: string, others: object = {}) => ({
	...{ shopSku: 'GIFT', sku, printFileUrl: FILE, isPart: true },
	...others,
});

const CATALOG = ['MUG', 'SHIRT-M', 'SHIRT-L', 'CAP-RED', 'GIFT', '727'];

const compose = async (rows: object[], lines: ShopLine[] = [line()]) =>
	await composeWith(
		new CatalogService([product('p', ...CATALOG.map((sku) => variant(`v-${sku}`, sku)))]),
		lines,
		{},
		rows,
		'1001',
	);

const summary = ({
	items,
}: {
	items: Array<{ externalId?: unknown; variantId: unknown; quantity?: unknown }>;
}) => items.map(({ externalId, variantId, quantity }) => [externalId, variantId, quantity]);

describe('Part of a Set', () => {
	it('each part is an item with an ID of its own, without the name and the price of the set', async () => {
		const result = await compose([part('MUG'), part('SHIRT-M', { pieces: 3 })]);
		expect(result.problems).toEqual([]);
		expect(result.toReview).toEqual([]);
		expect(summary(result)).toEqual([
			['5001', 'v-MUG', 2],
			['5001-2', 'v-SHIRT-M', 6],
		]);
		for (const item of result.items) {
			expect(item).not.toHaveProperty('name');
			expect(item).not.toHaveProperty('retailPrice');
		}
		expect(result.labels).toEqual([
			'Line 1 (Gift set, SKU GIFT), part 1',
			'Line 1 (Gift set, SKU GIFT), part 2',
		]);
	});

	it('pieces that left already are counted as those of the part', async () => {
		const { lines } = await compose(
			[part('MUG'), part('SHIRT-M', { pieces: 3 })],
			[line({ fulfilled: 1 })],
		);
		expect(lines.map(({ piecesKept, piecesToSend }) => [piecesKept, piecesToSend])).toEqual([
			[2, 1],
			[6, 3],
		]);
	});

	it('a part that names no variant is the one whose SKU the line has', async () => {
		const rows = [{ shopSku: 'GIFT', printFileUrl: FILE, isPart: true }, part('MUG')];
		expect(summary(await compose(rows))).toEqual([
			['5001', 'v-GIFT', 2],
			['5001-2', 'v-MUG', 2],
		]);
	});

	const SIZES = [
		part('MUG'),
		part('SHIRT-M', { when: { Size: 'M' } }),
		part('SHIRT-L', { when: { Size: 'L' } }),
		part('CAP-RED', { when: { Cap: 'red' } }),
		{ shopSku: 'GIFT', when: { Cap: 'none' } },
	];

	it.each([
		[{ Size: 'M', Cap: 'red' }, ['v-MUG', 'v-SHIRT-M', 'v-CAP-RED']],
		[{ Size: 'L', Cap: 'none' }, ['v-MUG', 'v-SHIRT-L']],
	])(
		'parts with conditions are produced where the line meets them: %j',
		async (values, expected) => {
			const result = await compose(SIZES, [line({ properties: said(values) })]);
			expect(result.problems).toEqual([]);
			expect(result.items.map(({ variantId }) => variantId)).toEqual(expected);
		},
	);

	it.each([
		[{ Size: 'S', Cap: 'red' }, '"Size" is "S"'],
		[{ Size: 'M', Cap: 'blue' }, '"Cap" is "blue"'],
		[{ Size: 'M' }, '"Cap" is missing'],
		[{ Cap: 'red' }, '"Size" is missing'],
		[{}, '"Size" is missing'],
	])('a set of which a part is not decided stops: %j', async (values, seen) => {
		const { items, problems } = await compose(SIZES, [line({ properties: said(values) })]);
		expect(items).toEqual([]);
		expect(problems).toHaveLength(1);
		expect(problems[0]).toContain('meets the conditions of no row');
		expect(problems[0]).toContain(seen);
	});

	it('a row that is no part gives its files and options to all parts', async () => {
		const rows = [
			{ shopSku: 'GIFT', printFileUrl: FILE, when: { Motif: 'A' } },
			...['MUG', 'SHIRT-M'].map((sku) => ({ shopSku: 'GIFT', sku, isPart: true })),
		];
		const { items, problems } = await compose(rows, [line({ properties: said({ Motif: 'A' }) })]);
		expect(problems).toEqual([]);
		expect(items.map(({ placements }) => placements[0]?.layers[0]?.url)).toEqual([FILE, FILE]);
	});

	it.each<[string, object[], string]>([
		['one part alone', [part('MUG')], 'is a set of which only SKU Mapping (JSON) at [0] applies'],
		[
			'one part that applies',
			[part('MUG', { when: { Size: 'M' } }), part('SHIRT-M', { when: { Size: 'L' } })],
			'is a set of which only SKU Mapping (JSON) at [0] applies',
		],
		[
			'a part twice',
			[part('MUG'), part('SHIRT-M'), part('MUG', { pieces: 2 })],
			'at [0] and SKU Mapping (JSON) at [2] are the same part',
		],
		[
			'a row without it that names another variant',
			[part('MUG'), part('SHIRT-M'), { shopSku: 'GIFT', sku: 'CAP-RED', when: { Size: 'M' } }],
			"turn on 'Part of a Set' in both",
		],
		[
			'rows without it',
			['MUG', 'SHIRT-M'].map((sku) => ({ ...part(sku, { when: { Size: 'M' } }), isPart: false })),
			"turn on 'Part of a Set' in both",
		],
	])('the order stops for %s', async (_, rows, problem) => {
		const { items, problems } = await compose(rows, [line({ properties: said({ Size: 'M' }) })]);
		expect(items).toEqual([]);
		expect(problems).toHaveLength(1);
		expect(problems[0]).toContain(problem);
		expect(problems[0]).toMatch(/^Order #1001, line 1/);
	});

	it('two rows without conditions are for one SKU only where both are parts', () => {
		const plain = { ...part('SHIRT-M'), isPart: undefined };
		for (const rows of [
			[part('MUG'), plain],
			[plain, part('MUG')],
			[plain, plain],
		]) {
			expect(() => skuMappingOf({}, rows)).toThrow('which SKU Mapping (JSON) at [0] has too');
		}
		expect(skuMappingOf({}, [part('MUG'), part('SHIRT-M')]).rowsOf('gift')).toHaveLength(2);
	});

	it('two lines of one set are two of each part, and a line that has the ID of a part is said', async () => {
		const rows = [part('MUG'), part('SHIRT-M')];
		const two = await compose(rows, [line(), line({ id: '5002', label: 'Line 2' })]);
		expect(two.problems).toEqual([]);
		expect(two.items.map(({ externalId }) => externalId)).toEqual([
			'5001',
			'5001-2',
			'5002',
			'5002-2',
		]);
		const { problems } = await compose(rows, [line(), line({ id: '5001-2', label: 'Line 2' })]);
		expect(problems.join('\n')).toContain('has the line ID "5001-2"');
	});

	it('two variations of one set are looked at, unless the line chooses a part', async () => {
		const lines = ['M', 'L'].map((Size, index) =>
			line({ id: String(index), variationId: String(index), properties: said({ Size }) }),
		);
		const same = await compose([part('MUG'), part('SHIRT-M')], lines);
		expect(same.toReview.join('\n')).toContain('another variation');
		const chosen = [
			part('MUG'),
			part('SHIRT-M', { when: { Size: 'M' } }),
			part('SHIRT-L', { when: { Size: 'L' } }),
		];
		expect((await compose(chosen, lines)).toReview).toEqual([]);
	});

	it.each(['leftOutBecause', 'isEmptied'])(
		'a set that is left out is left out once: %s',
		async (field) => {
			const leftOut = line({
				leftOutBecause: 'it was refunded',
				[field]: field === 'isEmptied' || 'it was refunded',
			});
			const { items, warnings } = await compose([part('MUG'), part('SHIRT-M')], [leftOut]);
			expect(items).toEqual([]);
			expect(warnings).toHaveLength(1);
		},
	);
});

describe('Pieces', () => {
	it('multiplies the quantity of a line, which keeps its ID and name and has no price', async () => {
		const { items, problems } = await compose([{ ...part('MUG', { pieces: 3 }), isPart: false }]);
		expect(problems).toEqual([]);
		expect(items).toMatchObject([{ externalId: '5001', quantity: 6, name: 'Gift set' }]);
		expect(items[0]).not.toHaveProperty('retailPrice');
	});

	it.each([1, '1', '', null, undefined])('is one where it is %j', async (pieces) => {
		const { items } = await compose([{ ...part('MUG', { pieces }), isPart: false }]);
		expect(items).toMatchObject([{ quantity: 2, retailPrice: '49.00' }]);
	});

	it.each([0, -1, 1.5, 'two', true, '3 pieces'])('is refused by its column: %j', (pieces) => {
		expect(() => skuMappingOf({}, [part('MUG', { Pieces: pieces })])).toThrow(
			'SKU Mapping (JSON) at [0] → Pieces',
		);
		const row = { shopSku: 'GIFT', pieces };
		expect(() => skuMappingOf({ row: [row] }, [])).toThrow('SKU Mapping → Row 1 (GIFT) → Pieces');
	});

	it('a quantity that is too large to count is refused', async () => {
		const { items, problems } = await compose([
			part('MUG', { pieces: Number.MAX_SAFE_INTEGER }),
			part('SHIRT-M'),
		]);
		expect(items).toHaveLength(1);
		expect(problems).toEqual([
			expect.stringContaining('times Pieces of SKU Mapping (JSON) at [0], is too large'),
		]);
	});

	it('rows that apply to one line agree on it', async () => {
		const rows = [
			{ shopSku: 'GIFT', sku: 'MUG', printFileUrl: FILE, pieces: 3, when: { Size: 'M' } },
			{ shopSku: 'GIFT', pieces: 2, when: { Cap: 'red' } },
		];
		const { problems } = await compose(rows, [
			line({ properties: said({ Size: 'M', Cap: 'red' }) }),
		]);
		expect(problems).toEqual([expect.stringContaining('different numbers of pieces')]);
	});

	it('a row for all variations, without conditions, gives it to them', async () => {
		const rows = [
			{ shopSku: 'GIFT', pieces: 3 },
			{ shopSku: 'GIFT', sku: 'MUG', printFileUrl: FILE, when: { Size: 'M' } },
		];
		const { items } = await compose(rows, [line({ properties: said({ Size: 'M' }) })]);
		expect(items).toMatchObject([{ variantId: 'v-MUG', quantity: 6 }]);
	});
});

describe('The columns of a set', () => {
	it.each<[object, object]>([
		[
			{ isPart: 'TRUE', pieces: '3' },
			{ isPart: true, pieces: 3 },
		],
		[
			{ 'Part of a Set': true, Pieces: 2 },
			{ isPart: true, pieces: 2 },
		],
		[{ is_part: 'false', 'Product ID': 'p-1', sku: undefined }, { productId: 'p-1' }],
	])('are read in any spelling: %j', (columns, expected) => {
		const [row] = skuMappingOf({}, [{ shopSku: 'A', ...columns }]).rowsOf('A');
		expect(row).toEqual({
			field: 'SKU Mapping (JSON) at [0]',
			files: [],
			options: [],
			...expected,
		});
	});

	it('are fields of the editor', () => {
		const row = {
			...{ shopSku: 'A', variantId: { __rl: true, mode: 'list', value: '' } },
			productId: { __rl: true, mode: 'list', value: 'p-1' },
			...{ pieces: 2, isPart: true },
		};
		expect(skuMappingOf({ row: [row] }, []).rowsOf('A')).toMatchObject([
			{ productId: 'p-1', pieces: 2, isPart: true },
		]);
		expect(() => skuMappingOf({ row: [{ ...row, variantId: 'v-1' }] }, [])).toThrow(
			'SKU Mapping → Row 1 (A) names what to produce in two ways',
		);
	});

	it.each(['yes', 'x', 2])('a mark that is neither true nor false is refused: %j', (isPart) => {
		expect(() => skuMappingOf({}, [{ shopSku: 'A', isPart }])).toThrow(
			'SKU Mapping (JSON) at [0] → isPart',
		);
	});

	it.each(['Piece', 'part_of_set', 'Pieces per set'])(
		'a column that may be meant is refused: %s',
		(name) => {
			expect(() => skuMappingOf({}, [{ shopSku: 'A', [name]: 1 }])).toThrow('which is unknown');
		},
	);
});

describe('A line without an SKU', () => {
	const IDS = [
		{ name: 'variation ID', id: '727' },
		{ name: 'product ID', id: '22' },
	];
	const unnamed = (changes: Partial<ShopLine> = {}) =>
		line({ ...{ sku: undefined, otherIds: IDS, label: 'Line 1 (Mug)' }, ...changes });
	const row = (shopSku: string, sku = 'MUG') => ({ shopSku, sku, printFileUrl: FILE });

	it.each([
		[['727'], 'v-MUG'],
		[['22'], 'v-MUG'],
	])('has its row under an ID of the shop: %j', async (ids, expected) => {
		const { items, problems } = await compose(
			ids.map((id) => row(id)),
			[unnamed()],
		);
		expect(problems).toEqual([]);
		expect(items).toMatchObject([
			{ externalId: '5001', variantId: expected, retailPrice: '49.00' },
		]);
	});

	it("the variation's row goes before the product's", async () => {
		const { items } = await compose([row('22', 'CAP-RED'), row('727')], [unnamed()]);
		expect(items).toMatchObject([{ variantId: 'v-MUG' }]);
	});

	it('an ID is no SKU of the catalog, and one that has a SKU has no row by its ID', async () => {
		expect((await compose([], [unnamed()])).items).toEqual([]);
		const rowWithoutVariant = { shopSku: '727', printFileUrl: FILE };
		const { items, problems } = await compose([rowWithoutVariant], [unnamed()]);
		expect(items).toEqual([]);
		expect(problems).toEqual([
			expect.stringContaining('it has no SKU, and SKU Mapping (JSON) at [0] names no variant'),
		]);
		const named = await compose(
			[row('727', 'CAP-RED')],
			[unnamed({ sku: 'MUG', properties: said({ 'Print file': FILE }) })],
		);
		expect(named.items).toMatchObject([{ variantId: 'v-MUG' }]);
	});

	it('the message names the IDs that it has', async () => {
		const { warnings } = await compose([], [unnamed(), line({ id: '1', sku: 'MUG' })]);
		expect(warnings).toEqual([
			'Line 1 (Mug) was left out: it has no SKU, and SKU Mapping has no row for its variation ID "727" or product ID "22"',
		]);
		const { problems } = await compose([], [unnamed({ properties: said({ 'Print file': FILE }) })]);
		expect(problems[0]).toContain(
			'or add a row to SKU Mapping with an ID from this message as its Shop SKU',
		);
	});

	it('two variations of a product that has one row are looked at', async () => {
		const lines = ['1', '2'].map((id) =>
			unnamed({ id, variationId: id, otherIds: [{ name: 'product ID', id: '22' }] }),
		);
		expect((await compose([row('22')], lines)).toReview.join('\n')).toContain('another variation');
	});

	it('is a set as any other', async () => {
		const rows = ['MUG', 'SHIRT-M'].map((sku) => ({ ...row('22', sku), isPart: true }));
		expect((await compose(rows, [unnamed()])).items).toMatchObject([
			{ externalId: '5001', variantId: 'v-MUG' },
			{ externalId: '5001-2', variantId: 'v-SHIRT-M' },
		]);
	});
});
