import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeN8n } from './fakeN8n.ts';
import { FakeService, type FakeOrder } from './fakeService.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

const iso = (time: number): string => new Date(time).toISOString();

let service: FakeService;

beforeEach(() => {
	vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
	service = new FakeService(10);
});
afterEach(() => {
	vi.useRealTimers();
});

function add(id: string, status: string, created: number, updated = created): FakeOrder {
	const order = { id, status, createdAt: iso(created), updatedAt: iso(updated), shipments: [] };
	service.orders.push(order);
	return order;
}

/** The items that Fetch Test Event shows for some events, by their `changeId`. */
async function examples(
	events: string[],
	parameters: IDataObject = {},
): Promise<Record<string, IDataObject>> {
	const n8n = new FakeN8n(service, { events, ...parameters });
	n8n.mode = 'manual';
	const items = ((await n8n.poll()) ?? []).flat();
	return Object.fromEntries(items.map(({ json }) => [String(json.changeId), json]));
}

describe('The examples of Fetch Test Event', () => {
	it('only the chosen events have one, the newest of each, with its own time', async () => {
		add('old', 'shipped', NOW - 5 * DAY, NOW - HOUR);
		add('new', 'draft', NOW - DAY, NOW - DAY / 2);
		add('other', 'onhold', NOW - 3 * DAY, NOW - 2 * DAY);
		expect(await examples(['order.created'])).toMatchObject({
			'order/new/created': { event: 'order.created', occurredAt: iso(NOW - DAY) },
		});
		const updated = await examples(['order.updated']);
		expect(Object.keys(updated)).toEqual(['order/old/shipped']);
		expect(updated['order/old/shipped']?.occurredAt).toBe(iso(NOW - HOUR));
	});

	it('the newest parcel of the newest order that has one is shown, with its order', async () => {
		add('a', 'shipped', NOW - 2 * DAY).shipments.push({ id: 'x', shipmentStatus: 'shipped' });
		add('b', 'shipped', NOW - DAY).shipments.push(
			{ id: 's', shipmentStatus: 'shipped', shippedAt: iso(NOW - 9 * HOUR) },
			{ id: 't', shipmentStatus: 'shipped', shippedAt: iso(NOW - HOUR) },
		);
		const shown = await examples(['shipment.created']);
		expect(shown).toMatchObject({
			'shipment/t/shipped': { shipment: { orderId: 'b' }, occurredAt: iso(NOW - HOUR) },
		});
		const filters = { shipmentStatuses: ['canceled'] };
		await expect(examples(['shipment.created'], { filters })).rejects.toThrow(
			'There is no example of the chosen events yet',
		);
	});

	it('the newest mockup task is shown in full', async () => {
		service.tasks.push(
			{ id: 'n', status: 'completed', createdAt: iso(NOW - HOUR), finishedAt: iso(NOW) },
			{ id: 'm', status: 'completed', createdAt: iso(NOW - 2 * HOUR) },
		);
		expect(await examples(['mockup_task.finished'])).toMatchObject({
			'mockupTask/n/completed': {
				mockupTask: { catalogVariantMockups: [] },
				occurredAt: iso(NOW),
			},
		});
	});

	it('a late order is one that was in production for too long and of which nothing was handed over', async () => {
		const options = { lateAfterDays: 3 };
		add('sent', 'partial', NOW - 9 * DAY, NOW - 4 * DAY).shipments.push(
			{ id: 's', shipmentStatus: 'shipped' },
			{ id: 't', shipmentStatus: 'pending' },
		);
		add('recent', 'inprocess', NOW - 9 * DAY, NOW - 3 * DAY + HOUR);
		add('waiting', 'onhold', NOW - 9 * DAY, NOW - 5 * DAY);
		await expect(examples(['order.late'], { options })).rejects.toThrow('There is no example');
		add('late', 'inprocess', NOW - 9 * DAY, NOW - 5 * DAY).shipments.push({
			id: 'u',
			shipmentStatus: 'pending',
		});
		expect(await examples(['order.late'], { options })).toMatchObject({
			'order/late/late': { occurredAt: iso(NOW - 2 * DAY) },
		});
	});

	it('an order that has waited too long is shown, and where there is none, one that waits', async () => {
		add('recent', 'pending', NOW - 9 * DAY, NOW - HOUR);
		add('done', 'canceled', NOW - 9 * DAY);
		expect(await examples(['order.waiting'])).toMatchObject({
			'order/recent/waiting/pending': { occurredAt: iso(NOW) },
		});
		add('long', 'onhold', NOW - 9 * DAY, NOW - DAY - HOUR);
		add('longer', 'draft', NOW - 9 * DAY);
		expect(await examples(['order.waiting'])).toMatchObject({
			'order/long/waiting/onhold': { occurredAt: iso(NOW - HOUR) },
		});
	});

	it('a waiting order is shown as its own path shows it, and an abbreviated one, too', async () => {
		const { requests } = service;
		add('a', 'onhold', NOW - 9 * DAY);
		await examples(['order.waiting']);
		expect(requests).toContain('/api/orders/a');
		requests.splice(0);
		await examples(['order.updated']);
		expect(requests).not.toContain('/api/orders/a');
		service.isAbbreviated = true;
		const shown = await examples(['order.updated']);
		expect(shown['order/a/onhold']?.order).toMatchObject({ orderItems: [] });
	});

	it('an example is shown as the list has it where its own path cannot be read', async () => {
		add('a', 'onhold', NOW - 9 * DAY);
		service.forgottenPath = '/api/orders/a';
		expect(Object.keys(await examples(['order.waiting']))).toEqual(['order/a/waiting/onhold']);
	});

	it('the other examples are shown when shipments cannot be read', async () => {
		add('a', 'inprocess', NOW - 9 * DAY);
		service.tasks.push({ id: 'm', status: 'completed', createdAt: iso(NOW - HOUR) });
		const http = service.http.bind(service);
		service.http = (path) =>
			path.endsWith('/shipments') ? { statusCode: 403, headers: {}, body: '{}' } : http(path);
		const all = ['order.created', 'shipment.created', 'order.late', 'mockup_task.finished'];
		expect(Object.keys(await examples(all)).sort()).toEqual([
			'mockupTask/m/completed',
			'order/a/created',
		]);
		await expect(examples(['shipment.created'])).rejects.toThrow(
			'The shipments of orders cannot be read: the service does not allow it (status 403)',
		);
	});

	it('five pages of a list and the shipments of ten orders are searched at the most', async () => {
		for (let number = 0; number < 80; number += 1)
			add(`o${number}`, 'shipped', NOW - number * HOUR);
		await expect(examples(['shipment.created'])).rejects.toThrow('There is no example');
		const pages = service.requests.filter((path) => !path.includes('/shipments'));
		expect(pages).toHaveLength(5);
		expect(service.requests).toHaveLength(15);
	});
});
