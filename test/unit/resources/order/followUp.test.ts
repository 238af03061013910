import { UserError, type IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { followUp } from '../../../../nodes/PodFulfilment/resources/order/followUp.ts';
import type { FollowUp } from '../../../../nodes/PodFulfilment/resources/order/followUpOptions.ts';
import { Change } from '../../../../nodes/PodFulfilment/transport/change.ts';
import { Run, RunAborted } from '../../../../nodes/PodFulfilment/transport/run.ts';
import { ServiceError } from '../../../../nodes/PodFulfilment/transport/serviceError.ts';
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

/** A change that was made: the order is placed. */
function placement(): Change {
	const change = new Change();
	change.begin('order "NEW-1"');
	change.onDone();
	return change;
}

interface Setup extends Partial<FollowUp> {
	placed?: IDataObject;
	run?: Run;
}

/** Follows an order that was placed just now. Resolves to what became of it, with the seconds of all requests. */
async function follow(
	answers: Answer[],
	{ placed = orderOf('draft'), run, ...settings }: Setup = {},
) {
	const change = placement();
	const { client, sent, requests } = scriptedService(answers, { change, run });
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
			execution: undefined,
			timeZone: 'UTC',
			parameter: () => expect.unreachable(),
		},
		{ order: placed, warnings: [], existedBefore: false },
		{ confirm: false, waitMilliseconds: 0, onFailedValidation: 'stop', ...settings },
		{
			externalId: 'NEW-1',
			fieldLabel: (path) => `Field of ${path}`,
			toResult: (order, warnings = []) => ({ ...order, warnings }),
		},
	).then(
		(output) => ({ output, error: undefined }),
		(error: unknown) => ({ output: undefined, error }),
	);
	await vi.runAllTimersAsync();
	return { ...(await following), sent, seconds, releasePlace, state: change.state };
}

describe('An order that is waited for', () => {
	it('is read after 1, 2, 3 and then each 5 seconds, and at the end of the time', async () => {
		const drafts = Array.from({ length: 8 }, () => shows('draft'));
		const result = await follow(drafts, { waitMilliseconds: 30_000 });
		expect(result.seconds).toEqual([1, 3, 6, 11, 16, 21, 26, 30]);
		expect(result.output).toMatchObject({ status: 'draft', warnings: [] });
		expect(result.state).toBe('done');
	});

	it.each(['pending', 'onhold', 'inprocess'])('is handed back once it is %s', async (status) => {
		const result = await follow([shows('draft'), shows(status)], { waitMilliseconds: 30_000 });
		expect(result.sent).toEqual([READ, READ]);
		expect(result.output).toMatchObject({ status, warnings: [] });
	});

	it('gives its place in flight to another item, and an order that is not waited for does not', async () => {
		const waiting = await follow([shows('pending')], { waitMilliseconds: 5_000 });
		expect(waiting.releasePlace).toHaveBeenCalledOnce();
		const confirmed = await follow([shows('pending')], { confirm: true });
		expect(confirmed.releasePlace).not.toHaveBeenCalled();
	});

	it('is not found at first where reads lag behind', async () => {
		const answers = [{ status: 404 }, shows('draft'), shows('pending')];
		const result = await follow(answers, { waitMilliseconds: 30_000 });
		expect(result.output).toMatchObject({ status: 'pending' });
	});

	it('is read again after a read that failed', async () => {
		const busy: Answer = { status: 503, headers: { 'retry-after': '900' } };
		const result = await follow([busy, shows('pending')], { waitMilliseconds: 3_000 });
		expect(result.output ?? result.error).toBeInstanceOf(ServiceError);
		const lost = await follow([{ status: 502 }, shows('pending')], { waitMilliseconds: 9_000 });
		expect(lost.output).toMatchObject({ status: 'pending' });
	});

	it('ends with what the service says where it may not be read', async () => {
		const result = await follow([{ status: 403 }], { waitMilliseconds: 30_000, confirm: true });
		expect(result.error).toBeInstanceOf(ServiceError);
		expect(result.sent).toEqual([READ]);
		expect(result.state).toBe('begun');
	});

	it('is left when the run is stopped', async () => {
		const run = new Run(10);
		setTimeout(() => run.abort(), 10_000);
		const drafts = Array.from({ length: 3 }, () => shows('draft'));
		const result = await follow(drafts, { waitMilliseconds: 600_000, confirm: true, run });
		expect(result.error).toBeInstanceOf(RunAborted);
		expect(result.sent).toEqual([READ, READ, READ]);
		expect(Date.now() - NOW).toBeLessThan(11_000);
		expect(result.state).toBe('begun');
	});
});

