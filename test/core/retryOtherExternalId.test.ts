import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { wooCommerceOrder } from '../support/shopOrders/wooCommerce.ts';
import { ENGINES } from './engine/execution.ts';
import { skipWaits } from './engine/skippedWaits.ts';
import {
	createParametersWithoutCatalog,
	placeProducedOrder,
	receivedRequests,
	reprintParameters,
	runNode,
} from './orderRuns.ts';
import { fromShop, shirt, wooCommerceLineOf } from './shopOrders.ts';
import { useSandbox } from './support.ts';

// An External ID that is another one in each try of Retry On Fail would place an item again, and nobody would hear of the
// order of the try before.

const node = useSandbox();
skipWaits();

/** Time passes between the tries alone. */
const WAIT = 5_000;
const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: WAIT };

/** Another execution knows nothing of the External IDs of this one, and its error says not to retry it. */
const writesAgain = 'each execution has External IDs of its own';

const TIME = "={{ 'A-' + $itemIndex + '-' + $now.toMillis() }}";
const RANDOM = "={{ 'A-' + $itemIndex + '-' + Math.random().toString(36).slice(2) }}";

const placed = (): string[] =>
	node.sandbox.control
		.orders()
		.map(({ externalId }) => externalId)
		.filter((externalId) => externalId !== 'SOURCE')
		.sort();

const createOrder = (externalId: string, options?: INodeParameters): INodeParameters =>
	createParametersWithoutCatalog(node.sandbox, externalId, options);

/** A shop's order of which the expression makes another one in each try. */
const shopOrder = (number: string): INodeParameters => {
	const order = JSON.stringify(wooCommerceOrder([wooCommerceLineOf(shirt(node.sandbox).sku)]));
	return fromShop('wooCommerce', {
		shopOrder: `={{ ({ ...${order}, id: Number($itemIndex + '' + ${number}) }) }}`,
	});
};

const OPERATIONS: Array<[string, () => INodeParameters]> = [
	['create, a time', () => createOrder(TIME)],
	['create and confirm, a time', () => createOrder(TIME, { then: 'confirm' })],
	['create, a random value', () => createOrder(RANDOM)],
	['reprint, a time', () => reprintParameters(TIME)],
	['reprint and confirm, a random value', () => reprintParameters(RANDOM, { then: 'confirm' })],
	['an order of a shop, a time', () => shopOrder('$now.toMillis()')],
];

const POST = { method: 'POST', path: '/api/orders' };

describe.each(ENGINES)(
	'Retry On Fail with an External ID that is new in each try, on the engine of %s',
	(engine) => {
		it.each(OPERATIONS)(
			'places nothing again, and names the order of the first try: %s',
			async (_, parameters) => {
				await placeProducedOrder(node);
				node.sandbox.control.injectFault({ match: POST, status: 403, every: 2, times: 1 });
				const { json, error } = await runNode(
					node,
					{ ...parameters(), options: { ...(parameters().options as object), concurrency: 1 } },
					{ items: [{}, {}], engine, settings: retried, writesAgain },
				);
				expect(json).toEqual([]);
				const left = placed().filter((externalId) => error?.message.includes(`"${externalId}"`));
				expect(left).toHaveLength(1);
				expect(error?.message).toMatch(
					/External ID changes with each try: order ".*" of an earlier try .*, so nothing is sent for order ".*"/,
				);
				const text = `${error?.message} ${error?.description}`;
				expect(text).toContain('Do not retry this execution');
				expect(text).not.toContain('Running the node again is safe');
				// n8n's declarative engine has started the second item, of which the first try left nothing, as well.
				for (const externalId of placed()) expect(text).toContain(externalId);
			},
		);

		it('names an order that may have been placed', async () => {
			node.sandbox.control.injectFault({ match: POST, statusAfterCommit: 500, times: 1 });
			node.sandbox.control.injectFault({ match: { method: 'GET' }, status: 403, times: 20 });
			const { error } = await runNode(node, createOrder(TIME), { engine, settings: retried });
			const [first = 'none', ...others] = placed();
			expect(others).toEqual([]);
			expect(error?.message).toContain(`order "${first}" of an earlier try may have been placed`);
		});

		it('with Continue on Fail, each item whose order is left names it', async () => {
			node.sandbox.control.injectFault({ match: POST, status: 403, times: 1 });
			const { json, error } = await runNode(node, createOrder(TIME, { concurrency: 1 }), {
				items: [{}, {}, {}],
				engine,
				settings: { ...retried, onError: 'continueRegularOutput' },
				writesAgain,
			});
			expect(error).toBeUndefined();
			expect(json).toHaveLength(3);
			// The first one was refused in the first try, and nothing was left of it.
			expect(json[0]?.outcome).toBe('placed');
			const orders = placed();
			expect(orders).toHaveLength(3);
			for (const [index, { message }] of json.slice(1).entries()) {
				const own = orders.find((externalId) => externalId.startsWith(`A-${index + 1}-`));
				expect(message).toContain(`order "${own}" of an earlier try was placed or found`);
			}
		});

		it.each(['draft', 'confirm'])(
			'goes on where the second try has the same External IDs in another order: %s',
			async (then) => {
				const items: IDataObject[] = [{}, {}, {}];
				const later = Date.now() + WAIT - 1_000;
				const externalId = `={{ 'B-' + (($itemIndex + ($now.toMillis() > ${later} ? 1 : 0)) % 3) }}`;
				node.sandbox.control.injectFault({ match: POST, status: 403, every: 3, times: 1 });
				const { json, error } = await runNode(
					node,
					createOrder(externalId, { then, concurrency: 1 }),
					{ items, engine, settings: retried },
				);
				expect(error).toBeUndefined();
				expect(json.map(({ externalId: id }) => id)).toEqual(['B-1', 'B-2', 'B-0']);
				expect(placed()).toEqual(['B-0', 'B-1', 'B-2']);
				const confirmations = receivedRequests(node).filter((line) => line.endsWith('/confirm'));
				expect(confirmations).toHaveLength(then === 'confirm' ? 3 : 0);
			},
		);
	},
);
