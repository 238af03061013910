/** When a line is reviewed for what it says: four rules, in words of the catalog alone. */
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { LineSettings } from '../../../../../nodes/PodFulfilment/order/shop/lines/itemLine.ts';
import { IgnoredProperties } from '../../../../../nodes/PodFulfilment/order/shop/lines/lineValues.ts';
import type {
	LineProperty,
	ShopLine,
} from '../../../../../nodes/PodFulfilment/order/shop/shopOrder.ts';
import { adviceOf, causesOf } from '../../../../../nodes/PodFulfilment/order/findings.ts';
import { ServiceError } from '../../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { CatalogService, product, variant } from '../../../api/catalog/catalogService.ts';
import { shopOrderItems } from '../../../../support/byLevel.ts';
import { composeWith } from './composeWith.ts';
import { skuMappingOf } from '../../../../../nodes/PodFulfilment/order/shop/lines/skuMapping.ts';
import { GIFT_CARD } from '../../../../../nodes/PodFulfilment/order/shop/reading.ts';

const FILE = 'https://files.example.com/a.png';
const OTHER_FILE = 'https://files.example.com/b.png';

const PLACEMENTS = [
	{ type: 'front', required: true, technique: 'direct_print' },
	{ type: 'back', required: false, technique: 'embroidery' },
	{ type: 'sleeve_left', required: false },
	{ type: 'sleeve_right', required: false },
];

const OPTIONS = [{ id: 'cap', label: 'Cap colour', required: false, values: [{ value: 'Black' }] }];

const of = (sku: string, name: string): IDataObject => ({
	...variant(`id-of-${sku.replaceAll(' ', '_')}`, sku, name),
	...{ placements: PLACEMENTS, options: OPTIONS },
});

const products = () => [
	product(
		'tee',
		...['Heather Navy', 'Black', 'White'].flatMap((color) =>
			['M', 'L', '2XL'].map((size) => of(`TEE-${color}-${size}`, `Tee / ${color} / ${size}`)),
		),
	),
	product(
		'case',
		...['iPhone 15', 'iPhone 15 Pro', 'iPhone 15 Pro Max', 'iPhone 14'].map((model) =>
			of(`CASE ${model}`, `Case for ${model}`),
		),
	),
	product('pixel', of('PIXEL', 'Case for Pixel 9'), of('PIXEL Pro', 'Case for Pixel 9 Pro')),
	product('mug', of('MUG-11', 'Mug (11oz)'), of('MUG-15', 'Mug (15oz)')),
	product('poster', of('POSTER-A3', 'Poster A3'), of('POSTER-5070', 'Poster 50x70 cm')),
	product('cap', of('CAP-M', 'Cap')),
	product(
		'hoodie',
		...['Heather Navy', 'Navy', 'Black'].flatMap((color) =>
			['M', 'L'].map((size) => of(`HOOD-${color}-${size}`, `Hoodie / ${color} / ${size}`)),
		),
	),
	product('tote', of('TOTE', 'Tote bag')),
];

const NAVY = 'TEE-Heather Navy-M';

const propertiesOf = (values: Record<string, unknown>): LineProperty[] =>
	Object.entries(values).map(([name, value]) => ({ names: [name], value }));

const line = (
	sku: string,
	values: Record<string, unknown>,
	changes: Partial<ShopLine> = {},
): ShopLine => ({
	...{ label: 'Line 1', id: '1', sku: sku, name: 'A thing', quantity: 1 },
	properties: propertiesOf({ 'Print file': FILE, ...values }),
	...changes,
});

/** The reviews of lines. */
async function toReview(
	lines: ShopLine[],
	settings: Partial<LineSettings> = {},
	rows: object[] = [],
): Promise<string[]> {
	const service = new CatalogService(products());
	const { toReview: found, problems } = await composeWith(service, lines, settings, rows);
	expect(problems).toEqual([]);
	return found;
}

const TEMPLATE: Partial<LineSettings> = {
	printFile: { template: 'https://files.example.com/{sku}.png', placements: [] },
};

/** Composes a line of an order whose buyer entered values for the whole of it. */
const composedWithCart = async (
	ofOrder: ShopLine,
	cart: Record<string, unknown>,
	settings: Partial<LineSettings>,
) =>
	await shopOrderItems(
		new CatalogService(products()).client(),
		{ recipient: {}, lines: [ofOrder], findings: [], cartProperties: propertiesOf(cart) },
		{
			mapping: skuMappingOf({}, []),
			printFile: { property: 'Print file', placements: [], hosts: [] },
			...{ options: [], ignored: new IgnoredProperties(), unknownLines: 'stop' },
			...{ fillFromCatalog: true, ...settings },
		},
	);

const ignoring = (entered: string): Partial<LineSettings> => ({
	ignored: new IgnoredProperties(entered),
});

