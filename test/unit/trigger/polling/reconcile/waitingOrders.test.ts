import { describe, expect, it } from 'vitest';

import type { OrderEntry } from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
import { DAY, iso, NOW, orderEntry, polled, type Poll } from './polledOrder.ts';

const HOUR = 3600;

describe('Order Waiting', () => {
	const settings = { events: ['order.waiting'], waitingAfterSeconds: 5 * HOUR };
	const reading = { withDetails: new Set(['a']) };
	const waiting = { emitted: 'pending', since: NOW - 5 * HOUR, waitingSince: NOW - 5 * HOUR };

	const polledWaiting = async (known: Partial<OrderEntry>, poll: Poll = {}) =>
		await polled({ known: orderEntry({ ...waiting, ...known }), settings, reading, ...poll });

	it.each(['draft', 'pending', 'onhold', 'failed'])(
		'an order that is %s is emitted once it has waited long enough, with the time when it had',
		async (status) => {
			const order = { status, updatedAt: iso(NOW - 5 * HOUR) };
			const { emitted, times, entry } = await polledWaiting({ emitted: status }, { order });
			expect(emitted).toEqual([`order/a/waiting/${status}`]);
			expect(times).toEqual([NOW]);
			expect(entry?.waiting).toEqual({ atSeconds: NOW, count: 1 });
		},
	);

	it.each(['inprocess', 'partial', 'fulfilled', 'shipped', 'canceled'])(
		'an order that is %s is never emitted',
		async (status) => {
			const known = { emitted: status, waitingSince: undefined };
			expect((await polledWaiting(known, { order: { status } })).emitted).toEqual([]);
		},
	);

	it('an order is not emitted a second too early, and Emit After comes on top', async () => {
		const early = { waitingSince: NOW - 5 * HOUR + 1 };
		expect((await polledWaiting(early)).emitted).toEqual([]);
		const delayed = { ...settings, emitAfterSeconds: HOUR };
		expect((await polledWaiting({}, { settings: delayed })).emitted).toEqual([]);
		const enough = await polledWaiting({ waitingSince: NOW - 6 * HOUR }, { settings: delayed });
		expect(enough).toMatchObject({ emitted: ['order/a/waiting/pending'], times: [NOW - HOUR] });
	});

	it('an order is emitted once, and once more for each status in which it waits', async () => {
		const first = await polledWaiting({});
		const later = { settings, reading, at: NOW + 9 * DAY };
		expect((await polled({ known: first.entry, ...later })).emitted).toEqual([]);
		const onhold = { status: 'onhold', updatedAt: iso(NOW + DAY) };
		const changed = await polled({ known: first.entry, ...later, order: onhold });
		expect(changed.emitted).toEqual(['order/a/onhold']);
		const second = await polled({
			known: changed.entry,
			...later,
			at: NOW + 9 * DAY + 5 * HOUR,
			order: onhold,
		});
		expect(second.emitted).toEqual(['order/a/waiting/onhold']);
	});

	it('an order is emitted only with what the service found wrong with it', async () => {
		const unread = await polledWaiting({}, { reading: {} });
		expect(unread.emitted).toEqual([]);
		expect(unread.entry?.waiting).toBeUndefined();
	});

	it('an order that waited when the trigger began is not emitted by the first poll', async () => {
		const scan = { startedAt: NOW, isComplete: true, isNewestFirst: true, isShort: false };
		const dated = { ...reading, scan: { ...scan, serviceTime: NOW } };
		const first = await polled({ isFirst: true, settings, reading: dated });
		expect(first.emitted).toEqual([]);
		expect(first.entry).toMatchObject({ waitingSince: NOW - 8 * DAY });
		const second = await polled({ known: first.entry, settings, reading, at: NOW + 60 });
		expect(second.emitted).toEqual(['order/a/waiting/pending']);
	});

	it('an order that was given up before the trigger began is not emitted, nor a reminder', async () => {
		const order = { updatedAt: iso(NOW - 31 * DAY) };
		const reminding = { ...settings, remindEverySeconds: HOUR };
		const first = await polled({ isFirst: true, order, settings: reminding, reading });
		for (const at of [NOW + 60, NOW + 9 * DAY]) {
			const later = { known: first.entry, order, settings: reminding, reading, at };
			expect((await polled(later)).emitted).toEqual([]);
		}
	});

	it('an order is not emitted while the event is not chosen, and comes when it is', async () => {
		const other = { events: ['order.updated'] };
		const { emitted, entry } = await polledWaiting({}, { settings: other });
		expect(emitted).toEqual([]);
		expect((await polled({ known: entry, settings, reading })).emitted).toHaveLength(1);
	});

	it('an order that stays is a reminder each time that was set, with its number, until it goes on', async () => {
		const reminding = { ...settings, remindEverySeconds: 2 * DAY };
		const first = await polledWaiting({}, { settings: reminding });
		const later = async (entry: OrderEntry | undefined, at: number, order = {}) =>
			await polled({ known: entry, order, settings: reminding, reading, at });
		expect((await later(first.entry, NOW + 2 * DAY - 1)).emitted).toEqual([]);
		const second = await later(first.entry, NOW + 2 * DAY);
		expect(second).toMatchObject({
			emitted: ['order/a/waiting/pending/2'],
			times: [NOW + 2 * DAY],
		});
		const third = await later(second.entry, NOW + 5 * DAY);
		expect(third).toMatchObject({
			emitted: ['order/a/waiting/pending/3'],
			times: [NOW + 5 * DAY],
		});
		const going = { status: 'inprocess', updatedAt: iso(NOW + 6 * DAY) };
		const gone = await later(third.entry, NOW + 9 * DAY, going);
		expect(gone.emitted).toEqual(['order/a/inprocess']);
		expect(gone.entry).toMatchObject({ waitingSince: undefined, waiting: undefined });
	});
});

