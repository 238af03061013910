import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { problemTexts } from '../../../../nodes/PodFulfilment/order/problems.ts';
import { namingOrder } from '../../../../nodes/PodFulfilment/order/source/lineProblems.ts';

describe('A problem of a line', () => {
	it.each([
		['Line 2 (Mug) has no print file', 'Order #1001, line 2 (Mug) has no print file'],
		['Shop Order → Line 1: the quantity is 1.5', 'Order #1001, line 1: the quantity is 1.5'],
		['Line 1 → Property "Line 2" is empty', 'Order #1001, line 1 → Property "Line 2" is empty'],
		['Shop Order → Address → City is empty', 'Shop Order → Address → City is empty'],
		['Line Fields is wrong', 'Line Fields is wrong'],
	])('the text %j becomes %j', (given, named) => {
		for (const number of ['1001', '#1001']) {
			const problems = [given, new UserError(given, { description: 'Line 1 needs it.' })];
			expect(problemTexts(namingOrder(problems, { number }))).toEqual([
				named,
				`${named}. Line 1 needs it.`,
			]);
		}
	});

	it('a number is written as it is, whatever signs it has', () => {
		expect(namingOrder(['Line 1 is wrong'], { number: 'A$&-$1' })).toEqual([
			'Order #A$&-$1, line 1 is wrong',
		]);
	});

	it('the text stays as it is when the order has no number', () => {
		expect(namingOrder(['Line 1 is wrong'], {})).toEqual(['Line 1 is wrong']);
	});
});
