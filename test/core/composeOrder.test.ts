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

const bench = useSandbox();

const lastBody = (method: string) =>
	bench.sandbox.control
		.requests()
		.filter((request) => request.method === method)
		.at(-1)?.body as IDataObject | undefined;

describe('order: create, with an address (section 7: a missing street makes the order fail with 2001)', () => {
	it.each([
		['name', 'Recipient → Name is empty', 'Recipient (JSON) at name is empty'],
		['address1', 'Recipient → Address Line 1 is empty', 'Recipient (JSON) at address1 is empty'],
		['city', 'Recipient → City is empty', 'Recipient (JSON) at city is empty'],
		['countryCode', 'Recipient → Country is empty', 'Recipient (JSON) at countryCode is empty'],
		['zip', 'Recipient → ZIP or Postal Code is empty', 'Recipient (JSON) at zip is empty'],
	])('says before it is sent that the %s is missing', async (name, inFields, inJson) => {
		// n8n itself stops at a required field that is empty, but not where an expression gives nothing.
		const incomplete = { ...recipient, [name]: '={{ "" }}' };
		const fields = await bench.run({ ...createParameters(bench.sandbox), recipient: incomplete });
		expect(fields.error?.message).toBe(inFields);
		const json = await bench.run({
			...createParameters(bench.sandbox),
			specifyRecipient: 'json',
			recipientJson: JSON.stringify({ ...recipient, [name]: '' }),
		});
		expect(json.error?.message).toBe(inJson);
		expect(requestsPastCatalog(bench.sandbox)).toEqual([]);
	});

	it('takes a country in small letters, also from an expression, and no postal code where there is none', async () => {
		const { error } = await bench.run(
			{
				...createParameters(bench.sandbox),
				recipient: { ...recipient, zip: '', countryCode: '={{ $json.country }}' },
			},
			{ items: [{ country: 'ae' }] },
		);
		expect(error).toBeUndefined();
		await bench.sandbox.control.settled();
		const order = bench.sandbox.control.order('@SHOP-1001');
		expect(order.recipient.countryCode).toBe('AE');
		expect(order.status).toBe('draft');
	});

	it('shows a country that does not exist', async () => {
		const { error } = await bench.run({
			...createParameters(bench.sandbox),
			recipient: { ...recipient, countryCode: 'XX' },
		});
		expect(error?.message).toBe('Recipient → Country is "XX", but no country has that code');
	});
});

describe('order: create, with a variant that is out of stock in the catalog', () => {
	/** The sandbox refuses such an order, which is its choice: here the catalog is behind what is in stock. */
	const sayOutOfStock = async () => {
		const { control } = bench.sandbox;
		const variant = plainVariant(bench.sandbox);
		const entry = await bench.read(`/api/catalog-product-variants/${variant.id}`);
		control.clearRecords();
		control.injectFault({
			match: { method: 'GET', path: '/api/catalog-product-variants/*' },
			status: 200,
			body: { ...entry, inStock: false },
		});
		return variant;
	};

	it.each([true, false])('places it, with a warning, with simplify %s', async (simplify) => {
		const { name } = await sayOutOfStock();
		const { json, error } = await bench.run({ ...createParameters(bench.sandbox), simplify });
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({
			externalId: 'SHOP-1001',
			warnings: [`Items → Item 1: the variant "${name}" is out of stock, so it may take longer`],
		});
		expect(lastBody('POST')).not.toHaveProperty('warnings');
	});

	it('warns of no variant that is in stock', async () => {
		const inStock = await bench.run(createParameters(bench.sandbox));
		expect(inStock.json[0]).not.toHaveProperty('warnings');
	});
});

describe('order: create, with a print file that is a page of a file-sharing site', () => {
	const page = 'https://www.dropbox.com/s/abc/motif.png?dl=0';
	const warning = `the print file "${page}" is a page of Dropbox, not a file. Replace dl=0 by raw=1 at the end of the link.`;

	it.each([true, false])('places it, with a warning, with the catalog %s', async (catalog) => {
		const { id, placements } = plainVariant(bench.sandbox);
		const whole = placements
			.filter(({ required }) => required)
			.map(({ type, technique, area: { width, height } }) => ({
				type,
				technique,
				layers: [{ url: page, type: 'file', position: { top: 0, left: 0, width, height } }],
			}));
		const { json, error } = await bench.run({
			...createParameters(bench.sandbox),
			specifyItems: 'json',
			itemsJson: JSON.stringify([{ variantId: id, quantity: 1, placements: whole }]),
			options: { fillFromCatalog: catalog },
		});
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({
			externalId: 'SHOP-1001',
			warnings: [`Items (JSON) → Item 1: ${warning}`],
		});
	});
});

