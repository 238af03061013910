import { beforeEach, describe, expect, it } from 'vitest';

import { FakeService, newestFirst, type FakeOrder } from './fakeService.ts';
import { changeIds, Poller } from './poller.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const iso = (time: number): string => new Date(time).toISOString();

let service: FakeService;
let poller: Poller;
let now: number;

beforeEach(() => {
	service = new FakeService(100, newestFirst);
	poller = new Poller(service);
	now = NOW;
});

/** By the clock of the service. */
const stamp = (): string => iso(now + service.habits.clockAheadMs);

function add(id: string, status: string): FakeOrder {
	const order: FakeOrder = { id, status, createdAt: stamp(), updatedAt: stamp(), shipments: [] };
	service.orders.push(order);
	return order;
}

function change(order: FakeOrder, status: string): void {
	Object.assign(order, { status, updatedAt: stamp() });
}

const ship = (order: FakeOrder, id: string): void => {
	order.shipments.push({ id, shipmentStatus: 'shipped', shippedAt: stamp() });
};

const pack = (order: FakeOrder, id: string): void => {
	order.shipments.push({ id, shipmentStatus: 'packaged' });
};

/** The events of parcels of one poll, a minute after the last one. */
async function parcels(behaviour?: Parameters<Poller['poll']>[1]): Promise<string[]> {
	const changes = await poller.poll(now, behaviour);
	now += MINUTE;
	return changeIds(changes).filter((id) => id.startsWith('shipment/'));
}

function choose(event: 'shipment.created', isChosen: boolean): void {
	const others = poller.settings.events.filter((one) => one !== event);
	poller.settings = { ...poller.settings, events: isChosen ? [...others, event] : others };
}

describe('The parcels of an order that went back to draft', () => {
	/** An order of which two parcels were emitted. */
	async function orderWithParcels(): Promise<FakeOrder> {
		await parcels();
		const order = add('a', 'partial');
		ship(order, 's1');
		pack(order, 's2');
		expect(await parcels()).toEqual(['shipment/s1/shipped', 'shipment/s2/packaged']);
		return order;
	}

	it.each([
		['before they are unchosen', 0],
		['in the poll for which they are unchosen', 1],
		['while they are unchosen', 2],
	])('they are not repeated once they are chosen again, if it went back %s', async (_, when) => {
		const order = await orderWithParcels();
		if (when === 0) change(order, 'draft');
		expect(await parcels()).toEqual([]);
		choose('shipment.created', false);
		if (when === 1) change(order, 'draft');
		await parcels();
		if (when === 2) change(order, 'draft');
		await parcels();
		choose('shipment.created', true);
		expect(await parcels()).toEqual([]);
		change(order, 'inprocess');
		expect(await parcels()).toEqual([]);
		// What comes later is new.
		ship(order, 's3');
		Object.assign(order.shipments[1] ?? {}, { shipmentStatus: 'shipped', shippedAt: stamp() });
		change(order, 'shipped');
		expect(await parcels()).toEqual(['shipment/s2/shipped', 'shipment/s3/shipped']);
	});

	/** Until the order is forgotten. Only what is older than the newest order is. */
	async function forget(): Promise<void> {
		now += DAY;
		add('b', 'pending');
		for (const time of [DAY, 31 * DAY, DAY, DAY, DAY]) {
			await parcels();
			now += time;
		}
		expect((await poller.state())?.orders?.entries.has('a')).toBe(false);
	}

	it('they are not repeated either if it was forgotten before', async () => {
		const order = await orderWithParcels();
		change(order, 'shipped');
		Object.assign(order.shipments[1] ?? {}, { shipmentStatus: 'shipped', shippedAt: stamp() });
		await forget();
		change(order, 'draft');
		expect(await parcels()).toEqual([]);
		change(order, 'inprocess');
		pack(order, 's3');
		expect(await parcels()).toEqual(['shipment/s3/packaged']);
	});

	it('all parcels of a draft that had none when they were chosen are emitted, whatever their times say', async () => {
		await parcels();
		choose('shipment.created', false);
		const order = add('a', 'draft');
		await parcels();
		choose('shipment.created', true);
		expect(await parcels()).toEqual([]);
		pack(order, 's1');
		ship(order, 's2');
		// A date without a time of day, for example.
		Object.assign(order.shipments[1] ?? {}, { shippedAt: iso(now - 6 * HOUR) });
		change(order, 'inprocess');
		expect(await parcels()).toEqual(['shipment/s1/packaged', 'shipment/s2/shipped']);
	});
});

