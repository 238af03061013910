import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { externalIdReference } from '../../../../nodes/PodFulfilment/api/order.ts';
import {
	applyStateChange,
	CANCEL,
	CONFIRM,
	type StateChange,
} from '../../../../nodes/PodFulfilment/order/change/stateChange.ts';
import { warningsIn } from '../../../../nodes/PodFulfilment/order/findings.ts';
import { changeNotices } from '../../../../nodes/PodFulfilment/order/hints.ts';
import { ServiceError } from '../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { itemResult } from '../itemResult.ts';
import { scriptedService, type Answer } from '../../transport/scriptedService.ts';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const READ = 'GET /api/orders/@A-1';

const ORDER = { id: 'o1', externalId: 'A-1', orderItems: [] };

const shows = (status: string): Answer => ({ status: 200, body: { ...ORDER, status } });

/** Answers that show the order as it is, for as long as it is looked for. */
const showsAlways = (status: string): Answer[] => Array.from({ length: 5 }, () => shows(status));

const LOST: Answer = { status: 502 };
const REFUSED: Answer = { status: 409 };

/** Makes the change at a service with these answers. Resolves to what became of it. */
async function change(stateChange: StateChange, answers: Answer[], maxAttempts = 5) {
	const { client, sent } = scriptedService(answers, { retryPolicy: { maxAttempts } });
	const changing = applyStateChange(client, externalIdReference('A-1'), stateChange).then(
		({ order, findings }) => ({
			output: { ...order, warnings: warningsIn(findings) },
			findings,
			error: undefined,
		}),
		(error: unknown) => ({ output: undefined, findings: [], error }),
	);
	await vi.runAllTimersAsync();
	const { findings, ...changed } = await changing;
	const notices = changeNotices([itemResult({}, ...findings)]).map(({ message }) => message);
	return { ...changed, sent, outcome: client.write.progress, notices };
}

const CHANGES = [
	['confirm', CONFIRM, 'pending', 'inprocess'],
	['cancel', CANCEL, 'canceled', 'canceled'],
] as const;

