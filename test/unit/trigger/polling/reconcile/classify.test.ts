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
	context: Partial<ListContext> = {},
): ListContext => ({
	nowSeconds: NOW,
	isFirstPoll: false,
	hasStartDate: false,
	forgetAfterSeconds: FORGET_AFTER,
	scanProgress: { phase, emitFrom: EMIT_FROM, newFrom: NEW_FROM },
	...context,
});

const order = (status: string, created?: number, updated?: number) => ({
	status,
	...(created !== undefined && { createdAt: iso(created) }),
	...(updated !== undefined && { updatedAt: iso(updated) }),
});

const OLD = NOW - FORGET_AFTER - 1;

describe('An unknown order', () => {
	it.each(['baseline', 'verification', 'steady'] as const)(
		'an order is new from the time on from which members count as new, in the phase %s',
		(phase) => {
			const classified = (created: number): string =>
				classifyOrder(order('draft', created, created), contextIn(phase)).classification;
			expect(classified(NEW_FROM)).toBe('new');
			expect(classified(NEW_FROM - 1)).toBe('changed');
		},
	);

	it.each([
		['at the time from which changes are emitted', EMIT_FROM, 'changed'],
		['before that time', EMIT_FROM - 1, 'existing'],
	])('an order from before that changed %s is classified by that', (_, updated, classification) => {
		expect(
			classifyOrder(order('draft', NOW - 9 * DAY, updated), contextIn('steady')),
		).toMatchObject({
			classification,
		});
	});

	it('an order from before that does not say when it changed has changed only since a start date', () => {
		const classified = (hasStartDate: boolean): string =>
			classifyOrder(order('draft', NOW - 9 * DAY), contextIn('baseline', { hasStartDate }))
				.classification;
		expect(classified(false)).toBe('existing');
		expect(classified(true)).toBe('changed');
	});

	it.each([
		['draft', 'changed'],
		['shipped', 'ignored'],
		['canceled', 'ignored'],
	])(
		'an order so old that it may have been forgotten is %s, so it is %s',
		(status, classification) => {
			const context = contextIn('steady');
			expect(classifyOrder(order(status, OLD, NOW), context).classification).toBe(classification);
			// One second later, it could not have been forgotten.
			expect(classifyOrder(order(status, OLD + 1, NOW), context).classification).toBe('changed');
			expect(classifyOrder(order(status, OLD, NOW), contextIn('verification')).classification).toBe(
				'changed',
			);
		},
	);

	it.each([
		['canceled long ago', order('canceled', OLD, OLD), 'ignored'],
		['canceled and not old', order('canceled', OLD + 1, OLD + 1), 'existing'],
		['shipped long ago', order('shipped', OLD, NOW - FORGET_AFTER), 'ignored'],
		['shipped since', order('shipped', OLD, NOW - FORGET_AFTER + 1), 'existing'],
		['open and old', order('draft', OLD, OLD), 'existing'],
		['of unknown age', order('canceled'), 'existing'],
	])('an order in the first poll that is %s is nothing to emit', (_, found, classification) => {
		const first = contextIn('baseline', { isFirstPoll: true });
		expect(classifyOrder(found, first).classification).toBe(classification);
	});

	it('an order in the first poll is emitted when there is a start date before it', () => {
		const first = contextIn('baseline', { isFirstPoll: true, hasStartDate: true });
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

	it('an order that was there before has its status since its last change, any other since this poll', () => {
		const since = (created: number, updated?: number): number =>
			classifyOrder(order('draft', created, updated), contextIn('steady')).since;
		expect(since(NOW - 9 * DAY, NOW - 8 * DAY)).toBe(NOW - 8 * DAY);
		expect(since(NOW - 9 * DAY)).toBe(NOW);
		expect(since(NOW - 9 * DAY, NOW - HOUR)).toBe(NOW);
		expect(since(NOW - HOUR, NOW - HOUR)).toBe(NOW);
		const first = contextIn('baseline', { isFirstPoll: true });
		expect(classifyOrder(order('draft', NOW - DAY, NOW + 500), first).since).toBe(NOW);
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
			const first = contextIn('baseline', { isFirstPoll: true });
			expect(classifyTask(task(status, OLD, OLD), first)).toBe('ignored');
			expect(classifyTask(task('pending', OLD), first)).toBe('existing');
		},
	);

	it.each(['completed', 'failed'])(
		'a task that is %s may have been forgotten once it is old',
		(status) => {
			expect(classifyTask(task(status, OLD, NOW), contextIn('steady'))).toBe('ignored');
			expect(classifyTask(task('pending', OLD), contextIn('steady'))).toBe('changed');
		},
	);

	it('a task changes when it finishes, and until then when it is created', () => {
		const context = contextIn('steady');
		expect(classifyTask(task('completed', NOW - 9 * DAY, EMIT_FROM), context)).toBe('changed');
		expect(classifyTask(task('completed', NOW - 9 * DAY, EMIT_FROM - 1), context)).toBe('existing');
		expect(classifyTask(task('pending', EMIT_FROM), context)).toBe('changed');
		expect(classifyTask(task('pending', EMIT_FROM - 1), context)).toBe('existing');
	});
});
