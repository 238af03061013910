// Order → Refund: at most one refund of an order, looked for before and after it is sent.

import type { IDataObject } from 'n8n-workflow';

import { withLocatedOrder } from '../../api/locatedOrder';
import { tryOrder, type OrderReference } from '../../api/order';
import { orderName } from '../../api/simplify';
import { defineOperation } from '../../execution/defineOperation';
import { WRITE_NOTES } from '../../execution/itemError';
import { optionsField, simplifyFields, humanReviewNotice, refundNotice } from '../sharedFields';
import { objectsOf } from '../../input/objects';
import { orderLocator } from '../../listSearch/collections';
import { statusesWhere } from '../../spec/statuses';
import { ServiceError, unwrap } from '../../transport/errors/serviceError';
import { changeOrder } from '../../order/change/makeChange';
import { changeNotices } from '../../order/hints';
import { notice, warning } from '../../order/findings';
import { changedResult, orderResult } from '../../order/orderResult';

/** A refund that was made, or the error of one that may have been made. */
type Refund = 'done' | ServiceError;

/** Executions that are remembered. They run for minutes, and few at a time; the oldest is forgotten first. */
const REMEMBERED_EXECUTIONS = 1_000;

const executions = new Map<unknown, Map<string, Refund>>();

/**
 * The refunds of an execution of a workflow, by account and order. All else that a run remembers begins anew with each
 * try of Retry On Fail; a refund that may have been made must not.
 *
 * @param execution what all tries of an execution have in common, see OperationCall
 */
export function refundsOfExecution(execution: unknown): Map<string, Refund> {
	const refunds = executions.get(execution) ?? new Map<string, Refund>();
	executions.set(execution, refunds);
	for (const [oldest] of executions) {
		if (executions.size <= REMEMBERED_EXECUTIONS) break;
		executions.delete(oldest);
	}
	return refunds;
}

/** Whether an order was refunded: it then has an association of type `refund` (spec section 2, Association). */
const isRefunded = ({ associations }: IDataObject): boolean =>
	objectsOf(associations).some(({ type }) => type === 'refund');

/** Statuses that explain no refusal. The spec does not say which it takes. */
const REFUNDABLE = statusesWhere('mayBeRefunded');

/** Two items for one order may have been meant as two refunds. */
const NOT_AGAIN =
	'The order was refunded earlier in this execution. Nothing was refunded a second time.';

/**
 * POST /api/orders/{id}/refund (spec section 4); returns the refunded order.
 *
 * At most one refund per order: the order is read first, and not refunded again if the service shows a refund. If it
 * shows none, then at least within one execution: an order that was refunded there, or may have been, is not refunded
 * again, in any try of Retry On Fail.
 */
export const refund = defineOperation('order', {
	name: 'Refund',
	value: 'refund',
	action: 'Refund an order in production or sent',
	description:
		'Refund an order that is in production or has been sent. You get the money, not your customer.',
	fields: [
		humanReviewNotice,
		refundNotice,
		orderLocator(),
		...simplifyFields('order'),
		optionsField(),
	],
	executionHints: changeNotices,
	writeNotes: {
		...WRITE_NOTES,
		inDoubt: (subject) =>
			`The change of ${subject} may have been made. Running the node again is not safe: look at the order first, and leave it out if it is refunded.`,
	},
	rerunNotes: {
		done: 'Their orders are refunded: leave these items out when you run the node again.',
		inDoubt:
			'Look at these orders before you run the node again, and leave out those that are refunded.',
	},
	async perform(call) {
		const { client } = call;
		const toResult = orderResult(call);
		const toChanged = changedResult(call);
		const refundOrder = async (order: OrderReference): Promise<IDataObject[]> => {
			const read = async () => await tryOrder(client, order);
			const before = unwrap(await read());
			if (isRefunded(before)) {
				const sentence = `${orderName(before)} was refunded before, and nothing changed.`;
				return [toResult(before, [notice('repeated', sentence)])];
			}
			// By the service's ID: two items may refer to one order by ID and by external ID.
			const key = `${client.account} ${String(before.id)}`;
			return await client.run.exclusively(key, async () => {
				const refunds = refundsOfExecution(call.execution);
				const earlier = refunds.get(key);
				if (earlier !== undefined) {
					const current = unwrap(await read());
					if (earlier === 'done' || isRefunded(current)) {
						return [toResult(current, [warning(NOT_AGAIN)])];
					}
					client.write.begin(order.subject);
					client.write.onDoubt();
					throw earlier;
				}
				const changed = await changeOrder(client, order, {
					request: { method: 'POST', path: `${order.path}/refund` },
					done: 'refunded',
					known: before,
					possibleIn: REFUNDABLE,
					isShownBy: isRefunded,
					onAnswer(result) {
						if (!(result instanceof ServiceError)) refunds.set(key, 'done');
						else if (client.write.isInDoubt) refunds.set(key, result);
					},
				});
				refunds.set(key, 'done');
				const isSeen = changed.findings.length === 0;
				const made = isSeen ? [notice('refunded', orderName(changed.order))] : changed.findings;
				return [toChanged({ ...changed, findings: made })];
			});
		};
		return await withLocatedOrder(client, call.parameter('orderId'), refundOrder);
	},
});
