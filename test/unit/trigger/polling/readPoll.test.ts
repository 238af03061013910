import { describe, expect, it } from 'vitest';

import { FakeService, newestFirst, type FakeOrder } from './fakeService.ts';
import { changeIds, Poller } from './poller.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const iso = (time: number): string => new Date(time).toISOString();

const order = (
	id: string,
	status: string,
	createdAt: number,
	updatedAt = createdAt,
): FakeOrder => ({
	id,
	status,
	createdAt: iso(createdAt),
	updatedAt: iso(updatedAt),
	shipments: [],
});

/** Changes an order as the service does. */
function change(service: FakeService, id: string, status: string, at: number): void {
	const changed = service.orders.find((one) => one.id === id);
	if (changed) Object.assign(changed, { status, updatedAt: iso(at) });
}

const serviceWith = (orders: FakeOrder[], pageSize = 10): FakeService => {
	const service = new FakeService(pageSize, newestFirst);
	service.orders.push(...orders);
	return service;
};

describe('A poll', () => {
	it('starts nothing when there is no state yet, and tells what has changed since', async () => {
		const service = serviceWith([
			order('a', 'inprocess', NOW - DAY),
			order('b', 'draft', NOW - DAY),
		]);
		const poller = new Poller(service);
		expect(await poller.poll(NOW)).toEqual([]);
		change(service, 'a', 'shipped', NOW + MINUTE / 2);
		service.orders.push(order('c', 'draft', NOW + MINUTE));
		service.orders.push(order('d', 'pending', NOW + 2 * MINUTE));
		expect(changeIds(await poller.poll(NOW + 3 * MINUTE))).toEqual([
			'order/a/shipped',
			'order/c/created',
			'order/d/created',
			'order/d/pending',
		]);
		expect(await poller.poll(NOW + 4 * MINUTE)).toEqual([]);
	});

	it('tells everything since the start date, oldest first', async () => {
		const service = serviceWith([
			order('before', 'inprocess', NOW - 9 * DAY),
			order('changed', 'shipped', NOW - 9 * DAY, NOW - DAY),
			order('new', 'inprocess', NOW - 3 * DAY, NOW - 2 * DAY),
		]);
		const poller = new Poller(service, {
			startFrom: (NOW - 5 * DAY) / 1000,
			lateAfter: 60 * 24 * 3600,
		});
		expect(changeIds(await poller.poll(NOW))).toEqual([
			'order/new/created',
			'order/new/inprocess',
			'order/changed/shipped',
		]);
		expect(await poller.poll(NOW + MINUTE)).toEqual([]);
	});

	it('tells shipments, also where nothing else of the order has changed', async () => {
		const service = serviceWith([order('a', 'shipped', NOW - DAY)]);
		service.orders[0]?.shipments.push({
			id: 's',
			shipmentStatus: 'shipped',
			shippedAt: iso(NOW - HOUR),
		});
		const poller = new Poller(service);
		expect(await poller.poll(NOW)).toEqual([]);
		Object.assign(service.orders[0]?.shipments[0] ?? {}, { shipmentStatus: 'returned' });
		service.orders[0]?.shipments.push({ id: 't', shipmentStatus: 'pending' });
		const changes = await poller.poll(NOW + MINUTE);
		expect(changeIds(changes)).toEqual(['shipment/s/returned', 'shipment/t/pending']);
		expect(changes[0]?.object).toMatchObject({ id: 's', orderId: 'a' });
		expect(await poller.poll(NOW + 2 * MINUTE)).toEqual([]);
	});

	it('tells mockup tasks, pending ones too', async () => {
		const service = serviceWith([]);
		service.tasks.push({ id: 'old', status: 'pending', createdAt: iso(NOW - HOUR) });
		const poller = new Poller(service);
		expect(await poller.poll(NOW)).toEqual([]);
		service.tasks.push({ id: 'new', status: 'pending', createdAt: iso(NOW + MINUTE) });
		Object.assign(service.tasks[0] ?? {}, { status: 'failed' });
		expect(changeIds(await poller.poll(NOW + 2 * MINUTE)).sort()).toEqual([
			'mockupTask/new/pending',
			'mockupTask/old/failed',
		]);
	});

	it('tells once that an order is late, from the second poll on, unless a shipment was handed over', async () => {
		const service = serviceWith([
			order('late', 'inprocess', NOW - 20 * DAY, NOW - 8 * DAY),
			order('sent', 'partial', NOW - 20 * DAY, NOW - 8 * DAY),
			order('soon', 'inprocess', NOW - 20 * DAY, NOW - 7 * DAY + HOUR),
		]);
		service.orders[1]?.shipments.push({ id: 's', shipmentStatus: 'shipped' });
		const poller = new Poller(service, { events: ['order.late'] });
		expect(await poller.poll(NOW)).toEqual([]);
		expect(changeIds(await poller.poll(NOW + MINUTE))).toEqual(['order/late/late']);
		expect(await poller.poll(NOW + 2 * MINUTE)).toEqual([]);
		expect(changeIds(await poller.poll(NOW + 2 * HOUR))).toEqual(['order/soon/late']);
		expect(await poller.poll(NOW + 3 * HOUR)).toEqual([]);
	});

	it('holds a change back until it has been standing for as long as the user asks', async () => {
		const service = serviceWith([order('a', 'pending', NOW - DAY)]);
		const poller = new Poller(service, { emitAfter: 20 * 60 });
		await poller.poll(NOW);
		change(service, 'a', 'inprocess', NOW + MINUTE);
		service.orders.push(order('b', 'draft', NOW + MINUTE));
		expect(await poller.poll(NOW + MINUTE)).toEqual([]);
		change(service, 'a', 'shipped', NOW + 10 * MINUTE);
		expect(await poller.poll(NOW + 10 * MINUTE)).toEqual([]);
		expect(changeIds(await poller.poll(NOW + 21 * MINUTE))).toEqual(['order/b/created']);
		expect(changeIds(await poller.poll(NOW + 30 * MINUTE))).toEqual(['order/a/shipped']);
		expect(await poller.poll(NOW + 60 * MINUTE)).toEqual([]);
	});

	it('reads an open order of last year by its ID, and not the pages down to it', async () => {
		const old = Array.from({ length: 600 }, (_, n) =>
			order(`o${n}`, 'canceled', NOW - (n + 1) * DAY),
		);
		const service = serviceWith([...old, order('draft', 'draft', NOW - 400 * DAY - HOUR)]);
		const poller = new Poller(service, { events: ['order.updated'] });
		await poller.poll(NOW);
		await poller.poll(NOW + MINUTE);
		change(service, 'draft', 'inprocess', NOW + 2 * MINUTE);
		expect(changeIds(await poller.poll(NOW + 3 * MINUTE))).toEqual(['order/draft/inprocess']);
		expect(service.requests).toEqual(['/api/orders', '/api/orders/draft']);
	});

	it('goes on where the time was over, and reads the front of the list all the same', async () => {
		const old = Array.from({ length: 100 }, (_, n) =>
			order(`o${n}`, 'canceled', NOW - (n + 1) * DAY),
		);
		const service = serviceWith(old, 2);
		const poller = new Poller(service, { events: ['order.updated', 'order.created'] });
		await poller.poll(NOW, undefined, 20);
		service.orders.push(order('new', 'draft', NOW + MINUTE));
		expect(changeIds(await poller.poll(NOW + 2 * MINUTE, undefined, 30))).toEqual([
			'order/new/created',
		]);
		for (let minute = 3; minute < 60; minute += 1) {
			expect(await poller.poll(NOW + minute * MINUTE, undefined, 20)).toEqual([]);
		}
		expect(poller.state?.orders?.progress.phase).toBe('following');
	});
});