describe('A value that another variant of the product is called', () => {
	it.each<[string, unknown]>([
		[NAVY, 'White'],
		[NAVY, 'Navy / L'],
		[NAVY, 'Heather Navy, XXL'],
		[NAVY, 'Extra Large'],
		[NAVY, '5XL'],
		[NAVY, 'Size L'],
		[NAVY, 'Adult L (52)'],
		[NAVY, 'Heather Navy (L)'],
		[NAVY, 'Black (+$3.00)'],
		[NAVY, ['Heather Navy', 'L']],
		['CASE iPhone 15', 'iPhone 15 Pro'],
		['CASE iPhone 15 Pro', 'iPhone 15 Pro Max'],
		['CASE iPhone 15', 'iPhone 14'],
		['MUG-11', '15 oz'],
		['MUG-11', '15oz'],
		['POSTER-A3', '50 × 70 cm'],
		['CAP-M', 'Large'],
	])('is to be reviewed: %s, %j', async (sku, value) => {
		const found = await toReview([line(sku, { Whatever: value })]);
		expect(found).toEqual([
			expect.stringMatching(
				/^Line 1: "Whatever" is ".*", but by its SKU ".*" variant ".*" is produced(?:, and not ".*")?: /,
			),
		]);
		expect(await toReview([line(sku, {}, { variantTitle: String(value) })])).toHaveLength(1);
	});

	it.each<[string, unknown]>([
		[NAVY, 'Heather Navy'],
		[NAVY, 'Navy'],
		[NAVY, 'Heather Mauve'],
		[NAVY, 'Heather with white'],
		[NAVY, 'Medium'],
		[NAVY, 'Heather Navy / M'],
		[NAVY, 'M (52)'],
		[NAVY, 'Back in Black, baby'],
		[NAVY, 'All White And L'],
		[NAVY, 'None'],
		[NAVY, 'Men’s'],
		[NAVY, `${'x '.repeat(150)}, L`],
		['CASE iPhone 15 Pro', 'iPhone 15 Pro'],
		['CASE iPhone 15', 'iPhone 15'],
		['MUG-11', '11 oz'],
		['MUG-11', '330 ml'],
		['POSTER-5070', '50x70'],
		['TOTE', 'Large'],
		['CAP-M', 'M'],
	])('needs no review where it is this one or none: %s, %j', async (sku, value) => {
		const found = await toReview([line(sku, { Whatever: value })]);
		expect(found.filter((text) => text.includes('is produced'))).toEqual(
			typeof value === 'string' && value.includes('Black,') ? [expect.anything()] : [],
		);
	});

	it('names what to correct first, then the other ways out with the text to enter', async () => {
		const ways = (sku: string) =>
			`ask for it under 'When' in rows of SKU Mapping, or if it changes nothing, enter "${sku}: Size" in the option Properties to Ignore, or "Size" for all lines`;
		const reasonBy = (by: string) =>
			`Line 1: "Size" is "15 oz", but by ${by} variant "Mug (11oz)" is produced, and not "Product mug, Mug (15oz)"`;
		const values = { 'Size (+$2.00)': '15 oz' };
		expect(await toReview([line('MUG-11', values)])).toEqual([
			`${reasonBy('its SKU "MUG-11"')}: correct the SKU "MUG-11" in your shop, or ${ways('MUG-11')}`,
		]);
		const rows = [{ shopSku: 'MUG', sku: 'MUG-11' }];
		expect(await toReview([line('MUG', values)], {}, rows)).toEqual([
			`${reasonBy('SKU Mapping (JSON) at [0]')}: correct SKU Mapping (JSON) at [0], or ${ways('MUG')}`,
		]);
	});

	it('of a title has the text to enter for its SKU alone', async () => {
		const [text] = await toReview([line('MUG-11', {}, { variantTitle: '15 oz' })]);
		expect(text).toContain(
			'changes nothing, enter "MUG-11: variant_title" in the option Properties to Ignore',
		);
		expect(text).toMatch(/Properties to Ignore$/);
		const settings = ignoring('MUG-11: variant_title');
		expect(await toReview([line('MUG-11', {}, { variantTitle: '15 oz' })], settings)).toEqual([]);
	});

	it('is known by itself where its property has no name', async () => {
		const [text] = await toReview([line('MUG-11', { '✏️': '15 oz' })]);
		expect(text).toContain('Line 1: "15 oz" is in a property without a name, but by its SKU');
		expect(text).not.toContain('When');
		expect(await toReview([line('MUG-11', { '✏️': '15 oz' })], ignoring('✏️'))).toEqual([]);
	});

	it('is said by five values of a line at most', async () => {
		const values = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`Text ${at}`, '15']));
		expect(await toReview([line('MUG-11', values)])).toHaveLength(5);
	});

	it('needs no review where a row asks for it, it is an option, hidden, ignored, or left already', async () => {
		const rows = [{ shopSku: NAVY, sku: NAVY, when: { Size: 'L' } }];
		expect(await toReview([line(NAVY, { Size: 'L' })], {}, rows)).toEqual([]);
		const allowed: Partial<LineSettings> = { options: ['cap'] };
		expect(await toReview([line(NAVY, { 'Cap colour': 'Black' })], allowed)).toEqual([]);
		expect(await toReview([line(NAVY, { _Size: 'L' })])).toEqual([]);
		expect(await toReview([line(NAVY, { Size: 'L' })], ignoring('TEE-*: Size'))).toEqual([]);
		expect(await toReview([line(NAVY, { Size: 'L' })], ignoring('MUG-*: Size'))).toHaveLength(1);
		expect(await toReview([line(NAVY, { Size: 'L' }, { fulfilled: 1 })])).toEqual([]);
	});

	it('is read from the field of a line, too, but not from one that is read as its quantity', async () => {
		const field: LineProperty = { names: ['Size'], value: 'L', isField: true };
		const file = propertiesOf({ 'Print file': FILE });
		expect(await toReview([line(NAVY, {}, { properties: [...file, field] })])).toHaveLength(1);
		const read: LineProperty = { ...field, isRead: true };
		expect(await toReview([line(NAVY, {}, { properties: [...file, read] })])).toEqual([]);
	});

	it('without the catalog, sizes in letters are compared with the SKU of the row', async () => {
		const settings = { fillFromCatalog: false };
		const rows = [{ shopSku: NAVY, sku: 'TEE-White-M' }];
		expect(await toReview([line(NAVY, { Size: 'L' })], settings, rows)).toEqual([
			expect.stringContaining(
				'but by SKU Mapping (JSON) at [0] variant "TEE-White-M" is produced: ',
			),
		]);
		expect(await toReview([line(NAVY, { Size: 'M', Color: 'Black' })], settings, rows)).toEqual([]);
	});
});

