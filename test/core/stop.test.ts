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
	startNode,
	withoutBackOff,
} from './orderRuns.ts';
import { createParameters, locate, useSandbox } from './support.ts';

const node = useSandbox();
skipWaits();

const NUMBER = '={{ $json.number }}';

describe.each(ENGINES)('Stop Workflow, on the engine of %s', (engine) => {
	const items = numberedItems('C', 30);

	/** Items 1 and 2 take a while; item 0 is refused before, but after all three were sent. */
	const slowly = (operation: string): void => {
		for (const [number, delayMilliseconds] of [100, 400, 400].entries()) {
			node.sandbox.control.injectFault({
				match: { path: `/api/orders/@C-${number}${operation}` },
				delayMilliseconds,
			});
		}
	};

	it('nothing new is sent after the first refusal, and what is under way is awaited', async () => {
		await placeOrders(node, ['C-1', 'C-2', 'C-3']);
		slowly('');
		const { error, outputs } = await runNode(
			node,
			orderParameters('get', NUMBER, { concurrency: 3 }),
			{
				items,
				engine,
			},
		);
		expect(error?.message).toBe('Order "C-0" was not found [item 0]');
		expect(outputs.flat()).toEqual([]);
		expect(receivedRequests(node).sort()).toEqual(
			[0, 1, 2].map((number) => `GET /api/orders/@C-${number}`),
		);
		for (const { finishedAt, status } of node.sandbox.control.requests()) {
			expect(finishedAt).toBeDefined();
			expect(status).toBe(status === 404 ? 404 : 200);
		}
	});

	it('the error says how many were done and that running again is safe, and it is', async () => {
		const { control } = node.sandbox;
		const parameters = createParametersWithoutCatalog(node.sandbox, NUMBER, {
			concurrency: 3,
			// Else the node looks for the first order, and meanwhile places the others.
			maxWaitSeconds: 0,
		});
		// The first is refused while the other two are worked on.
		const match = { method: 'POST' };
		control.injectFault({ match, status: 500, times: 1, delayMilliseconds: 100 });
		control.injectFault({ match, delayMilliseconds: 3000 });
		const { error } = await runNode(node, parameters, { items, engine });
		const placed = control.orders().length;
		expect(placed).toBe(2);
		expect(error?.description).toContain('2 of 30 items were done');
		expect(error?.description).toContain('Running the node again is safe');
		control.clearFaults();
		const again = await runNode(node, parameters, { items, engine });
		expect(again.error).toBeUndefined();
		expect(again.json).toHaveLength(30);
		expect(control.orders()).toHaveLength(30);
	});

	it.each([
		['confirm', 'pending'],
		['cancel', 'canceled'],
	] as const)('%s says that running again is safe, and it is', async (operation, status) => {
		const { control } = node.sandbox;
		await placeOrders(node, ['C-1', 'C-2', 'C-3', 'C-4']);
		slowly(`/${operation}`);
		const parameters = orderParameters(operation, NUMBER, { concurrency: 3 });
		const { error } = await runNode(node, parameters, { items, engine });
		const statuses = () => [1, 2, 3, 4].map((number) => control.order(`@C-${number}`).status);
		expect(statuses()).toEqual([status, status, 'draft', 'draft']);
		expect(error?.description).toContain('2 of 30 items were done');
		expect(error?.description).toContain('Running the node again is safe');
		control.clearFaults();
		const again = await runNode(node, parameters, { items: items.slice(1, 5), engine });
		expect(again.error).toBeUndefined();
		expect(again.json).toMatchObject(Array(4).fill({ status }));
		expect(statuses()).toEqual([status, status, status, status]);
	});

	it('the error of a refund says which items to leave out', async () => {
		// The first is a draft, which cannot be refunded.
		await placeOrders(node, ['C-0', 'C-1', 'C-2', 'C-3']);
		for (const number of [1, 2, 3]) {
			for (const status of ['pending', 'inprocess'] as const) {
				await node.sandbox.control.stepOrder(`@C-${number}`, status);
			}
		}
		slowly('/refund');
		const { error } = await runNode(node, orderParameters('refund', NUMBER, { concurrency: 3 }), {
			items,
			engine,
		});
		const refunded = [1, 2, 3].filter(
			(number) => node.sandbox.control.order(`@C-${number}`).refundedAt,
		);
		expect(refunded).toEqual([1, 2]);
		expect(error?.description).toContain('2 of 30 items were done');
		expect(error?.description).toMatch(/items? 1 (and|to) 2\b/);
		expect(error?.description).not.toContain('Running the node again is safe');
	});

	it('the run does not wait for what another item was asked to wait for', async () => {
		const { control } = node.sandbox;
		await placeOrders(node, ['C-1']);
		control.injectFault({
			match: { path: '/api/orders/@C-1' },
			status: 503,
			headers: { 'retry-after': '120' },
		});
		control.injectFault({ match: { path: '/api/orders/@C-0' }, delayMilliseconds: 200 });
		// Were it waited for, the test would not end in its time.
		const { error } = await runNode(node, orderParameters('get', NUMBER, { concurrency: 2 }), {
			items,
			engine,
		});
		expect(error?.message).toBe('Order "C-0" was not found [item 0]');
		expect(receivedRequests(node).sort()).toEqual(['GET /api/orders/@C-0', 'GET /api/orders/@C-1']);
	});
});

