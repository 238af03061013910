import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { update } from '../../../../nodes/PodFulfilment/resources/orderItem/update.ts';
import type { Answer } from '../../transport/scriptedService.ts';
import {
	found,
	listOf,
	locate,
	passWaitingTimes,
	runOperation,
	type OperationResult,
} from '../runOperation.ts';

passWaitingTimes();

const READ = 'GET /api/orders/o1';
const PATCH = 'PATCH /api/orders/o1/order_item/i1';
const READ_VARIANT = 'GET /api/catalog-product-variants/v1';

const item: IDataObject = {
	id: 'i1',
	externalId: 'LINE-1',
	name: 'Team shirt',
	quantity: 1,
	variantId: 'v1',
	retailPrice: '24.90',
};
const other = { ...item, id: 'i2', variantId: 'v2' };
const orderWith = (...orderItems: IDataObject[]): IDataObject => ({
	id: 'o1',
	status: 'draft',
	orderItems,
});
/** What the output says of the item's order. */
const ofOrder = { orderId: 'o1', orderExternalId: null, orderStatus: 'draft' };

const variant: IDataObject = {
	id: 'v1',
	name: 'Tee',
	placements: [
		{ type: 'front', required: true, technique: 'direct_print', area: { width: 30, height: 40 } },
	],
	options: [{ id: 'size', label: 'Size', required: false, values: [{ value: 'M' }] }],
};

const printFile = 'https://files.example.com/front.png';
const placements = { placement: [{ url: printFile }] };
const options = { option: [{ id: 'size', value: 'M' }] };
const completed = [
	{
		type: 'front',
		technique: 'direct_print',
		layers: [
			{ url: printFile, type: 'file', position: { top: 0, left: 0, width: 30, height: 40 } },
		],
	},
];

const run = async (
	updateFields: IDataObject,
	answers: Answer[],
	parameters: IDataObject = {},
): Promise<OperationResult> =>
	await runOperation(
		update,
		{
			orderId: locate('id', 'o1'),
			orderItemId: locate('id', 'i1'),
			updateFields,
			...parameters,
		},
		answers,
	);

