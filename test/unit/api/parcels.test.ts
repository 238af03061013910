import { describe, expect, it } from 'vitest';

import { parcelsOf } from '../../../nodes/PodFulfilment/api/orderWithShipments.ts';

const ORDER = { id: 'o1', externalId: 'woo-727', status: 'shipped' };

const parcel = (id: string, shipmentStatus: string, more = {}) => ({
	'@id': `/api/shipments/${id}`,
	id,
	carrier: 'DHL',
	service: 'STANDARD',
	shipmentStatus,
	trackingId: `0034-${id}`,
	trackingUrl: `https://track.example/${id}`,
	...more,
});

describe('The parcels of an order (spec section 3)', () => {
	it('counts the parcels that left, and has a line for each of them', () => {
		const parcels = parcelsOf({ ...ORDER, status: 'partial' }, [
			parcel('a', 'shipped'),
			parcel('b', 'packaged'),
			parcel('c', 'returned', { carrier: 'UPS' }),
		]);
		expect(parcels).toMatchObject({ all: 3, left: 2, allLeft: false });
		expect(parcels.trackingText).toBe(
			'DHL 0034-a, https://track.example/a\nUPS 0034-c, https://track.example/c',
		);
		expect(parcels.list.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
		expect(parcels.list[0]).toMatchObject({ orderId: 'o1', orderExternalId: 'woo-727' });
		expect(parcels.list[0]).not.toHaveProperty('@id');
	});

	it.each([
		['shipped', ['shipped'], true],
		['fulfilled', ['shipped', 'shipped'], true],
		['shipped', ['returned'], true],
		['shipped', ['shipped', 'canceled'], true],
		['shipped', ['shipped', 'packaged'], false],
		['shipped', ['shipped', 'pending'], false],
		['shipped', ['shipped', 'onTheMoon'], false],
		['partial', ['shipped'], false],
		['inprocess', ['shipped'], false],
		['canceled', ['shipped'], false],
		['shipped', ['canceled'], false],
		['shipped', [], false],
		['draft', [], false],
	])('a %s order with parcels %j: all left is %s', (status, statuses, allLeft) => {
		const shipments = statuses.map((shipmentStatus, index) => parcel(`${index}`, shipmentStatus));
		expect(parcelsOf({ ...ORDER, status }, shipments).allLeft).toBe(allLeft);
	});

	it('does not count a canceled parcel, which never leaves, but lists it', () => {
		const parcels = parcelsOf(ORDER, [parcel('a', 'canceled'), parcel('b', 'shipped')]);
		expect(parcels).toMatchObject({ all: 1, left: 1, allLeft: true });
		expect(parcels.trackingText).toBe('DHL 0034-b, https://track.example/b');
		expect(parcels.list).toHaveLength(2);
	});

	it.each([
		[{ trackingId: '' }, 'DHL, https://track.example/a'],
		[{ trackingUrl: undefined }, 'DHL 0034-a'],
		[{ carrier: undefined }, '0034-a, https://track.example/a'],
		[{ carrier: '', trackingId: null, trackingUrl: undefined }, ''],
		[{ trackingId: '<b>0034\n1</b>' }, 'DHL ‹b›0034 1‹/b›, https://track.example/a'],
	])('a parcel with %j is told as %j', (more, line) => {
		expect(parcelsOf(ORDER, [parcel('a', 'shipped', more)]).trackingText).toBe(line);
	});
});
