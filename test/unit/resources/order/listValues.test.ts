import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Operation } from '../../../../nodes/PodFulfilment/execution/operation.ts';
import { create } from '../../../../nodes/PodFulfilment/resources/order/create.ts';
import { reprint } from '../../../../nodes/PodFulfilment/resources/order/reprint.ts';
import { update } from '../../../../nodes/PodFulfilment/resources/order/update.ts';
import { shopifyLine, shopifyOrder } from '../../../support/shopOrders/shopify.ts';
import { found, locate, passWaitingTimes, runOperation } from '../runOperation.ts';

passWaitingTimes();

const url = 'https://files.example.com/front.png';

const fromFields: IDataObject = {
	externalId: 'A-1',
	recipient: {
		name: 'Nathan Doe',
		address1: '12 Harbour Street',
		city: 'Hamburg',
		zip: '20457',
		countryCode: 'DE',
	},
	items: {
		item: [{ variantId: locate('id', 'v1'), quantity: 1, placements: { placement: [{ url }] } }],
	},
	options: { fillFromCatalog: false },
};
const fromShop: IDataObject = {
	orderFrom: 'shopOrder',
	shopOrder: shopifyOrder([
		shopifyLine({ sku: 'TEE-M', properties: [{ name: 'Print file', value: url }] }),
	]),
	options: {
		fillFromCatalog: false,
		skuMappingJson: [{ shopSku: 'TEE-M', variantId: 'v1' }],
	},
};
const ofOrder: IDataObject = { orderId: locate('id', 'o1'), externalId: 'A-1-R1' };

const withOptions = (parameters: IDataObject, options: IDataObject): IDataObject => ({
	...parameters,
	options: { ...(parameters.options as IDataObject | undefined), ...options },
});

type ParametersWith = (value: unknown) => IDataObject;

/** Each operation and source that has a list which decides what is sent, and the field as messages name it. */
const LISTS: Array<[string, string, Operation, ParametersWith]> = [
	['Create', 'Shipping', create, (shipping) => ({ ...fromFields, shipping }) as IDataObject],
	['Create, shop', 'Shipping', create, (shipping) => ({ ...fromShop, shipping }) as IDataObject],
	['Reprint', 'Shipping', reprint, (shipping) => ({ ...ofOrder, shipping }) as IDataObject],
	[
		'Update',
		'Update Fields → Shipping',
		update,
		(shipping) =>
			({ ...ofOrder, updateFields: { shipping, externalId: 'A-2' } }) as unknown as IDataObject,
	],
	[
		'Create, shop',
		'Options → Shipping Mapping → Row 1 → Shipping',
		create,
		(shipping) =>
			withOptions(fromShop, {
				shippingMapping: { row: [{ shopMethod: 'Express', shipping }] } as IDataObject,
			}),
	],
	...[
		{ source: 'Create', operation: create, parameters: fromFields },
		{ source: 'Create, shop', operation: create, parameters: fromShop },
		{ source: 'Reprint', operation: reprint, parameters: ofOrder },
	].map(({ source, operation, parameters }): [string, string, Operation, ParametersWith] => [
		source,
		'Options → If Order Exists',
		operation,
		(ifExists) => withOptions(parameters, { ifExists } as IDataObject),
	]),
	[
		'Create',
		'Options → On Failed Validation',
		create,
		(onFailedValidation) => withOptions(fromFields, { onFailedValidation } as IDataObject),
	],
	['Create', 'Order From', create, (orderFrom) => ({ ...fromFields, orderFrom }) as IDataObject],
	[
		'Create',
		'Specify Items',
		create,
		(specifyItems) => ({ ...fromFields, specifyItems }) as IDataObject,
	],
	[
		'Create',
		'Specify Recipient',
		create,
		(specifyRecipient) => ({ ...fromFields, specifyRecipient }) as IDataObject,
	],
	['Create, shop', 'Shop', create, (shop) => ({ ...fromShop, shop }) as IDataObject],
	[
		'Create, shop',
		'Unknown Lines',
		create,
		(unknownLines) => ({ ...fromShop, unknownLines }) as IDataObject,
	],
	[
		'Create, shop',
		'Orders Not Due',
		create,
		(orderWithoutLines) => ({ ...fromShop, orderWithoutLines }) as IDataObject,
	],
	[
		'Create, shop',
		'Print File From',
		create,
		(printFileFrom) => ({ ...fromShop, printFileFrom }) as IDataObject,
	],
];

/** Values that none of the lists has. */
const others = fc.oneof(
	fc.constantFrom('EXPRESS', 'DHL', 'DHL EXPRESS', 'toString', 'STANDARD, DHL_EXPRESS', '{{ x }}'),
	fc.string({ minLength: 1 }).map((text) => `?${text}`),
	fc.integer(),
	fc.boolean(),
	fc.constantFrom<unknown>([], {}, ['STANDARD'], { value: 'STANDARD' }),
);

describe('A list to which an expression gives what it does not have', () => {
	it.each(LISTS)(
		'%s: %s is refused, and nothing is sent',
		async (_, field, operation, parametersWith) => {
			await fc.assert(
				fc.asyncProperty(others, async (value) => {
					const { error, sent } = await runOperation(operation, parametersWith(value), []);
					expect(error?.message).toContain(`${field} is `);
					expect(error?.message).toContain(', which is unknown');
					expect(sent.filter((request) => !request.startsWith('GET'))).toEqual([]);
				}),
				{ numRuns: 10 },
			);
		},
	);
});

describe('The shipping that is sent', () => {
	const shippingFor = async (operation: Operation, parameters: IDataObject): Promise<unknown> => {
		const { externalId = 'shopify-1001-450789469' } = parameters;
		const body = { id: 'o1', externalId, status: 'draft', orderItems: [] };
		const answer = { status: 201, body } as const;
		const { bodies } = await runOperation(operation, parameters, [answer]);
		expect(bodies).toHaveLength(1);
		return (bodies[0] as IDataObject).shipping;
	};

	it.each([
		['STANDARD', 'STANDARD'],
		['dhl_express', 'DHL_EXPRESS'],
		[' Standard ', 'STANDARD'],
		['', 'STANDARD'],
		[null, 'STANDARD'],
		[undefined, 'STANDARD'],
	])('%j becomes %s in a new order', async (shipping, expected) => {
		for (const parameters of [fromFields, fromShop]) {
			expect(await shippingFor(create, { ...parameters, shipping })).toBe(expected);
		}
		expect(await shippingFor(reprint, { ...ofOrder, shipping })).toBe(expected);
	});

	it.each(['', null, undefined])('%j stays unchanged in an update', async (shipping) => {
		const updateFields = { shipping, recipientJson: '{ "city": "Hamburg" }' } as IDataObject;
		const parameters = { orderId: locate('id', 'o1'), updateFields };
		const order = { id: 'o1', status: 'draft', orderItems: [], recipient: { city: 'Hamburg' } };
		const { bodies } = await runOperation(update, parameters, [found(order)]);
		expect(bodies).toEqual([{ recipient: { city: 'Hamburg' } }]);
	});
});
