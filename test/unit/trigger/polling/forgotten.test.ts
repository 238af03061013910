import { describe, expect, it } from 'vitest';

import { FakeService, newestFirst, type FakeOrder } from './fakeService.ts';
import { changeIds, Poller } from './poller.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const iso = (time: number): string => new Date(time).toISOString();

const order = (id: string, status: string, changed: number): FakeOrder => ({
	id,
	status,
	createdAt: iso(changed),
	updatedAt: iso(changed),
	shipments: [],
});

describe('What was forgotten', () => {
	const SHIPPED = ['order.created', 'order.updated', 'shipment.created'];

	/** A shop with an order shipped each day for so many days, polled once a day; the last order is open. */
	async function shopAfter(days: number): Promise<{ service: FakeService; poller: Poller }> {
		const service = new FakeService(100, newestFirst);
		const poller = new Poller(service, { events: SHIPPED });
		for (let day = 0; day < days; day += 1) {
			const at = NOW + day * DAY;
			const [previous] = service.orders.slice(-1);
			if (previous) {
				Object.assign(previous, { status: 'shipped', updatedAt: iso(at - HOUR) });
				previous.shipments.push({
					id: `s${day}`,
					shipmentStatus: 'shipped',
					shippedAt: iso(at - HOUR),
				});
			}
			service.orders.push(order(`o${day}`, 'inprocess', at - 2 * HOUR));
			await poller.poll(at);
		}
		return { service, poller };
	}

	it('an order that was forgotten is not repeated when Forget After is raised', async () => {
		const { service, poller } = await shopAfter(80);
		expect((await poller.state())?.orders?.entries.size).toBeLessThan(80);
		poller.settings = { ...poller.settings, forgetAfterSeconds: 90 * 24 * 3600 };
		for (let day = 80; day < 85; day += 1) expect(await poller.poll(NOW + day * DAY)).toEqual([]);
		// It still tells what is open again.
		Object.assign(service.orders[3] ?? {}, { status: 'onhold', updatedAt: iso(NOW + 85 * DAY) });
		expect(changeIds(await poller.poll(NOW + 85 * DAY))).toEqual(['order/o3/onhold']);
	});

	it('a parcel that left before is not repeated when its forgotten order is open again, and a new one is told', async () => {
		const { service, poller } = await shopAfter(80);
		const reopened = service.orders[3];
		Object.assign(reopened ?? {}, { status: 'inprocess', updatedAt: iso(NOW + 80 * DAY) });
		expect(changeIds(await poller.poll(NOW + 80 * DAY))).toEqual(['order/o3/inprocess']);
		reopened?.shipments.push({ id: 'again', shipmentStatus: 'packaged' });
		const later = NOW + 80 * DAY + MINUTE;
		expect(changeIds(await poller.poll(later))).toEqual(['shipment/again/packaged']);
	});

	it('events that are not chosen for one poll and then chosen again repeat nothing', async () => {
		const { poller } = await shopAfter(80);
		poller.settings = { ...poller.settings, events: ['order.updated'] };
		expect(await poller.poll(NOW + 80 * DAY)).toEqual([]);
		poller.settings = { ...poller.settings, events: SHIPPED };
		for (let minute = 0; minute < 4; minute += 1) {
			expect(await poller.poll(NOW + 80 * DAY + minute * MINUTE)).toEqual([]);
		}
	});

	it('the parcels of an order that fell back to draft do not leave again when their event is chosen again', async () => {
		const service = new FakeService(100, newestFirst);
		const poller = new Poller(service, { events: SHIPPED });
		const shop = order('a', 'inprocess', NOW);
		service.orders.push(shop);
		await poller.poll(NOW);
		shop.shipments.push({ id: 's', shipmentStatus: 'shipped', shippedAt: iso(NOW + MINUTE) });
		expect(changeIds(await poller.poll(NOW + MINUTE))).toEqual(['shipment/s/shipped']);
		Object.assign(shop, { status: 'draft', updatedAt: iso(NOW + 2 * MINUTE) });
		poller.settings = { ...poller.settings, events: ['order.updated'] };
		expect(changeIds(await poller.poll(NOW + 3 * MINUTE))).toEqual(['order/a/draft']);
		poller.settings = { ...poller.settings, events: SHIPPED };
		expect(await poller.poll(NOW + 4 * MINUTE)).toEqual([]);
		Object.assign(shop, { status: 'inprocess', updatedAt: iso(NOW + 5 * MINUTE) });
		shop.shipments.push({ id: 't', shipmentStatus: 'shipped', shippedAt: iso(NOW + 6 * MINUTE) });
		expect(changeIds(await poller.poll(NOW + 6 * MINUTE))).toEqual([
			'order/a/inprocess',
			'shipment/t/shipped',
		]);
	});
});
