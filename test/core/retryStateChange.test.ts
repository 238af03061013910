import { describe, expect, it } from 'vitest';

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
import { useSandbox } from './support.ts';

const node = useSandbox();
skipWaits();
withoutBackOff();

const ORDER = '/api/orders/@A-1';

/** Hits the change itself, once. */
const once = (operation: string, fault: FaultOptions): void => {
	node.sandbox.control.injectFault({
		...fault,
		match: { method: 'POST', path: `${ORDER}/${operation}` },
		times: 1,
	});
};

const NOT_DONE: Array<[string, FaultOptions]> = [
	['429', { status: 429 }],
	['503', { status: 503 }],
];

const UNKNOWN_BUT_DONE: Array<[string, FaultOptions]> = [
	['502', { statusAfterCommit: 502 }],
	['504', { statusAfterCommit: 504 }],
	['a reset', { reset: 'afterCommit' }],
];

const UNKNOWN_AND_NOT_DONE: Array<[string, FaultOptions]> = [
	['502', { status: 502 }],
	['504', { status: 504 }],
	['a reset', { reset: 'beforeCommit' }],
];

describe.each(ENGINES)('Confirm and cancel, on the engine of %s (spec section 4)', (engine) => {
	describe.each([
		['confirm', 'pending', []],
		// Cancel answers without a body, so that the order is read once it is done.
		['cancel', 'canceled', [`GET ${ORDER}`]],
	] as const)('%s', (operation, status, afterwards) => {
		const change = `POST ${ORDER}/${operation}`;
		const look = `GET ${ORDER}`;
		const run = () => runNode(node, orderParameters(operation, 'A-1'), { engine });
		const expectDone = ({ json, error }: Awaited<ReturnType<typeof run>>): void => {
			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ externalId: 'A-1', status }]);
			expect(node.sandbox.control.order('@A-1').status).toBe(status);
		};

		it.each(NOT_DONE)('the change is sent again after %s', async (_, fault) => {
			await placeOrders(node, ['A-1']);
			once(operation, fault);
			expectDone(await run());
			expect(receivedRequests(node)).toEqual([change, change, ...afterwards]);
		});

		it.each(UNKNOWN_BUT_DONE)(
			'the change counts as done after %s when the second try is refused and the order shows it',
			async (_, fault) => {
				await placeOrders(node, ['A-1']);
				once(operation, fault);
				expectDone(await run());
				expect(receivedRequests(node)).toEqual([change, change, look]);
			},
		);

		it.each(UNKNOWN_AND_NOT_DONE)(
			'the change is sent again after %s that left the order as it was',
			async (_, fault) => {
				await placeOrders(node, ['A-1']);
				once(operation, fault);
				expectDone(await run());
				expect(receivedRequests(node)).toEqual([change, change, ...afterwards]);
			},
		);

		it('the error says that the change may have been made when the order cannot be read after a lost response', async () => {
			await placeOrders(node, ['A-1']);
			once(operation, { statusAfterCommit: 502 });
			node.sandbox.control.injectFault({ match: { method: 'GET' }, status: 500 });
			const { error } = await run();
			expect(error?.description).toContain('may have been made');
			expect(error?.description).not.toContain('Nothing was');
			expect(receivedRequests(node)).toEqual([change, change, look]);
		});

		it('the refusal is told where the order may have had such a status all along', async () => {
			await placeOrders(node, ['A-1']);
			const before = operation === 'confirm' ? 'onhold' : 'canceled';
			await node.sandbox.control.stepOrder('@A-1', before);
			const { json, error } = await run();
			expect(error).toBeUndefined();
			// What is cancelled for certain needs no warning.
			expect(json[0]?.warnings).toEqual(
				operation === 'cancel'
					? undefined
					: [
							expect.stringMatching(
								/^A-1 is on hold and was not confirmed now: it may have been confirmed before\./,
							),
						],
			);
		});

		it('the change is sent no more often than Max Attempts allows, whatever happens', async () => {
			await placeOrders(node, ['A-1']);
			for (const fault of [503, 502, 503, 502, 503, 502]) {
				once(operation, { status: fault });
			}
			const { error } = await runNode(node, orderParameters(operation, 'A-1', { maxAttempts: 3 }), {
				engine,
			});
			expect(error?.message).toMatch(/\S/);
			expect(receivedRequests(node).filter((request) => request === change)).toHaveLength(3);
		});
	});
});

