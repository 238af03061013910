import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeN8n } from './fakeN8n.ts';
import { FakeService, newestFirst } from './fakeService.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let service: FakeService;

/** Status of the answers of some paths. */
let failing: (path: string) => number | undefined;

beforeEach(() => {
	vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
	service = new FakeService(100, newestFirst);
	failing = () => undefined;
	const http = service.http.bind(service);
	service.http = (path) => {
		const answer = http(path);
		const status = failing(path);
		return status === undefined ? answer : { ...answer, statusCode: status, body: '{}' };
	};
});
afterEach(() => {
	vi.useRealTimers();
});

function add(id: string, status: string): void {
	const createdAt = new Date().toISOString();
	service.orders.push({
		id,
		status,
		createdAt,
		updatedAt: createdAt,
		shipments: [{ id: `s-${id}`, shipmentStatus: 'shipped' }],
	});
}

function change(id: string, status: string): void {
	const order = service.orders.find((one) => one.id === id);
	Object.assign(order ?? {}, { status, updatedAt: new Date().toISOString() });
}

const wait = (time: number): void => {
	vi.setSystemTime(Date.now() + time);
};

const EVENTS = ['order.updated', 'shipment.created', 'mockup_task.finished'];

/**
 * What happened with polls, one a minute for an hour and then one every half hour: the changes that were emitted, and what
 * was reported in which minute.
 */
async function polledFor(
	n8n: FakeN8n,
	minutes: number,
	happen: (minute: number) => void = () => undefined,
): Promise<{
	emitted: unknown[];
	reports: Array<[minute: number, message: string, text: string]>;
}> {
	const emitted: unknown[] = [];
	const reports: Array<[number, string, string]> = [];
	let polledAt = 0;
	for (let minute = 1; minute <= minutes; minute += minute < 60 ? 1 : 30) {
		wait((minute - polledAt) * MINUTE);
		polledAt = minute;
		happen(minute);
		try {
			emitted.push(...(await n8n.changeIds()));
		} catch (error) {
			const { message, description } = error as { message: string; description: string };
			reports.push([minute, message, description]);
		}
	}
	return { emitted, reports };
}

async function started(orders: number): Promise<FakeN8n> {
	for (let number = 1; number <= orders; number += 1) add(`o${number}`, 'inprocess');
	const n8n = new FakeN8n(service, { events: EVENTS });
	await n8n.poll();
	return n8n;
}

describe('One bad order', () => {
	it.each([403, 422])(
		'an order whose shipments answer %i starves nobody, and is named once a day',
		async (status) => {
			const n8n = await started(8);
			failing = (path) => (path === '/api/orders/o7/shipments' ? status : undefined);
			change('o7', 'partial');
			const { emitted, reports } = await polledFor(n8n, 26 * 60, (minute) => {
				if (minute === 30) {
					service.tasks.push({ id: 'm', status: 'completed', createdAt: new Date().toISOString() });
					Object.assign(service.orders[4]?.shipments[0] ?? {}, { shipmentStatus: 'returned' });
				}
			});
			expect(emitted).toHaveLength(3);
			expect(emitted).toEqual(
				expect.arrayContaining([
					'order/o7/partial',
					'mockupTask/m/completed',
					'shipment/s-o5/returned',
				]),
			);
			expect(reports.map(([minute]) => minute)).toEqual([11, 24 * 60 + 30]);
			const [[, message, text]] = reports as [[number, string, string]];
			expect(message).toMatch(/cannot be read, so their changes do not start this workflow$/);
			expect(text).toContain('The shipments of order "o7", since 2026-11-20T12:01:');
			expect(text).not.toContain('o8');
		},
	);

	it('twenty of forty orders whose shipments fail are named and counted, are no outage, and starve nobody', async () => {
		const n8n = await started(40);
		failing = (path) => (/\/o(1?\d|20)\/shipments$/.test(path) ? 422 : undefined);
		const { reports } = await polledFor(n8n, 120);
		expect(reports.length).toBeGreaterThan(0);
		expect(reports.every(([, message]) => message.startsWith('Some orders, shipments'))).toBe(true);
		expect(reports.map(([, , text]) => text).join('\n')).toMatch(/>\s*\d+ more</);
		Object.assign(service.orders[39]?.shipments[0] ?? {}, { shipmentStatus: 'returned' });
		expect((await polledFor(n8n, 3)).emitted).toEqual(['shipment/s-o40/returned']);
	});

	it('drafts that answer 500 by their ID stop no parcel', async () => {
		const n8n = await started(10);
		failing = (path) => (/\/orders\/d\d$/.test(path) ? 500 : undefined);
		for (const id of ['d1', 'd2', 'd3']) {
			add(id, 'draft');
			wait(1000);
		}
		await polledFor(n8n, 3);
		service.orders.splice(10);
		change('o1', 'partial');
		Object.assign(service.orders[0]?.shipments[0] ?? {}, { shipmentStatus: 'returned' });
		const { emitted } = await polledFor(n8n, 2);
		expect(emitted).toEqual(['order/o1/partial', 'shipment/s-o1/returned']);
	});

	it('what could not be read comes once it can be', async () => {
		const n8n = await started(10);
		failing = (path) => (path === '/api/orders/o7/shipments' ? 422 : undefined);
		Object.assign(service.orders[6]?.shipments[0] ?? {}, { shipmentStatus: 'returned' });
		expect((await polledFor(n8n, 9)).emitted).toEqual([]);
		failing = () => undefined;
		const { emitted, reports } = await polledFor(n8n, 180);
		expect(emitted).toEqual(['shipment/s-o7/returned']);
		expect(reports).toEqual([]);
	});
});

