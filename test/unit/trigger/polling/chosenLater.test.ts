import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeN8n } from './fakeN8n.ts';
import { FakeService, newestFirst, type FakeOrder } from './fakeService.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const CREATED = 'order.created';
const UPDATED = 'order.updated';
const LATE = 'order.late';
const PARCEL = 'shipment.created';
const TASK = 'mockup_task.finished';

let service: FakeService;

beforeEach(() => {
	vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
	service = new FakeService(10, newestFirst);
	add('old', 'inprocess');
});
afterEach(() => {
	vi.useRealTimers();
});

const iso = (): string => new Date().toISOString();

function add(id: string, status: string): FakeOrder {
	const order: FakeOrder = { id, status, createdAt: iso(), updatedAt: iso(), shipments: [] };
	service.orders.push(order);
	return order;
}

function change(id: string, status: string): FakeOrder {
	const order = service.orders.find((one) => one.id === id);
	if (!order) throw new Error(`There is no order ${id}`);
	return Object.assign(order, { status, updatedAt: iso() });
}

const wait = (time: number): void => {
	vi.setSystemTime(Date.now() + time);
};

/** n8n stores what a poll left where it has items, and at activation. */
async function pollOf(n8n: FakeN8n, isActivation = false): Promise<unknown[]> {
	wait(MINUTE);
	const changes = await n8n.changeIds();
	if (isActivation || changes.length > 0) n8n.store();
	return changes;
}

/** Publishes the workflow with other parameters. Returns what the poll of the activation emits. */
async function publish(n8n: FakeN8n, parameters: IDataObject): Promise<unknown[]> {
	Object.assign(n8n.parameters, parameters);
	return await pollOf(n8n.restart(), true);
}

async function published(parameters: IDataObject): Promise<FakeN8n> {
	const n8n = new FakeN8n(service, parameters);
	expect(await publish(n8n, parameters)).toEqual([]);
	expect(await pollOf(n8n)).toEqual([]);
	return n8n;
}

const AFTER_20_MINUTES = { emitAfterMinutes: 20 };

describe('An order that its ID does not find for a while', () => {
	it.each<[string, IDataObject]>([
		['a filter', { filters: { orderStatuses: ['canceled'] } }],
		['other events', { events: [CREATED] }],
		['late orders alone', { events: [LATE] }],
	])('comes with no status that it had before, where %s was chosen meanwhile', async (_, other) => {
		for (let index = 0; index < 60; index += 1) {
			wait(MINUTE);
			add(`canceled-${index}`, 'canceled');
		}
		const parameters = { events: [CREATED, UPDATED], filters: {} };
		const n8n = await published(parameters);
		service.badOrders.set('old', { part: 'order', answer: 404 });
		expect(await pollOf(n8n)).toEqual([]);
		expect(await publish(n8n, other)).toEqual([]);
		expect(await publish(n8n, parameters)).toEqual([]);
		service.badOrders.clear();
		expect(await pollOf(n8n)).toEqual([]);
		change('old', 'shipped');
		expect(await pollOf(n8n)).toEqual(['order/old/shipped']);
	});
});

