import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { readOtherOrder } from '../../../../support/byLevel.ts';

const read = (order: IDataObject, address: Record<string, string>) => {
	const { recipient, warnings } = readOtherOrder(
		{ items: [], ...order },
		{
			orderNumber: '',
			lines: 'items',
			line: { sku: '', quantity: '', id: '', name: '', price: '' },
			address,
		},
	);
	return { name: recipient.name, warnings };
};

describe('A name in two fields', () => {
	it.each<[IDataObject, string]>([
		[{ address: { firstname: 'Jane', lastname: 'Example' } }, 'address.firstname'],
		[{ to: [{ first_name: 'Jane', last_name: 'Example' }] }, 'to[0].first_name'],
		[{ firstName: 'Jane', lastName: 'Example' }, 'firstName'],
		[{ givenName: 'Jane', familyName: 'Example' }, 'givenName'],
		[{ firstName: 'Jane', surname: 'Example' }, 'firstName'],
		[{ Vorname: 'Jane', Nachname: 'Example' }, 'Vorname'],
		[{ Prénom: 'Jane', Nom: 'Example' }, 'Prénom'],
		[
			{
				data: [
					{
						...{ 'Billing First Name': 'Jo', 'Billing Last Name': 'Other' },
						...{ 'Shipping First Name': 'Jane', 'Shipping Last Name': 'Example' },
					},
				],
			},
			"data[0]['Shipping First Name']",
		],
	])('is put together with a warning where Name Field is that of the first: %j', (order, name) => {
		const read1 = read(order, { name });
		expect(read1.name).toBe('Jane Example');
		expect(read1.warnings).toEqual([
			expect.stringMatching(/^Name Field ".*" holds a first name alone, .*Last Name Field$/),
		]);
	});

	it('is put together as the two fields say, without a warning', () => {
		const order = { a: 'Jane', b: 'Example' };
		expect(read(order, { name: 'a', lastName: 'b' })).toEqual({
			name: 'Jane Example',
			warnings: [],
		});
		expect(read(order, { name: 'x', lastName: 'b' }).name).toBe('Example');
		expect(read(order, { name: 'a', lastName: 'x' }).name).toBe('Jane');
	});

	it.each([
		[{ firstName: 'Jane', lastName: 'Example' }, 'Jane Example'],
		[{ firstName: 'Jane', lastName: '', surname: 'Example' }, 'Jane'],
	])('has no warning where the user says where both are: %j', (order, name) => {
		expect(read(order, { name: 'firstName', lastName: 'lastName' })).toEqual({
			name,
			warnings: [],
		});
	});

	it.each<[IDataObject, string]>([
		[{ name: 'Jane Example', lastName: 'Example' }, 'name'],
		[{ firstName: 'Jane Example', lastName: 'example' }, 'firstName'],
		[{ firstName: 'Jane', lastName: '' }, 'firstName'],
		[{ firstName: 'Jane', billingLastName: 'Other' }, 'firstName'],
	])(
		'stays as it is where the first is the whole name, or there is no other: %j',
		(order, name) => {
			expect(read(order, { name })).toEqual({ name: order[name], warnings: [] });
		},
	);
});
