import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { ApiClient } from '../../../../nodes/PodFulfilment/transport/client.ts';
import { ServiceError } from '../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { FakeService, newestFirst, type FakeOrder } from './fakeService.ts';
import { changeIds, Poller } from './poller.ts';
import { STAMPS } from './serviceHabits.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const iso = (time: number): string => new Date(time).toISOString();

/** How far the clock of the service is ahead of n8n's: from a time zone behind to one ahead. */
const AHEAD = [-12 * HOUR, -5 * HOUR, -5000, 0, 5000, 5 * HOUR, 12 * HOUR];

const oldestFirst = (orders: FakeOrder[]): FakeOrder[] => newestFirst(orders).reverse();

/** Says with each response what its clock says, as HTTP does. */
class DatedService extends FakeService {
	/** Since 1970. */
	timeMs = 0;

	saysNoDate = false;

	override get client(): ApiClient {
		const client = super.client;
		const send: ApiClient['send'] = async (request) => {
			const result = await client.send(request);
			if (result instanceof ServiceError || this.saysNoDate) return result;
			return { ...result, headers: { date: new Date(this.timeMs).toUTCString() } };
		};
		return { ...client, send };
	}
}

/** A service with so many orders, one each hour, and its own clock. */
class Shop {
	readonly service: DatedService;

	private readonly aheadMs: number;

	constructor(aheadMs: number, count: number, sort = newestFirst) {
		this.aheadMs = aheadMs;
		this.service = new DatedService(5, sort);
		this.setTime(NOW);
		for (let number = count; number > 0; number -= 1) {
			this.add(`o${number}`, 'inprocess', NOW - number * HOUR);
		}
	}

	/** Sets the clock of the service by that of n8n. */
	setTime(at: number): void {
		this.service.timeMs = at + this.aheadMs;
	}

	add(id: string, status: string, at: number): FakeOrder {
		const time = iso(at + this.aheadMs);
		const order = { id, status, createdAt: time, updatedAt: time, shipments: [] };
		this.service.orders.push(order);
		return order;
	}

	change(id: string, status: string, at: number): void {
		const order = this.service.orders.find((one) => one.id === id);
		Object.assign(order ?? {}, { status, updatedAt: iso(at + this.aheadMs) });
	}
}

const EVENTS = ['order.created', 'order.updated'];

/** What the polls of the minutes 10 to 13 emit. */
async function changesLater(shop: Shop, poller: Poller): Promise<string[]> {
	const emitted: string[] = [];
	for (const minute of [10, 11, 12, 13]) {
		shop.setTime(NOW + minute * MINUTE);
		emitted.push(...changeIds(await poller.poll(NOW + minute * MINUTE)));
	}
	return emitted;
}

