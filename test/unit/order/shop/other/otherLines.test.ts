/** What becomes of lines of Shop Other, from the shop's data to the items. */
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { LineSettings } from '../../../../../nodes/PodFulfilment/order/shop/lines/itemLine.ts';
import { IgnoredProperties } from '../../../../../nodes/PodFulfilment/order/shop/lines/lineValues.ts';
import { skuMappingOf } from '../../../../../nodes/PodFulfilment/order/shop/lines/skuMapping.ts';
import { readOtherOrder } from '../../../../support/byLevel.ts';
import { CatalogService, product, variant } from '../../../api/catalog/catalogService.ts';
import { composeWith } from '../lines/composeWith.ts';

const FRONT = 'https://files.example.com/front.png';
const BACK = 'https://files.example.com/back.png';

const tee = (id: string, sku: string): IDataObject => ({
	...variant(id, sku, sku),
	placements: [
		{ type: 'front', required: true },
		{ type: 'back', required: false },
	],
});

/** Composes lines with this Print File Property; with '' the file comes from a template. */
async function compose(
	items: IDataObject[],
	property = 'file',
	rows: object[] = [],
	paths: Record<string, string> = {},
	ignored = '',
) {
	const mapping = skuMappingOf({}, rows);
	const { lines } = readOtherOrder(
		{ items },
		{
			orderNumber: '',
			lines: 'items',
			line: { sku: 'sku', quantity: 'qty', id: 'id', name: 'name', price: 'price', ...paths },
			address: {},
		},
		{
			conditions: (sku) => mapping.conditionNames(sku),
			...(property !== '' && { printFile: property }),
		},
	);
	const printFile: LineSettings['printFile'] =
		property === ''
			? { template: FRONT, placements: [] }
			: { property, placements: ['back'], hosts: [] };
	const service = new CatalogService([
		product('p1', tee('v-m', 'TEE-M'), tee('v-xl', 'TEE-XL'), tee('v-mug', 'MUG-1')),
	]);
	const settings = {
		...{ printFile, unknownLines: 'stop' as const },
		ignored: new IgnoredProperties(ignored),
	};
	const { composed, toReview, warnings, problems } = await composeWith(
		service,
		lines,
		settings,
		rows,
	).then(({ items: composed, ...others }) => ({ composed, ...others }));
	const files = composed.map(({ placements }) =>
		Object.fromEntries(
			(placements as Array<{ type?: string; layers: Array<{ url: string }> }>).map(
				({ type = '', layers }) => [type, layers[0]?.url],
			),
		),
	);
	return {
		variants: composed.map(({ variantId }) => variantId),
		files,
		toReview,
		warnings,
		problems,
	};
}

const line = (changes: IDataObject): IDataObject => ({ id: 1, sku: 'TEE-M', qty: 1, ...changes });

const listed = (size: string) => line({ options: [{ name: 'Size', value: size }] });

/** An entry without a name and a value: what its fields mean is not known. */
const unnamed = (size: string) => line({ chosen: [{ group: 'Size', choice: size, kind: 'list' }] });

const ROWS = [
	{ shopSku: 'TEE-M', sku: 'TEE-M', when: { Size: 'M' } },
	{ shopSku: 'TEE-M', sku: 'TEE-XL', when: { Size: 'XL' } },
];

