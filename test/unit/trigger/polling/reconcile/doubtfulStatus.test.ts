import { describe, expect, it } from 'vitest';

import { DAY, iso, NOW, orderEntry, polled } from './polledOrder.ts';

describe('An order whose status seems older than the last one', () => {
	const known = orderEntry({ emitted: 'shipped', updatedAtMs: (NOW - 60) * 1000 });
	const stale = { status: 'inprocess', updatedAt: iso(NOW - DAY) };

	it('an order that ships once is told once, whatever the replicas of the service say', async () => {
		const first = await polled({ known, order: stale });
		expect(first).toMatchObject({
			emitted: [],
			entry: { doubted: 'inprocess', emitted: 'shipped' },
		});
		const current = { status: 'shipped', updatedAt: iso(NOW - 60) };
		expect((await polled({ known: first.entry, order: current })).emitted).toEqual([]);
	});

	it('an order that is read with that status twice has it', async () => {
		const first = await polled({ known, order: stale });
		const second = await polled({ known: first.entry, order: stale });
		expect(second.emitted).toEqual(['order/a/inprocess']);
	});

	it('an order that is doubted emits nothing of its shipments, its delay or its waiting', async () => {
		const settings = {
			events: ['order.updated', 'shipment.created', 'order.late', 'order.waiting'],
			lateAfterSeconds: 0,
			waitingAfterSeconds: 0,
		};
		const shipments = [{ id: 's', shipmentStatus: 'pending' }];
		const reading = { withDetails: new Set(['a']) };
		for (const status of ['inprocess', 'pending']) {
			const order = { ...stale, status };
			const poll = { known, order, shipments, shipmentsFrom: 5, settings, reading };
			const { emitted, entry } = await polled(poll);
			expect(emitted).toEqual([]);
			expect(entry?.shipments.size).toBe(0);
		}
	});

	it('an order is not forgotten while its status is doubted', async () => {
		const old = { ...known, createdAt: NOW - 40 * DAY, emitted: 'canceled' };
		const { entry } = await polled({ known: old, order: stale });
		expect(entry).toMatchObject({ emitted: 'canceled', doubted: 'inprocess' });
	});
});