describe.each(AHEAD)('A service whose clock is %i ms ahead of that of n8n', (aheadMs) => {
	it('what is created or changes after the first poll is emitted, and nothing that was there before', async () => {
		for (const sort of [newestFirst, oldestFirst]) {
			const shop = new Shop(aheadMs, 12, sort);
			const poller = new Poller(shop.service, { events: EVENTS });
			expect(await poller.poll(NOW)).toEqual([]);
			shop.add('new', 'pending', NOW + 1000);
			shop.change('o3', 'shipped', NOW + 2000);
			const emitted = changeIds(await poller.poll(NOW + MINUTE));
			for (const minute of [2, 3, 4]) {
				emitted.push(...changeIds(await poller.poll(NOW + minute * MINUTE)));
			}
			expect(emitted).toEqual(['order/new/created', 'order/new/pending', 'order/o3/shipped']);
		}
	});

	it('a new order is emitted although a page failed at activation', async () => {
		const shop = new Shop(aheadMs, 12, oldestFirst);
		const poller = new Poller(shop.service, { events: EVENTS });
		// All but the last page, which has the newest orders.
		expect(await poller.poll(NOW, { shifts: [], failing: [2] })).toEqual([]);
		shop.add('new', 'draft', NOW + 2000);
		const emitted: string[] = [];
		for (const minute of [1, 2, 3, 4]) {
			emitted.push(...changeIds(await poller.poll(NOW + minute * MINUTE)));
		}
		expect(emitted).toContain('order/new/created');
	});

	it.each([
		['nothing could be read', { shifts: [], failing: [0] }],
		['only an empty page could be read', { shifts: [99], failing: [1] }],
	])(
		'only a new order is emitted although nothing could be read at activation, and right after it %s',
		async (_what, behaviour) => {
			const shop = new Shop(aheadMs, 12, oldestFirst);
			const poller = new Poller(shop.service, { events: EVENTS });
			expect(await poller.poll(NOW, { shifts: [], failing: [0] })).toEqual([]);
			shop.add('new', 'draft', NOW + 2000);
			shop.setTime(NOW + MINUTE);
			expect(await poller.poll(NOW + MINUTE, behaviour)).toEqual([]);
			const emitted = await changesLater(shop, poller);
			expect(emitted).toEqual(['order/new/created']);
		},
	);

	it('only a new order is emitted although, of the list, only new orders could be read at first, and incompletely', async () => {
		const shop = new Shop(aheadMs, 12);
		shop.service.isAbbreviated = true;
		const poller = new Poller(shop.service, { events: EVENTS });
		expect(await poller.poll(NOW, { shifts: [], failing: [0] })).toEqual([]);
		const added = ['a', 'b', 'c', 'd', 'e'];
		for (const id of added) shop.add(id, 'draft', NOW + 2000);
		shop.setTime(NOW + MINUTE);
		const failing = [1, 2, 3, 4, 5, 6, 7];
		expect(await poller.poll(NOW + MINUTE, { shifts: [], failing })).toEqual([]);
		const emitted = await changesLater(shop, poller);
		expect(emitted.sort()).toEqual(added.map((id) => `order/${id}/created`));
	});

	it('only a parcel that leaves later is emitted although no order could be read at activation', async () => {
		const shop = new Shop(aheadMs, 2);
		const left = (id: string, at: number) => ({
			id,
			shipmentStatus: 'shipped',
			shippedAt: iso(at + aheadMs),
		});
		for (const order of shop.service.orders) {
			order.shipments.push(left(`${order.id}-before`, NOW - 20 * MINUTE));
		}
		const poller = new Poller(shop.service, { events: ['shipment.created'] });
		expect(await poller.poll(NOW, { shifts: [], failing: [0] })).toEqual([]);
		shop.service.orders[0]?.shipments.push(left('later', NOW + 1000));
		shop.setTime(NOW + 10 * MINUTE);
		expect(changeIds(await poller.poll(NOW + 10 * MINUTE))).toEqual(['shipment/later/shipped']);
	});

	it('what appears after the first poll is emitted with a start date, whatever its times say', async () => {
		const shop = new Shop(aheadMs, 3);
		const poller = new Poller(shop.service, { events: EVENTS, startFromSeconds: NOW / 1000 });
		await poller.poll(NOW);
		await poller.poll(NOW + MINUTE);
		shop.add('new', 'draft', NOW + MINUTE + 1000);
		expect(changeIds(await poller.poll(NOW + 2 * MINUTE))).toEqual(['order/new/created']);
		shop.add('imported', 'draft', NOW - 9 * DAY);
		expect(changeIds(await poller.poll(NOW + 3 * MINUTE))).toEqual(['order/imported/created']);
	});

	it('what appears after a first poll that read an empty page only is emitted with a start date', async () => {
		const shop = new Shop(aheadMs, 12);
		const startFromSeconds = (NOW - HOUR) / 1000;
		const poller = new Poller(shop.service, { events: EVENTS, startFromSeconds });
		expect(await poller.poll(NOW, { shifts: [99], failing: [1] })).toEqual([]);
		shop.add('new', 'draft', NOW + 2000);
		expect(await changesLater(shop, poller)).toContain('order/new/created');
	});

	it('a parcel is emitted although its first reading failed', async () => {
		const shop = new Shop(aheadMs, 2);
		const poller = new Poller(shop.service, { events: ['shipment.created'] });
		await poller.poll(NOW);
		const order = shop.add('new', 'inprocess', NOW + 1000);
		order.shipments.push({
			id: 's',
			shipmentStatus: 'shipped',
			shippedAt: iso(NOW + 2000 + aheadMs),
		});
		const shipments = async (at: number, failing: number[] = []): Promise<string[]> =>
			changeIds(await poller.poll(at, { shifts: [], failing })).filter((id) =>
				/^shipment/.test(id),
			);
		expect(await shipments(NOW + MINUTE, [1, 2, 3])).toEqual([]);
		expect(await shipments(NOW + 2 * MINUTE)).toEqual(['shipment/s/shipped']);
	});
});

describe('The clocks of n8n and of the service', () => {
	it('what is emitted does not depend on how far they lie apart', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: -DAY / 2, max: DAY / 2 }), async (aheadMs) => {
				const shop = new Shop(aheadMs, 7);
				const poller = new Poller(shop.service, { events: EVENTS });
				const emitted: string[] = [];
				for (let minute = 0; minute < 6; minute += 1) {
					const at = NOW + minute * MINUTE;
					emitted.push(...changeIds(await poller.poll(at)));
					shop.change(`o${minute + 1}`, 'shipped', at + 1000);
					shop.add(`new${minute}`, 'draft', at + 2000);
				}
				emitted.push(...changeIds(await poller.poll(NOW + 6 * MINUTE)));
				const expected = [0, 1, 2, 3, 4, 5].flatMap((minute) => [
					`order/o${minute + 1}/shipped`,
					`order/new${minute}/created`,
				]);
				expect(emitted).toEqual(expected);
			}),
		);
	});
});