describe('An event that is chosen later', () => {
	it.each<[string, string[], string[]]>([
		[UPDATED, [LATE], []],
		[UPDATED, [CREATED], ['order/new/created']],
		[CREATED, [LATE], []],
		[CREATED, [UPDATED], ['order/new/pending', 'order/old/shipped']],
		[UPDATED, [PARCEL], ['shipment/parcel/shipped']],
		[PARCEL, [LATE], []],
	])('%s tells nothing that happened while only %j was chosen', async (later, first, told) => {
		const n8n = await published({ events: first });
		wait(DAY);
		add('new', 'draft');
		expect(await pollOf(n8n)).toEqual(first.includes(CREATED) ? told : []);
		change('new', 'pending');
		const shippedAt = iso();
		change('old', 'shipped').shipments.push({ id: 'parcel', shipmentStatus: 'shipped', shippedAt });
		expect(new Set(await pollOf(n8n))).toEqual(new Set(first.includes(CREATED) ? [] : told));
		wait(DAY);
		expect(await pollOf(n8n)).toEqual([]);

		expect(await publish(n8n, { events: [...first, later] })).toEqual([]);
		expect(await pollOf(n8n)).toEqual([]);
		expect(await pollOf(n8n.restart())).toEqual([]);
		add('newer', 'draft');
		change('new', 'onhold');
		change('old', 'partial').shipments.push({ id: 'another', shipmentStatus: 'packaged' });
		const events = [...first, later];
		expect(new Set(await pollOf(n8n))).toEqual(
			new Set([
				...(events.includes(CREATED) ? ['order/newer/created'] : []),
				...(events.includes(UPDATED) ? ['order/new/onhold', 'order/old/partial'] : []),
				...(events.includes(PARCEL) ? ['shipment/another/packaged'] : []),
			]),
		);
	});

	it('the parcels of an order that is new since the last items are from before their event was chosen', async () => {
		const n8n = await published({ events: [LATE] });
		const own = { id: 'own', shipmentStatus: 'packaged' };
		add('new', 'partial').shipments.push(own);
		expect(await pollOf(n8n)).toEqual([]);
		expect(await publish(n8n, { events: [LATE, PARCEL] })).toEqual([]);
		expect(await pollOf(n8n)).toEqual([]);
		own.shipmentStatus = 'shipped';
		expect(await pollOf(n8n)).toEqual(['shipment/own/shipped']);
	});

	it('an event that is chosen again tells nothing that happened meanwhile, and late orders as they are', async () => {
		const n8n = await published({ events: [UPDATED, LATE] });
		expect(await publish(n8n, { events: [LATE] })).toEqual([]);
		wait(DAY);
		change('old', 'onhold');
		add('late', 'inprocess');
		wait(8 * DAY);
		expect(await publish(n8n, { events: [UPDATED, LATE] })).toEqual([]);
		expect(await pollOf(n8n)).toEqual([]);
		change('old', 'pending');
		expect(await pollOf(n8n)).toEqual(['order/old/pending']);
		wait(8 * DAY);
		expect(await pollOf(n8n)).toEqual(['order/late/late']);
	});

	it('what waits for Emit After when the event is chosen is not told afterwards, and what happens then is', async () => {
		const n8n = await published({ events: [LATE], options: AFTER_20_MINUTES });
		change('old', 'onhold');
		add('new', 'pending');
		expect(await pollOf(n8n)).toEqual([]);
		expect(await publish(n8n, { events: [LATE, CREATED, UPDATED] })).toEqual([]);
		add('newer', 'draft');
		for (let polls = 0; polls < 3; polls += 1) {
			wait(polls * 10 * MINUTE);
			expect(await pollOf(n8n)).toEqual(polls < 2 ? [] : ['order/newer/created']);
		}
	});

	it('what both choices want is told, by the poll of the activation or when Emit After lets it', async () => {
		const n8n = await published({ events: [UPDATED] });
		change('old', 'onhold');
		add('new', 'pending');
		expect(await publish(n8n, { events: [UPDATED, CREATED] })).toEqual([
			'order/new/pending',
			'order/old/onhold',
		]);
		change('old', 'pending');
		const options = AFTER_20_MINUTES;
		expect(await publish(n8n, { events: [UPDATED], options })).toEqual([]);
		wait(20 * MINUTE);
		expect(await pollOf(n8n)).toEqual(['order/old/pending']);
	});

	it('an order that was not read when the event was chosen is settled when it is read', async () => {
		// The list lacks the items of orders, so each that is to be told is read by its ID.
		service.isAbbreviated = true;
		const n8n = await published({ events: [LATE] });
		change('old', 'onhold');
		service.badOrders.set('old', { part: 'order', answer: 500 });
		expect(await publish(n8n, { events: [LATE, UPDATED] })).toEqual([]);
		expect(await pollOf(n8n.restart())).toEqual([]);
		service.badOrders.clear();
		expect(await pollOf(n8n)).toEqual([]);
		change('old', 'shipped');
		expect(await pollOf(n8n)).toEqual(['order/old/shipped']);
	});

	it('where n8n stores no poll without items, what happens after the choice is told', async () => {
		const n8n = await published({ events: [LATE] });
		change('old', 'onhold');
		const stored = JSON.stringify(n8n.staticData);
		const pollAsStored = async (): Promise<unknown[]> => {
			n8n.staticData = JSON.parse(stored) as typeof n8n.staticData;
			n8n.activate();
			wait(MINUTE);
			return await n8n.changeIds();
		};
		n8n.parameters.events = [LATE, UPDATED];
		expect(await pollAsStored()).toEqual([]);
		expect(await pollAsStored()).toEqual([]);
		change('old', 'pending');
		expect(await pollAsStored()).toEqual(['order/old/pending']);
		// n8n lost it.
		expect(await pollAsStored()).toEqual(['order/old/pending']);
	});
});

