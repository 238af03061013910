import { WorkflowExecuteModeList, type IDataObject, type WorkflowExecuteMode } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import shopify from '../../examples/shopify.json' with { type: 'json' };
import wooCommerce from '../../examples/woocommerce.json' with { type: 'json' };
import { TRIGGER } from '../support/shopDay/day.ts';
import { shopifyOrder } from '../support/shopOrders/shopify.ts';
import { wooCommerceOrder } from '../support/shopOrders/wooCommerce.ts';
import { ExampleWorkflow } from './engine/example.ts';
import { ENGINES } from './engine/execution.ts';
import { credentialFor } from './engine/run.ts';
import { skipWaits } from './engine/skippedWaits.ts';
import {
	createParametersWithoutCatalog,
	numberedItems,
	orderParameters,
	receivedRequests,
	runNode,
	withoutBackOff,
} from './orderRuns.ts';
import { fromShop, shirt, shopifyLineOf, wooCommerceLineOf } from './shopOrders.ts';
import { useSandbox } from './support.ts';

const node = useSandbox();
skipWaits();
withoutBackOff();

/** Five seconds in place of the minute: an outage lasts no longer than Max Waiting Time. */
const OPTIONS = { concurrency: 1, maxAttempts: 3, maxWaitSeconds: 5 };

/** Longer than all attempts take without their back-off. */
const DOWN_MS = 2_000;

const CONTINUE = { onError: 'continueRegularOutput' } as const;

/** Whether a person or a model waits for an execution, by how n8n says that it began. */
const IS_ATTENDED: Readonly<Record<WorkflowExecuteMode, boolean>> = {
	trigger: false,
	webhook: false,
	retry: false,
	// A sub-workflow, whatever calls it: n8n does not tell a node how the workflow began that calls it.
	integrated: false,
	// An error workflow.
	error: false,
	cli: false,
	evaluation: false,
	internal: false,
	manual: true,
	chat: true,
	agent: true,
};

it('n8n has no mode of executions that is missing in this table', () => {
	expect([...WorkflowExecuteModeList].sort()).toEqual(Object.keys(IS_ATTENDED).sort());
});

describe.each(ENGINES)('A service that is down at night, on the engine of %s', (engine) => {
	const create = async (mode: WorkflowExecuteMode, count: number, prefix = 'N') => {
		const parameters = createParametersWithoutCatalog(node.sandbox, '={{ $json.number }}', OPTIONS);
		const items = numberedItems(prefix, count);
		return await runNode(node, parameters, { engine, mode, items, settings: CONTINUE });
	};

	it('an execution that nobody waits for waits for a service that comes back', async () => {
		node.sandbox.control.injectFault({ status: 503 });
		const back = setTimeout(() => node.sandbox.control.clearFaults(), DOWN_MS);
		const modes = [...WorkflowExecuteModeList, 'later' as WorkflowExecuteMode];
		const outcomes = await Promise.all(
			modes.map(async (mode) => {
				const { json } = await create(mode, 1, mode);
				return [mode, json[0]?.outcome === 'placed' ? 'placed' : json[0]?.error] as const;
			}),
		).finally(() => clearTimeout(back));
		const expected = modes.map((mode) => [
			mode,
			IS_ATTENDED[mode] ? expect.stringContaining('is not available') : 'placed',
		]);
		expect(Object.fromEntries(outcomes)).toEqual(Object.fromEntries(expected));
	});

	it('each order is named, and after one trial nothing more is sent', async () => {
		node.sandbox.control.injectFault({ status: 503 });
		const { json } = await create('trigger', 20);
		expect(json).toHaveLength(20);
		for (const [index, { error, message }] of json.entries()) {
			expect(error).toMatch(
				new RegExp(
					`^Order "N-${index}": The service is not available at the moment; a retry (places it once|does not place it twice) \\[item ${index}\\]$`,
				),
			);
			expect(message).toMatch(
				/Running the node again is safe|Retry the execution: it places order "N-\d+" once/,
			);
		}
		// n8n's declarative engine starts all items at once: each of them tries until the minute is over.
		const sent = receivedRequests(node).length;
		if (engine === 'customOperations') expect(sent).toBe(5);
		else expect(sent).toBeLessThanOrEqual(20 * 4);
	});

	it('so it is where orders can be looked up, and none is taken', async () => {
		node.sandbox.control.injectFault({
			match: { method: 'POST', path: '/api/orders' },
			status: 503,
		});
		const { json } = await create('trigger', 20);
		for (const [index, { error }] of json.entries()) {
			expect(error).toMatch(`Order "N-${index}": The service is not available at the moment`);
		}
		expect(node.sandbox.control.orders()).toEqual([]);
		const posts = receivedRequests(node).filter((request) => request.startsWith('POST'));
		if (engine === 'customOperations') expect(posts).toHaveLength(4);
		else expect(posts.length).toBeLessThanOrEqual(20 * 3);
	});

	it('in the editor each item is tried as before', async () => {
		node.sandbox.control.injectFault({ status: 503 });
		await create('manual', 3);
		expect(receivedRequests(node)).toHaveLength(3 * 4);
	});

	it('a change that waits for a service that comes back is made once', async () => {
		await create('manual', 1);
		node.sandbox.control.clearRecords();
		node.sandbox.control.injectFault({ status: 502, times: 2 });
		const parameters = orderParameters('confirm', 'N-0', OPTIONS);
		const { json } = await runNode(node, parameters, { engine, mode: 'trigger' });
		expect(json).toMatchObject([{ externalId: 'N-0', status: 'pending' }]);
		expect(receivedRequests(node)).toHaveLength(3);
	});
});

