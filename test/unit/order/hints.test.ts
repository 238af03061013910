import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { ItemResult } from '../../../nodes/PodFulfilment/execution/operation.ts';
import { failureWarnings } from '../../../nodes/PodFulfilment/order/failedOrder.ts';
import {
	notice,
	warning,
	warningOf,
	type FindingKind,
	type Remark,
} from '../../../nodes/PodFulfilment/order/findings.ts';
import {
	changeNotices,
	failureHints,
	itemChangeHints,
	createHints,
	stateChangeHints,
} from '../../../nodes/PodFulfilment/order/hints.ts';
import { mayStillFail } from '../../../nodes/PodFulfilment/order/change/stateChange.ts';
import { itemResult, warnedResult } from './itemResult.ts';

const pending = (): IDataObject => ({ status: 'pending' });

/** What is found of a failed order. */
const failureOf = (externalId: string): Remark[] =>
	failureWarnings({ externalId, status: 'failed' });

const existing = (): IDataObject => ({ ...pending(), outcome: 'existing' });

const messagesOf = (...outputs: IDataObject[]): string[] =>
	createHints(outputs.map(warnedResult)).map(({ message }) => message);

describe('The hints for the output of Create and Reprint', () => {
	it('are none for orders that were placed and are no drafts', () => {
		expect(messagesOf(pending(), pending())).toEqual([]);
	});

	it('say once that drafts have to be confirmed', () => {
		expect(messagesOf({ status: 'draft' }, { status: 'draft' })).toEqual([
			"An order with the status 'draft' is produced once it is confirmed: set 'Then' to Place and Confirm, or pass it on to another node with the operation 'Confirm'",
		]);
	});

	it.each([
		'The order was confirmed, but the service does not show it yet.',
		'The order was confirmed, but could not be read afterwards. It cannot be found yet.',
	])('say of a draft that was confirmed only its warning, whatever that says', (text) => {
		const draft = { status: 'draft', warnings: [text] };
		const confirmed = itemResult(draft, warningOf('unseenConfirmation', text));
		expect(createHints([confirmed]).map(({ message }) => message)).toEqual([text]);
		expect(messagesOf(draft)).toHaveLength(2);
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

	it('say of a check that no order is due, and not that nothing is wrong', () => {
		const notDue = {
			outcome: 'checked',
			problems: [],
			wouldSend: null,
			whyNotDue: 'It is a test.',
		};
		expect(messagesOf(notDue)).toEqual(['No order would be placed.']);
		const due = { outcome: 'checked', problems: [], wouldSend: {} };
		expect(messagesOf(notDue, due)).toEqual([expect.stringMatching(/^No problems found\./)]);
	});

	it('say of a check that an order to review would not be confirmed', () => {
		const checked = { outcome: 'checked', problems: [], wouldSend: {} };
		const toReview = ['The file is too small'];
		expect(messagesOf({ ...checked, toReview })).toEqual([
			expect.stringMatching(
				/^No problems found\. .*'toReview' lists, this order would not be confi/,
			),
		]);
		expect(messagesOf({ ...checked, toReview }, checked)).toEqual([
			expect.stringContaining('1 of 2 orders would not be confirmed'),
		]);
		const [hint] = createHints([itemResult({ ...checked, toReview })]);
		expect(hint?.type).toBe('warning');
	});

	it('say of a check how to place the order only where there is none yet', () => {
		const checked = { outcome: 'checked', problems: [], wouldSend: {} };
		const exists = itemResult(checked, warningOf('existsAsSent', 'It exists.'));
		expect(createHints([exists]).map(({ message }) => message)).toEqual([
			'It exists.',
			'No problems found. Print files were not opened.',
		]);
		expect(createHints([exists, itemResult(checked)]).at(-1)?.message).toContain(
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
			createHints([itemResult({ ...checked, problems: [] }), itemResult({ ...checked, problems })]),
		).toEqual([{ type: 'warning', message, location: 'outputPane' }]);
	});

	it('say once that an order failed, before its other warnings', () => {
		const item = itemResult({ status: 'failed' }, warning('Look at it.'), ...failureOf('A-1'));
		expect(createHints([item]).map(({ message }) => message)).toEqual([
			expect.stringMatching(/^A-1 failed/),
			'Look at it.',
		]);
	});

	it('show three warnings of all items, escaped for the editor, and count the others', () => {
		const outputs = [
			{ ...pending(), warnings: ['<b>1</b> & 2', 'second'] },
			{ ...pending(), warnings: ['third', 'fourth', 'fifth'] },
		];
		expect(createHints(outputs.map(warnedResult))).toEqual([
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
		expect(createHints([itemResult(output)])).toMatchObject([
			{ type: 'info', location: 'outputPane' },
		]);
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
});

describe('The hint on failed orders of any operation', () => {
	const failed = (externalId: string): ItemResult<Remark> =>
		itemResult({ externalId }, ...failureOf(externalId));

	it('is none where no order failed, whatever else is warned of', () => {
		const items = [itemResult({ status: 'shipped' }), warnedResult({ warnings: ['Look at it.'] })];
		expect(failureHints(items)).toEqual([]);
	});

	it('has the warning of the only order', () => {
		expect(failureHints([failed('A-1')])).toEqual([
			{
				type: 'warning',
				message: expect.stringMatching(
					/^A-1 failed, and the service does not say why\. /,
				) as string,
				location: 'outputPane',
			},
		]);
	});

	it('counts the failed of many orders, tells three of them, and where the others are', () => {
		const orders = ['A-1', 'A-2', 'A-3', 'A-4'];
		const listed = {
			outputs: orders.map((externalId) => ({ externalId })),
			notes: orders.flatMap(failureOf),
		};
		const refused = itemResult({ error: 'Not found' });
		for (const items of [orders.map(failed), [listed]]) {
			const [{ message = '' } = {}] = failureHints([...items, refused, itemResult({})]);
			expect(message.split('<br>\n')).toEqual([
				'4 of 5 orders failed:',
				expect.stringMatching(/^A-1 failed/),
				expect.stringMatching(/^A-2 failed/),
				expect.stringMatching(/^A-3 failed/),
				"1 more under 'warnings'",
			]);
		}
	});
});

/** Texts of the hints on orders that were confirmed and may still fail, of one order each. */
const mayFailTexts = (kind: FindingKind, names: string[]): string[] =>
	stateChangeHints(names.map((name) => itemResult({}, notice(kind, name)))).map(
		({ message }) => message,
	);

describe('An order that was confirmed and is not validated', () => {
	it('has a hint that names the option, also where the wait is 0, and none if there is none', () => {
		expect(mayFailTexts('unvalidated', [])).toEqual([]);
		expect(mayFailTexts('unvalidated', ['shopify-3001'])).toEqual([
			'shopify-3001 is confirmed. The service checks its address and print files only now: add Wait for Validation to be told here if one cannot be used.',
		]);
		expect(mayFailTexts('unvalidatedInSpiteOfWait', ['shopify-3001'])).toEqual([
			'shopify-3001 is confirmed. The service checks its address and print files only now: raise Wait for Validation to be told here if one cannot be used.',
		]);
	});

	it('is counted with the others, of which two are named', () => {
		expect(mayFailTexts('unvalidated', ['A-1', 'A-2', 'A-3'])).toEqual([
			'3 orders are confirmed: A-1, A-2, and 1 more. The service checks their addresses and print files only now: add Wait for Validation to be told here if one cannot be used.',
		]);
	});

	it('is told as information, beside the output', () => {
		expect(createHints([itemResult({}, notice('unvalidated', 'A-1'))])).toMatchObject([
			{ type: 'info', location: 'outputPane' },
		]);
	});
});

describe('An order that was placed before it was confirmed', () => {
	const order = (seconds: number, status = 'pending', externalId = 'A-1'): IDataObject => ({
		externalId,
		status,
		createdAt: new Date(Date.now() - seconds * 1000).toISOString(),
	});
	const messagesAfter = (...orders: IDataObject[]): string[] =>
		stateChangeHints(
			orders.map((each) =>
				itemResult({}, ...mayStillFail({ order: each, findings: [], isRead: true }).findings),
			),
		).map(({ message }) => message);

	it('has a hint if it was placed less than a minute ago', () => {
		expect(messagesAfter(order(20))).toEqual([
			'A-1 is confirmed, and was placed just now: it may still fail. Read it again in a minute with Order → Get.',
		]);
	});

	it('is counted with the others, of which two are named', () => {
		const orders = ['A-1', 'A-2', 'A-3'].map((externalId) => order(20, 'pending', externalId));
		expect(messagesAfter(...orders)).toEqual([
			'3 orders are confirmed, and were placed just now: A-1, A-2, and 1 more. They may still fail: read them again in a minute with Order → Get Many.',
		]);
	});

	it.each([
		['is older', order(90)],
		['is in production', order(20, 'inprocess')],
		['does not say when it was placed', { externalId: 'A-1', status: 'pending' }],
	])('has none if it %s', (_case, given) => {
		expect(messagesAfter(given)).toEqual([]);
	});

	it('has only the warning that the service does not show it', () => {
		const unseen = warningOf('unseenConfirmation', 'Not shown yet.');
		const changed = { order: order(20), findings: [unseen], isRead: true };
		expect(mayStillFail(changed).findings).toEqual([unseen]);
	});
});

/** The hints after orders with these statuses were changed. */
const hintsFor = (done: FindingKind, ...statuses: string[]) =>
	changeNotices(statuses.map((status) => itemResult({}, notice(done, 'A-1', status))));

const CANCEL = "with the operation 'Cancel' of another node";

describe('What can still be done after a change (spec section 3)', () => {
	it.each([
		[['pending'], `Released for production. It can still be cancelled ${CANCEL}`],
		[['onhold'], `Released for production. It can still be cancelled ${CANCEL}`],
		[['inprocess'], 'Released for production'],
		[
			['pending', 'pending'],
			`2 orders were released for production. They can still be cancelled ${CANCEL}`,
		],
		[
			['pending', 'inprocess', 'shipped'],
			`3 orders were released for production. 1 of them can still be cancelled ${CANCEL}`,
		],
	])('confirmed orders that are %j', (statuses, message) => {
		expect(hintsFor('confirmed', ...statuses)).toEqual([
			{ type: 'info', message, location: 'outputPane' },
		]);
	});

	it.each([
		['cancelled', 1, 'Cancelled: it is not produced. To order again, use another External ID.'],
		[
			'cancelled',
			3,
			'3 orders were cancelled: they are not produced. To order again, use another External ID.',
		],
		['refunded', 1, 'Refunded. It is not refunded again by this node'],
		['refunded', 2, '2 orders were refunded. None is refunded again by this node'],
	] as const)('%s: %i', (done, count, message) => {
		const statuses = Array<string>(count).fill('shipped');
		expect(hintsFor(done, ...statuses).map((hint) => hint.message)).toEqual([message]);
	});

	it('repetitions are one line, however many they are', () => {
		const items = ['A-1', 'A-2', 'A-3', 'A-4'].map((name) =>
			itemResult({}, notice('repeated', `${name} is shipped, and nothing changed.`)),
		);
		expect(changeNotices(items)).toEqual([
			{
				type: 'info',
				message:
					'A-1 is shipped, and nothing changed; A-2 is shipped, and nothing changed; and 2 more.',
				location: 'outputPane',
			},
		]);
	});

	it('there is none where nothing was changed', () => {
		expect(changeNotices([itemResult({ status: 'pending' })])).toEqual([]);
	});

	it('items that keep a name are counted, and a draft is told first', () => {
		const item = itemResult({ orderStatus: 'draft' }, notice('keptName', 'Team shirt'));
		expect(itemChangeHints([item, item]).map(({ message }) => message)).toEqual([
			expect.stringContaining("status 'draft'"),
			'2 items have another variant, and keep their names: "Team shirt", "Team shirt". Where a name says which variant it was, enter Name under Update Fields too',
		]);
	});
});
