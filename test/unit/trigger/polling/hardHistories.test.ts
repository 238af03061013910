import { describe, expect, it } from 'vitest';

import { pollingSettingsOf } from '../../../../nodes/PodFulfilment/trigger/polling/compare/settings.ts';
import { FakeService, newestFirst, type FakeOrder, type FakeTask } from './fakeService.ts';
import { changeIds, Poller } from './poller.ts';

// Histories that broke something simpler.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 10, 20, 12);

const EVENTS = [
	'order.created',
	'order.updated',
	'shipment.created',
	'order.late',
	'order.waiting',
];

const iso = (time: number): string => new Date(time).toISOString();

function orderOf(id: string, status: string, createdAt: number): FakeOrder {
	return { id, status, createdAt: iso(createdAt), updatedAt: iso(createdAt), shipments: [] };
}

/** Orders of the past, the newest an hour old, each of them created so long before the next. */
const earlierOrders = (count: number, status: string, everyMs: number): FakeOrder[] =>
	Array.from({ length: count }, (_, index) =>
		orderOf(`o${String(index).padStart(5, '0')}`, status, START - HOUR - index * everyMs),
	);

const change = (order: FakeOrder | undefined, status: string, time: number): void => {
	if (order) Object.assign(order, { status, updatedAt: iso(time) });
};

class History {
	now = START;

	readonly service: FakeService;

	readonly poller: Poller;

	constructor(
		orders: FakeOrder[],
		{ sort = newestFirst, pageSize = 100, events = EVENTS, forgetAfterDays = 30 } = {},
	) {
		this.service = new FakeService(pageSize, sort);
		this.service.orders.push(...orders);
		this.poller = new Poller(this.service, {
			events,
			forgetAfterSeconds: (forgetAfterDays * DAY) / SECOND,
		});
	}

	/** Polls, then lets time pass. Returns the changes that are told. */
	async poll({ failing = [] as number[], maxRequests = Infinity, wait = MINUTE } = {}) {
		const changes = await this.poller.poll(this.now, { shifts: [], failing }, maxRequests);
		this.now += wait;
		return changeIds(changes);
	}

	async polls(count: number, given: Parameters<History['poll']>[0] = {}): Promise<string[]> {
		const told: string[] = [];
		for (let poll = 0; poll < count; poll += 1) told.push(...(await this.poll(given)));
		return told;
	}
}

