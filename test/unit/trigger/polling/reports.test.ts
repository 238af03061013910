import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { someOf } from '../../../support/repetitions.ts';
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
		expect(reports.map(([, , text]) => text).join('\n')).toMatch(
			/The shipments of \d+ orders cannot be read, since [^:]*:[^ ]*: The service answers with status 422\. Among them: order "o\d+", /,
		);
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

describe('Entries of a list without an ID', () => {
	it.each([{ id: null }, { '@id': '/api/orders/z' }, 'text', []].map((entry) => [entry]))(
		'they stop neither the activation nor any order, and are named once a day: %j',
		async (entry) => {
			add('o1', 'inprocess');
			service.oddEntries = { page: 1, entries: [entry, entry] };
			const n8n = new FakeN8n(service, { events: EVENTS });
			expect(await n8n.activate().poll()).toBeNull();
			const { emitted, reports } = await polledFor(n8n, 25 * 60, (minute) => {
				if (minute === 5) change('o1', 'onhold');
				if (minute === 20) add('o2', 'inprocess');
			});
			expect(emitted).toEqual(['order/o1/onhold', 'order/o2/inprocess', 'shipment/s-o2/shipped']);
			expect(reports.map(([minute]) => minute)).toEqual([10, 24 * 60 + 30]);
			const [[, message, text]] = reports as [[number, string, string]];
			expect(message).toMatch(/cannot be read/);
			expect(text).toMatch(/Entries of the list of orders, since [^ ]*: 2 entries have no ID/);
			expect(text).not.toContain('Base URL');
		},
	);

	it('a list that has nothing else is refused, as it may be of another service', async () => {
		service.oddEntries = { page: 1, entries: [{ id: null }] };
		const n8n = new FakeN8n(service, { events: EVENTS });
		await expect(n8n.activate().poll()).rejects.toThrow('not what was expected');
	});
});

describe('An order that the list shows, and its ID does not find', () => {
	it.each([404, 410])(
		'with %i, it is named once a day, and told once it can be read',
		async (status) => {
			const n8n = await started(3);
			service.isAbbreviated = true;
			failing = (path) => (/\/orders\/(bad|o1)$/.test(path) ? status : undefined);
			wait(MINUTE);
			add('bad', 'inprocess');
			add('good', 'inprocess');
			change('o1', 'onhold');
			const { emitted, reports } = await polledFor(n8n, 49 * 60);
			expect(emitted).toEqual(['order/good/inprocess', 'shipment/s-good/shipped']);
			expect(reports.map(([minute]) => minute)).toEqual([11, 24 * 60 + 30, 48 * 60 + 30]);
			for (const [, , text] of reports) {
				expect(text).toMatch(/Order "bad", since [^ ]*: The service lists it, but /);
				expect(text).toMatch(/Order "o1", since /);
			}
			failing = () => undefined;
			expect((await polledFor(n8n, 2)).emitted.sort()).toEqual([
				'order/bad/inprocess',
				'order/o1/onhold',
				'shipment/s-bad/shipped',
			]);
		},
	);

	it.each(['canceled', 'shipped', 'onhold'])(
		'it is not forgotten meanwhile, although it is old enough: %s',
		async (status) => {
			add('old', 'inprocess');
			for (let number = 1; number <= 30; number += 1) {
				wait(1000);
				add(`o${number}`, 'inprocess');
			}
			const n8n = new FakeN8n(service, {
				events: ['order.created', 'order.updated'],
				options: { forgetAfterDays: 1 },
			});
			await n8n.poll();
			wait(MINUTE);
			await n8n.poll();
			service.isAbbreviated = true;
			failing = (path) => (path === '/api/orders/old' ? 404 : undefined);
			wait(2 * DAY);
			change('old', status);
			expect((await polledFor(n8n, 5 * 24 * 60)).emitted).toEqual([]);
			failing = () => undefined;
			expect((await polledFor(n8n, 2)).emitted).toEqual([`order/old/${status}`]);
		},
	);

	it('an order behind the newest pages is told by a full scan, if its ID does not find it', async () => {
		for (let number = 1; number <= 250; number += 1) {
			add(`o${number}`, number === 1 ? 'inprocess' : 'shipped');
			wait(1000);
		}
		const n8n = new FakeN8n(service, {
			events: ['order.created', 'order.updated'],
			options: { forgetAfterDays: 1 },
		});
		await n8n.poll();
		wait(MINUTE);
		await n8n.poll();
		wait(2 * DAY);
		await n8n.poll();
		failing = (path) => (path === '/api/orders/o1' ? 404 : undefined);
		expect((await polledFor(n8n, 6 * 60)).emitted).toEqual([]);
		change('o1', 'shipped');
		expect((await polledFor(n8n, 25 * 60)).emitted).toEqual(['order/o1/shipped']);
	});
});