describe('order: create, as the editor begins', () => {
	it('is not run before the first item, which stands open, has its variant', async () => {
		const { items: _, ...rest } = createParameters(bench.sandbox);
		await expect(bench.run(rest)).rejects.toThrow('Parameter "Variant" is required');
	});
});

describe('order: reprint of a part, to another address (section 2, Action)', () => {
	/** A produced order of two items; hands back their IDs. */
	const produce = async (): Promise<string[]> => {
		const parameters = createParameters(bench.sandbox);
		const { item } = parameters.items as { item: INodeParameters[] };
		parameters.items = { item: [...item, { ...item[0], quantity: 1, externalId: 'LINE-2' }] };
		const { error } = await bench.run(parameters);
		if (error) throw error;
		for (const status of ['pending', 'inprocess', 'fulfilled', 'shipped'] as const) {
			await bench.sandbox.control.stepOrder('@SHOP-1001', status);
		}
		return bench.sandbox.control.order('@SHOP-1001').items.map(({ id }) => id);
	};

	const reprint = (options: INodeParameters, externalId = 'SHOP-1001-R') =>
		bench.run({
			resource: 'order',
			operation: 'reprint',
			orderId: locate('externalId', 'SHOP-1001'),
			externalId,
			shipping: 'STANDARD',
			options,
		});

	const elsewhere = { ...recipient, address1: 'Hafenstrasse 3', city: 'Hamburg', zip: '20457' };

	it('sends the chosen items in the shape of section 2, and the new address', async () => {
		const [, second = ''] = await produce();
		const { json, error } = await reprint({
			itemIds: [second],
			recipient: { values: { ...elsewhere, company: '' } },
		});
		expect(error).toBeUndefined();
		const variant = plainVariant(bench.sandbox);
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

	it("takes an item's external ID from an expression", async () => {
		await produce();
		const { error } = await reprint({ itemIds: '={{ ["LINE-1"] }}' });
		expect(error).toBeUndefined();
		const { items } = bench.sandbox.control.order('@SHOP-1001-R');
		expect(items.map(({ externalId, quantity }) => [externalId, quantity])).toEqual([
			['LINE-1', 2],
		]);
	});

	it('lists the items of the original order to choose from', async () => {
		const ids = await produce();
		const parameters = { orderId: locate('externalId', 'SHOP-1001') };
		const node = actionNode(parameters);
		const context = new LoadOptionsContext(
			new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes: new NodeTypes() }),
			node,
			{
				...additionalDataWith(credentialFor(bench.sandbox)),
				currentNodeParameters: parameters,
			},
			'parameters.options.itemIds',
		);
		const options =
			await nodeType('podFulfilment').methods?.loadOptions?.loadOrderItems?.call(context);
		expect(options).toEqual([
			{ name: expect.stringContaining('LINE-1') as string, value: ids[0] },
			{ name: expect.stringContaining('LINE-2') as string, value: ids[1] },
		]);
	});

	it.each([
		[
			{ itemIds: ['LINE-9'] },
			'Options → Item Names or IDs contains "LINE-9", which the original order does not have',
		],
		[
			{ recipient: { values: { name: 'Ada Example', countryCode: 'DE' } } },
			'Options → Recipient → Address Line 1, City and ZIP or Postal Code are empty',
		],
	])('says before it is sent what does not fit: %j', async (options, message) => {
		await produce();
		const { error } = await reprint(options);
		expect(error?.message).toBe(message);
		expect(lastBody('POST')).toMatchObject({ externalId: 'SHOP-1001' });
	});

	it('hands back the reprint that stands when items and address are the same', async () => {
		const [first = ''] = await produce();
		const reprints: Array<[string, INodeParameters]> = [
			['SHOP-1001-A', {}],
			['SHOP-1001-B', { itemIds: [first], recipient: { values: elsewhere } }],
		];
		for (const [externalId, options] of reprints) {
			const placed = await reprint(options, externalId);
			const again = await reprint(options, externalId);
			expect(again.error).toBeUndefined();
			expect(again.json[0]?.id).toBe(placed.json[0]?.id);
		}
	});

	it.each([
		['other items', {}, { itemIds: ['LINE-1'] }, 'Options → Items'],
		['all items', { itemIds: ['LINE-1'] }, {}, 'Options → Items'],
		[
			'another of the items',
			{ itemIds: ['LINE-1'] },
			{ itemIds: ['LINE-2'] },
			'Options → Items → Item 1 → External Item ID, Options → Items → Item 1 → Quantity',
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
	])('names what differs where %s are wanted now', async (_, before, now, differing) => {
		await produce();
		await reprint(before);
		const { error } = await reprint(now);
		expect(error?.message).toBe(
			`Order "SHOP-1001-R" exists already with other content: ${differing}`,
		);
	});
});

describe('update, with fields to clear (section 4: merge-patch)', () => {
	const place = async () => {
		const { error } = await bench.run({
			...createParameters(bench.sandbox),
			recipient: { ...recipient, company: 'Example Studios', phone: '+49 30 1234567' },
		});
		if (error) throw error;
		return String(bench.sandbox.control.order('@SHOP-1001').items[0]?.id);
	};

	const updateOrder = (updateFields: INodeParameters) =>
		bench.run({
			resource: 'order',
			operation: 'update',
			orderId: locate('externalId', 'SHOP-1001'),
			updateFields,
		});

	const updateItem = (orderItemId: string, updateFields: INodeParameters) =>
		bench.run({
			resource: 'orderItem',
			operation: 'update',
			orderId: locate('externalId', 'SHOP-1001'),
			orderItemId: locate('id', orderItemId),
			updateFields,
		});

	it('of an order sends null for them, beside what is set', async () => {
		await place();
		const { error } = await updateOrder({
			clearFields: ['company', 'phone'],
			recipient: { values: { city: ' Potsdam ', address2: '   ' } },
		});
		expect(error).toBeUndefined();
		expect(lastBody('PATCH')).toEqual({
			recipient: { city: 'Potsdam', company: null, phone: null },
		});
		expect(bench.sandbox.control.order('@SHOP-1001').recipient).toEqual({
			...recipient,
			city: 'Potsdam',
		});
	});

	it('of an order takes null from JSON', async () => {
		await place();
		const { error } = await updateOrder({ recipientJson: '{ "company": null }' });
		expect(error).toBeUndefined();
		expect(lastBody('PATCH')).toEqual({ recipient: { company: null } });
	});

	it('of an order asks for no whole address', async () => {
		await place();
		const { error } = await updateOrder({ recipient: { values: { countryCode: 'at' } } });
		expect(error).toBeUndefined();
		expect(lastBody('PATCH')).toEqual({ recipient: { countryCode: 'AT' } });
	});

	it('of an item sends null for them, and no text of blanks', async () => {
		const itemId = await place();
		const { error } = await updateItem(itemId, {
			clearFields: ['retailPrice', 'externalId'],
			quantity: 3,
			name: '   ',
		});
		expect(error).toBeUndefined();
		expect(lastBody('PATCH')).toEqual({ quantity: 3, retailPrice: null, externalId: null });
		const [item] = bench.sandbox.control.order('@SHOP-1001').items;
		expect(item).toMatchObject({ quantity: 3, name: 'Team shirt' });
		expect(item).not.toHaveProperty('retailPrice');
	});

	it('sends nothing where only blanks are set', async () => {
		const itemId = await place();
		const { error } = await updateItem(itemId, { name: '  ', retailPrice: '' });
		expect(error?.message).toBe('Update Fields is empty');
		expect(lastBody('PATCH')).toBeUndefined();
	});

	it('says that a field cannot be both set and cleared, and which cannot be cleared', async () => {
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

	it('of an item warns of a print file that is a page of a file-sharing site', async () => {
		const itemId = await place();
		const url = 'https://drive.google.com/file/d/1a/view';
		const { json, error } = await updateItem(itemId, { placements: { placement: [{ url }] } });
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({
			id: itemId,
			warnings: [
				`Update Fields: the print file "${url}" is a page of Google Drive, not a file. Share the file with anyone who has the link, and enter https://drive.google.com/uc?export=download&id=1a`,
			],
		});
	});

	it('of an item refuses a print file that is no web address', async () => {
		const itemId = await place();
		const { error } = await updateItem(itemId, { placements: { placement: [{ url: 'a.png' }] } });
		expect(error?.message).toMatch(
			/^Update Fields → Placements → Placement 1 → Print File URL is "a.png", but must be /,
		);
		expect(lastBody('PATCH')).toBeUndefined();
	});

	it('of an item checks new options by the catalog', async () => {
		const itemId = await place();
		const { error } = await updateItem(itemId, {
			options: { option: [{ id: 'dial_color', value: 'black' }] },
		});
		expect(error?.message).toMatch(
			/^Update Fields → Options → Option 1 → Option ID is "dial_color", which variant /,
		);
		expect(lastBody('PATCH')).toBeUndefined();
	});
});
