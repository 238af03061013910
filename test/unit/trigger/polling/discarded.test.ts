import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeN8n } from './fakeN8n.ts';
import { FakeService } from './fakeService.ts';

const MINUTE = 60_000;

let service: FakeService;

beforeEach(() => {
	service = new FakeService(10);
	vi.useFakeTimers({ toFake: ['Date'] });
	vi.setSystemTime(Date.UTC(2026, 10, 20, 12));
});

afterEach(() => {
	vi.useRealTimers();
});

const pass = (milliseconds = MINUTE): void => {
	vi.setSystemTime(Date.now() + milliseconds);
};

function addOrder(id: string, status = 'draft'): void {
	const time = new Date().toISOString();
	service.orders.unshift({ id, status, createdAt: time, updatedAt: time, shipments: [] });
}

describe('A result that n8n discards', () => {
	it('is told again: its items and its state go together', async () => {
		const n8n = new FakeN8n(service).activate();
		await n8n.poll();
		pass();
		await n8n.poll();
		n8n.store();
		addOrder('a');
		pass();
		expect(await n8n.changeIds()).toEqual(['order/a/created']);
		// As with durable cursors: the next poll gets the state from before.
		n8n.discard();
		pass();
		expect(await n8n.changeIds()).toEqual(['order/a/created']);
		pass();
		expect(await n8n.changeIds()).toEqual([]);
	});

	it('of the first poll with a start date is told again, too', async () => {
		addOrder('a');
		const startFrom = new Date(Date.now() - MINUTE).toISOString();
		const n8n = new FakeN8n(service, { options: { startFrom } }).activate();
		pass();
		expect(await n8n.changeIds()).toEqual(['order/a/created']);
		n8n.discard();
		pass();
		expect(await n8n.changeIds()).toEqual(['order/a/created']);
	});
});

describe("A gateway's 404", () => {
	it('says nothing of an order: it is neither gone, nor does its time begin anew', async () => {
		addOrder('old', 'draft');
		for (let index = 0; index < 60; index += 1) {
			pass(2 * MINUTE);
			addOrder(`o${index}`, 'canceled');
		}
		const n8n = new FakeN8n(service, { events: ['order.updated', 'order.waiting'] }).activate();
		for (let poll = 0; poll < 3; poll += 1) {
			await n8n.poll();
			pass();
		}
		service.isDeploying = true;
		for (let poll = 0; poll < 5; poll += 1) {
			await n8n.poll();
			pass();
		}
		service.isDeploying = false;
		pass(22 * 60 * MINUTE);
		expect(await n8n.changeIds()).toEqual(['order/old/waiting/draft']);
		pass();
		expect(await n8n.changeIds()).toEqual([]);
	});
});
