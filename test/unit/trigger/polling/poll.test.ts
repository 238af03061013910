import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeService, newestFirst, type FakeOrder } from './fakeService.ts';
import { FakeN8n } from './fakeN8n.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const iso = (time: number): string => new Date(time).toISOString();

let service: FakeService;

beforeEach(() => {
	vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
	service = new FakeService(10, newestFirst);
	add('a', 'inprocess', NOW - DAY);
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

const wait = (time: number): void => {
	vi.setSystemTime(Date.now() + time);
};

describe('The item of a change', () => {
	it('the item is that of the webhook trigger, without the fields of a delivery', async () => {
		const n8n = new FakeN8n(service);
		await n8n.poll();
		wait(MINUTE);
		const changedAt = iso(Date.now());
		change('a', 'shipped');
		expect(await n8n.poll()).toEqual([
			[
				{
					json: {
						event: 'order.updated',
						eventId: 'order/a/shipped',
						changeId: 'order/a/shipped',
						occurredAt: changedAt,
						order: {
							id: 'a',
							status: 'shipped',
							orderItems: [],
							createdAt: iso(NOW - DAY),
							updatedAt: changedAt,
							shopOrderId: null,
							shopOrderNumber: null,
						},
					},
				},
			],
		]);
	});

	it('the item leaves through the output of its event, and not at all if a filter excludes it', async () => {
		const n8n = new FakeN8n(service, {
			events: ['order.late', 'order.created', 'shipment.created'],
			outputs: 'perEvent',
			filters: { shipmentStatuses: ['shipped'] },
		});
		await n8n.poll();
		wait(MINUTE);
		const { shipments } = add('b', 'partial');
		shipments.push({ id: 's', shipmentStatus: 'shipped' }, { id: 't', shipmentStatus: 'pending' });
		wait(8 * DAY);
		const outputs = await n8n.poll();
		expect(outputs?.map((items) => items.map(({ json }) => json.changeId))).toEqual([
			['order/b/created'],
			['shipment/s/shipped'],
			['order/a/late'],
		]);
		expect(await n8n.poll()).toBeNull();
	});
});

describe('Fetch Test Event', () => {
	it('Fetch Test Event shows the newest example of each chosen event, and leaves the state alone', async () => {
		add('newer', 'draft', NOW - MINUTE);
		service.orders[0]?.shipments.push({ id: 's', shipmentStatus: 'shipped' });
		service.tasks.push({ id: 'm', status: 'completed', createdAt: iso(NOW - DAY) });
		const n8n = new FakeN8n(service, {
			events: ['order.created', 'order.updated', 'shipment.created', 'mockup_task.finished'],
		});
		n8n.mode = 'manual';
		expect((await n8n.changeIds()).sort()).toEqual([
			'mockupTask/m/completed',
			'order/a/inprocess',
			'order/newer/created',
			'shipment/s/shipped',
		]);
		expect(n8n.staticData).toEqual({});
	});

	it('Fetch Test Event says that there is no example, and what to do', async () => {
		const n8n = new FakeN8n(service, { events: ['shipment.created'] });
		n8n.mode = 'manual';
		await expect(n8n.poll()).rejects.toThrow('There is no example of the chosen events yet');
	});

	it('Fetch Test Event says what is wrong when the service refuses', async () => {
		service.failsWith = 403;
		const n8n = new FakeN8n(service);
		n8n.mode = 'manual';
		await expect(n8n.poll()).rejects.toThrow('The service refused the API key');
	});
});

describe('An outage', () => {
	it('an outage fails the activation, with what to do in the message, and nothing has begun', async () => {
		service.failsWith = 500;
		const n8n = new FakeN8n(service);
		await expect(n8n.poll()).rejects.toThrow(/not available at the moment\. It answered with/);
		expect(n8n.nodeData).toEqual({});
		service.failsWith = undefined;
		wait(MINUTE);
		add('b', 'draft');
		expect(await n8n.activate().poll()).toBeNull();
	});

	it('an outage is reported after 10 minutes and then hourly, and logged in between', async () => {
		const n8n = new FakeN8n(service);
		await n8n.poll();
		service.failsWith = 500;
		const reported: number[] = [];
		let since = '';
		for (let minute = 1; minute <= 180; minute += 1) {
			wait(MINUTE);
			const startedAt = iso(Date.now() + 1).slice(0, 19);
			since ||= startedAt;
			await n8n.poll().catch((error: Error) => {
				expect(error.message).toContain(`since ${since}`);
				reported.push(minute);
			});
		}
		expect(reported).toEqual([11, 71, 131]);
		expect(n8n.warnings).toHaveLength(177);
		service.failsWith = undefined;
		wait(MINUTE);
		expect(await n8n.poll()).toBeNull();
	});

	it('an outage that is over counts no longer: the next one is reported after 10 minutes', async () => {
		const n8n = new FakeN8n(service);
		await n8n.poll();
		for (const status of [422, undefined, 422]) {
			service.failsWith = status;
			wait(9 * MINUTE);
			expect(await n8n.poll()).toBeNull();
		}
		wait(10 * MINUTE);
		await expect(n8n.poll()).rejects.toThrow('since 2026-11-20T12:27:00');
		expect(n8n.warnings).toHaveLength(2);
		expect(n8n.warnings[0]).toMatch(/^POD Fulfilment Polling Trigger: .*, since 2026-11-20T12:09/);
	});

	it.each([401, 403])('an outage is reported at once if the key is refused: %i', async (status) => {
		const n8n = new FakeN8n(service);
		await n8n.poll();
		service.failsWith = status;
		wait(MINUTE);
		await expect(n8n.poll()).rejects.toThrow('The service refused the API key');
		wait(MINUTE);
		expect(await n8n.poll()).toBeNull();
	});

	it('an error is reported at once when the start date is no date', async () => {
		const n8n = new FakeN8n(service, { options: { startFrom: 'yesterday-ish' } });
		await expect(n8n.poll()).rejects.toThrow('Start From is "yesterday-ish", which is not a date');
	});

	it('an outage loses nothing that changes meanwhile', async () => {
		const n8n = new FakeN8n(service);
		await n8n.poll();
		service.failsWith = 500;
		wait(MINUTE);
		change('a', 'shipped');
		expect(await n8n.poll()).toBeNull();
		service.failsWith = undefined;
		wait(MINUTE);
		expect(await n8n.changeIds()).toEqual(['order/a/shipped']);
	});
});

describe('A poll', () => {
	it('a poll is skipped while another one of the same node is running', async () => {
		const n8n = new FakeN8n(service);
		await n8n.poll();
		wait(MINUTE);
		change('a', 'shipped');
		let open = (): void => {};
		n8n.gate = new Promise<void>((resolve) => {
			open = resolve;
		});
		const first = n8n.changeIds();
		expect(await n8n.poll()).toBeNull();
		open();
		expect(await first).toEqual(['order/a/shipped']);
		expect(await n8n.poll()).toBeNull();
	});

	it.each([undefined, 36_000, 300_000])('a poll works with a budget of %s ms', async (budgetMs) => {
		const n8n = new FakeN8n(service);
		n8n.budgetMs = budgetMs;
		await n8n.poll();
		wait(MINUTE);
		change('a', 'canceled');
		expect(await n8n.changeIds()).toEqual(['order/a/canceled']);
	});

	it.each([
		['of 30 s at activation', 300_000, true, 30_000],
		['of n8n', 36_000, false, 36_000],
		['of 60 s where n8n does not say', undefined, false, 60_000],
	])('a poll ends in its budget %s: the next goes on', async (_, budgetMs, isFirst, limit) => {
		for (let day = 2; day < 400; day += 1) add(`o${day}`, 'canceled', NOW - day * DAY);
		const n8n = new FakeN8n(service);
		n8n.budgetMs = budgetMs;
		if (!isFirst) {
			// The poll at activation.
			n8n.activate();
			await n8n.poll();
			wait(2 * DAY);
		}
		n8n.requestMs = 4000;
		service.requests = [];
		const startedAt = Date.now();
		await n8n.poll();
		expect(Date.now() - startedAt).toBeLessThanOrEqual(limit);
		expect(service.requests.length).toBeGreaterThan(1);
		const reached = service.requests.length;
		service.requests = [];
		n8n.requestMs = 1;
		await n8n.poll();
		expect(service.requests).toContain(`/api/orders?page=${reached + 1}`);
	});

	it('a start date without an offset counts in the time zone of the workflow', async () => {
		change('a', 'shipped');
		wait(MINUTE);
		const before = new FakeN8n(service, { options: { startFrom: '2026-11-20T13:00:00' } });
		expect(await before.changeIds()).toEqual(['order/a/shipped']);
		const after = new FakeN8n(service, { options: { startFrom: '2026-11-20T13:00:01' } });
		expect(await after.changeIds()).toEqual([]);
	});
});

describe('The state that n8n stores', () => {
	it('a change is emitted again under the same ID when the stored state is older than what was emitted', async () => {
		const n8n = new FakeN8n(service).activate();
		await n8n.poll();
		n8n.store();
		wait(MINUTE);
		change('a', 'shipped');
		expect(await n8n.changeIds()).toEqual(['order/a/shipped']);
		// Killed before the execution was stored, or another execution stored its older copy.
		expect(await n8n.restart().changeIds()).toEqual(['order/a/shipped']);
		n8n.store();
		expect(await n8n.restart().changeIds()).toEqual([]);
	});

	it('nothing is lost that changed when the stored state is older than a poll without items', async () => {
		const n8n = new FakeN8n(service).activate();
		await n8n.poll();
		n8n.store();
		wait(MINUTE);
		expect(await n8n.poll()).toBeNull();
		change('a', 'shipped');
		wait(MINUTE);
		expect(await n8n.restart().changeIds()).toEqual(['order/a/shipped']);
	});

	it('what changed during a deactivation is emitted', async () => {
		const n8n = new FakeN8n(service).activate();
		await n8n.poll();
		n8n.store();
		wait(5 * DAY);
		change('a', 'shipped');
		wait(1000);
		add('b', 'draft');
		expect(await n8n.activate().changeIds()).toEqual(['order/a/shipped', 'order/b/created']);
	});

	it('what changes before the second poll is emitted although durable cursors do not store the first', async () => {
		const n8n = new FakeN8n(service).activate();
		expect(await n8n.poll()).toBeNull();
		n8n.staticData = {};
		n8n.budgetMs = 36_000;
		wait(MINUTE);
		change('a', 'shipped');
		add('b', 'draft');
		expect((await n8n.activate().changeIds()).sort()).toEqual([
			'order/a/shipped',
			'order/b/created',
		]);
		wait(MINUTE);
		expect(await n8n.activate().changeIds()).toEqual([]);
	});
});
