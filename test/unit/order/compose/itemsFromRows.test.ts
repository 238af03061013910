import { describe, expect, it } from 'vitest';
import {
	itemChangesFromFields,
	itemsFromRows,
} from '../../../../nodes/PodFulfilment/order/compose/orderFromFields.ts';
import {
	problemTexts,
	Findings,
	problemsIn,
} from '../../../../nodes/PodFulfilment/order/findings.ts';
import { expectPlainWords, refusedWith } from '../../transport/wording.ts';

const FRONT = 'https://files.example.com/front.png';
const BACK = 'https://files.example.com/back.png';

/** A row of 'Items' as n8n stores it, with every field filled in. */
const FULL_ROW = {
	productId: { __rl: true, mode: 'list', value: 'p1', cachedResultName: 'Shirt' },
	variantId: { __rl: true, mode: 'list', value: 'v1', cachedResultName: 'Shirt, blue, M' },
	quantity: 2,
	placements: {
		placement: [
			{
				url: FRONT,
				type: 'front',
				technique: 'direct_print',
				placementOptions: { placementOption: [{ name: 'unlimited_color', value: true }] },
			},
			{ url: BACK, type: 'back', technique: 'embroidery', placementOptions: {} },
		],
	},
	options: { option: [{ id: 'dial_color', value: 'black' }] },
	name: 'Team shirt, blue',
	retailPrice: '24.90',
	externalId: 'LINE-1',
};

/** A row with the required fields; all others have n8n's defaults. */
const ROW = {
	productId: { __rl: true, mode: 'list', value: '' },
	variantId: { __rl: true, mode: 'id', value: 'v1' },
	quantity: 1,
	placements: { placement: [{ url: FRONT, type: '', technique: '', placementOptions: {} }] },
	options: {},
	name: '',
	retailPrice: '',
	externalId: '',
};

const itemsOf = (...item: object[]) => itemsFromRows({ item });

describe('Items from rows (section 2, OrderItem)', () => {
	it('items contain all entered fields except the product, which only filters the variants', () => {
		expect(itemsOf(FULL_ROW)).toEqual([
			{
				externalId: 'LINE-1',
				variantId: 'v1',
				quantity: 2,
				name: 'Team shirt, blue',
				retailPrice: '24.90',
				placements: [
					{
						type: 'front',
						technique: 'direct_print',
						layers: [{ url: FRONT, type: 'file' }],
						placementOptions: [{ name: 'unlimited_color', value: true }],
					},
					{
						type: 'back',
						technique: 'embroidery',
						layers: [{ url: BACK, type: 'file' }],
					},
				],
				options: [{ id: 'dial_color', value: 'black' }],
			},
		]);
	});

	it('items omit fields that were not entered', () => {
		expect(itemsOf(ROW)).toEqual([
			{ variantId: 'v1', quantity: 1, placements: [{ layers: [{ url: FRONT, type: 'file' }] }] },
		]);
	});

	it('items keep the order of their rows', () => {
		const quantities = itemsOf(ROW, { ...ROW, quantity: 2 }, { ...ROW, quantity: 3 });
		expect(quantities.map(({ quantity }) => quantity)).toEqual([1, 2, 3]);
	});

	it('a row accepts a variant ID as a plain value, as an expression gives it', () => {
		expect(itemsOf({ ...ROW, variantId: 'v2' })[0]?.variantId).toBe('v2');
	});

	it('a row accepts resource locator values and plain strings for catalog values', () => {
		const locatorValue = (value: string, mode = 'list') => ({ __rl: true, mode, value });
		const placement = [
			{ url: FRONT, type: locatorValue('front'), technique: locatorValue('direct_print', 'name') },
			{ url: BACK, type: locatorValue('back'), technique: { mode: 'list', value: '' } },
		];
		const option = [{ id: locatorValue('dial_color'), value: locatorValue('black', 'name') }];
		const [item] = itemsOf({ ...ROW, placements: { placement }, options: { option } });
		expect(item).toMatchObject({
			placements: [{ type: 'front', technique: 'direct_print' }, { type: 'back' }],
			options: [{ id: 'dial_color', value: 'black' }],
		});
		expect(item?.placements[1]).not.toHaveProperty('technique');
	});

	it('a row whose variant is entered by its SKU has the SKU in place of the ID', () => {
		const [item] = itemsOf({
			...ROW,
			variantId: { __rl: true, mode: 'sku', value: ' TEE-M ' },
		});
		expect(item).toMatchObject({ sku: 'TEE-M' });
		expect(item).not.toHaveProperty('variantId');
	});

	it.each([
		['no placement rows', {}, []],
		['rows', ROW.placements, [{ layers: [{ url: FRONT, type: 'file' }] }]],
	])('the print file of a row is the last placement, with %s', (_, placements, rows) => {
		const printFile = ` ${BACK}\n`;
		expect(itemsOf({ ...ROW, placements, printFile })[0]?.placements).toEqual([
			...rows,
			{ layers: [{ url: BACK, type: 'file' }] },
		]);
	});

	it('a row whose print file is left empty has the placements of its rows', () => {
		expect(itemsOf({ ...ROW, printFile: '' })).toEqual(itemsOf(ROW));
	});

	it('the strings of a row are trimmed', () => {
		const placement = [{ url: ` ${FRONT}\n`, type: ' front ', technique: ' direct_print ' }];
		expect(itemsOf({ ...ROW, placements: { placement } })[0]?.placements).toEqual([
			{ type: 'front', technique: 'direct_print', layers: [{ url: FRONT, type: 'file' }] },
		]);
	});

	it.each([
		[true, true],
		[false, false],
		['true', true],
		['false', false],
		// The switch is on as the editor adds the row.
		[undefined, true],
	])('a row accepts %j as a placement option that is %s', (value, sent) => {
		const placementOptions = { placementOption: [{ name: 'unlimited_color', value }] };
		const [item] = itemsOf({
			...ROW,
			placements: { placement: [{ url: FRONT, placementOptions }] },
		});
		expect(item?.placements[0]?.placementOptions).toEqual([
			{ name: 'unlimited_color', value: sent },
		]);
	});
});

