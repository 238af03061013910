import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { FaultOptions } from '../../sandbox/control/faults.ts';
import { ENGINES } from './engine/execution.ts';
import { credentialFor } from './engine/run.ts';
import { skipWaits } from './engine/skippedWaits.ts';
import { startProxy } from './proxy.ts';
import {
	createParametersWithoutCatalog,
	runNode,
	placeProducedOrder,
	receivedRequests,
	reprintParameters,
	orderCount,
	withoutBackOff,
} from './orderRuns.ts';
import { useSandbox } from './support.ts';

const node = useSandbox();
skipWaits();
withoutBackOff();

const SEND = 'POST /api/orders';
const LOOK = 'GET /api/orders/@NEW-1';

const onSending = (fault: FaultOptions, times = 1): void => {
	node.sandbox.control.injectFault({
		...fault,
		match: { method: 'POST', path: '/api/orders' },
		times,
	});
};

interface Operation {
	parameters(options?: INodeParameters): INodeParameters;
	prepare(): Promise<void>;
	/** Requests that read what an existing order is compared with, once it is found. */
	compared: string[];
}

const OPERATIONS: Array<[string, Operation]> = [
	[
		'create',
		{
			parameters: (options) => createParametersWithoutCatalog(node.sandbox, 'NEW-1', options),
			prepare: async () => {},
			compared: [],
		},
	],
	[
		'reprint',
		{
			parameters: (options) => reprintParameters('NEW-1', options),
			prepare: async () => await placeProducedOrder(node),
			compared: ['GET /api/orders/@SOURCE'],
		},
	],
];

describe.each(ENGINES)('on the engine of %s', (engine) => {
	describe.each(OPERATIONS)(
		'order: %s (spec section 4)',
		(_, { parameters, prepare, compared }) => {
			const run = async (options?: INodeParameters) =>
				await runNode(node, parameters(options), { engine });
			const expectOnce = ({ json, error }: Awaited<ReturnType<typeof run>>): void => {
				expect(error).toBeUndefined();
				expect(orderCount(node, 'NEW-1')).toBe(1);
				expect(json).toMatchObject([
					{ id: node.sandbox.control.order('@NEW-1').id, externalId: 'NEW-1' },
				]);
			};

			it('the order is sent again as it is after 429: it was not done', async () => {
				await prepare();
				onSending({ status: 429 });
				expectOnce(await run());
				expect(receivedRequests(node)).toEqual([SEND, SEND]);
			});

			it.each([
				['502', { statusAfterCommit: 502 }],
				['504', { statusAfterCommit: 504 }],
				['a reset', { reset: 'afterCommit' as const }],
			])('the order is not sent again after %s when it exists', async (_name, fault) => {
				await prepare();
				onSending(fault);
				expectOnce(await run());
				expect(receivedRequests(node)).toEqual([SEND, LOOK, ...compared]);
			});

			it.each([
				['502', { status: 502 }],
				['503', { status: 503 }],
				['504', { status: 504 }],
				['a reset', { reset: 'beforeCommit' as const }],
			])('the order is sent again after %s only when it does not exist', async (_name, fault) => {
				await prepare();
				onSending(fault);
				expectOnce(await run());
				expect(receivedRequests(node)).toEqual([SEND, LOOK, SEND]);
			});

			it('the order is looked up each time before it is sent again', async () => {
				await prepare();
				onSending({ status: 502 });
				onSending({ reset: 'beforeCommit' });
				onSending({ statusAfterCommit: 504 });
				expectOnce(await run());
				expect(receivedRequests(node)).toEqual([SEND, LOOK, SEND, LOOK, SEND, LOOK, ...compared]);
			});

			it('the lookup itself is repeated after 502', async () => {
				await prepare();
				onSending({ status: 502 });
				node.sandbox.control.injectFault({ match: { method: 'GET' }, status: 502, times: 2 });
				expectOnce(await run());
				expect(receivedRequests(node)).toEqual([SEND, LOOK, LOOK, LOOK, SEND]);
			});

			it.each(['cutOff', 'cutShort'] as const)(
				'the order is not sent again when the response is %s',
				async (answer) => {
					await prepare();
					const baseUrl = await startProxy(node.sandbox.url, ({ method }) =>
						method === 'POST' ? { answer } : undefined,
					);
					const credential = credentialFor(node.sandbox, { baseUrl });
					expectOnce(await runNode(node, parameters(), { engine, credential }));
					// Its status says that the order was created: it need not be compared.
					expect(receivedRequests(node)).toEqual([SEND, LOOK]);
				},
			);

			it.each([
				['nothing', ''],
				['an empty object', {}],
				['a list', []],
				['something else', { status: 'accepted' }],
			])('the order is read when the response to its creation holds %s', async (_name, body) => {
				await prepare();
				onSending({ statusAfterCommit: 201, body });
				expectOnce(await run());
				expect(receivedRequests(node)).toEqual([SEND, LOOK]);
			});

			it('the order is not sent again when the lookup is refused, and the error says that running again is safe', async () => {
				await prepare();
				onSending({ statusAfterCommit: 502 });
				node.sandbox.control.injectFault({ match: { path: '/api/orders/@NEW-1' }, status: 500 });
				const { error } = await run();
				expect(error?.description).toContain('Order "NEW-1" may have been placed');
				expect(error?.description).toContain('Running the node again is safe');
				expect(receivedRequests(node)).toEqual([SEND, LOOK]);
				node.sandbox.control.clearFaults();
				expectOnce(await run());
			});

			it('the order is sent no more often than Max Attempts allows, whatever happens', async () => {
				await prepare();
				for (const status of [503, 502, 503, 502, 503, 502, 503, 502]) {
					onSending({ status });
				}
				const { error } = await run({ maxAttempts: 3 });
				expect(error?.message).toBe(
					'Order "NEW-1": The service is not available at the moment; a retry does not place it twice',
				);
				expect(receivedRequests(node).filter((request) => request === SEND)).toHaveLength(3);
				expect(orderCount(node, 'NEW-1')).toBe(0);
			});

			it.each(['returnExisting', 'error'])(
				'an order given up as too slow is a success when it is done before the second one (%s)',
				async (ifExists) => {
					await prepare();
					let sent = 0;
					let release = (): void => {};
					const looked = new Promise<void>((resolve) => (release = resolve));
					const placed = node.sandbox.control.waitFor('request', ({ status }) => status === 201);
					const baseUrl = await startProxy(node.sandbox.url, ({ method, path }) => {
						if (method === 'GET') {
							return { after: Promise.resolve().then(() => path.includes('NEW-1') && release()) };
						}
						sent += 1;
						return { before: sent === 1 ? looked : placed };
					});
					const credential = credentialFor(node.sandbox, { baseUrl });
					expectOnce(
						await runNode(
							node,
							{ ...parameters({ ifExists }), requestOptions: { timeout: 2_000 } },
							{ engine, credential },
						),
					);
				},
			);

			it('a second run of the node gives the same order', async () => {
				await prepare();
				const first = await run();
				const second = await run();
				expectOnce(second);
				expect(first.json).toMatchObject([{ outcome: 'placed' }]);
				expect(second.json).toEqual([{ ...first.json[0], outcome: 'existing' }]);
			});
		},
	);
});