describe('An entry of two texts in a list of a line, where all orders get the same file', () => {
	const reviewed = async (entries: IDataObject[], ignored = '') =>
		(await compose([line({ payload: { options: entries } })], '', [], {}, ignored)).toReview;
	const colour = { group: 'Farbe', option: 'Schwarz' };

	it('needs no review where its value is what the variant is called', async () => {
		expect(await reviewed([{ group: 'Size', option: 'M' }])).toEqual([]);
		expect(await reviewed([{ a: 'Size', b: 'm' }])).toEqual([]);
	});

	it('is reviewed where it says another variant, in either order, whatever is ignored after the advice', async () => {
		const advised = [];
		for (const own of [
			{ group: 'Size', option: 'M' },
			{ option: 'M', group: 'Size' },
		]) {
			for (const text of await reviewed([own, colour])) {
				advised.push(/enter "(.*?)" in/.exec(text)?.[1] ?? '');
			}
		}
		expect(advised).toEqual(['Farbe', 'M', 'Farbe']);
		const ignored = advised.join(', ');
		expect(await reviewed([{ option: 'M', group: 'Size' }, colour], ignored)).toEqual([]);
		for (const other of [
			{ group: 'Size', option: 'XL' },
			{ option: 'XL', group: 'Size' },
		]) {
			for (const settings of ['', 'payload.options', ignored, 'XL']) {
				expect(await reviewed([other, colour], settings)).toContainEqual(
					expect.stringMatching(
						/^Line 1 .*: "Size" is "XL", but by .* variant "TEE-M" is produced/,
					),
				);
			}
		}
	});

	it.each([
		{ question: 'Name', answer: 'Ada' },
		{ answer: 'Ada', question: 'Name' },
		{ group: 'M', text: 'Ada' },
		{ text: 'Ada', placement: 'front' },
	])('is reviewed where one of them is a text: %j', async (entry) => {
		expect(await reviewed([entry])).toEqual([
			expect.stringMatching(/^Line 1 .*"Ada".* is the same for all orders: if it changes nothing/),
		]);
	});
});

