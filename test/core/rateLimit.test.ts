import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { ENGINES } from './engine/execution.ts';
import { skipWaits } from './engine/skippedWaits.ts';
import {
	createParametersWithoutCatalog,
	runNode,
	numberedItems,
	orderParameters,
	placeOrders,
	receivedRequests,
} from './orderRuns.ts';
import { createParameters, locate, useSandbox } from './support.ts';

const node = useSandbox();
skipWaits();

const NUMBER = '={{ $json.number }}';

/** Items beyond those that may be under way at once: without a limit, all of them would be. */
const MORE = 7;

const time = (timestamp: string | undefined): number => Date.parse(timestamp ?? '');

describe.each(ENGINES)('Requests under way at once, on the engine of %s', (engine) => {
	it.each([1, 3, 10, 50])('%i requests are under way at most', async (concurrency) => {
		// So long that all of them are on their way before the first is answered.
		node.sandbox.control.injectFault({ delayMilliseconds: concurrency * 20 });
		const { json, error } = await runNode(
			node,
			createParametersWithoutCatalog(node.sandbox, NUMBER, { concurrency }),
			{ items: numberedItems('G', concurrency + MORE), engine },
		);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(concurrency + MORE);
		expect(node.sandbox.control.peakInFlight()).toBe(concurrency);
	});

	it.each([
		['10 when nothing is set', undefined, 10],
		['1 when less is asked for', 0, 1],
		['50 when more is asked for', 1000, 50],
		['10 when an expression leads to nothing', '={{ $json.nothing }}', 10],
	])('the requests under way are %s', async (_, concurrency, expected) => {
		node.sandbox.control.injectFault({ delayMilliseconds: expected * 20 });
		const options = (concurrency === undefined ? {} : { concurrency }) as INodeParameters;
		await runNode(
			node,
			{ resource: 'mockupTask', operation: 'getAll', limit: 1, options },
			{ items: numberedItems('G', expected + MORE), engine },
		);
		expect(node.sandbox.control.peakInFlight()).toBe(expected);
	});

	it('the requests under way include what is looked up in the catalog', async () => {
		node.sandbox.control.injectFault({ delayMilliseconds: 60 });
		const parameters = createParameters(node.sandbox, NUMBER);
		const [item] = (parameters.items as { item: INodeParameters[] }).item;
		const variants = node.sandbox.control
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
		const { json, error } = await runNode(node, parameters, {
			items: numberedItems('H', 6),
			engine,
		});
		expect(error).toBeUndefined();
		expect(json).toHaveLength(6);
		expect(receivedRequests(node).filter((request) => request.includes('variant'))).toHaveLength(
			12,
		);
		expect(node.sandbox.control.peakInFlight()).toBe(3);
	});

	it('the requests under way include the pages of lists, and the lookups after lost responses', async () => {
		await node.sandbox.control.reset({ pageSize: 3, seed: { orders: 9 } });
		node.sandbox.control.injectFault({ delayMilliseconds: 60 });
		const lists = await runNode(
			node,
			{ resource: 'order', operation: 'getAll', returnAll: true, options: { concurrency: 4 } },
			{ items: numberedItems('I', 8), engine },
		);
		expect(lists.json).toHaveLength(72);
		expect(node.sandbox.control.peakInFlight()).toBe(4);

		node.sandbox.control.clearRecords();
		node.sandbox.control.injectFault({
			match: { method: 'POST' },
			statusAfterCommit: 502,
			rate: 0.5,
		});
		const created = await runNode(
			node,
			createParametersWithoutCatalog(node.sandbox, NUMBER, { concurrency: 4 }),
			{
				items: numberedItems('J', 16),
				engine,
			},
		);
		expect(created.error).toBeUndefined();
		expect(
			receivedRequests(node).filter((request) => request.startsWith('GET')).length,
		).toBeGreaterThan(0);
		expect(node.sandbox.control.peakInFlight()).toBe(4);
	});

	it("the requests keep to n8n's own 'Batching' of the Request Options", async () => {
		await placeOrders(
			node,
			numberedItems('K', 6).map(({ number }) => String(number)),
		);
		// So long that those of one batch meet, and so short that a busy machine keeps the batches apart.
		node.sandbox.control.injectFault({ delayMilliseconds: 200 });
		const startedAt = Date.now();
		const { json, error } = await runNode(
			node,
			{
				...orderParameters('get', NUMBER),
				requestOptions: { batching: { batch: { batchSize: 2, batchInterval: 1500 } } },
			},
			{ items: numberedItems('K', 6), engine },
		);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(6);
		const requests = node.sandbox.control.requests();
		const since = requests.map((request) => time(request.startedAt) - startedAt);
		// A timer may end a millisecond early, and never too early on a slow machine.
		expect(since.map((passed, index) => passed >= Math.floor(index / 2) * 1500 - 5)).toEqual(
			Array(6).fill(true),
		);
		expect(node.sandbox.control.peakInFlight()).toBe(2);
	});
});

describe.each(ENGINES)(
	'A service that asks to wait, on the engine of %s (spec section 7)',
	(engine) => {
		it.each([429, 503])(
			'a service that answers %i is left alone by the whole run',
			async (status) => {
				const items = numberedItems('L', 24);
				await placeOrders(
					node,
					items.map(({ number }) => String(number)),
				);
				const { control } = node.sandbox;
				control.injectFault({ delayMilliseconds: 60 });
				control.injectFault({
					match: { path: '/api/orders/@L-7' },
					status,
					headers: { 'retry-after': '1' },
					times: 1,
				});
				const { json, error } = await runNode(
					node,
					orderParameters('get', NUMBER, { concurrency: 3 }),
					{
						items,
						engine,
					},
				);
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

		it('a service at its rate limit gets every order once, and little more than it allows', async () => {
			await node.sandbox.control.reset({ rateLimit: { requests: 40, perMilliseconds: 1000 } });
			const { json, error } = await runNode(
				node,
				createParametersWithoutCatalog(node.sandbox, NUMBER),
				{
					items: numberedItems('M', 140),
					engine,
				},
			);
			expect(error).toBeUndefined();
			expect(json).toHaveLength(140);
			expect(node.sandbox.control.orders()).toHaveLength(140);
			const refused = node.sandbox.control.requests().filter(({ status }) => status === 429);
			// The first time it is reached, all that is under way may be refused.
			expect(refused.length).toBeLessThanOrEqual(20);
			expect(node.sandbox.control.requests()).toHaveLength(140 + refused.length);
		});
	},
);
