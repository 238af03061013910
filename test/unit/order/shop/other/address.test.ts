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

const read = (order: IDataObject, paths: Record<string, string> = {}, addressField = '') =>
	readOtherOrder(
		{ items: [], ...address, ...order },
		{
			...{ orderNumber: '', lines: 'items' },
			...{ addressField, address: { ...DEFAULTS, ...paths } },
		},
	);

describe('A path of an address at which the order has nothing', () => {
	it.each(['stret', 'shipping.street', 'Musterstr. 12'])(
		'never makes the second line the street, and is named: %s',
		(path) => {
			const { recipient, addressAdvice } = read({}, { address1: path });
			expect(recipient).not.toHaveProperty('address1');
			expect(addressAdvice).toMatch(
				`The order has no text at Address Line 1 Field ${JSON.stringify(path)}: complete`,
			);
		},
	);

	it.each<[string, IDataObject, Record<string, string>, string]>([
		['a postal code', {}, { zip: 'postcode' }, 'ZIP or Postal Code Field "postcode"'],
		[
			'a name and a city',
			{},
			{ name: 'nobody', city: 'town' },
			'Name Field "nobody" or City Field "town"',
		],
		[
			'a country, and what is missing beside it',
			{ country: undefined },
			{ city: 'town', zip: 'postcode' },
			'City Field "town", ZIP or Postal Code Field "postcode" or Country Field "country"',
		],
	])('is named before what to do otherwise: %s', (_, order, paths, named) => {
		expect(read(order, paths).addressAdvice).toBe(
			`The order has no text at ${named}: complete the address in the shop, or enter the names of its fields under 'Address Fields', where Name Field may have two paths, separated by a comma, and Country Field may be a code such as DE if all orders go there.`,
		);
	});

	it('has no street where the first line is empty, whatever the second is', () => {
		const { recipient } = read({ street: '', line2: 'Musterstr. 12' });
		expect(recipient).toMatchObject({ address2: 'Musterstr. 12' });
		expect(recipient).not.toHaveProperty('address1');
	});

	it.each<[string, IDataObject, string]>([
		['city', { country: 'SG', zip: '238801' }, 'city'],
		['zip', { country: 'IE' }, 'postal code'],
	])('is warned of where the address may do without it: %s', (name, order, part) => {
		const { warnings } = read(order, { [name]: 'nowhere' });
		expect(warnings).toEqual([expect.stringMatching(`^The address has no ${part}, which`)]);
	});

	it.each([
		['stateCode', 'state', 'State Code Field'],
		['address2', 'adress2', 'Address Line 2 Field'],
		['phone', "['Phone no']", 'Phone Field'],
		['company', 'customer.company', 'Company Field'],
	])('is warned of where it is that of another part: %s', (name, path, label) => {
		const { warnings, toReview } = read({}, { [name]: path });
		expect(toReview).toEqual([]);
		expect(warnings).toEqual([
			`The order has nothing at ${JSON.stringify(path)} in ${label}: correct it, or remove it, unless the shop leaves out fields that are empty`,
		]);
	});

	it('is warned of where it is one of two', () => {
		const { recipient, warnings } = read({}, { name: 'name, surname' });
		expect(recipient.name).toBe('Ada Example');
		expect(warnings).toEqual([
			expect.stringMatching(/^The order has nothing at "surname" in Name Field: correct it/),
		]);
	});

	it('is none where nothing else than the usual name was entered', () => {
		const { warnings } = read({}, { address2: 'address2', phone: 'phone', email: 'email' });
		expect(warnings).toEqual([]);
	});

	it.each<IDataObject>([{ name: '', company: 'Example Ltd' }, { line2: '' }, {}])(
		'is none where the customer left a field empty: %j',
		(order) => {
			expect(read(order, { company: 'company' })).toMatchObject({ toReview: [], warnings: [] });
		},
	);
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
			expect(addressAdvice).toMatch(/ Country Field "\w*": .* may be a code such as DE/);
		},
	);

	it('is that of the order where it has a field of that name', () => {
		expect(read({ CO: null }, { countryCode: 'CO' }).recipient).not.toHaveProperty('countryCode');
		expect(read({ DE: 'Austria' }, { countryCode: 'DE' }).recipient.countryCode).toBe('AT');
	});
});

