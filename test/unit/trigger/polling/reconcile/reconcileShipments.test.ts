import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	reconcileShipments,
	type ShipmentContext,
} from '../../../../../nodes/PodFulfilment/trigger/polling/reconcile/reconcileShipments.ts';
import type {
	OrderEntry,
	ShipmentEntry,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
import { versionOf } from '../../../../../nodes/PodFulfilment/trigger/polling/state/values.ts';
import { changeIds } from '../poller.ts';

const NOW = Date.UTC(2026, 10, 20, 12) / 1000;
const DAY = 24 * 3600;
/** Since when shipments are watched. */
const FROM = NOW - DAY;

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();

const CONTEXT: ShipmentContext = {
	nowSeconds: NOW,
	emitAfterSeconds: 0,
	shipmentsFrom: FROM,
	shipmentsBegan: FROM,
	isBaseline: false,
};

const orderEntry = (entry: Partial<OrderEntry> = {}): OrderEntry => ({
	emitted: 'inprocess',
	since: FROM,
	isDeletedAtService: false,
	isLateDecided: false,
	needsShipmentBaseline: false,
	wasForgotten: false,
	wasReadAfterFinish: false,
	shipmentsVersion: '',
	shipments: new Map(),
	...entry,
});

const UNCHANGED_ORDER = { id: 'a', updatedAt: iso(FROM - 1) };

const shipment = (shipmentStatus: string, fields: IDataObject = {}): IDataObject => ({
	id: 's',
	shipmentStatus,
	...fields,
});

/** IDs of the changes that are emitted, and the entries of shipments afterwards. */
function reconciled(
	order: OrderEntry,
	shipments: IDataObject[],
	context: Partial<ShipmentContext> = {},
	object: IDataObject = UNCHANGED_ORDER,
): { emitted: string[]; entries: Record<string, ShipmentEntry> } {
	const changes = reconcileShipments(order, 'a', object, shipments, { ...CONTEXT, ...context });
	return { emitted: changeIds(changes), entries: Object.fromEntries(order.shipments) };
}

describe('The shipments of an order whose shipments are known', () => {
	it('a shipment that is new is emitted, whatever its times say', () => {
		expect(reconciled(orderEntry(), [shipment('pending')])).toEqual({
			emitted: ['shipment/s/pending'],
			entries: { s: { emitted: 'pending', since: NOW } },
		});
	});

	it('a shipment is emitted again when its status changes, and not when it stays', () => {
		const known = new Map([['s', { emitted: 'pending', since: 5 }]]);
		const order = orderEntry({ shipments: known });
		expect(reconciled(order, [shipment('pending')])).toEqual({
			emitted: [],
			entries: { s: { emitted: 'pending', since: 5 } },
		});
		expect(reconciled(order, [shipment('shipped')])).toEqual({
			emitted: ['shipment/s/shipped'],
			entries: { s: { emitted: 'shipped', since: NOW } },
		});
		// The snapshot of the last poll is never changed.
		expect(known).toEqual(new Map([['s', { emitted: 'pending', since: 5 }]]));
	});

	it('a shipment without a status is not emitted until it has one', () => {
		const order = orderEntry();
		expect(reconciled(order, [shipment('')]).emitted).toEqual([]);
		expect(reconciled(order, [shipment('pending')]).emitted).toEqual(['shipment/s/pending']);
		expect(reconciled(order, [shipment('')])).toEqual({
			emitted: [],
			entries: { s: { emitted: 'pending', since: NOW } },
		});
	});

	it('a shipment is emitted once its status has lasted for Emit After', () => {
		const order = orderEntry();
		const context = { emitAfterSeconds: 60 };
		expect(reconciled(order, [shipment('shipped')], context)).toEqual({
			emitted: [],
			entries: { s: { emitted: '', observed: 'shipped', since: NOW } },
		});
		const later = (seconds: number): string[] =>
			reconciled(order, [shipment('shipped')], { ...context, nowSeconds: NOW + seconds }).emitted;
		expect(later(59)).toEqual([]);
		expect(later(60)).toEqual(['shipment/s/shipped']);
	});

	it('a shipment that the service no longer lists is still known', () => {
		const order = orderEntry({ shipments: new Map([['t', { emitted: 'pending', since: 5 }]]) });
		expect(Object.keys(reconciled(order, [shipment('pending')]).entries)).toEqual(['t', 's']);
	});

	it('a shipment has the time of its dispatch when it is shipped, and that of the poll otherwise', () => {
		const shippedAt = iso(NOW - 500);
		const timeOf = (status: string): number | undefined =>
			reconcileShipments(
				orderEntry(),
				'a',
				UNCHANGED_ORDER,
				[shipment(status, { shippedAt })],
				CONTEXT,
			)[0]?.timeMs;
		expect(timeOf('shipped')).toBe((NOW - 500) * 1000);
		expect(timeOf('returned')).toBe(NOW * 1000);
	});

	it('a shipment names its order, its own word for it first', () => {
		const orderIdOf = (fields: IDataObject): unknown =>
			reconcileShipments(
				orderEntry(),
				'a',
				UNCHANGED_ORDER,
				[shipment('pending', fields)],
				CONTEXT,
			)[0]?.object.orderId;
		expect(orderIdOf({})).toBe('a');
		expect(orderIdOf({ orderId: 'b' })).toBe('b');
	});

	it('the order is known to be read as it is now', () => {
		const order = orderEntry({ needsShipmentBaseline: true });
		reconciled(order, []);
		expect(order).toMatchObject({
			needsShipmentBaseline: false,
			shipmentsVersion: versionOf(UNCHANGED_ORDER),
		});
	});
});

describe('The shipments of an order from before the trigger, read for the first time', () => {
	const first = (
		fields: IDataObject,
		{ object = UNCHANGED_ORDER, since = FROM, isBaseline = false } = {},
	): string[] =>
		reconciled(
			orderEntry({ needsShipmentBaseline: true, since }),
			[shipment('pending', fields)],
			{ isBaseline },
			object,
		).emitted;

	it('a shipment is recorded and not emitted while nothing shows that it has changed', () => {
		const order = orderEntry({ needsShipmentBaseline: true });
		expect(reconciled(order, [shipment('pending')])).toEqual({
			emitted: [],
			entries: { s: { emitted: 'pending', since: NOW } },
		});
	});

	it.each([
		['dispatched since', { shippedAt: iso(FROM) }, true],
		['dispatched before', { shippedAt: iso(FROM - 1) }, false],
	])('a shipment is emitted by its dispatch: %s', (_, fields, isEmitted) => {
		expect(first(fields)).toEqual(isEmitted ? ['shipment/s/pending'] : []);
	});

	it('a shipment is emitted when its order has changed since, by its date or as observed', () => {
		expect(first({}, { object: { id: 'a', updatedAt: iso(FROM) } })).toHaveLength(1);
		expect(first({}, { object: { id: 'a', updatedAt: iso(FROM - 1) } })).toEqual([]);
		expect(first({}, { object: { id: 'a', updatedAt: 'Soon' } })).toEqual([]);
		expect(first({}, { since: FROM + 1 })).toHaveLength(1);
	});

	it('a shipment that was dispatched before is no change, whatever happened to its order', () => {
		const changed = { since: FROM + 1 };
		const dispatched = { shipmentStatus: 'shipped', shippedAt: iso(FROM - 1) };
		expect(first(dispatched, changed)).toEqual([]);
		expect(first({ ...dispatched, shipmentStatus: 'returned' }, changed)).toHaveLength(1);
		expect(first({ shipmentStatus: 'shipped' }, changed)).toHaveLength(1);
	});

	it('an order that changed since the watch began by n8n, whatever the clock of the service, has changed shipments', () => {
		const began = FROM + 5 * 3600;
		const emitted = (since: number): string[] =>
			reconciled(orderEntry({ needsShipmentBaseline: true, since }), [shipment('pending')], {
				shipmentsBegan: began,
			}).emitted;
		expect(emitted(began)).toEqual([]);
		expect(emitted(began + 1)).toHaveLength(1);
	});

	it('a shipment is recorded only while the watch begins, whatever its times say', () => {
		expect(first({ shippedAt: iso(NOW) }, { isBaseline: true, since: NOW })).toEqual([]);
	});
});

describe('The shipments of an order that had been forgotten and is open again', () => {
	const reopened = (fields: IDataObject, updatedAt = iso(NOW)): string[] =>
		reconciled(
			orderEntry({ needsShipmentBaseline: true, wasForgotten: true, since: NOW }),
			[shipment('shipped', fields)],
			{},
			{ id: 'a', updatedAt },
		).emitted;

	it.each([
		['that left lately', { shippedAt: iso(NOW - 3 * DAY) }, true],
		['that left before', { shippedAt: iso(NOW - 3 * DAY - 1) }, false],
		[
			'that came back, and left before',
			{ shipmentStatus: 'returned', shippedAt: iso(FROM - 9 * DAY) },
			false,
		],
		['that does not say when it left', {}, false],
		['that is about to leave', { shipmentStatus: 'pending' }, true],
		['that is packaged', { shipmentStatus: 'packaged' }, true],
		['that was canceled', { shipmentStatus: 'canceled' }, false],
	])('a shipment %s is emitted if it was not before', (_, fields, isEmitted) => {
		expect(reopened(fields)).toHaveLength(isEmitted ? 1 : 0);
	});

	it.each([
		['nine hours behind', NOW - 9 * 3600],
		['ten days behind', NOW - 10 * DAY],
	])('when a shipment left is compared with the change of its order: %s', (_, changedAt) => {
		const [lately, before] = [changedAt - 3 * DAY, changedAt - 3 * DAY - 1];
		expect(reopened({ shippedAt: iso(lately) }, iso(changedAt))).toEqual(['shipment/s/shipped']);
		expect(reopened({ shippedAt: iso(before) }, iso(changedAt))).toEqual([]);
	});

	it('a shipment is watched as any other from then on', () => {
		const order = orderEntry({ needsShipmentBaseline: true, wasForgotten: true });
		expect(reconciled(order, [shipment('shipped')]).emitted).toEqual([]);
		expect(order).toMatchObject({ wasForgotten: false, needsShipmentBaseline: false });
		expect(reconciled(order, [shipment('returned')]).emitted).toEqual(['shipment/s/returned']);
	});
});
