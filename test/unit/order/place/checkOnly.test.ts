import { UserError, type IDataObject } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';

import type { ComposedOrder } from '../../../../nodes/PodFulfilment/order/composedOrder.ts';
import { checkedOrder } from '../../../../nodes/PodFulfilment/order/place/unplaced.ts';
import { ORDER_STATUSES } from '../../../../nodes/PodFulfilment/spec/service.ts';
import { ServiceError } from '../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { scriptedService, type Answer } from '../../transport/scriptedService.ts';
import { findingsOf, type FindingTexts } from '../../../support/byLevel.ts';

const READ = 'GET /api/orders/@A-1';

const BODY = { externalId: 'A-1', shipping: 'STANDARD', recipient: { name: 'Nathan Doe' } };

const exists = (fields: IDataObject = {}): Answer => ({
	status: 200,
	body: { ...BODY, id: 'o1', status: 'draft', orderItems: [], ...fields },
});

const NOT_FOUND: Answer = { status: 404 };

interface Setup {
	externalId?: string;
	ifExists?: 'returnExisting' | 'error';
}

/** The output of Check Only for an order that was composed like this, at a service that answers reads like that. */
async function check(
	answers: Answer[],
	{ warnings, problems, ...composed }: Partial<ComposedOrder> & FindingTexts = {},
	{ ifExists = 'returnExisting', ...others }: Setup = {},
) {
	const { client, sent } = scriptedService(answers, { retryPolicy: { maxAttempts: 1 } });
	const checking = checkedOrder(
		{ client, note: () => undefined },
		'externalId' in others ? others.externalId : 'A-1',
		{
			body: BODY,
			findings: findingsOf({ warnings, problems }),
			labelOf: (path) => `Field of ${path}`,
			...composed,
		},
		{ ifExists, checksFiles: false },
	);
	return await checking.then(
		({ output: { outcome, ...output } }) => {
			expect(outcome).toBe('checked');
			return { output: output as IDataObject, error: undefined, sent };
		},
		(error: unknown) => ({ output: undefined, error, sent }),
	);
}

const serviceError = (status: number): ServiceError =>
	new ServiceError({
		message: `Refused with ${status}`,
		description: 'Correct it.',
		outcome: 'refused',
		status,
	});

describe('The output of Check Only', () => {
	it('a new order is shown as it would be sent, after one read', async () => {
		const { output, sent } = await check([NOT_FOUND], { warnings: ['Look at it.'] });
		expect(output).toEqual({ wouldSend: BODY, warnings: ['Look at it.'], problems: [] });
		expect(Object.keys(output ?? {})).toEqual(['problems', 'warnings', 'wouldSend']);
		expect(sent).toEqual([READ]);
	});

	it('the order is shown without the values that were refused, also inside of lists', async () => {
		const body = {
			...BODY,
			shipping: undefined,
			orderItems: [{ quantity: undefined, variantId: 'v1' }],
		};
		const { output } = await check([NOT_FOUND], { body });
		expect(Object.keys(output?.wouldSend as IDataObject)).not.toContain('shipping');
		expect(JSON.stringify(output?.wouldSend)).toBe(JSON.stringify(body));
		expect((output?.wouldSend as typeof body).orderItems[0]).not.toHaveProperty('quantity');
	});

	it('an order that would be skipped is not sent, and its reason comes first', async () => {
		const { output, sent } = await check([], {
			skipped: { skipped: true, reason: 'The order is not paid' },
			warnings: ['Line 2 is left out.'],
		});
		expect(output).toEqual({
			wouldSend: null,
			whyNotDue: 'The order is not paid.',
			warnings: ['The order is not paid. No order would be placed for it.', 'Line 2 is left out.'],
			problems: [],
		});
		expect(sent).toEqual([]);
	});

	it('what is wrong is told also of an order that would be skipped', async () => {
		const { output } = await check([NOT_FOUND], {
			skipped: { reason: 'The order is not paid' },
			problems: ['Line 2 has no print file.'],
		});
		expect(output).toEqual({
			wouldSend: BODY,
			problems: ['Line 2 has no print file.'],
		});
	});

	it('of an order that cannot be compared the warnings are told, and it is not read again', async () => {
		const existing = { order: {}, warnings: ['It is there.'], existedBefore: true };
		const { output, sent } = await check([], {
			warnings: ['First.'],
			existing: { ...existing, isUncompared: true },
		});
		expect(output?.warnings).toEqual(['First.', 'It is there.']);
		expect(sent).toEqual([]);
	});

	it('an order that cannot be compared once it is found is told with the reason alone', async () => {
		const failed = { status: 'failed', errors: [{ code: 2001, message: 'Theirs' }] };
		const { output } = await check([exists(failed)], {
			compare: () => ({ uncomparable: 'It cannot be read.' }),
		});
		expect(output).toEqual({
			wouldSend: BODY,
			warnings: [
				'Order "A-1" exists already, but could not be compared with this one, so nothing of it is shown. It cannot be read.',
			],
			problems: [],
		});
	});

	it('nothing is read for an External ID that was refused', async () => {
		const { output, sent } = await check(
			[],
			{ problems: ['External ID is empty'] },
			{ externalId: undefined },
		);
		expect(output).toEqual({
			wouldSend: BODY,
			problems: ['External ID is empty'],
		});
		expect(sent).toEqual([]);
	});
});