describe('Two paths in one field, separated by a comma', () => {
	it('give a name', () => {
		const names = { first: 'Ada', last: 'Example' };
		expect(read(names, { name: 'first, last' }).recipient.name).toBe('Ada Example');
		expect(read({ ...names, last: '' }, { name: 'first,last' }).recipient.name).toBe('Ada');
		expect(read({ ...names, first: null }, { name: 'first,last' }).recipient.name).toBe('Example');
	});

	it('give a street with its house number', () => {
		const order = { street: 'Musterstr.', number: 12 };
		expect(read(order, { address1: 'street, number' }).recipient.address1).toBe('Musterstr. 12');
	});

	it.each(['Last, First', "['Last, First']"])('are one where a field has that name: %s', (path) => {
		const order = { 'Last, First': 'Example, Ada', Last: 'x', First: 'y' };
		expect(read(order, { name: path }).recipient.name).toBe('Example, Ada');
	});
});

describe('Address Field', () => {
	const { country, ...others } = address;
	const order = (fields: IDataObject): IDataObject => ({
		...Object.fromEntries(Object.keys(address).map((name) => [name, 'of the order'])),
		...fields,
	});

	it.each(['shipping', 'ship.to', 'ship[0]', "ship['Ship to']"])(
		'is where all paths of the address begin: %s',
		(path) => {
			const within = { ...others, country };
			const shops: Record<string, IDataObject> = {
				shipping: { shipping: within },
				'ship.to': { ship: { to: within } },
				'ship[0]': { ship: [within] },
				"ship['Ship to']": { ship: { 'Ship to': within } },
			};
			const { recipient } = read(order(shops[path]!), {}, path);
			expect(recipient).toEqual({
				...{ name: 'Ada Example', address1: 'Musterstr. 12', address2: '5 B' },
				...{ city: 'Berlin', zip: '10115', countryCode: 'DE' },
			});
		},
	);

	it('may stand in a path as well, as it does in one that is dragged from the input', () => {
		const given = order({ shipping: { ...others, town: 'Hamburg', land: { code: 'AT' } } });
		const { recipient } = read(
			given,
			{ city: 'shipping.town', countryCode: "shipping['land'].code" },
			'shipping',
		);
		expect(recipient).toMatchObject({ city: 'Hamburg', countryCode: 'AT' });
	});

	it('never lets a part of another address in', () => {
		const { recipient } = read(order({ shipping: { name: 'Ada Example' } }), {}, 'shipping');
		expect(recipient).toEqual({ name: 'Ada Example' });
	});

	it('leaves email and phone where they are', () => {
		const given = {
			shipping: address,
			email: 'ada@example.com',
			phone: '1',
			customer: { tel: '2' },
		};
		const paths = { email: 'email', phone: 'customer.tel' };
		expect(read(given, paths, 'shipping').recipient).toMatchObject({
			...{ email: 'ada@example.com', phone: '2' },
		});
		const inside = { ...given, shipping: { ...address, email: 'of the address' } };
		expect(read(inside, paths, 'shipping').recipient.email).toBe('of the address');
	});

	it('is named where the order has nothing there', () => {
		const { recipient, addressAdvice } = read({}, {}, 'delivery');
		expect(recipient).toEqual({});
		expect(addressAdvice).toMatch(
			/^The order has no text at .* within Address Field "delivery": complete/,
		);
	});
});