/** A whole message: one line, about one order. */
const LINE_OF_OUTAGE = /^(?:\S+|Order "\S+"): .*The service is not available.*$/;

interface Shop {
	example: unknown;
	order: (changes?: IDataObject) => IDataObject;
	calledOff: IDataObject;
	answer: (orders: IDataObject[]) => unknown;
}

const SHOPS: Record<string, Shop> = {
	shopify: {
		example: shopify,
		order: (changes) => shopifyOrder([shopifyLineOf(shirt(node.sandbox).sku)], changes),
		calledOff: { cancelled_at: '2026-11-20T09:41:00-05:00' },
		answer: (orders) => ({ orders }),
	},
	wooCommerce: {
		example: wooCommerce,
		order: (changes) => wooCommerceOrder([wooCommerceLineOf(shirt(node.sandbox).sku)], changes),
		calledOff: { status: 'cancelled' },
		answer: (orders) => orders,
	},
};

describe.each(Object.entries(SHOPS))('An outage of the service, and %s', (shop, of) => {
	const numbered = (index: number): IDataObject => ({
		id: 5000 + index,
		name: `#${index}`,
		order_number: index,
		number: String(5000 + index),
	});
	const down = (status: number, match = {}): void => {
		node.sandbox.control.clearFaults();
		node.sandbox.control.injectFault({ match, status });
	};

	/** Runs the example on what the shop shows now, and returns what it tells. */
	function exampleOf() {
		let shown: IDataObject[] = [];
		const workflow = new ExampleWorkflow(
			of.example,
			credentialFor(node.sandbox),
			async () => await Promise.resolve(Response.json(of.answer(shown))),
		);
		return async (...orders: IDataObject[]): Promise<string> => {
			shown = orders;
			return await workflow.run(TRIGGER, [{}]).then(
				() => '',
				(error: Error) => error.message,
			);
		};
	}

	it('the example tells it once a day, whatever the order and the status', async () => {
		const tell = exampleOf();
		const orders = [of.order(numbered(1)), of.order(numbered(2))];
		down(503);
		const told = await tell(...orders);
		expect(told).toMatch(LINE_OF_OUTAGE);
		const others = [{ status: 500 }, { status: 429 }, { reset: 'beforeCommit' }] as const;
		for (const fault of others) {
			node.sandbox.control.clearFaults();
			node.sandbox.control.injectFault(fault);
			expect(await tell(...orders, of.order(numbered(3)))).toBe('');
		}
		node.sandbox.control.clearFaults();
		await tell(...orders);
		expect(node.sandbox.control.orders()).toHaveLength(2);
	});

	it('the example tells it once of orders that it cannot cancel', async () => {
		const tell = exampleOf();
		const orders = [of.order(numbered(1)), of.order(numbered(2))];
		await tell(...orders);
		down(503, { method: 'POST' });
		const calledOff = orders.map((order) => ({ ...order, ...of.calledOff }));
		const told = await tell(...calledOff, of.order(numbered(3)));
		expect(told).toMatch(LINE_OF_OUTAGE);
		expect(await tell(...calledOff)).toBe('');
		down(400, { method: 'POST' });
		const refused = await tell(...calledOff);
		expect(refused.split('\n').filter((line) => line.includes('could not read'))).toHaveLength(2);
	});

	it.each<[string, IDataObject]>([
		['is due', {}],
		['was cancelled', of.calledOff],
	])('an order that %s is not said to be placed by a retry', async (_, changes) => {
		down(503);
		const { json } = await runNode(node, fromShop(shop, { then: 'confirm' }), {
			...{ mode: 'manual', items: [of.order(changes)], settings: CONTINUE },
		});
		const [{ error, message } = {}] = json;
		expect(error).toMatch(
			/: The service is not available at the moment; a retry orders nothing twice$/,
		);
		expect(message).toContain('Running the node again is safe: nothing is ordered twice.');
		expect(message).not.toMatch(/places|Retry the execution/);
	});
});
