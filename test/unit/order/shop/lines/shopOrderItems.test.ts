import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { MAX_LISTED } from '../../../../../nodes/PodFulfilment/input/wording.ts';
import type { LineSettings } from '../../../../../nodes/PodFulfilment/order/shop/lines/itemLine.ts';
import { NOT_SHIPPED } from '../../../../../nodes/PodFulfilment/order/shop/reading.ts';
import type { ShopLine } from '../../../../../nodes/PodFulfilment/order/shop/shopOrder.ts';
import { CatalogService, product, variant } from '../../../api/catalog/catalogService.ts';
import { composeWith } from './composeWith.ts';

const FILE = 'https://files.example.com/front.png';
const OTHER_FILE = 'https://files.example.com/other.png';

const property = (name: string, value: unknown = FILE) => ({ names: [name], value });

/** A line with the SKU of a variant and a print file. */
const lineOf = (changes: Partial<ShopLine> = {}): ShopLine => ({
	label: 'Line 1',
	sku: 'TEE-M',
	quantity: 1,
	properties: [property('Print file')],
	...changes,
});

const catalog = (): CatalogService =>
	new CatalogService([
		product(
			'p1',
			variant('v-m', 'TEE-M'),
			variant('v-l', 'TEE-L'),
			variant('v-xl', 'TEE-XL'),
			variant('v-1', 'TWIN', 'Product p1, red'),
			variant('v-2', 'TWIN', 'Product p1, green'),
		),
	]);

const compose = async (
	lines: ShopLine[],
	settings: Partial<LineSettings> = {},
	rows: object[] = [],
	service = catalog(),
	number?: string,
) => await composeWith(service, lines, settings, rows, number);

const byTemplate = (template: string, ...placements: string[]): LineSettings['printFile'] => ({
	template,
	placements,
});

const placed = (url = FILE, type?: string) => ({
	...(type !== undefined && { type }),
	layers: [{ url, type: 'file' }],
});

describe('What is wrong with a line', () => {
	it('is said at once, of its options and of its print file', async () => {
		const dial = { id: 'dial_color', label: 'Dial colour', required: true, type: 'string' };
		const options = [{ ...dial, values: [{ value: 'black' }] }];
		const clock = { ...variant('v-c', 'CLOCK', 'Wall Clock'), options };
		const { problems } = await compose(
			[lineOf({ sku: 'CLOCK', properties: [property('Print file', 'ftp://files/a.png')] })],
			{},
			[],
			new CatalogService([product('p2', clock)]),
		);
		expect(problems).toEqual([
			expect.stringContaining('dial_color'),
			expect.stringContaining('ftp://files/a.png'),
		]);
	});
});

describe('A price that cannot be read', () => {
	it('is left out with a warning', async () => {
		const { problems, items, warnings } = await compose([lineOf({ unreadPrice: '1,234' })]);
		expect(problems).toEqual([]);
		expect(items).toEqual([expect.not.objectContaining({ retailPrice: expect.anything() })]);
		expect(warnings).toEqual([expect.stringMatching(/the price "1,234" .* is sent without one/)]);
	});

	it('stops the line where it is an expression', async () => {
		const { problems } = await compose([lineOf({ unreadPrice: '{{ $json.price }}' })]);
		expect(problems).toEqual([expect.stringContaining('an expression that was not evaluated')]);
	});

	it('of another line stops nothing', async () => {
		const other = lineOf({
			...{ label: 'Line 2', sku: undefined, properties: [], unreadPrice: '-5.00' },
		});
		expect((await compose([lineOf(), other])).problems).toEqual([]);
	});
});

describe('A line that is for the service', () => {
	it('a line becomes an item with all that the shop says of it', async () => {
		const line = lineOf({ id: '7', name: 'Shirt', price: '24.90', quantity: 2 });
		const { items, labels, warnings, problems } = await compose([line]);
		expect({ items, labels, warnings, problems }).toEqual({
			items: [
				{
					externalId: '7',
					variantId: 'v-m',
					quantity: 2,
					name: 'Shirt',
					retailPrice: '24.90',
					placements: [{ ...placed(FILE, 'front'), technique: 'direct_print' }],
				},
			],
			labels: ['Line 1'],
			warnings: [],
			problems: [],
		});
	});

	it('an item has no fields of which the shop says nothing', async () => {
		const { items } = await compose([lineOf()]);
		expect(items.map((item) => Object.keys(item))).toEqual([
			['variantId', 'quantity', 'placements'],
		]);
	});

	it('the items have the labels of their lines when a line between them is left out', async () => {
		const { items, labels } = await compose([
			lineOf({ label: 'A' }),
			lineOf({ label: 'B', leftOutBecause: 'it is a tip', quantity: 0 }),
			lineOf({ label: 'C', sku: 'TEE-L' }),
		]);
		expect(items.map(({ variantId }) => variantId)).toEqual(['v-m', 'v-l']);
		expect(labels).toEqual(['A', 'C']);
	});

	it('the variant of a line is found by its ID as the SKU', async () => {
		const { items } = await compose([lineOf({ sku: 'v-xl' })]);
		expect(items).toMatchObject([{ variantId: 'v-xl' }]);
	});

	it('the variant of a row of SKU Mapping is found by its SKU and not by the SKU of the line', async () => {
		const rows = [{ shopSku: 'TEE-M', sku: 'TEE-L' }];
		expect((await compose([lineOf()], {}, rows)).items).toMatchObject([{ variantId: 'v-l' }]);
	});

	it('a row of SKU Mapping without a variant leaves that of the SKU', async () => {
		const rows = [{ shopSku: 'TEE-M', printFileUrl: OTHER_FILE }];
		const { items } = await compose([lineOf({ properties: [] })], {}, rows);
		expect(items).toMatchObject([{ variantId: 'v-m', placements: [placed(OTHER_FILE)] }]);
	});

	it('nothing is read for a line whose variant is mapped by ID when the catalog must not be read', async () => {
		const rows = [{ shopSku: 'TEE-M', variantId: 'v-l' }];
		const { items, paths } = await compose([lineOf()], { fillFromCatalog: false }, rows);
		expect(items).toMatchObject([{ variantId: 'v-l' }]);
		expect(paths).toEqual([]);
	});
});

