import { describe, expect, it } from 'vitest';
import { labelsIn } from '../../../../nodes/PodFulfilment/order/compose/fieldLabel.ts';
import { completeItem } from '../../../../nodes/PodFulfilment/order/compose/completion.ts';
import type { Placement } from '../../../../nodes/PodFulfilment/order/compose/item.ts';
import {
	problemTexts,
	Findings,
	problemsIn,
} from '../../../../nodes/PodFulfilment/order/findings.ts';
import { expectPlainWords, refusedWith } from '../../transport/wording.ts';
import { itemWith, SHIRT } from './variants.ts';
import { itemsFromJson } from './jsonReaders.ts';

const FRONT = 'https://files.example.com/front.png';
const BACK = 'https://files.example.com/back.png';

/** Spec section 2, OrderItem with every field that a client may send. */
const ITEM = {
	externalId: 'LINE-1',
	quantity: 2,
	name: 'Team shirt, blue',
	retailPrice: '24.90',
	variantId: '0198c2f4-5b3e-7f44-a6d8-1c9e0b2f7a63',
	placements: [
		{
			type: 'front',
			technique: 'direct_print',
			layers: [
				{ url: FRONT, type: 'file', position: { top: 0, left: 0, width: 1800, height: 2400 } },
			],
			placementOptions: [{ name: 'unlimited_color', value: true }],
		},
	],
	options: [{ id: 'dial_color', value: 'black' }],
};

const itemsWith = (change: object) => [{ ...ITEM, ...change }];
const itemsWithPlacement = (change: object) =>
	itemsWith({ placements: [{ ...ITEM.placements[0], ...change }] });

