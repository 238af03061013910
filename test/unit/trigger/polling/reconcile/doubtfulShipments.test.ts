import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { hasPendingChange } from '../../../../../nodes/PodFulfilment/trigger/polling/reconcile/lifeCycle.ts';
import type {
	OrderEntry,
	ShipmentEntry,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
import { DAY, iso, NOW, orderEntry, polled } from './polledOrder.ts';

const EVENTS = ['order.updated', 'shipment.created', 'order.late'];

const shipmentsOf = (...statuses: string[]): IDataObject[] =>
	statuses.map((shipmentStatus) => ({ id: 's', shipmentStatus }));

interface Polls {
	emitted: string[][];
	shipment: ShipmentEntry | undefined;
	order: OrderEntry | undefined;
}

/** What polls emit that read these shipments one after the other, and what is known afterwards. */
async function polls(
	known: ShipmentEntry,
	readings: IDataObject[][],
	{ emitAfterSeconds = 0, order = {} }: { emitAfterSeconds?: number; order?: object } = {},
): Promise<Polls> {
	let entry: OrderEntry | undefined = orderEntry({
		emitted: 'partial',
		shipments: new Map([['s', known]]),
		...order,
	});
	const emitted: string[][] = [];
	for (const [index, shipments] of readings.entries()) {
		const result = await polled({
			known: entry,
			order: { status: 'partial' },
			shipments,
			shipmentsFrom: NOW - DAY,
			settings: { events: EVENTS, emitAfterSeconds },
			at: NOW + index * 60,
		});
		emitted.push(result.emitted);
		entry = result.entry;
	}
	return { emitted, shipment: entry?.shipments.get('s'), order: entry };
}

const knownAs = (emitted: string, more: Partial<ShipmentEntry> = {}): ShipmentEntry => ({
	emitted,
	since: NOW - DAY,
	...more,
});

describe('A shipment that one answer shows with a status that it has left', () => {
	it.each([
		['shipped', 'pending'],
		['shipped', 'packaged'],
		['returned', 'shipped'],
		['returned', 'packaged'],
		['canceled', 'shipped'],
		['in-customs', 'shipped'],
	])(
		'one that is %s is not emitted as %s, nor once more when it is shown as it is',
		async (status, old) => {
			const readings = [shipmentsOf(old), shipmentsOf(status), shipmentsOf(status)];
			const { emitted, shipment } = await polls(knownAs(status), readings);
			expect(emitted).toEqual([[], [], []]);
			expect(shipment).toEqual(knownAs(status));
		},
	);

	it('a status that two polls in a row read counts', async () => {
		const readings = [shipmentsOf('pending'), shipmentsOf('pending'), shipmentsOf('pending')];
		const { emitted } = await polls(knownAs('shipped'), readings);
		expect(emitted).toEqual([[], ['shipment/s/pending'], []]);
	});

	it('two different ones do not confirm each other', async () => {
		const readings = [shipmentsOf('pending'), shipmentsOf('packaged'), shipmentsOf('shipped')];
		expect((await polls(knownAs('shipped'), readings)).emitted).toEqual([[], [], []]);
	});

	it('one that went back is not shown as what it was before by one answer', async () => {
		const [back, old] = [shipmentsOf('shipped'), shipmentsOf('returned')];
		const { emitted, shipment } = await polls(knownAs('returned'), [back, back, old, back]);
		expect(emitted).toEqual([[], ['shipment/s/shipped'], [], []]);
		expect(shipment).toMatchObject({ emitted: 'shipped', left: 'returned' });
	});

	it('a later status counts at once, also instead of one in doubt', async () => {
		const readings = [shipmentsOf('packaged'), shipmentsOf('returned')];
		const { emitted, shipment } = await polls(knownAs('shipped'), readings);
		expect(emitted).toEqual([[], ['shipment/s/returned']]);
		expect(shipment).not.toHaveProperty('doubted');
	});

	it('an answer that lists it twice is one reading, of which the later page counts', async () => {
		const { emitted } = await polls(knownAs('shipped'), [
			shipmentsOf('pending', 'pending'),
			shipmentsOf('shipped'),
			shipmentsOf('shipped', 'returned'),
		]);
		expect(emitted).toEqual([[], [], ['shipment/s/returned']]);
	});

	it('one that an answer lacks is not emitted anew when it is back', async () => {
		const readings = [[], shipmentsOf('shipped')];
		expect((await polls(knownAs('shipped'), readings)).emitted).toEqual([[], []]);
	});

	it('one that is not listed any more is not in doubt for ever', async () => {
		const { emitted, order } = await polls(knownAs('shipped'), [shipmentsOf('pending'), []]);
		expect(emitted).toEqual([[], []]);
		expect(order && hasPendingChange(order)).toBe(false);
	});

	it('the time of Emit After goes on meanwhile, and nothing is emitted by an answer in doubt', async () => {
		const waiting = knownAs('pending', { observed: 'shipped', since: NOW - 60 });
		const readings = [shipmentsOf('pending'), shipmentsOf('shipped')];
		const { emitted } = await polls(waiting, readings, { emitAfterSeconds: 60 });
		expect(emitted).toEqual([[], ['shipment/s/shipped']]);
	});

	it('its order is not late because of it', async () => {
		const order = { inProductionSince: NOW - 9 * DAY };
		const late = await polls(knownAs('packaged'), [shipmentsOf('packaged')], { order });
		expect(late.emitted).toEqual([['order/a/late']]);
		const { emitted } = await polls(knownAs('shipped'), [shipmentsOf('packaged')], { order });
		expect(emitted).toEqual([[]]);
	});

	it('its order is not forgotten meanwhile', async () => {
		const known = orderEntry({
			emitted: 'canceled',
			createdAt: NOW - 90 * DAY,
			since: NOW - 60 * DAY,
			shipments: new Map([['s', knownAs('shipped')]]),
		});
		const order = { status: 'canceled', createdAt: iso(NOW - 90 * DAY) };
		const poll = { order, shipmentsFrom: NOW - 90 * DAY, settings: { events: EVENTS } };
		const first = await polled({ ...poll, known, shipments: shipmentsOf('pending') });
		expect(first.entry?.shipments.get('s')).toMatchObject({ doubted: 'pending' });
		const second = await polled({
			...poll,
			known: first.entry,
			shipments: shipmentsOf('pending'),
			at: NOW + 60,
		});
		expect(second.emitted).toEqual(['shipment/s/pending']);
	});
});
