import { describe, expect, it } from 'vitest';

import {
	originOf,
	type Origin,
} from '../../../../../nodes/PodFulfilment/trigger/polling/compare/listProgress.ts';
import type { ListState } from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';
import { contextOf, DAY, NOW } from './contextOf.ts';

const BEGAN = NOW - 3600;
const BEFORE = BEGAN - 5 * DAY;
const SINCE = BEGAN + 60;

/** Where the trigger began with Start From. */
const DATED = { hasStartDate: true };

const member = { isFinished: false, isTerminal: false };

describe('A member that is not known', () => {
	it.each<[string, Partial<ListState<unknown>>, number | undefined, number | undefined, Origin]>([
		['in the first poll, created before', { phase: 'unread' }, BEFORE, BEFORE, 'existing'],
		[
			'in the first poll, in the second of the beginning',
			{ phase: 'unread' },
			BEGAN,
			BEGAN,
			'existing',
		],
		['in the first poll, changed while it reads', { phase: 'unread' }, BEFORE, SINCE, 'changed'],
		['in the baseline, created since', { phase: 'baseline' }, SINCE, SINCE, 'new'],
		['in the baseline, without a createdAt', { phase: 'baseline' }, undefined, BEFORE, 'existing'],
		[
			'in the verification, without a createdAt',
			{ phase: 'verification' },
			undefined,
			BEFORE,
			'new',
		],
		['in the verification, created before', { phase: 'verification' }, BEFORE, BEFORE, 'existing'],
		[
			'before the service has shown a time',
			{ phase: 'baseline', baselineAt: undefined },
			SINCE,
			SINCE,
			'existing',
		],
		['from then on, whatever its times say', { phase: 'steady' }, BEFORE, BEFORE, 'new'],
		[
			'with Start From, without a time of its change',
			{ phase: 'unread', ...DATED },
			BEFORE,
			undefined,
			'changed',
		],
		[
			'older than one that was forgotten',
			{ phase: 'steady', forgottenBefore: BEFORE + 1 },
			BEFORE,
			BEFORE,
			'reopened',
		],
	])('%s', (_, list, createdAt, changedAt, origin) => {
		const context = contextOf({ baselineAt: BEGAN, ...list });
		expect(originOf({ ...member, createdAt, changedAt }, context)).toBe(origin);
	});

	it('that has finished long ago is not tracked, nor is one that was forgotten', () => {
		const finished = {
			isFinished: true,
			isTerminal: true,
			createdAt: NOW - 40 * DAY,
			changedAt: 1,
		};
		expect(originOf(finished, contextOf({ phase: 'unread' }))).toBe('ignored');
		expect(originOf(finished, contextOf({ forgottenBefore: NOW - 39 * DAY }))).toBe('ignored');
	});
});
