import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { CLOCK_OVERLAP_SECONDS } from '../../../../../nodes/PodFulfilment/trigger/polling/state/pollContext.ts';
import type { OrderEntry } from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
import { DAY, iso, NOW, orderEntry, polled, type Poll } from './polledOrder.ts';

describe('An order that is created', () => {
	const NEW = { createdAt: iso(NOW - 60), updatedAt: iso(NOW - 30) };

	it('an order that is created is emitted with its creation before its status, each with its own time', async () => {
		const { emitted, times, entry } = await polled({ order: NEW });
		expect(emitted).toEqual(['order/a/created', 'order/a/pending']);
		expect(times).toEqual([NOW - 60, NOW - 30]);
		expect(entry).toMatchObject({ emitted: 'pending' });
		expect(entry).not.toHaveProperty('newSince');
		expect(entry).not.toHaveProperty('observed');
	});

	it('an order that is created as a draft is emitted once, since its creation says that', async () => {
		const { emitted, entry } = await polled({ order: { ...NEW, status: 'draft' } });
		expect(emitted).toEqual(['order/a/created']);
		expect(entry).toMatchObject({ emitted: 'draft' });
		expect(entry).not.toHaveProperty('observed');
	});

	it('an order that goes back to draft is emitted with that status', async () => {
		const { emitted } = await polled({ known: orderEntry(), order: { status: 'draft' } });
		expect(emitted).toEqual(['order/a/draft']);
	});

	it.each([
		[59, []],
		[60, ['order/a/created', 'order/a/pending']],
	])(
		'an order that was observed %i seconds ago waits for an Emit After of 60',
		async (ago, ids) => {
			const known = orderEntry({
				emitted: '',
				observed: 'pending',
				newSince: NOW - ago,
				since: NOW - ago,
			});
			const { emitted } = await polled({ known, settings: { emitAfterSeconds: 60 } });
			expect(emitted).toEqual(ids);
		},
	);

	it('an order that is unknown and finished long ago leaves no entry', async () => {
		const old = { createdAt: iso(NOW - 99 * DAY), status: 'canceled' };
		const { emitted, entry } = await polled({ order: old });
		expect({ emitted, entry }).toEqual({ emitted: [], entry: undefined });
	});
});

describe('An order in production for too long', () => {
	const settings = { events: ['order.late'], lateAfterSeconds: DAY };
	const known = orderEntry({ emitted: 'inprocess', inProductionSince: NOW - DAY - 1 });
	const order = { status: 'inprocess' };

	it('an order is late once, from the time on when it became so', async () => {
		const { emitted, times, entry } = await polled({ known, order, shipments: [], settings });
		expect(emitted).toEqual(['order/a/late']);
		expect(times).toEqual([NOW - 1]);
		expect(entry?.isLateDecided).toBe(true);
		const again = await polled({ known: entry, order, shipments: [], settings });
		expect(again.emitted).toEqual([]);
	});

	it.each([
		[['shipped'], []],
		[['pending', 'returned'], []],
		[['pending', 'packaged'], ['order/a/late']],
	])(
		'an order with shipments that are %j is late only if none was handed over',
		async (statuses, ids) => {
			const shipments = statuses.map((shipmentStatus, index) => ({
				id: `s${index}`,
				shipmentStatus,
			}));
			const { emitted, entry } = await polled({ known, order, shipments, settings });
			expect(emitted).toEqual(ids);
			expect(entry?.isLateDecided).toBe(true);
		},
	);

	it('an order is not late before its shipments were read, nor in the first poll', async () => {
		const unread = await polled({ known, order, settings });
		expect(unread).toMatchObject({ emitted: [], entry: { isLateDecided: false } });
		const first = await polled({
			isFirst: true,
			order: { ...order, updatedAt: iso(NOW - 2 * DAY) },
			shipments: [],
			settings,
		});
		expect(first).toMatchObject({ emitted: [], entry: { isLateDecided: false } });
	});

	it('an order leaves no state of shipments when only its delay is watched', async () => {
		const shipments = [{ id: 's', shipmentStatus: 'pending' }];
		const { entry, snapshot } = await polled({ known, order, shipments, settings });
		expect(entry?.shipments.size).toBe(0);
		expect(snapshot).not.toHaveProperty('shipmentsFrom');
	});
});

