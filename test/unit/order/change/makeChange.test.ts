import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
	externalIdReference,
	orderReferenceOf,
} from '../../../../nodes/PodFulfilment/api/order.ts';
import { changeOrder } from '../../../../nodes/PodFulfilment/order/change/makeChange.ts';
import { warningsIn } from '../../../../nodes/PodFulfilment/order/findings.ts';
import { Run, RunAborted } from '../../../../nodes/PodFulfilment/transport/run.ts';
import { scriptedService, type Answer } from '../../transport/scriptedService.ts';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const orderOf = (shipping: string): IDataObject => ({
	id: 'o1',
	externalId: 'A-1',
	status: 'draft',
	orderItems: [],
	shipping,
});

const shows = (shipping: string): Answer => ({ status: 200, body: orderOf(shipping) });

const isExpress = ({ shipping }: IDataObject): boolean => shipping === 'EXPRESS';

interface Setup {
	/** Of the response to the change. */
	body?: unknown;
	isShownBy?: (order: IDataObject) => boolean;
	order?: Parameters<typeof changeOrder>[1];
	run?: Run;
}

/** The output after a change to express that succeeded, at a service that answers reads like this. */
async function outputAfter(
	reads: Answer[],
	{ body, isShownBy = () => true, order = externalIdReference('A-1'), run }: Setup = {},
) {
	const { client, sent } = scriptedService([{ status: 200, body }, ...reads], { run });
	const changing = changeOrder(client, order, {
		request: { method: 'PATCH', path: order.path },
		done: 'changed',
		isShownBy,
	}).then(
		({ order: found, findings }) => ({
			output: { ...found, warnings: warningsIn(findings) },
			error: undefined,
		}),
		(error: unknown) => ({ output: undefined, error }),
	);
	await vi.runAllTimersAsync();
	return { ...(await changing), reads: sent.length - 1 };
}

describe('The order after a change that succeeded', () => {
	it('the order is not read when the response holds it', async () => {
		const result = await outputAfter([], { body: orderOf('EXPRESS') });
		expect(result.output).toEqual({ ...orderOf('EXPRESS'), warnings: [] });
	});

	it.each([
		['nothing', undefined],
		['a job', { id: 'job-1', status: 'queued' }],
		['another order', { ...orderOf('EXPRESS'), externalId: 'A-2' }],
	])('the order is read when the response holds %s', async (_, body) => {
		const result = await outputAfter([shows('EXPRESS')], { body });
		expect(result.output).toEqual({ ...orderOf('EXPRESS'), warnings: [] });
		expect(result.reads).toBe(1);
	});

	it('the order is read until it shows the change, because reads may lag behind', async () => {
		const reads = [shows('STANDARD'), shows('STANDARD'), shows('EXPRESS')];
		const result = await outputAfter(reads, { isShownBy: isExpress });
		expect(result.output).toEqual({ ...orderOf('EXPRESS'), warnings: [] });
		expect(result.reads).toBe(3);
	});

	it('a warning is given when the reads never show the change', async () => {
		const reads = Array.from({ length: 5 }, () => shows('STANDARD'));
		const result = await outputAfter(reads, { isShownBy: isExpress });
		expect(result.output).toEqual({
			...orderOf('STANDARD'),
			warnings: ['The order was changed, but the service does not show it yet.'],
		});
	});

	it('the order is read until it is found, because reads may lag behind', async () => {
		const result = await outputAfter([{ status: 404 }, { status: 404 }, shows('EXPRESS')]);
		expect(result.output).toEqual({ ...orderOf('EXPRESS'), warnings: [] });
		const missing = await outputAfter(Array.from({ length: 5 }, () => ({ status: 404 })));
		expect(missing.output).toEqual({
			externalId: 'A-1',
			warnings: [
				'The order was changed, but could not be read afterwards. It cannot be found yet.',
			],
		});
	});

	it('no warning is given when the response itself writes the change in another way', async () => {
		const result = await outputAfter([], { body: orderOf('express'), isShownBy: isExpress });
		expect(result.output).toEqual({ ...orderOf('express'), warnings: [] });
	});
});

describe('An order that cannot be read after a change', () => {
	it.each([
		['its external ID', externalIdReference('A-1'), { externalId: 'A-1' }],
		['its ID', orderReferenceOf('o1'), { id: 'o1' }],
	])('the output has %s, as it was entered, and why', async (_, order, reference) => {
		const { output } = await outputAfter([{ status: 403 }], { order });
		expect(output).toEqual({
			...reference,
			warnings: [
				expect.stringMatching(
					/^The order was changed, but could not be read afterwards\. The service refused the API key\. Check the API Key in .*\.$/,
				),
			],
		});
	});

	it('the change does not look as if it failed when the run ends', async () => {
		const run = new Run(10);
		const isShownBy = (): boolean => {
			run.abort();
			return false;
		};
		const { output } = await outputAfter([shows('STANDARD')], { isShownBy, run });
		expect(output).toEqual({
			externalId: 'A-1',
			warnings: ['The order was changed, but could not be read afterwards. The run ended before.'],
		});
	});

	it('a bug is not hidden as an order that cannot be read', async () => {
		const bug = new TypeError('a bug');
		const { error } = await outputAfter([shows('STANDARD')], {
			isShownBy: () => {
				throw bug;
			},
		});
		expect(error).toBe(bug);
	});
});

describe('The answer to a change', () => {
	it.each<[string, Answer, boolean]>([
		['was made', { status: 200 }, false],
		['may have been made', { status: 502 }, true],
	])(
		'is told before the order is read, also where the run ends: it %s',
		async (_, answer, inDoubt) => {
			const run = new Run(10);
			const { client, sent } = scriptedService([answer, shows('STANDARD')], { run });
			const order = externalIdReference('A-1');
			const told: Array<{ isInDoubt: boolean; requests: number }> = [];
			const changing = changeOrder(client, order, {
				request: { method: 'POST', path: `${order.path}/refund` },
				done: 'refunded',
				isShownBy() {
					run.abort();
					return false;
				},
				onAnswer() {
					told.push({ isInDoubt: client.write.isInDoubt, requests: sent.length });
				},
			}).catch((error: unknown) => error);
			await vi.runAllTimersAsync();
			if (inDoubt) expect(await changing).toBeInstanceOf(RunAborted);
			expect(told).toEqual([{ isInDoubt: inDoubt, requests: 1 }]);
			expect(sent.length).toBeGreaterThan(1);
		},
	);
});
