import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeN8n } from './fakeN8n.ts';
import { FakeService } from './fakeService.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const START = Date.UTC(2026, 10, 20, 12);

/** The right time, which the service knows; and how far n8n's clock is ahead of it. */
let now = START;
let aheadMs = 0;

let service: FakeService;

beforeEach(() => {
	now = START;
	aheadMs = 0;
	service = new FakeService(10);
	service.nowMs = () => now;
	vi.useFakeTimers({ toFake: ['Date'] });
});

afterEach(() => {
	vi.useRealTimers();
});

const addOrder = (id: string, status: string): void => {
	const time = new Date(now).toISOString();
	service.orders.unshift({ id, status, createdAt: time, updatedAt: time, shipments: [] });
};

const EVENTS = ['order.created', 'order.late', 'order.waiting'];

/** Lets time pass, and polls. Returns the changes that are told. */
async function pollAfter(n8n: FakeN8n, milliseconds: number): Promise<unknown[]> {
	now += milliseconds;
	vi.setSystemTime(now + aheadMs);
	return await n8n.changeIds();
}

describe("A poll where n8n's clock jumps", () => {
	it.each([-2, -10, -30, 30])(
		'tells no order as late or waiting that is minutes old, with a clock that was %i days ahead at first',
		async (days) => {
			aheadMs = days * DAY;
			addOrder('before', 'draft');
			const n8n = new FakeN8n(service, { events: EVENTS, options: { lateAfterDays: 1 } });
			expect(await pollAfter(n8n, 0)).toEqual([]);
			expect(await pollAfter(n8n, MINUTE)).toEqual([]);
			addOrder('draft', 'draft');
			addOrder('production', 'inprocess');
			await pollAfter(n8n, MINUTE);
			aheadMs = 0;
			for (let poll = 0; poll < 30; poll += 1) expect(await pollAfter(n8n, MINUTE)).toEqual([]);
		},
	);

	it.each([-30, 30])(
		'tells late and waiting orders in time, with a clock that is %i days ahead for 20 hours',
		async (days) => {
			aheadMs = days * DAY;
			const n8n = new FakeN8n(service, { events: EVENTS, options: { lateAfterDays: 1 } });
			await pollAfter(n8n, 0);
			await pollAfter(n8n, MINUTE);
			addOrder('draft', 'draft');
			addOrder('production', 'inprocess');
			await pollAfter(n8n, MINUTE);
			expect(await pollAfter(n8n, 20 * HOUR)).toEqual([]);
			aheadMs = 0;
			expect(await pollAfter(n8n, MINUTE)).toEqual([]);
			const told = await pollAfter(n8n, 4 * HOUR);
			expect(told.toSorted()).toEqual(['order/draft/waiting/draft', 'order/production/late']);
		},
	);

	it("goes by n8n's clock where a gateway takes the Date header away: nothing too early, and nothing waits for a newer time", async () => {
		service.habits.hasDateHeader = false;
		addOrder('before', 'draft');
		const options = { lateAfterDays: 2, emitAfterMinutes: 20 };
		const n8n = new FakeN8n(service, { events: [...EVENTS, 'order.updated'], options });
		await pollAfter(n8n, 0);
		await pollAfter(n8n, 5 * DAY);
		addOrder('production', 'inprocess');
		expect(await pollAfter(n8n, MINUTE)).toEqual([]);
		expect(await pollAfter(n8n, 21 * MINUTE)).toEqual([
			'order/production/created',
			'order/production/inprocess',
		]);
		expect(await pollAfter(n8n, 2 * DAY - MINUTE)).toEqual([]);
		expect(await pollAfter(n8n, 22 * MINUTE)).toEqual(['order/production/late']);
	});

	it('reports an outage within 11 minutes after a clock that was 30 days ahead is put right', async () => {
		const n8n = new FakeN8n(service, { events: EVENTS });
		await pollAfter(n8n, 0);
		await pollAfter(n8n, MINUTE);
		aheadMs = 30 * DAY;
		service.failsWith = 500;
		for (let poll = 0; poll < 2; poll += 1) await pollAfter(n8n, MINUTE);
		aheadMs = 0;
		const reported: number[] = [];
		for (let minute = 1; minute <= 75; minute += 1) {
			await pollAfter(n8n, MINUTE).catch(() => reported.push(minute));
		}
		expect(reported).toEqual([11, 71]);
	});

	it('ends a report that was due every hour, and begins it anew, when its last time lies ahead', async () => {
		const n8n = new FakeN8n(service, { events: EVENTS });
		await pollAfter(n8n, 0);
		await pollAfter(n8n, MINUTE);
		aheadMs = 30 * DAY;
		service.failsWith = 500;
		await pollAfter(n8n, MINUTE);
		await expect(pollAfter(n8n, 10 * MINUTE)).rejects.toThrow('since');
		aheadMs = 0;
		for (let minute = 1; minute <= 10; minute += 1)
			expect(await pollAfter(n8n, MINUTE)).toEqual([]);
		await expect(pollAfter(n8n, MINUTE)).rejects.toThrow('since');
	});
});