describe('An order that is to be confirmed', () => {
	it('is confirmed at once where nothing is waited for', async () => {
		const result = await follow([shows('pending')], { confirm: true });
		expect(result.sent).toEqual([CONFIRM]);
		expect(result.seconds).toEqual([0]);
		expect(result.output).toMatchObject({ status: 'pending', warnings: [] });
		expect(result.state).toBe('done');
	});

	it('is confirmed when the time is over and it is a draft still', async () => {
		const answers = [shows('draft'), shows('draft'), shows('pending')];
		const result = await follow(answers, { confirm: true, waitMilliseconds: 2_500 });
		expect(result.sent).toEqual([READ, READ, CONFIRM]);
		expect(result.seconds).toEqual([1, 2.5, 2.5]);
	});

	it.each(['pending', 'onhold', 'inprocess', 'shipped', 'canceled', 'unheard-of'])(
		'is handed back with a warning, and not confirmed, when it is %s',
		async (status) => {
			const read = await follow([shows(status)], { confirm: true, waitMilliseconds: 9_000 });
			const placed = await follow([], { confirm: true, placed: orderOf(status) });
			for (const { sent, output, state } of [read, placed]) {
				expect(sent).not.toContain(CONFIRM);
				expect(output?.warnings).toContainEqual(
					`Order "NEW-1" was not confirmed: its status is ${status}.`,
				);
				expect(state).toBe('done');
			}
		},
	);

	it('is placed, and in doubt, when the answer to its confirmation is lost', async () => {
		const lost: Answer[] = Array.from({ length: 5 }, () => ({ status: 502 }));
		const drafts = Array.from({ length: 5 }, () => shows('draft'));
		const result = await follow([...lost, ...drafts], { confirm: true });
		expect(result.error).toBeInstanceOf(ServiceError);
		expect(result.state).toBe('inDoubt');
	});

	it('is placed, and not confirmed, when that is refused', async () => {
		const result = await follow([{ status: 403 }], { confirm: true });
		expect(result.error).toBeInstanceOf(ServiceError);
		expect(result.state).toBe('begun');
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
	] as const)('is never confirmed, %s, and the error has all words', async (_, answers, placed) => {
		const settings = { confirm: true, waitMilliseconds: 9_000, ...(placed && { placed }) };
		const result = await follow([...answers], settings);
		expect(result.sent).not.toContain(CONFIRM);
		expect(result.error).toBeInstanceOf(UserError);
		const { message, description } = result.error as UserError;
		expect(message).toBe('Order "NEW-1" failed the validation of the service');
		expect(description?.split('\n')).toEqual([
			'Field of recipient: The street is missing (2001).',
			'Field of orderItems[1].placements: the print file cannot be read (damaged or missing) (1001).',
			expect.stringMatching(/^The ID of the order is o1\. It is not produced\./),
		]);
		expect(result.state).toBe('begun');
	});

	it('says so where the service does not say why', async () => {
		const { error } = await follow([shows('failed')], { waitMilliseconds: 9_000 });
		expect((error as UserError).description).toContain('The service does not say what it found.');
	});

	it('is handed back with the same words where that is asked for', async () => {
		const result = await follow([shows('failed', errors)], {
			confirm: true,
			waitMilliseconds: 9_000,
			onFailedValidation: 'handBack',
		});
		expect(result.sent).toEqual([READ]);
		expect(result.output).toMatchObject({ status: 'failed' });
		expect(result.output?.warnings).toEqual([
			expect.stringContaining('is failed: it is not produced'),
			'Field of recipient: The street is missing (2001)',
			expect.stringContaining('Field of orderItems[1].placements'),
			'Order "NEW-1" was not confirmed: its status is failed.',
		]);
		expect(result.state).toBe('done');
	});
});
