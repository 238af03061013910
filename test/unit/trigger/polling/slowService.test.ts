import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { ALL_EVENTS } from './poller.ts';
import { FakeN8n } from './fakeN8n.ts';
import { FakeService, newestFirst } from './fakeService.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;

const NEVER = Number.POSITIVE_INFINITY;

let service: FakeService;

beforeEach(() => {
	vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
	service = new FakeService(100, newestFirst);
	for (let index = 0; index < 60; index += 1) {
		const createdAt = new Date(NOW - (index + 1) * MINUTE).toISOString();
		const times = { createdAt, updatedAt: createdAt };
		service.orders.push({ id: `o${index}`, status: 'inprocess', ...times, shipments: [] });
	}
	service.tasks.push({ id: 't', status: 'pending', createdAt: new Date(NOW).toISOString() });
});
afterEach(() => {
	vi.useRealTimers();
});

function activated(): FakeN8n {
	const n8n = new FakeN8n(service, { events: ALL_EVENTS }).activate();
	n8n.hasTimeouts = true;
	return n8n;
}

/** One poll, with the waits before requests are repeated. */
async function poll(n8n: FakeN8n): Promise<unknown[]> {
	let isOver = false;
	const polling = n8n.changeIds().finally(() => {
		isOver = true;
	});
	polling.catch(() => undefined);
	while (!isOver) await vi.advanceTimersToNextTimerAsync();
	return await polling;
}

/** Polls so often, ten minutes apart. Returns the messages of those that throw. */
async function failuresOf(n8n: FakeN8n, polls: number): Promise<string[]> {
	const messages: string[] = [];
	for (let count = 0; count < polls; count += 1) {
		await poll(n8n).catch((error: unknown) => messages.push((error as Error).message));
		vi.setSystemTime(Date.now() + 10 * MINUTE);
	}
	return messages;
}

describe('A service that takes long for each answer', () => {
	it.each([1, 2, 3, 4, 6])(
		'%i seconds: the workflow is activated, and the next polls read what the first had no time for',
		async (seconds) => {
			const n8n = activated();
			n8n.requestMs = seconds * 1000;
			expect(await failuresOf(n8n, 1)).toEqual([]);
			// Both lists were read, which is what the activation needs.
			expect(service.requests).toContain('/api/mockup-tasks');
			expect(service.requests.length).toBeLessThan(62);
			expect(await failuresOf(n8n, 8)).toEqual([]);
			const order = service.orders[7];
			order?.shipments.push({ id: 's', shipmentStatus: 'packaged' });
			const told: unknown[] = [];
			for (let count = 0; count < 8; count += 1) {
				told.push(...(await poll(n8n)));
				vi.setSystemTime(Date.now() + 10 * MINUTE);
			}
			expect(told).toEqual(['shipment/s/packaged']);
		},
	);

	it.each([36_000, undefined])('no poll of %s ms reports an outage', async (budgetMs) => {
		const n8n = activated();
		n8n.budgetMs = budgetMs;
		n8n.requestMs = 2500;
		expect(await failuresOf(n8n, 20)).toEqual([]);
		expect(n8n.warnings).toEqual([]);
	});
});

describe('A service that does not answer', () => {
	it('the activation fails if a list is not answered', async () => {
		for (const list of ['/api/orders', '/api/mockup-tasks']) {
			const n8n = activated();
			n8n.requestMsOf = (path) => (path === list ? NEVER : 50);
			const [message] = await failuresOf(n8n, 1);
			expect(message).toMatch(/^The service could not be reached. No answer came in time/);
		}
	});

	it.each([
		['shipments', (path: string) => (path.endsWith('/shipments') ? NEVER : 50)],
		['mockup tasks', (path: string) => (path.includes('mockup') ? NEVER : 50)],
		['mockup tasks of a slow service', (path: string) => (path.includes('mockup') ? NEVER : 1500)],
		['anything', () => NEVER],
	])('an outage is reported of %s', async (_what, requestMsOf) => {
		const n8n = activated();
		await poll(n8n);
		n8n.requestMsOf = requestMsOf;
		n8n.budgetMs = 60_000;
		// A poll that left the tasks too little time to tell is followed by one that begins with them.
		const messages = await failuresOf(n8n, 60);
		expect(messages[0]).toMatch(/^The service could not be reached, since /);
	});
});
