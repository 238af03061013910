import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { partsBeside } from '../../../../../nodes/PodFulfilment/order/shop/other/addressParts.ts';
import { readOtherOrder } from '../../../../support/byLevel.ts';

/** Reads an order whose street is at a path. */
const read = (order: IDataObject, address1: string, address: Record<string, string> = {}) =>
	readOtherOrder(
		{ id: 871254203, number: 306, products: [], ...order },
		{
			...{ orderNumber: 'number', lines: 'products' },
			line: { sku: '', quantity: '', id: '', name: '', price: '' },
			address: { address1, ...address },
		},
	);

const street = { address: 'Av. Ejemplo', city: 'Buenos Aires', country: 'AR' };

describe('A part of an address beside its street', () => {
	it.each<[string, IDataObject, string]>([
		['1234', { shipping_address: { ...street, number: '1234' } }, 'shipping_address.address'],
		['1234', { shipping_address: { ...street, house_number: 1234 } }, 'shipping_address.address'],
		['12-A', { to: { ...street, houseNumber: '12-A' } }, 'to.address'],
		['47', { to: { ...street, street_number: '47' } }, 'to.address'],
		['47', { ...street, streetNumber: '47' }, 'address'],
		['301', { domicilio: { calle: 'Reforma', num_ext: '301' } }, 'domicilio.calle'],
		['301, 4 B', { to: { calle: 'Reforma', numero: '301', num_int: '4 B' } }, 'to.calle'],
		[
			'12',
			{ data: [{ 'Shipping Street': 'Musterstr.', 'Shipping House Number': '12' }] },
			"data[0]['Shipping Street']",
		],
	])('is to be reviewed where the address lacks it: %s of %j', (part, order, path) => {
		const { toReview } = read(order, path);
		expect(toReview).toEqual([
			expect.stringMatching(
				`^The shop keeps "${part}" beside the address, which lacks it: .*Edit Fields.*Address Line 1 Field$`,
			),
		]);
	});

	it.each<[string, IDataObject]>([
		['47', { houseNumber: '47', house_number: '12' }],
		['12', { houseNumber: '', house_number: '12' }],
		['12', { houseNumber: 'n/a', house_number: 12 }],
	])('is the first of one name that is not empty: %s of %j', (part, fields) => {
		expect(read({ to: { ...street, ...fields } }, 'to.address').toReview).toEqual([
			expect.stringContaining(`The shop keeps "${part}" beside the address`),
		]);
	});

	it.each([
		...['Shipping', 'Ship To', 'Ship', 'Delivery', 'Recipient', 'Receiver', 'Buyer', 'Customer'],
		'Billing',
	])('is found by what is before the names of the whole address: %s', (prefix) => {
		const order = { [`${prefix} Street`]: 'Musterstr.', [`${prefix} House Number`]: '12' };
		expect(read(order, `${prefix} Street`).toReview).toEqual([
			expect.stringContaining('The shop keeps "12" beside the address'),
		]);
		// That of another address beside it.
		expect(read(order, `Alternative ${prefix} Street`).toReview).toEqual([]);
		const both = { ...order, [`Alternative ${prefix} Street`]: 'Nebenweg 3' };
		expect(read(both, `Alternative ${prefix} Street`).toReview).toEqual([]);
	});

	const HOLDERS = [
		...['customer', 'buyer', 'client', 'user', 'account', 'person', 'contact', 'recipient'],
		...['receiver', 'order', 'data', 'body'],
	];

	it.each(HOLDERS)('is no number of the %s, but one of its address', (holder) => {
		const fields = { ...street, number: '1234' };
		expect(read({ [holder]: fields }, `${holder}.address`).toReview).toEqual([]);
		for (const name of [`${holder}_address`, `${holder}Shipping`]) {
			expect(read({ [name]: fields }, `${name}.address`).toReview).toEqual([
				expect.stringContaining('The shop keeps "1234" beside the address'),
			]);
		}
	});

	it.each<[IDataObject, string]>([
		[{ to: { address: 'Av. Ejemplo 1234', number: '1234' } }, 'to.address'],
		[{ to: { address: 'Av. Ejemplo', line2: 'N° 1234', number: '1234' } }, 'to.address'],
		[{ to: { address: 'Av. Ejemplo 1', number: '', house_number: null } }, 'to.address'],
		// Numbers of the order, of the customer and of the row.
		[{ address: 'Av. Ejemplo 1' }, 'address'],
		[{ customer: { address: 'Av. Ejemplo 1', number: 'C-77' } }, 'customer.address'],
		[{ data: [{ address: 'Av. Ejemplo 1', number: 77 }] }, 'data[0].address'],
		[{ data: { order: { address: 'Av. Ejemplo 1', number: 77 } } }, 'data.order.address'],
		[{ customer_address: 'Av. Ejemplo 1', customer_number: 77 }, 'customer_address'],
	])('is none that the address holds, and none of something else: %j', (order, path) => {
		const { toReview } = read({ to: {}, ...order }, path, { address2: 'to.line2' });
		expect(toReview).toEqual([]);
	});

	it.each<[string, IDataObject, string, string[]]>([
		[
			'that holds the lines',
			{ sale: { numero: 77, products: [] } },
			'sale.address',
			['number', 'sale.products'],
		],
		[
			'that holds its number',
			{ sale: { numero: 77, no: 'A' } },
			'sale.address',
			['sale.no', 'items'],
		],
		['with a dot in its headings', { numero: 77 }, 'ship.address', ['sale.no']],
		['itself', { numero: 77 }, 'address', ['sale.no']],
		['whose address is missing', {}, 'shipping.address', ['products']],
		['whose address is null', { shipping: null }, 'shipping.address', ['products']],
	])('is no number of an order %s', (_, order, path, elsewhere) => {
		expect(partsBeside(order, path, elsewhere)).toEqual([]);
		expect(partsBeside({ 'ship.address': 'x', ...order }, path, elsewhere)).toEqual([]);
	});

	it.each([
		['lines', { lines: 'sale.items', orderNumber: '' }],
		['number', { lines: 'items', orderNumber: 'sale.no' }],
	])('is no number of an object that holds the %s of the order', (_, paths) => {
		const order = { items: [], sale: { street: 'Av. Ejemplo 1', numero: 77, no: 'A', items: [] } };
		const { toReview } = readOtherOrder(order, {
			...paths,
			line: { sku: '', quantity: '', id: '', name: '', price: '' },
			address: { address1: 'sale.street' },
		});
		expect(toReview).toEqual([]);
	});

	it('is added in Brazil, as in other shops', () => {
		const to = { rua: 'Rua Exemplo', number: '123', bairro: 'Centro', country: 'BR' };
		const { recipient, toReview } = read({ to }, 'to.rua', { countryCode: 'to.country' });
		expect(recipient).toMatchObject({ address1: 'Rua Exemplo, 123', address2: 'Centro' });
		expect(toReview).toEqual([]);
	});
});
