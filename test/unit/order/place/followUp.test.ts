import { UserError, type IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { followUp } from '../../../../nodes/PodFulfilment/order/place/followUp.ts';
import { warningsIn } from '../../../../nodes/PodFulfilment/order/findings.ts';
import { changeNotices, mayFailHints } from '../../../../nodes/PodFulfilment/order/hints.ts';
import { itemResult } from '../itemResult.ts';
import type { FollowUp } from '../../../../nodes/PodFulfilment/order/fields.ts';
import { TrackedWrite } from '../../../../nodes/PodFulfilment/transport/trackedWrite.ts';
import { Run, RunAborted } from '../../../../nodes/PodFulfilment/transport/run.ts';
import { ServiceError } from '../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { scriptedService, type Answer } from '../../transport/scriptedService.ts';

const NOW = 1_800_000_000_000;

beforeEach(() => {
	vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
	vi.useRealTimers();
});

const READ = 'GET /api/orders/o1';
const CONFIRM = 'POST /api/orders/o1/confirm';

const orderOf = (status: string, fields: IDataObject = {}): IDataObject => ({
	id: 'o1',
	externalId: 'NEW-1',
	status,
	orderItems: [{ id: 'i1' }, { id: 'i2' }],
	...fields,
});

const shows = (status: string, fields?: IDataObject): Answer => ({
	status: 200,
	body: orderOf(status, fields),
});

/**
 * A write that was made: the order is placed.
 *
 * @param earlier the same write in an earlier try of Retry On Fail
 */
function placedOrderWrite(earlier?: TrackedWrite): TrackedWrite {
	const write = new TrackedWrite(earlier);
	write.begin('order "NEW-1"');
	write.onMade();
	return write;
}

interface Setup extends Partial<FollowUp> {
	placed?: IDataObject;
	/** Of the placing. */
	warnings?: string[];
	run?: Run;
	write?: TrackedWrite;
	toReview?: string[];
}

/** Follows an order that was placed just now. Resolves to what became of it, with the seconds of all requests. */
/** Of an order that is confirmed with the settings of {@link follow}. */
const NOT_VALIDATED =
	'NEW-1 is confirmed. The service checks its address and print files only now: raise Wait for Validation to be told here if one cannot be used.';

async function follow(
	answers: Answer[],
	{
		placed = orderOf('draft'),
		warnings = [],
		run,
		write = placedOrderWrite(),
		toReview = [],
		...settings
	}: Setup = {},
) {
	const { client, sent, requests } = scriptedService(answers, { write, run });
	const seconds: number[] = [];
	const push = requests.push.bind(requests);
	requests.push = (...added) => {
		seconds.push(Math.round((Date.now() - NOW) / 100) / 10);
		return push(...added);
	};
	const releasePlace = vi.fn();
	const following = followUp(
		{
			client,
			releasePlace,
			abandonedWrites: async () => await Promise.resolve(new Map<string, TrackedWrite>()),
			note: () => undefined,
			concerns: () => undefined,
			isFixed: () => false,
			execution: undefined,
			timeZone: 'UTC',
			parameter: () => expect.unreachable(),
		},
		{ order: placed, warnings, existedBefore: false, labelOf: (path) => `Field of ${path}` },
		{
			confirm: false,
			confirmWithoutReview: false,
			waitMilliseconds: 0,
			isWaitSet: true,
			onFailedValidation: 'stop',
			...settings,
		},
		'NEW-1',
		toReview,
	).then(
		({ order, findings }) => ({
			output: { ...order, warnings: warningsIn(findings) } as IDataObject & { warnings: string[] },
			findings,
			error: undefined,
		}),
		(error: unknown) => ({ output: undefined, findings: [], error }),
	);
	await vi.runAllTimersAsync();
	const { findings, ...followed } = await following;
	const items = [itemResult({}, ...findings)];
	return {
		...followed,
		notices: changeNotices(items).map(({ message }) => message),
		unvalidated: mayFailHints(items).map(({ message }) => message),
		sent,
		seconds,
		releasePlace,
		write,
		outcome: write.progress,
	};
}

describe('An order that somebody has to look at', () => {
	const toReview = ['Two variations have one SKU'];

	it('the order stays a draft after the wait, and a warning says where the reason is', async () => {
		const answers = [shows('draft'), shows('draft'), shows('draft')];
		const { output, sent, outcome } = await follow(answers, {
			confirm: true,
			waitMilliseconds: 4000,
			toReview,
		});
		expect(sent.some((request) => request.startsWith('POST'))).toBe(false);
		expect(output).toMatchObject({
			status: 'draft',
			warnings: [
				`No confirmation was sent for order "NEW-1": somebody has to look at it first, see 'toReview'. Order → Confirm releases it then.`,
			],
		});
		expect(outcome).toBe('done');
	});

	it('the order is confirmed all the same when that is asked for', async () => {
		const { output } = await follow([shows('pending')], {
			confirm: true,
			confirmWithoutReview: true,
			toReview,
		});
		expect(output).toMatchObject({ status: 'pending', warnings: [] });
	});
});

describe('An order that is waited for', () => {
	it('the order is read after 1, 2, 3 and then each 5 seconds, and at the end of the time', async () => {
		const drafts = Array.from({ length: 8 }, () => shows('draft'));
		const result = await follow(drafts, { waitMilliseconds: 30_000 });
		expect(result.seconds).toEqual([1, 3, 6, 11, 16, 21, 26, 30]);
		expect(result.output).toMatchObject({ status: 'draft', warnings: [] });
		expect(result.outcome).toBe('done');
	});

	it.each(['pending', 'onhold', 'inprocess'])('the order is returned as %s', async (status) => {
		const result = await follow([shows('draft'), shows(status)], { waitMilliseconds: 30_000 });
		expect(result.sent).toEqual([READ, READ]);
		expect(result.output).toMatchObject({ status, warnings: [] });
	});

	it('an order that is waited for gives its place in flight to another item, and one that is not waited for does not', async () => {
		const waiting = await follow([shows('pending')], { waitMilliseconds: 5_000 });
		expect(waiting.releasePlace).toHaveBeenCalledOnce();
		const confirmed = await follow([shows('pending')], { confirm: true });
		expect(confirmed.releasePlace).not.toHaveBeenCalled();
	});

	it('an order that is not found at first is waited for, because reads may lag behind', async () => {
		const answers = [{ status: 404 }, shows('draft'), shows('pending')];
		const result = await follow(answers, { waitMilliseconds: 30_000 });
		expect(result.output).toMatchObject({ status: 'pending' });
	});

	it('the order is read again after a read that failed', async () => {
		const busy: Answer = { status: 503, headers: { 'retry-after': '900' } };
		const result = await follow([busy, shows('pending')], { waitMilliseconds: 3_000 });
		expect(result.output ?? result.error).toBeInstanceOf(ServiceError);
		const lost = await follow([{ status: 502 }, shows('pending')], { waitMilliseconds: 9_000 });
		expect(lost.output).toMatchObject({ status: 'pending' });
	});

	it('waiting ends with what the service says when the order may not be read', async () => {
		const result = await follow([{ status: 403 }], { waitMilliseconds: 30_000, confirm: true });
		expect(result.error).toBeInstanceOf(ServiceError);
		expect(result.sent).toEqual([READ]);
		expect(result.outcome).toBe('followUpMissing');
	});

	it('waiting ends when the run is stopped', async () => {
		const run = new Run(10);
		setTimeout(() => run.abort(), 10_000);
		const drafts = Array.from({ length: 3 }, () => shows('draft'));
		const result = await follow(drafts, { waitMilliseconds: 600_000, confirm: true, run });
		expect(result.error).toBeInstanceOf(RunAborted);
		expect(result.sent).toEqual([READ, READ, READ]);
		expect(Date.now() - NOW).toBeLessThan(11_000);
		expect(result.outcome).toBe('followUpMissing');
	});
});

describe('An order that is to be confirmed', () => {
	it('the order is confirmed at once when nothing is waited for', async () => {
		const result = await follow([shows('pending')], { confirm: true });
		expect(result.sent).toEqual([CONFIRM]);
		expect(result.seconds).toEqual([0]);
		expect(result.output).toMatchObject({ status: 'pending', warnings: [] });
		expect(result.outcome).toBe('done');
	});

	it('the order is confirmed when the time is over and it is still a draft', async () => {
		const answers = [shows('draft'), shows('draft'), shows('pending')];
		const result = await follow(answers, { confirm: true, waitMilliseconds: 2_500 });
		expect(result.sent).toEqual([READ, READ, CONFIRM]);
		expect(result.seconds).toEqual([1, 2.5, 2.5]);
	});

	it.each([
		['pending', 'is pending'],
		['onhold', 'is on hold'],
		['inprocess', 'is in process'],
		['shipped', 'is shipped'],
	])(
		'an order with the status %s is not confirmed, which is one line and no warning',
		async (status, words) => {
			const read = await follow([shows(status)], { confirm: true, waitMilliseconds: 9_000 });
			const placed = await follow([], { confirm: true, placed: orderOf(status) });
			for (const { sent, output, outcome, notices } of [read, placed]) {
				expect(sent).not.toContain(CONFIRM);
				expect(output?.warnings).toEqual([]);
				expect(notices).toEqual([
					`No confirmation was sent for order "NEW-1": it ${words}, and only a draft is confirmed.`,
				]);
				expect(outcome).toBe('done');
			}
		},
	);

	it.each([
		['canceled', 'is cancelled'],
		['unheard-of', 'has the status "unheard-of"'],
	])(
		'an order with the status %s is returned with a warning, and not confirmed',
		async (status, words) => {
			const read = await follow([shows(status)], { confirm: true, waitMilliseconds: 9_000 });
			const placed = await follow([], { confirm: true, placed: orderOf(status) });
			for (const { sent, output, outcome } of [read, placed]) {
				expect(sent).not.toContain(CONFIRM);
				expect(output?.warnings).toContainEqual(
					`No confirmation was sent for order "NEW-1": it ${words}, and only a draft is confirmed.`,
				);
				// A canceled order is not produced: it is not done.
				expect(outcome).toBe(status === 'canceled' ? 'followUpMissing' : 'done');
			}
		},
	);

	it.each([
		['a response that shows it as it was', Array<Answer>(6).fill(shows('draft'))],
		['reads that lag behind', [{ status: 204 }, ...Array<Answer>(5).fill(shows('draft'))]],
	] as Array<[string, Answer[]]>)(
		'a confirmed draft has one warning, which does not say that it is not validated, after %s',
		async (_, answers) => {
			const { output } = await follow(answers, { confirm: true, isWaitSet: false });
			expect(output).toMatchObject({
				status: 'draft',
				warnings: ['The order was confirmed, but the service does not show it yet.'],
			});
		},
	);

	it('the order is returned as it was before when it cannot be read after its confirmation', async () => {
		const result = await follow([{ status: 204 }, { status: 403 }], { confirm: true });
		expect(result.output).toMatchObject({
			status: 'draft',
			warnings: [expect.stringContaining('The order was confirmed, but could not be read')],
		});
	});

	it.each<[string, Answer[], string]>([
		['done when it is confirmed', [shows('pending')], 'done'],
		['placed and not confirmed when it is refused', [{ status: 403 }], 'followUpMissing'],
		[
			'in doubt when the response to its confirmation is lost',
			[...Array<Answer>(5).fill({ status: 502 }), ...Array<Answer>(5).fill(shows('draft'))],
			'inDoubt',
		],
	])('an order that existed before is %s', async (_, answers, outcome) => {
		const write = new TrackedWrite();
		write.begin('order "NEW-1"');
		write.expectFollowUp();
		const result = await follow(answers, { write, confirm: true });
		expect(result.outcome).toBe(outcome);
	});

	it('the order is placed, and in doubt, when the response to its confirmation is lost', async () => {
		const lost: Answer[] = Array.from({ length: 5 }, () => ({ status: 502 }));
		const drafts = Array.from({ length: 5 }, () => shows('draft'));
		const result = await follow([...lost, ...drafts], { confirm: true });
		expect(result.error).toBeInstanceOf(ServiceError);
		expect(result.outcome).toBe('inDoubt');
	});

	it('the next try of Retry On Fail warns that the order may be confirmed already', async () => {
		const lost: Answer[] = Array.from({ length: 5 }, () => ({ status: 502 }));
		const drafts = Array.from({ length: 5 }, () => shows('draft'));
		const { write } = await follow([...lost, ...drafts], { confirm: true });
		const next = await follow([], {
			confirm: true,
			write: placedOrderWrite(write),
			placed: orderOf('pending'),
		});
		expect(next.output?.warnings).toEqual([
			'The confirmation of order "NEW-1" may have been made by an earlier try: it is pending.',
		]);
		expect(next.outcome).toBe('done');
	});

	it.each([
		['confirmed', [shows('pending')], 'draft', [NOT_VALIDATED]],
		['not confirmed', [], 'onhold', []],
	] as const)(
		'an order that was %s is not confirmed again, and the next try of Retry On Fail tells the same as the first',
		async (_, answers, status, hints) => {
			const placed = orderOf(status);
			const first = await follow([...answers], { confirm: true, placed });
			const { write, output } = first;
			expect(first.unvalidated).toEqual(hints);
			// By then it is found as the first try left it.
			const found = orderOf(String(output?.status));
			const next = await follow([], {
				confirm: true,
				write: placedOrderWrite(write),
				placed: found,
			});
			expect(next.sent).toEqual([]);
			expect(next.output?.warnings).toEqual(output?.warnings);
			expect(next.unvalidated).toEqual(hints);
		},
	);

	it('the warnings of the placing come before those of the confirmation', async () => {
		const warnings = ['Line 2 is left out.'];
		const confirmed = await follow([shows('pending')], { confirm: true, warnings });
		expect(confirmed.output?.warnings).toEqual(warnings);
		const answers = [{ status: 204 }, { status: 403 }];
		const unread = await follow(answers, { confirm: true, warnings });
		expect(unread.output?.warnings).toEqual([
			...warnings,
			expect.stringContaining('The order was confirmed, but could not be read'),
		]);
	});

	it('a warning that placing and following give alike is told once', async () => {
		const warning =
			'NEW-1 is cancelled: it is not produced. To order again, use another External ID.';
		const result = await follow([], {
			confirm: true,
			placed: orderOf('canceled'),
			warnings: [warning, 'Line 2 is left out.'],
		});
		expect(result.output?.warnings).toEqual([
			warning,
			'Line 2 is left out.',
			expect.stringContaining('No confirmation was sent'),
		]);
	});

	it('the next try of Retry On Fail, after one that was done, keeps the warnings of the placing', async () => {
		const { write } = await follow([shows('pending')], { confirm: true });
		const warnings = ['Line 2 is left out.'];
		const next = await follow([], {
			confirm: true,
			write: placedOrderWrite(write),
			placed: orderOf('pending'),
			warnings,
		});
		expect(next.output?.warnings).toEqual(warnings);
		expect(next.unvalidated).toEqual([NOT_VALIDATED]);
	});

	it('a try that was done without a confirmation is not warned about when none was asked for', async () => {
		const { write } = await follow([shows('pending')], { waitMilliseconds: 9_000 });
		const next = await follow([], {
			waitMilliseconds: 9_000,
			write: placedOrderWrite(write),
			placed: orderOf('pending'),
		});
		expect(next.sent).toEqual([]);
		expect(next.output?.warnings).toEqual([]);
	});

	it('a refusal names the order by its external ID, although its own ID is sent', async () => {
		const { error } = await follow([{ status: 409 }, shows('draft')], { confirm: true });
		expect((error as Error).message).toBe('NEW-1 cannot be confirmed in its current state');
	});

	it('the order is placed, and not confirmed, when its confirmation is refused', async () => {
		const result = await follow([{ status: 403 }], { confirm: true });
		expect(result.error).toBeInstanceOf(ServiceError);
		expect(result.outcome).toBe('followUpMissing');
	});
});

describe('The hint on an order that was confirmed without Wait for Validation', () => {
	it.each([
		['is pending', shows('pending'), {}, 1],
		['is in production already', shows('inprocess'), {}, 0],
		['was not waited for on purpose', shows('pending'), { isWaitSet: true }, 1],
		['was waited for', shows('pending'), { isWaitSet: true, waitMilliseconds: 1000 }, 0],
		['was not to be confirmed', shows('pending'), { confirm: false }, 0],
		['could not be confirmed', { status: 403 }, {}, 0],
	])('an order that %s', async (_, answer, settings, count) => {
		const answers = Array<Answer>(4).fill(answer);
		const { unvalidated, output } = await follow(answers, {
			confirm: true,
			isWaitSet: false,
			...settings,
		});
		expect(unvalidated).toHaveLength(count);
		expect(JSON.stringify(output?.warnings ?? [])).not.toContain('validated');
	});
});

describe('An order whose validation failed', () => {
	const errors = {
		errors: [{ code: 2001, message: 'The street is missing' }],
		orderItems: [{ id: 'i1' }, { id: 'i2', errors: [{ code: 1001 }] }],
	};

	it.each([
		['when it is read', [shows('failed', errors)], undefined],
		['when it was placed before', [], orderOf('failed', errors)],
	] as const)(
		'an order that failed is never confirmed, %s, and the error has all words',
		async (_, answers, placed) => {
			const settings = { confirm: true, waitMilliseconds: 9_000, ...(placed && { placed }) };
			const result = await follow([...answers], settings);
			expect(result.sent).not.toContain(CONFIRM);
			expect(result.error).toBeInstanceOf(UserError);
			const { message, description } = result.error as UserError;
			expect(message).toBe(
				'NEW-1 is not produced: the address is not valid (The street is missing); the print file of item 2 cannot be read',
			);
			expect(description?.split('\n')).toEqual([
				'Field of recipient: The street is missing (2001).',
				'Field of orderItems[1].placements: the print file cannot be read (damaged or missing) (1001).',
				expect.stringMatching(/^The ID of the order is o1\. Correct it with Order → Update or/),
			]);
			expect(result.outcome).toBe('followUpMissing');
		},
	);

	it('a draft is not confirmed while the service shows what its validation found', async () => {
		const drafts = [shows('draft', errors), shows('draft', errors)];
		const settings = { confirm: true, waitMilliseconds: 2_500 };
		const stopped = await follow([...drafts], settings);
		expect(stopped.sent).toEqual([READ, READ]);
		expect((stopped.error as UserError).message).toContain('NEW-1 is not produced: ');
		const handedBack = await follow([...drafts], { ...settings, onFailedValidation: 'handBack' });
		expect(handedBack.sent).toEqual([READ, READ]);
		expect(handedBack.output?.warnings).toContainEqual(
			'No confirmation was sent for order "NEW-1": its validation failed.',
		);
	});

	it('a draft that is to be reviewed and failed its validation is not said to wait for the review', async () => {
		const { output } = await follow([], {
			confirm: true,
			placed: orderOf('draft', errors),
			toReview: ['Two variations have one SKU'],
			onFailedValidation: 'handBack',
		});
		expect(output?.warnings).toContainEqual(
			'No confirmation was sent for order "NEW-1": its validation failed.',
		);
	});

	it('a draft is confirmed when it shows a field that is named after errors, without a code of the spec', async () => {
		const draft = orderOf('draft', {
			errors: [],
			errorHandling: 'default',
			lastError: { code: 7 },
		});
		const result = await follow([shows('pending')], { confirm: true, placed: draft });
		expect(result.sent).toEqual([CONFIRM]);
	});

	it('the error says so when the service does not say why the validation failed', async () => {
		const { error } = await follow([shows('failed')], { waitMilliseconds: 9_000 });
		expect((error as UserError).message).toBe(
			'NEW-1 is not produced: its validation failed, and the service does not say why',
		);
	});

	it('a failed order that was only waited for is returned without a word about its confirmation', async () => {
		const result = await follow([shows('failed', errors)], {
			waitMilliseconds: 9_000,
			onFailedValidation: 'handBack',
		});
		expect(result.output?.warnings).toEqual([
			expect.stringContaining('Field of recipient'),
			expect.stringContaining('Field of orderItems[1].placements'),
		]);
	});

	it('errors of an order that went on in spite of them are no warnings', async () => {
		const result = await follow([shows('pending', errors)], { waitMilliseconds: 9_000 });
		expect(result.output?.warnings).toEqual([]);
	});

	it('a failed order is returned with the same words when that is asked for', async () => {
		const result = await follow([shows('failed', errors)], {
			confirm: true,
			waitMilliseconds: 9_000,
			onFailedValidation: 'handBack',
		});
		expect(result.sent).toEqual([READ]);
		expect(result.output).toMatchObject({ status: 'failed' });
		expect(result.output?.warnings).toEqual([
			'Field of recipient: The street is missing (2001)',
			expect.stringContaining('Field of orderItems[1].placements'),
			'No confirmation was sent for order "NEW-1": it failed, and only a draft is confirmed.',
		]);
		// It is not produced.
		expect(result.outcome).toBe('followUpMissing');
	});
});
