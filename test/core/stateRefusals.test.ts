import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { ORDER_STATUSES, type OrderStatus } from '../../sandbox/facts.ts';
import {
	orderParameters,
	placeOrders,
	placeProducedOrder,
	receivedRequests,
	reprintParameters,
	runNode,
} from './orderRuns.ts';
import { locate, useSandbox } from './support.ts';

const node = useSandbox();

const WORDS: Record<OrderStatus, string> = {
	draft: 'is a draft',
	pending: 'is pending',
	inprocess: 'is in process',
	onhold: 'is on hold',
	partial: 'is partly produced',
	fulfilled: 'is fulfilled',
	shipped: 'is shipped',
	// n8n takes an error that says 'canceled' for the end of a stopped execution, and starts no error workflow.
	canceled: 'is cancelled',
	failed: 'failed',
};

const updateItem = (): INodeParameters => ({
	...orderParameters('update', 'HAND-1'),
	resource: 'orderItem',
	orderItemId: locate('id', String(node.sandbox.control.order('@HAND-1').items[0]?.id)),
	updateFields: { quantity: 2 },
});

const reprint = (): INodeParameters => ({
	...orderParameters('get', 'HAND-1'),
	operation: 'reprint',
	externalId: 'HAND-1-R',
});

const except = (...statuses: OrderStatus[]) =>
	ORDER_STATUSES.filter((status) => !statuses.includes(status));

/** Each operation that changes an order, and the statuses in which the sandbox refuses it and nothing shows it done. */
const REFUSED: Array<[string, string, () => INodeParameters, OrderStatus[]]> = [
	['Confirm', 'confirmed', () => orderParameters('confirm', 'HAND-1'), ['canceled', 'failed']],
	[
		'Cancel',
		'cancelled',
		() => orderParameters('cancel', 'HAND-1'),
		['inprocess', 'partial', 'fulfilled', 'shipped'],
	],
	[
		'Update',
		'changed',
		() => orderParameters('update', 'HAND-1'),
		except('draft', 'failed', 'onhold'),
	],
	['Order Item → Update', 'changed', updateItem, except('draft', 'failed', 'onhold')],
	[
		'Refund',
		'refunded',
		() => orderParameters('refund', 'HAND-1'),
		['draft', 'pending', 'canceled', 'failed'],
	],
	['Reprint', 'reprinted', reprint, except('partial', 'fulfilled', 'shipped')],
];

describe.each(REFUSED)(
	'%s of an order in a state that excludes it',
	(_, done, parameters, refused) => {
		it.each(ORDER_STATUSES)(
			'an order whose status is %s is changed, or the error is led by its name and its state',
			async (status) => {
				await placeOrders(node, ['HAND-1']);
				if (status !== 'draft') await node.sandbox.control.stepOrder('@HAND-1', status);
				const { error, status: executionStatus } = await runNode(node, parameters());
				const expected = refused.includes(status)
					? `HAND-1 cannot be ${done}: it ${WORDS[status]}`
					: // The sandbox refunds no order on hold, which another service may do: it explains nothing.
						status === 'onhold' && done === 'refunded'
						? 'HAND-1 cannot be refunded in its current state'
						: undefined;
				expect(error?.message).toBe(expected);
				// Of an execution that n8n calls canceled, no error workflow hears.
				expect(executionStatus).toBe(error ? 'error' : 'success');
			},
		);
	},
);

describe('A reprint that is refused', () => {
	const REPRINT = 'POST /api/orders';
	const LOOK = 'GET /api/orders/@HAND-1-R';

	it('a reprint of a draft is refused as soon as the draft was read: the order is not looked for over eight seconds', async () => {
		await placeOrders(node, ['HAND-1']);
		const { error } = await runNode(node, reprint());
		expect(error?.message).toBe('HAND-1 cannot be reprinted: it is a draft');
		expect(receivedRequests(node)).toEqual([REPRINT, LOOK, 'GET /api/orders/@HAND-1']);
	});

	it('a reprint under the External ID of its original, chosen by that ID, is refused before anything is sent', async () => {
		await placeProducedOrder(node);
		const { error } = await runNode(node, reprintParameters('SOURCE'));
		expect(error?.message).toBe('External ID is that of the original order');
		expect(error?.description).toContain('Enter a new External ID for the reprint');
		expect(receivedRequests(node)).toEqual([]);
	});

	it.each([{}, { ifExists: 'error' }, { then: 'check' }])(
		'a reprint under the External ID of its original, chosen from the list, is refused for that: %j',
		async (options) => {
			await placeProducedOrder(node);
			const { id } = node.sandbox.control.order('@SOURCE');
			const { error, json } = await runNode(node, {
				...reprintParameters('SOURCE', options),
				orderId: locate('list', id),
			});
			const said = error
				? `${error.message}. ${String(error.description)}`
				: String((json[0]?.problems as string[])[0]);
			expect(said).toContain(
				'External ID is that of the original order. Nothing was created. Enter a new External ID for the reprint, such as SOURCE-R1.',
			);
			expect(said).not.toContain('Return Existing Order');
			expect(node.sandbox.control.orders()).toHaveLength(1);
		},
	);
});
