import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	changeNotices,
	noteChange,
	noteRepetition,
} from '../../../../nodes/PodFulfilment/order/change/notices.ts';
import { Run } from '../../../../nodes/PodFulfilment/transport/run.ts';

/** The hints after orders with these statuses were changed. */
function hintsFor(done: Parameters<typeof noteChange>[1], ...statuses: string[]) {
	const run = new Run(10);
	for (const status of statuses) noteChange(run, done, { status } as IDataObject);
	return changeNotices(run);
}

const CANCEL = "with the operation 'Cancel' of another node";

describe('What can still be done after a change (spec section 3)', () => {
	it.each([
		[['pending'], `Released for production. It can still be cancelled ${CANCEL}`],
		[['onhold'], `Released for production. It can still be cancelled ${CANCEL}`],
		[['inprocess'], 'Released for production'],
		[
			['pending', 'pending'],
			`2 orders were released for production. They can still be cancelled ${CANCEL}`,
		],
		[
			['pending', 'inprocess', 'shipped'],
			`3 orders were released for production. 1 of them can still be cancelled ${CANCEL}`,
		],
	])('confirmed orders that are %j', (statuses, message) => {
		expect(hintsFor('confirmed', ...statuses)).toEqual([
			{ type: 'info', message, location: 'outputPane' },
		]);
	});

	it.each([
		['cancelled', 1, 'Cancelled: it is not produced. To order again, use another External ID.'],
		[
			'cancelled',
			3,
			'3 orders were cancelled: they are not produced. To order again, use another External ID.',
		],
		['refunded', 1, 'Refunded. It is not refunded again by this node'],
		['refunded', 2, '2 orders were refunded. None is refunded again by this node'],
	] as const)('%s: %i', (done, count, message) => {
		const statuses = Array<string>(count).fill('shipped');
		expect(hintsFor(done, ...statuses).map((hint) => hint.message)).toEqual([message]);
	});

	it('repetitions are one line, however many they are', () => {
		const run = new Run(10);
		for (const name of ['A-1', 'A-2', 'A-3', 'A-4']) {
			noteRepetition(run, `${name} is shipped: it was confirmed before, and nothing changed.`);
		}
		expect(changeNotices(run)).toEqual([
			{
				type: 'info',
				message:
					'A-1 is shipped: it was confirmed before, and nothing changed. A-2 is shipped: it was confirmed before, and nothing changed. and 2 more',
				location: 'outputPane',
			},
		]);
	});

	it('there is none where nothing was changed', () => {
		expect(changeNotices(new Run(10))).toEqual([]);
	});
});
