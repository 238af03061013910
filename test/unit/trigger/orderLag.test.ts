import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { lagOf } from '../../../nodes/PodFulfilment/trigger/currentOrder.ts';
import { orderStatuses, shipmentStatuses } from './webhook/deliveries.ts';

/** The statuses that come before each, written by hand. A status that is no key comes in no order. */
const BEFORE: Record<string, string[]> = {
	draft: [],
	pending: ['draft'],
	inprocess: ['draft', 'pending'],
	partial: ['draft', 'pending', 'inprocess'],
	fulfilled: ['draft', 'pending', 'inprocess', 'partial'],
	shipped: ['draft', 'pending', 'inprocess', 'partial', 'fulfilled'],
};

const EVENT_MS = Date.parse('2026-11-20T11:00:00Z');
const EVENT_TIME = '2026-11-20T11:00:00+00:00';

const lagOfStatus = (eventStatus: unknown, status: unknown, times: IDataObject = {}) => {
	const { occurredAt = EVENT_TIME, updatedAt = EVENT_TIME } = times;
	return lagOf(
		{ order: { id: 'o-1', status: eventStatus } as IDataObject, occurredAt },
		{ order: { id: 'o-1', status, updatedAt } as IDataObject, shipments: [] },
	);
};

const anyStatus = fc.oneof(
	{ weight: 8, arbitrary: fc.constantFrom(...orderStatuses) },
	{ weight: 1, arbitrary: fc.string() },
	{ weight: 1, arbitrary: fc.constantFrom(undefined, null, 3, {}, 'archived', '__proto__') },
);

/** A time of the service as it may be written, with its value; undefined where it is not known. */
const anyTime = fc.oneof(
	fc
		.integer({ min: -100_000, max: 100_000 })
		.map((distance) => EVENT_MS + distance)
		.chain((ms) =>
			fc.constantFrom<[unknown, number]>(
				[new Date(ms).toISOString(), ms],
				[new Date(ms).toISOString().replace('Z', '+00:00'), ms],
				[`${new Date(ms + 7_200_000).toISOString().slice(0, -1)}+02:00`, ms],
				[ms, ms],
				[String(ms), ms],
			),
		),
	fc.constantFrom<[unknown, undefined]>(['', undefined], ['soon', undefined], [null, undefined]),
);

describe('An order that lags behind the status of its event', () => {
	it('an order lags when its status comes before that of the event and it was not changed after it', () => {
		fc.assert(
			fc.property(
				anyStatus,
				anyStatus,
				anyTime,
				anyTime,
				(eventStatus, status, [occurredAt, occurredMs], [updatedAt, updatedMs]) => {
					const lags =
						typeof eventStatus === 'string' &&
						typeof status === 'string' &&
						Object.hasOwn(BEFORE, eventStatus) &&
						(BEFORE[eventStatus] ?? []).includes(status) &&
						(occurredMs === undefined || updatedMs === undefined || updatedMs <= occurredMs);
					const lag = lagOfStatus(eventStatus, status, { occurredAt, updatedAt } as IDataObject);
					expect(lag !== undefined).toBe(lags);
				},
			),
			{ numRuns: 2_000 },
		);
	});

	it('an order in any other status never lags, whatever the event says', () => {
		for (const eventStatus of [...orderStatuses, 'archived']) {
			for (const status of ['onhold', 'canceled', 'failed', 'archived', 'shipped', '']) {
				expect(lagOfStatus(eventStatus, status)).toBeUndefined();
				expect(lagOfStatus(status, eventStatus === 'shipped' ? 'onhold' : 'shipped')).toBe(
					undefined,
				);
			}
		}
	});

	it('an order that went back to an earlier status after the event does not lag', () => {
		const updatedAt = '2026-11-20T11:00:01+00:00';
		expect(lagOfStatus('shipped', 'inprocess', { updatedAt })).toBeUndefined();
	});

	it('an order that was last changed in the second of the event lags', () => {
		expect(lagOfStatus('shipped', 'inprocess', { updatedAt: EVENT_TIME })).toBeDefined();
	});

	it('an order lags in whatever way the service writes its status', () => {
		expect(lagOfStatus('Shipped', 'IN_PROCESS')).toBe(
			'The order lags behind its event: the service shows it as inprocess, and the event says shipped',
		);
	});
});

