import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { createParameters, locate, printFile, useSandbox, variantWith } from './support.ts';

const node = useSandbox();

const place = async (): Promise<IDataObject> => {
	const { json, error } = await node.run(createParameters(node.sandbox));
	if (error) throw error;
	await node.sandbox.control.settled();
	return json[0] ?? {};
};

const runOnOrder = (operation: string, parameters: INodeParameters = {}) =>
	node.run({
		resource: 'order',
		operation,
		orderId: locate('externalId', 'SHOP-1001'),
		...parameters,
	});

const lastRequest = (method: string) =>
	node.sandbox.control
		.requests()
		.filter((request) => request.method === method)
		.at(-1);

describe('Update of an order (spec section 4)', () => {
	it('an update sends only what was set, as a merge patch', async () => {
		await place();
		const { json, error } = await runOnOrder('update', {
			updateFields: {
				shipping: 'DHL_EXPRESS',
				recipient: { values: { city: 'Hamburg', zip: '20457', company: '' } },
			},
		});
		expect(error).toBeUndefined();
		const request = lastRequest('PATCH');
		expect(request?.path).toBe('/api/orders/@SHOP-1001');
		expect(request?.headers['content-type']).toBe('application/merge-patch+json');
		expect(request?.headers.accept).toBe('application/ld+json');
		expect(request?.body).toEqual({
			shipping: 'DHL_EXPRESS',
			recipient: { city: 'Hamburg', zip: '20457' },
		});
		expect(json[0]).toMatchObject({
			shipping: 'DHL_EXPRESS',
			recipient: { name: 'Ada Example', city: 'Hamburg' },
		});
	});

	it('an update accepts the address as JSON and a new external ID', async () => {
		await place();
		const { json, error } = await runOnOrder('update', {
			updateFields: { externalId: 'SHOP-1002', recipientJson: '{ "address2": "Floor 3" }' },
		});
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({
			externalId: 'SHOP-1002',
			recipient: { address1: 'Musterstrasse 12', address2: 'Floor 3' },
		});
	});

	it('an update sends nothing when nothing is set', async () => {
		await place();
		const { error } = await runOnOrder('update', { updateFields: {} });
		expect(error?.message).toBe('Update Fields is empty');
		expect(lastRequest('PATCH')).toBeUndefined();
	});
});

describe('Confirm, cancel and refund of an order (spec section 4)', () => {
	it('Confirm confirms an order and returns it', async () => {
		const order = await place();
		const { json, error } = await runOnOrder('confirm');
		expect(error).toBeUndefined();
		expect(lastRequest('POST')?.path).toBe('/api/orders/@SHOP-1001/confirm');
		expect(json).toHaveLength(1);
		expect(json[0]?.id).toBe(order.id);
		expect(json[0]?.status).not.toBe('draft');
		expect(json[0]?.status).toBe(node.sandbox.control.order('@SHOP-1001').status);
	});

	it.each(['pending', 'inprocess', 'onhold', 'partial', 'fulfilled', 'shipped'] as const)(
		'Confirm returns an order that is already %s, and changes nothing',
		async (status) => {
			await place();
			await node.sandbox.control.stepOrder('@SHOP-1001', status);
			const { json, error } = await runOnOrder('confirm');
			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ externalId: 'SHOP-1001', status }]);
			expect(node.sandbox.control.order('@SHOP-1001').status).toBe(status);
			const confirm = node.sandbox.control.requests().filter(({ method }) => method === 'POST');
			expect(confirm.at(-1)).toMatchObject({
				path: '/api/orders/@SHOP-1001/confirm',
				status: 409,
			});
		},
	);

	it('Confirm does not confirm an order whose validation has failed (409)', async () => {
		await place();
		await node.sandbox.control.stepOrder('@SHOP-1001', 'failed');
		const { error } = await runOnOrder('confirm');
		expect(error?.message).toBe('SHOP-1001 cannot be confirmed: it failed');
	});

	it('the error has what the service said of a confirm (409) when the order cannot be read', async () => {
		await place();
		await node.sandbox.control.stepOrder('@SHOP-1001', 'pending');
		node.sandbox.control.injectFault({ match: { method: 'GET' }, status: 500 });
		const { error } = await runOnOrder('confirm');
		expect(error?.message).toBe('Order "SHOP-1001" cannot be confirmed in its current state');
	});

	it('Cancel cancels an order and returns it', async () => {
		await place();
		const { json, error } = await runOnOrder('cancel');
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ externalId: 'SHOP-1001', status: 'canceled' });
	});

	it('Refund refunds an order, whose association then says so', async () => {
		await place();
		for (const status of ['pending', 'inprocess', 'fulfilled', 'shipped'] as const) {
			await node.sandbox.control.stepOrder('@SHOP-1001', status);
		}
		const { json, error } = await runOnOrder('refund');
		expect(error).toBeUndefined();
		expect(json[0]?.associations).toMatchObject([
			{ type: 'refund', createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/) as string },
		]);
	});

	it('Cancel returns an order that was canceled before', async () => {
		await place();
		await node.sandbox.control.stepOrder('@SHOP-1001', 'canceled');
		const { json, error } = await runOnOrder('cancel');
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ externalId: 'SHOP-1001', status: 'canceled' }]);
	});

	it('the error says that the state does not allow to cancel an order that was sent (409)', async () => {
		await place();
		await node.sandbox.control.stepOrder('@SHOP-1001', 'shipped');
		const { error } = await runOnOrder('cancel');
		expect(error?.message).toBe('SHOP-1001 cannot be cancelled: it is shipped');
	});

	it.each([
		['confirm', 'confirmed'],
		['refund', 'refunded'],
	])(
		'the error says that the state does not allow to %s a canceled order (409)',
		async (operation, done) => {
			await place();
			await node.sandbox.control.stepOrder('@SHOP-1001', 'canceled');
			const { error } = await runOnOrder(operation);
			expect(error?.message).toBe(`SHOP-1001 cannot be ${done}: it is cancelled`);
		},
	);

	it('a change is a success with a warning when the order cannot be read afterwards', async () => {
		await place();
		node.sandbox.control.injectFault({
			match: { method: 'POST', path: '/api/orders/@SHOP-1001/cancel' },
			status: 204,
			body: '',
		});
		node.sandbox.control.injectFault({ match: { method: 'GET' }, status: 503 });
		const { json, error } = await runOnOrder('cancel');
		expect(error).toBeUndefined();
		expect(json[0]?.warnings).toEqual([
			expect.stringContaining('The order was canceled, but could not be read afterwards'),
		]);
	});
});

