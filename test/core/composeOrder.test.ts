import { LoadOptionsContext } from 'n8n-core';
import { Workflow, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { NodeTypes, nodeType } from './engine/nodes.ts';
import { actionNode } from '../support/workflow.ts';
import { additionalDataWith, credentialFor } from './engine/run.ts';
import {
	createParameters,
	locate,
	plainVariant,
	printFile,
	recipient,
	requestsPastCatalog,
	useSandbox,
} from './support.ts';

const node = useSandbox();

const lastBody = (method: string) =>
	node.sandbox.control
		.requests()
		.filter((request) => request.method === method)
		.at(-1)?.body as IDataObject | undefined;

describe('Create, with an address (section 7: a missing street makes the order fail with 2001)', () => {
	it.each([
		['name', 'Recipient → Name is empty', 'Recipient (JSON) at name is empty'],
		['address1', 'Recipient → Address Line 1 is empty', 'Recipient (JSON) at address1 is empty'],
		['city', 'Recipient → City is empty', 'Recipient (JSON) at city is empty'],
		['countryCode', 'Recipient → Country is empty', 'Recipient (JSON) at countryCode is empty'],
		['zip', 'Recipient → ZIP or Postal Code is empty', 'Recipient (JSON) at zip is empty'],
	])('an order without its %s is refused before it is sent', async (name, inFields, inJson) => {
		// n8n itself stops at a required field that is empty, but not where an expression gives nothing.
		const incomplete = { ...recipient, [name]: '={{ "" }}' };
		const fields = await node.run({ ...createParameters(node.sandbox), recipient: incomplete });
		expect(fields.error?.message).toBe(inFields);
		const json = await node.run({
			...createParameters(node.sandbox),
			specifyRecipient: 'json',
			recipientJson: JSON.stringify({ ...recipient, [name]: '' }),
		});
		expect(json.error?.message).toBe(inJson);
		expect(requestsPastCatalog(node.sandbox)).toEqual([]);
	});

	it('a country in small letters is accepted, also from an expression, and no postal code where there is none', async () => {
		const { error } = await node.run(
			{
				...createParameters(node.sandbox),
				recipient: { ...recipient, zip: '', countryCode: '={{ $json.country }}' },
			},
			{ items: [{ country: 'ae' }] },
		);
		expect(error).toBeUndefined();
		await node.sandbox.control.settled();
		const order = node.sandbox.control.order('@SHOP-1001');
		expect(order.recipient.countryCode).toBe('AE');
		expect(order.status).toBe('draft');
	});

	it('a country that does not exist is shown in the message', async () => {
		const { error } = await node.run({
			...createParameters(node.sandbox),
			recipient: { ...recipient, countryCode: 'XX' },
		});
		expect(error?.message).toBe(
			'Recipient → Country is "XX", but no country has that code or name',
		);
	});
});

describe('Create, with a variant that is out of stock in the catalog', () => {
	/** The sandbox refuses such an order, which is its choice: here the catalog is behind what is in stock. */
	const sayOutOfStock = async () => {
		const { control } = node.sandbox;
		const variant = plainVariant(node.sandbox);
		const entry = await node.read(`/api/catalog-product-variants/${variant.id}`);
		control.clearRecords();
		control.injectFault({
			match: { method: 'GET', path: '/api/catalog-product-variants/*' },
			status: 200,
			body: { ...entry, inStock: false },
		});
		return variant;
	};

	it.each([true, false])('the order gets a warning, with simplify %s', async (simplify) => {
		const { name } = await sayOutOfStock();
		const { json, error } = await node.run({ ...createParameters(node.sandbox), simplify });
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({
			externalId: 'SHOP-1001',
			warnings: [`Items → Item 1: the variant "${name}" is out of stock, so it may take longer`],
		});
		expect(lastBody('POST')).not.toHaveProperty('warnings');
	});

	it('a variant that is in stock gets no warning', async () => {
		const inStock = await node.run(createParameters(node.sandbox));
		expect(inStock.json[0]).not.toHaveProperty('warnings');
	});
});

describe('Create, with a print file that is a page of a file-sharing site', () => {
	const page = 'https://www.dropbox.com/s/abc/motif.png?dl=0';

	it.each([true, false])('nothing is sent, with the catalog %s', async (catalog) => {
		const { id, placements } = plainVariant(node.sandbox);
		const whole = placements
			.filter(({ required }) => required)
			.map(({ type, technique, area: { width, height } }) => ({
				type,
				technique,
				layers: [{ url: page, type: 'file', position: { top: 0, left: 0, width, height } }],
			}));
		const { error } = await node.run({
			...createParameters(node.sandbox),
			specifyItems: 'json',
			itemsJson: JSON.stringify([{ variantId: id, quantity: 1, placements: whole }]),
			options: { fillFromCatalog: catalog },
		});
		expect(error?.message).toMatch(
			/^Items \(JSON\) at \[0\].* is "https:.*", which is a page of Dropbox, not a file/,
		);
		expect(error?.description).toBe('Enter https://www.dropbox.com/s/abc/motif.png?raw=1 instead.');
		expect(lastBody('POST')).toBeUndefined();
	});
});

describe('Create, as the editor begins', () => {
	it('nothing is sent before its first item, which is open in the editor, has a variant', async () => {
		const { items: _, ...rest } = createParameters(node.sandbox);
		const { error } = await node.run(rest);
		expect(error?.message).toContain('Item 1 → Variant is empty');
		expect(node.sandbox.control.requests().filter(({ method }) => method === 'POST')).toEqual([]);
	});
});

describe('Reprint of a part, to another address (section 2, Action)', () => {
	/** A produced order of two items; hands back their IDs. */
	const produce = async (): Promise<string[]> => {
		const parameters = createParameters(node.sandbox);
		const { item } = parameters.items as { item: INodeParameters[] };
		parameters.items = { item: [...item, { ...item[0], quantity: 1, externalId: 'LINE-2' }] };
		const { error } = await node.run(parameters);
		if (error) throw error;
		for (const status of ['pending', 'inprocess', 'fulfilled', 'shipped'] as const) {
			await node.sandbox.control.stepOrder('@SHOP-1001', status);
		}
		return node.sandbox.control.order('@SHOP-1001').items.map(({ id }) => id);
	};

	const reprint = ({ itemIds, ...options }: INodeParameters, externalId = 'SHOP-1001-R') =>
		node.run({
			resource: 'order',
			operation: 'reprint',
			orderId: locate('externalId', 'SHOP-1001'),
			externalId,
			...(itemIds !== undefined && { itemIds }),
			shipping: 'STANDARD',
			options,
		});

	const elsewhere = { ...recipient, address1: 'Hafenstrasse 3', city: 'Hamburg', zip: '20457' };

	it('a reprint sends the chosen items in the shape of section 2, and the new address', async () => {
		const [, second = ''] = await produce();
		const { json, error } = await reprint({
			itemIds: [second],
			recipient: { values: { ...elsewhere, company: '' } },
		});
		expect(error).toBeUndefined();
		const variant = plainVariant(node.sandbox);
		const [area] = variant.placements;
		expect(lastBody('POST')).toEqual({
			externalId: 'SHOP-1001-R',
			shipping: 'STANDARD',
			recipient: elsewhere,
			orderItems: [
				{
					externalId: 'LINE-2',
					quantity: 1,
					name: 'Team shirt',
					retailPrice: '24.90',
					variantId: variant.id,
					placements: [
						{
							type: area?.type,
							technique: area?.technique,
							layers: [
								{
									url: printFile,
									type: 'file',
									position: {
										top: 0,
										left: 0,
										width: area?.area.width,
										height: area?.area.height,
									},
								},
							],
						},
					],
				},
			],
			actions: [{ type: 'reprint', source: '@SHOP-1001' }],
		});
		expect(json[0]).toMatchObject({ externalId: 'SHOP-1001-R', recipient: elsewhere });
	});

	it("a reprint takes an item's external ID from an expression", async () => {
		await produce();
		const { error } = await reprint({ itemIds: '={{ ["LINE-1"] }}' });
		expect(error).toBeUndefined();
		const { items } = node.sandbox.control.order('@SHOP-1001-R');
		expect(items.map(({ externalId, quantity }) => [externalId, quantity])).toEqual([
			['LINE-1', 2],
		]);
	});

	it('the list offers the items of the original order', async () => {
		const ids = await produce();
		const parameters = { orderId: locate('externalId', 'SHOP-1001') };
		const reprintNode = actionNode(parameters);
		const context = new LoadOptionsContext(
			new Workflow({
				nodes: [reprintNode],
				connections: {},
				active: false,
				nodeTypes: new NodeTypes(),
			}),
			reprintNode,
			{
				...additionalDataWith(credentialFor(node.sandbox)),
				currentNodeParameters: parameters,
			},
			'parameters.itemIds',
		);
		const options =
			await nodeType('podFulfilment').methods?.loadOptions?.loadOrderItems?.call(context);
		expect(options).toEqual([
			{ name: expect.stringMatching(/^\d × .+ \(.+\)/) as string, value: ids[0] },
			{ name: expect.stringMatching(/^\d × .+ \(.+\)/) as string, value: ids[1] },
		]);
	});

	it.each([
		[
			{ itemIds: ['LINE-9'] },
			'Item Names or IDs contains "LINE-9", which the original order does not have',
		],
		[
			{ recipient: { values: { name: 'Ada Example', countryCode: 'DE' } } },
			'Options → Recipient → Address Line 1, City and ZIP or Postal Code are empty',
		],
	])('a reprint that does not fit is refused before it is sent: %j', async (options, message) => {
		await produce();
		const { error } = await reprint(options);
		expect(error?.message).toBe(message);
		expect(lastBody('POST')).toMatchObject({ externalId: 'SHOP-1001' });
	});

	it.each([
		['other items', {}, { itemIds: ['LINE-1'] }, 'Items'],
		['all items', { itemIds: ['LINE-1'] }, {}, 'Items'],
		[
			'another of the items',
			{ itemIds: ['LINE-1'] },
			{ itemIds: ['LINE-2'] },
			'Items → Item 1 → External Item ID, Items → Item 1 → Quantity',
		],
		[
			'another address',
			{},
			{ recipient: { values: { ...recipient, city: 'Hamburg' } } },
			'Options → Recipient → City',
		],
		[
			"the original's address",
			{ recipient: { values: { ...recipient, city: 'Hamburg' } } },
			{},
			'Options → Recipient → City',
		],
	])('the error names what differs when %s are wanted now', async (_, before, now, differing) => {
		await produce();
		await reprint(before);
		const { error } = await reprint(now);
		expect(error?.message).toBe(
			`Order "SHOP-1001-R" exists already with other content: ${differing}`,
		);
	});
});

describe('Update, with fields to clear (section 4: merge-patch)', () => {
	const place = async () => {
		const { error } = await node.run({
			...createParameters(node.sandbox),
			recipient: { ...recipient, company: 'Example Studios', phone: '+49 30 1234567' },
		});
		if (error) throw error;
		return String(node.sandbox.control.order('@SHOP-1001').items[0]?.id);
	};

	const updateOrder = (updateFields: INodeParameters) =>
		node.run({
			resource: 'order',
			operation: 'update',
			orderId: locate('externalId', 'SHOP-1001'),
			updateFields,
		});

	const updateItem = (orderItemId: string, updateFields: INodeParameters) =>
		node.run({
			resource: 'orderItem',
			operation: 'update',
			orderId: locate('externalId', 'SHOP-1001'),
			orderItemId: locate('id', orderItemId),
			updateFields,
		});

	it('an update of an order sends null for the cleared fields, beside what is set', async () => {
		await place();
		const { error } = await updateOrder({
			clearFields: ['company', 'phone'],
			recipient: { values: { city: ' Potsdam ', address2: '   ' } },
		});
		expect(error).toBeUndefined();
		expect(lastBody('PATCH')).toEqual({
			recipient: { city: 'Potsdam', company: null, phone: null },
		});
		expect(node.sandbox.control.order('@SHOP-1001').recipient).toEqual({
			...recipient,
			city: 'Potsdam',
		});
	});

	it('an update of an order accepts null from JSON', async () => {
		await place();
		const { error } = await updateOrder({ recipientJson: '{ "company": null }' });
		expect(error).toBeUndefined();
		expect(lastBody('PATCH')).toEqual({ recipient: { company: null } });
	});

	it('an update of an order needs no whole address', async () => {
		await place();
		const { error } = await updateOrder({ recipient: { values: { countryCode: 'at' } } });
		expect(error).toBeUndefined();
		expect(lastBody('PATCH')).toEqual({ recipient: { countryCode: 'AT' } });
	});

	it('an update of an item sends null for the cleared fields, and no text of blanks', async () => {
		const itemId = await place();
		const { error } = await updateItem(itemId, {
			clearFields: ['retailPrice', 'externalId'],
			quantity: 3,
			name: '   ',
		});
		expect(error).toBeUndefined();
		expect(lastBody('PATCH')).toEqual({ quantity: 3, retailPrice: null, externalId: null });
		const [item] = node.sandbox.control.order('@SHOP-1001').items;
		expect(item).toMatchObject({ quantity: 3, name: 'Team shirt' });
		expect(item).not.toHaveProperty('retailPrice');
	});

	it('an update sends nothing when only blanks are set', async () => {
		const itemId = await place();
		const { error } = await updateItem(itemId, { name: '  ', retailPrice: '' });
		expect(error?.message).toBe('Update Fields is empty');
		expect(lastBody('PATCH')).toBeUndefined();
	});

	it('an update refuses a field that is both set and cleared, and one that cannot be cleared', async () => {
		const itemId = await place();
		const both = await updateItem(itemId, { clearFields: ['name'], name: 'Other shirt' });
		expect(both.error?.message).toBe(
			'Update Fields → Clear Fields contains Name, which is also set',
		);
		const needed = await updateOrder({ clearFields: ['address1'] });
		expect(needed.error?.message).toBe(
			'Update Fields → Clear Fields contains "address1", which cannot be cleared',
		);
		expect(lastBody('PATCH')).toBeUndefined();
	});

	it('an update of an item refuses a print file that is a page of a file-sharing site', async () => {
		const itemId = await place();
		const url = 'https://drive.google.com/file/d/1a/view';
		const { error } = await updateItem(itemId, { placements: { placement: [{ url }] } });
		expect(error?.message).toMatch(
			/^Update Fields → Placements → Placement 1 → Print File is ".*", which is a page of Google Drive, not a file/,
		);
		expect(error?.description).toBe(
			'Enter https://drive.google.com/uc?export=download&id=1a and share the file with anyone who has the link.',
		);
		expect(lastBody('PATCH')).toBeUndefined();
	});

	it('an update of an item refuses a print file that is no web address', async () => {
		const itemId = await place();
		const { error } = await updateItem(itemId, { placements: { placement: [{ url: 'a.png' }] } });
		expect(error?.message).toMatch(
			/^Update Fields → Placements → Placement 1 → Print File is "a.png", but must be /,
		);
		expect(lastBody('PATCH')).toBeUndefined();
	});

	it('an update of an item checks new options by the catalog', async () => {
		const itemId = await place();
		const { error } = await updateItem(itemId, {
			options: { option: [{ id: 'dial_color', value: 'black' }] },
		});
		expect(error?.message).toMatch(
			/^Update Fields → Product Options → Option 1 → Option is "dial_color", which variant /,
		);
		expect(lastBody('PATCH')).toBeUndefined();
	});
});
