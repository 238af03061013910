import { describe, expect, it } from 'vitest';

import { compareParcels } from '../../../../../nodes/PodFulfilment/trigger/polling/compare/compareMembers.ts';
import type { ParcelReading } from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
import { changeIds } from '../poller.ts';
import { contextOf, DAY, entryOf, iso, NOW } from './contextOf.ts';

const PARCELS = [
	{ id: 'packed', shipmentStatus: 'packaged' },
	{ id: 'left-before', shipmentStatus: 'shipped', shippedAt: iso(NOW - 9 * DAY) },
	{ id: 'left-since', shipmentStatus: 'returned', shippedAt: iso(NOW - 60) },
];

const ALL = ['packed/packaged', 'left-before/shipped', 'left-since/returned'];

describe('The first reading of the parcels of an order', () => {
	it.each<[ParcelReading, string[]]>([
		['new', ALL],
		['due', ALL],
		['silent', ['left-since/returned']],
		['skipped', ['left-since/returned']],
		['reopened', ['left-since/returned']],
	])('%s: tells %j', (reading, told) => {
		const { after, changes } = compareParcels('a', entryOf({ reading }), 'a', PARCELS, contextOf());
		expect(changeIds(changes)).toEqual(told.map((id) => `shipment/${id}`));
		expect(after.reading).toBe('read');
		expect(after.parcels.size).toBe(3);
	});
});

describe('Parcels that are known', () => {
	const known = entryOf({ parcels: new Map([['packed', { status: 'packaged', since: 0 }]]) });

	it('are told with a new status, with the ID of their order', () => {
		const parcels = [{ id: 'packed', shipmentStatus: 'shipped', shippedAt: iso(NOW - 5) }];
		const { changes } = compareParcels('a', known, 'a', parcels, contextOf());
		expect(changes).toMatchObject([
			{ changeId: 'shipment/packed/shipped', object: { orderId: 'a' }, timeMs: (NOW - 5) * 1000 },
		]);
	});

	it('are told once where a page that shifted lists one twice, as it is listed last', () => {
		const parcels = [
			{ id: 'packed', shipmentStatus: 'shipped' },
			{ id: 'packed', shipmentStatus: 'packaged' },
		];
		expect(compareParcels('a', known, 'a', parcels, contextOf()).changes).toEqual([]);
	});

	it('are read to their end with an order that has finished', () => {
		const canceled = { ...known, status: 'canceled' };
		expect(compareParcels('a', canceled, 'a', [], contextOf()).after.reading).toBe('done');
	});
});
