import { describe, expect, it } from 'vitest';

import { FakeService, newestFirst, type Behaviour, type FakeOrder } from '../fakeService.ts';
import { ALL_EVENTS, changeIds, Poller } from '../poller.ts';

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
	it('a poll emits nothing when there is no state yet, and then what has changed since', async () => {
		const service = serviceWith([
			order('a', 'inprocess', NOW - DAY),
			order('b', 'draft', NOW - HOUR),
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

	it.each([1, 2, 3])(
		'a scan ends behind the end of a list that links empty pages for ever, with %i requests in each poll',
		async (requests) => {
			const service = serviceWith([order('a', 'inprocess', NOW - DAY)], 1);
			service.hasEndlessPages = true;
			const poller = new Poller(service, { events: ['order.created'] });
			for (let poll = 0; poll < 8; poll += 1) {
				await poller.poll(NOW + poll * MINUTE, undefined, requests);
			}
			service.orders.push(order('b', 'draft', NOW + 8 * MINUTE));
			const emitted: string[] = [];
			for (let poll = 9; poll < 15; poll += 1) {
				emitted.push(...changeIds(await poller.poll(NOW + poll * MINUTE, undefined, requests)));
			}
			expect(emitted).toEqual(['order/b/created']);
		},
	);

	it('a poll emits everything since the start date, oldest first', async () => {
		const service = serviceWith([
			order('before', 'inprocess', NOW - 9 * DAY),
			order('changed', 'shipped', NOW - 9 * DAY, NOW - DAY),
			order('new', 'inprocess', NOW - 3 * DAY, NOW - 2 * DAY),
		]);
		const poller = new Poller(service, {
			startFromSeconds: (NOW - 5 * DAY) / 1000,
			lateAfterSeconds: 60 * 24 * 3600,
		});
		expect(changeIds(await poller.poll(NOW))).toEqual([
			'order/new/created',
			'order/new/inprocess',
			'order/changed/shipped',
		]);
		expect(await poller.poll(NOW + MINUTE)).toEqual([]);
	});

	it('a poll emits shipments even if nothing else of the order has changed', async () => {
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

	it('a poll emits mockup tasks, including pending ones', async () => {
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

	it('a poll emits once that an order is late, from the second poll on, unless a shipment was handed over', async () => {
		const service = serviceWith([
			order('late', 'inprocess', NOW - 20 * DAY, NOW - 8 * DAY),
			order('sent', 'partial', NOW - 20 * DAY, NOW - 8 * DAY),
			order('soon', 'inprocess', NOW - 20 * DAY, NOW - 7 * DAY + HOUR),
		]);
		service.orders[1]?.shipments.push({ id: 's', shipmentStatus: 'shipped' });
		service.habits.hasDateHeader = true;
		const poller = new Poller(service, { events: ['order.late'] });
		expect(await poller.poll(NOW)).toEqual([]);
		expect(changeIds(await poller.poll(NOW + MINUTE))).toEqual(['order/late/late']);
		expect(await poller.poll(NOW + 2 * MINUTE)).toEqual([]);
		expect(changeIds(await poller.poll(NOW + 2 * HOUR))).toEqual(['order/soon/late']);
		expect(await poller.poll(NOW + 3 * HOUR)).toEqual([]);
	});

	it('emits a change once it has lasted for Emit After', async () => {
		const service = serviceWith([order('a', 'pending', NOW - DAY)]);
		const poller = new Poller(service, { emitAfterSeconds: 20 * 60 });
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

	it('a poll reads an open order of last year by its ID, and not the pages down to it', async () => {
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

	it('a poll reads no page more than needed when the last order of a page is the last one that is open', async () => {
		const old = Array.from({ length: 60 }, (_, n) =>
			order(`o${n}`, n === 9 ? 'pending' : 'canceled', NOW - (n + 1) * HOUR),
		);
		const service = serviceWith(old);
		const poller = new Poller(service, { events: ['order.updated'] });
		await poller.poll(NOW);
		await poller.poll(NOW + MINUTE);
		await poller.poll(NOW + 2 * MINUTE);
		expect(service.requests).toEqual(['/api/orders']);
	});

	it('a poll reads the next page where it may show an order that is open and was created at the same time', async () => {
		const old = Array.from({ length: 60 }, (_, n) =>
			order(
				`o${n}`,
				n === 10 ? 'pending' : 'canceled',
				NOW - (n < 9 ? n + 1 : n < 12 ? 10 : n) * HOUR,
			),
		);
		const service = serviceWith(old);
		const poller = new Poller(service, { events: ['order.updated'] });
		await poller.poll(NOW);
		await poller.poll(NOW + MINUTE);
		await poller.poll(NOW + 2 * MINUTE);
		expect(service.requests).toEqual(['/api/orders', '/api/orders?page=2']);
	});

	it('the next poll finds what an incremental scan missed because pages shifted', async () => {
		const old = Array.from({ length: 40 }, (_, n) =>
			order(`o${n}`, 'canceled', NOW - (n + 1) * DAY),
		);
		const service = serviceWith(old, 2);
		const poller = new Poller(service, { events: ['order.created'] });
		await poller.poll(NOW);
		await poller.poll(NOW + MINUTE);
		const orders = [8, 5, 2].map((hour) =>
			order(`new-${hour}`, 'canceled', NOW + DAY / 2 - hour * HOUR),
		);
		service.orders.push(...orders);
		// The third newest moves from the second page to the first one while these are read.
		const shifted = { shifts: [0, 1], failing: [] };
		const created = async (time: number, behaviour?: Behaviour): Promise<string[]> =>
			changeIds(await poller.poll(time, behaviour)).filter((id) => id.endsWith('/created'));
		expect(await created(NOW + DAY / 2, shifted)).toEqual([
			'order/new-5/created',
			'order/new-2/created',
		]);
		expect(await created(NOW + DAY / 2 + MINUTE)).toEqual(['order/new-8/created']);
		expect(service.requests.length).toBeLessThan(10);
	});

	it('a poll reads the whole of a list that is sorted newest first by chance', async () => {
		const byId = new FakeService(1, (orders) => [...orders].sort((a, b) => (a.id < b.id ? -1 : 1)));
		byId.orders.push(order('a', 'draft', NOW - 2 * HOUR), order('b', 'canceled', NOW - 5 * HOUR));
		const poller = new Poller(byId, { events: ['order.created'] });
		await poller.poll(NOW);
		await poller.poll(NOW + MINUTE);
		byId.orders.push(order('c', 'draft', NOW + MINUTE));
		expect(changeIds(await poller.poll(NOW + 2 * MINUTE))).toEqual(['order/c/created']);
	});

	it('a poll emits complete orders even if the list shows only parts of them', async () => {
		const service = serviceWith([order('a', 'draft', NOW - DAY), order('b', 'draft', NOW - DAY)]);
		service.isAbbreviated = true;
		const poller = new Poller(service, { events: ['order.updated'] });
		await poller.poll(NOW);
		change(service, 'a', 'pending', NOW + MINUTE);
		const [emitted] = await poller.poll(NOW + MINUTE, { shifts: [], failing: [1] });
		expect(emitted).toBeUndefined();
		const changes = await poller.poll(NOW + 2 * MINUTE);
		expect(changeIds(changes)).toEqual(['order/a/pending']);
		expect(changes[0]?.object).toMatchObject({ orderItems: [] });
		expect(service.requests).toEqual(['/api/orders', '/api/orders/a']);
	});

	it('a poll emits an order as created even if it could not be read by its ID for longer than Forget After', async () => {
		const service = serviceWith([]);
		service.isAbbreviated = true;
		const poller = new Poller(service, { events: ['order.created'] });
		await poller.poll(NOW);
		service.orders.push(order('a', 'draft', NOW + MINUTE));
		for (const day of [45, 50, 51]) {
			expect(await poller.poll(NOW + day * DAY, { shifts: [], failing: [1] })).toEqual([]);
		}
		expect(changeIds(await poller.poll(NOW + 52 * DAY))).toEqual(['order/a/created']);
	});

	it('a poll emits an order that the baseline missed even if it could not be read by its ID while that was verified', async () => {
		const orders = [order('a', 'draft', NOW - 2 * DAY), order('b', 'draft', NOW - DAY)];
		const service = new FakeService(1, (list) => newestFirst(list).reverse());
		service.orders.push(...orders);
		service.isAbbreviated = true;
		const poller = new Poller(service, { events: ['order.updated'] });
		// The second page fails. Then the first order is deleted, so that the second one moves to the page that was read.
		await poller.poll(NOW, { shifts: [], failing: [1] });
		service.orders.splice(0, 1, order('c', 'draft', NOW + 1000));
		await poller.poll(NOW + MINUTE);
		change(service, 'b', 'failed', NOW + 2 * MINUTE);
		await poller.poll(NOW + 45 * DAY, { shifts: [], failing: [1, 2] });
		const emitted = [
			...(await poller.poll(NOW + 46 * DAY)),
			...(await poller.poll(NOW + 46 * DAY + MINUTE)),
		];
		expect(changeIds(emitted)).toContain('order/b/failed');
	});

	it('a poll takes the baseline of an event that is chosen later when it is chosen', async () => {
		const service = serviceWith([order('a', 'shipped', NOW - DAY)]);
		service.orders[0]?.shipments.push({ id: 's', shipmentStatus: 'returned' });
		service.tasks.push({ id: 'm', status: 'completed', createdAt: iso(NOW - HOUR) });
		const poller = new Poller(service, { events: ['order.updated'] });
		await poller.poll(NOW);
		service.orders.push(order('b', 'partial', NOW + 1));
		service.orders[1]?.shipments.push({ id: 'u', shipmentStatus: 'packaged' });
		await poller.poll(NOW + MINUTE / 2);
		poller.settings = { ...poller.settings, events: ALL_EVENTS };
		expect(await poller.poll(NOW + MINUTE)).toEqual([]);
		service.orders[0]?.shipments.push({ id: 't', shipmentStatus: 'pending' });
		expect(changeIds(await poller.poll(NOW + 2 * MINUTE))).toEqual(['shipment/t/pending']);
		poller.settings = { ...poller.settings, events: ['mockup_task.finished'] };
		await poller.poll(NOW + 3 * MINUTE);
		const { chosen, ...state } = poller.state ?? {};
		expect(Object.keys(state)).toEqual(['version', 'address', 'holds', 'tasks']);
		expect(chosen?.events).toEqual(['mockup_task.finished']);
	});

	it('the full scan starts over if the page where it was to continue no longer exists', async () => {
		const service = serviceWith(
			Array.from({ length: 30 }, (_, n) => order(`o${n}`, 'draft', NOW - n * DAY)),
			2,
		);
		const poller = new Poller(service, { events: ['order.updated'] });
		await poller.poll(NOW, undefined, 3);
		const progress = poller.state?.orders?.progress;
		expect(progress?.scan?.next).toBe('/api/orders?page=4');
		service.forgottenPath = progress?.scan?.next;
		await poller.poll(NOW + MINUTE);
		service.forgottenPath = undefined;
		await poller.poll(NOW + 2 * MINUTE);
		await poller.poll(NOW + 3 * MINUTE);
		expect(poller.state?.orders?.progress.phase).toBe('steady');
	});

	it('a poll stops reading an order that the service has not had for an hour, over several polls', async () => {
		const service = serviceWith([
			order('a', 'pending', NOW - DAY),
			order('b', 'pending', NOW - DAY),
		]);
		const poller = new Poller(service, { events: ['order.updated'] });
		await poller.poll(NOW);
		service.orders.splice(0, 1);
		await poller.poll(NOW + MINUTE);
		expect(service.requests).toEqual(['/api/orders', '/api/orders/a']);
		await poller.poll(NOW + 2 * MINUTE);
		expect(service.requests).toEqual(['/api/orders', '/api/orders/a']);
		await poller.poll(NOW + HOUR + MINUTE);
		expect(service.requests).toEqual(['/api/orders', '/api/orders/a']);
		await poller.poll(NOW + HOUR + 2 * MINUTE);
		expect(service.requests).toEqual(['/api/orders']);
	});

	it('a poll emits an order that was missing once, and then changes', async () => {
		const service = serviceWith([
			order('a', 'pending', NOW - DAY),
			order('b', 'pending', NOW - DAY),
		]);
		const poller = new Poller(service, { events: ['order.updated'] });
		await poller.poll(NOW);
		const [missing] = service.orders.splice(0, 1);
		await poller.poll(NOW + MINUTE);
		if (missing) service.orders.push(missing);
		change(service, 'a', 'onhold', NOW + 2 * MINUTE);
		expect(changeIds(await poller.poll(NOW + 2 * MINUTE))).toEqual(['order/a/onhold']);
	});

	it('a poll emits nothing for a status that comes and goes within Emit After', async () => {
		const service = serviceWith([order('a', 'pending', NOW - DAY)]);
		const poller = new Poller(service, { emitAfterSeconds: 20 * 60, events: ['order.updated'] });
		await poller.poll(NOW);
		change(service, 'a', 'onhold', NOW + MINUTE);
		await poller.poll(NOW + MINUTE);
		change(service, 'a', 'pending', NOW + 2 * MINUTE);
		expect(await poller.poll(NOW + 2 * MINUTE)).toEqual([]);
		expect(await poller.poll(NOW + 60 * MINUTE)).toEqual([]);
	});

	it('a poll does not emit an order that had finished just before the first poll', async () => {
		const service = serviceWith([
			order('a', 'canceled', NOW - 60 * DAY, NOW - 1000),
			order('b', 'draft', NOW - 90 * DAY),
		]);
		const poller = new Poller(service, { events: ['order.created', 'order.updated'] });
		for (let minute = 0; minute < 3; minute += 1) {
			expect(await poller.poll(NOW + minute * MINUTE)).toEqual([]);
		}
	});

	it('a poll emits an order that is reopened after it was forgotten', async () => {
		const service = serviceWith([order('a', 'canceled', NOW - 60 * DAY)]);
		const poller = new Poller(service, { events: ['order.created', 'order.updated'] });
		for (let day = 0; day < 4; day += 1) await poller.poll(NOW + day * DAY);
		expect(poller.state?.orders?.entries).toEqual({});
		change(service, 'a', 'inprocess', NOW + 4 * DAY);
		expect(changeIds(await poller.poll(NOW + 5 * DAY))).toEqual(['order/a/inprocess']);
	});

	it('no order that could not be read once more is forgotten, not even one that was finished before', async () => {
		const service = serviceWith([
			order('a', 'pending', NOW - 2 * DAY),
			order('b', 'pending', NOW - HOUR),
		]);
		const poller = new Poller(service, { events: ['order.updated'] });
		await poller.poll(NOW);
		for (const [day, status] of ['canceled', 'inprocess', 'shipped'].entries()) {
			change(service, 'a', status, NOW + day * DAY + HOUR);
			await poller.poll(NOW + day * DAY + 2 * HOUR);
		}
		await poller.poll(NOW + 3 * DAY + 3 * HOUR);
		change(service, 'a', 'failed', NOW + 20 * DAY);
		for (const day of [50, 51]) {
			expect(await poller.poll(NOW + day * DAY, { shifts: [], failing: [0] })).toEqual([]);
		}
		expect(changeIds(await poller.poll(NOW + 52 * DAY))).toEqual(['order/a/failed']);
	});

	it('nothing is lost while n8n is down for longer than Forget After', async () => {
		const service = serviceWith([order('a', 'shipped', NOW - DAY)]);
		const poller = new Poller(service);
		await poller.poll(NOW);
		await poller.poll(NOW + MINUTE);
		service.orders.push(order('b', 'shipped', NOW + HOUR));
		service.orders[0]?.shipments.push({ id: 's', shipmentStatus: 'returned' });
		const changes = changeIds(await poller.poll(NOW + 50 * DAY));
		expect(changes.sort()).toEqual(['order/b/created', 'order/b/shipped', 'shipment/s/returned']);
	});

	it('lists of shipments without an end take no time of the rest of a poll', async () => {
		const service = new FakeService(100, newestFirst);
		for (const id of ['a', 'b', 'c', 'd', 'e']) {
			service.orders.push(order(id, 'inprocess', NOW - DAY));
			service.badOrders.set(id, { part: 'shipments', answer: 'endless' });
		}
		const poller = new Poller(service);
		await poller.poll(NOW);
		service.tasks.push({ id: 'm', status: 'completed', createdAt: iso(NOW) });
		const maxRequests = 30;
		expect(changeIds(await poller.poll(NOW + MINUTE, undefined, maxRequests))).toEqual([
			'mockupTask/m/completed',
		]);
		expect(service.requests.length).toBeLessThanOrEqual(maxRequests);
	});

	it('a poll continues a full scan that ran out of time, and reads the newest orders all the same', async () => {
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
		expect(poller.state?.orders?.progress.phase).toBe('steady');
	});
});