/** What a service may say of its clock. */
interface Clock {
	/** How far its times are ahead of those of n8n. */
	aheadMs: number;
	stamps: keyof typeof STAMPS;
	/** How far the `Date` header is ahead; undefined without one. */
	dateAheadMs?: number;
}

/** When each order is emitted as late or waiting, in hours after the activation. */
async function hoursOf(
	{ aheadMs, stamps, dateAheadMs }: Clock,
	hours: number,
	happen: (shop: Shop, hour: number) => void,
): Promise<Record<string, number>> {
	const shop = new Shop(aheadMs, 0);
	shop.service.habits.stamps = stamps;
	const told: Record<string, number> = {};
	const poller = new Poller(shop.service, {
		events: ['order.late', 'order.waiting'],
		waitingAfterSeconds: DAY / 1000,
		lateAfterSeconds: (2 * DAY) / 1000,
	});
	for (let hour = 0; hour <= hours; hour += 1) {
		const at = NOW + hour * HOUR;
		happen(shop, hour);
		if (dateAheadMs === undefined) shop.service.saysNoDate = true;
		else shop.service.timeMs = at + dateAheadMs;
		for (const { changeId, object } of await poller.poll(at)) {
			if (/late|waiting/.test(changeId)) told[String(object.id)] ??= hour;
		}
	}
	return told;
}

const CLOCKS: Clock[] = [-48, -23, -5, 0, 5, 14].flatMap((hours) => {
	const aheadMs = hours * HOUR;
	return [
		...(['iso', 'seconds'] as const).map((stamps) => ({ aheadMs, stamps, dateAheadMs: aheadMs })),
		{ aheadMs, stamps: 'iso' as const },
		...(Math.abs(hours) > 14
			? []
			: [
					{ aheadMs, stamps: 'withoutOffset' as const, dateAheadMs: 0 },
					{ aheadMs, stamps: 'withoutOffset' as const },
				]),
	];
});

describe.each(CLOCKS)('Late and waiting orders of a service with the clock %o', (clock) => {
	it('what was so before the trigger began is never emitted too early', async () => {
		const told = await hoursOf(clock, 80, (shop, hour) => {
			if (hour > 0) return;
			shop.add('draft', 'draft', NOW - 2 * HOUR);
			shop.add('made', 'inprocess', NOW - 2 * HOUR);
			shop.add('other', 'canceled', NOW - 9 * DAY);
		});
		// At 22 and 46 hours, they had waited for a day, and been in production for two; a poll later, for more.
		expect(told.draft).toBeGreaterThanOrEqual(22);
		expect(told.made).toBeGreaterThanOrEqual(46);
		expect(told.draft).toBeLessThanOrEqual(24);
		expect(told.made).toBeLessThanOrEqual(49);
	});

	it('what comes or changes later is emitted after the time that n8n measures', async () => {
		const told = await hoursOf(clock, 80, (shop, hour) => {
			if (hour === 0) shop.add('changed', 'pending', NOW - HOUR);
			if (hour === 5) {
				shop.add('draft', 'draft', NOW + 4 * HOUR + 1);
				shop.add('made', 'inprocess', NOW + 4 * HOUR + 1);
				shop.change('changed', 'inprocess', NOW + 4 * HOUR + 1);
			}
		});
		expect(told).toEqual({ draft: 29, made: 54, changed: 54 });
	});
});

describe('Late and waiting orders of a service that is right', () => {
	it('what waited or was late before the trigger began is emitted by the second poll', async () => {
		const right = { aheadMs: 0, stamps: 'iso', dateAheadMs: 0 } as const;
		const told = await hoursOf(right, 3, (shop, hour) => {
			if (hour > 0) return;
			shop.add('draft', 'draft', NOW - DAY);
			shop.add('made', 'inprocess', NOW - 3 * DAY);
		});
		expect(told).toEqual({ draft: 1, made: 1 });
	});

	it('the time is known from the newest order where nothing else says it', async () => {
		const silent = { aheadMs: -5 * HOUR, stamps: 'withoutOffset' } as const;
		const told = await hoursOf(silent, 20, (shop, hour) => {
			if (hour > 0) return;
			shop.add('draft', 'draft', NOW - 20 * HOUR);
			shop.add('new', 'canceled', NOW - HOUR);
		});
		expect(told).toEqual({ draft: 5 });
	});
});