describe('What an update of an order item sends', () => {
	it.each<[string, IDataObject, IDataObject]>([
		['the quantity', { quantity: '3' }, { quantity: 3 }],
		['the name', { name: ' Shirt ' }, { name: 'Shirt' }],
		['the external ID', { externalId: 'LINE-2' }, { externalId: 'LINE-2' }],
		['the price', { retailPrice: 19.5 }, { retailPrice: '19.5' }],
		[
			'null for fields to clear',
			{ clearFields: ['externalId', 'name', 'options', 'retailPrice'] },
			{ externalId: null, name: null, options: null, retailPrice: null },
		],
	])('is only %s, if nothing else is set', async (_, fields, body) => {
		const { bodies, sent } = await run(fields, [found({ ...item, ...body })]);
		expect(sent).toEqual([PATCH, READ]);
		expect(bodies).toEqual([body]);
	});

	it('is the ID of the variant whose SKU was entered', async () => {
		const { bodies, sent } = await run({ variantId: locate('sku', 'MUG'), quantity: 2 }, [
			listOf({ id: 'p1', name: 'Mug' }),
			listOf({ id: 'v7', sku: 'MUG', name: 'Mug' }),
			found(orderWith({ ...item, name: '' })),
			found({ ...item, variantId: 'v7', quantity: 2 }),
		]);
		expect(sent.at(-2)).toBe(PATCH);
		expect(bodies).toEqual([{ variantId: 'v7', quantity: 2 }]);
	});

	it('is nothing for a SKU that the catalog does not have', async () => {
		const { error, sent } = await run({ variantId: locate('sku', 'CUP') }, [
			listOf({ id: 'p1', name: 'Mug' }),
			listOf({ id: 'v7', sku: 'MUG', name: 'Mug' }),
		]);
		expect(error?.message).toBe(
			'Update Fields → Variant is "CUP", a SKU that the catalog does not have',
		);
		expect(sent).not.toContain(PATCH);
	});

	it.each([
		['without placements', undefined],
		['with one print file, which it replaces', completed],
	])('is the field Print File of an item %s, as that of a new item', async (_, placements) => {
		const before = { ...item, ...(placements && { placements }) };
		const { bodies, sent, error } = await run({ printFile: ` ${printFile} ` }, [
			found(orderWith(other, before)),
			found(variant),
			found({ ...item, placements: completed }),
		]);
		expect(error).toBeUndefined();
		expect(sent.slice(0, 3)).toEqual([READ, READ_VARIANT, PATCH]);
		expect(bodies).toEqual([{ placements: completed }]);
	});

	it.each(['', '  ', null])('is nothing of the field Print File if it is %j', async (empty) => {
		const { bodies } = await run({ printFile: empty, name: 'Shirt' }, [
			found({ ...item, name: 'Shirt' }),
		]);
		expect(bodies).toEqual([{ name: 'Shirt' }]);
	});

	it('is nothing of the field Print File if the item would lose another print file', async () => {
		const back = { type: 'back', layers: [{ url: 'https://files.example.com/back.png' }] };
		const { error, sent } = await run({ printFile }, [
			found(orderWith({ ...item, placements: [...completed, back] })),
		]);
		expect(error?.message).toBe(
			'Update Fields → Print File would take the place of all 2 print files of the item',
		);
		expect(error?.description).toContain('under Placements, also those that stay');
		expect(sent).not.toContain(PATCH);
	});

	it('is the field Print File behind the rows of Placements, for the placement that is left', async () => {
		const sides = [...(variant.placements as IDataObject[]), { type: 'back', required: true }];
		const back = { type: 'back', url: 'https://files.example.com/back.png' };
		const rows = { placement: [{ url: back.url, type: locate('name', 'back') }] };
		const { bodies, error } = await run({ printFile, placements: rows }, [
			found(orderWith(item)),
			found({ ...variant, placements: sides }),
			found(item),
		]);
		expect(error).toBeUndefined();
		expect(bodies[0]).toMatchObject({
			placements: [
				{ type: 'back', layers: [{ url: back.url }] },
				{ type: 'front', layers: [{ url: printFile }] },
			],
		});
	});

	it('is nothing for a print file that is no address, and the message names the field', async () => {
		const { error, sent } = await run({ printFile: 'front.png' }, []);
		expect(error?.message).toMatch(/^Update Fields → Print File is "front\.png", but must be /);
		expect(sent).toEqual([]);
	});

	it('are placements that are completed from the variant of the item', async () => {
		const { bodies, sent } = await run({ placements, name: 'Shirt' }, [
			found(orderWith(other, item)),
			found(variant),
			found({ ...item, name: 'Shirt', placements: completed }),
		]);
		expect(sent).toEqual([READ, READ_VARIANT, PATCH, READ]);
		expect(bodies).toEqual([{ name: 'Shirt', placements: completed }]);
	});

	it('are placements that are completed from the new variant, whose name is entered: the order is not read', async () => {
		const { bodies, sent } = await run(
			{ placements, variantId: locate('id', 'v1'), name: 'Shirt' },
			[found(variant), found({ ...item, placements: completed })],
		);
		expect(sent).toEqual([READ_VARIANT, PATCH, READ]);
		expect(bodies).toEqual([{ variantId: 'v1', name: 'Shirt', placements: completed }]);
	});

	it('are options that the catalog has for the variant, and no placements', async () => {
		const { bodies, sent } = await run({ options }, [
			found(orderWith(item)),
			found(variant),
			found({ ...item, options: [{ id: 'size', value: 'M' }] }),
		]);
		expect(sent).toEqual([READ, READ_VARIANT, PATCH, READ]);
		expect(bodies).toEqual([{ options: [{ id: 'size', value: 'M' }] }]);
	});

	it.each<[IDataObject, string]>([
		[
			{ options: { option: [{ id: 'color', value: 'M' }] } },
			'Update Fields → Product Options → Option 1 → Option is "color", which variant "Tee" does not have',
		],
		[
			{ placements: { placement: [{ url: printFile, type: 'back' }] } },
			'Update Fields → Placements → Placement 1 → Placement is "back", which variant "Tee" does not have',
		],
	])('is nothing for what the variant does not have: %j', async (fields, message) => {
		const { error, sent } = await run(fields, [found(orderWith(item)), found(variant)]);
		expect(error?.message).toBe(message);
		expect(sent).toEqual([READ, READ_VARIANT]);
	});

	it('are placements as they were entered when the order has no such item: the service says so', async () => {
		const { error, sent, bodies } = await run({ placements }, [
			found(orderWith(other)),
			{ status: 404 },
			{ status: 404 },
		]);
		expect(sent).toEqual([READ, PATCH, 'GET /api/orders/@o1']);
		expect(bodies).toEqual([{ placements: [{ layers: [{ url: printFile, type: 'file' }] }] }]);
		expect(error?.message).toBe('Item "i1" of order "o1" was not found');
	});

	it.each<[IDataObject, string]>([
		[{}, 'Update Fields is empty'],
		[{ quantity: 0 }, 'Update Fields → Quantity is 0, but must be a whole number greater than 0'],
		[{ name: ['a'] }, 'Update Fields → Name is ["a"], but must be text'],
		[{ externalId: {} }, 'Update Fields → External Item ID is {}, but must be text'],
		[{ retailPrice: true }, 'Update Fields → Retail Price is true, but must be text'],
		[{ variantId: locate('id', '') }, 'Update Fields is empty'],
		[{ variantId: true }, 'Update Fields → Variant is true, but must be text'],
		[
			{ placements: { placement: [{ url: 'front.png' }] } },
			'Update Fields → Placements → Placement 1 → Print File is "front.png", but must be one web address that begins with https:// or http://',
		],
		[
			{ clearFields: ['quantity'] },
			'Update Fields → Clear Fields contains "quantity", which cannot be cleared',
		],
		[
			{ name: 'Shirt', clearFields: ['name'] },
			'Update Fields → Clear Fields contains Name, which is also set',
		],
	])('is nothing for the fields %j', async (fields, message) => {
		const { error, sent } = await run(fields, []);
		expect(error?.message).toBe(message);
		expect(sent).toEqual([]);
	});

	it('is nothing without an ID of the item', async () => {
		const { error, sent } = await run({ quantity: 2 }, [], { orderItemId: locate('id', ' ') });
		expect(error?.message).toBe('Order Item is empty');
		expect(sent).toEqual([]);
	});

	it('goes to the encoded path of the item', async () => {
		const { sent } = await run({ quantity: 2 }, [{ status: 404 }], { orderItemId: 'i/1' });
		expect(sent[0]).toBe('PATCH /api/orders/o1/order_item/i%2F1');
	});
});

