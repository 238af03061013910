import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { REPETITIONS } from '../../../support/repetitions.ts';
import { FakeService, newestFirst, type FakeOrder } from './fakeService.ts';
import { ALL_EVENTS, changeIds, Poller } from './poller.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const iso = (time: number): string => new Date(time).toISOString();

const order = (id: string, status: string, created: number): FakeOrder => ({
	id,
	status,
	createdAt: iso(created),
	updatedAt: iso(created),
	shipments: [{ id: `parcel-${id}`, shipmentStatus: 'pending' }],
});

/** A list of orders that are three weeks old, one of which is so large that no page with it can be read. */
function serviceWithHuge(count: number, huge: number, apartMs: number): FakeService {
	const service = new FakeService(5, newestFirst);
	for (let index = 0; index < count; index += 1) {
		const created = NOW - 21 * DAY - index * apartMs;
		service.orders.push({ ...order(`o${index}`, 'onhold', created), isHuge: index === huge });
	}
	return service;
}

const EVENTS = ALL_EVENTS.filter((event) => !['order.late', 'order.waiting'].includes(event));

/** Polls so often, a minute apart. */
async function polls(poller: Poller, from: number, count: number): Promise<string[]> {
	const emitted: string[] = [];
	for (let poll = 0; poll < count; poll += 1) {
		emitted.push(...changeIds(await poller.poll(from + poll * MINUTE)));
	}
	return emitted;
}

describe('A page that is too large when the trigger begins', () => {
	it('nothing that was there before is emitted, wherever the page is, when it shifts and once it can be read', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 8, max: 40 }),
				fc.nat(40),
				fc.constantFrom(1, MINUTE, 60 * MINUTE),
				fc.integer({ min: 1, max: 9 }),
				fc.integer({ min: 0, max: 12 }),
				async (count, place, apartMs, pollsBefore, added) => {
					// What is on the first page may be newer than all that was read: that is emitted in doubt.
					const huge = 5 + (place % (count - 5));
					const service = serviceWithHuge(count, huge, apartMs);
					const poller = new Poller(service, { events: EVENTS });
					expect(await polls(poller, NOW, pollsBefore)).toEqual([]);
					const expected: string[] = [];
					let now = NOW + pollsBefore * MINUTE;
					for (let index = 0; index < added; index += 1) {
						service.orders.push(order(`new${index}`, 'draft', now));
						now += MINUTE;
						expect(await polls(poller, now, 1)).toEqual([`order/new${index}/created`]);
						expected.push(`new${index}`);
					}
					for (const one of service.orders) one.isHuge = false;
					expect(await polls(poller, now + MINUTE, 4)).toEqual([]);
					expect(await polls(poller, now + 2 * DAY, 3)).toEqual([]);
					const known = await poller.state();
					expect(known?.orders?.entries.size).toBe(count + expected.length);
				},
			),
			{ numRuns: REPETITIONS.largePages },
		);
	});

	it('what has changed on it since is emitted once it can be read', async () => {
		const service = serviceWithHuge(15, 7, MINUTE);
		const poller = new Poller(service, { events: EVENTS });
		await polls(poller, NOW, 8);
		const changed = service.orders[6];
		Object.assign(changed ?? {}, { status: 'shipped', updatedAt: iso(NOW + 9 * MINUTE) });
		expect(await polls(poller, NOW + 10 * MINUTE, 2)).toEqual([]);
		Object.assign(service.orders[7] ?? {}, { isHuge: false });
		// The first reading of its parcels is silent.
		expect(await polls(poller, NOW + 20 * MINUTE, 3)).toEqual(['order/o6/shipped']);
	});

	it('mockup tasks on it are not emitted once it can be read', async () => {
		const service = new FakeService(5);
		for (let index = 0; index < 20; index += 1) {
			const time = iso(NOW - 5 * DAY - index * MINUTE);
			const task = { status: 'completed', createdAt: time, finishedAt: time };
			service.tasks.push({ id: `t${index}`, ...task, isHuge: index === 7 });
		}
		const poller = new Poller(service, { events: ['mockup_task.finished'] });
		expect(await polls(poller, NOW, 6)).toEqual([]);
		Object.assign(service.tasks[7] ?? {}, { isHuge: false });
		expect(await polls(poller, NOW + 9 * MINUTE, 3)).toEqual([]);
		expect(await polls(poller, NOW + 2 * DAY, 2)).toEqual([]);
	});
});