describe('Requests that are refused while lists can be read', () => {
	it.each([401, 403])(
		'with %i for all shipments, the activation succeeds, and a report says what cannot be read',
		async (status) => {
			for (let number = 1; number <= 50; number += 1) add(`o${number}`, 'inprocess');
			failing = (path) => (path.endsWith('/shipments') ? status : undefined);
			const n8n = new FakeN8n(service, { events: EVENTS });
			expect(await n8n.activate().poll()).toBeNull();
			const { emitted, reports } = await polledFor(n8n, 20 * 60, (minute) => {
				if (minute === 3) change('o9', 'onhold');
			});
			expect(emitted).toEqual(['order/o9/onhold']);
			const minutes = reports.map(([minute]) => minute);
			expect(minutes[0]).toBe(10);
			expect(minutes.every((minute, index) => minute >= 10 + 60 * index)).toBe(true);
			const text = reports.map(([, message, description]) => `${message} ${description}`).join();
			expect(text).not.toContain('API');
			expect(text).toMatch(
				/The shipments of \d+ orders cannot be read, since [^ ]*: The service does not allow it/,
			);
		},
	);

	it.each(
		someOf(
			[
				[50, 1],
				[10, 1],
				[60, 5],
			] as const,
			2,
		),
	)(
		'with 403 for the shipments of %i of 300 orders, each %i. of them, parcels of the others are told within minutes',
		async (count, step) => {
			const n8n = new FakeN8n(service, { events: EVENTS });
			for (let number = 0; number < 300; number += 1) add(`o${number}`, 'inprocess');
			await n8n.poll();
			const isBad = (number: number): boolean => number % step === 0 && number / step < count;
			failing = (path) => {
				const number = /\/o(\d+)\/shipments$/.exec(path)?.[1];
				return number !== undefined && isBad(Number(number)) ? 403 : undefined;
			};
			const polls: number[] = [];
			const texts: string[] = [];
			for (let round = 0; round < 3; round += 1) {
				// Nothing of their orders shows it.
				for (const number of [299, 298]) {
					const shipmentStatus = round % 2 === 0 ? 'returned' : 'shipped';
					Object.assign(service.orders[number]?.shipments[0] ?? {}, { shipmentStatus });
				}
				const left = new Set(['s-o299', 's-o298']);
				for (let minute = 1; minute <= 60; minute += 1) {
					wait(MINUTE);
					try {
						for (const id of await n8n.changeIds()) left.delete(String(id).split('/')[1] ?? '');
					} catch (error) {
						texts.push((error as Error).message);
					}
					if (left.size === 0) {
						polls.push(minute);
						break;
					}
				}
				wait(60 * MINUTE);
			}
			expect(polls).toHaveLength(3);
			// 25 of 300 with each poll, and the report takes one.
			expect(Math.max(...polls)).toBeLessThanOrEqual(15);
			expect(texts.join()).not.toContain('API key');
		},
	);

	it('a list that is refused fails the activation, and the message names the list and not the API key', async () => {
		add('o1', 'inprocess');
		failing = (path) => (path.startsWith('/api/mockup-tasks') ? 403 : undefined);
		const n8n = new FakeN8n(service, { events: EVENTS });
		await expect(n8n.activate().poll()).rejects.toThrow(
			'The list of mockup tasks cannot be read: the service does not allow it (status 403)',
		);
	});

	it('where nothing can be read, the API key is refused', async () => {
		failing = () => 403;
		const n8n = new FakeN8n(service, { events: EVENTS });
		await expect(n8n.activate().poll()).rejects.toThrow('The service refused the API key');
	});
});

describe('What a report says to do', () => {
	it.each([400, 404, 429, 503, 500])(
		'a list that answers %i: nothing that only the action node has',
		async (status) => {
			const n8n = await started(3);
			const http = service.http.bind(service);
			service.http = (path) => ({
				...http(path),
				statusCode: status,
				headers: { 'retry-after': '120' },
				body: '{"message":"No"}',
			});
			const { reports } = await polledFor(n8n, 12);
			expect(reports).toHaveLength(1);
			const text = reports.flat().join(' ');
			expect(text).not.toMatch(/Waiting Time|Run the node|External ID|JSON|expression|fields/);
			expect(text).toMatch(/next (successful )?poll|The polls after that go on/);
		},
	);
});

describe('A report', () => {
	it.each([403, 422, 500])(
		'an outage of all shipments for a day, with status %i, is reported although polls have items, and loses none',
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
			expect(first).toBe(11);
			if (status < 500) {
				// What is refused is about the objects: these are named once a day, and none of them twice.
				const texts = reports.map(([, message, text]) => `${message} ${text}`);
				expect(texts.every((text) => /cannot be read, since 20/.test(text))).toBe(true);
				expect(texts.join(' ')).not.toContain('API');
				const named = texts.flatMap((text) => /shipments of (\d+) orders/.exec(text)?.[1] ?? '3');
				expect(named.reduce((sum, count) => sum + Number(count), 0)).toBe(30);
			} else {
				// Due once an hour, and so with every second of these polls.
				expect(later).toEqual(later.map((_, index) => (later[0] ?? 0) + 60 * index));
				expect(later.length).toBeGreaterThan(21);
				expect(reports.every(([, message]) => message.includes('since 2026-11-20T12:01'))).toBe(
					true,
				);
			}
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
