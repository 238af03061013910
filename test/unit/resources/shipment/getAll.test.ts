import { describe, expect, it } from 'vitest';

import { getAll } from '../../../../nodes/PodFulfilment/resources/shipment/getAll.ts';
import { SHIPMENT_STATUSES } from '../../../../nodes/PodFulfilment/spec/service.ts';
import { listOf, locate, runOperation } from '../runOperation.ts';

const orderId = locate('externalId', 'A-1');
const shipment = (id: string, shipmentStatus: string) => ({ id, carrier: 'DHL', shipmentStatus });
const shipments = SHIPMENT_STATUSES.map((status) => shipment(`of ${status}`, status));

describe('Get Many of shipments', () => {
	it('the shipments of the order are returned simplified', async () => {
		const [first = shipment('s1', '')] = shipments;
		const raw = { '@id': '/api/shipments/s1', ...first };
		const { json, sent } = await runOperation(getAll, { orderId }, [listOf(raw)]);
		expect(sent).toEqual(['GET /api/orders/@A-1/shipments']);
		expect(json).toEqual([first]);
	});

	it('a shipment is returned as the service has it when Simplify is off', async () => {
		const raw = { '@id': '/api/shipments/s1', ...shipment('s1', 'shipped') };
		const { json } = await runOperation(getAll, { orderId, simplify: false }, [listOf(raw)]);
		expect(json).toEqual([raw]);
	});

	it.each([{}, { shipmentStatus: [] }, { shipmentStatus: '' }])(
		'the filters %j let all shipments pass',
		async (filters) => {
			const { json } = await runOperation(getAll, { orderId, filters }, [listOf(...shipments)]);
			expect(json).toEqual(shipments);
		},
	);

	it.each(SHIPMENT_STATUSES)('the filter for %s returns the shipments with it', async (status) => {
		const { json, hints } = await runOperation(
			getAll,
			{ orderId, filters: { shipmentStatus: [status] } },
			[listOf(...shipments)],
		);
		expect(json).toEqual([shipment(`of ${status}`, status)]);
		expect(hints).toEqual([`${shipments.length} shipments were read, and 1 passed the filters.`]);
	});

	it('a status that shipments do not have is refused before anything is read', async () => {
		const filters = { shipmentStatus: ['lost in space'] };
		const { error, sent } = await runOperation(getAll, { orderId, filters }, []);
		expect(error?.message).toBe(
			'Filters → Shipment Status contains "lost in space", which is not a status',
		);
		expect(sent).toEqual([]);
	});

	it('an order that the service does not have is named in the error', async () => {
		const { error } = await runOperation(getAll, { orderId }, [{ status: 404 }]);
		expect(error?.message).toBe('Order "A-1" was not found');
	});
});