describe('An order item that was updated', () => {
	it('is returned as the service has it when Simplify is off', async () => {
		const after = { '@type': 'OrderItem', ...item, quantity: 2 };
		const answers = [found(after), found(orderWith(after))];
		const { json } = await run({ quantity: 2 }, answers, { simplify: false });
		expect(json).toEqual([{ ...after, ...ofOrder }]);
	});

	it.each<[string, IDataObject | undefined]>([
		['is empty', undefined],
		['is another item', { ...item, id: 'i2', quantity: 2 }],
		['has no quantity', { id: 'i1', variantId: 'v1' }],
		['has no variant', { id: 'i1', quantity: 2 }],
		['has no ID', { quantity: 2, variantId: 'v1' }],
	])('is read from its order when the response %s', async (_, body) => {
		const after = { ...item, quantity: 2 };
		const { json, sent } = await run({ quantity: 2 }, [
			{ status: 200, body },
			found(orderWith(other, after)),
		]);
		expect(sent).toEqual([PATCH, READ]);
		expect(json).toEqual([{ ...after, ...ofOrder }]);
	});

	it('may have a number as its ID', async () => {
		const after = { ...item, id: 1, quantity: 2 };
		const { json } = await run({ quantity: 2 }, [{ status: 200 }, found(orderWith(other, after))], {
			orderItemId: locate('id', '1'),
		});
		expect(json).toEqual([{ ...after, ...ofOrder }]);
	});

	it('is returned without a warning if its response does not show the change: that is the answer to it', async () => {
		const { json } = await run({ quantity: 2 }, [found(item), found(orderWith(item))]);
		expect(json).toEqual([{ ...item, ...ofOrder }]);
	});

	it.each<[string, IDataObject, IDataObject]>([
		['by its ID', locate('id', 'o1'), { orderId: 'o1', orderExternalId: null, orderStatus: null }],
		[
			'by its external ID',
			locate('externalId', 'A-1'),
			{ orderId: null, orderExternalId: 'A-1', orderStatus: null },
		],
	])(
		'comes with what is known of its order, entered %s, when that cannot be read',
		async (_, orderId, names) => {
			const after = { ...item, quantity: 2 };
			const { json, error } = await run({ quantity: 2 }, [found(after), { status: 503 }], {
				orderId,
			});
			expect(error).toBeUndefined();
			expect(json).toEqual([{ ...after, ...names }]);
		},
	);

	it('comes with the status that the order has after the change', async () => {
		const order = { ...orderWith(item), externalId: 'A-1', status: 'failed' };
		const { json, sent } = await run({ placements }, [
			found(order),
			found(variant),
			found({ ...item, placements: completed }),
			found({ ...order, status: 'draft' }),
		]);
		expect(sent.at(-1)).toBe(READ);
		expect(json[0]).toMatchObject({
			orderId: 'o1',
			orderExternalId: 'A-1',
			orderStatus: 'draft',
			files: { front: printFile },
		});
	});

	it('has a warning on a print file that is no file', async () => {
		const url = 'https://files.example.com/front.html';
		const layers = [{ ...completed[0]?.layers[0], url }];
		const { json } = await run({ placements: { placement: [{ url }] } }, [
			found(orderWith(item)),
			found(variant),
			found({ ...item, placements: [{ ...completed[0], layers }] }),
		]);
		expect(json[0]?.warnings).toEqual([
			`Update Fields: the print file "${url}" is a web page by its address, not a file. Enter the address of the file itself.`,
		]);
	});
});