describe('Values that together are all that another variant of the product is called', () => {
	const HEATHER = 'HOOD-Heather Navy-M';

	it.each<[string, Record<string, unknown>, Partial<ShopLine>, string]>([
		[HEATHER, {}, { variantTitle: 'Navy / M' }, 'variant_title'],
		[HEATHER, { Size: 'M', Color: 'Navy' }, {}, 'Size'],
		[HEATHER, { Choice: 'M, Navy' }, {}, 'Choice'],
		['CASE iPhone 15 Pro', { Model: 'iPhone 15' }, {}, 'Model'],
		['CASE iPhone 15 Pro Max', { Model: 'iPhone 15 Pro' }, {}, 'Model'],
		['PIXEL Pro', { Model: 'Pixel 9' }, {}, 'Model'],
		['PIXEL Pro', {}, { variantTitle: 'Pixel 9' }, 'variant_title'],
	])(
		'are reviewed once where they are not all of this one: %s, %j %j',
		async (sku, values, changes, name) => {
			expect(await toReview([line(sku, values, changes)])).toEqual([
				expect.stringMatching(
					`^Line 1: "${name}" is ".*", but by its SKU ".*" variant ".*" is produced, and not ".*": `,
				),
			]);
			const settings = ignoring(`${sku}: ${name}`);
			expect(await toReview([line(sku, values, changes)], settings)).toEqual([]);
		},
	);

	it('are reviewed by the one that is of another variant by itself', async () => {
		const values = { Color: 'Heather Navy', Size: 'L' };
		expect(await toReview([line(NAVY, values)])).toEqual([
			expect.stringMatching(/^Line 1: "Size" is "L", but .* and not "Product tee, Tee .* \/ L": /),
		]);
	});

	it('name both variants', async () => {
		expect(await toReview([line('PIXEL Pro', { Model: 'Pixel 9' })])).toEqual([
			expect.stringContaining(
				'variant "Case for Pixel 9 Pro" is produced, and not "Product pixel, Case for Pixel 9": ',
			),
		]);
	});

	it.each<[string, Record<string, unknown>, Partial<ShopLine>?]>([
		['PIXEL Pro', { Model: 'Pixel 9', Version: 'Pro' }],
		['PIXEL Pro', { Model: 'Pixel 9' }, { name: 'Pixel Pro case' }],
		['PIXEL Pro', { Model: 'Pixel 9a' }],
		['PIXEL Pro', { Look: 'Glossy case' }],
		['PIXEL', { Model: 'Pixel 9' }],
		[HEATHER, { Color: 'Heather Navy', Size: 'M' }],
		[HEATHER, { Size: 'M' }],
		[HEATHER, { Color: 'Navy' }],
		[HEATHER, { Color: 'Navy', Size: 'M' }, { name: 'Heather hoodie' }],
		['HOOD-Navy-M', { Color: 'Navy', Size: 'M' }],
		['CASE iPhone 15', { Model: 'iPhone 15' }],
	])(
		'need no review where they are this one, or not all of another: %s, %j',
		async (sku, values, changes) => {
			expect(await toReview([line(sku, values, changes)])).toEqual([]);
		},
	);
});

