import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeN8n } from './fakeN8n.ts';
import { FakeService, newestFirst, type FakeOrder } from './fakeService.ts';
import { ALL_EVENTS } from './poller.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const iso = (time: number): string => new Date(time).toISOString();

let service: FakeService;

beforeEach(() => {
	vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
	service = new FakeService(500, newestFirst);
});
afterEach(() => {
	vi.useRealTimers();
});

function add(id: string, status: string, createdAt = Date.now()): FakeOrder {
	const order = { id, status, createdAt: iso(createdAt), updatedAt: iso(createdAt), shipments: [] };
	service.orders.push(order);
	return order;
}

function change(id: string, status: string): void {
	const order = service.orders.find((one) => one.id === id);
	Object.assign(order ?? {}, { status, updatedAt: iso(Date.now()) });
}

/** A trigger that has seen what is there. */
async function started(events: string[] = ['order.updated'], others: IDataObject = {}) {
	const n8n = new FakeN8n(service, { events, options: { addCurrentOrder: true }, ...others });
	await n8n.poll();
	vi.setSystemTime(Date.now() + MINUTE);
	return n8n;
}

/** The items of the next poll, a minute later, and what it asked for. */
async function nextPoll(n8n: FakeN8n): Promise<{ items: IDataObject[]; requests: string[] }> {
	vi.setSystemTime(Date.now() + MINUTE);
	service.requests = [];
	const items = ((await n8n.poll()) ?? []).flat().map(({ json }) => json);
	return { items, requests: service.requests };
}

const shipmentsOf = (id: string): string => `/api/orders/${id}/shipments`;