describe('An order that lags behind the parcel of its event', () => {
	const lagOfParcel = (shipment: unknown, ids: unknown[]) =>
		lagOf({ shipment, occurredAt: EVENT_TIME } as IDataObject, {
			order: { id: 'o-1', status: 'shipped', updatedAt: '2027-01-01T00:00:00+00:00' },
			shipments: ids.map((id) => ({ id, shipmentStatus: 'returned' })) as IDataObject[],
		});

	it('an order lags when the parcel is not among its shipments, and only then', () => {
		fc.assert(
			fc.property(
				fc.constantFrom('s-1', 's-2', 's-3'),
				fc.constantFrom(...shipmentStatuses),
				fc.subarray(['s-1', 's-2', 's-3', 's-4']),
				(id, shipmentStatus, listed) => {
					const lag = lagOfParcel({ id, shipmentStatus, orderId: 'o-1' }, listed);
					expect(lag).toBe(
						listed.includes(id)
							? undefined
							: 'The order lags behind its event: the parcel of the event is not among those of the order',
					);
				},
			),
		);
	});

	it.each([
		['an ID that is a number', { id: 7 }, ['7'], false],
		['an ID that is listed as a number', { id: '7' }, [7], false],
		['no ID', {}, [], false],
		['an empty ID', { id: ' ' }, [], false],
		['an object in place of the ID', { id: { id: 's-1' } }, [], false],
	])('the parcel of the event is compared by its ID: %s', (_what, shipment, ids, lags) => {
		expect(lagOfParcel(shipment, ids) !== undefined).toBe(lags);
	});

	/** The statuses that come before each, written by hand. A parcel that was returned may have been sent again. */
	const BEFORE_PARCEL: Record<string, string[]> = {
		pending: [],
		packaged: ['pending'],
		shipped: ['pending', 'packaged'],
		returned: ['pending', 'packaged'],
	};

	const lagOfParcelStatus = (eventStatus: unknown, listedStatus: unknown) =>
		lagOf(
			{
				shipment: { id: 's-1', shipmentStatus: eventStatus },
				occurredAt: EVENT_TIME,
			} as IDataObject,
			{
				order: { id: 'o-1', status: 'shipped', updatedAt: '2027-01-01T00:00:00+00:00' },
				shipments: [
					{ id: 's-0', shipmentStatus: 'pending' },
					{ id: 's-1', shipmentStatus: listedStatus },
				] as IDataObject[],
			},
		);

	it('an order lags when its parcel is listed with a status that comes before that of the event', () => {
		const anyParcelStatus = fc.oneof(
			{ weight: 8, arbitrary: fc.constantFrom(...shipmentStatuses) },
			{ weight: 1, arbitrary: fc.string() },
			{ weight: 1, arbitrary: fc.constantFrom(undefined, null, 3, {}, 'lost', '__proto__') },
		);
		fc.assert(
			fc.property(anyParcelStatus, anyParcelStatus, (eventStatus, listedStatus) => {
				const lags =
					typeof eventStatus === 'string' &&
					typeof listedStatus === 'string' &&
					Object.hasOwn(BEFORE_PARCEL, eventStatus) &&
					(BEFORE_PARCEL[eventStatus] ?? []).includes(listedStatus);
				expect(lagOfParcelStatus(eventStatus, listedStatus) !== undefined).toBe(lags);
			}),
			{ numRuns: 1_000 },
		);
	});

	it('an order lags in whatever way the service writes the status of its parcel', () => {
		expect(lagOfParcelStatus('Shipped', 'PENDING')).toBe(
			'The order lags behind its event: the service shows the parcel as pending, and the event says shipped',
		);
	});

	it('a parcel that is cancelled does not lag, and none lags behind an event that says so', () => {
		for (const status of shipmentStatuses) {
			expect(lagOfParcelStatus(status, 'canceled')).toBeUndefined();
			expect(lagOfParcelStatus('canceled', status)).toBeUndefined();
		}
	});

	it('an order does not lag behind an event that has neither an order nor a parcel', () => {
		expect(lagOfParcel(undefined, [])).toBeUndefined();
	});
});