describe('Shipments that are watched from some poll on', () => {
	const settings = { events: ['shipment.created'] };
	const shipped = [{ id: 's', shipmentStatus: 'shipped', shippedAt: iso(NOW - 60) }];

	it('the shipments of known orders are recorded and not emitted when they are chosen later', async () => {
		const { emitted, entry, snapshot } = await polled({
			known: orderEntry({ emitted: 'partial', shipmentsVersion: 'x' }),
			order: { status: 'partial' },
			shipments: shipped,
			settings,
		});
		expect(emitted).toEqual([]);
		expect(entry?.shipments.get('s')).toEqual({ emitted: 'shipped', since: NOW });
		// The order has not changed since then, by the clock of the service.
		expect(snapshot).toMatchObject({ shipmentsFrom: NOW - 8 * DAY + 1, shipmentsBegan: NOW });
	});

	it('the shipments of orders that were not read yet have to be read again', async () => {
		const entryOf = async (status: string): Promise<OrderEntry | undefined> => {
			const known = orderEntry({ emitted: status, shipmentsVersion: 'x' });
			return (await polled({ known, order: { status }, settings })).entry;
		};
		// A draft has none, but an order may have fallen back to it.
		for (const status of ['partial', 'draft']) {
			expect(await entryOf(status)).toMatchObject({
				needsShipmentBaseline: true,
				shipmentsVersion: '',
			});
		}
	});

	it('a start date counts for shipments that are watched from the first poll on, and not for later ones', async () => {
		const since = { ...settings, startFromSeconds: NOW - DAY };
		const first = await polled({ isFirst: true, shipments: shipped, settings: since });
		expect(first.snapshot.shipmentsFrom).toBe(NOW - DAY);
		expect(first.emitted).toEqual(['shipment/s/shipped']);
		const later = await polled({ known: orderEntry(), shipments: shipped, settings: since });
		expect(later.snapshot.shipmentsFrom).toBe(NOW - 8 * DAY + 1);
		expect(later.emitted).toEqual([]);
		const future = { ...settings, startFromSeconds: NOW + DAY };
		const early = await polled({ isFirst: true, settings: future });
		expect(early.snapshot.shipmentsFrom).toBe(NOW);
	});

	it('shipments count from the latest time of the service that is known, in any order or reading', async () => {
		const from = async (poll: Poll): Promise<number | undefined> =>
			(await polled({ settings, ...poll })).snapshot.shipmentsFrom;
		const known = orderEntry({ updatedAtMs: (NOW - 5 * DAY) * 1000 + 999 });
		expect(await from({ known })).toBe(NOW - 5 * DAY + 1);
		expect(await from({ known, order: { updatedAt: iso(NOW - 3 * DAY) } })).toBe(NOW - 3 * DAY + 1);
		const created = { createdAt: iso(NOW - 60), updatedAt: undefined };
		expect(await from({ known, order: created })).toBe(NOW - 59);
		const undated = { createdAt: 'Soon', updatedAt: 'Soon' };
		expect(await from({ known: orderEntry(), order: undated })).toBe(NOW - CLOCK_OVERLAP_SECONDS);
		const farFuture = { updatedAt: iso(NOW + 2 * DAY) };
		expect(await from({ known, order: farFuture })).toBe(NOW - CLOCK_OVERLAP_SECONDS);
	});

	it('shipments of a list that was not read to its end count from its Date header but for the overlap, if that is later', async () => {
		const from = async (isComplete: boolean, serviceTime?: number): Promise<number | undefined> => {
			const scan = {
				startedAt: NOW,
				isComplete,
				isNewestFirst: true,
				isShort: false,
				...(serviceTime !== undefined && { serviceTime }),
			};
			return (await polled({ isFirst: true, settings, reading: { scan } })).snapshot.shipmentsFrom;
		};
		expect(await from(true, NOW)).toBe(NOW - 8 * DAY + 1);
		expect(await from(false, NOW - DAY)).toBe(NOW - DAY - CLOCK_OVERLAP_SECONDS);
		expect(await from(false, NOW - 9 * DAY)).toBe(NOW - 8 * DAY + 1);
		expect(await from(false)).toBe(NOW - CLOCK_OVERLAP_SECONDS);
	});

	it('the shipments of the first poll are recorded and not emitted without a start date', async () => {
		const { emitted } = await polled({ isFirst: true, shipments: shipped, settings });
		expect(emitted).toEqual([]);
	});

	it('shipments that stay watched are compared with what was known', async () => {
		const known = orderEntry({ shipments: new Map([['s', { emitted: 'pending', since: 0 }]]) });
		const { emitted, snapshot } = await polled({
			known,
			shipmentsFrom: 5,
			shipments: shipped,
			settings,
		});
		expect(emitted).toEqual(['shipment/s/shipped']);
		expect(snapshot.shipmentsFrom).toBe(5);
	});

	it('shipments that are no longer watched leave no state', async () => {
		const known = orderEntry({
			emitted: 'partial',
			shipments: new Map([['s', { emitted: 'pending', since: 0 }]]),
			shipmentsVersion: 'x',
		});
		const { entry, snapshot } = await polled({
			known,
			shipmentsFrom: 5,
			order: { status: 'partial' },
		});
		expect(entry).toMatchObject({ shipmentsVersion: '', needsShipmentBaseline: false });
		expect(entry?.shipments.size).toBe(0);
		expect(snapshot).not.toHaveProperty('shipmentsFrom');
	});
});