describe('What a line says of itself', () => {
	it.each<[string, Partial<ShopLine>]>([
		['Line ID', { id: '{{ $json.id }}' }],
		['Name', { name: '{{ $json.name }}' }],
		['Price', { price: '{{ $json.price }}' }],
	])('is refused with its name where it cannot be used: %s', async (field, changes) => {
		expect((await compose([lineOf(changes)])).problems).toEqual([
			expect.stringMatching(new RegExp(`^Line 1 → ${field} holds an expression`)),
		]);
	});
});

describe('A line without the property that is wanted', () => {
	it('a missing print file is refused with the properties that the line has', async () => {
		const { problems } = await compose([
			lineOf({ properties: [property('_pf'), property('Size', 'M')] }),
		]);
		expect(problems).toEqual([
			'Line 1 has no print file, but is for this service. Give the line the property "Print file" in your shop, or enter the file under SKU Mapping. The properties that it has are "_pf", "Size".',
		]);
	});
});

describe('A line that somebody has to look at', () => {
	it('two variations under one SKU are to be reviewed, and two lines of one variation are not', async () => {
		const first = lineOf({ id: '1', variationId: '7' });
		const second = { ...first, id: '2', label: 'Line 2' };
		expect((await compose([first, second])).toReview).toEqual([]);
		const { toReview, warnings, problems } = await compose([
			first,
			{ ...second, variationId: '8', sku: ' tee-m ' },
		]);
		expect(problems).toEqual([]);
		expect(toReview).toEqual([
			"Line 2 has the SKU of Line 1, but is another variation: give each variation a SKU of its own, or rows in SKU Mapping that name the variant under 'When'",
		]);
		expect(warnings).toEqual(toReview);
	});

	it.each<[string, Partial<ShopLine>, Partial<ShopLine>]>([
		['no variation of the shop is known of the first', {}, { variationId: '8' }],
		['no variation of the shop is known of the second', { variationId: '7' }, {}],
		['the first left already', { variationId: '7', fulfilled: 1 }, { variationId: '8' }],
		['the second left already', { variationId: '7' }, { variationId: '8', fulfilled: 1 }],
		[
			'no line is for the service',
			{ variationId: '7', sku: 'CAP', properties: [] },
			{ variationId: '8', sku: 'CAP', properties: [] },
		],
	])('lines of one SKU are not to be reviewed where %s', async (_, one, other) => {
		const second = lineOf({ id: '2', label: 'Line 2', ...other });
		expect((await compose([lineOf({ id: '1', ...one }), second])).toReview).toEqual([]);
	});

	it('lines without a SKU are variations of different products, and are refused as such', async () => {
		const line = lineOf({ id: '1', variationId: '7', sku: undefined });
		const second = { ...line, id: '2', label: 'Line 2', variationId: '8' };
		const { problems, toReview } = await compose([line, second]);
		expect(problems).toEqual([
			expect.stringMatching(/^Line 1 names a print file, but it has no SKU\./),
			expect.stringMatching(/^Line 2 names a print file, but it has no SKU\./),
		]);
		expect(toReview).toEqual([]);
	});

	it('a line of another fulfilment service is to be reviewed unless SKU Mapping names it', async () => {
		const line = lineOf({ fulfilmentService: 'another-printer' });
		expect((await compose([line])).toReview).toEqual([
			expect.stringMatching(/^Line 1: the shop gives it to .* "another-printer"/),
		]);
		const rows = [{ shopSku: 'TEE-M', variantId: 'v-l' }];
		expect((await compose([line], {}, rows)).toReview).toEqual([]);
	});
});

