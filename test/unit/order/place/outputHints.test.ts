import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { outputHints } from '../../../../nodes/PodFulfilment/order/place/outputHints.ts';

const pending = (): IDataObject => ({ status: 'pending' });

const existing = (): IDataObject => ({ ...pending(), outcome: 'existing' });

const messagesOf = (...outputs: IDataObject[]): string[] =>
	outputHints(outputs).map(({ message }) => message);

describe('The hints for the output of Create and Reprint', () => {
	it('are none for orders that were placed and are no drafts', () => {
		expect(messagesOf(pending(), pending())).toEqual([]);
	});

	it('say once that drafts have to be confirmed', () => {
		expect(messagesOf({ status: 'draft' }, { status: 'draft' })).toEqual([
			"An order with the status 'draft' is produced once it is confirmed: pass it on to this node with the operation 'Confirm'",
		]);
	});

	it.each([
		[[existing], 'This order already existed', 'it was returned'],
		[[existing, pending], '1 of 2 orders already existed', 'it was returned'],
		[[existing, pending, existing], '2 of 3 orders already existed', 'they were returned'],
	])('count the orders that already existed', (outputs, which, returned) => {
		expect(messagesOf(...outputs.map((output) => output()))).toEqual([
			`${which}, with the same content under the same 'External ID': ${returned}, and nothing was placed again`,
		]);
	});

	it.each([
		[[{}], 'this order is a draft'],
		[[{}, {}], '2 of 2 orders are drafts'],
	])('ask somebody to look at drafts that are to be reviewed', (orders, which) => {
		const toReview = ['Two variations have one SKU'];
		expect(messagesOf(...orders.map(() => ({ status: 'draft', toReview })))).toEqual([
			`Look at what 'toReview' lists: ${which} and not confirmed because of it. Confirm it then with the operation 'Confirm', or cancel it`,
		]);
		expect(messagesOf({ status: 'pending', toReview })).toEqual([]);
	});

	it('say how to place the order after a check', () => {
		expect(messagesOf({ outcome: 'checked', problems: [], warnings: [], wouldSend: {} })).toEqual([
			"Nothing was placed, because 'Check Only' is on: turn it off to place the order shown in 'wouldSend'",
		]);
	});

	it('show three warnings of all items, escaped for the editor, and count the others', () => {
		const outputs = [
			{ ...pending(), warnings: ['<b>1</b> & 2', 'second'] },
			{ ...pending(), warnings: ['third', 'fourth', 'fifth'] },
		];
		expect(outputHints(outputs)).toEqual([
			{
				type: 'warning',
				message: "‹b›1‹/b› & 2<br>\nsecond<br>\nthird<br>\n2 more under 'warnings'",
				location: 'outputPane',
			},
		]);
	});

	it.each([
		['a draft', { status: 'draft' }],
		['a check', { outcome: 'checked', wouldSend: {} }],
		['a check of an order that would be skipped', { outcome: 'checked', wouldSend: null }],
	])('are shown beside the output as information: %s', (_, output) => {
		expect(outputHints([output])).toMatchObject([{ type: 'info', location: 'outputPane' }]);
	});

	it('are shown when one of many outputs needs them', () => {
		expect(messagesOf(pending(), { status: 'draft' })).toHaveLength(1);
		expect(messagesOf(pending(), { outcome: 'checked' })).toHaveLength(1);
	});

	it('begin with warnings, then the check, then existing orders and drafts', () => {
		const warnings = ['Look at it.'];
		const checked = { outcome: 'checked', wouldSend: {}, warnings };
		expect(messagesOf({ ...existing(), status: 'draft' }, checked)).toEqual([
			'Look at it.',
			expect.stringContaining('Check Only'),
			expect.stringContaining('already existed'),
			expect.stringContaining('draft'),
		]);
	});

	it('show three warnings without counting others when there are no more', () => {
		expect(messagesOf({ warnings: ['first', 'second', 'third'] })).toEqual([
			'first<br>\nsecond<br>\nthird',
		]);
	});

	it.each([[undefined], [[]], ['Look at it.'], [{}]])(
		'are none for warnings that are no list, or empty: %j',
		(warnings) => {
			expect(messagesOf({ warnings })).toEqual([]);
		},
	);
});