describe('A choice in a list or a column of a line of another shop', () => {
	it.each<[string, IDataObject]>([
		['a list', listed('XL')],
		['GloriaFood', unnamed('XL')],
		[
			'BigCommerce',
			line({ product_options: [{ display_name: 'Size', display_value: 'XL', value: '197' }] }),
		],
		['Etsy', line({ variations: [{ formatted_name: 'Size', formatted_value: 'XL' }] })],
		['Shopware', line({ payload: { options: [{ group: 'Größe', option: 'XL' }] } })],
		['Squarespace, a column', line({ 'Lineitem variant': 'XL / Navy' })],
		['TikTok, a column', line({ Variation: 'Navy, XL' })],
		['Shopee, a column', line({ model_name: 'Navy,XL' })],
		['Printify, a field of an object', line({ metadata: { variant_label: 'Navy / XL' } })],
		['Medusa, the title of an object', line({ variant: { title: 'XL / Navy' } })],
	])('is to be reviewed where it is another size: %s', async (_, item) => {
		const { toReview } = await compose([item], '');
		expect(toReview).toContainEqual(
			expect.stringMatching(/^Line 1 .* but by .* variant "TEE-M" is produced: /),
		);
	});

	it.each<[string, IDataObject]>([
		['a list', listed('M')],
		['a column', line({ 'Lineitem variant': 'M / Navy' })],
		['an ID in such a column', line({ variant: '12345' })],
	])('needs no review where it is the size of the variant: %s', async (_, item) => {
		expect(await compose([item], '')).toMatchObject({ toReview: [], warnings: [], problems: [] });
	});

	it('chooses the row of SKU Mapping that names it', async () => {
		const { variants, problems } = await compose([listed('XL')], '', ROWS);
		expect({ variants, problems }).toEqual({ variants: ['v-xl'], problems: [] });
	});

	it.each([
		['chosen[0].choice', unnamed('XL')],
		['deep.list[1].size', line({ deep: { list: [{}, { size: 'xl' }] } })],
		["deep['my size'].value", line({ deep: { 'my size': { value: 'XL' } } })],
	])('chooses the row that names it by its path %s', async (path, item) => {
		const rows = [
			{ shopSku: 'TEE-M', sku: 'TEE-M', when: { [path]: 'M' } },
			{ shopSku: 'TEE-M', sku: 'TEE-XL', when: { [path]: 'XL' } },
		];
		const { variants, problems } = await compose([item], '', rows);
		expect({ variants, problems }).toEqual({ variants: ['v-xl'], problems: [] });
	});

	it.each<[string, IDataObject]>([
		['chosen[0].choice', unnamed('XL')],
		[
			'options[1].value',
			line({
				options: [
					{ name: 'Size', value: 'M' },
					{ name: 'Size', value: 'XL' },
				],
			}),
		],
		[
			'options[0].display_value',
			line({ options: [{ name: 'Size', value: 'a7', display_value: 'XL' }] }),
		],
	])('needs no review where a row decided by its path %s', async (path, item) => {
		const rows = [
			{ shopSku: 'TEE-M', sku: 'TEE-M', when: { [path]: 'XL' } },
			{ shopSku: 'TEE-M', files: { front: FRONT }, when: { [path]: 'XL' } },
		];
		expect(await compose([item], '', rows)).toMatchObject({ variants: ['v-m'], toReview: [] });
	});

	it.each([
		['options[0].value', '197'],
		['options[0].display_value', 'XL'],
		['options[0].display_name', 'Size'],
		['Size', 'XL'],
	])('is known by each field of its entry: %s', async (path, value) => {
		const options = [{ display_name: 'Size', display_value: 'XL', value: '197' }];
		const rows = [
			{ shopSku: 'TEE-M', sku: 'TEE-M', when: { [path]: `not ${value}` } },
			{ shopSku: 'TEE-M', sku: 'TEE-XL', when: { [path]: value } },
		];
		const { variants, problems } = await compose([line({ options })], '', rows);
		expect({ variants, problems }).toEqual({ variants: ['v-xl'], problems: [] });
	});

	it.each([
		['options[0].display_value', 'a7'],
		['options[0].display_value', 'XL'],
		['options[0].value', 'a7'],
		['options[0].value', 'XL'],
	])('is known by its name too where a row names the path %s: %s', async (path, value) => {
		const options = [{ name: 'Size', value: 'a7', display_value: 'XL' }];
		const rows = [
			{ shopSku: 'TEE-M', sku: 'TEE-M', when: { [path]: 'another' } },
			{ shopSku: 'TEE-M', sku: 'TEE-XL', when: { Size: value } },
		];
		expect((await compose([line({ options })], '', rows)).variants).toEqual(['v-xl']);
	});

	it('chooses by a part of a column that names several', async () => {
		const rows = [{ shopSku: 'TEE-M', sku: 'TEE-XL', when: { 'Lineitem variant': 'XL' } }];
		expect((await compose([line({ 'Lineitem variant': 'Navy,XL' })], '', rows)).variants).toEqual([
			'v-xl',
		]);
	});

	it('is to be reviewed where it is a side without a file', async () => {
		const item = line({ options: [{ name: 'Print on', value: 'Back' }] });
		expect((await compose([item], '')).toReview).toEqual([
			expect.stringMatching(/"Print on" is "Back", but there is no print file for "back"/),
		]);
	});

	describe('in an entry that has no name and value', () => {
		it('is asked for by the name of the list, which the problem says, and one of two texts by either', async () => {
			const { variants, problems } = await compose([unnamed('XL')], '', ROWS);
			expect(variants).toEqual([]);
			expect(problems).toEqual([
				expect.stringMatching(/"Size" is missing\. .* The properties that it has are .*"chosen"/),
			]);
			const asPair = line({ chosen: [{ choice: 'XL', group: 'Size' }] });
			expect((await compose([asPair], '', ROWS)).variants).toEqual(['v-xl']);
			const rows = ROWS.map(({ when, ...row }) => ({ ...row, when: { chosen: when.Size } }));
			expect(await compose([unnamed('XL')], '', rows)).toMatchObject({
				...{ variants: ['v-xl'], problems: [], toReview: [] },
			});
		});

		it.each<[what: string, item: IDataObject, text: RegExp]>([
			['a text', { answers: [{ question: 'Name', answer: 'Ada' }] }, /"Name" is "Ada", but the/],
			['a text in an object', { lines: [{ text: { original: 'Ada' } }] }, /"lines" is "Ada", but/],
			['a side', { options: [{ group: 'Print on', option: 'Back' }] }, /no print file for "back"/],
			[
				'a file',
				{ answers: [{ question: 'Photo', answer: BACK }] },
				/the file in "answers" is not/,
			],
		])('is to be reviewed where it is %s', async (_, item, text) => {
			const { toReview } = await compose([line(item)], '');
			expect(toReview).toContainEqual(expect.stringMatching(text));
			for (const review of toReview) expect(review).toMatch(/Properties to Ignore/);
		});
	});

	it('names the print file', async () => {
		const item = line({ customizations: [{ label: 'Print file', value: FRONT }] });
		expect((await compose([item], 'Print file')).files).toEqual([{ front: FRONT }]);
	});
});

