import { afterEach, describe, expect, it, vi } from 'vitest';

import type { FaultOptions } from '../../sandbox/control/faults.ts';
import { ENGINES } from './engine/execution.ts';
import { credentialFor } from './engine/run.ts';
import { skipWaits } from './engine/skippedWaits.ts';
import { startProxy } from './proxy.ts';
import {
	runNode,
	orderParameters,
	placeOrders,
	receivedRequests,
	withoutBackOff,
} from './orderRuns.ts';
import { locate, useSandbox } from './support.ts';

const node = useSandbox();
withoutBackOff();

const TOO_SLOW = { delayMilliseconds: 60_000 };

/** What is too slow is given up after this; the next try has to be answered sooner, on a busy machine, too. */
const timeoutFor = (fault: FaultOptions) =>
	fault === TOO_SLOW ? { requestOptions: { timeout: 3_000 } } : {};

/** What may come in place of an answer (spec section 7, and the network). */
const PASSING: Array<[string, FaultOptions]> = [
	['429', { status: 429 }],
	['502', { status: 502 }],
	['503', { status: 503 }],
	['503 with Retry-After', { status: 503, headers: { 'retry-after': '1' } }],
	['504', { status: 504 }],
	['a reset', { reset: 'beforeCommit' }],
	['a reset after the work', { reset: 'afterCommit' }],
	['a time-out', TOO_SLOW],
];

const LASTING = [400, 401, 403, 404, 405, 409, 410, 415, 422, 500];

describe.each(ENGINES)('A read, on the engine of %s (spec section 7)', (engine) => {
	skipWaits();

	it.each(PASSING)('a read is repeated after %s', async (_, fault) => {
		await placeOrders(node, ['A-1']);
		node.sandbox.control.injectFault({ ...fault, times: 1 });
		const { json, error } = await runNode(
			node,
			{ ...orderParameters('get', 'A-1'), ...timeoutFor(fault) },
			{ engine },
		);
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ externalId: 'A-1' }]);
		expect(receivedRequests(node)).toEqual(['GET /api/orders/@A-1', 'GET /api/orders/@A-1']);
	});

	it.each(LASTING)('a read is not repeated after %i', async (status) => {
		await placeOrders(node, ['A-1']);
		node.sandbox.control.injectFault({ status });
		const { error } = await runNode(node, orderParameters('get', 'A-1'), { engine });
		expect(error?.message).toMatch(/\S/);
		expect(receivedRequests(node)).toHaveLength(1);
	});

	it('a read of a list is repeated page by page', async () => {
		await node.sandbox.control.reset({ pageSize: 4, seed: { orders: 10 } });
		for (const status of [502, 503, 504]) node.sandbox.control.injectFault({ status, times: 1 });
		node.sandbox.control.injectFault({ reset: 'beforeCommit', times: 2 });
		const { json, error } = await runNode(
			node,
			{ resource: 'order', operation: 'getAll', returnAll: true, options: { maxAttempts: 6 } },
			{ engine },
		);
		expect(error).toBeUndefined();
		expect(new Set(json.map(({ id }) => id)).size).toBe(10);
		expect(json).toHaveLength(10);
		expect(receivedRequests(node)).toHaveLength(3 + 5);
	});
});

describe('A read', () => {
	skipWaits();

	it.each(['cutOff', 'cutShort'] as const)(
		'a read is repeated, or refused in clear words, when its response is %s; an item is never half-filled',
		async (answer) => {
			await placeOrders(node, ['A-1']);
			const baseUrl = await startProxy(node.sandbox.url, () => ({ answer }));
			const { outputs, error } = await runNode(
				node,
				orderParameters('get', 'A-1', { maxAttempts: 2 }),
				{
					credential: credentialFor(node.sandbox, { baseUrl }),
				},
			);
			expect(outputs.flat()).toEqual([]);
			expect(error?.message).toMatch(/could not be (read|reached)/);
		},
	);

	it.each([
		['nothing', {}],
		['its kind only', { '@type': 'Order' }],
		['an ID of nothing', { id: '', externalId: 'A-1' }],
	])('a read is refused when the response holds %s', async (_, body) => {
		await placeOrders(node, ['A-1']);
		node.sandbox.control.injectFault({ status: 200, body });
		const { outputs, error } = await runNode(node, orderParameters('get', 'A-1'));
		expect(outputs.flat()).toEqual([]);
		expect(error?.message).toBe('The answer of the service is not what was expected');
	});
});