describe('Items from invalid rows', () => {
	it.each([{}, { item: [] }, undefined, null, ''])(
		'items without rows are rejected as empty: %j',
		(value) => {
			const error = refusedWith(() => itemsFromRows(value));
			expect(error.message).toBe('Items is empty');
			expectPlainWords(error);
		},
	);

	const rowWithPlacement = (placement: object) => ({
		...ROW,
		placements: { placement: [{ url: FRONT }, placement] },
	});
	const rowWithOption = (option: object) => ({ ...ROW, options: { option: [option] } });

	it.each<[field: string, row: object]>([
		['Variant', { ...ROW, variantId: { __rl: true, mode: 'list', value: '' } }],
		['Variant', { ...ROW, variantId: { __rl: true, mode: 'id', value: '  ' } }],
		['Variant', { ...ROW, variantId: undefined }],
		['Quantity', { ...ROW, quantity: 0 }],
		['Quantity', { ...ROW, quantity: 1.5 }],
		['Quantity', { ...ROW, quantity: '' }],
		['Quantity', { ...ROW, quantity: undefined }],
		['Name', { ...ROW, name: { de: 'Hemd' } }],
		['Retail Price', { ...ROW, retailPrice: [24.9] }],
		['External Item ID', { ...ROW, externalId: true }],
		['Placements → Placement 2 → Print File', rowWithPlacement({ url: '' })],
		['Placements → Placement 2 → Print File', rowWithPlacement({ url: '  ' })],
		['Placements → Placement 2 → Print File', rowWithPlacement({ url: 'motif.png' })],
		['Placements → Placement 2 → Placement', rowWithPlacement({ url: FRONT, type: ['front'] })],
		['Placements → Placement 2 → Technique', rowWithPlacement({ url: FRONT, technique: {} })],
		[
			'Placements → Placement 2 → Placement Options → Placement Option 1 → Name',
			rowWithPlacement({
				url: FRONT,
				placementOptions: { placementOption: [{ name: '', value: true }] },
			}),
		],
		['Product Options → Option 1 → Option', rowWithOption({ id: '', value: 'black' })],
		['Product Options → Option 1 → Value', rowWithOption({ id: 'dial_color', value: '' })],
		['Product Options → Option 1 → Value', rowWithOption({ id: 'dial_color', value: {} })],
		[
			'Product Options → Option 1 → Option',
			rowWithOption({ id: { __rl: true, mode: 'list', value: '' }, value: 'black' }),
		],
	])('an invalid row is rejected with its number and the field %s', (field, row) => {
		const error = refusedWith(() => itemsOf(ROW, row));
		expect(error.message).toSatisfy((text: string) =>
			text.startsWith(`Items → Item 2 → ${field} `),
		);
		expectPlainWords(error);
	});
});

