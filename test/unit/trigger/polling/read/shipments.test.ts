import { describe, expect, it } from 'vitest';

import { FakeService } from '../fakeService.ts';
import { changeIds, Poller } from '../poller.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const iso = (time: number): string => new Date(time).toISOString();

/** A service whose orders never show a change in `updatedAt`, each with a parcel on its way. */
function serviceWith(count: number): FakeService {
	const service = new FakeService(100);
	for (let number = 0; number < count; number += 1) {
		const createdAt = iso(NOW - DAY - number * MINUTE);
		service.orders.push({
			id: `o${number}`,
			status: 'partial',
			createdAt,
			updatedAt: createdAt,
			shipments: [{ id: `s${number}`, shipmentStatus: 'shipped', shippedAt: iso(NOW - DAY) }],
		});
	}
	return service;
}

const shipmentReads = (service: FakeService): string[] =>
	service.requests.filter((path) => path.endsWith('/shipments'));

async function started(service: FakeService): Promise<Poller> {
	const poller = new Poller(service, { events: ['shipment.created'] });
	await poller.poll(NOW);
	return poller;
}

describe('The shipments of an order', () => {
	it('all shipments are read by the first poll, and then those of 25 orders in turn while nothing shows a change', async () => {
		const service = serviceWith(60);
		const poller = await started(service);
		expect(shipmentReads(service)).toHaveLength(60);
		const read = new Set<string>();
		for (let minute = 1; minute <= 3; minute += 1) {
			await poller.poll(NOW + minute * MINUTE);
			expect(shipmentReads(service)).toHaveLength(25);
			for (const path of shipmentReads(service)) read.add(path);
		}
		expect(read.size).toBe(60);
	});

	it('a returned shipment is emitted within a few polls when its order does not show it', async () => {
		const service = serviceWith(60);
		const poller = await started(service);
		Object.assign(service.orders[59]?.shipments[0] ?? {}, { shipmentStatus: 'returned' });
		const emitted: string[] = [];
		for (let minute = 1; minute <= 3; minute += 1) {
			emitted.push(...changeIds(await poller.poll(NOW + minute * MINUTE)));
		}
		expect(emitted).toEqual(['shipment/s59/returned']);
	});

	it('shipments are read by each poll while one of them is about to leave', async () => {
		const service = serviceWith(60);
		Object.assign(service.orders[59]?.shipments[0] ?? {}, { shipmentStatus: 'packaged' });
		const poller = await started(service);
		for (let minute = 1; minute <= 2; minute += 1) {
			await poller.poll(NOW + minute * MINUTE);
			expect(service.requests).toContain('/api/orders/o59/shipments');
		}
	});

	it.each(['packaged', 'shipped'])(
		'the shipments of every order come in turn when the time is short, here with parcels that are %s',
		async (shipmentStatus) => {
			const service = serviceWith(40);
			for (const { shipments } of service.orders)
				Object.assign(shipments[0] ?? {}, { shipmentStatus });
			const poller = await started(service);
			const read = new Set<string>();
			for (let minute = 1; minute <= 6; minute += 1) {
				await poller.poll(NOW + minute * MINUTE, undefined, 15);
				expect(shipmentReads(service).length).toBeLessThan(20);
				for (const path of shipmentReads(service)) read.add(path);
			}
			expect(read.size).toBe(40);
		},
	);

	it('orders that keep changing take no more than three of four turns from the others', async () => {
		const service = serviceWith(60);
		for (const { shipments } of service.orders.slice(0, 40)) {
			Object.assign(shipments[0] ?? {}, { shipmentStatus: 'packaged' });
		}
		const poller = await started(service);
		const read = new Set<string>();
		for (let minute = 1; minute <= 6; minute += 1) {
			await poller.poll(NOW + minute * MINUTE, undefined, 20);
			for (const path of shipmentReads(service)) read.add(path);
		}
		const routine = service.orders.slice(40).map(({ id }) => `/api/orders/${id}/shipments`);
		expect(routine.every((path) => read.has(path))).toBe(true);
	});

	it('shipments are read by the next poll if they could not be read, even if updatedAt stays the same', async () => {
		const service = serviceWith(60);
		const poller = await started(service);
		Object.assign(service.orders[59] ?? {}, { status: 'shipped' });
		await poller.poll(NOW + MINUTE, { shifts: [], failing: [1] });
		expect(service.requests[1]).toBe('/api/orders/o59/shipments');
		// What failed has one turn in four, so that it takes little from the others.
		await poller.poll(NOW + 2 * MINUTE);
		expect(shipmentReads(service).indexOf('/api/orders/o59/shipments')).toBe(3);
		Object.assign(service.orders[59] ?? {}, { status: 'partial' });
		await poller.poll(NOW + 3 * MINUTE);
		expect(service.requests[1]).toBe('/api/orders/o59/shipments');
	});

	it('shipments are not read while the order is a draft, nor after it has finished and they were read once more', async () => {
		const service = serviceWith(2);
		Object.assign(service.orders[0] ?? {}, { status: 'draft' });
		const poller = await started(service);
		Object.assign(service.orders[1] ?? {}, { status: 'canceled' });
		await poller.poll(NOW + MINUTE);
		expect(shipmentReads(service)).toEqual(['/api/orders/o1/shipments']);
		await poller.poll(NOW + 2 * MINUTE);
		expect(shipmentReads(service)).toEqual([]);
	});
});
