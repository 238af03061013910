import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { readOtherOrder } from '../../../../support/byLevel.ts';
import { expectPlainWords, refusedWith } from '../../../transport/wording.ts';

const address = {
	name: 'name',
	city: 'city',
	zip: 'zip',
	stateCode: 'state',
	countryCode: 'country',
	phone: 'phone',
	taxNumber: 'taxNumber',
};

const read = (changes: IDataObject) =>
	readOtherOrder(
		{
			...{ number: 'A-7', name: 'Ada Example', city: 'Berlin', state: 'BE', country: 'DE' },
			items: [{ id: 1, sku: 'A', quantity: 1 }],
			...changes,
		},
		{
			orderNumber: 'number',
			lines: 'items',
			line: { sku: 'sku', quantity: 'quantity', id: 'id', name: 'name', price: 'price' },
			address,
		},
	);

const BROKEN = [576461413038785752, 5.76461413038785e17, 2 ** 53, '5.76461E+17', '5,76461E+17'];

describe('A number that a spreadsheet broke', () => {
	it.each(BROKEN)('is refused as the number of the order: %s', (number) => {
		const refused = refusedWith(() => read({ number }));
		expect(refused.message).toMatch(/^Order Number Field holds .* a number that has lost digits$/);
		expect(refused.description).toMatch(/format the column of the spreadsheet as text/);
		expect(refused.description).toMatch(/enter an External ID of your own/);
		expectPlainWords(refused);
	});

	it.each(BROKEN)('is a problem as the ID of a line: %s', (id) => {
		const { problems } = read({
			items: [
				{ id, sku: 'A', quantity: 1 },
				{ id: 2, sku: 'B', quantity: 1 },
			],
		});
		expect(problems).toEqual([
			expect.stringMatching(
				/^Order #A-7, line 1 \(SKU A\): has the line ID .* has lost digits\. .* as text/,
			),
		]);
	});

	it.each([
		[2 ** 53 - 1, '9007199254740991'],
		['576461413038785752', '576461413038785752'],
		[1001, '1001'],
		['5E3', '5E3'],
	])('is none where nothing is lost: %j', (number, expected) => {
		const order = read({ number, items: [{ id: number, sku: 'A', quantity: 1 }] });
		expect(order.number).toBe(expected);
		expect(order.lines[0]?.id).toBe(expected);
		expect(order.problems).toEqual([]);
	});

	it('is left out as a phone number, and as a tax number to be looked at', () => {
		const { recipient, toReview, warnings } = read({
			phone: '4.91701E+11',
			taxNumber: '1.23457E+13',
		});
		expect(recipient).not.toHaveProperty('phone');
		expect(recipient).not.toHaveProperty('taxNumber');
		expect(toReview).toEqual([expect.stringMatching(/^The tax number has lost digits/)]);
		expect(warnings).toEqual([expect.stringMatching(/^The phone number/), ...toReview]);
		expect(warnings.join()).not.toContain('23457');
	});
});

describe('A postal code that a spreadsheet made a number', () => {
	it.each([
		['US', 2138, '02138'],
		['US', 501, '00501'],
		['DE', 1067, '01067'],
		['Germany', 1067, '01067'],
		['AU', 800, '0800'],
		['NO', 150, '0150'],
		['RO', 10_011, '010011'],
		['JP', 600_000, '0600000'],
		['BR', 1_310_100, '01310100'],
		['DE', '1067.0', '01067'],
	])('gets its zeros back in %s: %s', (country, zip, expected) => {
		const { recipient, warnings, toReview } = read({ country, zip });
		expect(recipient.zip).toBe(expected);
		expect(warnings).toEqual([
			expect.stringMatching(
				new RegExp(`^The postal code \\d+ has \\d+ digits, .*: it is sent as ${expected}`),
			),
		]);
		expect(toReview).toEqual([]);
	});

	it.each([
		['US', '2138'],
		['DE', '1067'],
	])('is left as it is where it is text in %s, which is refused: %s', (country, zip) => {
		const { recipient, warnings, toReview } = read({ country, zip });
		expect(recipient.zip).toBe(zip);
		expect(warnings).toEqual([]);
		expect(toReview).toEqual([]);
	});

	it('is sent with a warning where it is text, and an address needs none', () => {
		const { recipient, warnings } = read({ country: 'AM', zip: '123' });
		expect(recipient.zip).toBe('123');
		expect(warnings).toEqual([expect.stringMatching(/: check whether a zero is missing/)]);
	});

	it.each([
		['DE', 10_115, '10115'],
		['DE', '10115.0', '10115'],
		['US', '02138', '02138'],
		['US', '02138-1234', '02138-1234'],
		['US', 213_812_345, '213812345'],
		['NL', 1072, '1072'],
		['GB', 'W1A', 'W1A'],
		['IL', 61_000, '61000'],
		['TW', 106, '106'],
		['XX', 106, '106'],
		['PL', '00-950', '00-950'],
	])('stays as it is where it may be whole, in %s: %s', (country, zip, expected) => {
		const { recipient, warnings } = read({ country, zip });
		expect(recipient.zip).toBe(expected);
		expect(warnings).toEqual([]);
	});
});

