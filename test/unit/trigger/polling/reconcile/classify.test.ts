import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	classifyOrder,
	classifyTask,
} from '../../../../../nodes/PodFulfilment/trigger/polling/reconcile/classify.ts';
import type { ListContext } from '../../../../../nodes/PodFulfilment/trigger/polling/state/pollContext.ts';
import type { ScanProgress } from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';

const NOW = Date.UTC(2026, 10, 20, 12) / 1000;
const HOUR = 3600;
const DAY = 24 * HOUR;
const FORGET_AFTER = 30 * DAY;
const EMIT_FROM = NOW - 2 * DAY;
const NEW_FROM = NOW - DAY;

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** What a later poll knows of a list, in a phase of its scans. */
const contextIn = (
	phase: ScanProgress['phase'],
	progress: Partial<ScanProgress> = {},
): ListContext => ({
	nowSeconds: NOW,
	isFirstPoll: false,
	forgetAfterSeconds: FORGET_AFTER,
	scanProgress: { phase, emitFrom: EMIT_FROM, newFrom: NEW_FROM, ...progress },
});

const firstPoll = (progress: Partial<ScanProgress> = {}): ListContext => ({
	...contextIn('baseline', progress),
	isFirstPoll: true,
});

const order = (status: string, created?: number, updated?: number) => ({
	status,
	...(created !== undefined && { createdAt: iso(created) }),
	...(updated !== undefined && { updatedAt: iso(updated) }),
});

const OLD = NOW - FORGET_AFTER - 1;

describe('An unknown order', () => {
	it.each(['baseline', 'verification'] as const)(
		'an order is new from the time on from which members count as new, in the phase %s',
		(phase) => {
			const classified = (created: number): string =>
				classifyOrder(order('draft', created, created), contextIn(phase)).classification;
			expect(classified(NEW_FROM)).toBe('new');
			expect(classified(NEW_FROM - 1)).toBe('changed');
		},
	);

	it('an order is new once the list was read twice, whatever its times say', () => {
		const times = fc.option(fc.integer({ min: 0, max: 2 * NOW }), { nil: undefined });
		fc.assert(
			fc.property(fc.constantFrom('draft', 'shipped', 'canceled'), times, times, (...found) => {
				const { classification } = classifyOrder(order(...found), contextIn('steady'));
				expect(classification).toBe('new');
			}),
		);
	});

	it.each([
		['at the time from which changes are emitted', EMIT_FROM, 'changed'],
		['before that time', EMIT_FROM - 1, 'existing'],
	])('an order from before that changed %s is classified by that', (_, updated, classification) => {
		const found = order('draft', NOW - 9 * DAY, updated);
		expect(classifyOrder(found, contextIn('verification'))).toMatchObject({ classification });
	});

	it('an order from before that does not say when it changed has changed only since a start date', () => {
		const classified = (progress?: Partial<ScanProgress>): string =>
			classifyOrder(order('draft', NOW - 9 * DAY), contextIn('baseline', progress)).classification;
		expect(classified()).toBe('existing');
		expect(classified({ startFrom: EMIT_FROM })).toBe('changed');
	});

	it.each([
		['draft', 'reopened'],
		['inprocess', 'reopened'],
		['shipped', 'ignored'],
		['canceled', 'ignored'],
	])(
		'an order from before what was forgotten last is %s, so it is %s',
		(status, classification) => {
			const context = contextIn('steady', { forgottenBefore: OLD + 1 });
			expect(classifyOrder(order(status, OLD, NOW), context).classification).toBe(classification);
			// One second later, it could not have been forgotten.
			expect(classifyOrder(order(status, OLD + 1, NOW), context).classification).toBe('new');
		},
	);

	it('an order that may have been forgotten is not new while the baseline is verified, unless it is open', () => {
		const context = contextIn('verification', { newFrom: 0, forgottenBefore: OLD + 1 });
		const classified = (status: string, created: number, updated: number): string =>
			classifyOrder(order(status, created, updated), context).classification;
		expect(classified('canceled', OLD, OLD)).toBe('ignored');
		expect(classified('canceled', OLD, NOW)).toBe('changed');
		expect(classified('canceled', OLD + 1, OLD + 1)).toBe('new');
		expect(classified('draft', OLD, OLD)).toBe('new');
	});

	it.each([
		['canceled long ago', order('canceled', OLD, OLD), 'ignored'],
		['canceled a day ago', order('canceled', OLD, NOW - DAY), 'ignored'],
		['canceled within the last day', order('canceled', OLD, NOW - DAY + 1), 'existing'],
		['canceled and not old', order('canceled', OLD + 1, OLD + 1), 'existing'],
		['shipped long ago', order('shipped', OLD, NOW - FORGET_AFTER), 'ignored'],
		['shipped since', order('shipped', OLD, NOW - FORGET_AFTER + 1), 'existing'],
		['open and old', order('draft', OLD, OLD), 'existing'],
		['of unknown age', order('canceled'), 'existing'],
	])('an order in the first poll that is %s is nothing to emit', (_, found, classification) => {
		const first = firstPoll();
		expect(classifyOrder(found, first).classification).toBe(classification);
	});

	it('an order in the first poll is emitted when there is a start date before it', () => {
		const first = firstPoll({ startFrom: EMIT_FROM });
		expect(classifyOrder(order('draft', NEW_FROM), first).classification).toBe('new');
	});

	it('an order without createdAt is new after the baseline, and before it when it may have changed', () => {
		const classified = (phase: ScanProgress['phase'], updated?: number): string =>
			classifyOrder(order('draft', undefined, updated), contextIn(phase)).classification;
		expect(classified('verification', EMIT_FROM - 1)).toBe('new');
		expect(classified('steady')).toBe('new');
		expect(classified('baseline', EMIT_FROM)).toBe('new');
		expect(classified('baseline', EMIT_FROM - 1)).toBe('existing');
		expect(classified('baseline')).toBe('existing');
	});

	it('an order without createdAt is new once the list was read to its end, though shorter than its total', () => {
		const classified = (shortScans: number): string =>
			classifyOrder(order('draft'), contextIn('baseline', { shortScans })).classification;
		expect(classified(0)).toBe('existing');
		expect(classified(1)).toBe('new');
	});

	it('an order that was there before has its status since its last change, any other since this poll', () => {
		const since = (created: number, updated?: number): number =>
			classifyOrder(order('draft', created, updated), contextIn('verification')).since;
		expect(since(NOW - 9 * DAY, NOW - 8 * DAY)).toBe(NOW - 8 * DAY);
		expect(since(NOW - 9 * DAY)).toBe(NOW);
		expect(since(NOW - 9 * DAY, NOW - HOUR)).toBe(NOW);
		expect(since(NOW - HOUR, NOW - HOUR)).toBe(NOW);
		expect(classifyOrder(order('draft', NOW - DAY, NOW + 500), firstPoll()).since).toBe(NOW);
	});
});

