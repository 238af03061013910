import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { failureWarnings } from '../../../nodes/PodFulfilment/order/failedOrder.ts';
import { existsAsSent } from '../../../nodes/PodFulfilment/order/place/existingOrder.ts';
import { failureHints, outputHints } from '../../../nodes/PodFulfilment/order/outputHints.ts';
import { warningKindsOf } from '../../../nodes/PodFulfilment/order/warningKinds.ts';
import { Run } from '../../../nodes/PodFulfilment/transport/run.ts';

/** The run of the outputs, which knows the kinds of their warnings. */
const run = new Run(10);

const pending = (): IDataObject => ({ status: 'pending' });

const existing = (): IDataObject => ({ ...pending(), outcome: 'existing' });

const messagesOf = (...outputs: IDataObject[]): string[] =>
	outputHints(outputs, run).map(({ message }) => message);

describe('The hints for the output of Create and Reprint', () => {
	it('are none for orders that were placed and are no drafts', () => {
		expect(messagesOf(pending(), pending())).toEqual([]);
	});

	it('say once that drafts have to be confirmed', () => {
		expect(messagesOf({ status: 'draft' }, { status: 'draft' })).toEqual([
			"An order with the status 'draft' is produced once it is confirmed: pass it on to another node with the operation 'Confirm'",
		]);
	});

	it.each([
		'The order was confirmed, but the service does not show it yet.',
		'The order was confirmed, but could not be read afterwards. It cannot be found yet.',
	])('say of a draft that was confirmed only its warning', (warning) => {
		const draft = { status: 'draft', warnings: [warning] };
		warningKindsOf(run).note(warning, { kind: 'unseenConfirmation' });
		expect(messagesOf(draft)).toEqual([warning]);
		expect(outputHints([draft], new Run(10))).toHaveLength(2);
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

	it('say of an existing order that was not compared only its warning', () => {
		const outputs = {
			...existing(),
			status: 'draft',
			compared: false,
			warnings: ['Not compared.'],
		};
		expect(messagesOf(outputs)).toEqual(['Not compared.']);
	});

	it.each([
		[[{}], 'this order is a draft'],
		[[{}, {}], '2 of 2 orders are drafts'],
	])('ask somebody to look at drafts that are to be reviewed', (orders, which) => {
		const toReview = ['Two variations have one SKU'];
		expect(messagesOf(...orders.map(() => ({ status: 'draft', toReview })))).toEqual([
			`Look at what 'toReview' lists: ${which} and not confirmed because of it. Confirm it then with the operation 'Confirm' of another node, or cancel it`,
		]);
		expect(messagesOf({ status: 'pending', toReview })).toEqual([]);
	});

	it('say that a check found nothing, and how to place the order', () => {
		expect(messagesOf({ outcome: 'checked', problems: [], wouldSend: {} })).toEqual([
			"No problems found. Print files were not opened. To place the order, set Then to 'Place as a Draft' or 'Place and Confirm'.",
		]);
		expect(messagesOf({ outcome: 'checked', problems: [], wouldSend: null })).toEqual([
			'No problems found. Print files were not opened.',
		]);
	});

	it('say of a check how to place the order only where there is none yet', () => {
		const warnings = [existsAsSent(run, 'A-1')];
		const checked = { outcome: 'checked', problems: [], wouldSend: {} };
		expect(messagesOf({ ...checked, warnings })).toEqual([
			'Order "A-1" exists already with the same content: it would be returned, and nothing placed.',
			'No problems found. Print files were not opened.',
		]);
		expect(messagesOf({ ...checked, warnings }, checked).at(-1)).toContain(
			"To place the order, set Then to 'Place as a Draft' or 'Place and Confirm'.",
		);
	});

	it.each([
		[['City is empty.'], '1 problem, nothing was sent: City is empty.'],
		[['A.', 'B'], '2 problems, nothing was sent: A; B.'],
		[['A', 'B', 'C', 'D'], '4 problems, nothing was sent: A; B; and 2 more.'],
	])('say what a check found: %j', (problems, message) => {
		const checked = { outcome: 'checked', wouldSend: {} };
		expect(
			outputHints(
				[
					{ ...checked, problems: [] },
					{ ...checked, problems },
				],
				run,
			),
		).toEqual([{ type: 'warning', message, location: 'outputPane' }]);
	});

	it('say once that an order failed, before its other warnings', () => {
		const [failed = ''] = failureWarnings(run, { id: 'o1', externalId: 'A-1', status: 'failed' });
		expect(messagesOf({ status: 'failed', warnings: ['Look at it.', failed] })).toEqual([
			failed,
			'Look at it.',
		]);
	});

	it('show three warnings of all items, escaped for the editor, and count the others', () => {
		const outputs = [
			{ ...pending(), warnings: ['<b>1</b> & 2', 'second'] },
			{ ...pending(), warnings: ['third', 'fourth', 'fifth'] },
		];
		expect(outputHints(outputs, run)).toEqual([
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
		expect(outputHints([output], run)).toMatchObject([{ type: 'info', location: 'outputPane' }]);
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
			expect.stringContaining('No problems found.'),
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

describe('The hint on failed orders of any operation', () => {
	const failed = (externalId: string): IDataObject => ({
		warnings: failureWarnings(run, { externalId, status: 'failed' }),
	});

	it('is none where no order failed, whatever else is warned of', () => {
		expect(failureHints([{ status: 'shipped' }, { warnings: ['Look at it.'] }], run)).toEqual([]);
	});

	it('has the warning of the only order', () => {
		const { warnings } = failed('A-1');
		expect(failureHints([failed('A-1')], run)).toEqual([
			{ type: 'warning', message: String(warnings), location: 'outputPane' },
		]);
	});

	it('counts the failed of many orders, tells three of them, and where the others are', () => {
		const outputs = [...['A-1', 'A-2', 'A-3', 'A-4'].map(failed), { status: 'draft' }];
		const [{ message = '' } = {}] = failureHints(outputs, run);
		expect(message.split('<br>\n')).toEqual([
			'4 of 5 orders failed:',
			expect.stringMatching(/^A-1 failed/),
			expect.stringMatching(/^A-2 failed/),
			expect.stringMatching(/^A-3 failed/),
			"1 more under 'warnings'",
		]);
	});
});
