import { describe, expect, it } from 'vitest';

import { ENGINES } from './engine/execution.ts';
import {
	createWithoutCatalog,
	finish,
	numbered,
	onOrder,
	placeOrders,
	received,
	start,
	withoutBackOff,
} from './sending.ts';
import { createParameters, locate, useSandbox } from './support.ts';

const bench = useSandbox();

const NUMBER = '={{ $json.number }}';

describe.each(ENGINES)("with 'Stop Workflow', on the engine of %s", (engine) => {
	const items = numbered('C', 30);

	/** Items 1 and 2 take a while; item 0 is refused before, but after all three were sent. */
	const slowly = (operation: string): void => {
		for (const [number, delayMilliseconds] of [100, 400, 400].entries()) {
			bench.sandbox.control.injectFault({
				match: { path: `/api/orders/@C-${number}${operation}` },
				delayMilliseconds,
			});
		}
	};

	it('nothing new is sent after the first refusal, and what is under way is awaited', async () => {
		await placeOrders(bench, ['C-1', 'C-2', 'C-3']);
		slowly('');
		const { error, outputs } = await finish(bench, onOrder('get', NUMBER, { concurrency: 3 }), {
			items,
			engine,
		});
		expect(error?.message).toBe('Order "C-0" was not found [item 0]');
		expect(outputs.flat()).toEqual([]);
		expect(received(bench).sort()).toEqual(
			[0, 1, 2].map((number) => `GET /api/orders/@C-${number}`),
		);
		for (const { finishedAt, status } of bench.sandbox.control.requests()) {
			expect(finishedAt).toBeDefined();
			expect(status).toBe(status === 404 ? 404 : 200);
		}
	});

	it('it says how many were done and that running again is safe, and it is', async () => {
		const { control } = bench.sandbox;
		const parameters = createWithoutCatalog(bench.sandbox, NUMBER, {
			concurrency: 3,
			// Else the node looks for the first order, and meanwhile places the others.
			maxWaitSeconds: 0,
		});
		// The first is refused while the other two are worked on.
		const match = { method: 'POST' };
		control.injectFault({ match, status: 500, times: 1, delayMilliseconds: 100 });
		control.injectFault({ match, delayMilliseconds: 400 });
		const { error } = await finish(bench, parameters, { items, engine });
		const placed = control.orders().length;
		expect(placed).toBe(2);
		expect(error?.description).toContain('2 of 30 items were done');
		expect(error?.description).toContain('Running the node again is safe');
		control.clearFaults();
		const again = await finish(bench, parameters, { items, engine });
		expect(again.error).toBeUndefined();
		expect(again.json).toHaveLength(30);
		expect(control.orders()).toHaveLength(30);
	});

	it.each([
		['confirm', 'pending'],
		['cancel', 'canceled'],
	] as const)('%s says that running again is safe, and it is', async (operation, status) => {
		const { control } = bench.sandbox;
		await placeOrders(bench, ['C-1', 'C-2', 'C-3', 'C-4']);
		slowly(`/${operation}`);
		const parameters = onOrder(operation, NUMBER, { concurrency: 3 });
		const { error } = await finish(bench, parameters, { items, engine });
		const statuses = () => [1, 2, 3, 4].map((number) => control.order(`@C-${number}`).status);
		expect(statuses()).toEqual([status, status, 'draft', 'draft']);
		expect(error?.description).toContain('2 of 30 items were done');
		expect(error?.description).toContain('Running the node again is safe');
		control.clearFaults();
		const again = await finish(bench, parameters, { items: items.slice(1, 5), engine });
		expect(again.error).toBeUndefined();
		expect(again.json).toMatchObject(Array(4).fill({ status }));
		expect(statuses()).toEqual([status, status, status, status]);
	});

	it('refund says which items to leave out', async () => {
		// The first is a draft, which cannot be refunded.
		await placeOrders(bench, ['C-0', 'C-1', 'C-2', 'C-3']);
		for (const number of [1, 2, 3]) {
			for (const status of ['pending', 'inprocess'] as const) {
				await bench.sandbox.control.stepOrder(`@C-${number}`, status);
			}
		}
		slowly('/refund');
		const { error } = await finish(bench, onOrder('refund', NUMBER, { concurrency: 3 }), {
			items,
			engine,
		});
		const refunded = [1, 2, 3].filter(
			(number) => bench.sandbox.control.order(`@C-${number}`).refundedAt,
		);
		expect(refunded).toEqual([1, 2]);
		expect(error?.description).toContain('2 of 30 items were done');
		expect(error?.description).toMatch(/items? 1 (and|to) 2\b/);
		expect(error?.description).not.toContain('Running the node again is safe');
	});

	it('does not wait for what another item was asked to wait for', async () => {
		const { control } = bench.sandbox;
		await placeOrders(bench, ['C-1']);
		control.injectFault({
			match: { path: '/api/orders/@C-1' },
			status: 503,
			headers: { 'retry-after': '120' },
		});
		control.injectFault({ match: { path: '/api/orders/@C-0' }, delayMilliseconds: 200 });
		// Were it waited for, the test would not end in its time.
		const { error } = await finish(bench, onOrder('get', NUMBER, { concurrency: 2 }), {
			items,
			engine,
		});
		expect(error?.message).toBe('Order "C-0" was not found [item 0]');
		expect(received(bench).sort()).toEqual(['GET /api/orders/@C-0', 'GET /api/orders/@C-1']);
	});
});

