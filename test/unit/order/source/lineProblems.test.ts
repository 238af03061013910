import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { problemTexts } from '../../../../nodes/PodFulfilment/order/problems.ts';
import {
	namingOrder,
	numberOfRefused,
} from '../../../../nodes/PodFulfilment/order/source/lineProblems.ts';

describe('A problem of a line', () => {
	it.each([
		['Line 2 (Mug) has no print file', 'Order #1001, line 2 (Mug) has no print file'],
		['Shop Order → Line 1: the quantity is 1.5', 'Order #1001, line 1: the quantity is 1.5'],
		['Line 1 → Property "Line 2" is empty', 'Order #1001, line 1 → Property "Line 2" is empty'],
		['Shop Order → Address → City is empty', 'Order #1001 → Address → City is empty'],
		['Shop Order lacks "test", so nothing says it', 'Order #1001 lacks "test", so nothing says it'],
		['Shop Order has no id', 'Order #1001 has no id'],
		['Shop Order has "test" as a list', 'Order #1001 has "test" as a list'],
		[
			'Shop Order does not say whether it has more lines',
			'Order #1001 does not say whether it has more lines',
		],
		['Shop Order is an empty object', 'Shop Order is an empty object'],
		['Shop Orders has it', 'Shop Orders has it'],
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

describe('The number of an order that was refused as a whole', () => {
	const line_items: unknown[] = [];

	it.each([
		[{ line_items, order_number: 1001, name: '#1001', number: 1, id: 9 }, '1001'],
		[{ line_items, name: '#1001', number: 1, id: 9 }, '#1001'],
		[{ body: { order: { line_items, number: '727', id: 7 } } }, '727'],
		[{ line_items, id: 7 }, '7'],
		[{ data: { order: { lineItems: { nodes: [] }, name: '#1001' } } }, '#1001'],
		[{ line_items }, undefined],
		[{ name: 'A product', id: 9 }, undefined],
		['text', undefined],
		[undefined, undefined],
	])('%j has the number %s', (value, number) => {
		expect(numberOfRefused(value)).toBe(number);
	});
});