describe("Items from JSON in the spec's form (section 2, OrderItem)", () => {
	it('items are sent as entered, from a JSON string and from a value', () => {
		expect(itemsFromJson(JSON.stringify([ITEM]))).toEqual([ITEM]);
		expect(itemsFromJson([ITEM, ITEM])).toEqual([ITEM, ITEM]);
	});

	it('items require only the variant, the quantity and the print file', () => {
		const item = { variantId: 'v1', quantity: 1, placements: [{ layers: [{ url: FRONT }] }] };
		expect(itemsFromJson([item])).toEqual([
			{ variantId: 'v1', quantity: 1, placements: [{ layers: [{ url: FRONT, type: 'file' }] }] },
		]);
	});

	it('items keep fields that the spec does not name, at every level', () => {
		const item = {
			...ITEM,
			notAField: 'Enjoy',
			placements: [
				{ ...ITEM.placements[0], note: 'a', layers: [{ url: FRONT, type: 'file', dpi: 300 }] },
			],
			options: [{ id: 'dial_color', value: 'black', note: 'b' }],
		};
		expect(itemsFromJson([item])).toEqual([item]);
	});

	it.each(['placements', 'options'])(
		'items with 201 %s are refused, however they are wrong',
		(list) => {
			const found = new Findings();
			const entries = (count: number) => Array.from({ length: count }, () => 'x');
			itemsFromJson(itemsWith({ [list]: entries(201) }), found.check);
			expect(problemTexts(problemsIn(found.list))).toEqual([
				`Items (JSON) at [0].${list} has 201 entries, but at most 200 are sent. Enter those of this item only.`,
			]);
			const more = new Findings();
			itemsFromJson(itemsWith({ [list]: entries(200) }), more.check);
			expect(more.list).toHaveLength(200);
		},
	);

	it('items without a quantity are refused, with what to enter', () => {
		const refused = refusedWith(() => itemsFromJson([{ variantId: 'v1', files: FRONT }]));
		expect(refused.message).toMatch(/quantity is empty, but must be a whole number/);
	});

	it('items accept numbers for strings, and a numeric string as the quantity', () => {
		const [item] = itemsFromJson(
			itemsWith({ quantity: '3', retailPrice: 24.9, externalId: 7, name: 8, variantId: 9 }),
		);
		expect(item).toMatchObject({
			quantity: 3,
			retailPrice: '24.9',
			externalId: '7',
			name: '8',
			variantId: '9',
		});
	});

	it('items omit empty strings', () => {
		const [item] = itemsFromJson(itemsWith({ name: '', retailPrice: null, externalId: '' }));
		expect(Object.keys(item ?? {}).sort()).toEqual([
			'options',
			'placements',
			'quantity',
			'variantId',
		]);
	});

	it('items accept the URL of the only print file, for a placement without a type', () => {
		expect(itemsFromJson([{ variantId: 'v1', quantity: 1, files: ` ${FRONT}` }])).toEqual([
			{ variantId: 'v1', quantity: 1, placements: [{ layers: [{ url: FRONT, type: 'file' }] }] },
		]);
	});

	it.each([
		['no position', { layers: [{ url: FRONT, type: 'file', position: null }] }],
		['a part of a position', { layers: [{ url: FRONT, type: 'file', position: { top: 5 } }] }],
		['another type of layer', { layers: [{ url: FRONT, type: 'vector' }] }],
		['no placement options', { placementOptions: null }],
		['an empty list of placement options', { placementOptions: [] }],
		['no type and technique', { type: null, technique: null }],
		[
			'a field in a placement option that the spec does not name',
			{ placementOptions: [{ name: 'unlimited_color', value: false, note: 'a' }] },
		],
	])('a placement keeps %s', (_, change) => {
		const items = itemsWithPlacement(change);
		expect(itemsFromJson(items)).toEqual(items);
	});

	it('the type and the names of a placement are trimmed where they are read as text', () => {
		const [item] = itemsFromJson(
			itemsWithPlacement({
				layers: [{ url: ` ${FRONT} `, type: ' file ' }],
				placementOptions: [{ name: ' unlimited_color ', value: true }],
			}),
		);
		expect(item?.placements[0]).toMatchObject({
			layers: [{ url: FRONT, type: 'file' }],
			placementOptions: [{ name: 'unlimited_color', value: true }],
		});
	});

	it('type and technique of a placement are texts as those of an item: trimmed, from numbers too, and not empty', () => {
		const [{ placements } = { placements: [] }] = itemsFromJson([
			{
				...ITEM,
				placements: [
					{ layers: [{ url: FRONT }], type: 5, technique: ' direct_print ' },
					{ layers: [{ url: FRONT }], type: ' ', technique: '' },
				],
			},
		]);
		const layers = [{ url: FRONT, type: 'file' }];
		expect(placements).toEqual([{ layers, type: '5', technique: 'direct_print' }, { layers }]);
		// A number was looked up as text, which ended the whole item with a TypeError.
		const [first] = placements;
		expect(() => completeItem(itemWith([first as Placement]), SHIRT, labelsIn('Item 1'))).toThrow(
			'Item 1 → Placements → Placement 1 → Placement is "5", which variant "Shirt, blue, M" does not have',
		);
	});

	it('items accept a SKU in place of the variant ID, or beside it', () => {
		const items = itemsFromJson([
			{ sku: ' TEE-M ', quantity: 1, files: FRONT },
			{ sku: 'TEE-M', variantId: 'v1', quantity: 1, files: FRONT },
		]);
		expect(items).toMatchObject([{ sku: 'TEE-M' }, { sku: 'TEE-M', variantId: 'v1' }]);
		expect(items[0]).not.toHaveProperty('variantId');
	});

	it('an item may be without options, and without placements', () => {
		const [item] = itemsFromJson([{ variantId: 'v1', quantity: 1 }]);
		expect(item).toEqual({ variantId: 'v1', quantity: 1, placements: [] });
	});

	it('reading items leaves the value that an expression passed unchanged', () => {
		const value = [{ variantId: 'v1', quantity: '1', name: '', files: { front: FRONT } }];
		const before = structuredClone(value);
		itemsFromJson(value);
		expect(value).toEqual(before);
	});
});

describe('Items from JSON in the short form', () => {
	it('the short form gives a placement for each file and an option for each name', () => {
		const short = {
			variantId: 'v1',
			quantity: 1,
			files: { front: FRONT, back: BACK },
			options: { dial_color: 'black', size: 42 },
		};
		expect(itemsFromJson([short])).toEqual([
			{
				variantId: 'v1',
				quantity: 1,
				placements: [
					{ type: 'front', layers: [{ url: FRONT, type: 'file' }] },
					{ type: 'back', layers: [{ url: BACK, type: 'file' }] },
				],
				options: [
					{ id: 'dial_color', value: 'black' },
					{ id: 'size', value: '42' },
				],
			},
		]);
	});

	it('an item may have files as well as placements', () => {
		const [item] = itemsFromJson(itemsWith({ files: { back: BACK } }));
		expect(item?.placements.map(({ type }) => type)).toEqual(['front', 'back']);
		expect(item).not.toHaveProperty('files');
	});
});