describe('An update of an item that is refused', () => {
	it('names the field of the editor', async () => {
		const { error, sent } = await run({ quantity: 2 }, [
			{
				status: 422,
				body: { violations: [{ propertyPath: 'quantity', message: 'Too many' }] },
			},
		]);
		expect(sent).toEqual([PATCH]);
		expect(`${error?.message} ${error?.description}`).toContain('Update Fields → Quantity');
		expect(error?.description).not.toContain('may have been made');
	});
});

describe('The name of an item whose variant is changed', () => {
	/** The variants of a catalog that does not name their product where it shows one by its ID. */
	const navy = (size: string): IDataObject => ({
		...{ id: size, sku: `TEE-${size}`, name: `Navy / ${size}` },
		...{ inStock: true, placements: variant.placements, options: [] },
	});
	const named = (name: unknown): IDataObject => ({ ...item, name, variantId: 'M' }) as IDataObject;
	const byId = { variantId: locate('id', 'L') };

	it('goes with it where the catalog gave it, and is never sent where it was entered', async () => {
		const { bodies, sent, hints } = await run(byId, [
			found(orderWith(named('Navy / M'))),
			found(navy('M')),
			found(navy('L')),
			found({ ...named('Navy / L'), variantId: 'L' }),
			found(orderWith()),
		]);
		expect(bodies).toEqual([{ variantId: 'L', name: 'Navy / L' }]);
		expect(sent).toEqual([
			READ,
			'GET /api/catalog-product-variants/M',
			'GET /api/catalog-product-variants/L',
			PATCH,
			READ,
		]);
		expect(hints.join()).not.toContain('keeps its name');
	});

	it.each([
		['that of the variant by its ID', 'Navy / M', 'Navy / L'],
		['that with its product', 'Tee – Navy / M', 'Tee – Navy / L'],
	])('goes with a variant that is found by its SKU, from %s', async (_, before, after) => {
		const { bodies } = await run({ variantId: locate('sku', 'TEE-L') }, [
			listOf({ id: 'p1', name: 'Tee' }),
			listOf(navy('M'), navy('L')),
			found(orderWith(named(before))),
			found({ ...named(after), variantId: 'L' }),
			found(orderWith()),
		]);
		expect(bodies).toEqual([{ variantId: 'L', name: after }]);
	});

	it.each<[string, Answer[]]>([
		['Team shirt', [found(navy('M')), found(navy('L'))]],
		['Navy / M, for Ada', [found(navy('M')), found(navy('L'))]],
		// What the catalog has no more, or has without a name, it cannot have given, or give.
		['Navy / M', [{ status: 404 }, found(navy('L'))]],
		['Navy / M', [found(navy('M')), { status: 404 }]],
		['Navy / M', [found(navy('M')), found({ ...navy('L'), name: '' })]],
	])("stays with a hint where it is not the catalog's to give: %s", async (name, answers) => {
		const { bodies, hints } = await run(byId, [
			found(orderWith(named(name))),
			...answers,
			found({ ...named(name), variantId: 'L' }),
			found(orderWith()),
		]);
		expect(bodies).toEqual([{ variantId: 'L' }]);
		expect(hints).toEqual(
			expect.arrayContaining([
				expect.stringContaining(`The item has another variant, and keeps its name "${name}"`),
			]),
		);
	});

	it.each<[string, IDataObject, IDataObject, Answer[]]>([
		['is what is entered', { name: 'Mine' }, { name: 'Mine' }, []],
		['is removed where it is to be cleared', { clearFields: ['name'] }, { name: null }, []],
		['stays empty', {}, {}, [found(orderWith(named(null)))]],
		[
			'stays where the variant is the same',
			{},
			{},
			[found(orderWith({ ...named('x'), variantId: 'L' }))],
		],
	])('%s, without a look into the catalog', async (_, fields, sent, answers) => {
		const { bodies, hints } = await run({ ...byId, ...fields }, [
			...answers,
			found({ ...named('Any'), variantId: 'L' }),
			found(orderWith()),
		]);
		expect(bodies).toEqual([{ variantId: 'L', ...sent }]);
		expect(hints.join()).not.toContain('keeps its name');
	});

	it('is no reason to send the change where the catalog cannot be read', async () => {
		const { bodies, error } = await run(
			byId,
			[found(orderWith(named('Navy / M'))), { status: 503 }],
			{ options: { maxAttempts: 1, maxWaitSeconds: 0 } },
		);
		expect(error).toBeDefined();
		expect(bodies).toEqual([]);
	});
});
