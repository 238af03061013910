import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { DAY_MS, HOUR_MS } from '../../../../nodes/PodFulfilment/input/timestamp.ts';
import {
	nextOf,
	type NextState,
	type NextWord,
	type OrderHere,
} from '../../../../nodes/PodFulfilment/order/next/next.ts';
import { ORDER_STATUSES } from '../../../../nodes/PodFulfilment/spec/service.ts';

const NOW = Date.UTC(2026, 10, 27, 12);

const daysAgo = (days: number): number => NOW - days * DAY_MS;

const here = (status: string, changes: Partial<OrderHere> = {}): OrderHere => ({
	...{ status, placedAt: daysAgo(1), changedAt: daysAgo(1), isCompared: true },
	...{ toReview: [], wasReviewed: false, found: [], ...changes },
});

const stateOf = (changes: Partial<NextState> = {}): NextState => ({
	...{ now: NOW, state: 'due', then: 'confirm', completeReviewedAfterDays: 2 },
	parcels: { allLeft: false, trackingText: '' },
	...changes,
});

const ALL_LEFT = { allLeft: true, trackingText: 'GLS 1, https://tracking.example/1' };
const shipped = (changes: Partial<NextState> = {}, of: Partial<OrderHere> = {}) =>
	stateOf({ here: here('shipped', of), parcels: ALL_LEFT, ...changes });