describe('What was refused of the items', () => {
	it('all of it is told with its path and what to do, and what remains keeps its place', () => {
		const { check, list: found } = new Findings();
		const items = itemsFromJson(
			[
				'shirt',
				{
					quantity: 1,
					placements: [
						'front',
						{ layers: [] },
						{ layers: [{ url: FRONT, position: { top: 'high' } }] },
						{ layers: [{ url: FRONT }], placementOptions: [{ name: 'a', value: 'yes' }] },
						{ layers: [{ url: FRONT }], placementOptions: [{ value: true }] },
						{ layers: [{ url: FRONT }] },
					],
					options: ['black', { id: 'size', value: '' }, { value: 'M' }],
				},
				{ variantId: 'v1', quantity: 1, files: { front: '', back: BACK }, options: { size: '' } },
				{ variantId: 'v1', quantity: 1, name: {}, placements: 1, files: 2, options: 3 },
			],
			check,
		);
		const compare = 'Compare with the example in the description of the field.';
		const at = (path: string, what: string): string => `Items (JSON) at ${path} ${what}`;
		expect(problemTexts(problemsIn(found))).toEqual([
			at('[0]', `is "shirt", but must be an object. ${compare}`),
			at(
				'[1].variantId',
				'is empty. Enter the ID of the variant from the catalog, or its SKU as "sku".',
			),
			at('[1].placements[0]', `is "front", but must be an object. ${compare}`),
			at(
				'[1].placements[1].layers',
				'has 0 print files, but a placement takes exactly one. Combine the designs into one file, or use a placement for each.',
			),
			at(
				'[1].placements[2].layers[0].position.top',
				'is "high", but must be a number. Enter pixels, or leave the position out to take it from the catalog.',
			),
			at(
				'[1].placements[3].placementOptions[0].value',
				'is "yes", but must be true or false. Enter true to switch the placement option on.',
			),
			at('[1].placements[4].placementOptions[0].name', 'is empty. Enter its name.'),
			at('[1].options[0]', `is "black", but must be an object. ${compare}`),
			at('[1].options[1].value', 'is empty. Enter a value of the option.'),
			at('[1].options[2].id', 'is empty. Enter the ID of the option.'),
			at('[2].files.front', 'is empty. Enter the public address of the print file.'),
			at('[2].options.size', 'is empty. Enter a value of the option.'),
			at('[3].placements', `is 1, but must be a list in square brackets. ${compare}`),
			at('[3].options', `is 3, but must be a list in square brackets. ${compare}`),
			at('[3].name', 'is {}, but must be text. Enter text.'),
			at('[3].files', `is 2, but must be an object. ${compare}`),
		]);
		const unusable = { layers: [] };
		const layers = [{ url: FRONT, type: 'file' }];
		expect(items).toEqual([
			{ placements: [] },
			{
				quantity: 1,
				placements: [
					unusable,
					unusable,
					{ layers: [{ ...layers[0], position: {} }] },
					{ layers, placementOptions: [{ name: 'a' }] },
					{ layers, placementOptions: [{ value: true }] },
					{ layers },
				],
				options: [{ id: 'size' }, { value: 'M' }],
			},
			{
				variantId: 'v1',
				quantity: 1,
				placements: [
					{ type: 'front', layers: [{ type: 'file' }] },
					{ type: 'back', layers: [{ url: BACK, type: 'file' }] },
				],
				options: [{ id: 'size' }],
			},
			{ variantId: 'v1', quantity: 1, placements: [unusable], options: [] },
		]);
	});

	it('an empty list is told what to do', () => {
		expect(refusedWith(() => itemsFromJson([]))).toEqual({
			message: 'Items (JSON) is an empty list',
			description: 'An order needs at least one item.',
		});
	});
});