describe('The variants of a product whose row names one by its ID', () => {
	const rows = [{ shopSku: 'SHIRT', variantId: 'id-of-TEE-Heather_Navy-M' }];
	const READ = '/api/catalog-products';

	async function pathsOf(values: Record<string, unknown>): Promise<string[]> {
		const service = new CatalogService(products());
		return (await composeWith(service, [line('SHIRT', values)], {}, rows)).paths;
	}

	it('are read where the line says something in few words', async () => {
		expect(await pathsOf({ Color: 'White' })).toContain(READ);
		expect(await toReview([line('SHIRT', { Color: 'White' })], {}, rows)).toHaveLength(1);
	});

	it.each<[Record<string, unknown>]>([[{}], [{ Photo: OTHER_FILE }], [{ _id: '7' }]])(
		'are not read for %j',
		async (values) => {
			expect(await pathsOf(values)).not.toContain(READ);
		},
	);

	it('are read once for all lines and runs', async () => {
		const service = new CatalogService(products());
		for (let run = 0; run < 3; run += 1) {
			await composeWith(service, [line('SHIRT', { Color: 'White' })], {}, rows);
		}
		expect(service.paths.filter((path) => path === READ)).toHaveLength(1);
	});

	it.each([
		['unreadable', []],
		['busy', [expect.stringMatching(/too large/i) as string]],
	] as const)(
		'stop the line only where another try may read them: %s',
		async (outcome, problems) => {
			const service = new CatalogService(products());
			service.beforeResponse = (path) => {
				if (path !== READ) return;
				throw new ServiceError({ outcome, message: 'The catalog is too large', description: '' });
			};
			const composed = await composeWith(service, [line('SHIRT', { Color: 'White' })], {}, rows);
			expect(composed).toMatchObject({ problems, toReview: [] });
		},
	);

	it('may be missing from the catalog: then its own size in letters counts', async () => {
		const service = new CatalogService(products());
		service.beforeResponse = (path) => {
			if (path === READ) service.products = service.products.slice(1);
		};
		const { toReview: found } = await composeWith(
			service,
			[line('SHIRT', { Size: 'L', Color: 'White' })],
			{},
			rows,
		);
		expect(found).toEqual([expect.stringContaining('"Size" is "L"')]);
	});
});

describe('A placement that gets no file', () => {
	it.each<[string, unknown, string]>([
		['Print on', 'Back', '"back"'],
		['Print on', 'Front & back', '"back"'],
		['Print on', 'Front + Back (+$5.00)', '"back"'],
		['Print on', 'Back side', '"back"'],
		['Print on', 'Back print', '"back"'],
		['Print on', 'Both sides', '"back" and "sleeve_left" and "sleeve_right"'],
		['Print on', 'Left sleeve', '"sleeve_left"'],
		['Print on', 'Sleeve', '"sleeve_left" and "sleeve_right"'],
		['Print on', ['Front', 'Back'], '"back"'],
		['Name on back', 'Ada', '"back"'],
		['Back (+$5.00)', 'Yes', '"back"'],
		['Sleeve left text', 'Ada', '"sleeve_left"'],
	])('is to be reviewed where %j is %j', async (name, value, missing) => {
		expect(await toReview([line(NAVY, { [name]: value })])).toEqual([
			expect.stringContaining(
				`but there is no print file for ${missing} of variant "Tee / Heather Navy / M": `,
			),
		]);
	});

	it.each<[string, unknown]>([
		['Print on', 'Front'],
		['Print on', 'Back to the future'],
		['Print on', 'side'],
		['Name on back', 'None'],
		['Back', false],
		['Name on front', 'Ada'],
		['Backside', 'Ada'],
		['_back', 'Ada'],
	])('needs no review where %j is %j', async (name, value) => {
		expect(await toReview([line(NAVY, { [name]: value })])).toEqual([]);
	});

	it('is one of two for both sides', async () => {
		const values = { 'Print on': 'Both sides', 'Print file back': OTHER_FILE };
		const settings: Partial<LineSettings> = {
			printFile: { property: 'Print file', placements: ['back'], hosts: [] },
		};
		expect(await toReview([line(NAVY, values)], settings)).toEqual([]);
	});

	it('is none where one that has the same word gets a file', async () => {
		const values = { 'Print on': 'Sleeve', 'Print file sleeve left': OTHER_FILE };
		const settings: Partial<LineSettings> = {
			printFile: { property: 'Print file', placements: ['sleeve_left'], hosts: [] },
		};
		expect(await toReview([line(NAVY, values)], settings)).toEqual([]);
	});

	it('is said once of a file that is not used', async () => {
		expect(await toReview([line(NAVY, { 'Art, back': OTHER_FILE })])).toEqual([
			expect.stringContaining('the file in "Art, back" is not used'),
		]);
	});

	it('may be that of a part of a title or of a column with a file', async () => {
		expect(await toReview([line(NAVY, {}, { variantTitle: 'M / Back' })])).toHaveLength(1);
		const column: LineProperty = { names: ['Back art'], value: OTHER_FILE, isField: true };
		const file = propertiesOf({ 'Print file': FILE });
		expect(await toReview([line(NAVY, {}, { properties: [...file, column] })])).toEqual([
			expect.stringContaining('no print file for "back"'),
		]);
		const preview = { ...column, names: ['Back preview'] };
		expect(await toReview([line(NAVY, {}, { properties: [...file, preview] })])).toEqual([]);
	});

	it('is not known without the catalog', async () => {
		const rows = [{ shopSku: NAVY, variantId: 'v' }];
		const settings = { fillFromCatalog: false };
		expect(await toReview([line(NAVY, { 'Print on': 'Back' })], settings, rows)).toEqual([]);
	});
});