describe('What was refused of a row', () => {
	it('all of it is told with what to do, and is missing in the item', () => {
		const { check, list: found } = new Findings();
		const rows = [
			{
				variantId: '',
				quantity: 1,
				placements: {
					placement: [
						{
							url: '',
							type: {},
							technique: {},
							placementOptions: { placementOption: [{ name: '', value: true }] },
						},
					],
				},
				options: {
					option: [
						{ id: 'size', value: 'M' },
						{ id: '', value: '' },
					],
				},
			},
		];
		const items = itemsFromRows({ item: rows }, check);
		expect(problemTexts(problemsIn(found))).toEqual([
			'Items → Item 1 → Variant is empty. Choose a variant from the list, or enter its ID or SKU.',
			'Items → Item 1 → Placements → Placement 1 → Placement is {}, but must be text. Enter text.',
			'Items → Item 1 → Placements → Placement 1 → Technique is {}, but must be text. Enter text.',
			'Items → Item 1 → Placements → Placement 1 → Print File is empty. Enter the public address of the print file.',
			'Items → Item 1 → Placements → Placement 1 → Placement Options → Placement Option 1 → Name is empty. Enter its name.',
			'Items → Item 1 → Product Options → Option 2 → Option is empty. Choose an option from the list, or enter its ID.',
			'Items → Item 1 → Product Options → Option 2 → Value is empty. Choose a value from the list, or enter one.',
		]);
		expect(items).toEqual([
			{
				quantity: 1,
				placements: [{ layers: [{ type: 'file' }], placementOptions: [{ value: true }] }],
				options: [{ id: 'size', value: 'M' }, {}],
			},
		]);
	});

	it.each([
		['', {}, 'is empty'],
		[undefined, {}, 'is empty'],
		[' ', {}, 'is empty'],
		// What an expression gives where it finds nothing.
		[null, ROW.placements, 'is empty'],
		['front.png', {}, 'is "front.png", but must be one web address'],
		['front.png', ROW.placements, 'is "front.png", but must be one web address'],
		[{ url: FRONT }, {}, 'is {"url":'],
	])(
		'a row with the print file %j is refused, with the placements %j',
		(printFile, placements, what) => {
			const { message } = refusedWith(() => itemsOf({ ...ROW, placements, printFile }));
			expect(message.startsWith(`Items → Item 1 → Print File ${what}`), message).toBe(true);
		},
	);

	it('an order without items is told what to do', () => {
		expect(refusedWith(() => itemsFromRows({}))).toEqual({
			message: 'Items is empty',
			description:
				'Add at least one item. To pass a list of items, use the option Items (JSON): n8n drops what an expression gives for the whole of Items. A workflow that a program writes has them as { "item": [ { … } ] }.',
		});
	});
});

describe('The changed rows of an item (section 4, PATCH)', () => {
	it('the changes of an item contain only the lists that were added', () => {
		const { options, placements } = FULL_ROW;
		expect(itemChangesFromFields({ options }, 'Update Fields')).toEqual({
			options: [{ id: 'dial_color', value: 'black' }],
		});
		expect(itemChangesFromFields({ placements }, 'Update Fields')).toHaveProperty('placements');
		expect(itemChangesFromFields({}, 'Update Fields')).toEqual({});
	});

	it.each([
		['options', 'Product Options'],
		['placements', 'Placements'],
	])('a list that was added without rows is refused: %s', (name, label) => {
		for (const empty of [{}, { option: [], placement: [] }]) {
			const error = refusedWith(() => itemChangesFromFields({ [name]: empty }, 'Update Fields'));
			expect(error.message).toBe(`Update Fields → ${label} is empty`);
			expectPlainWords(error);
		}
	});

	it('invalid changes of an item are rejected with the name of the field', () => {
		const placements = { placement: [{ url: '' }] };
		const error = refusedWith(() => itemChangesFromFields({ placements }, 'Update Fields'));
		expect(error.message).toMatch(/^Update Fields → Placements → Placement 1 → Print File /);
	});
});
