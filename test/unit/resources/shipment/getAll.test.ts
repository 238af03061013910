import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { getAll } from '../../../../nodes/PodFulfilment/resources/shipment/getAll.ts';
import { SHIPMENT_STATUSES } from '../../../../nodes/PodFulfilment/spec/service.ts';
import { found, listOf, locate, runOperation } from '../runOperation.ts';

const orderId = locate('externalId', 'A-1');
const READ = 'GET /api/orders/@A-1';
const order = found({ id: 'o1', externalId: 'A-1', status: 'shipped' });
/** The names of the order that each parcel carries. */
const names = { orderId: 'o1', orderExternalId: 'A-1' };
const named = (...parcels: IDataObject[]): IDataObject[] =>
	parcels.map((parcel) => ({ ...parcel, ...names }));
const shipment = (id: string, shipmentStatus: string) => ({ id, carrier: 'DHL', shipmentStatus });
const shipments = SHIPMENT_STATUSES.map((status) => shipment(`of ${status}`, status));

describe('Get Many of shipments', () => {
	it('the shipments of the order are returned simplified', async () => {
		const [first = shipment('s1', '')] = shipments;
		const raw = { '@id': '/api/shipments/s1', ...first };
		const { json, sent } = await runOperation(getAll, { orderId }, [listOf(raw), order]);
		expect(sent).toEqual([`${READ}/shipments`, READ]);
		expect(json).toEqual(named(first));
	});

	it('a shipment is returned as the service has it when Simplify is off', async () => {
		const raw = { '@id': '/api/shipments/s1', ...shipment('s1', 'shipped') };
		const { json } = await runOperation(getAll, { orderId, simplify: false }, [listOf(raw), order]);
		expect(json).toEqual(named(raw));
	});

	it.each([{}, { shipmentStatus: [] }, { shipmentStatus: '' }])(
		'the filters %j let all shipments pass',
		async (filters) => {
			const { json } = await runOperation(getAll, { orderId, filters }, [
				listOf(...shipments),
				order,
			]);
			expect(json).toEqual(named(...shipments));
		},
	);

	it.each(SHIPMENT_STATUSES)('the filter for %s returns the shipments with it', async (status) => {
		const { json, hints } = await runOperation(
			getAll,
			{ orderId, filters: { shipmentStatus: [status] } },
			[listOf(...shipments), order],
		);
		expect(json).toEqual(named(shipment(`of ${status}`, status)));
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

describe('The names of the order on its parcels', () => {
	const parcel = shipment('s1', 'shipped');

	it.each<[string, IDataObject, IDataObject]>([
		['ID', locate('id', 'o1'), { orderId: 'o1', orderExternalId: null }],
		['ID from the list', locate('list', 'o1'), { orderId: 'o1', orderExternalId: null }],
		['external ID', orderId, { orderId: null, orderExternalId: 'A-1' }],
	])(
		'the parcels come with the given %s alone when the order cannot be read',
		async (_, locator, given) => {
			for (const answer of [{ status: 404 }, { status: 503 }, found({ id: 'another' })]) {
				const { json, error } = await runOperation(getAll, { orderId: locator }, [
					listOf(parcel),
					answer,
				]);
				expect(error).toBeUndefined();
				expect(json).toEqual([{ ...parcel, ...given }]);
			}
		},
	);

	it('an order of the shop without an external ID leaves that name empty', async () => {
		const { json } = await runOperation(getAll, { orderId: locate('id', 'o1') }, [
			listOf(parcel),
			found({ id: 'o1', externalId: null }),
		]);
		expect(json).toEqual([{ ...parcel, orderId: 'o1', orderExternalId: null }]);
	});

	it('an order is not read when it has no parcels, or none that pass the filters', async () => {
		const filters = { shipmentStatus: ['returned'] };
		expect((await runOperation(getAll, { orderId }, [listOf()])).sent).toHaveLength(1);
		const filtered = await runOperation(getAll, { orderId, filters }, [listOf(parcel)]);
		expect(filtered.sent).toHaveLength(1);
	});

	it('an order is not read when its parcels name it and the user gave its external ID', async () => {
		const { json, sent } = await runOperation(getAll, { orderId }, [
			listOf({ ...parcel, orderId: 'o1' }),
		]);
		expect(sent).toHaveLength(1);
		expect(json).toEqual(named(parcel));
	});

	it('an order is read once in a run, however many items ask for its parcels', async () => {
		const item = { orderId, options: { maxAttempts: 1, concurrency: 1 } };
		const { json, sent } = await runOperation(
			getAll,
			[item, item, item],
			[listOf(parcel), order, listOf(parcel), listOf(parcel)],
		);
		expect(sent.filter((line) => line === READ)).toHaveLength(1);
		expect(json).toEqual(named(parcel, parcel, parcel));
	});
});