describe('A report', () => {
	it.each([403, 422, 500])(
		'an outage of all shipments for a day, with status %i, is reported in each poll that has items, and loses none',
		async (status) => {
			const n8n = await started(30);
			failing = (path) => (path.endsWith('/shipments') ? status : undefined);
			const changed: string[] = [];
			const { emitted, reports } = await polledFor(n8n, 24 * 60, () => {
				const id = `o${(changed.length % 30) + 1}`;
				const next = Math.floor(changed.length / 30) % 2 === 0 ? 'partial' : 'onhold';
				change(id, next);
				changed.push(`order/${id}/${next}`);
			});
			const [first, ...later] = reports.map(([minute]) => minute);
			expect(first).toBe(status === 403 ? 1 : 11);
			// Due once an hour, and so with every second of these polls.
			expect(later).toEqual(later.map((_, index) => (later[0] ?? 0) + 60 * index));
			expect(later.length).toBeGreaterThan(21);
			expect(reports.every(([, message]) => message.includes('since 2026-11-20T12:01'))).toBe(true);
			// The items of a poll that reports come with the next one.
			const { emitted: last } = await polledFor(n8n, 1);
			expect([...emitted, ...last]).toEqual(changed);
			failing = () => undefined;
			for (const { shipments } of service.orders) {
				Object.assign(shipments[0] ?? {}, { shipmentStatus: 'returned' });
			}
			const parcels = (await polledFor(n8n, 3)).emitted;
			expect(parcels.toSorted()).toEqual(
				service.orders.map(({ id }) => `shipment/s-${id}/returned`).toSorted(),
			);
		},
	);

	it.each([
		['hour', 60, /shipments$/],
		['two hours', 120, /shipments$/],
		['day', 24 * 60, /o7.shipments$/],
		['two days', 48 * 60, /o7.shipments$/],
	])(
		'with one poll every %s, what it reports does not keep changes from the workflow for longer than until the next poll',
		async (_, minutes, bad) => {
			const n8n = await started(10);
			failing = (path) => (bad.test(path) ? 500 : undefined);
			let hasReported = false;
			let reports = 0;
			for (const status of Array.from({ length: 4 }, () => [
				'onhold',
				'partial',
				'pending',
			]).flat()) {
				change('o3', status);
				wait(minutes * MINUTE);
				const told = await n8n.changeIds().catch(() => 'report');
				const isReport = told === 'report';
				if (!isReport) expect(told).toEqual([`order/o3/${status}`]);
				expect(isReport && hasReported).toBe(false);
				hasReported = isReport;
				reports += isReport ? 1 : 0;
			}
			expect(reports).toBeGreaterThan(3);
		},
	);

	it('the items of the poll that names objects come with the next one', async () => {
		const n8n = await started(10);
		failing = (path) => (path === '/api/orders/o7/shipments' ? 403 : undefined);
		const { emitted, reports } = await polledFor(n8n, 12, (minute) => {
			if (minute === 11) change('o3', 'onhold');
		});
		expect(reports.map(([minute]) => minute)).toEqual([11]);
		expect(emitted).toEqual(['order/o3/onhold']);
	});

	it('objects that cannot be read fail no activation', async () => {
		const n8n = await started(10);
		failing = (path) => (path === '/api/orders/o7/shipments' ? 403 : undefined);
		await polledFor(n8n, 10);
		wait(MINUTE);
		expect(await n8n.activate().poll()).toBeNull();
		expect((await polledFor(n8n, 1)).reports).toHaveLength(1);
	});

	it('the activation fails when a list cannot be read, and not when shipments cannot', async () => {
		const n8n = await started(10);
		failing = (path) => (path.endsWith('/shipments') ? 422 : undefined);
		change('o3', 'onhold');
		wait(MINUTE);
		expect(await n8n.activate().changeIds()).toEqual(['order/o3/onhold']);
		failing = (path) => (path.startsWith('/api/mockup-tasks') ? 422 : undefined);
		const tasksAnew = new FakeN8n(service, { events: EVENTS });
		await expect(tasksAnew.poll()).rejects.toThrow('The service');
		expect(tasksAnew.nodeData).toEqual({});
	});
});

