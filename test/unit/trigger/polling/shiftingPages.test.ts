import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { FakeService, newestFirst } from './fakeService.ts';
import { Poller } from './poller.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const PAGE_SIZE = 5;

/** By how much each page of a scan shifts, but the first: nothing lies before that one. */
const scanShifts = fc
	.array(fc.integer({ min: -3, max: 3 }), { maxLength: 8 })
	.map((shifts) => [0, ...shifts]);

const oldestFirst: typeof newestFirst = (orders) => newestFirst(orders).reverse();

/** A service with so many orders, one every hour. */
function serviceWith(count: number, sort = newestFirst): FakeService {
	const service = new FakeService(PAGE_SIZE, sort);
	for (let number = 1; number <= count; number += 1) {
		const createdAt = new Date(NOW - number * HOUR).toISOString();
		const times = { createdAt, updatedAt: createdAt };
		service.orders.push({ id: `o${number}`, status: 'inprocess', ...times, shipments: [] });
	}
	return service;
}

describe('Pages that shift while the baseline is taken', () => {
	it('what was there starts nothing, if one of two scans shows all of it', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 2 * PAGE_SIZE, max: 30 }),
				fc.array(scanShifts, { maxLength: 1 }),
				async (count, scans) => {
					const poller = new Poller(serviceWith(count), {
						events: ['order.created', 'order.updated'],
					});
					const emitted: string[] = [];
					for (let poll = 0; poll < 8; poll += 1) {
						const shifts = scans[poll] ?? [];
						const changes = await poller.poll(NOW + poll * MINUTE, { shifts, failing: [] });
						emitted.push(...changes.map(({ changeId }) => changeId));
					}
					expect(emitted).toEqual([]);
				},
			),
		);
	});

	it.each([
		['a page shows those of the next one', [PAGE_SIZE]],
		['a page shows those of the last one again', [0, -PAGE_SIZE]],
		['several pages are shown by two requests each', [PAGE_SIZE, 0, PAGE_SIZE, 0]],
	])(
		'a scan that an earlier poll began goes on to the end of the list where %s',
		async (_, shifts) => {
			const poller = new Poller(serviceWith(60, oldestFirst), {
				events: ['order.created', 'order.updated'],
			});
			const emitted: string[] = [];
			// Each of the two scans takes two polls, and they are cut off in other places.
			const requests = [6, Infinity, 12, Infinity, Infinity, Infinity];
			for (const [poll, maxRequests] of requests.entries()) {
				const behaviour = { shifts: poll === 1 || poll === 3 ? shifts : [], failing: [] };
				const changes = await poller.poll(NOW + poll * MINUTE, behaviour, maxRequests);
				emitted.push(...changes.map(({ changeId }) => changeId));
			}
			expect(emitted).toEqual([]);
			expect((await poller.state())?.orders?.phase).toBe('steady');
		},
	);
});