describe('A file that is not used', () => {
	it.each<[string, unknown]>([
		['Photo 2', OTHER_FILE],
		['_design_back', OTHER_FILE],
		['Upload', 'art.png'],
		['Upload', { url: OTHER_FILE }],
		['Uploads', [FILE, OTHER_FILE]],
		['Upload (+$5.00)', OTHER_FILE],
	])('is to be reviewed: %s, %j', async (name, value) => {
		const shown = name.replace(' (+$5.00)', '');
		expect(await toReview([line(NAVY, { [name]: value })])).toEqual([
			`Line 1: the file in "${shown}" is not used: name it as a print file in your shop, enter the files of such products in SKU Mapping, or if it changes nothing, enter "${shown}" in the option Properties to Ignore, or "${NAVY}: ${shown}" for this SKU alone`,
		]);
		expect(await toReview([line(NAVY, { [name]: value })], ignoring(shown))).toEqual([]);
	});

	it.each<[string, unknown]>([
		['Same', FILE],
		['_preview', OTHER_FILE],
		['Preview1', OTHER_FILE],
		['thumbnail_url', OTHER_FILE],
		['Mockup', OTHER_FILE],
		['Photo', 'None'],
		['Page', 'example.com'],
	])('needs no review: %s, %j', async (name, value) => {
		expect(await toReview([line(NAVY, { [name]: value })])).toEqual([]);
	});

	it('needs no review in a field of the line, which has pictures of the product', async () => {
		const field: LineProperty = { names: ['image'], value: OTHER_FILE, isField: true };
		const properties = [...propertiesOf({ 'Print file': FILE }), field];
		expect(await toReview([line(NAVY, {}, { properties })])).toEqual([]);
	});

	it('is one of the line beside a row or a template', async () => {
		const rows = [{ shopSku: NAVY, printFileUrl: OTHER_FILE }];
		expect(await toReview([line(NAVY, {})], {}, rows)).toHaveLength(1);
		expect(await toReview([line(NAVY, {})], TEMPLATE)).toHaveLength(1);
	});

	it('is named once for each name, and five at most', async () => {
		const same = ['a', 'b'].map((file) => ({
			names: ['Photo'],
			value: `https://files.example.com/${file}.png?2`,
		}));
		const properties = [...propertiesOf({ 'Print file': FILE }), ...same];
		expect(await toReview([line(NAVY, {}, { properties })])).toHaveLength(1);
		const many = Object.fromEntries(
			Array.from({ length: 9 }, (_, at) => [`Photo ${at}x`, `${OTHER_FILE}?${at}`]),
		);
		expect(await toReview([line(NAVY, many)])).toHaveLength(5);
	});
});