describe('An unknown mockup task', () => {
	const task = (status: string, created: number, finished?: number) => ({
		status,
		createdAt: iso(created),
		...(finished !== undefined && { finishedAt: iso(finished) }),
	});

	it.each(['completed', 'failed'])(
		'a task that is %s and old is ignored by the first poll',
		(status) => {
			const first = firstPoll();
			expect(classifyTask(task(status, OLD, OLD), first)).toBe('ignored');
			expect(classifyTask(task('pending', OLD), first)).toBe('existing');
		},
	);

	it.each(['completed', 'failed'])(
		'a task that is %s and was forgotten is ignored, and one that is pending again is not',
		(status) => {
			const context = contextIn('steady', { forgottenBefore: OLD + 1 });
			expect(classifyTask(task(status, OLD, NOW), context)).toBe('ignored');
			expect(classifyTask(task('pending', OLD), context)).toBe('reopened');
			expect(classifyTask(task(status, OLD + 1, NOW), context)).toBe('new');
		},
	);

	it('a task changes when it finishes, and until then when it is created', () => {
		const context = contextIn('verification');
		expect(classifyTask(task('completed', NOW - 9 * DAY, EMIT_FROM), context)).toBe('changed');
		expect(classifyTask(task('completed', NOW - 9 * DAY, EMIT_FROM - 1), context)).toBe('existing');
		expect(classifyTask(task('pending', EMIT_FROM), context)).toBe('changed');
		expect(classifyTask(task('pending', EMIT_FROM - 1), context)).toBe('existing');
	});
});
