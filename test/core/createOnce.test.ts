import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { FaultOptions } from '../../sandbox/control/faults.ts';
import { ENGINES } from './engine/execution.ts';
import { credentialFor } from './engine/run.ts';
import { startProxy } from './proxy.ts';
import {
	createWithoutCatalog,
	finish,
	placeSource,
	received,
	reprintOfSource,
	standing,
	withoutBackOff,
} from './sending.ts';
import { useSandbox } from './support.ts';

const bench = useSandbox();
withoutBackOff();

const SEND = 'POST /api/orders';
const LOOK = 'GET /api/orders/@NEW-1';

const onSending = (fault: FaultOptions, times = 1): void => {
	bench.sandbox.control.injectFault({
		...fault,
		match: { method: 'POST', path: '/api/orders' },
		times,
	});
};

interface Kind {
	parameters(options?: INodeParameters): INodeParameters;
	prepare(): Promise<void>;
	/** What is read to compare a standing order with, once that is found. */
	compared: string[];
}

const KINDS: Array<[string, Kind]> = [
	[
		'create',
		{
			parameters: (options) => createWithoutCatalog(bench.sandbox, 'NEW-1', options),
			prepare: async () => {},
			compared: [],
		},
	],
	[
		'reprint',
		{
			parameters: (options) => reprintOfSource('NEW-1', options),
			prepare: async () => await placeSource(bench),
			compared: ['GET /api/orders/@SOURCE'],
		},
	],
];

describe.each(ENGINES)('on the engine of %s', (engine) => {
	describe.each(KINDS)('order: %s (spec section 4)', (_, { parameters, prepare, compared }) => {
		const run = async (options?: INodeParameters) =>
			await finish(bench, parameters(options), { engine });
		const expectOnce = ({ json, error }: Awaited<ReturnType<typeof run>>): void => {
			expect(error).toBeUndefined();
			expect(standing(bench, 'NEW-1')).toBe(1);
			expect(json).toMatchObject([
				{ id: bench.sandbox.control.order('@NEW-1').id, externalId: 'NEW-1' },
			]);
		};

		it('is sent again as it is after 429: it was not done', async () => {
			await prepare();
			onSending({ status: 429 });
			expectOnce(await run());
			expect(received(bench)).toEqual([SEND, SEND]);
		});

		it.each([
			['502', { statusAfterCommit: 502 }],
			['504', { statusAfterCommit: 504 }],
			['a reset', { reset: 'afterCommit' as const }],
		])('is not sent again after %s when the order stands', async (_name, fault) => {
			await prepare();
			onSending(fault);
			expectOnce(await run());
			expect(received(bench)).toEqual([SEND, LOOK, ...compared]);
		});

		it.each([
			['502', { status: 502 }],
			['503', { status: 503 }],
			['504', { status: 504 }],
			['a reset', { reset: 'beforeCommit' as const }],
		])('is sent again after %s only when the order does not stand', async (_name, fault) => {
			await prepare();
			onSending(fault);
			expectOnce(await run());
			expect(received(bench)).toEqual([SEND, LOOK, SEND]);
		});

		it('looks each time before it is sent again', async () => {
			await prepare();
			onSending({ status: 502 });
			onSending({ reset: 'beforeCommit' });
			onSending({ statusAfterCommit: 504 });
			expectOnce(await run());
			expect(received(bench)).toEqual([SEND, LOOK, SEND, LOOK, SEND, LOOK, ...compared]);
		});

		it('repeats the look itself', async () => {
			await prepare();
			onSending({ status: 502 });
			bench.sandbox.control.injectFault({ match: { method: 'GET' }, status: 502, times: 2 });
			expectOnce(await run());
			expect(received(bench)).toEqual([SEND, LOOK, LOOK, LOOK, SEND]);
		});

		it.each(['cutOff', 'cutShort'] as const)(
			'is not sent again when the answer that it was created is %s',
			async (answer) => {
				await prepare();
				const baseUrl = await startProxy(bench.sandbox.url, ({ method }) =>
					method === 'POST' ? { answer } : undefined,
				);
				const credential = credentialFor(bench.sandbox, { baseUrl });
				expectOnce(await finish(bench, parameters(), { engine, credential }));
				expect(received(bench)).toEqual([SEND, LOOK, ...(answer === 'cutOff' ? compared : [])]);
			},
		);

		it.each([
			['nothing', ''],
			['an empty object', {}],
			['a list', []],
			['something else', { status: 'accepted' }],
		])('reads the order when the answer that it was created holds %s', async (_name, body) => {
			await prepare();
			onSending({ statusAfterCommit: 201, body });
			expectOnce(await run());
			expect(received(bench)).toEqual([SEND, LOOK]);
		});

		it('is not sent again when the look is refused, and says that running again is safe', async () => {
			await prepare();
			onSending({ statusAfterCommit: 502 });
			bench.sandbox.control.injectFault({ match: { path: '/api/orders/@NEW-1' }, status: 500 });
			const { error } = await run();
			expect(error?.description).toContain('Order "NEW-1" may have been placed');
			expect(error?.description).toContain('Running the node again is safe');
			expect(received(bench)).toEqual([SEND, LOOK]);
			bench.sandbox.control.clearFaults();
			expectOnce(await run());
		});

		it('is sent no more often than Max Attempts says, whatever comes', async () => {
			await prepare();
			for (const status of [503, 502, 503, 502, 503, 502, 503, 502]) {
				onSending({ status });
			}
			const { error } = await run({ maxAttempts: 3 });
			expect(error?.message).toBe('The service is not available at the moment');
			expect(received(bench).filter((request) => request === SEND)).toHaveLength(3);
			expect(standing(bench, 'NEW-1')).toBe(0);
		});

		it.each(['returnExisting', 'error'])(
			'is a success when the first one, given up as too slow, is done before the second (%s)',
			async (ifExists) => {
				await prepare();
				let sent = 0;
				let release = (): void => {};
				const looked = new Promise<void>((resolve) => (release = resolve));
				const placed = bench.sandbox.control.waitFor('request', ({ status }) => status === 201);
				const baseUrl = await startProxy(bench.sandbox.url, ({ method, path }) => {
					if (method === 'GET') {
						return { after: Promise.resolve().then(() => path.includes('NEW-1') && release()) };
					}
					sent += 1;
					return { before: sent === 1 ? looked : placed };
				});
				const credential = credentialFor(bench.sandbox, { baseUrl });
				expectOnce(
					await finish(
						bench,
						{ ...parameters({ ifExists }), requestOptions: { timeout: 2_000 } },
						{ engine, credential },
					),
				);
			},
		);

		it('is the same order when the node is run again', async () => {
			await prepare();
			const first = await run();
			const second = await run();
			expectOnce(second);
			expect(second.json).toEqual(first.json);
		});
	});
});