describe('A text of the customer where all orders get the same file', () => {
	const textOf = (values: Record<string, unknown>, changes: Partial<ShopLine> = {}) =>
		line(NAVY, {}, { properties: propertiesOf(values), ...changes });

	const SAME_FOR_ALL =
		/^Line 1: ".*" is .*, but the print file of variant ".*" is the same for all orders: /;

	it.each<[string, unknown]>([
		['Custom Engraving', 'Happy Birthday'],
		['Inscription ($24.50)', 'In loving memory'],
		['Gift wrap', 'Red paper'],
		['Number', 7],
		['Answer', 'Yes, Ada'],
		['Answer', 'Say yes'],
		['Answer', 'Heather Navy, Ada'],
		['Text', 'x'.repeat(64_000)],
		['Text', '\u{FDFA}'.repeat(64_000)],
		['Text', `M, ${'Ada '.repeat(400)}`],
		['Name', 'Heather and Navy Jones'],
		['Answer', 'Heather Navy (Ada)'],
		['Answer', 'M Ada (7)'],
		['Answer', 'Ada (7)'],
		['Answer', '(7)'],
		['Answer', 'A thing (7)'],
		['Answer', 'M (7), Ada'],
	])('is to be reviewed: %s', async (name, value) => {
		expect(await toReview([textOf({ [name]: value })], TEMPLATE)).toEqual([
			expect.stringMatching(SAME_FOR_ALL),
		]);
		const rows = [{ shopSku: NAVY, printFileUrl: FILE }];
		expect(await toReview([textOf({ [name]: value })], {}, rows)).toHaveLength(1);
		expect(await toReview([textOf({ [name]: value })], { ...TEMPLATE, ...ignoring(name) })).toEqual(
			[],
		);
	});

	it.each<[string, unknown]>([
		['Color', 'Heather Navy'],
		['Color', 'Dark navy'],
		['Size', 'Medium'],
		['Size', 'Medium (US 38-40)'],
		['Size', 'M (96.5 x 101 cm)'],
		['Choice', 'Heather Navy / M (38 in)'],
		['Print on', 'Front'],
		['Print on', 'Front side'],
		['Shape', 'Thing'],
		['I agree', 'Yes'],
		['I agree', true],
		['I agree', 'on'],
		['Engraving', 'None'],
		['Engraving', ''],
		['Engraving', '—'],
		['_engraving', 'Ada'],
	])('needs no review where it is explained: %s, %j', async (name, value) => {
		expect(await toReview([textOf({ [name]: value })], TEMPLATE)).toEqual([]);
	});

	it('says first how it is ignored, and never to correct a row or a SKU, in which nothing is wrong', async () => {
		const reason =
			'Line 1: "Engraving" is "Ada", but the print file of variant "Tee / Heather Navy / M" is the same for all orders: ';
		const ignore = `if it changes nothing, enter "Engraving" in the option Properties to Ignore, or "${NAVY}: Engraving" for this SKU alone, or `;
		const ask = "ask for it under 'When' in rows of SKU Mapping";
		expect(await toReview([textOf({ Engraving: 'Ada' })], TEMPLATE)).toEqual([
			`${reason}${ignore}write {lineId} or {orderNumber} in Print File Template, so that each has a file of its own, or ${ask}`,
		]);
		const rows = [{ shopSku: NAVY, printFileUrl: FILE }];
		for (const settings of [{}, TEMPLATE]) {
			expect(await toReview([textOf({ Engraving: 'Ada' })], settings, rows)).toEqual([
				`${reason}${ignore}${ask}`,
			]);
		}
	});

	it.each(['{lineId}', '{orderNumber}'])(
		'needs no review where %s is in the address',
		async (name) => {
			const printFile = { template: `https://files.example.com/${name}.png`, placements: [] };
			const lines = [textOf({ Engraving: 'Ada' })];
			const service = new CatalogService(products());
			const composed = await composeWith(service, lines, { printFile }, [], '1001');
			expect(composed).toMatchObject({ toReview: [], problems: [] });
		},
	);

	it.each<[string, Record<string, unknown>, Record<string, unknown>, string[]]>([
		['{orderNumber}-{sku}', { Engraving: 'Ada' }, { Engraving: 'Bob' }, ['Ada', 'Bob']],
		['{orderNumber}', { Engraving: 'Ada' }, { Engraving: 'Bob' }, ['Ada', 'Bob']],
		['{property:Font}', { Engraving: 'Ada', Font: 'A' }, { Engraving: 'Bob', Font: 'A' }, ['Ada']],
		['{orderNumber}-{sku}', { Engraving: 'Ada' }, {}, ['Ada']],
		['{orderNumber}-{sku}', { Engraving: 'Ada' }, { Engraving: 'Ada' }, []],
		['{orderNumber}-{sku}', { Size: 'M' }, {}, []],
		['{orderNumber}-{lineId}', { Engraving: 'Ada' }, { Engraving: 'Bob' }, []],
		['{property:Engraving}', { Engraving: 'Ada' }, { Engraving: 'Bob' }, []],
	])(
		'is to be reviewed where two lines get one file of %s and say %j, %j',
		async (name, first, second, texts) => {
			const printFile = { template: `https://files.example.com/${name}.png`, placements: [] };
			const lines = [textOf(first), { ...textOf(second), label: 'Line 2', id: '2' }];
			const service = new CatalogService(products());
			const composed = await composeWith(service, lines, { printFile }, [], '1001');
			expect(composed.problems).toEqual([]);
			for (const text of texts) {
				expect(composed.toReview).toContainEqual(
					expect.stringMatching(
						new RegExp(
							`^Line \\d: "Engraving" is "${text}", but line \\d gets the same print file: write \\{lineId\\} in`,
						),
					),
				);
			}
			expect(composed.toReview.length > 0).toBe(texts.length > 0);
			const ignored = await composeWith(
				service,
				lines,
				{ printFile, ...ignoring('Engraving, Font') },
				[],
				'1001',
			);
			expect(ignored.toReview).toEqual([]);
		},
	);

	it('needs no review in a title, a field of the line, or beside a file of its own', async () => {
		expect(await toReview([textOf({}, { variantTitle: 'M / Regular' })], TEMPLATE)).toEqual([]);
		const field: LineProperty = { names: ['Sales rep'], value: 'Ada', isField: true };
		expect(await toReview([textOf({}, { properties: [field] })], TEMPLATE)).toEqual([]);
		expect(await toReview([line(NAVY, { Engraving: 'Ada' })])).toEqual([]);
	});

	it.each(['', ' ', '✏️', '***'])(
		'is to be reviewed under a name without letters or digits: %j',
		async (name) => {
			const [text, ...others] = await toReview([textOf({ [name]: 'Ada' })], TEMPLATE);
			expect(others).toEqual([]);
			expect(text).toMatch(
				/^Line 1: "Ada" is in a property without a name, but the print file of variant ".*" is the same for all orders: /,
			);
			expect(text).not.toContain('When');
			const way =
				name.trim() === ''
					? /for all orders: give the property a name in your shop, or/
					: `enter "${name}" in the`;
			expect(text).toMatch(way);
			if (name.trim() === '') return;
			const settings = { ...TEMPLATE, ...ignoring(name) };
			expect(await toReview([textOf({ [name]: 'Ada' })], settings)).toEqual([]);
		},
	);

	it('is to be reviewed beside a file that is that of the product, and no other', async () => {
		const file = (isOfProduct: boolean): LineProperty => ({
			...{ names: ['Print file'], value: FILE, isField: true },
			...(isOfProduct && { isOfProduct }),
		});
		const with_ = (isOfProduct: boolean) => [
			line(NAVY, {}, { properties: [file(isOfProduct), ...propertiesOf({ Engraving: 'Ada' })] }),
		];
		expect(await toReview(with_(true))).toEqual([expect.stringMatching(SAME_FOR_ALL)]);
		expect(await toReview(with_(false))).toEqual([]);
	});

	it('needs no review where a row asks for it, or it is an option', async () => {
		const rows = [{ shopSku: NAVY, printFileUrl: FILE, when: { Engraving: 'Ada' } }];
		expect(await toReview([textOf({ Engraving: 'Ada' })], {}, rows)).toEqual([]);
		const allowed: Partial<LineSettings> = { ...TEMPLATE, options: ['cap'] };
		expect(await toReview([textOf({ 'Cap colour': 'black' })], allowed)).toEqual([]);
	});
});