describe('An activation of a trigger that ran before', () => {
	it.each(['/api/orders', '/api/mockup-tasks'])(
		'it fails while %s cannot be read, and loses nothing that has changed',
		async (list) => {
			const n8n = await started(10);
			change('o3', 'onhold');
			failing = (path) => (path.startsWith(list) ? 500 : undefined);
			const before = JSON.stringify(n8n.nodeData);
			wait(MINUTE);
			await expect(n8n.activate().poll()).rejects.toThrow('not available at the moment');
			expect(JSON.stringify(n8n.nodeData)).toBe(before);
			failing = () => undefined;
			wait(MINUTE);
			expect(await n8n.activate().changeIds()).toEqual(['order/o3/onhold']);
		},
	);

	it('it does not fail when only a later page cannot be read, and emits what was read', async () => {
		const n8n = await started(120);
		change('o1', 'onhold');
		failing = (path) => (/page=2/.test(path) ? 500 : undefined);
		wait(DAY);
		expect(await n8n.activate().changeIds()).toEqual(['order/o1/onhold']);
	});
});

describe('What is emitted', () => {
	it('a time of the service that is none loses no item, and every item has a time', async () => {
		const n8n = await started(3);
		for (const [index, updatedAt] of [1e6 * (NOW + MINUTE), 9e99, 'soon'].entries()) {
			Object.assign(service.orders[index] ?? {}, { status: 'onhold', updatedAt });
		}
		wait(MINUTE);
		const items = ((await n8n.poll()) ?? []).flat();
		expect(items.map(({ json }) => json.changeId).sort()).toEqual([
			'order/o1/onhold',
			'order/o2/onhold',
			'order/o3/onhold',
		]);
		for (const { json } of items) expect(String(json.occurredAt)).toMatch(/^20\d\d-.*Z$/);
	});

	it('where the items cannot be made, the state stays, and the next poll makes them', async () => {
		const n8n = await started(3);
		const before = JSON.stringify(n8n.nodeData);
		change('o1', 'onhold');
		const toISOString = vi.spyOn(Date.prototype, 'toISOString');
		toISOString.mockImplementation(() => {
			throw new RangeError('Invalid time value');
		});
		await n8n.poll().catch(() => undefined);
		toISOString.mockRestore();
		expect(JSON.stringify(n8n.nodeData)).toBe(before);
		wait(MINUTE);
		expect(await n8n.changeIds()).toEqual(['order/o1/onhold']);
	});

	it('a mockup task has no keys of JSON-LD, as in the output of the action node', async () => {
		const n8n = new FakeN8n(service, { events: ['mockup_task.finished'] });
		await n8n.poll();
		const createdAt = new Date().toISOString();
		const task = { '@id': '/api/mockup-tasks/m', '@type': 'MockupTask', 'a@b': 1 };
		service.tasks.push({ id: 'm', status: 'pending', createdAt, ...task });
		wait(MINUTE);
		const [item] = ((await n8n.poll()) ?? []).flat();
		expect(item?.json.mockupTask).toEqual({ id: 'm', status: 'pending', createdAt, 'a@b': 1 });
	});

	it('no chosen filter of order statuses hides an order that waits', async () => {
		add('d', 'draft');
		const n8n = new FakeN8n(service, {
			events: ['order.updated', 'order.waiting'],
			filters: { orderStatuses: ['shipped'] },
			options: { waitingAfterHours: 48 },
		});
		await n8n.poll();
		wait(2 * DAY - MINUTE);
		expect(await n8n.changeIds()).toEqual([]);
		wait(MINUTE);
		expect(await n8n.changeIds()).toEqual(['order/d/waiting/draft']);
	});
});