describe('A line of which the quantity is in doubt', () => {
	it('a line for the service is to be reviewed with the reason, and a foreign one is not', async () => {
		const doubt = 'some pieces are fulfilled, but the shop does not say how many';
		const line = lineOf({ doubt });
		expect((await compose([line])).toReview).toEqual([`Line 1: ${doubt}`]);
		const foreign = lineOf({ doubt, label: 'Line 2', sku: 'FOREIGN', properties: [] });
		expect((await compose([lineOf(), foreign])).toReview).toEqual([]);
	});
});

describe('A line whose pieces all left already', () => {
	const fulfilled = (changes: Partial<ShopLine> = {}): ShopLine =>
		lineOf({ id: '2', label: 'Line 2', fulfilled: 1, ...changes });

	it.each<[string, Partial<ShopLine>]>([
		['has a SKU of several variants', { sku: 'TWIN' }],
		['names a print file, and has a SKU of no variant any more', { sku: 'CAP' }],
		['has no print file any more', { properties: [] }],
		['has a price that is an expression', { price: '{{ $json.price }}' }],
	])('stops nothing where it %s, and is known not to be compared', async (_, changes) => {
		const found = await compose([lineOf({ id: '1' }), fulfilled(changes)]);
		expect(found).toMatchObject({ problems: [], warnings: [], uncomposedIds: ['2'] });
		expect(found.labels).toEqual(['Line 1']);
	});

	it('is composed where it can be', async () => {
		const found = await compose([lineOf({ id: '1' }), fulfilled()]);
		expect(found).toMatchObject({ problems: [], uncomposedIds: [] });
		expect(found.lines).toMatchObject([{ piecesToSend: 1 }, { piecesToSend: 0 }]);
	});

	it('has no name for a comparison where the shop gives it no ID', async () => {
		const { id: _, ...unnamed } = fulfilled({ sku: 'TWIN' });
		expect((await compose([unnamed])).uncomposedIds).toEqual([]);
	});

	it('is to be looked at where the shop leaves that in doubt', async () => {
		const doubt = 'its field "qty_shipped" is 1';
		const { toReview, problems } = await compose([fulfilled({ doubt, properties: [] })]);
		expect({ toReview, problems }).toEqual({ toReview: [`Line 2: ${doubt}`], problems: [] });
	});

	it.each(['leaveOut', 'stop'] as const)(
		'is not said to be missing where it is not for the service: %s',
		async (unknownLines) => {
			const foreign = fulfilled({ sku: 'CAP', properties: [] });
			const { problems, warnings } = await compose([lineOf(), foreign], { unknownLines });
			expect({ problems, warnings }).toEqual({ problems: [], warnings: [] });
		},
	);

	it('does not make the order one for the service where others are not', async () => {
		const foreign = lineOf({ sku: 'CAP', properties: [] });
		const { problems } = await compose([fulfilled(), foreign], { unknownLines: 'stop' });
		expect(problems).toEqual([]);
	});
});