describe('A text of the customer on a line that is not ordered', () => {
	const fee = (values: Record<string, unknown>, changes: Partial<ShopLine> = {}): ShopLine => ({
		...{ label: 'Line 2', id: '2', name: 'Personalization', quantity: 1 },
		properties: propertiesOf(values),
		...changes,
	});

	it('is to be reviewed where the line has no SKU', async () => {
		expect(await toReview([line(NAVY, {}), fee({ 'Your name': 'Ada' })])).toEqual([
			'Line 2: "Your name" is "Ada", but nothing is printed of it: check that it is in the print file of a line, or if it changes nothing, enter "Your name" in the option Properties to Ignore',
		]);
	});

	it.each<[string, Record<string, unknown>, Partial<ShopLine>]>([
		['says nothing', {}, {}],
		['says what another line is called', { For: 'A thing' }, {}],
		['says what it is called itself', { Type: 'Personalization' }, {}],
		['ticks a box', { Rush: 'Yes' }, {}],
		['has a SKU', { 'Your name': 'Ada' }, { sku: 'STICKER' }],
		['hides it', { _name: 'Ada' }, {}],
		['left already', { 'Your name': 'Ada' }, { fulfilled: 1 }],
		[
			'was refunded',
			{ 'Your name': 'Ada' },
			{ isEmptied: true, leftOutBecause: 'it was refunded' },
		],
		['is a gift card', { Message: 'For Ada' }, GIFT_CARD],
	])('needs no review where the line %s', async (_, values, changes) => {
		expect(await toReview([line(NAVY, {}), fee(values, changes)])).toEqual([]);
	});

	it('is to be reviewed also where it names another line, five at most', async () => {
		const values = Array.from({ length: 9 }, (_, at) => [`Text ${at}`, 'A thing for Ada']);
		const found = await toReview([line(NAVY, {}), fee(Object.fromEntries(values))]);
		expect(found).toHaveLength(5);
	});

	it('needs no review where it is ignored, or no line is ordered', async () => {
		const lines = [line(NAVY, {}), fee({ 'Your name': 'Ada' })];
		expect(await toReview(lines, ignoring('Your name'))).toEqual([]);
		expect(await toReview([fee({ 'Your name': 'Ada' })])).toEqual([]);
		const left = line(NAVY, {}, { fulfilled: 1 });
		expect(await toReview([left, fee({ 'Your name': 'Ada' })])).toEqual([]);
	});
});

