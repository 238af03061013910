import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { createParameters, locate, useSandbox } from './support.ts';

const node = useSandbox();

const EXTERNAL_ID = 'woo-727';

/** Places an order that was handed to the carrier with all its parcels. */
async function placeShippedOrder(): Promise<void> {
	const { control } = node.sandbox;
	await node.run(createParameters(node.sandbox, EXTERNAL_ID));
	for (const status of ['pending', 'inprocess', 'fulfilled', 'shipped'] as const) {
		await control.stepOrder(`@${EXTERNAL_ID}`, status);
	}
	for (const { id } of control.shipments(`@${EXTERNAL_ID}`))
		await control.stepShipment(id, 'shipped');
}

const withParcels = (parameters: INodeParameters, options: IDataObject = {}): INodeParameters => ({
	...parameters,
	options: { ...options, addParcels: true },
});

const get = (): INodeParameters => ({
	resource: 'order',
	operation: 'get',
	orderId: locate('externalId', EXTERNAL_ID),
});

/** Runs the node, and says which requests for parcels it sent. */
async function run(parameters: INodeParameters) {
	const before = node.sandbox.control.requests().length;
	const result = await node.run(parameters);
	const sent = node.sandbox.control
		.requests()
		.slice(before)
		.filter(({ path }) => path.endsWith('/shipments'));
	return { ...result, requests: sent.length };
}

const parcelsOf = (order: IDataObject | undefined) => order?.parcels as IDataObject;

describe('Add Parcels', () => {
	it.each([
		['Get', get, {}],
		['Create', () => createParameters(node.sandbox, EXTERNAL_ID), { expectExisting: true }],
		['Get Many', (): INodeParameters => ({ resource: 'order', operation: 'getAll' }), {}],
	] as const)('%s of a shipped order costs one more request', async (_, parameters, options) => {
		await placeShippedOrder();
		const { json, error, requests } = await run(withParcels(parameters(), options));
		expect(error).toBeUndefined();
		expect(requests).toBe(1);
		const shipments = node.sandbox.control.shipments(`@${EXTERNAL_ID}`);
		expect(json[0]).toMatchObject({ shopOrderId: '727', shopOrderNumber: '727' });
		expect(parcelsOf(json[0])).toMatchObject({
			all: shipments.length,
			left: shipments.length,
			allLeft: true,
			list: shipments.map(({ id }) => ({ id, orderExternalId: EXTERNAL_ID })),
		});
		expect(parcelsOf(json[0]).trackingText).toBe(
			shipments
				.map(
					({ carrier, trackingId, trackingUrl }) =>
						`${String(carrier)} ${String(trackingId)}, ${String(trackingUrl)}`,
				)
				.join('\n'),
		);
	});

	it.each([
		['Get', get],
		['Create', () => createParameters(node.sandbox, EXTERNAL_ID)],
		['Get Many', (): INodeParameters => ({ resource: 'order', operation: 'getAll' })],
	] as const)('%s of a draft asks for no parcels', async (_, parameters) => {
		await node.run(createParameters(node.sandbox, EXTERNAL_ID));
		const { json, requests } = await run(withParcels(parameters()));
		expect(requests).toBe(0);
		expect(json[0]?.parcels).toEqual({
			all: 0,
			left: 0,
			allLeft: false,
			trackingText: '',
			list: [],
		});
	});

	it('an order says nothing of its parcels, and costs no request for them, without the option', async () => {
		await placeShippedOrder();
		const { json, requests } = await run(get());
		expect(json[0]).not.toHaveProperty('parcels');
		expect(requests).toBe(0);
	});

	it('is added to raw data as well', async () => {
		await placeShippedOrder();
		const { json } = await run({ ...withParcels(get()), simplify: false });
		expect(json[0]).toMatchObject({ '@type': 'Order', parcels: { allLeft: true } });
	});

	it('each order of a list has its own parcels', async () => {
		await placeShippedOrder();
		await node.run(createParameters(node.sandbox, 'woo-728'));
		const { json } = await run(withParcels({ resource: 'order', operation: 'getAll' }));
		const left = new Map(json.map((order) => [order.externalId, parcelsOf(order).allLeft]));
		expect(Object.fromEntries(left)).toEqual({ 'woo-727': true, 'woo-728': false });
	});

	it('Create returns the order all the same where its parcels cannot be read', async () => {
		await placeShippedOrder();
		node.sandbox.control.injectFault({ match: { path: '/api/orders/*/shipments' }, status: 500 });
		const parameters = createParameters(node.sandbox, EXTERNAL_ID);
		const { json, error } = await run(withParcels(parameters, { maxAttempts: 1 }));
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ outcome: 'existing', status: 'shipped', parcels: null });
		expect(json[0]?.warnings).toEqual([
			expect.stringContaining('The parcels of woo-727 could not be read') as string,
		]);
	});

	it('Get says that they cannot be read', async () => {
		await placeShippedOrder();
		node.sandbox.control.injectFault({ match: { path: '/api/orders/*/shipments' }, status: 500 });
		const { error } = await run(withParcels(get(), { maxAttempts: 1 }));
		expect(error?.message).toContain('not available');
	});

	it('what is no switch is refused before anything is placed', async () => {
		const parameters = createParameters(node.sandbox, EXTERNAL_ID);
		const { error } = await run({ ...parameters, options: { addParcels: 'sometimes' } });
		expect(error?.message).toBe('Options → Add Parcels is "sometimes", but must be true or false');
		expect(node.sandbox.control.orders()).toEqual([]);
	});
});

describe('The order of the fields', () => {
	it('Create begins with what a person knows of the order', async () => {
		const { json } = await node.run(createParameters(node.sandbox, EXTERNAL_ID));
		expect(Object.keys(json[0] ?? {}).slice(0, 5)).toEqual([
			'shopOrderNumber',
			'status',
			'outcome',
			'recipientLine',
			'itemLines',
		]);
	});
});
