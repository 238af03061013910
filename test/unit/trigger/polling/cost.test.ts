import { describe, expect, it } from 'vitest';

import { FakeService, newestFirst } from './fakeService.ts';
import { ALL_EVENTS, Poller } from './poller.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('A poll in which nothing has changed', () => {
	it.each([
		[100, 100, 1, 1],
		[1_000, 300, 4, 10],
		[3_000, 450, 5, 30],
	])(
		'of %i orders, %i of them not finished, reads %i pages and the shipments of 25 orders, and %i pages once a day',
		async (count, active, pages, allPages) => {
			const service = new FakeService(100, newestFirst);
			for (let index = 0; index < count; index += 1) {
				const time = new Date(NOW - 2 * HOUR - index * HOUR).toISOString();
				const status = index < active ? 'inprocess' : 'canceled';
				service.orders.push({
					id: `o${index}`,
					status,
					createdAt: time,
					updatedAt: new Date(NOW - HOUR).toISOString(),
					shipments: [],
				});
			}
			const events = ALL_EVENTS.filter((event) => event !== 'mockup_task.finished');
			const poller = new Poller(service, { events });
			const cost = async (at: number): Promise<[pages: number, shipments: number]> => {
				expect(await poller.poll(at)).toEqual([]);
				const shipments = service.requests.filter((path) => path.endsWith('/shipments')).length;
				return [service.requests.length - shipments, shipments];
			};
			for (let poll = 0; poll < 3; poll += 1) await poller.poll(NOW + poll * MINUTE);
			const [read, shipments] = await cost(NOW + 4 * MINUTE);
			expect(read).toBeLessThanOrEqual(pages);
			expect(shipments).toBe(25);
			await cost(NOW + 25 * HOUR);
			expect((await cost(NOW + 25 * HOUR + MINUTE))[0]).toBe(allPages);
		},
	);
});