describe('A line that is left out', () => {
	it('a line that the shop leaves out is named with the reason, and not looked up', async () => {
		const line = lineOf({ leftOutBecause: 'it is a gift card', quantity: 0 });
		const { items, warnings, problems, paths } = await compose([line]);
		expect(items).toEqual([]);
		expect(warnings).toEqual(['Line 1 was left out: it is a gift card']);
		expect(problems).toEqual([]);
		expect(paths).toEqual([]);
	});

	it.each([
		['names a print file', lineOf(), []],
		[
			'is listed in SKU Mapping (JSON) at [0]',
			lineOf({ properties: [] }),
			[{ shopSku: 'TEE-M', variantId: 'v-l' }],
		],
	])('a line that %s and is not shipped stops the order', async (reason, line, rows) => {
		const notShipped = { ...line, ...NOT_SHIPPED, quantity: 0 };
		const { warnings, problems, items } = await compose([notShipped], {}, rows);
		expect({ warnings, items }).toEqual({ warnings: [], items: [] });
		expect(problems).toEqual([
			`Line 1 ${reason}, but is marked as not shipped in the shop. To have it produced, mark it as a physical product in the shop. Otherwise remove its print file, or its row.`,
		]);
	});

	it('a line without a print file that is not shipped needs no change in the shop', async () => {
		const properties = [property('Print file note', 'with love')];
		const line = lineOf({ ...NOT_SHIPPED, quantity: 0, properties });
		expect((await compose([line])).warnings).toEqual(['Line 1 was left out: it is not shipped']);
	});

	it('a quantity that cannot be used is a problem of a line for the service alone', async () => {
		const line = lineOf({ quantity: 0, quantityProblem: 'the quantity is 1.5' });
		const { items, problems } = await compose([line]);
		expect([items, problems]).toEqual([[], ['Line 1: the quantity is 1.5']]);
		const foreign = { ...line, sku: 'CAP', properties: [] };
		const alone = await compose([foreign], { unknownLines: 'stop' });
		expect([alone.items, alone.problems]).toEqual([[], []]);
	});

	it('problems name the order by its number, and warnings do not', async () => {
		const lines = [
			lineOf({ quantity: 0, quantityProblem: 'the quantity is 1.5' }),
			lineOf({ id: '7', sku: 'CAP', label: 'Line 2 (Cap)' }),
			lineOf({ id: '8', label: 'Line 3', doubt: 'check it' }),
			lineOf({ id: '8', label: 'Line 4' }),
		];
		const { problems, toReview } = await compose(lines, {}, [], catalog(), '#1001');
		expect(problems).toEqual([
			expect.stringMatching(/^Order #1001, line 4: has the line ID "8" of Line 3, so it/),
			'Order #1001, line 1: the quantity is 1.5',
			expect.stringMatching(/^Order #1001, line 2 \(Cap\) names a print file, but no variant/),
		]);
		expect(toReview).toEqual(['Line 3: check it']);
	});

	it('a line ID that comes twice is a problem of lines for the service alone', async () => {
		const lines = [lineOf({ id: '7' }), lineOf({ id: '7', label: 'Line 2' })];
		const { problems } = await compose(lines);
		expect(problems).toEqual([expect.stringMatching(/^Line 2: .* produced twice/)]);
		const foreign = lines.map((line) => ({ ...line, sku: 'CAP', properties: [] }));
		expect((await compose(foreign)).problems).toEqual([]);
		const [first = lineOf(), second = lineOf()] = lines;
		const mixed = [first, { ...second, sku: 'CAP', properties: [] }];
		expect((await compose(mixed)).problems).toEqual([]);
	});

	it.each([
		[undefined, 'it has no SKU'],
		['CAP', 'no variant has the SKU "CAP"'],
	])('a line with the SKU %j and no print file is left out', async (sku, reason) => {
		const properties = [property('Print file note', 'with love')];
		const { items, warnings, problems } = await compose([lineOf({ sku, properties })]);
		expect(items).toEqual([]);
		expect(problems).toEqual([]);
		expect(warnings).toEqual([`Line 1 was left out: ${reason}`]);
	});
});

describe('A row without a SKU', () => {
	it('is left out with what may be its SKU', async () => {
		const skuAdvice = 'If a column has the SKU, enter "SKU = product_code"';
		const { warnings } = await compose([lineOf({ sku: undefined, skuAdvice, properties: [] })]);
		expect(warnings).toEqual([`Line 1 was left out: it has no SKU. ${skuAdvice}`]);
	});
});

describe('A line that must be ordered and has no variant', () => {
	const CORRECT_IT = 'Add a row for it to SKU Mapping, or correct the SKU in your shop.';

	it.each([
		['that names a print file', lineOf(), 'names a print file'],
		[
			'that names a print file for a placement',
			lineOf({ properties: [property('Print file back')] }),
			'names a print file',
		],
	])('a line %s is refused', async (_, line, reason) => {
		const { items, warnings, problems } = await compose([{ ...line, sku: 'CAP' }]);
		expect(items).toEqual([]);
		expect(warnings).toEqual([]);
		expect(problems).toEqual([`Line 1 ${reason}, but no variant has the SKU "CAP". ${CORRECT_IT}`]);
	});

	it('a line that names a print file and has no SKU is refused', async () => {
		expect((await compose([lineOf({ sku: undefined })])).problems).toEqual([
			"Line 1 names a print file, but it has no SKU. Enter the variant's SKU as the SKU of the product in your shop.",
		]);
	});

	it('a line that is listed in SKU Mapping is refused when no variant has the SKU of the row', async () => {
		// The SKU of a row is no ID.
		const rows = [{ shopSku: 'CUP', sku: 'v-m' }];
		const { problems } = await compose([lineOf({ sku: 'CUP', properties: [] })], {}, rows);
		expect(problems).toEqual([
			`Line 1 is listed in SKU Mapping (JSON) at [0], but no variant has the SKU "v-m". ${CORRECT_IT}`,
		]);
	});

	it('a line without a print file stops an order that has another line for the service', async () => {
		const line = lineOf({ sku: 'CAP', properties: [] });
		const lines = [line, lineOf({ label: 'Line 2' })];
		const { problems, warnings } = await compose(lines, { unknownLines: 'stop' });
		expect(warnings).toEqual([]);
		expect(problems).toEqual([
			`Line 1 would be missing from the order: no variant has the SKU "CAP". ${CORRECT_IT} If it is not for this service, set 'Unknown Lines' to 'Leave Out With a Warning'.`,
		]);
	});

	it('a line without a print file is left out of an order without a line for the service', async () => {
		const line = lineOf({ sku: 'CAP', properties: [] });
		const { problems, warnings } = await compose([line], { unknownLines: 'stop' });
		expect(problems).toEqual([]);
		expect(warnings).toEqual(['Line 1 was left out: no variant has the SKU "CAP"']);
	});

	it('the warning of a line that is left out names the nearest SKUs', async () => {
		const line = lineOf({ sku: 'TEE-ML', properties: [] });
		const { warnings } = await compose([line, lineOf()]);
		expect(warnings).toEqual([
			expect.stringMatching(
				/^Line 1 was left out: no variant has the SKU "TEE-ML"; similar SKUs are "TEE-\w+"/,
			),
		]);
	});

	it('the SKUs that are similar are named once', async () => {
		const { problems } = await compose([lineOf({ sku: 'TEE-XM' })]);
		const [, similar = ''] = /; similar SKUs are (.*)\. Add a row/.exec(problems[0] ?? '') ?? [];
		const named = similar.split(', ');
		expect(named).toContain('"TEE-M"');
		expect(named).toHaveLength(new Set(named).size);
	});

	it.each([
		['Line 1', lineOf({ sku: 'TWIN' }), []],
		[
			'Line 1: SKU Mapping (JSON) at [0] → Variant',
			lineOf({ sku: 'CUP' }),
			[{ shopSku: 'CUP', sku: 'TWIN' }],
		],
	])('a SKU of several variants is refused with their names: %s', async (label, line, rows) => {
		const { problems, items } = await compose([line], {}, rows);
		expect(items).toEqual([]);
		expect(problems).toEqual([
			`${label} has the SKU "TWIN", which several variants have: "Product p1, red", "Product p1, green". Choose the right one from the list in SKU Mapping.`,
		]);
	});

	it('the lines beside a refused one are still judged', async () => {
		const lines = [lineOf({ label: 'A', sku: 'CAP' }), lineOf({ label: 'B', sku: 'HAT' })];
		const { problems } = await compose([...lines, lineOf({ label: 'C' })]);
		expect(problems.map((text) => text.slice(0, 1))).toEqual(['A', 'B']);
	});

	it('a catalog that cannot be read is a problem of the line', async () => {
		const service = catalog();
		service.refused.set('/api/catalog-products', 403);
		expect((await compose([lineOf()], {}, [], service)).problems).toEqual([
			'Rejected with 403. Rejected.',
		]);
	});

	it('a failure that is not about the order is no problem of a line', async () => {
		const service = catalog();
		service.beforeResponse = () => {
			throw new TypeError('stopped');
		};
		await expect(compose([lineOf()], {}, [], service)).rejects.toThrow(TypeError);
	});
});

describe('The print files of a line', () => {
	it('a line with a variant and no print file is refused with what to do', async () => {
		const rows = [{ shopSku: 'TEE-M', sku: 'TEE-M' }];
		const line = lineOf({ properties: [] });
		const advice =
			'Give the line the property "Print file" in your shop, or enter the file under SKU Mapping';
		expect((await compose([line])).problems).toEqual([
			`Line 1 has no print file, but is for this service. ${advice}.`,
		]);
		expect((await compose([line], {}, rows)).problems).toEqual([
			`Line 1 has no print file, but is for this service. ${advice}, in SKU Mapping (JSON) at [0].`,
		]);
	});

	const rows = [{ shopSku: 'TEE-M', printFileUrl: FILE }];

	it.each([
		['replaces another file of the line', [property('Print file', OTHER_FILE)], 1],
		['may be the same as that of the line', [property('Print file')], 0],
		['leaves no doubt when the line has none', [], 0],
	])('the print file of SKU Mapping %s', async (_, properties, warningCount) => {
		const { items, warnings } = await compose([lineOf({ properties })], {}, rows);
		expect(items).toMatchObject([{ placements: [placed()] }]);
		expect(items[0]?.placements).toHaveLength(1);
		expect(warnings).toHaveLength(warningCount);
		for (const warning of warnings) {
			expect(warning).toMatch(/^Line 1: the file in "Print file" is not used: /);
		}
	});

	it.each(['Print file front', 'Print file back'])(
		'the print file of SKU Mapping is the only one, also beside one of the line for a placement: %s',
		async (name) => {
			const properties = [property(name, OTHER_FILE)];
			const { items, warnings } = await compose([lineOf({ properties })], {}, rows);
			expect(items.map(({ placements }) => placements)).toMatchObject([[placed()]]);
			expect(warnings).toEqual([
				expect.stringContaining(`Line 1: the file in "${name}" is not used: `),
			]);
		},
	);

	it('a row of SKU Mapping without a print file leaves that of the line', async () => {
		const { items, warnings } = await compose([lineOf()], {}, [
			{ shopSku: 'TEE-M', variantId: 'v-l' },
		]);
		expect(items).toMatchObject([{ variantId: 'v-l', placements: [placed()] }]);
		expect(warnings).toEqual([]);
	});

	it('a print file of SKU Mapping that is no web address is refused with its field', async () => {
		const { problems } = await compose([lineOf({ properties: [] })], {}, [
			{ shopSku: 'TEE-M', printFileUrl: 'a.png' },
		]);
		expect(problems).toEqual([
			expect.stringMatching(/^SKU Mapping \(JSON\) at \[0\] → printFileUrl is "a\.png"/),
		]);
	});

	const variantRead = '/api/catalog-product-variants/v-l';
	const byId = [{ shopSku: 'TEE-M', variantId: 'v-l' }];

	it('a placement gets its name from the catalog, which is read for it', async () => {
		const properties = [property('Print file FRONT')];
		const { items, paths } = await compose([lineOf({ properties })], {}, byId);
		expect(items).toMatchObject([{ placements: [placed(FILE, 'front')] }]);
		expect(paths).toEqual([variantRead]);
	});

	it('a file without a placement is refused beside one for the placement that is required', async () => {
		const properties = [property('Print file', OTHER_FILE), property('Print file FRONT')];
		const { items, problems, paths } = await compose([lineOf({ properties })], {}, byId);
		expect(items).toEqual([]);
		expect(problems).toEqual([
			expect.stringMatching(
				/^Line 1 → Property "Print file" is one print file more than variant ".*" has placements\. Remove it in the shop, or name it after/,
			),
		]);
		expect(paths).toEqual([variantRead]);
	});

	it.each([
		['Print file 2', '2'],
		['Print file (2)', '2'],
		['Print file pocket', 'pocket'],
	])(
		'the property %j, which names no placement of the variant, is refused with the names to give it',
		async (name, said) => {
			const placements = [
				{ type: 'front', required: true },
				{ type: 'back', required: false },
			];
			const service = new CatalogService([
				product('p1', { ...variant('v-m', 'TEE-M'), placements }),
			]);
			const line = lineOf({ properties: [property('Print file'), property(name, OTHER_FILE)] });
			const { problems } = await compose([line], {}, [], service);
			expect(problems).toEqual([
				`Line 1 → Property "${name}" → Placement is "${said}", which variant "Product, variant v-m" does not have. Remove it in the shop, or name it after the placement that it is for: "Print file front" or "Print file back". If a plug-in names it, enter the print files in SKU Mapping, which are used in its place.`,
			]);
		},
	);

	it('a placement keeps the name of the shop when the catalog must not be read', async () => {
		const properties = [property('Print file Left Sleeve')];
		const settings = { fillFromCatalog: false };
		const { items, paths } = await compose([lineOf({ properties })], settings, byId);
		expect(items).toMatchObject([{ placements: [placed(FILE, 'leftsleeve')] }]);
		expect(paths).toEqual([]);
	});

	it('a template is filled with what is known of line, variant and order', async () => {
		const template = 'https://t.example/{orderNumber}/{lineId}/{variantId}/{sku}.png';
		const line = lineOf({ id: '7', sku: 'TEE-M' });
		const settings = { printFile: byTemplate(template) };
		const { items } = await compose([line], settings, [], catalog(), '1001');
		expect(items).toMatchObject([
			{ placements: [placed('https://t.example/1001/7/v-m/TEE-M.png')] },
		]);
	});

	it('a print file of the line is to be reviewed when the template goes before it', async () => {
		const { items, toReview } = await compose([lineOf()], {
			printFile: byTemplate('https://t.example/{sku}.png'),
		});
		expect(items).toMatchObject([{ placements: [placed('https://t.example/TEE-M.png')] }]);
		expect(toReview).toEqual([
			expect.stringContaining('Line 1: the file in "Print file" is not used: '),
		]);
	});

	it('the print file of SKU Mapping goes before the template', async () => {
		const template = 'https://t.example/{sku}.png';
		const { items, warnings } = await compose(
			[lineOf()],
			{ printFile: byTemplate(template) },
			rows,
		);
		expect(items).toMatchObject([{ placements: [placed()] }]);
		expect(warnings).toEqual([]);
	});

	it('a line is refused when the template needs what it does not have', async () => {
		const template = 'https://t.example/{lineId}.png';
		expect((await compose([lineOf()], { printFile: byTemplate(template) })).problems).toEqual([
			expect.stringMatching(/^Line 1 has no lineId to insert into Print File Template\. \S/),
		]);
	});
});

describe('A template with a placement', () => {
	const placement = (type: string, required: boolean) => ({ type, required });
	const clothing = (id: string, sku: string, name: string, { placements }: IDataObject) => ({
		...variant(id, sku, name),
		placements,
	});
	const shirts = new CatalogService([
		product(
			'p1',
			clothing('v-m', 'TEE-M', 'Tee', {
				placements: [placement('front', true), placement('back', false), placement('sleeve', true)],
			}),
			clothing('v-c', 'CAP', 'Cap', {
				placements: [placement('brim', false), placement('back', false)],
			}),
			clothing('v-0', 'BARE', 'Bare', { placements: [] }),
		),
	]);
	const template = 'https://t.example/{sku}-{placement}.png';
	const composeWith = async (sku: string, listed: string[] = [], fillFromCatalog = true) =>
		await compose(
			[lineOf({ sku: sku, properties: [] })],
			{ printFile: byTemplate(template, ...listed), fillFromCatalog },
			[],
			shirts,
		);

	it.each([
		['the placements that the variant requires', 'TEE-M', [], ['front', 'sleeve']],
		['those that are listed too', 'TEE-M', ['back', 'brim'], ['front', 'back', 'sleeve']],
		['the first one where none is required', 'CAP', [], ['brim']],
		['the listed one where none is required', 'CAP', ['back'], ['back']],
	])('a template names a file for %s', async (_, sku, listed, types) => {
		const { items, problems } = await composeWith(sku, listed);
		expect(problems).toEqual([]);
		expect(items.map(({ placements }) => placements)).toEqual([
			types.map((type) => placed(`https://t.example/${sku}-${type}.png`, type)),
		]);
	});

	it('a template names a file for what is listed when the catalog must not be read', async () => {
		const { items } = await composeWith('TEE-M', ['back'], false);
		expect(items).toMatchObject([
			{ placements: [placed('https://t.example/TEE-M-back.png', 'back')] },
		]);
	});

	it.each([
		['BARE', true],
		['TEE-M', false],
	])('a line of which no placement is known is refused: %s, %s', async (sku, fillFromCatalog) => {
		const { problems } = await composeWith(sku, [], fillFromCatalog);
		expect(problems).toEqual([
			expect.stringMatching(/^Line 1 has no placement to insert into Print File Template\. \S/),
		]);
	});

	it('files by placement in SKU Mapping go before the template, with the names of the catalog', async () => {
		const rows = [{ shopSku: 'TEE-M', files: { SLEEVE: OTHER_FILE, front: FILE } }];
		const { items } = await compose([lineOf()], { printFile: byTemplate(template) }, rows, shirts);
		expect(items.map(({ placements }) => placements)).toEqual([
			[placed(OTHER_FILE, 'sleeve'), placed(FILE, 'front')],
		]);
	});

	it('a placement before the name of a print file counts, in the setting too', async () => {
		const printFile = { property: 'front_print_file_url', placements: ['back'], hosts: [] };
		const properties = ['front', 'back', 'sleeve'].map((type) =>
			property(`${type}_print_file_url`, `${FILE}?${type}`),
		);
		const { items, toReview, problems } = await compose(
			[lineOf({ properties })],
			{ printFile },
			[],
			shirts,
		);
		expect({ problems, toReview }).toEqual({ problems: [], toReview: [] });
		expect(items[0]?.placements).toEqual(
			['front', 'back', 'sleeve'].map((type) => placed(`${FILE}?${type}`, type)),
		);
		const [missing] = (
			await compose([lineOf({ properties: properties.slice(0, 2) })], { printFile }, [], shirts)
		).problems;
		expect(missing).toContain('Give the line the property "sleeve_print_file_url" in your shop');
	});

	it('without the catalog, a placement that the user listed may come before the name', async () => {
		const properties = [property('Print file'), property('Back print file', OTHER_FILE)];
		const printFile = { property: 'Print file', placements: ['back'], hosts: [] };
		const { items } = await compose(
			[lineOf({ properties })],
			{ printFile, fillFromCatalog: false },
			[],
			shirts,
		);
		expect(items[0]?.placements).toEqual([placed(FILE), placed(OTHER_FILE, 'back')]);
	});

	it('a second side that a property names before the name is to be reviewed unless it is listed', async () => {
		const properties = [
			property('Print file front'),
			property('Print file sleeve'),
			property('Back print file', OTHER_FILE),
			property('Original print file', OTHER_FILE),
		];
		const { items, toReview } = await compose([lineOf({ properties })], {}, [], shirts);
		expect(items[0]?.placements).toHaveLength(3);
		expect(toReview).toEqual([expect.stringContaining('name print files for "back"')]);
	});

	it.each([
		[
			{ hood: FILE, front: FILE, sleeve: FILE },
			[
				'Line 1: SKU Mapping (JSON) at [0] → files.hood → Placement is "hood", which variant "Tee" does not have. Choose one of "front", "back", "sleeve", in SKU Mapping (JSON) as "files": { "front": "https://…" }.',
			],
		],
		[
			{ back: FILE },
			['front', 'sleeve'].map(
				(type) =>
					`Line 1 → Placements lacks "${type}", which variant "Tee" requires. Enter the file under SKU Mapping, in SKU Mapping (JSON) at [0], whose files are all files of the line.`,
			),
		],
	])('files by placement that do not fit the variant are refused: %j', async (files, messages) => {
		const rows = [{ shopSku: 'TEE-M', files }];
		expect((await compose([lineOf()], {}, rows, shirts)).problems).toEqual(messages);
	});
});

describe('A row whose SKU no variant has', () => {
	it('is not replaced by the variant that has the SKU of the line', async () => {
		const rows = [{ shopSku: 'TEE-M', sku: 'MUG-11' }];
		const { items, problems } = await compose([lineOf()], {}, rows);
		expect(items).toEqual([]);
		expect(problems).toEqual([expect.stringContaining('no variant has the SKU "MUG-11"')]);
	});
});

describe('A bundle that the shop lists beside its parts', () => {
	const bundle = (changes: Partial<ShopLine> = {}): ShopLine =>
		lineOf({ label: 'Bundle', id: '1', sku: 'SET', partIds: ['2', '3'], ...changes });

	const part = (changes: Partial<ShopLine> = {}): ShopLine =>
		lineOf({ label: 'Part', id: '3', ...changes });

	const stranger = lineOf({ label: 'Line 9', id: '9' });

	const LEFT_OUT = 'Bundle was left out: it is a bundle whose parts are separate lines';

	it.each([
		['names a print file', bundle(), []],
		['names no parts', bundle({ partIds: [] }), []],
		['has the SKU of a variant and no print file', bundle({ properties: [], sku: 'TEE-L' }), []],
	])('a bundle that %s is refused when none of its parts is sent', async (_, line, rows) => {
		const unsent = part({ sku: 'CAP', properties: [] });
		expect((await compose([line, unsent, stranger], {}, rows)).problems).toEqual([
			'Bundle is a bundle with a print file or a row in SKU Mapping, but none of its parts is for the service. Name the print files on its parts.',
		]);
	});

	it.each([[[]], [[part()]]])(
		'a bundle that is listed in SKU Mapping without a print file is refused beside the parts %j',
		async (parts) => {
			const rows = [{ shopSku: 'SET', sku: 'TEE-M' }];
			expect((await compose([bundle({ properties: [] }), ...parts], {}, rows)).problems).toEqual([
				expect.stringMatching(/^Bundle has no print file, but is for this service\. Give /),
			]);
		},
	);

	it.each([
		['names a print file', bundle()],
		['has the SKU of a variant and no print file', bundle({ properties: [], sku: 'TEE-L' })],
	])('a bundle that %s is left out when one of its parts is sent', async (_, line) => {
		const { problems, items, warnings } = await compose([line, part()]);
		expect(problems).toEqual([]);
		expect(warnings).toEqual([LEFT_OUT]);
		expect(items).toMatchObject([{ externalId: '3' }]);
	});

	it.each([
		['by its SKU', bundle({ sku: 'TEE-L' }), []],
		[
			'by SKU Mapping',
			bundle({ properties: [] }),
			[{ shopSku: 'SET', sku: 'TEE-L', printFileUrl: FILE }],
		],
	])('a bundle that is a variant itself %s is ordered as one piece', async (_, line, rows) => {
		const foreign = part({ sku: 'CAP', properties: [] });
		const { problems, items, warnings } = await compose([line, foreign], {}, rows);
		expect(problems).toEqual([]);
		expect(items).toMatchObject([{ externalId: '1', variantId: 'v-l', quantity: 1 }]);
		expect(warnings).toEqual([expect.stringMatching(/^Part was left out: no variant/)]);
	});

	it('a bundle that is a variant itself and its parts are ordered, to be looked at first', async () => {
		const { items, toReview } = await compose([bundle({ sku: 'TEE-L' }), part(), stranger]);
		expect(items).toHaveLength(3);
		expect(toReview).toEqual([
			'Bundle is a bundle that is ordered itself, and its parts are ordered too: Part. Check that nothing is produced twice',
		]);
	});

	const several = (count: number): ShopLine[] =>
		Array.from({ length: count }, (_, index) => part({ id: `${index}`, label: `Part ${index}` }));

	it.each<[string, string[], ShopLine[], string]>([
		['each part once', ['3', '2', '3'], [part(), part({ id: '2', label: 'B' })], 'B, Part'],
		[
			'no part that is not ordered',
			['2', '3'],
			[part(), part({ id: '2', sku: 'CAP', properties: [] })],
			'Part',
		],
		['a part that left already', ['3'], [part({ fulfilled: 1 })], 'Part'],
		[
			'the first of many parts',
			several(MAX_LISTED + 3).map(({ id = '' }) => id),
			several(MAX_LISTED + 3),
			`${several(MAX_LISTED)
				.map(({ label }) => label)
				.join(', ')}, and 3 more`,
		],
	])('a review of a bundle names %s', async (_, partIds, parts, named) => {
		const line = bundle({ id: '1000', sku: 'TEE-L', partIds });
		const [found = '', ...others] = (await compose([line, ...parts])).toReview;
		const [, labels = ''] = /ordered too: (.*)\. Check that/.exec(found) ?? [];
		expect(labels.split(', ').sort()).toEqual(named.split(', ').sort());
		expect(others).toEqual([]);
	});

	it.each<[string, string[], ShopLine]>([
		['has no parts', [], part()],
		['has a part that is not ordered', ['3'], part({ sku: 'CAP', properties: [] })],
		['has parts that are no lines', ['4', '5'], part()],
	])('a bundle that is a variant itself and %s needs no review', async (_, partIds, other) => {
		const { id: _id, ...unnamed } = stranger;
		const lines = [bundle({ sku: 'TEE-L', partIds }), other, unnamed];
		expect((await compose(lines)).toReview).toEqual([]);
	});

	it('a bundle that is not for the service is left out', async () => {
		const { problems, warnings } = await compose([bundle({ properties: [] }), stranger], {
			unknownLines: 'stop',
		});
		expect(problems).toEqual([]);
		expect(warnings).toEqual([LEFT_OUT]);
	});

	it('nothing is said of a bundle when something is wrong with a line, which may be its part', async () => {
		const { problems } = await compose([bundle(), part({ sku: 'CAP' })]);
		expect(problems).toEqual([expect.stringMatching(/^Part names a print file/)]);
	});
});