describe('Confirm', () => {
	it('a confirm given up as too slow is a success when it is done before the second one', async () => {
		await placeOrders(node, ['A-1']);
		let confirmed = 0;
		let release = (): void => {};
		const secondSent = new Promise<void>((resolve) => (release = resolve));
		const firstDone = node.sandbox.control.waitFor(
			'request',
			({ path, status }) => path.endsWith('/confirm') && status === 200,
		);
		const baseUrl = await startProxy(node.sandbox.url, ({ method }) => {
			if (method === 'GET') return undefined;
			confirmed += 1;
			if (confirmed === 2) release();
			return { before: confirmed === 1 ? secondSent : firstDone };
		});
		const { json, error } = await runNode(
			node,
			{ ...orderParameters('confirm', 'A-1'), requestOptions: { timeout: 2_000 } },
			{ credential: credentialFor(node.sandbox, { baseUrl }) },
		);
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ externalId: 'A-1', status: 'pending' }]);
	});
});

describe.each(ENGINES)('Refund, on the engine of %s (spec section 4)', (engine) => {
	const refund = `POST ${ORDER}/refund`;

	const placeRefundable = async (): Promise<void> => {
		await placeOrders(node, ['A-1']);
		for (const status of ['pending', 'inprocess'] as const) {
			await node.sandbox.control.stepOrder('@A-1', status);
		}
	};
	const isRefunded = (): boolean => Boolean(node.sandbox.control.order('@A-1').refundedAt);

	const look = `GET ${ORDER}`;

	it('a refund is sent again after 429', async () => {
		await placeRefundable();
		once('refund', { status: 429 });
		const { error } = await runNode(node, orderParameters('refund', 'A-1'), { engine });
		expect(error).toBeUndefined();
		expect(receivedRequests(node)).toEqual([look, refund, refund]);
		expect(isRefunded()).toBe(true);
	});

	it.each(UNKNOWN_BUT_DONE)('a refund is done after %s if the order shows it', async (_, fault) => {
		await placeRefundable();
		once('refund', fault);
		const { json, error } = await runNode(node, orderParameters('refund', 'A-1'), { engine });
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ externalId: 'A-1' }]);
		expect(receivedRequests(node)).toEqual([look, refund, look]);
	});

	it.each([
		...UNKNOWN_AND_NOT_DONE,
		['500', { status: 500 }] as [string, FaultOptions],
		['503', { status: 503 }] as [string, FaultOptions],
	])('a refund is never sent again after %s, and the error says so', async (_, fault) => {
		await placeRefundable();
		once('refund', fault);
		const parameters = orderParameters('refund', 'A-1', { maxWaitSeconds: 1 });
		const { error } = await runNode(node, parameters, { engine });
		expect(error?.description).toContain('may have been made');
		expect(error?.description).toContain('Running the node again is not safe');
		expect(error?.description).not.toMatch(/try again in a moment/i);
		expect(receivedRequests(node).filter((request) => request === refund)).toHaveLength(1);
		expect(isRefunded()).toBe(false);
	});

	it('a refund is never sent again after a time-out', async () => {
		await placeRefundable();
		once('refund', { delayMilliseconds: 60_000 });
		const { error } = await runNode(
			node,
			{
				...orderParameters('refund', 'A-1', { maxWaitSeconds: 0 }),
				requestOptions: { timeout: 2_000 },
			},
			{ engine },
		);
		expect(error?.description).toContain('may have been made');
		expect(receivedRequests(node).filter((request) => request === refund)).toHaveLength(1);
	});

	it('a refund in doubt is not sent again by another try of Retry On Fail', async () => {
		await placeRefundable();
		once('refund', { reset: 'beforeCommit' });
		const { error } = await runNode(node, orderParameters('refund', 'A-1', { maxWaitSeconds: 0 }), {
			engine,
			settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
		});
		expect(error?.description).toContain('may have been made');
		expect(receivedRequests(node).filter((request) => request === refund)).toHaveLength(1);
	});
});

describe('A confirm of which only failures were seen', () => {
	it('a confirm counts as done when the order then shows it', async () => {
		await placeOrders(node, ['A-1']);
		node.sandbox.control.injectFault({
			match: { method: 'POST', path: `${ORDER}/confirm` },
			statusAfterCommit: 504,
			times: 1,
		});
		const run = runNode(node, orderParameters('confirm', 'A-1', { maxAttempts: 1 }));
		await node.sandbox.control.waitFor('request', ({ path }) => path === ORDER);
		await node.sandbox.control.stepOrder('@A-1', 'inprocess');
		const { json, error } = await run;
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ externalId: 'A-1', status: 'inprocess' }]);
	});

	it('a confirm stays in doubt when the order shows what it may have shown from the beginning', async () => {
		await placeOrders(node, ['A-1']);
		node.sandbox.control.injectFault({
			match: { method: 'POST', path: `${ORDER}/confirm` },
			statusAfterCommit: 504,
			times: 1,
		});
		const { error } = await runNode(node, orderParameters('confirm', 'A-1', { maxAttempts: 1 }));
		expect(error?.description).toContain('may have been made');
	});
});