describe.each(CHANGES)('The change %s', (verb, stateChange, changed, certain) => {
	const SEND = `POST /api/orders/@A-1/${verb}`;

	it('the order is returned as the response shows it', async () => {
		const { output, sent, outcome } = await change(stateChange, [shows(changed)]);
		expect(sent).toEqual([SEND]);
		expect(output).toEqual({ ...ORDER, status: changed, warnings: [] });
		expect(outcome).toBe('done');
	});

	it('the order is read when the response does not show it', async () => {
		const { output, sent } = await change(stateChange, [{ status: 204 }, shows(changed)]);
		expect(sent).toEqual([SEND, READ]);
		expect(output).toEqual({ ...ORDER, status: changed, warnings: [] });
	});

	it.each([
		['is empty', { status: 204 }],
		['shows it as it was', shows('draft')],
	] as Array<[string, Answer]>)(
		'the order is read until it shows the change when the response %s, and a warning is given when it never does',
		async (_, answer) => {
			const late = await change(stateChange, [answer, shows('draft'), shows(changed)]);
			expect(late.output).toEqual({ ...ORDER, status: changed, warnings: [] });
			expect(late.sent).toEqual([SEND, READ, READ]);
			const never = await change(stateChange, [answer, ...showsAlways('draft')]);
			expect(never.output).toEqual({
				...ORDER,
				status: 'draft',
				warnings: [`The order was ${stateChange.done}, but the service does not show it yet.`],
			});
			expect(never.outcome).toBe('done');
		},
	);

	it('the order of a response that shows it as it was is returned when it cannot be read', async () => {
		const { output } = await change(stateChange, [shows('draft'), { status: 403 }]);
		expect(output).toMatchObject({
			status: 'draft',
			warnings: [expect.stringContaining('the service does not show it yet')],
		});
	});

	it('the output says what was done when the order cannot be read afterwards', async () => {
		const { output, outcome } = await change(stateChange, [{ status: 204 }, { status: 403 }]);
		expect(output).toEqual({
			externalId: 'A-1',
			warnings: [
				expect.stringMatching(
					new RegExp(`^The order was ${stateChange.done}, but could not be read afterwards\\. `),
				),
			],
		});
		expect(outcome).toBe('done');
	});

	it.each([400, 409, 422])(
		'a change refused with %i counts as done when the order shows it, which is one line and no warning',
		async (status) => {
			const answers = [{ status }, shows(certain)];
			const { output, sent, outcome, notices } = await change(stateChange, answers);
			expect(sent).toEqual([SEND, READ]);
			expect(output).toMatchObject({ status: certain, warnings: [] });
			const words = certain === 'inprocess' ? 'in process' : 'cancelled';
			expect(notices).toEqual([
				expect.stringMatching(
					new RegExp(
						`^A-1 is ${words}: it was ${stateChange.done} before, and nothing changed\\.( The service .*\\.)?$`,
					),
				),
			]);
			expect(outcome).toBe('done');
		},
	);

	it('what is said has the words of a refusal that says more than the status', async () => {
		const body = { detail: 'Not today' };
		const { output, notices } = await change(stateChange, [{ status: 400, body }, shows(changed)]);
		const words = 'The service could not read the request for order "A-1": Not today.';
		// A pending order may have been pending from the beginning.
		const [warnings, lines] =
			changed === 'pending'
				? [
						[
							`A-1 is pending and was not confirmed now: it may have been confirmed before. ${words}`,
						],
						[],
					]
				: [[], [`A-1 is cancelled: it was cancelled before, and nothing changed. ${words}`]];
		expect(output?.warnings).toEqual(warnings);
		expect(notices).toEqual(lines);
	});

	it('a change that was made says what can still be done', async () => {
		const { notices } = await change(stateChange, [shows(changed)]);
		expect(notices).toEqual([
			changed === 'pending'
				? "Released for production. It can still be cancelled with the operation 'Cancel' of another node"
				: 'Cancelled: it is not produced. To order again, use another External ID.',
		]);
	});

	it('a change that the order does not show says nothing of what can still be done', async () => {
		const { notices } = await change(stateChange, [{ status: 204 }, ...showsAlways('draft')]);
		expect(notices).toEqual([]);
	});

	it.each([401, 403, 404, 410, 415])(
		'a change refused with %i is no question of the state: the order is not read',
		async (status) => {
			const { error, sent } = await change(stateChange, [{ status }]);
			expect(error).toMatchObject({ status });
			expect(sent).toEqual([SEND]);
		},
	);

	it('a refusal names the order alone when it is still a draft', async () => {
		const { error, sent, outcome } = await change(stateChange, [REFUSED, shows('draft')]);
		const message = `A-1 cannot be ${stateChange.done} in its current state`;
		expect(error).toMatchObject({ status: 409, message });
		expect(sent).toEqual([SEND, READ]);
		expect(outcome).toBe('notMade');
	});

	it('a refusal has the name that was entered when the order cannot be read', async () => {
		const { error } = await change(stateChange, [REFUSED, { status: 403 }]);
		const message = `Order "A-1" cannot be ${stateChange.done} in its current state`;
		expect(error).toMatchObject({ status: 409, message });
	});

	it('a change whose response is lost is sent again', async () => {
		const { output, sent } = await change(stateChange, [LOST, shows(changed)]);
		expect(sent).toEqual([SEND, SEND]);
		expect(output).toMatchObject({ status: changed, warnings: [] });
	});

	it('a change whose response is lost counts as done, without a warning, once the order shows that it is certain', async () => {
		const answers = [LOST, shows('draft'), shows('draft'), shows(certain)];
		const { output, sent, outcome } = await change(stateChange, answers, 1);
		expect(sent).toEqual([SEND, READ, READ, READ]);
		expect(output).toEqual({ ...ORDER, status: certain, warnings: [] });
		expect(outcome).toBe('done');
	});

	it('a change whose response is lost stays in doubt when the order does not show it', async () => {
		const { error, outcome } = await change(stateChange, [LOST, ...showsAlways('draft')], 1);
		expect(error).toBeInstanceOf(ServiceError);
		expect(error).toMatchObject({ status: 502 });
		expect(outcome).toBe('inDoubt');
	});

	it('a change whose response is lost stays in doubt when the order cannot be read', async () => {
		const { error, outcome } = await change(stateChange, [LOST, { status: 403 }], 1);
		expect(error).toMatchObject({ status: 502 });
		expect(outcome).toBe('inDoubt');
	});

	it('a second try that is refused counts as done, without a warning, when the status can come from this change alone', async () => {
		const { output, sent } = await change(stateChange, [LOST, REFUSED, shows(certain)]);
		expect(sent).toEqual([SEND, SEND, READ]);
		expect(output).toEqual({ ...ORDER, status: certain, warnings: [] });
	});
});