describe('Items from invalid JSON values', () => {
	it.each([
		['an object', '{}', 'Items (JSON) is {}'],
		['a string', '"shirt"', 'Items (JSON) is "shirt"'],
		['null', 'null', 'Items (JSON) is null'],
		['an empty list', '[]', 'Items (JSON) is an empty list'],
	])('items are rejected if the value is %s', (_title, json, message) => {
		const error = refusedWith(() => itemsFromJson(json));
		expect(error.message).toContain(message);
		expectPlainWords(error);
	});

	it.each<[path: string, items: unknown[]]>([
		['[0]', ['shirt']],
		['[0]', [null]],
		['[0]', [[ITEM]]],
		['[1]', [ITEM, 7]],
		['[0].variantId', itemsWith({ variantId: undefined })],
		['[0].variantId', itemsWith({ variantId: '  ' })],
		['[0].variantId', itemsWith({ variantId: { id: 'v1' } })],
		['[0].variantId', itemsWith({ variantId: null, sku: ' ' })],
		['[0].sku', itemsWith({ sku: { id: 'TEE' } })],
		['[0].sku', itemsWith({ variantId: undefined, sku: { id: 'TEE' } })],
		['[0].variantId', itemsWith({ variantId: {}, sku: 'TEE' })],
		['[0].quantity', itemsWith({ quantity: undefined })],
		['[0].quantity', itemsWith({ quantity: 0 })],
		['[0].quantity', itemsWith({ quantity: 1.5 })],
		['[0].quantity', itemsWith({ quantity: '1.5' })],
		['[0].quantity', itemsWith({ quantity: [1] })],
		['[1].quantity', [ITEM, { ...ITEM, quantity: -1 }]],
		['[0].name', itemsWith({ name: { de: 'Hemd' } })],
		['[0].retailPrice', itemsWith({ retailPrice: true })],
		['[0].externalId', itemsWith({ externalId: ['LINE-1'] })],
		['[0].placements', itemsWith({ placements: {} })],
		['[0].placements', itemsWith({ placements: 'front' })],
		['[0].placements', itemsWith({ placements: null })],
		['[0].placements[0]', itemsWith({ placements: ['front'] })],
		['[0].placements[1]', itemsWith({ placements: [ITEM.placements[0], null] })],
		['[0].placements[0].layers', itemsWithPlacement({ layers: undefined })],
		['[0].placements[0].layers', itemsWithPlacement({ layers: { url: FRONT } })],
		['[0].placements[0].layers', itemsWithPlacement({ layers: [] })],
		['[0].placements[0].layers', itemsWithPlacement({ layers: [{ url: FRONT }, { url: BACK }] })],
		['[0].placements[0].layers[0]', itemsWithPlacement({ layers: [FRONT] })],
		['[0].placements[0].layers[0].url', itemsWithPlacement({ layers: [{}] })],
		['[0].placements[0].layers[0].url', itemsWithPlacement({ layers: [{ url: '' }] })],
		['[0].placements[0].layers[0].url', itemsWithPlacement({ layers: [{ url: [FRONT] }] })],
		[
			'[0].placements[0].layers[0].type',
			itemsWithPlacement({ layers: [{ url: FRONT, type: {} }] }),
		],
		['[0].options', itemsWith({ options: 'black' })],
		['[0].options', itemsWith({ options: null })],
		['[0].options[0]', itemsWith({ options: ['black'] })],
		['[0].options[0].id', itemsWith({ options: [{ value: 'black' }] })],
		['[0].options[0].value', itemsWith({ options: [{ id: 'dial_color' }] })],
		['[0].options[0].value', itemsWith({ options: [{ id: 'dial_color', value: false }] })],
		['[0].options.dial_color', itemsWith({ options: { dial_color: ['black'] } })],
		['[0].options.dial_color', itemsWith({ options: { dial_color: '' } })],
		['[0].files', itemsWith({ files: [FRONT] })],
		['[0].files', itemsWith({ files: null })],
		['[0].files', itemsWith({ files: ' ' })],
		['[0].files.front', itemsWith({ files: { front: { url: FRONT } } })],
		['[0].files.front', itemsWith({ files: { front: '' } })],
		['[0].files.front', itemsWith({ files: { front: 'motif.png' } })],
		['[0].files', itemsWith({ placements: [], files: { '': 'motif.png' } })],
		['[0].options[0].id', itemsWith({ options: { '': 'black' } })],
		['[0].files', itemsWith({ files: 'ftp://files.example.com/motif.png' })],
		[
			'[0].placements[0].layers[0].url',
			itemsWithPlacement({ layers: [{ url: 'data:image/png;base64,iVBORw0KGgo=' }] }),
		],
	])('items are rejected with the path of the invalid value: %s', (path, items) => {
		const error = refusedWith(() => itemsFromJson(JSON.stringify(items)));
		expect(error.message).toSatisfy((text: string) => text.startsWith(`Items (JSON) at ${path} `));
		expectPlainWords(error);
	});

	it('items are rejected with the number of files if a placement has two (section 8)', () => {
		const items = itemsWithPlacement({ layers: [{ url: FRONT }, { url: BACK }] });
		const { message } = refusedWith(() => itemsFromJson(items));
		expect(message).toContain('2');
		expect(message).toContain('one');
	});

	it('items are rejected with the position of a JSON syntax error', () => {
		const { message } = refusedWith(() => itemsFromJson('[\n{"variantId": "v1",}\n]'));
		expect(message).toMatch(/^Items \(JSON\) .*line 2, column 20$/);
	});
});

describe('More than an order has', () => {
	const fields = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`k${index}`, 1]));

	it.each([
		['fields', itemsWith(fields), 'at most 200 are sent'],
		['items', Array.from({ length: 5_001 }, () => ({})), 'at most 5000 are read'],
	])('is refused in words: %s', (_what, items, words) => {
		expect(refusedWith(() => itemsFromJson(items)).message).toContain(words);
	});
});
