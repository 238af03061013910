import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { LineSettings } from '../../../../../nodes/PodFulfilment/order/shop/lines/itemLine.ts';
import { CatalogService, product, variant } from '../../../api/catalog/catalogService.ts';
import { composeWith } from './composeWith.ts';

const FILE = 'https://files.example.com/front.png';
const OTHER = 'https://files.example.com/other.png';

/** What is composed for a line of a variant, whose required placements end with `!`, e.g. `front!`. */
async function compose(
	types: string,
	properties: Record<string, unknown>,
	settings: Partial<LineSettings> = {},
	row?: object | object[],
) {
	const placements = types
		.split(' ')
		.filter((type) => type !== '')
		.map((type) => ({ type: type.replace('!', ''), required: type.endsWith('!') }));
	const side: IDataObject = {
		...{ id: 'print_side', label: 'Print side', required: true },
		values: [{ value: 'back' }],
	};
	const tee = { ...variant('v-m', 'TEE-M', 'Tee'), placements, options: [] as IDataObject[] };
	if ('Print side' in properties) tee.options.push(side);
	const line = {
		...{ label: 'Line 1', sku: 'TEE-M', quantity: 1 },
		properties: Object.entries(properties).map(([name, value]) => ({ names: [name], value })),
	};
	const rows = [row ?? []].flat().map((one) => ({ shopSku: 'TEE-M', variantId: 'v-m', ...one }));
	const service = new CatalogService([product('p1', tee)]);
	const { items, problems, warnings, toReview } = await composeWith(
		service,
		[line],
		settings,
		rows,
	);
	const files = items.map((item) =>
		item.placements?.map(({ type, layers }) => [type ?? '', layers?.[0]?.url]),
	);
	return { files: files[0], problems, warnings, toReview };
}

const listing = (...placements: string[]) => ({
	printFile: { property: 'Print file', placements, hosts: [] },
});

const template = (address: string, ...placements: string[]) => ({
	printFile: { template: address, placements },
});

const WITHOUT_CATALOG = { fillFromCatalog: false };

const nothingSaid = { problems: [], warnings: [], toReview: [] };

describe('Of a variant whose placements the catalog does not list,', () => {
	it.each<[string, Record<string, unknown>, Partial<LineSettings>, object | undefined, unknown]>([
		['a property', { 'Print file': FILE }, {}, undefined, [['', FILE]]],
		['a property for one', { 'Print file front': FILE }, {}, undefined, [['front', FILE]]],
		[
			'a property for one that is listed',
			{ 'Print file': FILE, 'Print file back': OTHER },
			listing('BACK'),
			undefined,
			[
				['', FILE],
				['back', OTHER],
			],
		],
		['a row', {}, {}, { printFileUrl: FILE }, [['', FILE]]],
		[
			'a row by placement',
			{},
			{},
			{ files: { front: FILE, Back: OTHER } },
			[
				['front', FILE],
				['Back', OTHER],
			],
		],
		['a template', {}, template(FILE), undefined, [['', FILE]]],
		[
			'a template by listed placements',
			{},
			template('https://files.example.com/{placement}.png', 'back'),
			undefined,
			[['back', 'https://files.example.com/back.png']],
		],
	])('the files of %s are kept as they are', async (_, properties, settings, row, files) => {
		expect(await compose('', properties, settings, row)).toEqual({ ...nothingSaid, files });
		if (row || 'Print file' in properties) return;
		// The same as where the catalog is not read.
		const byId = { ...settings, ...WITHOUT_CATALOG };
		const same = await compose('front!', properties, byId, {});
		expect(same).toEqual({ ...nothingSaid, files });
	});

	it('a template by placement is refused with the option that lists them', async () => {
		const { problems } = await compose('', {}, template('https://files.example.com/{placement}'));
		expect(problems).toEqual([
			expect.stringMatching(
				/^Line 1 has no placement to insert into Print File Template\. .*'Also Print On'/,
			),
		]);
	});
});

describe('A file that names no placement', () => {
	const NONE = 'names no placement, and variant "Tee" requires none';
	const NO_OTHER = 'names no placement, and variant "Tee" requires no other';
	const ONE_MORE = 'is one print file more than variant "Tee" has placements';

	it('is for the one that the variant requires beside those that are named', async () => {
		const properties = { 'Print file': OTHER, 'Print file front': FILE, 'Print on': 'Back' };
		expect(await compose('front! back!', properties)).toMatchObject(nothingSaid);
		const only = { 'Print file': FILE, 'Print on': 'Front' };
		expect(await compose('front back', only)).toMatchObject(nothingSaid);
	});

	it.each([
		['front back', 'front', NONE, '"Print file front" or "Print file back"'],
		['front back', 'back', NONE, '"Print file front" or "Print file back"'],
		['front! back', 'front', NO_OTHER, '"Print file front" or "Print file back"'],
		['back front!', 'front', NO_OTHER, '"Print file back" or "Print file front"'],
		['front!', 'front', ONE_MORE, '"Print file front"'],
		['main', 'main', ONE_MORE, '"Print file main"'],
	])(
		'is refused beside one for another where the variant has %s: %s',
		async (types, named, what, advice) => {
			const properties = { 'Print file': OTHER, [`Print file ${named}`]: FILE };
			expect((await compose(types, properties)).problems).toEqual([
				expect.stringMatching(
					`^Line 1 → Property "Print file" ${what}. Remove it in the shop, or name it after the placement that it is for: ${advice}. If a plug-in`,
				),
			]);
		},
	);

	it('may be of one of several rows that are put together', async () => {
		const properties = { Size: 'M', Rear: 'Yes', 'Print on': 'Front & back' };
		const rows = [
			{ when: { Size: 'M' }, printFileUrl: FILE },
			{ when: { Rear: 'Yes' }, files: { back: OTHER } },
		];
		const files = [
			['front', FILE],
			['back', OTHER],
		];
		expect(await compose('front! back!', properties, {}, rows)).toEqual({ ...nothingSaid, files });
		// Which placement it is for is not said, and the placements of a row are said in JSON.
		expect((await compose('front back', properties, {}, rows)).problems).toEqual([
			'Line 1: SKU Mapping (JSON) at [0] → printFileUrl names no placement, and variant "Tee" requires none. Choose one of "front", "back", in SKU Mapping (JSON) as "files": { "front": "https://…" }.',
		]);
	});
});