describe('An order that has finished', () => {
	const known = orderEntry({ emitted: 'canceled' });
	const order = { status: 'canceled' };

	it('an order was read once more when its shipments were, where these are watched', async () => {
		const watched = { known, order, shipmentsFrom: 5, settings: { events: ['shipment.created'] } };
		expect((await polled(watched)).entry?.wasReadAfterFinish).toBe(false);
		expect((await polled({ ...watched, shipments: [] })).entry?.wasReadAfterFinish).toBe(true);
		expect((await polled({ known, order })).entry?.wasReadAfterFinish).toBe(true);
	});

	it('an order that is open was not read after it finished', async () => {
		expect((await polled({ known: orderEntry() })).entry?.wasReadAfterFinish).toBe(false);
	});

	it('an order is forgotten once it is old, was read once more and has nothing left to emit', async () => {
		const old = { ...known, createdAt: NOW - 40 * DAY, wasReadAfterFinish: true };
		expect((await polled({ known: old, order })).entry).toBeUndefined();
		const unread = { ...old, wasReadAfterFinish: false };
		const watched = { order, shipmentsFrom: 5, settings: { events: ['shipment.created'] } };
		expect((await polled({ ...watched, known: unread })).entry).toBeDefined();
		// Two polls agree, because n8n's clock may be wrong for one.
		expect((await polled({ known: unread, order })).entry).toBeDefined();
		const waiting = {
			...old,
			shipments: new Map([['s', { emitted: '', observed: 'shipped', since: 0 }]]),
		};
		const emitAfter = { ...watched.settings, emitAfterSeconds: DAY };
		const shipments: IDataObject[] = [];
		const kept = await polled({ ...watched, known: waiting, shipments, settings: emitAfter });
		expect(kept.entry).toBeDefined();
		const open = await polled({ known: { ...old, emitted: 'pending' } });
		expect(open.entry).toBeDefined();
	});
});
