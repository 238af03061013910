import { describe, expect, it } from 'vitest';
import {
	itemChangesFromFields,
	itemsFromFields,
} from '../../../nodes/PodFulfilment/compose/itemFields.ts';
import { expectPlainWords, refusedWith } from '../transport/wording.ts';

const FRONT = 'https://files.example.com/front.png';
const BACK = 'https://files.example.com/back.png';

/** A row of 'Items' as n8n stores it, every field filled. */
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

/** A row with n8n's defaults where nothing was entered. */
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

const items = (...item: object[]) => itemsFromFields({ item });

describe("Items from rows, in the spec's names (section 2, OrderItem)", () => {
	it('hold all that was entered; the product only helps to choose', () => {
		expect(items(FULL_ROW)).toEqual([
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

	it('leave out what was not entered', () => {
		expect(items(ROW)).toEqual([
			{ variantId: 'v1', quantity: 1, placements: [{ layers: [{ url: FRONT, type: 'file' }] }] },
		]);
	});

	it('keep their order', () => {
		const quantities = items(ROW, { ...ROW, quantity: 2 }, { ...ROW, quantity: 3 });
		expect(quantities.map(({ quantity }) => quantity)).toEqual([1, 2, 3]);
	});

	it('take a variant from an expression as a plain value', () => {
		expect(items({ ...ROW, variantId: 'v2' })[0]?.variantId).toBe('v2');
	});

	it('take what is chosen from a list or entered by name as they take plain text', () => {
		const chosen = (value: string, mode = 'list') => ({ __rl: true, mode, value });
		const placement = [
			{ url: FRONT, type: chosen('front'), technique: chosen('direct_print', 'name') },
			{ url: BACK, type: chosen('back'), technique: { mode: 'list', value: '' } },
		];
		const option = [{ id: chosen('dial_color'), value: chosen('black', 'name') }];
		const [item] = items({ ...ROW, placements: { placement }, options: { option } });
		expect(item).toMatchObject({
			placements: [{ type: 'front', technique: 'direct_print' }, { type: 'back' }],
			options: [{ id: 'dial_color', value: 'black' }],
		});
		expect(item?.placements[1]).not.toHaveProperty('technique');
	});

	it('take texts without the blanks around them', () => {
		const placement = [{ url: ` ${FRONT}\n`, type: ' front ', technique: ' direct_print ' }];
		expect(items({ ...ROW, placements: { placement } })[0]?.placements).toEqual([
			{ type: 'front', technique: 'direct_print', layers: [{ url: FRONT, type: 'file' }] },
		]);
	});

	it.each([
		[true, true],
		[false, false],
		['true', true],
		['false', false],
	])('take %j as a placement option that is %s', (value, sent) => {
		const placementOptions = { placementOption: [{ name: 'unlimited_color', value }] };
		const [item] = items({ ...ROW, placements: { placement: [{ url: FRONT, placementOptions }] } });
		expect(item?.placements[0]?.placementOptions).toEqual([
			{ name: 'unlimited_color', value: sent },
		]);
	});
});

describe('Items from rows that do not fit', () => {
	it.each([{}, { item: [] }, undefined, null, ''])('are refused as empty: %j', (value) => {
		const refused = refusedWith(() => itemsFromFields(value));
		expect(refused.message).toBe('Items is empty');
		expectPlainWords(refused);
	});

	const placed = (placement: object) => ({
		...ROW,
		placements: { placement: [{ url: FRONT }, placement] },
	});
	const optioned = (option: object) => ({ ...ROW, options: { option: [option] } });

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
		['Placements → Placement 2 → Print File URL', placed({ url: '' })],
		['Placements → Placement 2 → Print File URL', placed({ url: '  ' })],
		['Placements → Placement 2 → Type', placed({ url: FRONT, type: ['front'] })],
		['Placements → Placement 2 → Technique', placed({ url: FRONT, technique: {} })],
		[
			'Placements → Placement 2 → Placement Options',
			placed({ url: FRONT, placementOptions: { placementOption: [{ name: '', value: true }] } }),
		],
		['Options → Option 1 → Option ID', optioned({ id: '', value: 'black' })],
		['Options → Option 1 → Value', optioned({ id: 'dial_color', value: '' })],
		['Options → Option 1 → Value', optioned({ id: 'dial_color', value: {} })],
		[
			'Options → Option 1 → Option ID',
			optioned({ id: { __rl: true, mode: 'list', value: '' }, value: 'black' }),
		],
	])('are refused with the row and the field %s', (field, row) => {
		const refused = refusedWith(() => items(ROW, row));
		expect(refused.message.startsWith(`Items → Item 2 → ${field} `)).toBe(true);
		expectPlainWords(refused);
	});
});

describe('The rows of an item that are to be changed (section 4, PATCH)', () => {
	it('hold the lists that have rows, and no other', () => {
		const { options, placements } = FULL_ROW;
		expect(itemChangesFromFields({ options }, 'Update Fields')).toEqual({
			options: [{ id: 'dial_color', value: 'black' }],
		});
		expect(itemChangesFromFields({ placements }, 'Update Fields')).toHaveProperty('placements');
		expect(itemChangesFromFields({}, 'Update Fields')).toEqual({});
		expect(itemChangesFromFields({ options: {}, placements: {} }, 'Update Fields')).toEqual({});
	});

	it('are refused by their field', () => {
		const placements = { placement: [{ url: '' }] };
		const refused = refusedWith(() => itemChangesFromFields({ placements }, 'Update Fields'));
		expect(refused.message).toMatch(/^Update Fields → Placements → Placement 1 → Print File URL /);
	});
});
