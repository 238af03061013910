import { describe, expect, it } from 'vitest';

import { readCurrentOrder } from '../../../nodes/PodFulfilment/api/currentOrder.ts';
import { readShipments } from '../../../nodes/PodFulfilment/api/shipments.ts';
import { simplifyShipment } from '../../../nodes/PodFulfilment/api/simplifyShipment.ts';
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
			order: { id: 'o1', status: 'shipped' },
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

	it('has the shipments of 20 pages', async () => {
		const { client } = scriptedService([{ status: 200, body: order }, ...pages(20)]);
		expect((await readCurrentOrder(client, 'o1')).shipments).toHaveLength(20);
	});

	it('cannot be read when its shipments have more than 20 pages', async () => {
		const { client, sent } = scriptedService([{ status: 200, body: order }, ...pages(21)]);
		await expect(readCurrentOrder(client, 'o1')).rejects.toThrow(
			'The pages of the shipments of order "o1" do not end',
		);
		expect(sent).toHaveLength(21);
	});
});

describe('All shipments of an order', () => {
	it('are read to their end when no number of pages is set', async () => {
		const { client } = scriptedService(pages(30));
		const ids = (await readShipments(client, 'o1')).map(({ id }) => id);
		expect(ids).toHaveLength(30);
		expect(ids.at(-1)).toBe('last');
	});

	it('are those of an order that the error names', async () => {
		const { client } = scriptedService([{ status: 404 }], once);
		await expect(readShipments(client, 'o1')).rejects.toThrow('Order "o1" was not found');
	});
});