describe('A cell with the apostrophe that spreadsheets put before a number', () => {
	it.each([
		['a postal code', { zip: "'02138", country: 'US' }, { zip: '02138' }],
		['a postal code with letters', { zip: "'K1A 0B6", country: 'CA' }, { zip: 'K1A 0B6' }],
		['a phone number', { phone: "'+1 555-0100" }, { phone: '+1 555-0100' }],
		['a tax number', { taxNumber: "'DE 123" }, { taxNumber: 'DE 123' }],
		['a country', { country: "'FR" }, { countryCode: 'FR' }],
		['a number with blanks around it', { phone: " '+1 555-0100 " }, { phone: '+1 555-0100' }],
		['a name that begins with a number', { name: "'3 Brothers" }, { name: '3 Brothers' }],
	])('is read without it: %s', (_, changes, recipient) => {
		expect(read(changes)).toMatchObject({ recipient, warnings: [], toReview: [], problems: [] });
	});

	it.each<[string, IDataObject, IDataObject?]>([
		['a city', { city: "'s-Hertogenbosch" }],
		['a name', { name: "'t Hooft" }],
		['a name in quotation marks', { name: "'3 Brothers'" }],
		['a state', { state: "N'zi", country: 'CI' }, { stateName: "N'zi", countryCode: 'CI' }],
		['a postal code', { zip: "10'115" }],
	])('keeps the one that belongs to %s', (_, changes, recipient = changes) => {
		expect(read(changes).recipient).toMatchObject(recipient);
	});

	it('is read without it in a line and the number of the order', () => {
		const line = { id: "'007", sku: "'0042", quantity: "'2", price: "'24,90" };
		expect(read({ number: "'00017", items: [line] })).toMatchObject({
			number: '00017',
			lines: [{ id: '007', sku: '0042', quantity: 2, price: '24.90' }],
		});
	});
});

describe('The price of a line', () => {
	const lineWith = (price: unknown) =>
		read({ items: [{ id: 1, sku: 'A', quantity: 1, price }] }).lines[0];

	it.each([
		['£12.99', '12.99'],
		['24,90 &euro;', '24.90'],
		['24.900', '24.900'],
		[7, '7.00'],
	])('%j is %s', (price, number) => {
		expect(lineWith(price)).toMatchObject({ price: number });
		expect(lineWith(price)).not.toHaveProperty('unreadPrice');
	});

	it.each(['', null, '-', 'N/A', 'none', 'null', true])('is none: %j', (price) => {
		expect(lineWith(price)).not.toHaveProperty('price');
		expect(lineWith(price)).not.toHaveProperty('unreadPrice');
	});

	it.each<[unknown, string]>([
		['on request', 'on request'],
		['1,234', '1,234'],
		['$5.00 - $7.00', '$5.00 - $7.00'],
		['-5.00', '-5.00'],
		[-5, '-5'],
		[Number.NaN, 'NaN'],
		[-Infinity, '-Infinity'],
		['1,234 &euro;', '1,234 €'],
		['{{ $json.price }}', '{{ $json.price }}'],
		[{ amount: 5 }, '{"amount":5}'],
		[{ amount: 'five', divisor: 100 }, '{"amount":"five","divisor":100}'],
		[{ amount: 5, divisor: 0 }, '{"amount":5,"divisor":0}'],
	])('cannot be read: %s', (price, unreadPrice) => {
		expect(lineWith(price)).toMatchObject({ unreadPrice });
		expect(lineWith(price)).not.toHaveProperty('price');
	});
});