describe('What could not be read for a check', () => {
	it.each([400, 404, 410, 422])(
		'an answer with %i is about what the order names: it is one of the problems',
		async (status) => {
			const problems = [new UserError('City is empty'), serviceError(status)];
			const { output } = await check([NOT_FOUND], { problems });
			expect(output?.problems).toEqual(['City is empty', `Refused with ${status}. Correct it.`]);
		},
	);

	it.each([0, 401, 403, 405, 409, 429, 500, 503])(
		'an answer with %i leaves the check open: it is thrown',
		async (status) => {
			const unread = serviceError(status);
			const problems = [new UserError('City is empty'), serviceError(404), unread];
			const { error, sent } = await check([], { problems });
			expect(error).toBe(unread);
			expect(sent).toEqual([]);
		},
	);

	it('the check fails when it cannot be read whether the order exists', async () => {
		expect((await check([{ status: 403 }])).error).toMatchObject({ status: 403 });
	});
});

describe('An existing order, in a check', () => {
	const SAME =
		'Order "A-1" exists already with the same content: it would be returned, and nothing placed.';

	it('a warning says that an order with the same content would be returned', async () => {
		const { output } = await check([exists()], { warnings: ['First.'] });
		expect(output).toEqual({ wouldSend: BODY, warnings: ['First.', SAME], problems: [] });
	});

	it('a warning says that the existing order is not produced', async () => {
		const { output } = await check([exists({ status: 'canceled' })]);
		expect(output?.warnings).toEqual([SAME, expect.stringContaining('is cancelled: it is not')]);
		expect(output?.problems).toEqual([]);
	});

	describe('of what is said of the new order', () => {
		const OUT_OF_STOCK = 'The variant "Mug, white" is out of stock, so it may take longer';
		const findings = [
			...findingsOf({ warnings: ['The order has no phone number.'] }),
			{ level: 'warning', text: OUT_OF_STOCK, isOfNew: true } as const,
		];
		const warningsBeside = async (answer: Answer) =>
			(await check([answer], { findings })).output?.warnings;

		it('all is told of an order that does not exist yet', async () => {
			expect(await warningsBeside(NOT_FOUND)).toEqual([
				'The order has no phone number.',
				OUT_OF_STOCK,
			]);
		});

		it('all is told while the existing order is a draft', async () => {
			expect(await warningsBeside(exists())).toEqual([
				'The order has no phone number.',
				OUT_OF_STOCK,
				SAME,
			]);
		});

		it.each(ORDER_STATUSES.filter((status) => status !== 'draft'))(
			'only what lasts is told beside an existing order that is %s',
			async (status) => {
				const warnings = await warningsBeside(exists({ status }));
				expect(warnings).toEqual(expect.arrayContaining(['The order has no phone number.', SAME]));
				expect(warnings).not.toContain(OUT_OF_STOCK);
			},
		);
	});

	it('other content is one of the problems, and nothing was created', async () => {
		const { output } = await check([exists({ shipping: 'EXPRESS' })]);
		expect(output).not.toHaveProperty('warnings');
		expect(output?.problems).toEqual([
			expect.stringMatching(
				/^Order "A-1" exists already with other content: Field of shipping\. Nothing was created or changed\./,
			),
		]);
	});

	it('the existing order is compared as its source wants it', async () => {
		const compare = vi.fn(({ actions }: IDataObject) => ({
			differences: [{ path: 'actions', sent: ['a'], existing: actions }],
		}));
		const body = { ...BODY, actions: ['a'] };
		const { output } = await check([exists({ actions: [] })], { body, compare });
		expect(output?.problems).toEqual([
			expect.stringContaining('Field of actions: sent a list of 1, existing a list of 0.'),
		]);
		const same = await check([exists({ shipping: 'EXPRESS' })], {
			compare: () => ({ differences: [] }),
		});
		expect(same.output).toMatchObject({ warnings: [SAME], problems: [] });
	});

	it('with If Order Exists on Refuse every existing order is a problem, also one with the same content', async () => {
		const { output } = await check([exists()], {}, { ifExists: 'error' });
		expect(output).not.toHaveProperty('warnings');
		expect(output?.problems).toEqual([
			expect.stringMatching(/^Order "A-1" exists already\. Nothing was created\./),
		]);
	});

	it('an order with problems is not compared: it would differ in what is missing', async () => {
		const body = { externalId: 'A-1' };
		const { output } = await check([exists()], { body, problems: ['Recipient is empty'] });
		expect(output).toEqual({
			wouldSend: body,
			warnings: ['Order "A-1" exists already.'],
			problems: ['Recipient is empty'],
		});
	});
});