describe('A large account', () => {
	it('2,000 orders, oldest first, start nothing while several polls read them, and what changes meanwhile does', async () => {
		const orders = earlierOrders(2_000, 'shipped', 10 * MINUTE);
		const history = new History(orders, {
			sort: (all) => newestFirst(all).reverse(),
			events: ['order.created', 'order.updated'],
		});
		expect(await history.poll({ maxRequests: 5 })).toEqual([]);
		change(orders[0], 'canceled', history.now - SECOND);
		history.service.orders.push(orderOf('new', 'draft', history.now - SECOND));
		const told = await history.polls(20, { maxRequests: 5 });
		expect(told.toSorted()).toEqual(['order/new/created', 'order/o00000/canceled']);
	});

	it('250 orders of a weekend come when page 2 can be read again', async () => {
		const history = new History(earlierOrders(500, 'canceled', HOUR));
		await history.polls(3);
		history.now += 2 * DAY;
		const orders = Array.from({ length: 250 }, (_, index) =>
			orderOf(`w${index}`, 'draft', history.now - index * MINUTE - MINUTE),
		);
		history.service.orders.push(...orders);
		const first = await history.poll({ failing: [1] });
		expect(first.length).toBeGreaterThan(90);
		const rest = await history.polls(3);
		const expected = orders.map(({ id }) => `order/${id}/created`);
		expect([...first, ...rest].toSorted()).toEqual(expected.toSorted());
	});

	it('what happened in 40 days without n8n comes once, with orders that have finished long ago', async () => {
		const history = new History(earlierOrders(60, 'shipped', HOUR));
		await history.polls(3);
		const created = history.now;
		history.now += 40 * DAY;
		const orders = Array.from({ length: 30 }, (_, index) =>
			orderOf(`m${index}`, 'canceled', created + (index + 1) * DAY),
		);
		history.service.orders.push(...orders);
		const told = await history.polls(5, { failing: [0] });
		told.push(...(await history.polls(5, { wait: DAY })));
		const expected = orders.flatMap(({ id }) => [`order/${id}/created`, `order/${id}/canceled`]);
		expect(told.toSorted()).toEqual(expected.toSorted());
	});

	it('a status that lasts for 20 minutes is seen among 600 orders of which a poll reads a tenth by ID', async () => {
		const orders = earlierOrders(600, 'pending', 40 * DAY);
		const history = new History(orders, { pageSize: 1, events: ['order.updated'] });
		await history.polls(20, { maxRequests: 200 });
		change(orders[431], 'onhold', history.now);
		const told = await history.polls(19, { maxRequests: 60 });
		expect(told).toEqual(['order/o00431/onhold']);
	});

	it('each of 80 orders is read by ID in turn while new ones, of which the list shows less, take most of the requests', async () => {
		const orders = earlierOrders(80, 'pending', 40 * DAY);
		const history = new History(orders, {
			pageSize: 1,
			events: ['order.created', 'order.updated'],
		});
		history.service.isAbbreviated = true;
		await history.polls(5, { maxRequests: 300 });
		const told: string[] = [];
		const expected = orders.map(({ id }) => `order/${id}/onhold`);
		for (const order of orders) change(order, 'onhold', history.now);
		for (let poll = 0; poll < 60; poll += 1) {
			for (const name of ['a', 'b', 'c']) {
				const id = `${name}${poll}`;
				history.service.orders.push(orderOf(id, 'draft', history.now - SECOND));
				expected.push(`order/${id}/created`);
			}
			told.push(...(await history.poll({ maxRequests: 24 })));
		}
		told.push(...(await history.polls(3, { maxRequests: 24 })));
		expect(told.toSorted()).toEqual(expected.toSorted());
	});

	it('parcels that are chosen later do not keep those of changed orders waiting', async () => {
		const orders = earlierOrders(600, 'inprocess', MINUTE);
		const history = new History(orders, { events: ['order.updated'] });
		await history.polls(3);
		history.poller.settings.events = ['order.updated', 'shipment.created'];
		expect(await history.poll({ maxRequests: 60 })).toEqual([]);
		change(orders[577], 'shipped', history.now - SECOND);
		orders[577]?.shipments.push({
			id: 'p',
			shipmentStatus: 'shipped',
			shippedAt: iso(history.now - SECOND),
		});
		const told = await history.polls(3, { maxRequests: 60 });
		expect(told).toEqual(['order/o00577/shipped', 'shipment/p/shipped']);
	});

	it('parcels that were never read come in turn with others, however little time the polls leave for them', async () => {
		const orders = earlierOrders(60, 'inprocess', MINUTE);
		const history = new History(orders, { events: ['order.updated'] });
		await history.polls(2);
		history.poller.settings.events = ['order.updated', 'shipment.created'];
		await history.poll({ maxRequests: 40 });
		const [shipped] = orders.filter(({ id }) => !history.service.requests.join().includes(id));
		shipped?.shipments.push({ id: 'p', shipmentStatus: 'shipped', shippedAt: iso(history.now) });
		history.now += MINUTE;
		// Of the orders whose parcels were read, these polls have time for a part of those in turn only.
		expect(await history.polls(10, { maxRequests: 16 })).toEqual(['shipment/p/shipped']);
	});

	it('each order has its turn, where polls see a part of the list each and some parcels take all their time', async () => {
		const orders = earlierOrders(60, 'pending', MINUTE);
		const history = new History(orders, { pageSize: 4, sort: (all) => newestFirst(all).reverse() });
		await history.polls(6);
		for (const order of orders) {
			change(order, 'inprocess', history.now);
			order.shipments.push({ id: `p-${order.id}`, shipmentStatus: 'packaged' });
		}
		for (const id of ['o00003', 'o00017', 'o00045']) {
			history.service.badOrders.set(id, { part: 'shipments', answer: 'endless' });
		}
		const told = await history.polls(60, { maxRequests: 16 });
		const isOfParcel = (changeId: string) => /^shipment\/p-/.test(changeId);
		expect(told.filter(isOfParcel)).toHaveLength(57);
	});

	it('a start date of 1970 brings all orders, also those that the second poll reads', async () => {
		const orders = earlierOrders(40, 'onhold', HOUR);
		const history = new History(orders, { pageSize: 10, events: ['order.created'] });
		const options = { startFrom: '1970-01-01T00:00:00Z' };
		const { startFromSeconds } = pollingSettingsOf([], {}, options, 'UTC');
		Object.assign(history.poller.settings, { startFromSeconds });
		const told = await history.poll({ failing: [2] });
		expect(told).toHaveLength(20);
		told.push(...(await history.polls(3)));
		expect(told.toSorted()).toEqual(orders.map(({ id }) => `order/${id}/created`).toSorted());
	});

	it('a trigger whose first requests fail begins with the first answer', async () => {
		const history = new History(earlierOrders(60, 'draft', MINUTE), { pageSize: 10 });
		expect(await history.poll({ failing: [0] })).toEqual([]);
		history.service.orders.push(orderOf('before', 'draft', history.now));
		history.now += MINUTE;
		expect(await history.poll({ failing: [1] })).toEqual([]);
		history.service.orders.push(orderOf('after', 'draft', history.now));
		history.now += MINUTE;
		expect(await history.polls(4)).toEqual(['order/after/created']);
	});

	it.each([
		['order', 1, 'order/o00000/onhold'],
		['mockup task', 0, 'mockupTask/m/completed'],
	])(
		'a list that could not be read when the trigger began loses no change of that second: %s',
		async (_, failing, told) => {
			const [order, ...others] = earlierOrders(3, 'draft', MINUTE);
			const events = ['order.updated', 'mockup_task.finished'];
			const history = new History(order ? [order, ...others] : [], { events });
			const task: FakeTask = { id: 'm', status: 'pending', createdAt: iso(START - HOUR) };
			history.service.tasks.push(task);
			expect(await history.poll({ failing: [failing] })).toEqual([]);
			if (failing === 0) Object.assign(task, { status: 'completed', finishedAt: iso(START + 500) });
			else change(order, 'onhold', START + 500);
			expect(await history.polls(3)).toEqual([told]);
		},
	);

	it('200 unsorted pages go on from poll to poll, and a change on any of them is found', async () => {
		const orders = earlierOrders(400, 'pending', HOUR);
		const byId = (all: FakeOrder[]) => all.toSorted((a, b) => (a.id > b.id ? -1 : 1));
		const mixed = orders.map((order, index) => ({ ...order, id: `x${(index * 197) % 400}` }));
		const history = new History(mixed, { sort: byId, pageSize: 2, events: ['order.updated'] });
		await history.polls(8, { maxRequests: 100 });
		change(mixed[3], 'onhold', history.now);
		change(mixed[300], 'onhold', history.now);
		const told = await history.polls(4, { maxRequests: 100 });
		expect(told.toSorted()).toEqual(
			[`order/${mixed[3]?.id}/onhold`, `order/${mixed[300]?.id}/onhold`].toSorted(),
		);
	});
});