describe('Update of an order item (spec section 4)', () => {
	it('an update sends only what was set to the path of the item', async () => {
		const order = await place();
		const itemId = String((order.orderItems as IDataObject[])[0]?.id);
		const { json, error } = await node.run({
			resource: 'orderItem',
			operation: 'update',
			orderId: locate('externalId', 'SHOP-1001'),
			orderItemId: locate('id', itemId),
			updateFields: { quantity: 5, name: 'Bigger team' },
			simplify: false,
		});
		expect(error).toBeUndefined();
		const request = lastRequest('PATCH');
		expect(request?.path).toBe(`/api/orders/@SHOP-1001/order_item/${itemId}`);
		expect(request?.headers['content-type']).toBe('application/merge-patch+json');
		expect(request?.body).toEqual({ quantity: 5, name: 'Bigger team' });
		expect(json[0]).toMatchObject({
			'@type': 'OrderItem',
			'@id': `/api/orders/${String(order.id)}/order_item/${itemId}`,
			quantity: 5,
			retailPrice: '24.90',
		});
	});

	it('an update takes an option by the label that the list shows, and sends its ID', async () => {
		const clock = variantWith(node.sandbox, ({ options }) =>
			options.some(({ id, label }) => id !== label),
		);
		const option = clock.options.find(({ id, label }) => id !== label);
		const value = option?.values[0]?.value ?? '';
		const order = await place();
		const { error } = await node.run({
			resource: 'orderItem',
			operation: 'update',
			orderId: locate('id', String(order.id)),
			orderItemId: locate('id', String((order.orderItems as IDataObject[])[0]?.id)),
			updateFields: {
				variantId: locate('id', clock.id),
				options: { option: [{ id: option?.label ?? '', value }] },
				placements: {
					placement: clock.placements
						.filter(({ required }) => required)
						.map(({ type }) => ({ type, url: printFile })),
				},
			},
		});
		expect(error).toBeUndefined();
		expect(lastRequest('PATCH')?.body).toMatchObject({
			options: [{ id: option?.id, value }],
		});
	});

	it('an update completes new placements from the catalog, as on creation', async () => {
		const order = await place();
		const [item] = order.orderItems as IDataObject[];
		const raw = (await node.read('/api/orders/@SHOP-1001')).orderItems as IDataObject[];
		const [placement] = raw[0]?.placements as IDataObject[];
		const [layer] = placement?.layers as IDataObject[];
		const { error } = await node.run({
			resource: 'orderItem',
			operation: 'update',
			orderId: locate('id', String(order.id)),
			orderItemId: locate('list', String(item?.id)),
			updateFields: { placements: { placement: [{ url: `${printFile}?v=2` }] } },
		});
		expect(error).toBeUndefined();
		expect(lastRequest('PATCH')?.body).toEqual({
			placements: [
				{
					type: placement?.type,
					technique: placement?.technique,
					layers: [{ url: `${printFile}?v=2`, type: 'file', position: layer?.position }],
				},
			],
		});
	});
});
