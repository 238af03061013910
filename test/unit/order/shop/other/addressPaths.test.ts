import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { readOtherOrder } from '../../../../support/byLevel.ts';

const DEFAULTS = {
	...{ name: 'name', address1: 'street', address2: 'line2', city: 'city', zip: 'zip' },
	countryCode: 'country',
};

const address = {
	...{ name: 'Ada Example', street: 'Musterstr. 12', line2: '5 B', city: 'Berlin', zip: '10115' },
	country: 'DE',
};

const read = (order: IDataObject, paths: Record<string, string> = {}) =>
	readOtherOrder(
		{ items: [], ...address, ...order },
		{
			...{ orderNumber: '', lines: 'items' },
			line: { sku: '', quantity: '', id: '', name: '', price: '' },
			address: { ...DEFAULTS, ...paths },
		},
	);

describe('A path of an address at which the order has nothing', () => {
	it.each(['stret', 'shipping.street', 'Musterstr. 12'])(
		'never makes the second line the street, and is named: %s',
		(path) => {
			const { recipient, addressAdvice } = read({}, { address1: path });
			expect(recipient).not.toHaveProperty('address1');
			expect(recipient).not.toHaveProperty('address2');
			expect(addressAdvice).toMatch(
				`Address Line 1 Field is "${path}", and the order has no field of that name`,
			);
		},
	);

	it.each<[string, IDataObject, Record<string, string>, string[]]>([
		['', {}, {}, []],
		[
			'a postal code',
			{},
			{ zip: 'postcode' },
			['ZIP or Postal Code Field is "postcode", and the order has no field of that name'],
		],
		[
			'a name and a city',
			{},
			{ name: 'nobody', city: 'town' },
			[
				'Name Field is "nobody", and the order has no field of that name',
				'City Field is "town", and the order has no field of that name',
			],
		],
		[
			// Not every country has postal codes.
			'no postal code while the country is not known',
			{ country: undefined },
			{ city: 'town', zip: 'postcode' },
			['City Field is "town", and the order has no field of that name', 'The order has no country'],
		],
	])('is named before what to do otherwise: %s', (_, order, paths, named) => {
		const sentences = read(order, paths).addressAdvice?.split(/: enter [^:]+\. /) ?? [];
		expect(sentences).toEqual([
			...named,
			expect.stringMatching(/^Complete the address in the shop, or correct its paths/),
		]);
	});

	it('has the second line as the street, to be reviewed, where the first is empty', () => {
		const { recipient, toReview } = read({ street: '', line2: 'Musterstr. 12' });
		expect(recipient).toMatchObject({ address1: 'Musterstr. 12' });
		expect(toReview).toEqual([expect.stringMatching(/^Address Line 1 is empty.* Address Line 2/)]);
	});

	it.each<[string, IDataObject, string]>([
		['name', { company: 'Example Ltd' }, 'Name Field'],
		['city', { country: 'SG' }, 'City Field'],
		['zip', { country: 'IE' }, 'ZIP or Postal Code Field'],
	])('is to be reviewed where the address may do without it: %s', (name, order, label) => {
		const { toReview } = read(order, { company: 'company', [name]: 'nowhere' });
		expect(toReview).toEqual([
			`${label} is "nowhere", and the order has no field of that name: correct it, or empty it if there is none`,
		]);
	});

	it('is warned of where it is that of the last name', () => {
		const { recipient, warnings, toReview } = read({}, { lastName: 'surname' });
		expect(recipient.name).toBe('Ada Example');
		expect(toReview).toEqual([]);
		expect(warnings).toEqual([
			'The order has nothing at the path in Last Name Field: correct it, or remove it, unless the shop leaves out fields that are empty',
		]);
	});

	it.each([
		['stateCode', 'state', 'State Code Field'],
		['address2', 'adress2', 'Address Line 2 Field'],
		['phone', "['Phone no']", 'Phone Field'],
	])('is warned of where it is that of another part: %s', (name, path, label) => {
		const { warnings, toReview } = read({}, { [name]: path });
		expect(toReview).toEqual([]);
		expect(warnings).toEqual([
			`The order has nothing at the path in ${label}: correct it, or remove it, unless the shop leaves out fields that are empty`,
		]);
	});

	it.each([
		['stateCode', 'shiping.state', 'State Code Field'],
		['company', 'customer.company', 'Company Field'],
		['lastName', "buyer['Last name']", 'Last Name Field'],
	])('is to be reviewed where it leads into what is not there: %s', (name, path, label) => {
		const { warnings, toReview } = read({ shipping: { state: 'BE' } }, { [name]: path });
		expect(warnings).toEqual(toReview);
		expect(toReview).toEqual([
			`The order has nothing at the path in ${label}, ${JSON.stringify(path)}: correct it, or remove it`,
		]);
	});

	it('is named with all others in one warning', () => {
		const { warnings } = read({}, { address2: 'a', phone: 'b', email: 'c' });
		expect(warnings).toEqual([
			expect.stringMatching(/path in Address Line 2 Field, Phone Field and Email Field: correct/),
		]);
	});

	it('is none where nothing else than the usual name was entered', () => {
		const { warnings } = read({}, { address2: 'address2', phone: 'phone', email: 'email' });
		expect(warnings).toEqual([]);
	});

	it.each<IDataObject>([
		{ name: '', company: 'Example Ltd' },
		{ zip: null, country: 'IE' },
		{ line2: '' },
		{},
	])('is none where the customer left a field empty: %j', (order) => {
		expect(read(order, { company: 'company' })).toMatchObject({ toReview: [], warnings: [] });
	});
});

describe('The country of an order', () => {
	const without = { country: undefined };

	it.each(['DE', 'UA', 'JP'])(
		'is the code that Country Field holds in place of a path: %s',
		(code) => {
			expect(read(without, { countryCode: code }).recipient.countryCode).toBe(code);
		},
	);

	it.each(['country', 'XX', 'de', ''])(
		'is asked for, with what to enter, where Country Field is "%s"',
		(path) => {
			const { recipient, addressAdvice } = read(without, { countryCode: path });
			expect(recipient).not.toHaveProperty('countryCode');
			expect(addressAdvice).toMatch(/^The order has no country: enter .* or a code such as DE/);
		},
	);

	it('is that of the order where it has a field of that name', () => {
		expect(read({ CO: null }, { countryCode: 'CO' }).recipient).not.toHaveProperty('countryCode');
		expect(read({ DE: 'Austria' }, { countryCode: 'DE' }).recipient.countryCode).toBe('AT');
	});
});
