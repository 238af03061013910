import type { IPollFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	isActivation,
	readingTimeMs,
} from '../../../../nodes/PodFulfilment/trigger/polling/nodeContext.ts';

/** What n8n gives a poll, with the budget that it states, if it does. */
const contextWith = (budgetMs?: number): IPollFunctions =>
	({
		...(budgetMs !== undefined && { getPollBudgetMs: () => budgetMs }),
	}) as unknown as IPollFunctions;

describe('The time of a poll', () => {
	it.each([
		[undefined, false, 51_000],
		[undefined, true, 25_500],
		[36_000, false, 30_600],
		[36_000, true, 25_500],
		[20_000, true, 17_000],
		[300_000, false, 255_000],
	])(
		'with a budget of %s ms, at activation: %s, it sends requests for %d ms',
		(budgetMs, isActivating, timeMs) => {
			expect(readingTimeMs(contextWith(budgetMs), isActivating)).toBeCloseTo(timeMs);
		},
	);

	it.each([undefined, 300_000, 600_000])(
		'the first poll of a context is the activation where n8n does not limit polls: %s ms',
		(budgetMs) => {
			const context = contextWith(budgetMs);
			expect([isActivation(context), isActivation(context)]).toEqual([true, false]);
			expect(isActivation(contextWith(budgetMs))).toBe(true);
		},
	);

	it('no poll of the scheduler is the activation: each has a context of its own', () => {
		expect(isActivation(contextWith(36_000))).toBe(false);
		expect(isActivation(contextWith(299_999))).toBe(false);
	});
});
