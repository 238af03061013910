import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useShopSandbox } from './shopOrders.ts';
import { printFile } from './support.ts';

const { node, shirtSku, place, orderCount } = useShopSandbox();

describe('An order of another shop', () => {
	it('an order is read at the names that its fields usually have', async () => {
		const { error } = await place('other', {
			number: 'A-7',
			name: 'Ada Example',
			address1: 'Musterstrasse 12',
			city: 'Berlin',
			zip: 10_115,
			countryCode: 'Germany',
			items: [{ sku: shirtSku(), quantity: '2', 'Print File': printFile }],
		});
		expect(error).toBeUndefined();
		const stored = node.sandbox.control.order('@order-A-7');
		expect(stored.recipient).toMatchObject({ zip: '10115', countryCode: 'DE' });
		expect(stored.items).toMatchObject([{ quantity: 2 }]);
	});

	it('an order is read at the given paths', async () => {
		const order = {
			data: {
				order: { no: 7 },
				'ship to': { fullName: 'Ada Example', street: '12 Main St', town: 'Austin', code: '73301' },
				country: 'usa',
				region: 'texas',
				lines: [
					{
						product: { code: shirtSku() },
						qty: 2,
						files: { front: printFile, back: `${printFile}?b` },
					},
				],
			},
		};
		const { error } = await place('other', order, {
			orderNumberField: 'data.order.no',
			linesField: 'data.lines',
			lineFields: { sku: 'product.code', quantity: 'qty' },
			printFileProperty: 'files',
			addressFields: {
				name: "data['ship to'].fullName",
				address1: 'data["ship to"].street',
				city: 'data[ship to].town',
				zip: "data['ship to'].code",
				countryCode: 'data.country',
				stateCode: 'data.region',
			},
		});
		expect(error).toBeUndefined();
		const stored = node.sandbox.control.order('@order-7');
		expect(stored.recipient).toMatchObject({ stateCode: 'TX', countryCode: 'US', city: 'Austin' });
		expect(stored.items).toMatchObject([
			{ quantity: 2, placements: [{ type: 'front' }, { type: 'back' }] },
		]);
	});

	it('two orders whose numbers lost their last digits are both refused, and none is taken for the other', async () => {
		const orderOf = (number: number) => ({
			...{ number, name: 'Ada Example', address1: 'Musterstrasse 12', city: 'Berlin' },
			...{ zip: 10_115, countryCode: 'DE' },
			items: [{ sku: shirtSku(), quantity: 1, 'Print File': printFile }],
		});
		const numbers = [576461413038785752, 576461413038785760];
		for (const number of numbers) {
			const { error } = await place('other', orderOf(number));
			expect(error?.message).toMatch(/^Order Number Field holds .* has lost digits$/);
			const { json } = await place('other', orderOf(number), { then: 'check' });
			expect(json[0]?.problems).toEqual([expect.stringMatching(/^Order Number Field holds/)]);
		}
		expect(orderCount()).toBe(0);
	});

	it('one row of a sheet is an order, and several are refused', async () => {
		const row = (Order: string) => ({
			...{ Order, Name: 'Ada Example', Street: 'Weg 1', City: 'Berlin', ZIP: 10_115 },
			...{ SKU: shirtSku(), 'Print file': printFile },
		});
		const settings = {
			orderNumberField: 'data[0].Order',
			linesField: 'data',
			lineFields: { sku: 'SKU', quantity: '1' },
			addressFields: {
				...{ name: 'data[0].Name', address1: 'data[0].Street', city: 'data[0].City' },
				...{ zip: 'data[0].ZIP', countryCode: 'DE' },
			},
		};
		for (const other of ['S-77', 'S-78']) {
			const refused = await place('other', { data: [row('S-77'), row(other)] }, settings);
			expect(refused.error?.message).toMatch(
				/^Order Number Field is "data\[0\]\.Order", which is in one/,
			);
		}
		expect(orderCount()).toBe(0);
		const { error } = await place('other', { data: [row('S-77')] }, settings);
		expect(error).toBeUndefined();
		expect(node.sandbox.control.order('@order-S-77').items).toHaveLength(1);
	});

	it('a postal code that became a number is sent with its zeros', async () => {
		const { json } = await place('other', {
			...{ number: 7, name: 'Ada Example', address1: '12 Main St', city: 'Cambridge' },
			...{ zip: 2138, countryCode: 'US', stateCode: 'MA' },
			items: [{ sku: shirtSku(), quantity: 1, 'Print File': printFile }],
		});
		expect(node.sandbox.control.order('@order-7').recipient.zip).toBe('02138');
		expect(json[0]?.warnings).toEqual([expect.stringMatching(/it is sent as 02138/)]);
	});

	it('paths lead to print files and conditions, a list gives a file for each side, and a name has two', async () => {
		const orderOf = (number: string, line: IDataObject) => ({
			...{ number, address1: 'Musterstrasse 12', city: 'Berlin', zip: '10115', countryCode: 'DE' },
			...{ firstname: 'Ada', lastname: 'Example' },
			items: [{ sku: 'LISTING-1', quantity: 1, ...line }],
		});
		const variations = [{ formatted_name: 'Size', formatted_value: '2XL' }];
		const settings = {
			addressFields: { name: 'firstname, lastname' },
			options: {
				printFilePlacements: 'back',
				skuMappingJson: [
					{
						shopSku: 'LISTING-1',
						sku: shirtSku(),
						when: { 'variations[0].formatted_value': '2XL' },
					},
				],
			},
		};
		const files = [
			{ type: 'front', url: printFile },
			{ type: 'back', url: `${printFile}?b` },
		];
		const { error, json } = await place('other', orderOf('A-1', { variations, files }), {
			...settings,
			printFileProperty: 'files',
		});
		expect(error).toBeUndefined();
		expect(json[0]?.warnings ?? []).toEqual([]);
		const stored = node.sandbox.control.order('@order-A-1');
		expect(stored.recipient).toMatchObject({ name: 'Ada Example' });
		expect(stored.items).toMatchObject([{ placements: [{ type: 'front' }, { type: 'back' }] }]);

		const byPath = await place('other', orderOf('A-2', { variations, art: [{ src: printFile }] }), {
			...settings,
			printFileProperty: 'art[0].src',
		});
		expect(byPath.error).toBeUndefined();
		const missing = await place(
			'other',
			orderOf('A-3', { variations, art: [{ src: printFile }] }),
			{
				...settings,
				printFileProperty: 'files[0].src',
			},
		);
		expect(missing.error?.description).toMatch(
			/^Give the line the property "files\[0\]\.src" in your shop, correct Print File Property, /,
		);
	});

	it('an address without a name points to the paths', async () => {
		const { error } = await place('other', {
			...{ number: 'A-7', address1: 'Musterstrasse 12', city: 'Berlin', zip: '10115' },
			...{ countryCode: 'DE', items: [{ sku: shirtSku(), quantity: 1, 'Print File': printFile }] },
		});
		expect(error?.message).toBe('Order #A-7 → Address → Name is empty');
		expect(error?.description).toMatch(/'Address Fields', where Name Field may have two paths/);
	});

	it('a wrong path of the street is refused by its field, and a country may be a code for all orders', async () => {
		const order = {
			...{ number: 'A-7', name: 'Ada Example', street: 'Musterstrasse 12', address2: '5 B' },
			...{ city: 'Berlin', zip: '10115' },
			items: [{ sku: shirtSku(), quantity: 1, 'Print File': printFile }],
		};
		const wrong = await place('other', order, { addressFields: { address1: 'stret' } });
		expect(wrong.error?.message).toBe(
			'Order #A-7 → Address → Address Line 1 and Country are empty',
		);
		expect(wrong.error?.description).toMatch(
			/^The order has no text at Address Line 1 Field "stret" or Country Field "countryCode": /,
		);
		const { error } = await place('other', order, {
			addressFields: { address1: 'street', countryCode: 'DE' },
		});
		expect(error).toBeUndefined();
		expect(node.sandbox.control.order('@order-A-7').recipient).toMatchObject({
			...{ address1: 'Musterstrasse 12', address2: '5 B', countryCode: 'DE' },
		});
	});

	it('an order is placed with a listed status alone, and skipped or refused with any other', async () => {
		const orderOf = (number: string, payment: IDataObject) => ({
			...{ number, payment, name: 'Ada Example', address1: 'Weg 1', city: 'Berlin' },
			...{ zip: '10115', countryCode: 'DE' },
			items: [{ sku: shirtSku(), quantity: 1, 'Print File': printFile }],
		});
		const settings = { statusField: 'payment.state', orderStatuses: 'Bezahlt' };
		const paid = await place('other', orderOf('A-1', { state: 'bezahlt' }), settings);
		expect(paid.error).toBeUndefined();
		expect(orderCount()).toBe(1);
		const open = orderOf('A-2', { state: 'Offen' });
		const stopped = await place('other', open, settings);
		expect(stopped.error?.message).toBe(
			'Shop order A-2 is not due: its payment.state is "Offen", which Order Statuses does not list',
		);
		expect(stopped.error?.description).toMatch(/add "Offen" to Order Statuses/);
		const skipped = await place('other', open, { ...settings, orderWithoutLines: 'skip' });
		expect(skipped.json[0]).toMatchObject({ outcome: 'skipped' });
		const nothing = orderOf('A-3', {});
		for (const orderWithoutLines of ['stop', 'skip']) {
			const { error } = await place('other', nothing, { ...settings, orderWithoutLines });
			expect(error?.message).toMatch(
				/^Order #A-3: nothing says whether it is due\. At Status Field/,
			);
		}
		expect(orderCount()).toBe(1);
	});

	it('without Status Field and Order Statuses nothing is placed', async () => {
		const order = {
			...{ number: 'A-1', name: 'Ada Example', address1: 'Weg 1', city: 'Berlin' },
			...{ zip: '10115', countryCode: 'DE', status: 'paid' },
			items: [{ sku: shirtSku(), quantity: 1, 'Print File': printFile }],
		};
		for (const missing of [
			{ statusField: '={{ "" }}', orderStatuses: 'paid' },
			{ statusField: 'status', orderStatuses: '={{ " , " }}' },
		]) {
			const { error } = await place('other', order, missing);
			expect(error?.message).toMatch(/^(Status Field|Order Statuses) is empty/);
		}
		expect(orderCount()).toBe(0);
	});

	it('an order is refused when its lines are elsewhere', async () => {
		const { error } = await place('other', { number: 1, lines: [] });
		expect(error?.message).toBe('Lines Field is "items", but the shop order has no list there');
	});

	it('an order with what an expression left behind is refused by field, and Check Only says the same', async () => {
		const order = {
			number: 'A-7',
			name: '{{ $json.name }}',
			address1: 'Musterstrasse 12',
			address2: 'null',
			city: 'Berlin',
			zip: '10115',
			countryCode: 'DE',
			items: [
				{
					sku: shirtSku(),
					quantity: 1,
					name: '[object Object]',
					'Print File': printFile,
				},
				{ sku: shirtSku(), quantity: 1, name: 'undefined', price: 'NaN', 'Print File': printFile },
			],
		};
		const { error } = await place('other', order);
		const texts = error?.description?.split('<br>\n');
		expect(texts).toEqual([
			expect.stringMatching(/^Order #A-7 → Address → Name holds an expression/),
			expect.stringMatching(/^Order #A-7, line 1 .* → Name is "\[object Object\]"/),
			expect.stringMatching(/^Order #A-7, line 2 .* → Price is not a number/),
		]);
		const { json } = await place('other', order, { then: 'check' });
		expect(json[0]?.problems).toEqual(texts);
		expect(node.sandbox.control.orders()).toEqual([]);
	});

	it('what an expression left empty is empty in parts that may be missing', async () => {
		const { error } = await place('other', {
			number: 'A-8',
			name: 'Jane Null',
			company: 'undefined',
			address1: 'Musterstrasse 12',
			address2: 'null',
			city: 'Berlin',
			zip: '10115',
			countryCode: 'DE',
			stateCode: 'undefined',
			phone: 'null',
			items: [{ sku: shirtSku(), quantity: 1, name: 'null', 'Print File': printFile }],
		});
		expect(error).toBeUndefined();
		const stored = node.sandbox.control.order('@order-A-8');
		expect(stored.recipient).toEqual({
			name: 'Jane Null',
			address1: 'Musterstrasse 12',
			city: 'Berlin',
			zip: '10115',
			countryCode: 'DE',
		});
		expect(JSON.stringify(stored.items)).not.toMatch(/"null"/);
	});
});