describe('Without the catalog, print files of properties', () => {
	const NOT_PAID = (...types: string[]) => [
		`Line 1: its properties name print files for ${types.map((type) => `"${type}"`).join(', ')}, which may not be paid for: check that the print is wanted and paid for, or list the placement in the option Also Print On`,
	];

	it.each<[string[], string[], string[]]>([
		[[''], [], []],
		[['front'], [], []],
		[['back'], [], []],
		[['', 'back'], [], NOT_PAID('back')],
		[['', 'back'], ['Back'], []],
		[['front', 'back'], [], NOT_PAID('front', 'back')],
		[['front', 'back'], ['front'], NOT_PAID('back')],
		[['front', 'back'], ['front', 'BACK'], []],
		[['', 'sleeve_left', 'back'], ['sleeve left'], NOT_PAID('back')],
	])('for %j are paid for where they are one or listed: %j', async (named, listed, expected) => {
		const properties = Object.fromEntries(
			named.map((type) => [`Print file ${type}`.trim(), `${FILE}?${type}`]),
		);
		const settings = { ...listing(...listed), ...WITHOUT_CATALOG };
		const { toReview, problems } = await compose('front!', properties, settings, {});
		expect({ toReview, problems }).toEqual({ toReview: expected, problems: [] });
	});
});

describe('A print that the variant does not require', () => {
	it.each<[string, Record<string, unknown>, string]>([
		['front! back', { 'Print file': FILE, 'Print file back': OTHER }, '"back"'],
		['front back', { 'Print file back': OTHER }, '"back"'],
		[
			'front! back sleeve',
			{ 'Print file': FILE, 'Print file sleeve': OTHER, 'Print file back': OTHER },
			'"sleeve", "back"',
		],
	])('is to be reviewed with its name: %s, %j', async (types, properties, named) => {
		expect((await compose(types, properties)).toReview).toEqual([
			`Line 1: its properties name print files for ${named}, which variant "Tee" does not require: check that the print is wanted and paid for, or list the placement in the option Also Print On`,
		]);
	});
});

describe('A placement that the variant requires and no file is for', () => {
	const missing = (types: string) =>
		`Line 1 → Placements lacks ${types}, which variant "Tee" requires.`;
	const two = 'front! back!';
	const three = 'front! back! hood sleeve!';

	it.each<
		[
			...[string, string, Record<string, unknown>, Partial<LineSettings>, object | undefined],
			...string[],
		]
	>([
		[
			...(['one file', two, { 'Print file': FILE }, {}, undefined] as const),
			`${missing('"back"')} Give the line the property "Print file back" in your shop, or enter the file under SKU Mapping. The properties that it has are "Print file".`,
		],
		[
			...(['one that names another', three, { 'Print file back': FILE }, {}, undefined] as const),
			...['front', 'sleeve'].map(
				(type) =>
					`${missing(`"${type}"`)} Give the line the property "Print file ${type}" in your shop, or enter the file under SKU Mapping. The properties that it has are "Print file back".`,
			),
		],
		[
			...(['two of which one names another', three] as const),
			...([{ 'Print file': FILE, 'Print file back': OTHER }, {}, {}] as const),
			`${missing('"sleeve"')} Give the line the property "Print file sleeve" in your shop, or enter the file under SKU Mapping, in SKU Mapping (JSON) at [0]. The properties that it has are "Print file", "Print file back".`,
		],
		[
			...(['one of a row', two, { 'Print file': FILE }, {}, { printFileUrl: FILE }] as const),
			`${missing('"back"')} Enter the file under SKU Mapping, in SKU Mapping (JSON) at [0], whose files are all files of the line.`,
		],
		[
			...(['one of a template', two, { 'Print file': FILE }, template(FILE), undefined] as const),
			`${missing('"back"')} Write {placement} in Print File Template, which then gives a file for each, or enter the files under SKU Mapping.`,
		],
	])(
		'stops the line, with what helps: %s',
		async (_, types, properties, settings, row, ...texts) => {
			const { problems, files } = await compose(types, properties, settings, row);
			expect({ problems, files }).toEqual({ problems: texts, files: undefined });
		},
	);

	it('stops the line of another shop with the name to give it', async () => {
		const printFile = { ...listing().printFile, property: 'print_file', isPath: true };
		const { problems } = await compose(two, { print_file: FILE }, { printFile });
		expect(problems).toEqual([
			expect.stringContaining('Give the line the property "print_file back" in your shop'),
		]);
	});

	it('a row without a file leaves the advice to give the line one', async () => {
		const { problems } = await compose('front!', { Size: 'M' }, {}, {});
		expect(problems).toEqual([
			'Line 1 has no print file, but is for this service. Give the line the property "Print file" in your shop, or enter the file under SKU Mapping, in SKU Mapping (JSON) at [0]. The properties that it has are "Size".',
		]);
	});
});