/** Row of the table, the state, what comes next, and words of the reason. */
const CASES: Array<[row: string, state: NextState, next: NextWord, why?: string]> = [
	...(['due', 'notDue', 'sent', 'calledOff'] as const).map((state): (typeof CASES)[number] => [
		`1 not compared, ${state} in the shop`,
		shipped({ state }, { isCompared: false }),
		'look',
		'another shop',
	]),
	['2 called off, absent', stateOf({ state: 'calledOff' }), 'nothing'],
	...['draft', 'pending', 'onhold'].map((status): (typeof CASES)[number] => [
		`3 called off, ${status}`,
		stateOf({ state: 'calledOff', here: here(status) }),
		'cancel',
	]),
	...['inprocess', 'partial', 'shipped', 'fulfilled'].map((status): (typeof CASES)[number] => [
		`4 called off, ${status}`,
		stateOf({ state: 'calledOff', here: here(status), parcels: ALL_LEFT }),
		'look',
		'Called off in the shop',
	]),
	[
		'4 sent in the shop before it was called off, and shipped here',
		shipped({ state: 'calledOff', wasSent: true }),
		'nothing',
	],
	[
		'4 sent in the shop before it was called off, and still in process here',
		stateOf({ state: 'calledOff', wasSent: true, here: here('inprocess') }),
		'look',
		'in process',
	],
	...['canceled', 'failed'].flatMap((status): typeof CASES => [
		[
			`5 called off, ${status} today`,
			stateOf({ state: 'calledOff', here: here(status, { changedAt: NOW - 23 * HOUR_MS }) }),
			'look',
			'nothing is left to do',
		],
		[
			`5 called off, ${status} yesterday`,
			stateOf({ state: 'calledOff', here: here(status, { changedAt: daysAgo(1) }) }),
			'nothing',
		],
	]),
	['6 sent, absent', stateOf({ state: 'sent' }), 'nothing'],
	...['draft', 'onhold', 'failed', 'canceled'].map((status): (typeof CASES)[number] => [
		`7 sent, ${status}`,
		stateOf({ state: 'sent', here: here(status) }),
		'look',
		'not produced here',
	]),
	['8 sent, all left', shipped({ state: 'sent' }), 'nothing'],
	['8 sent, in process', stateOf({ state: 'sent', here: here('inprocess') }), 'wait', 'in process'],
	['9 not due, absent', stateOf({ state: 'notDue' }), 'nothing'],
	[
		'9 not due for its SKUs, absent',
		stateOf({ state: 'notDue', unknownSkus: 'No variant is known.' }),
		'look',
		'No variant is known.',
	],
	['9 before Not Before, absent', stateOf({ isBefore: true }), 'nothing'],
	[
		'9 before Not Before, not due for its SKUs, absent',
		stateOf({ state: 'notDue', isBefore: true, unknownSkus: 'No variant is known.' }),
		'nothing',
	],
	['9 before Not Before, here', shipped({ isBefore: true }), 'complete'],
	[
		'10 younger than Hold',
		stateOf({ heldUntil: NOW + HOUR_MS }),
		'wait',
		'until 2026-11-27 13:00 UTC',
	],
	[
		'10 held, but here',
		stateOf({ heldUntil: NOW + HOUR_MS, here: here('onhold') }),
		'look',
		'on hold',
	],
	[
		'11 no artwork, ordered today',
		stateOf({ artworkMissing: 'https://files.example/a.png', orderedAt: NOW - 23 * HOUR_MS }),
		'wait',
		'https://files.example/a.png',
	],
	[
		'11 no artwork, ordered yesterday',
		stateOf({ artworkMissing: 'https://files.example/a.png', orderedAt: daysAgo(1) }),
		'look',
		'https://files.example/a.png',
	],
	[
		'11 no artwork, without a date',
		stateOf({ artworkMissing: 'https://files.example/a.png' }),
		'look',
		'https://files.example/a.png',
	],
	['12 refused', stateOf({ refused: 'No variant has the SKU.' }), 'look', 'No variant'],
	['12 only checked', stateOf({ then: 'check' }), 'wait', 'only checked'],
	[
		'13 draft to review',
		stateOf({ here: here('draft', { toReview: ['Not paid'] }) }),
		'look',
		'Not paid',
	],
	[
		'13 draft that failed its validation',
		stateOf({ here: here('draft', { found: ['City: Unknown'] }) }),
		'look',
		'City: Unknown',
	],
	[
		'13 placed as a draft',
		stateOf({ then: 'draft', here: here('draft') }),
		'look',
		'waits for your confirmation',
	],
	...['pending', 'inprocess'].map((status): (typeof CASES)[number] => [
		`13 to review, ${status}`,
		stateOf({ here: here(status, { toReview: ['A part was refunded'] }) }),
		'look',
		'A part was refunded',
	]),
	['14 draft that is confirmed', stateOf({ here: here('draft') }), 'wait', 'draft'],
	['14 pending', stateOf({ here: here('pending', { placedAt: daysAgo(9.9) }) }), 'wait', 'pending'],
	...['onhold', 'failed', 'canceled'].map((status): (typeof CASES)[number] => [
		`15 ${status}`,
		stateOf({ here: here(status, { found: ['A file is broken'] }) }),
		'look',
		'A file is broken',
	]),
	[
		'16 edited, in process',
		stateOf({ edited: '1 piece more.', here: here('inprocess') }),
		'look',
		'1 piece more',
	],
	['17 in process', stateOf({ here: here('inprocess') }), 'wait', 'in process'],
	[
		'18 in process for ten days',
		stateOf({ here: here('inprocess', { placedAt: daysAgo(10) }) }),
		'look',
		'Ordered 10 days ago',
	],
	[
		'18 pending for ten days',
		stateOf({ here: here('pending', { placedAt: daysAgo(12) }) }),
		'look',
		'Ordered 12 days ago',
	],
	[
		'16 edited, pending',
		stateOf({ edited: '1 piece more.', here: here('pending') }),
		'look',
		'1 piece more',
	],
	['19 edited, all left', shipped({ edited: '1 piece more.' }), 'look', 'GLS 1'],
	['20 lines of others', shipped({ hasOtherLines: true }), 'look', 'GLS 1'],
	[
		'21 reviewed, changed yesterday',
		shipped({}, { wasReviewed: true, changedAt: daysAgo(1.9) }),
		'look',
		'refunded',
	],
	[
		'21 reviewed, changed two days ago',
		shipped({}, { wasReviewed: true, changedAt: daysAgo(2) }),
		'complete',
	],
	[
		'21 reviewed, with Complete Reviewed After 0',
		shipped({ completeReviewedAfterDays: 0 }, { wasReviewed: true, changedAt: NOW }),
		'complete',
	],
	['22 open', shipped(), 'complete'],
	['22 ordered long ago', shipped({}, { placedAt: daysAgo(40) }), 'complete'],
	['22 not due in the shop', shipped({ state: 'notDue' }), 'look', 'not due'],
	['22 with its numbers in the note', shipped({ isNoted: true }), 'look', 'completed before'],
	['23 keeps no sent', shipped({ keepsNoSent: true }), 'nothing'],
	[
		'23 keeps no sent, with lines of others',
		shipped({ keepsNoSent: true, hasOtherLines: true }),
		'nothing',
	],
	[
		'a status that nobody knows',
		stateOf({ here: here('lost', { placedAt: undefined }) }),
		'look',
		'lost',
	],
];

describe('What comes next', () => {
	it.each(CASES)('row %s', (_, state, next, why) => {
		const given = nextOf(state);
		expect(given?.next).toBe(next);
		if (why === undefined) expect(given).not.toHaveProperty('nextWhy');
		else expect(given?.nextWhy).toContain(why);
	});

	it('needs no parcels where an earlier row decides', () => {
		expect(
			nextOf(stateOf({ parcels: undefined, state: 'calledOff', here: here('shipped') })),
		).toEqual({ next: 'look', nextWhy: expect.any(String) as string });
		expect(nextOf(shipped({ parcels: undefined }))).toBeUndefined();
	});

	it('is to be looked at where the parcels could not be read', () => {
		expect(nextOf(shipped({ parcels: null }))?.next).toBe('look');
	});
});

