import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	oldestFirst,
	type ObservedChange,
} from '../../../../../nodes/PodFulfilment/trigger/polling/reconcile/changes.ts';

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
