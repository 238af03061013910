import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSandbox, type ReadOptions, type Sandbox } from '../../sandbox/index.ts';
import { readStyleOf } from '../../sandbox/reads/style.ts';
import { call, membersOf, placeOrder } from './support/client.ts';

const PAGE_SIZE = 5;
const ORDERS = 23;

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ pageSize: PAGE_SIZE });
});
beforeEach(async () => await sandbox.control.reset({ seed: { orders: ORDERS } }));
afterEach(() => {
	vi.useRealTimers();
});
afterAll(async () => await sandbox.close());

const list = async (path = '/api/orders') => await call(sandbox, 'GET', path);

const idsOf = (members: Array<Record<string, unknown>>): unknown[] => members.map(({ id }) => id);

/** Reads every page of the orders, along the links. */
async function readAll(): Promise<Array<Record<string, unknown>>> {
	const members: Array<Record<string, unknown>> = [];
	let next: string | undefined = '/api/orders';
	while (next) {
		const page = await list(next);
		members.push(...membersOf(page));
		next = (page.json['hydra:view'] as Record<string, string>)['hydra:next'];
	}
	return members;
}

const stored = () => sandbox.control.orders();

describe('Lists that are read while their pages shift', () => {
	it('shifting lists show some orders twice and others not at all, and all of them in the course of time', async () => {
		sandbox.control.setReads({ shiftedBy: 3 });
		const seen = new Set<unknown>();
		let missed = 0;
		let repeated = 0;
		for (let reading = 0; reading < 12; reading += 1) {
			const ids = idsOf(await readAll());
			const different = new Set(ids);
			missed += ORDERS - different.size;
			repeated += ids.length - different.size;
			for (const id of different) seen.add(id);
		}
		expect(missed).toBeGreaterThan(0);
		expect(repeated).toBeGreaterThan(0);
		expect(seen.size).toBe(ORDERS);
	});

	it('shifting lists always begin with the newest order', async () => {
		sandbox.control.setReads({ shiftedBy: 3 });
		const newest = stored().at(-1)?.id;
		for (let reading = 0; reading < 5; reading += 1) {
			expect(idsOf(membersOf(await list()))[0]).toBe(newest);
		}
	});
});

describe('Reads that lag', () => {
	const LAG = 30_000;

	beforeEach(() => {
		vi.useFakeTimers({ toFake: ['Date'] });
		sandbox.control.setReads({ lagMilliseconds: LAG });
	});

	it('lagging reads show each change of an order once its time has come, in the list, by its ID and in its shipments', async () => {
		const id = stored().find(({ status }) => status === 'pending')?.id ?? '';
		const shown = async () => {
			const [listed, single, shipments] = await Promise.all([
				list('/api/orders?itemsPerPage=100'),
				list(`/api/orders/${id}`),
				list(`/api/orders/${id}/shipments`),
			]);
			const member = membersOf(listed).find((one) => one.id === id);
			return [member?.status, single.json.status, membersOf(shipments).length];
		};
		await sandbox.control.stepOrder(id, 'inprocess');
		vi.setSystemTime(Date.now() + LAG - 1);
		await sandbox.control.stepOrder(id, 'fulfilled');
		expect(await shown()).toEqual(['pending', 'pending', 0]);
		vi.setSystemTime(Date.now() + 1);
		expect(await shown()).toEqual(['inprocess', 'inprocess', 0]);
		vi.setSystemTime(Date.now() + LAG);
		expect(await shown()).toEqual(['fulfilled', 'fulfilled', 1]);
	});

	const change = async (method: string, path: string, body?: unknown): Promise<void> => {
		expect((await call(sandbox, method, path, { body })).status).toBeLessThan(300);
	};

	it.each<[string, string, (path: string) => Promise<unknown>]>([
		['PATCH', 'draft', async (path) => await change('PATCH', path, { shipping: 'DHL_EXPRESS' })],
		[
			'PATCH of an item',
			'draft',
			async (path) => {
				const [item] = sandbox.control.order(path.split('/').at(-1) ?? '').items;
				await change('PATCH', `${path}/order_item/${item?.id}`, { quantity: 9 });
			},
		],
		['confirm', 'draft', async (path) => await change('POST', `${path}/confirm`)],
		['refund', 'shipped', async (path) => await change('POST', `${path}/refund`)],
	])('lagging reads hide a %s', async (_, status, apply) => {
		const path = `/api/orders/${stored().find((order) => order.status === status)?.id}`;
		const before = (await list(path)).json;
		await apply(path);
		expect((await list(path)).json).toEqual(before);
		vi.setSystemTime(Date.now() + LAG);
		expect((await list(path)).json).not.toEqual(before);
	});

	it('lagging reads hide a change of a shipment and of a mockup task', async () => {
		const shipped = stored().find(({ status }) => status === 'shipped');
		const task = await sandbox.control.createMockupTask();
		vi.setSystemTime(Date.now() + LAG);
		await sandbox.control.stepShipment(shipped?.shipments[0]?.id ?? '', 'returned');
		await sandbox.control.stepMockupTask(task.id);
		const statuses = async () => [
			membersOf(await list(`/api/orders/${shipped?.id}/shipments`))[0]?.shipmentStatus,
			(await list(`/api/mockup-tasks/${task.id}`)).json.status,
			membersOf(await list('/api/mockup-tasks'))[0]?.status,
		];
		expect(await statuses()).toEqual(['shipped', 'pending', 'pending']);
		vi.setSystemTime(Date.now() + LAG);
		expect(await statuses()).toEqual(['returned', 'completed', 'completed']);
	});

	it('lagging reads do not show a new order or mockup task at first', async () => {
		const { json } = await placeOrder(sandbox);
		const task = await sandbox.control.createMockupTask();
		const statuses = async () => [
			(await list(`/api/orders/${String(json.id)}`)).status,
			(await list(`/api/orders/${String(json.id)}/shipments`)).status,
			(await list(`/api/mockup-tasks/${task.id}`)).status,
			(await list()).json['hydra:totalItems'],
		];
		expect(await statuses()).toEqual([404, 404, 404, ORDERS]);
		vi.setSystemTime(Date.now() + LAG);
		expect(await statuses()).toEqual([200, 200, 200, ORDERS + 1]);
	});
});