describe.each(ENGINES)('Continue on Fail, on the engine of %s', (engine) => {
	withoutBackOff();
	const settings = { onError: 'continueRegularOutput' } as const;

	it('each item carries its own outcome', async () => {
		await placeOrders(node, ['D-0', 'D-2', 'D-3']);
		const { control } = node.sandbox;
		control.injectFault({ match: { path: '/api/orders/@D-2' }, status: 502 });
		control.injectFault({ match: { path: '/api/orders/@D-3' }, status: 502, times: 2 });
		const { json, items, error } = await runNode(node, orderParameters('get', NUMBER), {
			items: numberedItems('D', 4),
			settings,
			engine,
		});
		expect(error).toBeUndefined();
		expect(json.map((item) => item.externalId ?? item.error)).toEqual([
			'D-0',
			'Order "D-1" was not found [item 1]',
			'The service is not available at the moment [item 2]',
			'D-3',
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3].map((item) => ({ item })),
		);
	});

	it('each item that asks for the same missing thing is named by its own number', async () => {
		const parameters = createParameters(node.sandbox, NUMBER);
		const [item] = (parameters.items as { item: object[] }).item;
		parameters.items = { item: [{ ...item, variantId: locate('id', 'no-such-variant') }] } as never;
		const { json } = await runNode(node, parameters, {
			items: numberedItems('E', 3),
			settings,
			engine,
		});
		const [first] = String(json[0]?.error).split(' [item');
		expect(json.map(({ error }) => error)).toEqual(
			[0, 1, 2].map((index) => `${first} [item ${index}]`),
		);
	});
});

/**
 * Only here: n8n does not tell its declarative engine that an execution was cancelled. What is waited for takes longer
 * than a test may: that one ends shows that the waiting ended. The unit tests of a run say how soon.
 */
describe('A cancelled execution', () => {
	const engine = 'customOperations';
	const items = numberedItems('F', 40);

	/** Cancels once the sandbox has answered so many requests, and hands back how many it had received. */
	const cancelAfter = async (
		count: number,
		execution: ReturnType<typeof startNode>,
		isAnswered = true,
	): Promise<number> => {
		await expect
			.poll(
				() =>
					node.sandbox.control
						.requests()
						.filter(({ finishedAt }) => !isAnswered || finishedAt !== undefined).length,
				{ interval: 5, timeout: 300_000 },
			)
			.toBeGreaterThanOrEqual(count);
		const before = receivedRequests(node).length;
		execution.cancel();
		expect((await execution.finished).status).toBe('canceled');
		return before;
	};

	/** Waits for one more run, in which whatever is still to come from the first would come. */
	const expectNothingMore = async (): Promise<void> => {
		const before = receivedRequests(node).filter((request) => !request.includes('mockup')).length;
		node.sandbox.control.clearFaults();
		node.sandbox.control.injectFault({
			match: { path: '/api/mockup-tasks' },
			delayMilliseconds: 1200,
		});
		await runNode(node, { resource: 'mockupTask', operation: 'getAll', limit: 1 });
		expect(receivedRequests(node).filter((request) => !request.includes('mockup'))).toHaveLength(
			before,
		);
	};

	it('a cancelled execution stops waiting for the service', async () => {
		node.sandbox.control.injectFault({ status: 429, headers: { 'retry-after': '120' } });
		const execution = startNode(node, orderParameters('get', NUMBER, { concurrency: 3 }), {
			items,
			engine,
		});
		await cancelAfter(1, execution);
		// How many are sent before the first is answered is a matter of a millisecond.
		expect(receivedRequests(node).length).toBeLessThanOrEqual(3);
		await expectNothingMore();
	});

	it('a cancelled execution stops waiting for a response', async () => {
		node.sandbox.control.injectFault({ delayMilliseconds: 600_000 });
		const execution = startNode(
			node,
			createParametersWithoutCatalog(node.sandbox, NUMBER, { concurrency: 3 }),
			{
				items,
				engine,
			},
		);
		await cancelAfter(3, execution, false);
		expect(receivedRequests(node)).toHaveLength(3);
	});

	it('a cancelled execution stops sending', async () => {
		node.sandbox.control.injectFault({ delayMilliseconds: 50 });
		const execution = startNode(
			node,
			createParametersWithoutCatalog(node.sandbox, NUMBER, { concurrency: 2 }),
			{
				items,
				engine,
			},
		);
		const before = await cancelAfter(4, execution);
		// Those that were on their way to the service when the run was cancelled.
		expect(receivedRequests(node).length).toBeLessThanOrEqual(before + 2);
		await expectNothingMore();
	});

	it("a cancelled execution stops waiting for its next batch of n8n's 'Batching'", async () => {
		const batching = { batch: { batchSize: 2, batchInterval: 600_000 } };
		const execution = startNode(
			node,
			{ ...orderParameters('get', NUMBER), requestOptions: { batching } },
			{ items, engine, settings: { onError: 'continueRegularOutput' } },
		);
		// The first batch, of items that do not stand, is refused; the run goes on to wait for the second.
		await expect
			.poll(() => node.sandbox.control.requests().filter(({ status }) => status === 404), {
				interval: 5,
				timeout: 300_000,
			})
			.toHaveLength(2);
		execution.cancel();
		expect((await execution.finished).status).toBe('canceled');
		expect(receivedRequests(node)).toHaveLength(2);
	});
});