describe('Reminders of Order Not Shipped in Time', () => {
	const settings = { events: ['order.late'], lateAfterSeconds: DAY, remindEverySeconds: 2 * DAY };
	const known = orderEntry({ emitted: 'inprocess', inProductionSince: NOW - DAY - 1 });
	const order = { status: 'inprocess' };

	it('an order that stays late is a reminder each time that was set, with its number', async () => {
		const first = await polled({ known, order, shipments: [], settings });
		expect(first).toMatchObject({ emitted: ['order/a/late'], times: [NOW - 1] });
		const later = async (entry: OrderEntry | undefined, at: number) =>
			await polled({ known: entry, order, shipments: [], settings, at });
		expect((await later(first.entry, NOW + 2 * DAY - 1)).emitted).toEqual([]);
		const second = await later(first.entry, NOW + 2 * DAY);
		expect(second).toMatchObject({ emitted: ['order/a/late/2'], times: [NOW + 2 * DAY] });
		const third = await later(second.entry, NOW + 5 * DAY);
		expect(third).toMatchObject({ emitted: ['order/a/late/3'], times: [NOW + 5 * DAY] });
		expect((await later(third.entry, NOW + 6 * DAY)).emitted).toEqual([]);
	});

	it('an order of which a shipment was handed over since is no reminder, and never one again', async () => {
		const told = { ...known, isLateDecided: true, late: { atSeconds: NOW - 2 * DAY, count: 1 } };
		const shipments = [{ id: 's', shipmentStatus: 'shipped' }];
		const handedOver = await polled({ known: told, order, shipments, settings });
		expect(handedOver).toMatchObject({ emitted: [], entry: { isLateDecided: true } });
		expect(handedOver.entry?.late).toBeUndefined();
		const later = { known: handedOver.entry, order, shipments: [], settings, at: NOW + 9 * DAY };
		expect((await polled(later)).emitted).toEqual([]);
	});

	it('an order that was late before it was watched for reminders is no reminder', async () => {
		const told = { ...known, isLateDecided: true };
		expect((await polled({ known: told, order, shipments: [], settings })).emitted).toEqual([]);
	});

	it('an order that is not late any more leaves no reminder once it has finished', async () => {
		const told = {
			...known,
			emitted: 'canceled',
			isLateDecided: true,
			late: { atSeconds: NOW - DAY, count: 1 },
		};
		const finished = { status: 'canceled' };
		const { entry } = await polled({ known: told, order: finished, shipments: [], settings });
		expect(entry).toMatchObject({ wasReadAfterFinish: true, isLateDecided: true });
		expect(entry?.late).toBeUndefined();
	});
});
