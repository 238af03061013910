import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	createParameters,
	locate,
	plainVariant,
	printFile,
	recipient,
	useSandbox,
	variantWith,
} from './support.ts';

const node = useSandbox();

const sentBody = (): IDataObject =>
	node.sandbox.control.requests().find(({ method }) => method === 'POST')?.body as IDataObject;

describe('Create (spec sections 2 and 4)', () => {
	it('Create sends the order in the shape of section 2, completed from the catalog', async () => {
		const variant = plainVariant(node.sandbox);
		const [area] = variant.placements.filter(({ required }) => required);
		const { json, error } = await node.run(createParameters(node.sandbox));

		expect(error).toBeUndefined();
		expect(json).toHaveLength(1);
		expect(json[0]).toMatchObject({ externalId: 'SHOP-1001', status: 'draft' });
		expect(sentBody()).toEqual({
			externalId: 'SHOP-1001',
			shipping: 'STANDARD',
			recipient,
			orderItems: [
				{
					externalId: 'LINE-1',
					quantity: 2,
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
		});
	});

	it('Create accepts JSON of section 2 and the fields of an express order', async () => {
		const body = node.sandbox.control.exampleOrder({ externalId: 'JSON-1' });
		const { json, error } = await node.run({
			resource: 'order',
			operation: 'create',
			externalId: 'JSON-1',
			shipping: 'DHL_EXPRESS',
			specifyRecipient: 'json',
			recipientJson: JSON.stringify(body.recipient),
			specifyItems: 'json',
			itemsJson: JSON.stringify(body.orderItems),
			simplify: false,
		});
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({
			'@type': 'Order',
			'@id': `/api/orders/${String(json[0]?.id)}`,
			shipping: 'DHL_EXPRESS',
			recipient: { name: 'Ada Lovelace' },
		});
		expect(sentBody().orderItems).toMatchObject(body.orderItems);
	});

	it('Create accepts an array from an expression, in the short form', async () => {
		const clock = variantWith(node.sandbox, ({ options }) =>
			options.some(({ id }) => id === 'dial_color'),
		);
		const required = clock.placements.filter((placement) => placement.required);
		const { error } = await node.run(
			{
				resource: 'order',
				operation: 'create',
				externalId: '={{ $json.order }}',
				specifyRecipient: 'json',
				recipientJson: '={{ $json.address }}',
				specifyItems: 'json',
				itemsJson: '={{ $json.lines }}',
			},
			{
				items: [
					{
						order: 'SHORT-1',
						address: recipient,
						lines: [
							{
								variantId: clock.id,
								quantity: 1,
								files: Object.fromEntries(required.map(({ type }) => [type, printFile])),
								options: Object.fromEntries(
									clock.options
										.filter((option) => option.required)
										.map(({ id, values }) => [id, values[0]?.value]),
								),
							},
						],
					},
				],
			},
		);
		expect(error).toBeUndefined();
		expect(node.sandbox.control.order('@SHORT-1').status).toBe('draft');
	});

	it('Create sends what was entered and nothing else when it may not fill from the catalog', async () => {
		const body = node.sandbox.control.exampleOrder({ externalId: 'RAW-1' });
		const { error } = await node.run({
			resource: 'order',
			operation: 'create',
			externalId: 'RAW-1',
			specifyRecipient: 'json',
			recipientJson: body.recipient,
			specifyItems: 'json',
			itemsJson: body.orderItems as never,
			options: { fillFromCatalog: false },
		});
		expect(error).toBeUndefined();
		expect(sentBody().orderItems).toEqual(body.orderItems);
		expect(node.sandbox.control.requests().map(({ method }) => method)).toEqual(['POST']);
	});

	it('Create reads each variant once in a run, however many items use it', async () => {
		const externalIds = ['RUN-1', 'RUN-2', 'RUN-3', 'RUN-4'];
		const { json, error } = await node.run(createParameters(node.sandbox, '={{ $json.number }}'), {
			items: externalIds.map((number) => ({ number })),
		});
		expect(error).toBeUndefined();
		expect(json.map(({ externalId }) => externalId)).toEqual(externalIds);
		const lookUps = node.sandbox.control.requests().filter(({ method }) => method === 'GET');
		expect(lookUps).toHaveLength(1);
		await node.run(createParameters(node.sandbox, 'RUN-5'));
		expect(node.sandbox.control.requests().filter(({ method }) => method === 'GET')).toHaveLength(
			2,
		);
	});
});

describe('Create, when an order with the external ID exists (section 2: it is unique)', () => {
	it('the existing order is returned when the content is the same', async () => {
		const first = await node.run(createParameters(node.sandbox));
		const second = await node.run(createParameters(node.sandbox));
		expect(second.error).toBeUndefined();
		expect(second.json[0]?.id).toBe(first.json[0]?.id);
		expect(node.sandbox.control.orders()).toHaveLength(1);
	});

	it('the error names the fields that differ, and nothing is changed', async () => {
		await node.run(createParameters(node.sandbox));
		const changed = createParameters(node.sandbox);
		changed.recipient = { ...recipient, city: 'Hamburg' };
		const { error } = await node.run(changed);
		expect(error?.message).toBe(
			'Order "SHOP-1001" exists already with other content: Recipient → City',
		);
		expect(node.sandbox.control.order('@SHOP-1001').recipient.city).toBe('Berlin');
	});

	it('an existing order is refused in any case when If Order Exists says so', async () => {
		const parameters = { ...createParameters(node.sandbox), options: { ifExists: 'error' } };
		await node.run(parameters);
		const { error, outputs } = await node.run(parameters);
		expect(error?.message).toBe('Order "SHOP-1001" exists already');
		expect(outputs.flat()).toEqual([]);
	});
});

describe('Reprint (spec section 2, Action and Association)', () => {
	const reprint = (source: ReturnType<typeof locate>, externalId = 'SHOP-1001-R') =>
		node.run({
			resource: 'order',
			operation: 'reprint',
			orderId: source,
			externalId,
			shipping: 'STANDARD',
			simplify: false,
		});

	const produced = async (): Promise<string> => {
		const { json } = await node.run(createParameters(node.sandbox));
		for (const status of ['pending', 'inprocess', 'fulfilled', 'shipped'] as const) {
			await node.sandbox.control.stepOrder('@SHOP-1001', status);
		}
		return String(json[0]?.id);
	};

	it('a reprint links the new order to the original, named by external ID or by ID', async () => {
		const originalId = await produced();
		const byExternalId = await reprint(locate('externalId', 'SHOP-1001'));
		expect(byExternalId.error).toBeUndefined();
		expect(byExternalId.json[0]).toMatchObject({
			externalId: 'SHOP-1001-R',
			associations: [
				{ type: 'reprint', source: { '@type': 'Order', id: originalId, externalId: 'SHOP-1001' } },
			],
		});
		expect(node.sandbox.control.requests().at(-1)?.body).toEqual({
			externalId: 'SHOP-1001-R',
			shipping: 'STANDARD',
			actions: [{ type: 'reprint', source: '@SHOP-1001' }],
		});
		const byId = await reprint(locate('id', originalId), 'SHOP-1001-R2');
		expect(byId.error).toBeUndefined();
		expect(node.sandbox.control.requests().at(-1)?.body).toMatchObject({
			actions: [{ type: 'reprint', source: originalId }],
		});
		const original = await node.run({
			resource: 'order',
			operation: 'get',
			orderId: locate('id', originalId),
		});
		expect(original.json[0]?.associations).toMatchObject([
			{ linked: [{ externalId: 'SHOP-1001-R' }, { externalId: 'SHOP-1001-R2' }] },
		]);
	});

	it('an existing reprint is returned, but not an order that is none of this original', async () => {
		await produced();
		const first = await reprint(locate('externalId', 'SHOP-1001'));
		const again = await reprint(locate('externalId', 'SHOP-1001'));
		expect(again.json[0]?.id).toBe(first.json[0]?.id);

		await node.run(createParameters(node.sandbox, 'OTHER-1'));
		const taken = await reprint(locate('externalId', 'SHOP-1001'), 'OTHER-1');
		expect(taken.error?.message).toBe(
			'Order "OTHER-1" exists already with other content: Original Order',
		);
	});
});
