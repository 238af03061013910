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

const bench = useSandbox();

const sentBody = (): IDataObject =>
	bench.sandbox.control.requests().find(({ method }) => method === 'POST')?.body as IDataObject;

describe('order: create (spec sections 2 and 4)', () => {
	it('sends the order in the shape of section 2, completed from the catalog', async () => {
		const variant = plainVariant(bench.sandbox);
		const [area] = variant.placements.filter(({ required }) => required);
		const { json, error } = await bench.run(createParameters(bench.sandbox));

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

	it('accepts JSON of section 2 and the fields of an express order', async () => {
		const body = bench.sandbox.control.exampleOrder({ externalId: 'JSON-1' });
		const { json, error } = await bench.run({
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

	it('takes an array from an expression, in the short form', async () => {
		const clock = variantWith(bench.sandbox, ({ options }) =>
			options.some(({ id }) => id === 'dial_color'),
		);
		const required = clock.placements.filter((placement) => placement.required);
		const { error } = await bench.run(
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
		expect(bench.sandbox.control.order('@SHORT-1').status).toBe('draft');
	});

	it('sends what was entered and nothing else when it may not fill from the catalog', async () => {
		const body = bench.sandbox.control.exampleOrder({ externalId: 'RAW-1' });
		const { error } = await bench.run({
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
		expect(bench.sandbox.control.requests().map(({ method }) => method)).toEqual(['POST']);
	});

	it('reads each variant once in a run, however many items use it', async () => {
		const externalIds = ['RUN-1', 'RUN-2', 'RUN-3', 'RUN-4'];
		const { json, error } = await bench.run(
			createParameters(bench.sandbox, '={{ $json.number }}'),
			{ items: externalIds.map((number) => ({ number })) },
		);
		expect(error).toBeUndefined();
		expect(json.map(({ externalId }) => externalId)).toEqual(externalIds);
		const lookUps = bench.sandbox.control.requests().filter(({ method }) => method === 'GET');
		expect(lookUps).toHaveLength(1);
		await bench.run(createParameters(bench.sandbox, 'RUN-5'));
		expect(bench.sandbox.control.requests().filter(({ method }) => method === 'GET')).toHaveLength(
			2,
		);
	});
});

describe('order: create, when an order with the external ID stands (section 2: it is unique)', () => {
	it('hands back the order that stands when the content is the same', async () => {
		const first = await bench.run(createParameters(bench.sandbox));
		const second = await bench.run(createParameters(bench.sandbox));
		expect(second.error).toBeUndefined();
		expect(second.json[0]?.id).toBe(first.json[0]?.id);
		expect(bench.sandbox.control.orders()).toHaveLength(1);
	});

	it('names the fields that differ, and changes nothing', async () => {
		await bench.run(createParameters(bench.sandbox));
		const changed = createParameters(bench.sandbox);
		changed.recipient = { ...recipient, city: 'Hamburg' };
		const { error } = await bench.run(changed);
		expect(error?.message).toBe(
			'Order "SHOP-1001" exists already with other content: Recipient → City',
		);
		expect(bench.sandbox.control.order('@SHOP-1001').recipient.city).toBe('Berlin');
	});

	it('refuses in any case when it is set to', async () => {
		const parameters = { ...createParameters(bench.sandbox), options: { ifExists: 'error' } };
		await bench.run(parameters);
		const { error, outputs } = await bench.run(parameters);
		expect(error?.message).toBe('Order "SHOP-1001" exists already');
		expect(outputs.flat()).toEqual([]);
	});
});

describe('order: reprint (spec section 2, Action and Association)', () => {
	const reprint = (source: ReturnType<typeof locate>, externalId = 'SHOP-1001-R') =>
		bench.run({
			resource: 'order',
			operation: 'reprint',
			orderId: source,
			externalId,
			shipping: 'STANDARD',
			simplify: false,
		});

	const produced = async (): Promise<string> => {
		const { json } = await bench.run(createParameters(bench.sandbox));
		for (const status of ['pending', 'inprocess', 'fulfilled', 'shipped'] as const) {
			await bench.sandbox.control.stepOrder('@SHOP-1001', status);
		}
		return String(json[0]?.id);
	};

	it('links the new order to the original, named by external ID or by ID', async () => {
		const originalId = await produced();
		const byExternalId = await reprint(locate('externalId', 'SHOP-1001'));
		expect(byExternalId.error).toBeUndefined();
		expect(byExternalId.json[0]).toMatchObject({
			externalId: 'SHOP-1001-R',
			associations: [
				{ type: 'reprint', source: { '@type': 'Order', id: originalId, externalId: 'SHOP-1001' } },
			],
		});
		expect(bench.sandbox.control.requests().at(-1)?.body).toEqual({
			externalId: 'SHOP-1001-R',
			shipping: 'STANDARD',
			actions: [{ type: 'reprint', source: '@SHOP-1001' }],
		});
		const byId = await reprint(locate('id', originalId), 'SHOP-1001-R2');
		expect(byId.error).toBeUndefined();
		expect(bench.sandbox.control.requests().at(-1)?.body).toMatchObject({
			actions: [{ type: 'reprint', source: originalId }],
		});
		const original = await bench.run({
			resource: 'order',
			operation: 'get',
			orderId: locate('id', originalId),
		});
		expect(original.json[0]?.associations).toMatchObject([
			{ linked: [{ externalId: 'SHOP-1001-R' }, { externalId: 'SHOP-1001-R2' }] },
		]);
	});

	it('hands back the reprint that stands, but not an order that is none of this original', async () => {
		await produced();
		const first = await reprint(locate('externalId', 'SHOP-1001'));
		const again = await reprint(locate('externalId', 'SHOP-1001'));
		expect(again.json[0]?.id).toBe(first.json[0]?.id);

		await bench.run(createParameters(bench.sandbox, 'OTHER-1'));
		const taken = await reprint(locate('externalId', 'SHOP-1001'), 'OTHER-1');
		expect(taken.error?.message).toBe(
			'Order "OTHER-1" exists already with other content: Original Order',
		);
	});
});
