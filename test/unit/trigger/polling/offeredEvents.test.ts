import type { INodePropertyOptions } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { PodFulfilmentPollingTrigger } from '../../../../nodes/PodFulfilment/PodFulfilmentPollingTrigger.node.ts';
import { FakeN8n } from './fakeN8n.ts';
import { FakeService, newestFirst } from './fakeService.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const { properties } = new PodFulfilmentPollingTrigger().description;
const offered = (
	properties.find(({ name }) => name === 'events')?.options as INodePropertyOptions[]
).map(({ value }) => String(value));

/** What happens after the first poll so that a later one emits the event. The order `a` is in production since then. */
const HISTORIES: Record<string, (service: FakeService) => void> = {
	'order.created': ({ orders }) => {
		const now = new Date().toISOString();
		orders.push({ id: 'b', status: 'draft', createdAt: now, updatedAt: now, shipments: [] });
	},
	'order.updated': ({ orders }) => {
		Object.assign(orders[0] ?? {}, { status: 'onhold', updatedAt: new Date().toISOString() });
	},
	'mockup_task.finished': ({ tasks }) => {
		tasks.push({ id: 'm', status: 'completed', createdAt: new Date().toISOString() });
	},
	'shipment.created': ({ orders }) => {
		orders[0]?.shipments.push({ id: 's', shipmentStatus: 'pending' });
	},
	'order.late': () => {
		vi.setSystemTime(Date.now() + 8 * DAY);
	},
	'order.waiting': ({ orders }) => {
		const now = new Date().toISOString();
		orders.push({ id: 'b', status: 'draft', createdAt: now, updatedAt: now, shipments: [] });
	},
};

beforeEach(() => {
	vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterEach(() => {
	vi.useRealTimers();
});

describe('The polling trigger', () => {
	it.each(offered)(
		'emits %s, which it offers, when that happens between two polls',
		async (event) => {
			const happen = HISTORIES[event];
			if (!happen) throw new Error(`No history shows that a poll emits ${event}: add one`);
			const service = new FakeService(10, newestFirst);
			const createdAt = new Date(NOW - DAY).toISOString();
			service.orders.push({
				id: 'a',
				status: 'inprocess',
				createdAt,
				updatedAt: createdAt,
				shipments: [],
			});
			const n8n = new FakeN8n(service, { events: [event] }).activate();
			expect(await n8n.poll()).toBeNull();
			vi.setSystemTime(Date.now() + MINUTE);
			happen(service);
			if (event === 'order.waiting') {
				expect(await n8n.poll()).toBeNull();
				vi.setSystemTime(Date.now() + DAY);
			}
			const items = (await n8n.poll())?.flat() ?? [];
			expect(items.map(({ json }) => json.event)).toEqual([event]);
		},
	);
});
