import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { credentialFor } from './engine/run.ts';
import { withTool, type Tool } from './engine/tool.ts';
import {
	createParameters,
	locate,
	plainVariant,
	printFile,
	recipient,
	useSandbox,
} from './support.ts';

const node = useSandbox();

/** What the editor writes where a parameter is left to the model. */
const fromModel = (key: string, type = 'string'): string =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, '${type}') }}`;

/** A choice from a list of the catalog, entered by its name. */
const named = (value: string): INodeParameters => ({ __rl: true, mode: 'name', value });

const use = async <Result>(
	parameters: INodeParameters,
	work: (tool: Tool) => Promise<Result>,
): Promise<Result> => await withTool(parameters, credentialFor(node.sandbox), work);

/** Lets the model call the tool once. */
const call = async (
	parameters: INodeParameters,
	toolArguments: IDataObject = {},
): Promise<IDataObject[]> =>
	await use(
		parameters,
		async (tool) => JSON.parse(await tool.invoke(toolArguments)) as IDataObject[],
	);

const order = (operation: string, others: INodeParameters = {}): INodeParameters => ({
	resource: 'order',
	operation,
	orderId: locate('externalId', fromModel('Order')),
	...others,
});

const shortItems = () => [
	{ variantId: plainVariant(node.sandbox).id, quantity: 1, files: { front: printFile } },
];

const steppedTo = async (...statuses: Array<'pending' | 'inprocess' | 'fulfilled'>) => {
	await node.run(createParameters(node.sandbox, 'A-1'));
	for (const status of statuses) await node.sandbox.control.stepOrder('@A-1', status);
};

describe('An order through the tool of an AI agent', () => {
	it('an order is created from what the model writes as JSON', async () => {
		const orders = await call(
			{
				resource: 'order',
				operation: 'create',
				externalId: fromModel('External_ID'),
				shipping: fromModel('Shipping'),
				specifyRecipient: 'json',
				recipientJson: fromModel('Recipient__JSON_', 'json'),
				specifyItems: 'json',
				itemsJson: fromModel('Items__JSON_', 'json'),
			},
			{
				External_ID: 'AI-1',
				Shipping: 'DHL_EXPRESS',
				Recipient__JSON_: recipient,
				Items__JSON_: shortItems(),
			},
		);
		expect(orders).toMatchObject([{ externalId: 'AI-1', shipping: 'DHL_EXPRESS', recipient }]);
		const [stored] = node.sandbox.control.orders();
		expect(stored).toMatchObject({ externalId: 'AI-1', items: [{ quantity: 1 }] });
	});

	it('an order is created from fields, each filled by the model', async () => {
		const variant = plainVariant(node.sandbox);
		const orders = await call(
			{
				resource: 'order',
				operation: 'create',
				externalId: fromModel('External_ID'),
				specifyRecipient: 'fields',
				recipient: Object.fromEntries(
					Object.keys(recipient).map((name) => [name, fromModel(`Recipient_${name}`)]),
				),
				specifyItems: 'fields',
				items: {
					item: [
						{
							variantId: locate('id', fromModel('item0_Variant')),
							quantity: fromModel('item0_Quantity', 'number'),
							placements: {
								placement: [{ url: fromModel('item0_placement0_Print_File_URL') }],
							},
						},
					],
				},
			},
			{
				External_ID: 'AI-2',
				...Object.fromEntries(
					Object.entries(recipient).map(([name, value]) => [`Recipient_${name}`, value]),
				),
				item0_Variant: variant.id,
				item0_Quantity: 3,
				item0_placement0_Print_File_URL: printFile,
			},
		);
		expect(orders).toMatchObject([
			{ externalId: 'AI-2', recipient, orderItems: [{ variantId: variant.id, quantity: 3 }] },
		]);
	});

	it('an order is created with placements, options and settings that the model fills', async () => {
		const { control } = node.sandbox;
		const clock = control
			.variants()
			.find(({ options }) => options.some(({ required }) => required));
		const [placement] = clock?.placements ?? [];
		const [option] = clock?.options ?? [];
		const orders = await call(
			{
				resource: 'order',
				operation: 'create',
				externalId: fromModel('External_ID'),
				recipient,
				items: {
					item: [
						{
							variantId: locate('id', fromModel('item0_Variant')),
							placements: {
								placement: [
									{
										url: fromModel('item0_placement0_Print_File_URL'),
										type: named(fromModel('item0_placement0_Type')),
										technique: named(fromModel('item0_placement0_Technique')),
									},
								],
							},
							options: {
								option: [
									{
										id: named(fromModel('item0_option0_Option_ID')),
										value: named(fromModel('item0_option0_Value')),
									},
								],
							},
						},
					],
				},
				options: {
					ifExists: fromModel('If_Order_Exists'),
					fillFromCatalog: fromModel('Fill_From_Catalog', 'boolean'),
					maxAttempts: fromModel('Max_Attempts', 'number'),
				},
			},
			{
				External_ID: 'AI-3',
				item0_Variant: String(clock?.id),
				item0_placement0_Print_File_URL: printFile,
				item0_placement0_Type: String(placement?.type),
				item0_placement0_Technique: String(placement?.technique),
				item0_option0_Option_ID: String(option?.id),
				item0_option0_Value: String(option?.values[0]?.value),
				If_Order_Exists: 'error',
				Fill_From_Catalog: true,
				Max_Attempts: 2,
			},
		);
		expect(orders).toMatchObject([{ externalId: 'AI-3' }]);
		expect(control.order('@AI-3').items).toMatchObject([
			{
				placements: [{ type: placement?.type, technique: placement?.technique }],
				options: [{ id: option?.id, value: option?.values[0]?.value }],
			},
		]);
	});

	it('an order is read, listed, confirmed and canceled', async () => {
		await steppedTo();
		expect(await call(order('get'), { Order: 'A-1' })).toMatchObject([{ externalId: 'A-1' }]);
		const many = { resource: 'order', operation: 'getAll', limit: fromModel('Limit', 'number') };
		expect(await call(many, { Limit: 5 })).toMatchObject([{ externalId: 'A-1' }]);
		expect(await call(order('confirm'), { Order: 'A-1' })).toMatchObject([{ status: 'pending' }]);
		expect(await call(order('cancel'), { Order: 'A-1' })).toMatchObject([{ status: 'canceled' }]);
	});

	it('an order is refunded and reprinted', async () => {
		await steppedTo('pending', 'inprocess', 'fulfilled');
		const refunded = await call(order('refund'), { Order: 'A-1' });
		expect(refunded).toMatchObject([{ associations: [{ type: 'refund' }] }]);
		const reprint = order('reprint', { externalId: fromModel('External_ID') });
		const reprinted = await call(reprint, { Order: 'A-1', External_ID: 'A-1-R' });
		expect(reprinted).toMatchObject([
			{ externalId: 'A-1-R', associations: [{ source: { externalId: 'A-1' } }] },
		]);
	});

	it('an order and its items are changed', async () => {
		await steppedTo();
		const update = order('update', {
			updateFields: { shipping: fromModel('Shipping') },
		});
		const changed = await call(update, { Order: 'A-1', Shipping: 'DHL_EXPRESS' });
		expect(changed).toMatchObject([{ shipping: 'DHL_EXPRESS' }]);

		const item = node.sandbox.control.orders()[0]?.items[0]?.id;
		const updateItem = {
			...order('update', { updateFields: { quantity: fromModel('Quantity', 'number') } }),
			resource: 'orderItem',
			orderItemId: locate('id', fromModel('Order_Item')),
		};
		const items = await call(updateItem, {
			Order: 'A-1',
			Order_Item: String(item),
			Quantity: 7,
		});
		expect(items).toMatchObject([{ id: item, quantity: 7 }]);
	});

	it('the error tells the model what to do when an order is refused', async () => {
		const asked = call(order('get'), { Order: 'Z-9' });
		await expect(asked).rejects.toThrow(/order "Z-9"[^]*Details: /i);
	});

	it('the tool works on after a call that was refused', async () => {
		await steppedTo();
		await use(order('get'), async (tool) => {
			await expect(tool.invoke({ Order: 'Z-9' })).rejects.toThrow('Z-9');
			const read = JSON.parse(await tool.invoke({ Order: 'A-1' })) as IDataObject[];
			expect(read).toMatchObject([{ externalId: 'A-1' }]);
		});
	});

	it('the tool works on at the same time as a call that is refused', async () => {
		await steppedTo();
		await use(order('get'), async (tool) => {
			const [refused, ...read] = await Promise.allSettled(
				['Z-9', 'A-1', 'A-1', 'A-1'].map(async (name) => await tool.invoke({ Order: name })),
			);
			expect(refused?.status).toBe('rejected');
			expect(read.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
			for (const result of read) {
				const items = JSON.parse((result as PromiseFulfilledResult<string>).value) as IDataObject[];
				expect(items).toMatchObject([{ externalId: 'A-1' }]);
			}
		});
	});
});

describe('A list that is left to the model by an expression', () => {
	it('Country and Shipping of an order are what the model chose', async () => {
		const orders = await call(
			{
				resource: 'order',
				operation: 'create',
				externalId: 'AI-5',
				shipping: fromModel('Shipping'),
				recipient: { ...recipient, countryCode: fromModel('Country') },
				specifyItems: 'json',
				itemsJson: JSON.stringify(shortItems()),
				options: { ifExists: fromModel('If_Order_Exists') },
			},
			{ Country: 'at', Shipping: 'DHL_EXPRESS', If_Order_Exists: 'returnExisting' },
		);
		expect(orders).toMatchObject([
			{ externalId: 'AI-5', shipping: 'DHL_EXPRESS', recipient: { countryCode: 'AT' } },
		]);
	});

	it('Status and Country of a filter are what the model chose, also several', async () => {
		await steppedTo('pending');
		const many = {
			resource: 'order',
			operation: 'getAll',
			filters: { status: fromModel('Status'), countryCode: fromModel('Country') },
		};
		const { countryCode } = recipient;
		const found = await call(many, { Status: 'pending, shipped', Country: countryCode });
		expect(found).toMatchObject([{ externalId: 'A-1' }]);
		expect(await call(many, { Status: 'shipped', Country: countryCode })).toEqual([]);
	});

	it('Shipment Status is what the model chose', async () => {
		await steppedTo('pending', 'inprocess', 'fulfilled');
		const shipments = {
			...order('getAll', { filters: { shipmentStatus: fromModel('Shipment_Status') } }),
			resource: 'shipment',
		};
		const [{ shipmentStatus } = {}] = await call(
			{ ...order('getAll'), resource: 'shipment' },
			{ Order: 'A-1' },
		);
		const asked = { Order: 'A-1', Shipment_Status: String(shipmentStatus) };
		expect(await call(shipments, asked)).toMatchObject([{ shipmentStatus }]);
	});

	it('Clear Fields are what the model chose, several separated by commas', async () => {
		await steppedTo();
		await call(
			order('update', {
				updateFields: { recipient: { values: { company: 'Example', phone: '1' } } },
			}),
			{ Order: 'A-1' },
		);
		const update = order('update', { updateFields: { clearFields: fromModel('Clear_Fields') } });
		const [changed] = await call(update, { Order: 'A-1', Clear_Fields: 'company, phone' });
		expect(changed?.recipient).not.toHaveProperty('company');
		expect(changed?.recipient).not.toHaveProperty('phone');
	});

	it('the items to reprint are what the model chose', async () => {
		await steppedTo('pending', 'inprocess', 'fulfilled');
		const item = String(node.sandbox.control.orders()[0]?.items[0]?.id);
		const reprint = order('reprint', {
			externalId: 'A-1-R',
			itemIds: fromModel('Item_Names_or_IDs'),
			thenReprint: 'check',
		});
		const [checked] = await call(reprint, { Order: 'A-1', Item_Names_or_IDs: item });
		expect(checked?.wouldSend).toMatchObject({ orderItems: [{ quantity: 2 }] });
	});
});

describe('Shipments, catalog and mockup tasks through the tool of an AI agent', () => {
	it('shipments, products, variants and mockup tasks are read', async () => {
		await steppedTo('pending', 'inprocess', 'fulfilled');
		const shipments = await call({ ...order('getAll'), resource: 'shipment' }, { Order: 'A-1' });
		expect(shipments).toMatchObject([{ trackingUrl: expect.any(String) as string }]);

		const [product] = node.sandbox.control.products();
		const [variant] = product?.variants ?? [];
		const [task] = node.sandbox.control.mockupTasks();
		const reads: Array<[resource: string, locator: string, label: string, id?: string]> = [
			['catalogProduct', 'productId', 'Product', product?.id],
			['catalogVariant', 'variantId', 'Variant', variant?.id],
			['mockupTask', 'mockupTaskId', 'Mockup_Task', task?.id],
		];
		for (const [resource, locator, label, id] of reads) {
			const parameters = { resource, operation: 'get', [locator]: locate('id', fromModel(label)) };
			expect(await call(parameters, { [label]: String(id) })).toMatchObject([{ id }]);
		}
		const limited = { operation: 'getAll', limit: fromModel('Limit', 'number') };
		for (const resource of ['catalogProduct', 'mockupTask']) {
			expect(await call({ ...limited, resource }, { Limit: 2 })).toHaveLength(2);
		}
		const variants = await call(
			{ ...limited, resource: 'catalogVariant', productId: locate('id', fromModel('Product')) },
			{ Limit: 1, Product: String(product?.id) },
		);
		expect(variants).toMatchObject([{ id: variant?.id }]);
	});
});

describe('The output for an AI agent', () => {
	const outputs = async (output: INodeParameters): Promise<IDataObject> => {
		await steppedTo();
		const [read] = await call(order('get', output), { Order: 'A-1' });
		return read ?? {};
	};

	it('the output has at most twelve fields unless chosen otherwise', async () => {
		const read = await outputs({});
		expect(read).toMatchObject({ externalId: 'A-1' });
		expect(Object.keys(read).length).toBeLessThanOrEqual(12);
		expect(read).not.toHaveProperty('@id');
	});

	it('the output is what the service answers when raw', async () => {
		expect(await outputs({ output: 'raw' })).toEqual(await node.read('/api/orders/@A-1'));
	});

	it('the output has the ID and the chosen fields when they are selected', async () => {
		const read = await outputs({ output: 'selected', fields: ['status', 'externalId'] });
		const id = node.sandbox.control.orders()[0]?.id;
		expect(read).toEqual({ id, status: 'draft', externalId: 'A-1' });
	});

	it('the output can be left to the model, fields and all', async () => {
		await steppedTo();
		const parameters = order('get', {
			output: fromModel('Output'),
			fields: fromModel('Fields'),
		});
		const [read] = await call(parameters, {
			Order: 'A-1',
			Output: 'selected',
			Fields: 'status, externalId',
		});
		expect(Object.keys(read ?? {})).toEqual(['id', 'status', 'externalId']);
	});

	it('the output follows Output even if Simplify was switched off before the node became a tool', async () => {
		expect(await outputs({ simplify: false })).not.toHaveProperty('@id');
	});
});

describe('The description of the tool for a model', () => {
	it.each([
		['create', 'Create an order to print and ship in POD Fulfilment'],
		['reprint', 'Reprint an order as a new order in POD Fulfilment'],
		['update', 'Update the address or shipping of an order in POD Fulfilment'],
		['cancel', 'Cancel an order before it is produced in POD Fulfilment'],
		['confirm', 'Confirm an order for production in POD Fulfilment'],
		['refund', 'Refund an order in production or sent in POD Fulfilment'],
	])('the description says what %s does', async (operation, told) => {
		await use(order(operation), async ({ description }) => {
			expect(description).toBe(told);
		});
	});

	it('the description names the operation, and the schema the parameters that the model fills', async () => {
		const parameters = order('reprint', { externalId: fromModel('External_ID') });
		await use(parameters, async ({ description, schema }) => {
			expect(description).toMatch(/^Reprint .*order.* in POD Fulfilment$/);
			expect(Object.keys(schema.shape).sort()).toEqual(['External_ID', 'Order']);
		});
	});
});