describe('The status that a successful change may leave', () => {
	it.each([
		['draft', false, false],
		['pending', true, false],
		['inprocess', true, false],
		['onhold', true, false],
		['partial', true, false],
		['fulfilled', true, false],
		['shipped', true, false],
		['canceled', false, true],
		['failed', true, false],
		['unheard-of', true, true],
	])(
		'the status %s is no contradiction to a confirmation: %s, and to a cancellation: %s',
		async (status, ...isShown) => {
			const isRead = async (stateChange: StateChange): Promise<boolean> =>
				(await change(stateChange, [shows(status), { status: 403 }])).sent.length === 2;
			expect([!(await isRead(CONFIRM)), !(await isRead(CANCEL))]).toEqual(isShown);
		},
	);
});

describe('The status that shows a change after its refusal', () => {
	const isDone = async (stateChange: StateChange, status: string): Promise<boolean> =>
		(await change(stateChange, [REFUSED, shows(status)])).error === undefined;

	it.each([
		['draft', false, false],
		['pending', true, false],
		['inprocess', true, false],
		['onhold', true, false],
		['partial', true, false],
		['fulfilled', true, false],
		['shipped', true, false],
		['canceled', false, true],
		['failed', false, false],
		['unheard-of', false, false],
	])('the status %s shows a confirmation: %s, and a cancellation: %s', async (status, ...shown) => {
		expect([await isDone(CONFIRM, status), await isDone(CANCEL, status)]).toEqual(shown);
	});
});

describe('A status that an order may have had before it was confirmed', () => {
	it.each(['pending', 'onhold'])(
		'an order that is %s after a lost response does not show that it was confirmed',
		async (status) => {
			const { error, outcome } = await change(CONFIRM, [LOST, ...showsAlways(status)], 1);
			expect(error).toMatchObject({ status: 502 });
			expect(outcome).toBe('inDoubt');
		},
	);

	it.each(['pending', 'onhold'])(
		'an order that is %s after a lost response and a refusal counts as confirmed, with a warning',
		async (status) => {
			const { output, outcome } = await change(CONFIRM, [LOST, REFUSED, shows(status)]);
			expect(output?.warnings).toEqual([
				`A-1 is ${status === 'onhold' ? 'on hold' : status} and was not confirmed now: an earlier attempt may have confirmed it.`,
			]);
			expect(outcome).toBe('done');
		},
	);
});

describe('A cancellation that the service accepts and never shows', () => {
	it.each(['shipped', 'fulfilled'])('may not be made when the order stays %s', async (status) => {
		const { output } = await change(CANCEL, [{ status: 204 }, ...showsAlways(status)]);
		expect(output?.warnings).toEqual([
			`The service accepted it, but A-1 is ${status}: it may not be cancelled.`,
		]);
	});
});

describe('A change that is refused for its values', () => {
	it('a refusal of values is told in its own words where the status leaves it open', async () => {
		const body = { detail: 'Not today.' };
		const { error } = await change(CANCEL, [{ status: 422, body }, shows('pending')]);
		expect((error as Error).message).toContain('could not process the request');
		const final = await change(CANCEL, [{ status: 422, body }, shows('shipped')]);
		expect((final.error as Error).message).toBe('A-1 cannot be cancelled: it is shipped');
	});
});