describe('Times that say little', () => {
	it('a parcel that is returned a week after its order was shipped comes', async () => {
		const [order] = earlierOrders(1, 'inprocess', HOUR);
		const history = new History(order ? [order] : []);
		await history.polls(2);
		change(order, 'shipped', history.now);
		const parcel = { id: 'p', shipmentStatus: 'shipped', shippedAt: iso(history.now) };
		order?.shipments.push(parcel);
		history.now += MINUTE;
		expect(await history.polls(3)).toEqual(['order/o00000/shipped', 'shipment/p/shipped']);
		history.now += 7 * DAY;
		parcel.shipmentStatus = 'returned';
		expect(await history.polls(2)).toEqual(['shipment/p/returned']);
	});

	it.each(['touched each night', 'frozen'])(
		'an order whose updatedAt is %s is late and waits in time, and each status comes once',
		async (kind) => {
			const [order] = earlierOrders(1, 'pending', HOUR);
			const history = new History(order ? [order] : []);
			await history.polls(2);
			const frozen = order?.updatedAt;
			change(order, 'inprocess', history.now);
			const told: string[] = [];
			for (let day = 0; day < 12; day += 1) {
				if (order) order.updatedAt = kind === 'frozen' ? frozen : iso(history.now);
				told.push(...(await history.poll({ wait: DAY })));
			}
			change(order, 'onhold', history.now);
			if (order && kind === 'frozen') order.updatedAt = frozen;
			told.push(...(await history.poll({ wait: DAY + HOUR })), ...(await history.polls(2)));
			expect(told).toEqual([
				'order/o00000/inprocess',
				'order/o00000/late',
				'order/o00000/onhold',
				'order/o00000/waiting/onhold',
			]);
		},
	);

	it('orders that were all created at one time are all read, and each change comes', async () => {
		const orders = earlierOrders(300, 'pending', 0);
		const history = new History(orders, { events: ['order.created', 'order.updated'] });
		await history.polls(3);
		change(orders[299], 'onhold', history.now - SECOND);
		history.service.orders.push(orderOf('new', 'draft', START - HOUR));
		const told = await history.polls(2);
		expect(told.toSorted()).toEqual(['order/new/created', 'order/o00299/onhold']);
	});
});
