import { describe, expect, it } from 'vitest';
import { itemsToReprint } from '../../../../nodes/PodFulfilment/order/compose/reprintItems.ts';
import { ITEM as EXAMPLE_ITEM } from '../../api/orders.ts';
import { expectPlainWords, refusedWith } from '../../transport/wording.ts';

/** An item in a response of the service (spec section 2), with validation errors. */
const ITEM = {
	...EXAMPLE_ITEM,
	placements: [
		{
			'@type': 'Placement',
			'@id': '/api/.well-known/genid/p1',
			type: 'front',
			technique: 'direct_print',
			layers: [
				{
					'@type': 'Layer',
					url: 'https://files.example.com/front.png',
					type: 'file',
					position: { top: 0, left: 0, width: 3000, height: 4000 },
				},
			],
			placementOptions: [{ '@type': 'PlacementOption', name: 'unlimited_color', value: true }],
		},
		{ '@type': 'Placement', type: null, technique: null, layers: [], placementOptions: [] },
	],
	options: [{ '@type': 'Option', id: 'dial_color', value: 'black' }],
	errors: [{ code: 1001, message: 'The print file cannot be read' }],
};

const MINIMAL_ITEM = {
	id: 'i2',
	externalId: null,
	quantity: 1,
	variantId: 'v2',
	placements: [],
	options: [],
};

const ORDER = { id: 'o1', orderItems: [ITEM, MINIMAL_ITEM] };

describe('Items to reprint (section 2, OrderItem)', () => {
	it('items are reprinted without the fields that the service added', () => {
		expect(itemsToReprint(ORDER, ['i1'], 'Items')).toEqual([
			{
				externalId: 'LINE-1',
				quantity: 2,
				name: 'Team shirt',
				retailPrice: '24.90',
				variantId: 'v1',
				placements: [
					{
						type: 'front',
						technique: 'direct_print',
						layers: [
							{
								url: 'https://files.example.com/front.png',
								type: 'file',
								position: { top: 0, left: 0, width: 3000, height: 4000 },
							},
						],
						placementOptions: [{ name: 'unlimited_color', value: true }],
					},
					{ layers: [] },
				],
				options: [{ id: 'dial_color', value: 'black' }],
			},
		]);
	});

	it('reprinted items omit empty fields, and are sent once each, in the selected order', () => {
		const items = itemsToReprint(ORDER, ['i2', 'LINE-1', 'i2'], 'Items');
		expect(items.map(({ variantId }) => variantId)).toEqual(['v2', 'v1']);
		expect(items[0]).toEqual({ quantity: 1, variantId: 'v2', placements: [] });
	});

	it.each(['i3', 'LINE-2', '7'])(
		'a reprint is refused if the original order has no item %s',
		(reference) => {
			const error = refusedWith(() => itemsToReprint(ORDER, ['i1', reference], 'Items'));
			expect(error.message).toBe(
				`Items contains "${reference}", which the original order does not have`,
			);
			expectPlainWords(error);
		},
	);

	it('an object with a name that every object inherits is refused in words', () => {
		const id = JSON.parse('{"toString":1}') as unknown;
		expect(() => itemsToReprint(ORDER, [id], 'Items')).toThrow(
			'Items contains {"toString":1}, which the original order does not have',
		);
	});

	it('an item is found by its own ID before another one that has the same text as its external ID', () => {
		const order = {
			orderItems: [
				{ id: 'i1', externalId: 'i2', variantId: 'by external ID' },
				{ id: 'i2', variantId: 'by ID' },
			],
		};
		expect(itemsToReprint(order, ['i2'], 'Items')).toEqual([
			{ variantId: 'by ID', placements: [] },
		]);
	});

	it('values that are 0, false or empty are copied, and missing ones are not', () => {
		const item = {
			id: 'i1',
			quantity: 0,
			name: '',
			retailPrice: null,
			placements: [{ type: 'front', layers: [], placementOptions: [{ name: 'a', value: false }] }],
			options: [{ id: 'size', value: undefined }],
		};
		expect(itemsToReprint({ orderItems: [item] }, ['i1'], 'Items')).toEqual([
			{
				quantity: 0,
				name: '',
				placements: [
					{ type: 'front', layers: [], placementOptions: [{ name: 'a', value: false }] },
				],
				options: [{ id: 'size' }],
			},
		]);
	});

	it('an order without items has none to reprint', () => {
		expect(refusedWith(() => itemsToReprint({}, ['i1'], 'Items')).description).toBe(
			'Choose items of the original order from the list.',
		);
	});
});