describe('The parcels of an order that was cancelled when the trigger began', () => {
	const cases = [-5 * HOUR, 0, 5 * HOUR].flatMap((clockAheadMs) =>
		[undefined, HOUR].map((startFromMs) => ({ clockAheadMs, startFromMs })),
	);

	it.each(cases)(
		'one that leaves once it is reopened is emitted, and none that left before: %o',
		async ({ clockAheadMs, startFromMs }) => {
			service.habits.clockAheadMs = clockAheadMs;
			now = NOW - 3 * DAY;
			const order = add('a', 'partial');
			ship(order, 's1');
			now += HOUR;
			change(order, 'canceled');
			now = NOW;
			if (startFromMs !== undefined) {
				const startFromSeconds = (now - startFromMs) / 1000;
				poller.settings = { ...poller.settings, startFromSeconds };
			}
			for (let poll = 0; poll < 3; poll += 1) expect(await parcels()).toEqual([]);
			// Between two polls, and at first its parcels cannot be read.
			change(order, 'inprocess');
			ship(order, 's2');
			change(order, 'shipped');
			service.badOrders.set('a', { part: 'shipments', answer: 500 });
			expect(await parcels()).toEqual([]);
			change(order, 'canceled');
			expect(await parcels()).toEqual([]);
			service.badOrders.clear();
			change(order, 'shipped');
			expect(await parcels()).toEqual(['shipment/s2/shipped']);
			expect(await parcels()).toEqual([]);
		},
	);
});

describe('The parcels of an order that could not be read by its ID when they were chosen', () => {
	it.each([-5 * HOUR, 0, 5 * HOUR])(
		'they start nothing if they left before, and are emitted if they leave later, with a clock that is %d ms ahead',
		async (clockAheadMs) => {
			service.habits.clockAheadMs = clockAheadMs;
			service.isAbbreviated = true;
			choose('shipment.created', false);
			const order = add('a', 'inprocess');
			await parcels();
			// What the list shows as changed is read by its ID.
			change(order, 'partial');
			ship(order, 's1');
			service.badOrders.set('a', { part: 'order', answer: 500 });
			choose('shipment.created', true);
			now += MINUTE;
			expect(await parcels()).toEqual([]);
			service.badOrders.clear();
			ship(order, 's2');
			expect(await parcels()).toEqual(['shipment/s2/shipped']);
			expect(await parcels()).toEqual([]);
		},
	);
});

describe('The parcels of a new order that had them before they were chosen', () => {
	const FAILING = { shifts: [], failing: [] };

	/** The first reading is silent, but for what leaves since. */
	async function expectWhatLeavesSince(order: FakeOrder): Promise<void> {
		now += MINUTE;
		ship(order, 's3');
		expect(await parcels()).toEqual(['shipment/s3/shipped']);
		Object.assign(order.shipments[1] ?? {}, { shipmentStatus: 'shipped', shippedAt: stamp() });
		expect(await parcels()).toEqual(['shipment/s2/shipped']);
	}

	it.each([
		['was created since Start From', 2 * HOUR, -HOUR],
		['was created since the trigger began', undefined, MINUTE],
	])(
		'they start nothing where the order %s, and the baseline finds it only now',
		async (_, startFromMs, createdAfterMs) => {
			service = new FakeService(1, newestFirst);
			poller = new Poller(service);
			if (startFromMs !== undefined) poller.settings.startFromSeconds = (now - startFromMs) / 1000;
			now = NOW - 3 * HOUR;
			add('oldest', 'pending');
			now = NOW + HOUR;
			add('newest', 'pending');
			now = NOW;
			const withoutPages = { ...FAILING, failsLaterPages: true };
			expect(await parcels(withoutPages)).toEqual([]);
			choose('shipment.created', false);
			now = NOW + createdAfterMs;
			const order = add('a', 'partial');
			ship(order, 's1');
			pack(order, 's2');
			now = NOW + HOUR;
			await parcels(withoutPages);
			choose('shipment.created', true);
			expect(await parcels(withoutPages)).toEqual([]);
			await expectWhatLeavesSince(order);
		},
	);

	it('they start nothing where the poll that chose them could not read them', async () => {
		for (let poll = 0; poll < 3; poll += 1) await parcels();
		choose('shipment.created', false);
		await parcels();
		const order = add('a', 'partial');
		ship(order, 's1');
		pack(order, 's2');
		now += MINUTE;
		choose('shipment.created', true);
		expect(await parcels({ ...FAILING, failsShipments: true })).toEqual([]);
		await expectWhatLeavesSince(order);
	});
});