describe('Add Current Order of the polling trigger', () => {
	it('an item has the order and its shipments in the form of the webhook trigger', async () => {
		const { shipments } = add('a', 'inprocess', NOW - DAY);
		const n8n = await started();
		shipments.push({ id: 's', shipmentStatus: 'shipped' });
		change('a', 'shipped');
		const { items } = await nextPoll(n8n);
		expect(items).toMatchObject([
			{
				event: 'order.updated',
				current: {
					order: { id: 'a', status: 'shipped' },
					shipments: [{ id: 's', orderId: 'a', shipmentStatus: 'shipped' }],
				},
			},
		]);
		expect(items[0]).not.toHaveProperty('currentError');
	});

	it('without the option, items have no current order, and nothing is read for it', async () => {
		add('a', 'inprocess', NOW - DAY);
		const n8n = await started(['order.updated'], { options: {} });
		change('a', 'shipped');
		const { items, requests } = await nextPoll(n8n);
		expect(items[0]).not.toHaveProperty('current');
		expect(requests).toEqual(['/api/orders']);
	});

	it('what the poll has read is not read again, for all events of an order together', async () => {
		const n8n = await started(ALL_EVENTS);
		add('a', 'inprocess').shipments.push({ id: 's', shipmentStatus: 'shipped' });
		const { items, requests } = await nextPoll(n8n);
		expect(items.map(({ event }) => event)).toEqual([
			'order.created',
			'order.updated',
			'shipment.created',
		]);
		expect(items.every(({ current }) => current !== null && current !== undefined)).toBe(true);
		expect(requests.filter((path) => path === shipmentsOf('a'))).toHaveLength(1);
		expect(requests.filter((path) => path === '/api/orders/a')).toEqual([]);
	});

	it('an order that the list abbreviates is read by its ID once', async () => {
		service.isAbbreviated = true;
		const order = add('a', 'inprocess', NOW - DAY);
		const n8n = await started(['shipment.created']);
		order.shipments.push({ id: 's', shipmentStatus: 'shipped' });
		order.updatedAt = iso(Date.now());
		const { items, requests } = await nextPoll(n8n);
		expect(items).toMatchObject([{ current: { order: { id: 'a', orderItems: [] } } }]);
		expect(requests.filter((path) => path === '/api/orders/a')).toHaveLength(1);
		expect(requests.filter((path) => path === shipmentsOf('a'))).toHaveLength(1);
	});

	it('the shipments of a draft are not read', async () => {
		const n8n = await started(['order.created']);
		add('a', 'draft');
		const { items, requests } = await nextPoll(n8n);
		expect(items).toMatchObject([{ current: { order: { status: 'draft' }, shipments: [] } }]);
		expect(requests).not.toContain(shipmentsOf('a'));
	});

	it('a mockup task has no current order', async () => {
		const n8n = await started(['mockup_task.finished', 'order.created']);
		service.tasks.push({ id: 'm', status: 'completed', createdAt: iso(Date.now()) });
		const { items } = await nextPoll(n8n);
		expect(items).toMatchObject([{ event: 'mockup_task.finished' }]);
		expect(items[0]).not.toHaveProperty('current');
	});

	it('the items of late and waiting orders have it too', async () => {
		add('late', 'inprocess');
		add('waiting', 'onhold');
		const n8n = await started(['order.late', 'order.waiting']);
		vi.setSystemTime(Date.now() + 8 * DAY);
		const { items } = await nextPoll(n8n);
		expect(items.map(({ event, current }) => [event, current])).toEqual([
			['order.waiting', expect.objectContaining({ shipments: [] })],
			['order.late', expect.objectContaining({ shipments: [] })],
		]);
	});

	it('waiting orders that are left for a later poll come with the next ones, on whatever page they are', async () => {
		service = new FakeService(1, newestFirst);
		for (let index = 0; index < 230; index += 1) add(`o${index}`, 'draft', NOW - index * MINUTE);
		// Finished, so that no poll has to read it.
		add('failed', 'failed', NOW - 230 * MINUTE);
		for (let index = 0; index < 30; index += 1) add(`p${index}`, 'canceled', NOW + index);
		const n8n = await started(['order.waiting']);
		await nextPoll(n8n);
		await nextPoll(n8n);
		vi.setSystemTime(Date.now() + 25 * 60 * MINUTE);
		const counts: number[] = [];
		for (let poll = 0; poll < 4; poll += 1) counts.push((await nextPoll(n8n)).items.length);
		expect(counts).toEqual([100, 100, 31, 0]);
	});

	it('one poll emits 200 items, the oldest first, and the next ones the rest', async () => {
		const n8n = await started(['order.created']);
		for (let index = 0; index < 450; index += 1) {
			add(`o${String(index).padStart(3, '0')}`, 'draft', NOW + MINUTE + index);
		}
		const ids: unknown[] = [];
		const counts: number[] = [];
		for (let poll = 0; poll < 4; poll += 1) {
			const { items } = await nextPoll(n8n);
			counts.push(items.length);
			ids.push(...items.map(({ order }) => (order as IDataObject).id));
		}
		expect(counts).toEqual([200, 200, 50, 0]);
		expect(ids).toEqual(service.orders.map(({ id }) => id));
	});

	it('one poll emits no more than 20 MB, and the next ones the rest', async () => {
		const n8n = await started(['shipment.created']);
		const carrier = 'x'.repeat(400_000);
		for (let index = 0; index < 60; index += 1) {
			const shippedAt = iso(NOW + MINUTE + index);
			const shipment = { id: `s${index}`, shipmentStatus: 'shipped', shippedAt, carrier };
			add(`o${index}`, 'shipped', NOW + MINUTE + index).shipments.push(shipment);
		}
		const ids: unknown[] = [];
		for (let poll = 0; poll < 4; poll += 1) {
			const { items } = await nextPoll(n8n);
			expect(JSON.stringify(items).length).toBeLessThan(21 * 1024 * 1024);
			ids.push(...items.map(({ shipment }) => (shipment as IDataObject).id));
		}
		expect(ids).toEqual(Array.from({ length: 60 }, (_, index) => `s${index}`));
	});

	it('an order that cannot be read holds back its own events for three polls, and comes without it then', async () => {
		add('bad', 'inprocess', NOW - DAY);
		add('good', 'inprocess', NOW - DAY);
		const n8n = await started();
		service.badOrders.set('bad', { part: 'shipments', answer: 403 });
		change('bad', 'shipped');
		change('good', 'shipped');
		const polls = [];
		for (let poll = 0; poll < 5; poll += 1) polls.push((await nextPoll(n8n)).items);
		expect(polls.map((items) => items.map(({ changeId }) => changeId))).toEqual([
			['order/good/shipped'],
			[],
			[],
			['order/bad/shipped'],
			[],
		]);
		expect(polls[3]?.[0]).toMatchObject({
			current: null,
			currentError: expect.stringMatching(/./) as string,
		});
	});

	it('an order that can be read again in time comes with what it is then', async () => {
		const { shipments } = add('a', 'inprocess', NOW - DAY);
		const n8n = await started();
		service.badOrders.set('a', { part: 'shipments', answer: 500 });
		change('a', 'partial');
		expect((await nextPoll(n8n)).items).toEqual([]);
		service.badOrders.clear();
		shipments.push({ id: 's', shipmentStatus: 'shipped' });
		change('a', 'shipped');
		expect((await nextPoll(n8n)).items).toMatchObject([
			{ changeId: 'order/a/shipped', current: { shipments: [{ id: 's' }] } },
		]);
		expect((await nextPoll(n8n)).items).toEqual([]);
	});

	it('shipments that this poll could not read are not asked for twice', async () => {
		add('a', 'inprocess', NOW - DAY);
		const n8n = await started(['order.updated', 'shipment.created']);
		service.badOrders.set('a', { part: 'shipments', answer: 403 });
		change('a', 'shipped');
		const { requests } = await nextPoll(n8n);
		expect(requests.filter((path) => path === shipmentsOf('a'))).toHaveLength(1);
	});

	it('orders for which a poll has no time come with the next ones, each once', async () => {
		for (let index = 0; index < 60; index += 1) add(`o${index}`, 'inprocess', NOW - DAY - index);
		const n8n = await started();
		for (const { id } of service.orders) change(id, 'shipped');
		n8n.budgetMs = 36_000;
		n8n.requestMs = 800;
		const ids: unknown[] = [];
		const polls: number[] = [];
		while (ids.length < 60 && polls.length < 10) {
			const startedAt = Date.now();
			const { items } = await nextPoll(n8n);
			expect(Date.now() - startedAt - MINUTE).toBeLessThanOrEqual(36_000);
			polls.push(items.length);
			ids.push(...items.map(({ changeId }) => changeId));
			expect(items.every(({ current }) => current !== null)).toBe(true);
		}
		expect(polls.length).toBeGreaterThan(1);
		expect(new Set(ids).size).toBe(60);
		expect((await nextPoll(n8n)).items).toEqual([]);
	});

	it('Fetch Test Event shows the current order, and says where it cannot be read', async () => {
		add('a', 'shipped', NOW - DAY).shipments.push({ id: 's', shipmentStatus: 'shipped' });
		const parameters = { events: ['order.updated'], options: { addCurrentOrder: true } };
		const n8n = new FakeN8n(service, parameters);
		n8n.mode = 'manual';
		expect((await nextPoll(n8n)).items).toMatchObject([
			{ current: { order: { id: 'a' }, shipments: [{ id: 's', orderId: 'a' }] } },
		]);
		service.badOrders.set('a', { part: 'shipments', answer: 403 });
		const { items } = await nextPoll(n8n);
		expect(items).toMatchObject([{ current: null }]);
		expect(items[0]?.currentError).toMatch(/./);
	});
});