describe('Print File Property of another shop', () => {
	it.each([
		['files[0].url', line({ files: [{ type: 'default', url: FRONT }] })],
		[
			'selectedOptions[0].files[0].url',
			line({ selectedOptions: [{ name: 'Upload', value: 'a.png', files: [{ url: FRONT }] }] }),
		],
		['print.art.url', line({ print: { art: { url: FRONT } } })],
		['files[0]', line({ files: [{ type: 'default', url: FRONT }] })],
		['print.art', line({ print: { art: { url: FRONT } } })],
		['print.side.art', line({ print: { side: { art: { url: FRONT } } } })],
		[
			'options[0].display_value',
			line({ options: [{ name: 'Upload', value: 'a-7', display_value: FRONT }] }),
		],
	])('may be the path %s', async (property, item) => {
		const { files, problems } = await compose([item], property);
		expect({ files, problems }).toEqual({ files: [{ front: FRONT }], problems: [] });
	});

	it.each<[string, IDataObject[], IDataObject]>([
		[
			'Printful',
			[
				{ type: 'front', url: FRONT },
				{ type: 'back', url: BACK },
			],
			{ front: FRONT, back: BACK },
		],
		[
			'Gelato',
			[
				{ type: 'default', url: FRONT },
				{ type: 'back', url: BACK },
			],
			{ front: FRONT, back: BACK },
		],
		['names of files', [{ id: 7, name: 'art.png', size: 12, url: FRONT }], { front: FRONT }],
		['types of files', [{ type: 'image/png', placement: 'front', url: FRONT }], { front: FRONT }],
		['an object with the address', [{ type: 'front', file: { url: FRONT } }], { front: FRONT }],
		['another name of the address', [{ type: 'front', src: FRONT }], { front: FRONT }],
		[
			'pictures that are not printed',
			[
				{ type: 'front', url: FRONT },
				{ type: 'preview', url: `${FRONT}?p` },
				{ type: 'back_mockup', url: `${FRONT}?m` },
			],
			{ front: FRONT },
		],
	])('may be a list of files with their placements: %s', async (_, list, expected) => {
		const found = await compose([line({ files: list })], 'files');
		expect(found).toMatchObject({ files: [expected], toReview: [], problems: [] });
		const nested = await compose([line({ print: { art: list } })], 'print.art');
		expect(nested).toMatchObject({ files: [expected], toReview: [], problems: [] });
	});

	it.each([
		['files[0].url', { files: [{ url: FRONT }, { url: BACK }] }],
		[
			'files[0].url',
			{
				files: [
					{ type: 'front', url: FRONT },
					{ type: 'back', url: BACK },
				],
			},
		],
		['art.images[0]', { art: { images: [FRONT, BACK] } }],
		['files[0]', { files: [{ url: FRONT }, { url: BACK }] }],
	])(
		'is to be reviewed where there is another file beside the one at the path %s: %j',
		async (property, item) => {
			const { files, toReview } = await compose([line(item)], property);
			expect(files).toEqual([{ front: FRONT }]);
			expect(toReview.filter((text) => !/no print file for "back"/.test(text))).toEqual([
				expect.stringMatching(/^Line 1 .*: the file in .* is not used: /),
			]);
		},
	);

	it.each<[string, IDataObject]>([['file', { file: FRONT, back: { url: BACK } }]])(
		'is reviewed once for one other file: %s of %j',
		async (property, item) => {
			const { toReview } = await compose([line(item)], property);
			expect(toReview).toEqual([expect.stringMatching(/file|placement/)]);
		},
	);

	it('is that of each side where the path names one', async () => {
		const item = line({ print: { front: { url: FRONT }, back: { url: BACK } } });
		expect(await compose([item], 'print.front.url')).toMatchObject({
			...{ files: [{ front: FRONT, back: BACK }], toReview: [], problems: [] },
		});
	});

	it.each<[string, IDataObject]>([
		['file', { file: FRONT, image: { url: BACK }, photo: BACK }],
		['print.art', { print: { art: [FRONT] } }],
		['print.art', { print: { art: { url: FRONT } }, image: { url: BACK } }],
	])('needs no review beside pictures elsewhere: %s of %j', async (property, item) => {
		expect(await compose([line(item)], property)).toMatchObject({
			...{ files: [{ front: FRONT }], toReview: [], problems: [] },
		});
	});

	it('needs no review beside pictures that are not printed', async () => {
		const files = [
			{ type: 'default', url: FRONT, thumbnail_url: `${FRONT}?t` },
			{ type: 'preview', url: `${FRONT}?p` },
			{ type: 'proof', url: 'not yet' },
			{ type: 'spec' },
		];
		const found = await compose([line({ files, image: { url: BACK } })], 'files[0].url');
		expect(found).toMatchObject({ files: [{ front: FRONT }], toReview: [], problems: [] });
	});

	it('is to be reviewed where the list has a file for a placement that the variant does not have', async () => {
		const list = [
			{ type: 'front', url: FRONT },
			{ type: 'label_inside', url: BACK },
		];
		const { files, toReview, problems } = await compose([line({ files: list })], 'files');
		expect({ files, problems }).toEqual({ files: [{ front: FRONT }], problems: [] });
		expect(toReview).toEqual([
			expect.stringMatching(/^Line 1 .*: the file in "files label_inside" is not used: /),
		]);
	});

	it.each<[string, IDataObject]>([
		['position', { position: 'back', url: BACK }],
		['name', { name: 'back', url: BACK }],
		['object', { side: { name: 'back' }, file: BACK }],
	])('never takes a file for another side that the list says by its %s', async (_, other) => {
		const alone = await compose([line({ files: [other] })], 'files');
		expect(alone.toReview).toEqual([expect.stringMatching(/no print file for "back"/)]);
		const both = await compose(
			[line({ files: [{ position: 'front', src: FRONT }, other] })],
			'files',
		);
		expect(both.problems).toEqual([expect.stringMatching(/names two print files/)]);
	});

	it('stops where two files of the list are for one placement', async () => {
		const list = [
			{ type: 'front', url: FRONT },
			{ type: 'front', url: BACK },
		];
		expect((await compose([line({ files: list })], 'files')).problems).toEqual([
			expect.stringMatching(/names two print files for "front"/),
		]);
	});

	it.each<IDataObject>([
		{ art: [{ url: FRONT }] },
		{ files: null, art: 'front' },
		{ files: [], art: 'front' },
		{ files: [null], art: 'front' },
		{ files: 'none', art: 'front' },
	])('says what it was looked for by where there is nothing: %j', async (item) => {
		const { problems } = await compose([line(item)], 'files[0].url');
		expect(problems).toEqual([
			expect.stringMatching(
				/the property "files\[0\]\.url" in your shop, correct Print File Property, .* under SKU Mapping.*"art"/,
			),
		]);
		expect(problems[0]?.split('"files[0].url"')).toHaveLength(2);
	});
});