describe('A filter that is changed', () => {
	it('tells nothing that happened while it kept the status out', async () => {
		const n8n = await published({ events: [UPDATED], filters: { orderStatuses: ['shipped'] } });
		change('old', 'onhold');
		wait(DAY);
		expect(await pollOf(n8n)).toEqual([]);
		const filters = { orderStatuses: ['onhold', 'shipped'] };
		expect(await publish(n8n, { filters })).toEqual([]);
		expect(await publish(n8n, { filters: {} })).toEqual([]);
		change('old', 'pending');
		expect(await publish(n8n, { filters })).toEqual([]);
		change('old', 'onhold');
		expect(await pollOf(n8n)).toEqual(['order/old/onhold']);
	});

	it('of parcels tells nothing that happened before, and what happens then', async () => {
		const filters = { shipmentStatuses: ['shipped'] };
		const n8n = await published({ events: [PARCEL], filters });
		const parcel = { id: 'p', shipmentStatus: 'packaged' };
		change('old', 'partial').shipments.push(parcel);
		expect(await pollOf(n8n)).toEqual([]);
		expect(await publish(n8n, { filters: {} })).toEqual([]);
		expect(await pollOf(n8n)).toEqual([]);
		parcel.shipmentStatus = 'shipped';
		expect(await pollOf(n8n)).toEqual(['shipment/p/shipped']);
	});

	it('of parcels does not take the first parcel of what was a draft for one from before', async () => {
		add('draft', 'draft');
		const n8n = await published({ events: [PARCEL], filters: { shipmentStatuses: ['shipped'] } });
		expect(await publish(n8n, { filters: {} })).toEqual([]);
		expect(await pollOf(n8n)).toEqual([]);
		change('draft', 'partial').shipments.push({ id: 'p', shipmentStatus: 'packaged' });
		expect(await pollOf(n8n)).toEqual(['shipment/p/packaged']);
	});

	it('of parcels reads those of every open order at once, so that what follows is told', async () => {
		for (let number = 0; number < 60; number += 1) add(`o${number}`, 'inprocess');
		const n8n = await published({ events: [PARCEL], filters: { shipmentStatuses: ['shipped'] } });
		for (let polls = 0; polls < 3; polls += 1) expect(await pollOf(n8n)).toEqual([]);
		expect(await publish(n8n, { filters: {} })).toEqual([]);
		for (const { id, shipments } of service.orders) {
			shipments.push({ id: `p-${id}`, shipmentStatus: 'packaged' });
		}
		const told: unknown[] = [];
		for (let polls = 0; polls < 4; polls += 1) told.push(...(await pollOf(n8n)));
		expect(told).toHaveLength(61);
	});

	it('of mockup tasks tells nothing that happened before, and what happens then', async () => {
		const filters = { mockupTaskStatuses: ['failed'] };
		const n8n = await published({ events: [TASK], filters });
		service.tasks.push({ id: 'm', status: 'completed', createdAt: iso(), finishedAt: iso() });
		expect(await pollOf(n8n)).toEqual([]);
		expect(await publish(n8n, { filters: {} })).toEqual([]);
		service.tasks.push({ id: 'n', status: 'completed', createdAt: iso(), finishedAt: iso() });
		expect(await pollOf(n8n)).toEqual(['mockupTask/n/completed']);
	});
});