const time = fc.option(fc.integer({ min: daysAgo(30), max: NOW + DAY_MS }), { nil: undefined });
const texts = fc.constantFrom<string[]>([], ['Something']);
const text = fc.option(fc.constant('Something'), { nil: undefined });
const PRODUCED = ['inprocess', 'partial', 'shipped', 'fulfilled'];

const states: fc.Arbitrary<NextState> = fc.record({
	now: fc.constant(NOW),
	state: fc.constantFrom('calledOff', 'sent', 'notDue', 'due'),
	wasSent: fc.boolean(),
	hasOtherLines: fc.boolean(),
	isBefore: fc.boolean(),
	heldUntil: time,
	orderedAt: time,
	keepsNoSent: fc.boolean(),
	artworkMissing: text,
	edited: text,
	refused: text,
	then: fc.constantFrom('check', 'draft', 'confirm'),
	completeReviewedAfterDays: fc.constantFrom(0, 2),
	here: fc.option(
		fc.record({
			status: fc.constantFrom<string>(...ORDER_STATUSES, 'unheard-of', ''),
			placedAt: time,
			changedAt: time,
			isCompared: fc.boolean(),
			toReview: texts,
			wasReviewed: fc.boolean(),
			found: texts,
		}),
		{ nil: undefined },
	),
	parcels: fc.constantFrom(
		null,
		{ allLeft: true, trackingText: 'GLS 1' },
		{ allLeft: false, trackingText: '' },
	),
	isNoted: fc.boolean(),
});

/** How often each state is tried. */
const RUNS = 20_000;

describe('In every state of source and service', () => {
	const always = (holds: (state: NextState, next: NextWord) => boolean): void => {
		fc.assert(
			fc.property(states, (state) => {
				const given = nextOf(state);
				return given !== undefined && holds(state, given.next);
			}),
			{ numRuns: RUNS },
		);
	};

	it('what comes next is one word, with a reason where somebody waits or looks', () => {
		fc.assert(
			fc.property(states, (state) => {
				const { next, nextWhy } = nextOf(state) ?? {};
				expect(['wait', 'complete', 'cancel', 'look', 'nothing']).toContain(next);
				expect((nextWhy ?? '') !== '').toBe(next === 'look' || next === 'wait');
				// n8n takes a run with this word for one that somebody stopped.
				expect(nextWhy ?? '').not.toContain('canceled');
			}),
			{ numRuns: RUNS },
		);
	});

	it('an order is completed only once all its parcels left, and only one that was compared and is due', () => {
		always(
			({ parcels, here: order, state }, next) =>
				next !== 'complete' ||
				(parcels?.allLeft === true && order?.isCompared === true && state === 'due'),
		);
	});

	it('an order is cancelled only where it was called off, and never once it is produced', () => {
		always(
			({ state, here: order }, next) =>
				next !== 'cancel' ||
				(state === 'calledOff' && order?.isCompared === true && !PRODUCED.includes(order.status)),
		);
	});

	it.each<[string, (state: NextState) => boolean]>([
		['was not compared', ({ here: order }) => order?.isCompared === false],
		[
			'is due, and was refused',
			({ state, refused, here: order, isBefore, heldUntil = 0 }) =>
				state === 'due' &&
				refused !== undefined &&
				order === undefined &&
				!(isBefore ?? false) &&
				heldUntil <= NOW,
		],
		[
			'ended here, and is due in the shop',
			({ state, here: order }) =>
				state === 'due' && ['onhold', 'failed', 'canceled'].includes(order?.status ?? ''),
		],
		[
			'was called off in production',
			({ state, here: order }) =>
				state === 'calledOff' && ['inprocess', 'partial'].includes(order?.status ?? ''),
		],
		[
			'was edited after it was placed',
			({ state, edited, here: order }) =>
				(state === 'due' || state === 'notDue') && edited !== undefined && order !== undefined,
		],
		[
			'is late',
			({ state, here: order, parcels }) =>
				state === 'due' &&
				order?.placedAt !== undefined &&
				order.placedAt <= daysAgo(10) &&
				parcels?.allLeft !== true,
		],
		[
			'has a status that nobody knows, and was called off',
			({ state, here: order }) => state === 'calledOff' && order?.status === 'unheard-of',
		],
	])('somebody looks at an order that %s', (_, isIt) => {
		always((state, next) => !isIt(state) || next === 'look');
	});
});
