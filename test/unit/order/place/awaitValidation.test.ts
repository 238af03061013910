import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { isDraft, orderReferenceOf } from '../../../../nodes/PodFulfilment/api/order.ts';
import { awaitValidation } from '../../../../nodes/PodFulfilment/order/place/followUp.ts';
import { ServiceError } from '../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { scriptedService, type Answer } from '../../transport/scriptedService.ts';

const NOW = 1_800_000_000_000;

beforeEach(() => {
	vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
	vi.useRealTimers();
});

const orderOf = (status: string): IDataObject => ({ id: 'o1', status, orderItems: [] });

const shows = (status: string): Answer => ({ status: 200, body: orderOf(status) });

/** Waits for the validation of an order that was answered with this status. */
async function wait(answers: Answer[], milliseconds: number, placed = 'draft') {
	const { client, sent } = scriptedService(answers, { retryPolicy: { maxAttempts: 1 } });
	const send = vi.spyOn(client, 'send');
	const waiting = awaitValidation(
		client,
		orderReferenceOf('o1'),
		orderOf(placed),
		milliseconds,
	).then(
		(order) => ({ order, error: undefined }),
		(error: unknown) => ({ order: undefined, error }),
	);
	await vi.runAllTimersAsync();
	const requests = send.mock.calls.map(([request]) => request);
	return { ...(await waiting), sent, requests, passedMs: Date.now() - NOW };
}

describe('Waiting for the validation of an order', () => {
	it('nothing is read without a time to wait', async () => {
		expect(await wait([], 0)).toMatchObject({ order: orderOf('draft'), sent: [] });
	});

	it.each(['pending', 'failed', 'unheard-of'])(
		'nothing is read when the order was answered as %s',
		async (status) => {
			const { order, sent } = await wait([], 60_000, status);
			expect(order).toEqual(orderOf(status));
			expect(sent).toEqual([]);
		},
	);

	it('the last read is at the end of the time, even if the next one would be later', async () => {
		const result = await wait([shows('draft'), shows('pending')], 1_500);
		expect(result.order).toEqual(orderOf('pending'));
		expect(result.passedMs).toBe(1_500);
	});

	it('every read lets items go first that have begun', async () => {
		const { requests } = await wait([shows('draft'), shows('pending')], 60_000);
		expect(requests.map(({ isBackground }) => isBackground)).toEqual([true, true]);
	});

	it('a lost read before the end of the time is read again', async () => {
		const result = await wait([{ status: 502 }, shows('pending')], 60_000);
		expect(result.order).toEqual(orderOf('pending'));
	});

	it('a lost read at the end of the time is thrown', async () => {
		const result = await wait([shows('draft'), { status: 502 }], 1_500);
		expect(result.error).toBeInstanceOf(ServiceError);
		expect(result.error).toMatchObject({ status: 502 });
	});

	it('a refused read is thrown at once', async () => {
		const result = await wait([{ status: 403 }], 60_000);
		expect(result.error).toMatchObject({ status: 403 });
		expect(result.passedMs).toBe(1_000);
	});

	it('the order is returned as it was placed when it is never found', async () => {
		const result = await wait([{ status: 404 }, { status: 404 }], 1_500);
		expect(result.order).toEqual(orderOf('draft'));
	});
});

describe('A draft', () => {
	it.each([
		['draft', true],
		['Draft', false],
		['pending', false],
		[undefined, false],
	])('an order with the status %s is a draft: %s', (status, expected) => {
		expect(isDraft({ status })).toBe(expected);
	});
});