describe.each(ENGINES)('with Continue on Fail, on the engine of %s', (engine) => {
	withoutBackOff();
	const settings = { onError: 'continueRegularOutput' } as const;

	it('each item carries its own outcome', async () => {
		await placeOrders(bench, ['D-0', 'D-2', 'D-3']);
		const { control } = bench.sandbox;
		control.injectFault({ match: { path: '/api/orders/@D-2' }, status: 502 });
		control.injectFault({ match: { path: '/api/orders/@D-3' }, status: 502, times: 2 });
		const { json, items, error } = await finish(bench, onOrder('get', NUMBER), {
			items: numbered('D', 4),
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
		const parameters = createParameters(bench.sandbox, NUMBER);
		const [item] = (parameters.items as { item: object[] }).item;
		parameters.items = { item: [{ ...item, variantId: locate('id', 'no-such-variant') }] } as never;
		const { json } = await finish(bench, parameters, { items: numbered('E', 3), settings, engine });
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
describe('a cancelled execution', () => {
	const engine = 'customOperations';
	const items = numbered('F', 40);

	/** Cancels once the sandbox has answered so many requests, and hands back how many it had received. */
	const cancelAfter = async (
		count: number,
		execution: ReturnType<typeof start>,
		isAnswered = true,
	): Promise<number> => {
		await expect
			.poll(
				() =>
					bench.sandbox.control
						.requests()
						.filter(({ finishedAt }) => !isAnswered || finishedAt !== undefined).length,
				{ interval: 5, timeout: 300_000 },
			)
			.toBeGreaterThanOrEqual(count);
		const before = received(bench).length;
		execution.cancel();
		expect((await execution.finished).status).toBe('canceled');
		return before;
	};

	/** Waits for one more run, in which whatever is still to come from the first would come. */
	const expectNothingMore = async (): Promise<void> => {
		const before = received(bench).filter((request) => !request.includes('mockup')).length;
		bench.sandbox.control.clearFaults();
		bench.sandbox.control.injectFault({
			match: { path: '/api/mockup-tasks' },
			delayMilliseconds: 1200,
		});
		await finish(bench, { resource: 'mockupTask', operation: 'getAll', limit: 1 });
		expect(received(bench).filter((request) => !request.includes('mockup'))).toHaveLength(before);
	};

	it('stops waiting for the service', async () => {
		bench.sandbox.control.injectFault({ status: 429, headers: { 'retry-after': '120' } });
		const execution = start(bench, onOrder('get', NUMBER, { concurrency: 3 }), { items, engine });
		await cancelAfter(1, execution);
		// How many are sent before the first is answered is a matter of a millisecond.
		expect(received(bench).length).toBeLessThanOrEqual(3);
		await expectNothingMore();
	});

	it('stops waiting for an answer', async () => {
		bench.sandbox.control.injectFault({ delayMilliseconds: 600_000 });
		const execution = start(
			bench,
			createWithoutCatalog(bench.sandbox, NUMBER, { concurrency: 3 }),
			{
				items,
				engine,
			},
		);
		await cancelAfter(3, execution, false);
		expect(received(bench)).toHaveLength(3);
	});

	it('stops sending', async () => {
		bench.sandbox.control.injectFault({ delayMilliseconds: 50 });
		const execution = start(
			bench,
			createWithoutCatalog(bench.sandbox, NUMBER, { concurrency: 2 }),
			{
				items,
				engine,
			},
		);
		const before = await cancelAfter(4, execution);
		// Those that were on their way to the service when the run was cancelled.
		expect(received(bench).length).toBeLessThanOrEqual(before + 2);
		await expectNothingMore();
	});

	it("stops waiting for its next batch of n8n's 'Batching'", async () => {
		const batching = { batch: { batchSize: 2, batchInterval: 600_000 } };
		const execution = start(
			bench,
			{ ...onOrder('get', NUMBER), requestOptions: { batching } },
			{ items, engine, settings: { onError: 'continueRegularOutput' } },
		);
		// The first batch, of items that do not stand, is refused; the run goes on to wait for the second.
		await expect
			.poll(() => bench.sandbox.control.requests().filter(({ status }) => status === 404), {
				interval: 5,
				timeout: 300_000,
			})
			.toHaveLength(2);
		execution.cancel();
		expect((await execution.finished).status).toBe('canceled');
		expect(received(bench)).toHaveLength(2);
	});
});
