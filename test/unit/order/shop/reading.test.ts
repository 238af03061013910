import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	Findings,
	toReviewIn,
	warningsIn,
} from '../../../../nodes/PodFulfilment/order/findings.ts';
import {
	isAddress,
	recipientOfOrder,
	type ShopAddress,
} from '../../../../nodes/PodFulfilment/order/shop/shopAddress.ts';
import { refuseOrder } from '../../../../nodes/PodFulfilment/order/shop/sources/detectShop.ts';
import { linesIn, propertiesIn } from '../../../../nodes/PodFulfilment/order/shop/reading.ts';
import { repeatedLines } from '../../../../nodes/PodFulfilment/order/shop/lines/reviewLines.ts';
import { unwrapped } from '../../../../nodes/PodFulfilment/order/shop/values.ts';
import { expectPlainWords, refusedWith } from '../../transport/wording.ts';
import { itemLine, ourLine } from './lines/composeWith.ts';

describe('The wrapper of an order', () => {
	const isOrder = (object: IDataObject): boolean => object.isOrder === true;
	const order = { isOrder: true, body: { note: 'a field of the order' }, order: {} };

	it.each([
		['no wrapper', order],
		['the output of a webhook', { headers: {}, body: order }],
		['an answer of an API', { order }],
		['an answer about a draft', { draft_order: order }],
		['an answer within the output of a webhook', { body: { order } }],
		['an event in the output of a webhook', { body: { content: order } }],
		[
			'as many wrappers as shops and n8n put around it',
			{ body: { order: { draft_order: order } } },
		],
		['a wrapper beside another that is none', { body: 'text', order }],
	])('an order is found in %s', (_, value) => {
		expect(unwrapped(value, isOrder)).toBe(order);
	});

	it.each([null, 'text', 7, {}, { body: 'text' }, { other: order }])(
		'a value without an order is returned as it is: %j',
		(value) => {
			expect(unwrapped(value, isOrder)).toBe(value);
		},
	);

	it('an order below more wrappers than shops and n8n put around it is not found', () => {
		expect(unwrapped({ body: { body: { body: { body: order } } } }, isOrder)).not.toBe(order);
	});

	it('a list in a wrapper is not opened', () => {
		const wrapped = { body: [order] };
		expect(unwrapped(wrapped, isOrder)).toBe(wrapped);
	});

	it('what every object inherits is no wrapper', () => {
		const value = Object.create({ body: order }) as IDataObject;
		expect(unwrapped(value, isOrder)).toBe(value);
	});
});

describe('Data that is no order', () => {
	it.each([
		[[1, 2], 'Shop Order is a list of 2, but must be one order'],
		['x', 'Shop Order is "x", but must be an order as Shopify sends it'],
		[undefined, 'Shop Order is nothing, but must be an order as Shopify sends it'],
	])('%j is refused with what to pass', (value, message) => {
		const refused = refusedWith(() => refuseOrder(value, 'Shopify'));
		expect(refused.message).toBe(message);
		expect(refused.description).toContain('right after the node that gets it,');
		expectPlainWords(refused);
	});
});

describe('The lines of an order', () => {
	it('an order may have 5,000 lines, and no more', () => {
		const lines = Array.from({ length: 5_000 }, () => ({}));
		expect(linesIn(lines, undefined)).toHaveLength(5_000);
		const refused = refusedWith(() => linesIn([...lines, {}], undefined));
		expect(refused.message).toBe('Shop Order has 5001 lines, but at most 5000 are read');
		expectPlainWords(refused);
	});

	it('a line that is no object is refused with its place', () => {
		const refused = refusedWith(() => linesIn([{}, 'x'], undefined));
		expect(refused.message).toBe('Line 2 is "x", but must be an object');
		expectPlainWords(refused);
	});

	it.each([undefined, null, {}, 'x'])('%j has no lines', (value) => {
		expect(linesIn(value, undefined)).toEqual([]);
	});

	const lineOf = (label: string, itemId?: string) =>
		ourLine({
			line: itemLine({
				label,
				inProblems: `Line ${label}`,
				...(itemId !== undefined && { itemId }),
			}),
		});

	it('each line that repeats another names the first with its ID', () => {
		const lines = [lineOf('A', '1'), lineOf('B', '2'), lineOf('C', '1'), lineOf('D', '1')];
		expect(repeatedLines(lines)).toEqual([
			expect.stringMatching(
				/^Line C: has the line ID "1" of A, so it would be produced twice\. \S/,
			),
			expect.stringMatching(/^Line D: has the line ID "1" of A, /),
		]);
	});

	it('lines without an ID repeat none', () => {
		expect(repeatedLines([lineOf('A'), lineOf('B'), lineOf('D', '1')])).toEqual([]);
	});
});

