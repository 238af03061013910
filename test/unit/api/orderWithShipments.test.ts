import { describe, expect, it } from 'vitest';

import {
	readCurrentOrder,
	readShipmentsOfExisting,
} from '../../../nodes/PodFulfilment/api/orderWithShipments.ts';
import { simplifyShipment } from '../../../nodes/PodFulfilment/api/simplify.ts';
import { scriptedService, type Answer } from '../transport/scriptedService.ts';

const order = { '@id': '/api/orders/o1', id: 'o1', status: 'shipped' };

/** Every field of a shipment (spec section 2). */
const shipment = {
	'@id': '/api/shipments/s1',
	id: 's1',
	orderId: 'o1',
	carrier: 'DHL',
	service: 'Paket',
	shipmentStatus: 'intransit',
	shippedAt: '2026-11-20T10:00:00+00:00',
	trackingId: '0034',
	trackingUrl: 'https://track.example.com/0034',
};
const { '@id': _id, ...simplified } = shipment;

const once = { retryPolicy: { maxAttempts: 1 } };

/** A page with one shipment, and a link to the next page. */
const pageBefore = (page: number): Answer => ({
	status: 200,
	body: {
		'hydra:member': [{ id: `s${page}` }],
		'hydra:view': { 'hydra:next': `/api/orders/o1/shipments?page=${page}` },
	},
});
const lastPage: Answer = { status: 200, body: { 'hydra:member': [{ id: 'last' }] } };
const pages = (count: number): Answer[] => [
	...Array.from({ length: count - 1 }, (_, index) => pageBefore(index + 2)),
	lastPage,
];

describe('A simplified shipment', () => {
	it('has its fields without JSON-LD keys', () => {
		expect(simplifyShipment(shipment)).toEqual(simplified);
	});
});

describe('The current order', () => {
	it('is the order and then its shipments, simplified and with the ID of the order', async () => {
		const { orderId: _orderId, ...withoutOrder } = shipment;
		const { client, sent } = scriptedService([
			{ status: 200, body: order },
			{ status: 200, body: { 'hydra:member': [withoutOrder] } },
		]);
		expect(await readCurrentOrder(client, 'o1')).toEqual({
			order: { id: 'o1', status: 'shipped', shopOrderId: null, shopOrderNumber: null },
			shipments: [simplified],
		});
		expect(sent).toEqual(['GET /api/orders/o1', 'GET /api/orders/o1/shipments']);
	});

	it('cannot be read without its shipments', async () => {
		const { client } = scriptedService([{ status: 200, body: order }, { status: 403 }], once);
		await expect(readCurrentOrder(client, 'o1')).rejects.toMatchObject({ status: 403 });
	});

	it('cannot be read when the service has no such order', async () => {
		const { client, sent } = scriptedService([{ status: 404 }], once);
		await expect(readCurrentOrder(client, 'o1')).rejects.toThrow('Order "o1" was not found');
		expect(sent).toHaveLength(1);
	});

	it('has the shipments of 2 pages', async () => {
		const { client } = scriptedService([{ status: 200, body: order }, ...pages(2)]);
		expect((await readCurrentOrder(client, 'o1')).shipments).toHaveLength(2);
	});

	it('cannot be read when its shipments have more than 2 pages', async () => {
		const { client, sent } = scriptedService([{ status: 200, body: order }, ...pages(21)]);
		await expect(readCurrentOrder(client, 'o1')).rejects.toThrow(
			'The shipments of order "o1" are more than are read',
		);
		expect(sent).toHaveLength(3);
	});
});

describe('All shipments of an order', () => {
	it('are those of 20 pages at most, whoever asks for them', async () => {
		const { client } = scriptedService(pages(20));
		const ids = (await readShipmentsOfExisting(client, 'o1')).map(({ id }) => id);
		expect(ids).toHaveLength(20);
		expect(ids.at(-1)).toBe('last');
		const endless = scriptedService(pages(30));
		await expect(readShipmentsOfExisting(endless.client, 'o1')).rejects.toThrow(
			'The shipments of order "o1" are more than are read',
		);
		expect(endless.sent).toHaveLength(20);
	});

	it.each([404, 410])('are none when the order exists and they answer %i', async (status) => {
		const { client } = scriptedService([{ status }], once);
		expect(await readShipmentsOfExisting(client, 'o1')).toEqual([]);
	});

	it.each([400, 401, 403, 422, 429, 500, 503])(
		'cannot be read when they answer %i, although the order exists',
		async (status) => {
			const { client } = scriptedService([{ status }], {
				retryPolicy: { maxAttempts: 1, maxWaitSeconds: 0 },
			});
			await expect(readShipmentsOfExisting(client, 'o1')).rejects.toMatchObject({ status });
		},
	);

	it('cannot be read when a later page is not found: the first ones are not all', async () => {
		const { client } = scriptedService([pageBefore(2), { status: 404 }], once);
		await expect(readShipmentsOfExisting(client, 'o1')).rejects.toMatchObject({ status: 404 });
	});
});
