import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	Findings,
	problemsIn,
	problemTexts,
} from '../../../../nodes/PodFulfilment/order/findings.ts';
import {
	nextSettingsOf,
	orderedAtOf,
} from '../../../../nodes/PodFulfilment/order/next/settings.ts';
import { readSource } from '../../../support/byLevel.ts';
import { SAMPLED_SOURCES, SAMPLES, withValue } from '../../../support/shopOrders/sources.ts';

const ZONE = 'Europe/Berlin';

function settingsOf(options: IDataObject) {
	const { check, list } = new Findings();
	return {
		...nextSettingsOf(options, ZONE, check),
		problems: problemTexts(problemsIn(list)),
	};
}

describe('The options of what comes next', () => {
	it('leave nothing alone, and review above 100 pieces and for two days, where none is added', () => {
		expect(settingsOf({})).toEqual({
			...{ holdMs: 0, reviewAbovePieces: 100, completeReviewedAfterDays: 2, problems: [] },
		});
	});

	it('take a date in the time zone of the workflow, hours, pieces and days, also as texts', () => {
		expect(
			settingsOf({
				...{ notBefore: '2026-11-27T00:00:00', holdHours: '1.5' },
				...{ reviewAbovePieces: 0, completeReviewedAfterDays: '3' },
			}),
		).toEqual({
			notBefore: Date.parse('2026-11-26T23:00:00Z'),
			...{ holdMs: 5_400_000, reviewAbovePieces: 0, completeReviewedAfterDays: 3, problems: [] },
		});
	});

	it.each([
		['', 'is empty'],
		[null, 'is empty'],
		['soon', 'is not a date'],
	])('refuse %o as Not Before', (notBefore, words) => {
		const { problems } = settingsOf({ notBefore });
		expect(problems).toEqual([expect.stringContaining('Options → Not Before')]);
		expect(problems[0]).toContain(words);
	});

	it.each(['holdHours', 'reviewAbovePieces', 'completeReviewedAfterDays'])(
		'refuse what is no number, or below 0, as %s',
		(name) => {
			for (const value of ['many', -1]) {
				expect(settingsOf({ [name]: value }).problems).toEqual([
					expect.stringContaining('must be a number that is 0 or more'),
				]);
			}
		},
	);
});

describe("An order's own date", () => {
	it.each(SAMPLED_SOURCES.map((table) => [table.called, table] as const))(
		'is read of an order of %s',
		(_, table) => {
			const { order } = SAMPLES[table.shop]!;
			const read = readSource(table, order, { sendTestOrders: true });
			const year = new Date(orderedAtOf(read.date, ZONE) ?? 0).getUTCFullYear();
			expect(year).toBeGreaterThanOrEqual(2019);
			expect(read.keepsNoSent).toBe(table.shop === 'stripeCheckout' ? true : undefined);
			const undated = withValue(order, String(table.date), null);
			const { date } = readSource(table, undated, { sendTestOrders: true });
			expect(orderedAtOf(date, ZONE)).toBeUndefined();
		},
	);

	it.each<[unknown, string | undefined]>([
		['2026-11-20T09:41:00-05:00', '2026-11-20T14:41:00.000Z'],
		['2026-11-20T09:41:00Z', '2026-11-20T09:41:00.000Z'],
		['2026-11-20', '2026-11-19T23:00:00.000Z'],
		[1_764_000_000, '2025-11-24T16:00:00.000Z'],
		['20.11.2026', undefined],
		// As Google Sheets counts days.
		[46_346, undefined],
		['', undefined],
		[{}, undefined],
		[undefined, undefined],
	])('%o is %s', (date, time) => {
		const read = orderedAtOf(date, ZONE);
		expect(read === undefined ? undefined : new Date(read).toISOString()).toBe(time);
	});
});