describe.each(ENGINES)('A change by PATCH, on the engine of %s', (engine) => {
	skipWaits();

	it.each(PASSING)('a PATCH is repeated after %s', async (_, fault) => {
		await placeOrders(node, ['A-1']);
		node.sandbox.control.injectFault({ ...fault, times: 1 });
		const { json, error } = await runNode(
			node,
			{ ...orderParameters('update', 'A-1'), ...timeoutFor(fault) },
			{ engine },
		);
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ recipient: { city: 'Hamburg' } }]);
		expect(receivedRequests(node)).toEqual(['PATCH /api/orders/@A-1', 'PATCH /api/orders/@A-1']);
	});

	it.each(LASTING)('a PATCH is not repeated after %i', async (status) => {
		await placeOrders(node, ['A-1']);
		node.sandbox.control.injectFault({ status });
		const { error } = await runNode(node, orderParameters('update', 'A-1'), { engine });
		expect(error?.message).toMatch(/\S/);
		const sent = receivedRequests(node).filter((request) => request.startsWith('PATCH'));
		expect(sent).toHaveLength(1);
	});

	it('a PATCH of an order item is repeated as well', async () => {
		await placeOrders(node, ['A-1']);
		const itemId = String(node.sandbox.control.order('@A-1').items[0]?.id);
		node.sandbox.control.injectFault({ statusAfterCommit: 502, times: 1 });
		const { json, error } = await runNode(
			node,
			{
				resource: 'orderItem',
				operation: 'update',
				orderId: locate('externalId', 'A-1'),
				orderItemId: locate('id', itemId),
				updateFields: { quantity: 7 },
			},
			{ engine },
		);
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ id: itemId, quantity: 7 }]);
		// And the order is read, for its name and status.
		expect(receivedRequests(node)).toHaveLength(3);
	});
});

describe('Max Attempts', () => {
	skipWaits();

	const busy = { status: 503 };

	it.each([
		[1, 1],
		[2, 2],
		[undefined, 5],
		[20, 20],
	])('a Max Attempts of %s lets a request be sent %i times at most', async (maxAttempts, sent) => {
		node.sandbox.control.injectFault(busy);
		const { error } = await runNode(
			node,
			orderParameters('get', 'A-1', maxAttempts ? { maxAttempts } : {}),
		);
		expect(error?.message).toBe('The service is not available at the moment');
		expect(receivedRequests(node)).toHaveLength(sent);
	});

	it('Max Attempts counts for each request of a list by itself', async () => {
		await node.sandbox.control.reset({ pageSize: 2, seed: { orders: 6 } });
		node.sandbox.control.injectFault({ ...busy, rate: 0.4 });
		const { json, error } = await runNode(node, {
			resource: 'order',
			operation: 'getAll',
			returnAll: true,
			options: { maxAttempts: 20 },
		});
		expect(error).toBeUndefined();
		expect(json).toHaveLength(6);
	});
});

describe('Max Waiting Time', () => {
	// A date in Retry-After has no milliseconds.
	const NOW = Date.UTC(2026, 10, 20, 12);
	const LATER = NOW + 900_000;
	afterEach(() => {
		vi.useRealTimers();
	});

	/** The time that a description names, in milliseconds since 1970. */
	const namedTime = (description: unknown): number =>
		Date.parse(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/.exec(String(description))?.[0] ?? '');

	it.each([
		[429, '900'],
		[503, '900'],
		[429, new Date(LATER).toUTCString()],
		[503, new Date(LATER).toUTCString()],
	])('the wait does not begin when a %i asks for longer', async (status, retryAfter) => {
		// The clock stands still: a wait that is begun would never end.
		vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
		node.sandbox.control.injectFault({ status, headers: { 'retry-after': retryAfter } });
		const { error } = await runNode(node, orderParameters('get', 'A-1'));
		expect(receivedRequests(node)).toHaveLength(1);
		expect(namedTime(error?.description)).toBe(LATER);
		expect(error?.description).toContain('Max Waiting Time');
	});

	it.each([
		[429, {}, 'The service asks for fewer requests'],
		[429, { 'retry-after': '0' }, 'The service asks for fewer requests'],
		[503, { 'retry-after': '1' }, 'The service is not available at the moment'],
	])('a limit of 0 retries nothing after %i with headers %j', async (status, headers, message) => {
		await placeOrders(node, ['A-1']);
		node.sandbox.control.injectFault({ status, headers, times: 1 });
		const { error } = await runNode(node, orderParameters('get', 'A-1', { maxWaitSeconds: 0 }));
		expect(error?.message).toBe(message);
		expect(receivedRequests(node)).toHaveLength(1);
	});

	it('Max Waiting Time limits all the waits of an item together', async () => {
		node.sandbox.control.injectFault({ status: 503, headers: { 'retry-after': '1' } });
		const { error } = await runNode(node, orderParameters('get', 'A-1', { maxWaitSeconds: 1 }));
		expect(error?.description).toContain('Max Waiting Time');
		expect(receivedRequests(node)).toHaveLength(2);
	});

	it('a Max Waiting Time that is too short for one item does not make the others wait either', async () => {
		node.sandbox.control.injectFault({ status: 429, headers: { 'retry-after': '900' } });
		const { json } = await runNode(
			node,
			orderParameters('get', '={{ $json.number }}', { concurrency: 2 }),
			{
				items: Array.from({ length: 6 }, (_, number) => ({ number: `A-${number}` })),
				settings: { onError: 'continueRegularOutput' },
			},
		);
		expect(json).toHaveLength(6);
		// The first two are on their way when the first of them is refused.
		expect(receivedRequests(node).length).toBeLessThanOrEqual(2);
		for (const { error, message } of json) {
			expect(error).toMatch(/^The service asks for fewer requests/);
			expect(message).toContain('Max Waiting Time');
		}
	});
});