describe('A part of an address beside its street', () => {
	const street = { address: 'Av. Ejemplo', city: 'Buenos Aires', country: 'AR' };
	const readStreet = (order: IDataObject, address1: string, others: Record<string, string> = {}) =>
		readOtherOrder(
			{ number: 306, products: [], ...order },
			{ orderNumber: 'number', lines: 'products', address: { address1, ...others } },
		);

	it.each<[string, IDataObject, string]>([
		['1234', { shipping_address: { ...street, number: '1234' } }, 'shipping_address.address'],
		['1234', { shipping_address: { ...street, house_number: 1234 } }, 'shipping_address.address'],
		['12-A', { to: { ...street, houseNumber: '12-A' } }, 'to.address'],
		['47', { ...street, streetNumber: '47' }, 'address'],
		['301, 4 B', { to: { calle: 'Reforma', numero: '301', apartment: '4 B' } }, 'to.calle'],
	])('is to be reviewed where the address lacks it: %s of %j', (part, order, path) => {
		expect(readStreet(order, path).toReview).toEqual([
			expect.stringMatching(
				`^The shop keeps "${part}" beside the address, which lacks it: .*Address Line 1 Field, separated by a comma; .*Edit Fields node$`,
			),
		]);
	});

	it('is none where a path leads to it', () => {
		const order = { to: { ...street, number: '1234' } };
		const { recipient, toReview } = readStreet(order, 'to.address, to.number');
		expect({ street: recipient.address1, toReview }).toEqual({
			street: 'Av. Ejemplo 1234',
			toReview: [],
		});
	});

	it.each<[IDataObject, string]>([
		[{ to: { address: 'Av. Ejemplo 1234', number: '1234' } }, 'to.address'],
		[{ to: { address: 'Av. Ejemplo', line2: 'N° 1234', number: '1234' } }, 'to.address'],
		[{ to: { address: 'Av. Ejemplo 1', number: '', house_number: null } }, 'to.address'],
		// Numbers of the order.
		[{ address: 'Av. Ejemplo 1' }, 'address'],
		[{ sale: { address: 'Av. Ejemplo 1', numero: 77, products: [] } }, 'sale.address'],
		[{}, 'shipping.address'],
	])('is none that the address holds, and none of something else: %j', (order, path) => {
		const lines = 'sale' in order ? 'sale.products' : 'products';
		const { toReview } = readOtherOrder(
			{ number: 306, products: [], to: {}, ...order },
			{ orderNumber: 'number', lines, address: { address1: path, address2: 'to.line2' } },
		);
		expect(toReview).toEqual([]);
	});

	it('is added in Brazil, as in other shops', () => {
		const to = { rua: 'Rua Exemplo', number: '123', neighborhood: 'Centro', country: 'BR' };
		const { recipient, toReview } = readStreet({ to }, 'to.rua', { countryCode: 'to.country' });
		expect(recipient).toMatchObject({ address1: 'Rua Exemplo, 123', address2: 'Centro' });
		expect(toReview).toEqual([]);
	});
});

describe('An address that a path takes from a list', () => {
	const other = { ...address, name: 'Bob Example', city: 'Hamburg' };
	const inList = (...addresses: IDataObject[]): IDataObject => ({ deliveries: addresses });
	const within = (entry: string): Record<string, string> =>
		Object.fromEntries(Object.entries(DEFAULTS).map(([name, path]) => [name, `${entry}.${path}`]));
	const each = within('deliveries[0]');

	it.each<[string, Record<string, string>, string]>([
		['Address Field', {}, 'deliveries[0]'],
		['Address Field with a dot', {}, 'deliveries.0'],
		['Address Field that is the list', within('[0]'), 'deliveries'],
		['the paths of its parts', each, ''],
		['one of them', { ...each, zip: 'zip' }, ''],
	])('is reviewed where it is one of several, by %s', (_, paths, addressField) => {
		const { recipient, toReview } = read(inList(address, other), paths, addressField);
		expect(recipient).toMatchObject({ name: 'Ada Example', city: 'Berlin' });
		expect(toReview).toEqual([
			expect.stringMatching(
				/^The order has several addresses: "(deliveries)?[[.].*" is one of a list/,
			),
		]);
		expect(read(inList(address), paths, addressField).toReview).toEqual([]);
	});

	it('is none of several where only a line of its street, or the way to the customer, is in a list', () => {
		const order = {
			...{ street: ['Musterstr. 12', '5 B'], contacts: [{ phone: '1' }, { phone: '2' }] },
			...{ 'deliveries[0].city': 'Berlin', deliveries: [{}, {}] },
		};
		const { recipient, toReview } = read(order, {
			...{ address1: 'street[0]', address2: 'street[1]', phone: 'contacts[0].phone' },
			city: 'deliveries[0].city',
		});
		expect(recipient).toMatchObject({ address1: 'Musterstr. 12', phone: '1', city: 'Berlin' });
		expect(toReview).toEqual([]);
	});
});