describe('The properties of a line', () => {
	it('a property has each of its names that is a text', () => {
		const list = [
			{ key: 'a', label: 'A', value: 1 },
			{ key: 7, label: null },
			{ key: {}, label: ' ', value: 'x' },
		];
		expect(propertiesIn(list, 'key', 'label')).toEqual([
			{ names: ['a', 'A'], value: 1 },
			{ names: ['7'], value: undefined },
			{ names: [], value: 'x' },
		]);
	});

	it.each<[string, IDataObject, IDataObject]>([
		[
			'another one',
			{ value: 'talla-l', display_value: 'L' },
			{ value: 'talla-l', displayValue: 'L' },
		],
		['the same one', { value: 'L', display_value: 'L' }, { value: 'L' }],
		['none', { value: 'L' }, { value: 'L' }],
		['the only one', { display_value: 'L' }, { value: undefined, displayValue: 'L' }],
	])('a property has the value that the shop shows if it is %s', (_, given, expected) => {
		expect(propertiesIn([{ key: 'pa_size', ...given }], 'key')).toEqual([
			{ names: ['pa_size'], ...expected },
		]);
	});

	it('a property has no names and no value that every object inherits', () => {
		const property = Object.create({ name: 'x', value: 'y' }) as IDataObject;
		expect(propertiesIn([property], 'name')).toEqual([{ names: [], value: undefined }]);
	});

	it.each([
		['a list', Array.from({ length: 251 }, (_, index) => ({ name: `${index}`, value: index }))],
		[
			'an object',
			Object.fromEntries(Array.from({ length: 251 }, (_, index) => [`p${index}`, index])),
		],
	])('the first 250 properties of %s are read, as no line has more', (_, properties) => {
		const read = propertiesIn(properties, 'name');
		expect(read).toHaveLength(250);
		expect(read.at(-1)?.value).toBe(249);
	});
});

describe('The address to which an order goes', () => {
	const billing = { address1: 'Billing Street 1', phone: '1' };

	const recipientOf = (shipping: ShopAddress, ofBilling: ShopAddress) => {
		const found = new Findings();
		const recipient = recipientOfOrder(shipping, ofBilling, found);
		return { recipient, warnings: warningsIn(found.list), toReview: toReviewIn(found.list) };
	};

	it.each(['address1', 'address2', 'city', 'zip'])(
		'an address is one with its %s alone',
		(name) => {
			expect(isAddress({ [name]: 'x' })).toBe(true);
			expect(recipientOf({ [name]: 'x' }, billing).warnings).toEqual([]);
		},
	);

	it.each(['name', 'company', 'country', 'state', 'phone', 'email'])(
		'an address is none with its %s alone',
		(name) => {
			expect(isAddress({ [name]: 'x' })).toBe(false);
		},
	);

	it('an order without a shipping address goes to the billing address, and is to be reviewed', () => {
		const toReview = ['The order has no shipping address, so it goes to the billing address'];
		expect(recipientOf({ name: 'Bob', phone: '2' }, billing)).toEqual({
			recipient: { address1: 'Billing Street 1', phone: '1' },
			warnings: toReview,
			toReview,
		});
	});

	it('the phone of an empty shipping address is used when the billing address has none', () => {
		const { recipient } = recipientOf({ phone: '2' }, { address1: 'x' });
		expect(recipient.phone).toBe('2');
	});

	it('an order without any address keeps what is known of its recipient', () => {
		expect(recipientOf({ name: 'Bob' }, { name: 'Ann' })).toEqual({
			recipient: { name: 'Bob' },
			warnings: [],
			toReview: [],
		});
	});
});
