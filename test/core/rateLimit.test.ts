import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { ENGINES } from './engine/execution.ts';
import {
	createWithoutCatalog,
	finish,
	numbered,
	onOrder,
	placeOrders,
	received,
} from './sending.ts';
import { createParameters, locate, useSandbox } from './support.ts';

const bench = useSandbox();

const NUMBER = '={{ $json.number }}';

const time = (timestamp: string | undefined): number => Date.parse(timestamp ?? '');

describe.each(ENGINES)('requests under way at once, on the engine of %s', (engine) => {
	it.each([1, 3, 10, 50])('are %i at most', async (concurrency) => {
		// So long that all of them are on their way before the first is answered.
		bench.sandbox.control.injectFault({ delayMilliseconds: concurrency * 20 });
		const { json, error } = await finish(
			bench,
			createWithoutCatalog(bench.sandbox, NUMBER, { concurrency }),
			{ items: numbered('G', Math.max(8, concurrency * 2)), engine },
		);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(Math.max(8, concurrency * 2));
		expect(bench.sandbox.control.peakInFlight()).toBe(concurrency);
	});

	it.each([
		['10 when nothing is set', undefined, 10],
		['1 when less is asked for', 0, 1],
		['50 when more is asked for', 1000, 50],
		['10 when an expression leads to nothing', '={{ $json.nothing }}', 10],
	])('are %s', async (_, concurrency, expected) => {
		bench.sandbox.control.injectFault({ delayMilliseconds: expected * 20 });
		const options = (concurrency === undefined ? {} : { concurrency }) as INodeParameters;
		await finish(
			bench,
			{ resource: 'mockupTask', operation: 'getAll', limit: 1, options },
			{ items: numbered('G', expected === 1 ? 4 : 110), engine },
		);
		expect(bench.sandbox.control.peakInFlight()).toBe(expected);
	});

	it('include what is looked up in the catalog', async () => {
		bench.sandbox.control.injectFault({ delayMilliseconds: 60 });
		const parameters = createParameters(bench.sandbox, NUMBER);
		const [item] = (parameters.items as { item: INodeParameters[] }).item;
		const variants = bench.sandbox.control
			.variants()
			.filter(
				({ placements, options, inStock }) =>
					inStock &&
					placements.filter(({ required }) => required).length === 1 &&
					!options.some(({ required }) => required),
			)
			.slice(0, 12);
		parameters.items = {
			item: variants.map(({ id }) => ({ ...item, externalId: '', variantId: locate('id', id) })),
		};
		parameters.options = { concurrency: 3 };
		const { json, error } = await finish(bench, parameters, { items: numbered('H', 6), engine });
		expect(error).toBeUndefined();
		expect(json).toHaveLength(6);
		expect(received(bench).filter((request) => request.includes('variant'))).toHaveLength(12);
		expect(bench.sandbox.control.peakInFlight()).toBe(3);
	});

	it('include the pages of lists, and the looks after lost answers', async () => {
		await bench.sandbox.control.reset({ pageSize: 3, seed: { orders: 9 } });
		bench.sandbox.control.injectFault({ delayMilliseconds: 60 });
		const lists = await finish(
			bench,
			{ resource: 'order', operation: 'getAll', returnAll: true, options: { concurrency: 4 } },
			{ items: numbered('I', 8), engine },
		);
		expect(lists.json).toHaveLength(72);
		expect(bench.sandbox.control.peakInFlight()).toBe(4);

		bench.sandbox.control.clearRecords();
		bench.sandbox.control.injectFault({
			match: { method: 'POST' },
			statusAfterCommit: 502,
			rate: 0.5,
		});
		const created = await finish(
			bench,
			createWithoutCatalog(bench.sandbox, NUMBER, { concurrency: 4 }),
			{
				items: numbered('J', 16),
				engine,
			},
		);
		expect(created.error).toBeUndefined();
		expect(received(bench).filter((request) => request.startsWith('GET')).length).toBeGreaterThan(
			0,
		);
		expect(bench.sandbox.control.peakInFlight()).toBe(4);
	});

	it("keep to n8n's own 'Batching' of the Request Options", async () => {
		await placeOrders(
			bench,
			numbered('K', 6).map(({ number }) => String(number)),
		);
		// So long that those of one batch meet.
		bench.sandbox.control.injectFault({ delayMilliseconds: 200 });
		const startedAt = Date.now();
		const { json, error } = await finish(
			bench,
			{
				...onOrder('get', NUMBER),
				requestOptions: { batching: { batch: { batchSize: 2, batchInterval: 400 } } },
			},
			{ items: numbered('K', 6), engine },
		);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(6);
		const requests = bench.sandbox.control.requests();
		const since = requests.map((request) => time(request.startedAt) - startedAt);
		// A timer may end a millisecond early, and never too early on a slow machine.
		expect(since.map((passed, index) => passed >= Math.floor(index / 2) * 400 - 5)).toEqual(
			Array(6).fill(true),
		);
		expect(bench.sandbox.control.peakInFlight()).toBe(2);
	});
});

describe.each(ENGINES)(
	'a service that asks to wait, on the engine of %s (spec section 7)',
	(engine) => {
		it.each([429, 503])(
			'with %i is left alone by the whole run, not by one item',
			async (status) => {
				const items = numbered('L', 24);
				await placeOrders(
					bench,
					items.map(({ number }) => String(number)),
				);
				const { control } = bench.sandbox;
				control.injectFault({ delayMilliseconds: 60 });
				control.injectFault({
					match: { path: '/api/orders/@L-7' },
					status,
					headers: { 'retry-after': '1' },
					times: 1,
				});
				const { json, error } = await finish(bench, onOrder('get', NUMBER, { concurrency: 3 }), {
					items,
					engine,
				});
				expect(error).toBeUndefined();
				expect(json.map(({ externalId }) => externalId)).toEqual(items.map(({ number }) => number));
				const requests = control.requests();
				const refused = requests.find((request) => request.status === status);
				const refusedAt = time(refused?.finishedAt);
				const since = requests.map(({ startedAt }) => time(startedAt) - refusedAt);
				// What was under way may still have been on its way: two of three.
				expect(since.filter((passed) => passed > 0 && passed < 990).length).toBeLessThanOrEqual(2);
				expect(since.filter((passed) => passed >= 990).length).toBeGreaterThan(10);
			},
		);

		it('at its rate limit gets every order once, and little more than it allows', async () => {
			await bench.sandbox.control.reset({ rateLimit: { requests: 40, perMilliseconds: 1000 } });
			const { json, error } = await finish(bench, createWithoutCatalog(bench.sandbox, NUMBER), {
				items: numbered('M', 140),
				engine,
			});
			expect(error).toBeUndefined();
			expect(json).toHaveLength(140);
			expect(bench.sandbox.control.orders()).toHaveLength(140);
			const refused = bench.sandbox.control.requests().filter(({ status }) => status === 429);
			// The first time it is reached, all that is under way may be refused.
			expect(refused.length).toBeLessThanOrEqual(20);
			expect(bench.sandbox.control.requests()).toHaveLength(140 + refused.length);
		});
	},
);