describe('Lists', () => {
	it.each<[ReadOptions['sorting'], (ids: string[]) => string[]]>([
		['newestFirst', (ids) => ids.toReversed()],
		['oldestFirst', (ids) => ids],
		['none', (ids) => ids.toSorted()],
	])('lists come in the order %s', async (sorting, order) => {
		sandbox.control.setReads({ sorting });
		expect(idsOf(await readAll())).toEqual(order(stored().map(({ id }) => id)));
	});

	it.each([
		['right', ORDERS],
		['missing', undefined],
		['tooHigh', ORDERS + 7],
		['tooLow', 11],
	] as const)('lists say how many members there are: %s', async (totalItems, total) => {
		sandbox.control.setReads({ totalItems });
		expect((await list()).json['hydra:totalItems']).toBe(total);
	});

	it('lists can be abbreviated to ID and status, and single reads stay whole', async () => {
		sandbox.control.setReads({ members: 'abbreviated' });
		const [order] = membersOf(await list());
		const [task] = membersOf(await list('/api/mockup-tasks'));
		expect(Object.keys(order ?? {})).toEqual(['id', 'status']);
		expect(Object.keys(task ?? {})).toEqual(['id', 'status']);
		expect((await list(`/api/orders/${String(order?.id)}`)).json).toHaveProperty('orderItems');
	});

	it('lists are as usual again after setReads without an argument', async () => {
		sandbox.control.setReads({ sorting: 'oldestFirst', totalItems: 'missing' });
		sandbox.control.setReads();
		const { json } = await list();
		expect(json['hydra:totalItems']).toBe(ORDERS);
	});
});

describe('Timestamps', () => {
	const changedOrder = async () => {
		const { id } = stored().find(({ status }) => status === 'pending') ?? { id: '' };
		await sandbox.control.stepOrder(id, 'inprocess');
		const { createdAt, updatedAt } = sandbox.control.order(id);
		const { json } = await list(`/api/orders/${id}`);
		return { stored: { createdAt, updatedAt }, shown: json };
	};

	it('timestamps that are missing are left out', async () => {
		sandbox.control.setReads({ createdAt: 'missing', updatedAt: 'missing' });
		const { shown } = await changedOrder();
		expect(shown).not.toHaveProperty('createdAt');
		expect(shown).not.toHaveProperty('updatedAt');
		const [task] = membersOf(await list('/api/mockup-tasks'));
		expect(task).not.toHaveProperty('createdAt');
	});

	it('timestamps that are frozen stay as they were', async () => {
		sandbox.control.setReads({ updatedAt: 'frozen' });
		const { stored: before, shown } = await changedOrder();
		expect(shown.updatedAt).toBe(before.createdAt);
		expect(shown.updatedAt).not.toBe(before.updatedAt);
	});

	it('timestamps that go backwards are earlier after each change', async () => {
		sandbox.control.setReads({ updatedAt: 'backwards' });
		const { stored: before, shown } = await changedOrder();
		const after = Date.parse(before.updatedAt) - Date.parse(before.createdAt);
		expect(after).toBeGreaterThan(0);
		expect(Date.parse(String(shown.updatedAt))).toBe(Date.parse(before.createdAt) - after);
	});
});

describe('A style of reads', () => {
	it('a style of reads is drawn by a seed, the same each time, with what is given in its place', () => {
		expect(readStyleOf({ seed: 7 })).toEqual(readStyleOf({ seed: 7 }));
		const drawn = Array.from({ length: 60 }, (_, seed) =>
			readStyleOf({ seed, sorting: 'oldestFirst' }),
		);
		expect(new Set(drawn.map((style) => JSON.stringify(style))).size).toBeGreaterThan(40);
		expect(new Set(drawn.map(({ sorting }) => sorting))).toEqual(new Set(['oldestFirst']));
	});

	it.each([{ sorting: 'byName' }, { shiftedBy: -1 }, { lagMilliseconds: Number.NaN }])(
		'an invalid style of reads is refused: %j',
		(options) => {
			expect(() => sandbox.control.setReads(options as ReadOptions)).toThrow(RangeError);
		},
	);

	it('a style of reads can be set over HTTP, and ends with a reset', async () => {
		const set = async (method: string, body?: unknown) =>
			await call(sandbox, method, '/_sandbox/reads', {
				apiKey: null,
				body,
				headers: { 'content-type': 'application/json' },
			});
		expect((await set('POST', { totalItems: 'missing' })).status).toBe(200);
		expect((await list()).json).not.toHaveProperty('hydra:totalItems');
		expect((await set('POST', { totalItems: 'mostly' })).status).toBe(400);
		await sandbox.control.reset();
		expect((await list()).json).toHaveProperty('hydra:totalItems');
	});
});
