import fc from 'fast-check';
import { UserError, type IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { ShopOrder } from '../../../../../nodes/PodFulfilment/order/shop/shopOrder.ts';
import { expectPlainWords, refusedWith } from '../../../transport/wording.ts';
import { valueAt } from '../../../../../nodes/PodFulfilment/order/shop/values.ts';
import { shopifyLine, shopifyOrder } from '../../../../support/shopOrders/shopify.ts';
import { wooCommerceLine, wooCommerceOrder } from '../../../../support/shopOrders/wooCommerce.ts';
import {
	readShopifyOrder,
	readWooCommerceOrder,
	readOtherOrder,
} from '../../../../support/byLevel.ts';
import { warningsIn } from '../../../../../nodes/PodFulfilment/order/findings.ts';

const paths = {
	orderNumber: 'number',
	lines: 'items',
	line: { sku: 'sku', quantity: 'quantity', id: 'id', name: 'name', price: 'price' },
	address: { name: 'name', city: 'city', countryCode: 'country' },
};

describe('An order of another shop', () => {
	it('the order is read at the given paths', () => {
		const order = {
			number: 7,
			name: 'Ada Example',
			city: ' Berlin ',
			country: 'Germany',
			items: [{ id: 1, sku: 'A', quantity: '2', name: 'Shirt', price: 24.9 }],
		};
		expect(readOtherOrder(order, paths)).toMatchObject({
			number: '7',
			recipient: { name: 'Ada Example', city: 'Berlin', countryCode: 'DE' },
			lines: [{ label: 'Line 1 (Shirt, SKU A)', id: '1', sku: 'A', quantity: 2, price: '24.90' }],
			warnings: [],
			toReview: [],
			problems: [],
		});
	});

	describe('from rows of a spreadsheet', () => {
		const row = { Order: 'S-77', Name: 'Ada', Street: 'Weg 1', SKU: 'A' };
		const readRows = (rows: IDataObject[] | IDataObject, at: string) =>
			readOtherOrder(
				{ data: rows },
				{
					orderNumber: `${at}.Order`,
					lines: 'data',
					line: { sku: 'SKU', quantity: '1', id: '', name: '', price: '' },
					address: { name: `${at}['Name']`, address1: `${at}.Street` },
				},
			);

		it('one row is read as an order', () => {
			const { number, recipient, lines } = readRows([row], 'data[0]');
			expect({ number, recipient }).toEqual({
				number: 'S-77',
				recipient: { name: 'Ada', address1: 'Weg 1' },
			});
			expect(lines.map(({ sku }) => sku)).toEqual(['A']);
		});

		it.each<[string, IDataObject[] | IDataObject]>([
			['data[0]', [row, { ...row, Order: 'S-78' }]],
			['data[0]', [row, row]],
			['data.a', { a: row, b: row }],
		])('several are refused, with what joins them, at %s', (at, rows) => {
			const refused = refusedWith(() => readRows(rows, at));
			expect(refused.message).toBe(
				`Order Number Field is "${at}.Order", which is in one line, but there are 2: they may be of several orders`,
			);
			expect(refused.description).toContain("Order From set to 'Rows of a Sheet or Form'");
			expectPlainWords(refused);
		});

		it('are refused by the part of the address that is in one of them', () => {
			const settings = { ...paths, address: { ...paths.address, city: 'items[0].city' } };
			const items = [
				{ sku: 'A', quantity: 1, city: 'Berlin' },
				{ sku: 'B', quantity: 1 },
			];
			expect(() => readOtherOrder({ number: 7, items }, settings)).toThrow(
				'City Field is "items[0].city", which is in one line, but there are 2',
			);
		});
	});

	it('its lines may have numbers and streets of their own', () => {
		const items = [
			{ sku: 'A', quantity: 1, number: 1, street: 'Weg 1' },
			{ sku: 'B', quantity: 1, number: 2, street: 'Weg 2' },
		];
		const address = { ...paths.address, address1: 'shipping.to.street' };
		const order = { number: 7, shipping: { to: { street: 'Weg 3' } }, items };
		expect(readOtherOrder(order, { ...paths, address }).number).toBe('7');
	});

	it.each<[string, unknown]>([
		['a list', [{ sku: 'A', quantity: 2 }]],
		['an object with a line under each ID', { '1': { sku: 'A', quantity: 2 } }],
		['one line', { sku: 'A', quantity: 2, variant: { color: 'Red' } }],
		['one line without objects', { sku: 'A', quantity: '2' }],
	])('its lines may be %s', (_, items) => {
		const { lines, problems } = readOtherOrder({ items }, paths);
		expect(lines.map(({ sku, quantity }) => [sku, quantity])).toEqual([['A', 2]]);
		expect(problems).toEqual([]);
	});

	it('has the lines under their IDs in their order', () => {
		const items = { b7: { sku: 'A', quantity: 1 }, a2: { sku: 'B', quantity: 3 } };
		const { lines } = readOtherOrder({ items }, paths);
		expect(lines.map(({ sku, quantity }) => [sku, quantity])).toEqual([
			['A', 1],
			['B', 3],
		]);
	});

	it.each<unknown>([
		{},
		{ street: 'Musterstr. 12' },
		{ a: { name: 'x' } },
		{ a: { sku: 'A' }, b: 1 },
	])('has no lines in an object without a SKU: %j', (items) => {
		expect(() => readOtherOrder({ items }, paths)).toThrow(/^Lines Field is "items", but/);
	});

	it('has the names of its lines without the entities of HTML', () => {
		const items = [{ sku: 'A', quantity: 1, name: 'Mom&#39;s Mug &amp; Gift' }];
		expect(readOtherOrder({ items }, paths).lines[0]?.name).toBe("Mom's Mug & Gift");
	});

	it('has one piece in each line where Quantity Field is 1', () => {
		const line = { ...paths.line, quantity: '1' };
		const { lines } = readOtherOrder(
			{ items: [{ sku: 'A' }, { sku: 'B', '1': 4 }] },
			{ ...paths, line },
		);
		expect(lines.map(({ quantity, quantityProblem }) => [quantity, quantityProblem])).toEqual([
			[1, undefined],
			[4, undefined],
		]);
	});

	it.each(['skuu', 'product.sku'])('stops where no line has anything at SKU Field: %s', (sku) => {
		const { problems } = readOtherOrder(
			{
				number: 7,
				items: [
					{ sku: 'A', quantity: 1 },
					{ sku: 'B', quantity: 1 },
				],
			},
			{ ...paths, line: { ...paths.line, sku } },
		);
		expect(problems).toEqual([
			`Order #7: SKU Field is "${sku}", and no line has a field of that name. Enter the field with the SKU under 'Line Fields', or empty it. Its fields are "sku", "quantity".`,
		]);
	});

	it.each<IDataObject[]>([
		[{ sku: null, quantity: 1 }],
		[{ quantity: 1 }, { sku: '', quantity: 1 }],
	])('does not stop where a line has the field and no SKU: %j', (...items) => {
		expect(readOtherOrder({ items }, paths).problems).toEqual([]);
	});

	it('is warned of a path that no line has', () => {
		const items = [
			{ sku: 'A', quantity: 1 },
			{ sku: 'B', quantity: 1, cost: 4 },
		];
		const read = (changes: object) =>
			readOtherOrder({ items }, { ...paths, line: { ...paths.line, ...changes } });
		expect(read({ price: 'cost' }).warnings).toEqual([]);
		for (const [changes, label] of [
			[{ price: 'costs' }, 'Price Field'],
			[{ id: 'line_id' }, 'Line ID Field'],
			[{ notDue: 'refunded, cancelled' }, 'Pieces Not Due Field'],
			[{ parent: 'parent.id' }, 'Parent Line Field'],
		] as const) {
			expect(read(changes).warnings).toEqual([
				`The lines have nothing at ${JSON.stringify(Object.values(changes)[0])} in ${label}: correct it, or remove it, unless the shop leaves out fields that are empty`,
			]);
		}
	});

	it('the problem names the line whose quantity is missing', () => {
		const { lines } = readOtherOrder({ items: [{ sku: 'A', qty: 1 }] }, paths);
		expect(lines[0]?.quantityProblem).toBe(
			'the quantity at "quantity" is missing, but must be a whole number, and not below 0. Enter the name of its field as Quantity Field, or 1 if each line is one piece',
		);
	});

	it('a line with the quantity 0 is left out', () => {
		const { lines, problems } = readOtherOrder({ items: [{ sku: 'A', quantity: 0 }] }, paths);
		expect(lines).toMatchObject([{ quantity: 0, leftOutBecause: 'its quantity is 0' }]);
		expect(problems).toEqual([]);
	});

	describe('Pieces Not Due Field', () => {
		const lineWith = (fields: IDataObject, notDue: string) =>
			readOtherOrder(
				{ items: [{ sku: 'A', quantity: 3, ...fields }] },
				{ ...paths, line: { ...paths.line, notDue } },
			).lines[0];

		it.each<[IDataObject, string, number]>([
			[{ refunded: 1 }, 'refunded', 2],
			[{ refunded: '1.0000' }, 'refunded', 2],
			[{ refunded: 1, gone: { cancelled: 1 } }, 'refunded, gone.cancelled', 1],
			[{ refunded: 0 }, 'refunded', 3],
			[{ refunded: null }, 'refunded', 3],
			[{}, 'refunded', 3],
		])('takes its pieces off the quantity: %j', (fields, path, quantity) => {
			expect(lineWith(fields, path)).toMatchObject({ quantity });
			expect(lineWith(fields, path)).not.toHaveProperty('leftOutBecause');
		});

		it.each([3, 4, '3'])('leaves out a line of which no piece is due: %s of 3', (refunded) => {
			expect(lineWith({ refunded }, 'refunded')).toMatchObject({
				...{ quantity: 0, leftOutBecause: 'none of it is due', isEmptied: true },
			});
		});

		it.each(['one', -1, 0.5, {}])(
			'stops the line where it is no number of pieces: %j',
			(refunded) => {
				expect(lineWith({ refunded }, 'refunded')?.quantityProblem).toMatch(
					/^the number of pieces at "refunded" \(Pieces Not Due Field\) is .* must be a whole number\. Correct it in the shop, or enter another field there$/,
				);
			},
		);
	});

	it.each<[IDataObject, true | undefined]>([
		[{ quantity: 0 }, true],
		[{ quantity: '0', price: 5 }, true],
		[{ sku: '', quantity: 0, price: -5 }, undefined],
		[{ quantity: 2 }, undefined],
	])('a line may have been ordered before only where no piece is left: %j', (line, isEmptied) => {
		const { lines } = readOtherOrder({ items: [{ sku: 'A', ...line }] }, paths);
		expect(lines[0]?.isEmptied).toBe(isEmptied);
	});

	it('a line that is shipped is ordered', () => {
		const items = [{ sku: 'A', quantity: 2, requires_shipping: true }];
		const { lines } = readOtherOrder({ items }, paths);
		expect(lines[0]?.quantity).toBe(2);
		expect(lines[0]).not.toHaveProperty('leftOutBecause');
	});

	it('the problem quotes a quantity that is no whole number', () => {
		const { lines } = readOtherOrder({ items: [{ quantity: 'two' }] }, paths);
		expect(lines).toMatchObject([
			{
				quantity: 0,
				quantityProblem:
					'the quantity at "quantity" is "two", but must be a whole number, and not below 0. Correct it in the shop, or enter the name of another field as Quantity Field',
			},
		]);
	});

	it('a quantity below 0 is refused, as it is no count', () => {
		const { lines } = readOtherOrder({ items: [{ quantity: -1 }] }, paths);
		expect(lines[0]?.leftOutBecause).toBeUndefined();
		expect(lines[0]?.quantityProblem).toBe(
			'the quantity at "quantity" is -1, but must be a whole number, and not below 0. Correct it in the shop, or enter the name of another field as Quantity Field',
		);
	});

	it('a line has only what the shop says of it', () => {
		const { lines } = readOtherOrder({ items: [{ quantity: 1 }] }, paths);
		expect(lines).toEqual([
			{
				label: 'Line 1',
				sku: undefined,
				quantity: 1,
				properties: [{ names: ['quantity'], value: 1, isField: true, isRead: true }],
			},
		]);
	});

	it.each(['', '  '])(
		'nothing is read at the path %j, whatever the headings of a sheet are',
		(path) => {
			const items = [{ '': 'x', '  ': 'y', sku: 'A', quantity: 1 }];
			const { lines, number } = readOtherOrder(
				{ '': 'x', items },
				{ ...paths, orderNumber: path, line: { ...paths.line, name: path } },
			);
			expect(number).toBeUndefined();
			expect(lines[0]).not.toHaveProperty('name');
		},
	);

	it('a state is read as a code or as a name', () => {
		const { recipient } = readOtherOrder(
			{ state: 'California', country: 'USA', items: [] },
			{ ...paths, address: { stateCode: 'state', countryCode: 'country' } },
		);
		expect(recipient).toEqual({ countryCode: 'US', stateCode: 'CA', stateName: 'California' });
	});

	it('the order is found in the output of a webhook', () => {
		expect(readOtherOrder({ headers: {}, body: { number: 7, items: [] } }, paths).number).toBe('7');
	});

	it('the refusal of an order without a list names the fields that it has', () => {
		const refused = refusedWith(() => readOtherOrder({ number: 7, rows: [] }, paths));
		expect(refused.description).toContain('Its fields are "number", "rows".');
		expectPlainWords(refused);
		expectPlainWords(refusedWith(() => readOtherOrder('A', paths)));
	});

	it('the refusal of an order without a list names lists of objects first, with their paths', () => {
		const many = Object.fromEntries(
			Array.from({ length: 100 }, (_, index) => [`field${index}`, 1]),
		);
		const refused = refusedWith(() =>
			readOtherOrder({ ...many, data: { ...many, order: { tags: ['x'], rows: [{}] } } }, paths),
		);
		expect(refused.description).toContain('Its fields are "data.order.rows", "field0", ');
		expect(refused.description).not.toContain('tags');
	});

	it('a line that is no object is refused', () => {
		expect(() => readOtherOrder({ items: ['A'] }, paths)).toThrow(
			'Line 1 is "A", but must be an object',
		);
	});

	it.each([
		[{ number: 7 }, 'Lines Field is "items", but the shop order has no list there'],
		[{ items: 'A' }, 'Lines Field is "items", but the shop order has no list there'],
		['A', 'Shop Order is "A"'],
	])('an order without a list of lines is refused: %j', (order, message) => {
		expect(() => readOtherOrder(order, paths)).toThrow(message);
	});

	it('each field of a line counts as a property of it', () => {
		const { lines } = readOtherOrder(
			{
				items: [
					{
						quantity: 1,
						file: 'a',
						files: { front: 'b' },
						properties: [{ name: 'c', value: 'd' }],
					},
				],
			},
			paths,
		);
		expect(lines[0]?.properties).toEqual(
			expect.arrayContaining([
				{ names: ['file'], value: 'a', isField: true },
				{ names: ['front', 'files front'], value: 'b', isField: true },
				{ names: ['c'], value: 'd' },
			]),
		);
	});
});

describe('The properties of a line of another shop', () => {
	const propertiesOf = (line: IDataObject) =>
		readOtherOrder({ items: [{ quantity: 1, ...line }] }, paths).lines[0]?.properties.slice(1);

	it('an object in a line is not a property itself, but its fields are', () => {
		expect(propertiesOf({ files: { front: 'a', back: 'b' } })).toEqual([
			{ names: ['front', 'files front'], value: 'a', isField: true },
			{ names: ['back', 'files back'], value: 'b', isField: true },
		]);
	});

	it.each(['properties', 'meta_data', 'attributes'])(
		'the entries of the list %s are properties, by their name and their key',
		(list) => {
			const entries = [{ name: 'a', key: 'b', value: 'c' }];
			expect(propertiesOf({ [list]: entries })?.slice(1)).toEqual([
				{ names: ['a', 'b'], value: 'c' },
			]);
		},
	);

	it('the entries of another list are properties too, each text of its own without a name and a value', () => {
		expect(propertiesOf({ tags: [{ name: 'a', value: 'c' }] })?.slice(1)).toEqual([
			{ names: ['a'], value: 'c' },
		]);
		expect(propertiesOf({ tags: [{ name: 'a', price: 3 }] })?.slice(1)).toEqual([
			{ names: ['tags'], value: 'a' },
			{ names: ['tags'], value: 3 },
		]);
	});

	it.each([
		[{ 'Lineitem variant': 'XL / Navy' }, ['variant_title', 'Lineitem variant']],
		[{ 'Variation name': 'Navy / 42' }, ['variant_title', 'Variation name']],
		[{ variant: null }, ['variant']],
		[{ variant: 12_345 }, ['variant']],
		[{ Variation: 'Size: XL' }, ['Variation']],
		[{ date: '1/2/2026' }, ['date']],
	])('a value of several parts is known as the title of a variant too: %j', (line, names) => {
		expect(propertiesOf(line)).toEqual([{ names, value: Object.values(line)[0], isField: true }]);
	});

	it('an object under the name of such a list is read once', () => {
		expect(propertiesOf({ properties: { a: 'c' } })).toEqual([
			{ names: ['a', 'properties a'], value: 'c', isField: true },
		]);
	});
});

describe('A path', () => {
	const object = { a: { b: [{ 'c d': 1 }] }, 'x.y': 2, empty: null };

	it.each([
		['a.b[0].c d', 1],
		["a.b[0]['c d']", 1],
		['a["b"].0["c d"]', 1],
		['x.y', 2],
		[' x.y ', 2],
		['a.b.length', undefined],
		['a.constructor', undefined],
		['__proto__', undefined],
		['empty.a', undefined],
		['', undefined],
		['....', undefined],
		['a'.repeat(5) + '.a'.repeat(50), undefined],
	])('the path %j leads to %j', (path, value) => {
		expect(valueAt(object, path)).toBe(value);
	});
});

describe('Whatever comes in place of an order', () => {
	const anything = fc.oneof(
		fc.jsonValue(),
		fc.dictionary(
			fc.constantFrom(
				'line_items',
				'items',
				'refunds',
				'billing',
				'shipping',
				'shipping_address',
				'name',
				'test',
			),
			fc.jsonValue(),
		),
	);
	const changed = (order: IDataObject, line: IDataObject) =>
		fc
			.tuple(
				fc.dictionary(fc.constantFrom(...Object.keys(order)), fc.jsonValue()),
				fc.dictionary(fc.constantFrom(...Object.keys(line)), fc.jsonValue()),
			)
			.map(([changes, lineChanges]) => ({
				...order,
				line_items: [{ ...line, ...lineChanges }],
				...changes,
			}));

	it.each<[string, (value: unknown) => ShopOrder, fc.Arbitrary<unknown>]>([
		[
			'Shopify',
			(value) => readShopifyOrder(value, { sendTestOrders: false }),
			changed(shopifyOrder(), shopifyLine()),
		],
		[
			'WooCommerce',
			(value) => readWooCommerceOrder(value, { sendTestOrders: false }),
			changed(wooCommerceOrder(), wooCommerceLine()),
		],
		['another shop', (value) => readOtherOrder(value, paths), anything],
	])('any value is read or refused in words, as one of %s', (_, read, orders) => {
		fc.assert(
			fc.property(fc.oneof(orders, anything), (value) => {
				let order: ShopOrder;
				try {
					order = read(value);
				} catch (error) {
					expect(error).toBeInstanceOf(UserError);
					return;
				}
				for (const { quantity, label, name } of order.lines) {
					expect(quantity).toSatisfy(Number.isSafeInteger);
					expect(quantity).toBeGreaterThanOrEqual(0);
					expect(label).toMatch(/^Line \d+/);
					expect(name ?? 'x').not.toBe('');
				}
				for (const text of warningsIn(order.findings)) {
					expect(text).toEqual(expect.any(String));
				}
			}),
			{ numRuns: 300 },
		);
	});
});
