import { describe, expect, it } from 'vitest';
import { itemsFromJson } from '../../../nodes/PodFulfilment/compose/itemsFromJson.ts';
import { expectPlainWords, refusedWith } from '../transport/wording.ts';

const FRONT = 'https://files.example.com/front.png';
const BACK = 'https://files.example.com/back.png';

/** Section 2, OrderItem with all that a client sends. */
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

const changed = (change: object) => [{ ...ITEM, ...change }];
const changedPlacement = (change: object) =>
	changed({ placements: [{ ...ITEM.placements[0], ...change }] });

describe("Items from JSON in the spec's shape (section 2, OrderItem)", () => {
	it('are sent as they were entered, from text and from a value', () => {
		expect(itemsFromJson(JSON.stringify([ITEM]))).toEqual([ITEM]);
		expect(itemsFromJson([ITEM, ITEM])).toEqual([ITEM, ITEM]);
	});

	it('need the variant, the quantity and the print file only', () => {
		const item = { variantId: 'v1', quantity: 1, placements: [{ layers: [{ url: FRONT }] }] };
		expect(itemsFromJson([item])).toEqual([
			{ variantId: 'v1', quantity: 1, placements: [{ layers: [{ url: FRONT, type: 'file' }] }] },
		]);
	});

	it('keep names that the spec does not have, at every level', () => {
		const item = {
			...ITEM,
			giftMessage: 'Enjoy',
			placements: [
				{ ...ITEM.placements[0], note: 'a', layers: [{ url: FRONT, type: 'file', dpi: 300 }] },
			],
			options: [{ id: 'dial_color', value: 'black', note: 'b' }],
		};
		expect(itemsFromJson([item])).toEqual([item]);
	});

	it('take numbers where the service takes texts, and digits as a quantity', () => {
		const [item] = itemsFromJson(
			changed({ quantity: '3', retailPrice: 24.9, externalId: 7, name: 8, variantId: 9 }),
		);
		expect(item).toMatchObject({
			quantity: 3,
			retailPrice: '24.9',
			externalId: '7',
			name: '8',
			variantId: '9',
		});
	});

	it('leave out texts that are empty', () => {
		const [item] = itemsFromJson(changed({ name: '', retailPrice: null, externalId: '' }));
		expect(Object.keys(item ?? {}).sort()).toEqual([
			'options',
			'placements',
			'quantity',
			'variantId',
		]);
	});

	it('takes the address of the only print file for the placement that the catalog names first', () => {
		expect(itemsFromJson([{ variantId: 'v1', quantity: 1, files: ` ${FRONT}` }])).toEqual([
			{ variantId: 'v1', quantity: 1, placements: [{ layers: [{ url: FRONT, type: 'file' }] }] },
		]);
	});

	it('do not change the value that an expression handed over', () => {
		const value = [{ variantId: 'v1', quantity: '1', name: '', files: { front: FRONT } }];
		const before = structuredClone(value);
		itemsFromJson(value);
		expect(value).toEqual(before);
	});
});

describe('Items from JSON in the short form', () => {
	it('become a placement for each file and an option for each name', () => {
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

	it('can stand beside placements', () => {
		const [item] = itemsFromJson(changed({ files: { back: BACK } }));
		expect(item?.placements.map(({ type }) => type)).toEqual(['front', 'back']);
		expect(item).not.toHaveProperty('files');
	});
});

describe('Items from JSON of the wrong shape', () => {
	it.each([
		['an object', '{}', 'Items (JSON) is {}'],
		['a text', '"shirt"', 'Items (JSON) is "shirt"'],
		['null', 'null', 'Items (JSON) is null'],
		['an empty list', '[]', 'Items (JSON) is an empty list'],
	])('are refused when all is %s', (_what, json, message) => {
		const refused = refusedWith(() => itemsFromJson(json));
		expect(refused.message).toContain(message);
		expectPlainWords(refused);
	});

	it.each<[path: string, items: unknown[]]>([
		['[0]', ['shirt']],
		['[0]', [null]],
		['[0]', [[ITEM]]],
		['[1]', [ITEM, 7]],
		['[0].variantId', changed({ variantId: undefined })],
		['[0].variantId', changed({ variantId: '  ' })],
		['[0].variantId', changed({ variantId: { id: 'v1' } })],
		['[0].quantity', changed({ quantity: undefined })],
		['[0].quantity', changed({ quantity: 0 })],
		['[0].quantity', changed({ quantity: 1.5 })],
		['[0].quantity', changed({ quantity: '1.5' })],
		['[0].quantity', changed({ quantity: [1] })],
		['[1].quantity', [ITEM, { ...ITEM, quantity: -1 }]],
		['[0].name', changed({ name: { de: 'Hemd' } })],
		['[0].retailPrice', changed({ retailPrice: true })],
		['[0].externalId', changed({ externalId: ['LINE-1'] })],
		['[0].placements', changed({ placements: {} })],
		['[0].placements', changed({ placements: 'front' })],
		['[0].placements', changed({ placements: null })],
		['[0].placements[0]', changed({ placements: ['front'] })],
		['[0].placements[1]', changed({ placements: [ITEM.placements[0], null] })],
		['[0].placements[0].layers', changedPlacement({ layers: undefined })],
		['[0].placements[0].layers', changedPlacement({ layers: { url: FRONT } })],
		['[0].placements[0].layers', changedPlacement({ layers: [] })],
		['[0].placements[0].layers', changedPlacement({ layers: [{ url: FRONT }, { url: BACK }] })],
		['[0].placements[0].layers[0]', changedPlacement({ layers: [FRONT] })],
		['[0].placements[0].layers[0].url', changedPlacement({ layers: [{}] })],
		['[0].placements[0].layers[0].url', changedPlacement({ layers: [{ url: '' }] })],
		['[0].placements[0].layers[0].url', changedPlacement({ layers: [{ url: [FRONT] }] })],
		['[0].placements[0].layers[0].type', changedPlacement({ layers: [{ url: FRONT, type: {} }] })],
		['[0].options', changed({ options: 'black' })],
		['[0].options', changed({ options: null })],
		['[0].options[0]', changed({ options: ['black'] })],
		['[0].options[0].id', changed({ options: [{ value: 'black' }] })],
		['[0].options[0].value', changed({ options: [{ id: 'dial_color' }] })],
		['[0].options[0].value', changed({ options: [{ id: 'dial_color', value: false }] })],
		['[0].options.dial_color', changed({ options: { dial_color: ['black'] } })],
		['[0].options.dial_color', changed({ options: { dial_color: '' } })],
		['[0].files', changed({ files: [FRONT] })],
		['[0].files', changed({ files: null })],
		['[0].files', changed({ files: ' ' })],
		['[0].files.front', changed({ files: { front: { url: FRONT } } })],
		['[0].files.front', changed({ files: { front: '' } })],
	])('are refused with the path %s', (path, items) => {
		const refused = refusedWith(() => itemsFromJson(JSON.stringify(items)));
		expect(refused.message.startsWith(`Items (JSON) at ${path} `)).toBe(true);
		expectPlainWords(refused);
	});

	it('are refused for two files on one placement with their number (section 8)', () => {
		const items = changedPlacement({ layers: [{ url: FRONT }, { url: BACK }] });
		const { message } = refusedWith(() => itemsFromJson(items));
		expect(message).toContain('2');
		expect(message).toContain('one');
	});

	it('are refused at the place where the text stops being JSON', () => {
		const { message } = refusedWith(() => itemsFromJson('[\n{"variantId": "v1",}\n]'));
		expect(message).toMatch(/^Items \(JSON\) .*line 2, column 20$/);
	});
});