describe('A text that the buyer entered for the whole order', () => {
	async function ofCart(
		values: Record<string, unknown>,
		settings: Partial<LineSettings> = TEMPLATE,
		changes: Partial<ShopLine> = {},
	): Promise<string[]> {
		const ofLine = line(NAVY, {}, { properties: [], ...changes });
		return (await composedWithCart(ofLine, values, settings)).toReview;
	}

	it('is to be reviewed where a line has the same file in all orders', async () => {
		expect(await ofCart({ Engraving: 'Ada' })).toEqual([
			'The checkout: "Engraving" is "Ada", but nothing is printed of it: check that it is in the print file of a line, or if it changes nothing, enter "Engraving" in the option Properties to Ignore',
		]);
	});

	it.each(['✏️', ''])('is to be reviewed under the name %j, too', async (name) => {
		expect(await ofCart({ [name]: 'Ada' })).toEqual([
			expect.stringContaining(
				'The checkout: "Ada" is in a property without a name, but nothing is',
			),
		]);
	});

	it('is to be reviewed where it is a file that is not used', async () => {
		expect(await ofCart({ 'Your photo': OTHER_FILE })).toEqual([
			expect.stringMatching(/^The checkout: the file in "Your photo" is not used: .*"Your photo"/),
		]);
		expect(await ofCart({ 'Your photo preview': OTHER_FILE })).toEqual([]);
		const settings = { ...TEMPLATE, ...ignoring('Your photo') };
		expect(await ofCart({ 'Your photo': OTHER_FILE }, settings)).toEqual([]);
		const used = TEMPLATE.printFile as { template: string };
		const same = used.template.replace('{sku}', encodeURIComponent(NAVY));
		expect(await ofCart({ 'Your photo': same })).toEqual([]);
	});

	it('needs no review where it is ignored, hidden, or each line has a file of its own', async () => {
		expect(await ofCart({ Engraving: 'Ada' }, { ...TEMPLATE, ...ignoring('Engraving') })).toEqual(
			[],
		);
		expect(await ofCart({ _ga: 'GA1.2' })).toEqual([]);
		const properties = propertiesOf({ 'Print file': FILE });
		expect(await ofCart({ Engraving: 'Ada' }, {}, { properties })).toEqual([]);
		expect(await ofCart({ Engraving: 'Ada' }, TEMPLATE, { fulfilled: 1 })).toEqual([]);
	});
});

describe('What follows a review', () => {
	const lineSaying = (values: Record<string, unknown>, settings: Partial<LineSettings>) => {
		const own = settings === TEMPLATE ? {} : { 'Print file': FILE };
		return line(NAVY, {}, { properties: propertiesOf({ ...own, ...values }) });
	};

	it.each<[string, Record<string, unknown>, Partial<LineSettings>, string]>([
		['a value of another variant', { Size: 'L' }, {}, 'otherVariant'],
		['a placement without a file', { 'Print on': 'Back' }, {}, 'customerText'],
		['a text with the same file in all orders', { Name: 'Ada' }, TEMPLATE, 'customerText'],
		['a file that is not used', { Photo: OTHER_FILE }, {}, 'unusedFile'],
	])('has its cause, and advice with the text to enter: %s', async (_, values, settings, cause) => {
		const { findings } = await composedWithCart(lineSaying(values, settings), {}, settings);
		expect(causesOf(findings)).toEqual([cause]);
		const [name] = Object.keys(values);
		expect(adviceOf(findings, 'the order')).toEqual([
			expect.objectContaining({ text: expect.stringContaining(`${name}`) as string }),
		]);
	});

	it('has its cause where it is a text of the whole order', async () => {
		const plain = lineSaying({}, TEMPLATE);
		const { findings } = await composedWithCart(plain, { Engraving: 'Ada' }, TEMPLATE);
		expect(causesOf(findings)).toEqual(['customerText']);
	});
});

describe('A property with several names', () => {
	const lineWith = (property: LineProperty) =>
		line(NAVY, {}, { properties: [...propertiesOf({ 'Print file': FILE }), property] });

	it('is explained by a row that asks for one of them', async () => {
		const rows = [{ shopSku: NAVY, sku: NAVY, when: { Size: 'L' } }];
		const size: LineProperty = { names: ['pa_size', 'Size'], value: 'L' };
		expect(await toReview([lineWith(size)], {}, rows)).toEqual([]);
		expect(await toReview([lineWith(size)])).toHaveLength(1);
	});

	it('is a preview where one of them says so', async () => {
		const file = (names: string[]) => lineWith({ names, value: OTHER_FILE });
		expect(await toReview([file(['artwork', 'Preview'])])).toEqual([]);
		expect(await toReview([file(['artwork', 'Photo'])])).toHaveLength(1);
	});

	it('is a file that is not used where one of its entries is', async () => {
		const photo: LineProperty = { names: ['Photos'], value: [FILE, OTHER_FILE] };
		expect(await toReview([lineWith(photo)])).toEqual([
			expect.stringContaining('the file in "Photos" is not used'),
		]);
	});
});
