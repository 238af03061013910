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

const serviceWith = (orders: FakeOrder[]): FakeService => {
	const service = new FakeService(100, newestFirst);
	service.orders.push(...orders);
	service.habits.hasDateHeader = true;
	return service;
};

const EVENTS = ['order.waiting'];

const wait = (ids: string[]): string[] => ids.filter((id) => id.includes('/waiting/'));

describe('Orders that wait', () => {
	it('each status in which an order waits is told once, a day after it began, with what its own path shows', async () => {
		const service = serviceWith([order('a', 'draft', NOW)]);
		service.isAbbreviated = true;
		const poller = new Poller(service, { events: EVENTS });
		const told: string[] = [];
		for (let hour = 0; hour < 7 * 24; hour += 1) {
			const status = ['draft', 'onhold', 'inprocess', 'failed'][Math.floor(hour / 40)];
			if (status !== undefined && service.orders[0]?.status !== status) {
				Object.assign(service.orders[0] ?? {}, { status, updatedAt: iso(NOW + hour * HOUR) });
			}
			const changes = await poller.poll(NOW + hour * HOUR);
			const waiting = changes.filter(({ event }) => event === 'order.waiting');
			for (const { changeId, object } of waiting) {
				expect(object).toMatchObject({ orderItems: [] });
				told.push(`${hour} ${changeId}`);
			}
		}
		expect(told).toEqual([
			'24 order/a/waiting/draft',
			'64 order/a/waiting/onhold',
			'144 order/a/waiting/failed',
		]);
	});

	it('thousands of forgotten drafts come a hundred at a time, the longest first, and those of last year never', async () => {
		const drafts = Array.from({ length: 250 }, (_, index) =>
			order(`d${index}`, 'draft', NOW - 2 * DAY - index * MINUTE),
		);
		const old = Array.from({ length: 30 }, (_, index) =>
			order(`old${index}`, 'draft', NOW - 40 * DAY - index * MINUTE),
		);
		const service = serviceWith([...drafts, ...old]);
		const poller = new Poller(service, { events: EVENTS, remindEverySeconds: 0 });
		expect(await poller.poll(NOW)).toEqual([]);
		const told: string[][] = [];
		for (let minute = 1; minute <= 5; minute += 1) {
			told.push(wait(changeIds(await poller.poll(NOW + minute * MINUTE))));
			expect(service.requests.length).toBeLessThanOrEqual(3 + 100);
		}
		expect(told.map((ids) => ids.length)).toEqual([100, 100, 50, 0, 0]);
		expect(new Set(told.flat())).toEqual(
			new Set(drafts.map(({ id }) => `order/${id}/waiting/draft`)),
		);
		expect(told[0]).toContain('order/d249/waiting/draft');
		expect(told[2]).toContain('order/d0/waiting/draft');
	});

	it('an idle poll costs nothing more for orders that wait and were told', async () => {
		const service = serviceWith([order('a', 'draft', NOW - 2 * DAY)]);
		const poller = new Poller(service, { events: EVENTS });
		for (let minute = 0; minute <= 3; minute += 1) await poller.poll(NOW + minute * MINUTE);
		expect(service.requests).toEqual(['/api/orders']);
	});

	it('an order is told although its own path fails, as the list shows it', async () => {
		const service = serviceWith([order('a', 'onhold', NOW - 2 * DAY)]);
		const poller = new Poller(service, { events: EVENTS });
		await poller.poll(NOW);
		const changes = await poller.poll(NOW + MINUTE, { shifts: [], failing: [1] });
		expect(wait(changeIds(changes))).toEqual(['order/a/waiting/onhold']);
		expect(service.requests).toEqual(['/api/orders', '/api/orders/a']);
	});

	it('an order that answers 500 while the baseline ends is told as waiting later, and not as created', async () => {
		const old = [40, 39, 38].map((days) => order(`o${days}`, 'inprocess', NOW - days * DAY));
		const oldestFirst = (orders: FakeOrder[]): FakeOrder[] => newestFirst(orders).reverse();
		const service = new FakeService(1, oldestFirst);
		service.isAbbreviated = true;
		service.habits.hasDateHeader = true;
		service.orders.push(...old, order('draft', 'draft', NOW - 2 * DAY));
		const poller = new Poller(service, { events: ['order.created', 'order.waiting'] });
		await poller.poll(NOW, { shifts: [], failing: [3] });
		const told: string[] = [];
		for (let minute = 1; minute <= 6; minute += 1) {
			const isDown = minute <= 2;
			service.badOrders.clear();
			if (isDown) {
				service.badOrders.set('draft', { part: 'order', answer: 500 });
			}
			const changes = await poller.poll(NOW + minute * MINUTE, {
				shifts: [],
				failing: [],
			});
			told.push(...changeIds(changes));
		}
		expect(told).toEqual(['order/draft/waiting/draft']);
	});
});
