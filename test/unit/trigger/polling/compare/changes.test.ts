import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { dataKeyOf } from '../../../../../nodes/PodFulfilment/trigger/polling/compare/settings.ts';
import {
	changeKey,
	changeOf,
	oldestFirst,
	withoutRepeated,
	type ObservedChange,
} from '../../../../../nodes/PodFulfilment/trigger/polling/compare/changes.ts';

const changeAt = (
	subject: string,
	timeMs: number,
	changeId = `${subject}/${timeMs}`,
): ObservedChange => ({
	event: 'order.updated',
	changeId,
	timeMs,
	object: {},
	objectKey: subject,
});

describe('Changes of one poll', () => {
	it('changes are emitted oldest first', () => {
		const changes = [changeAt('a', 3), changeAt('b', 1), changeAt('c', 2)];
		expect(oldestFirst(changes).map(({ timeMs }) => timeMs)).toEqual([1, 2, 3]);
	});

	it('changes keep their order within one subject, whatever its times say', () => {
		const created = changeAt('a', 9, 'order/a/created');
		const updated = changeAt('a', 1, 'order/a/shipped');
		expect(oldestFirst([created, updated, changeAt('b', 5)])).toEqual([
			changeAt('b', 5),
			created,
			updated,
		]);
	});

	it('all changes are emitted once, and in order for every subject', () => {
		const change = fc
			.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: -5, max: 5 }), fc.uuid())
			.map(([subject, at, id]) => changeAt(subject, at, id));
		fc.assert(
			fc.property(fc.array(change), (changes) => {
				const sorted = oldestFirst(changes);
				expect(new Set(sorted)).toEqual(new Set(changes));
				expect(sorted).toHaveLength(changes.length);
				for (const subject of ['a', 'b', 'c']) {
					const ofSubject = (all: ObservedChange[]): ObservedChange[] =>
						all.filter((one) => one.objectKey === subject);
					expect(ofSubject(sorted)).toEqual(ofSubject(changes));
				}
			}),
		);
	});
});

describe('A shipment that several orders list', () => {
	const shipped = (orderKey: string, id?: string): ObservedChange =>
		changeOf('shipment.created', orderKey, { id, shipmentStatus: 'shipped' }, 0, 5);

	it('comes with the first of them', () => {
		const returned = { id: 's', shipmentStatus: 'returned' };
		const changes = [
			shipped('a', 's'),
			shipped('b', 's'),
			shipped('b', 't'),
			changeOf('shipment.created', 'a', returned, 0, 5),
		];
		expect(withoutRepeated(changes).map((change) => [change.objectKey, change.changeId])).toEqual([
			['a', 'shipment/s/shipped'],
			['b', 'shipment/t/shipped'],
			['a', 'shipment/s/returned'],
		]);
	});

	it('is held back with all of them', () => {
		expect(changeKey(shipped('b', 's'))).toBe(changeKey(shipped('a', 's')));
		expect(changeKey(shipped('a', 't'))).not.toBe(changeKey(shipped('a', 's')));
	});

	it('is another one where it has no name', () => {
		const unnamed = [shipped('a'), shipped('b')];
		expect(withoutRepeated(unnamed)).toEqual(unnamed);
		expect(new Set(unnamed.map(changeKey)).size).toBe(2);
	});
});

describe('A change', () => {
	const order = { id: 7, status: ' onhold ' };

	it.each([
		['order.created', 'order/7/created'],
		['order.updated', 'order/7/onhold'],
		['order.late', 'order/7/late'],
		['order.waiting', 'order/7/waiting/onhold'],
	] as const)('a change of the event %s is named %s', (event, changeId) => {
		expect(changeOf(event, '7', order, '2026-11-20T12:00:00Z', 5)).toEqual({
			event,
			changeId,
			timeMs: Date.UTC(2026, 10, 20, 12),
			object: order,
			objectKey: '7',
		});
		expect(dataKeyOf(event)).toBe('order');
	});

	it('a change is numbered from its first reminder on', () => {
		const idOf = (count?: number): string =>
			changeOf('order.late', '7', order, undefined, 5, count).changeId;
		expect([idOf(), idOf(1), idOf(2), idOf(30)]).toEqual([
			'order/7/late',
			'order/7/late',
			'order/7/late/2',
			'order/7/late/30',
		]);
	});

	it.each([undefined, 'Soon', 9e99, {}])(
		'a change whose time is %j has the time of the poll',
		(time) => {
			expect(changeOf('order.updated', '7', order, time, 5).timeMs).toBe(5000);
		},
	);

	it('every time of the service can be written, so that no item is lost over its time', () => {
		fc.assert(
			fc.property(fc.oneof(fc.double(), fc.bigInt().map(Number), fc.string()), (time) => {
				const { timeMs } = changeOf('order.updated', '7', order, time, 5);
				expect(() => new Date(timeMs).toISOString()).not.toThrow();
			}),
		);
	});
});