describe('Lines of another shop beside each other', () => {
	describe('where the shop lists one twice, under one SKU', () => {
		const twice = [line({ price: 29 }), line({ id: 2, parent_item_id: 1, price: 0 })];
		const parent = 'parent_item_id';

		it('are ordered once with Parent Line Field', async () => {
			const { variants, warnings, toReview, problems } = await compose(twice, '', [], { parent });
			expect({ variants, toReview, problems }).toEqual({
				...{ variants: ['v-m'], toReview: [], problems: [] },
			});
			expect(warnings).toEqual([expect.stringMatching(/^Line 2 .* was left out: it is Line 1 /)]);
		});

		it('are to be reviewed without it, which the review names', async () => {
			const { toReview } = await compose(twice, '');
			expect(toReview).toContainEqual(
				expect.stringMatching(/^Line 2 .* ID of Line 1 .* twice.* enter Parent Line Field/),
			);
		});

		it.each<[string, IDataObject]>([
			['the ID of no line', { id: 202, parent_item_id: 707 }],
			['no parent', { id: 202 }],
			['its own ID', { id: 202, parent_item_id: 202 }],
		])('are all ordered with %s', async (_, other) => {
			for (const paths of [{ parent }, { parent: '' }]) {
				const { variants, toReview } = await compose(
					[line({ id: 101 }), line({ ...other })],
					'',
					[],
					paths,
				);
				expect(variants).toHaveLength(2);
				expect(toReview).toEqual([]);
			}
		});
	});

	it('of another SKU are parts of a bundle, with Parent Line Field', async () => {
		const items = [line({}), line({ id: 2, parent_id: 1, sku: 'MUG-1' })];
		const { variants, toReview } = await compose(items, '', [], { parent: 'parent_id' });
		expect(variants).toEqual(['v-m', 'v-mug']);
		expect(toReview).toEqual([
			expect.stringMatching(/bundle that is ordered itself.*produced twice/),
		]);
		const set = [line({ sku: 'GIFT-SET' }), line({ id: 2, parent_id: 1 })];
		const found = await compose(set, '', [], { parent: 'parent_id' });
		expect(found).toMatchObject({ variants: ['v-m'], problems: [] });
	});

	it.each<[IDataObject]>([
		[{ name: '10% Rabatt', price: -2.49 }],
		[{ name: 'Coupon', price: '-2,49 €' }],
		[{ name: 'Coupon', price: '€ -2.49' }],
		[{ name: 'Coupon', price: '\u2212$2.49' }],
		[{ name: 'discount', price: -20.55, sku: 'DISCOUNT CODE' }],
		[{ name: 'Voucher', price: '-5,00 €', sku: 'SAVE10' }],
	])('go without a discount, whose SKU no variant has: %j', async (discount) => {
		const items = [line({}), { id: 2, qty: 1, ...discount }];
		const { variants, warnings, problems } = await compose(items, '');
		expect({ variants, problems }).toEqual({ variants: ['v-m'], problems: [] });
		expect(warnings).toEqual([expect.stringMatching(/was left out: it is a discount$/)]);
	});

	it.each([Number.NaN, Infinity, 'NaN', '-Infinity', 'NaN €'])(
		'are stopped by a price that could not be calculated: %s',
		async (price) => {
			const { problems } = await compose([line({ price })], '');
			expect(problems).toEqual([expect.stringMatching(/^Line 1 .* → Price /)]);
		},
	);

	it('go without one of which no piece is left', async () => {
		const items = [line({}), line({ id: 2, qty: 0 })];
		const { variants, toReview, problems } = await compose(items, '');
		expect({ variants, toReview, problems }).toEqual({
			...{ variants: ['v-m'], toReview: [], problems: [] },
		});
	});

	it('hold a line with a negative price if a variant has its SKU, or a row of SKU Mapping lists it', async () => {
		const reduced = { id: 2, qty: 1, price: -2.49 };
		const ours = await compose([line({}), { ...reduced, sku: 'MUG-1' }], '');
		expect(ours.variants).toEqual(['v-m', 'v-mug']);
		const rows = [{ shopSku: 'LISTED', sku: 'NONE-1' }];
		const { problems } = await compose([line({}), { ...reduced, sku: 'LISTED' }], '', rows);
		expect(problems).toEqual([expect.stringMatching(/is listed in/)]);
	});

	it.each<[IDataObject]>([
		[{ name: 'Gift wrap', price: 2.49 }],
		[{ name: 'Tee', price: '2.49', sku: 'OTHER-1' }],
		[{ name: 'Tee', price: '2-3', type: 'product' }],
	])('are stopped by another line that is not known: %j', async (other) => {
		const { problems } = await compose([line({}), { id: 2, qty: 1, ...other }], '');
		expect(problems).toEqual([expect.stringMatching(/^Line 2 .* would be missing/)]);
	});
});
