// Notes which orders a run confirmed that may still fail, since their validation may not have ended, for the hints beside
// the output. No warnings of their items: every good order would have one.

import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import { millisecondsOf } from '../input/timestamp';
import { firstReasons, forEditor } from '../input/wording';
import type { ApiClient } from '../transport/client';
import type { Run } from '../transport/run';
import { orderName } from './failedOrder';

/** An order that Create or Reprint confirmed. */
interface UnvalidatedOrder {
	externalId: string;
	/** Whether the user chose how long to wait for the validation. */
	isWaitSet: boolean;
}

/** The orders of a run that may still fail (spec section 3) after the execution is green. */
class OrdersThatMayFail {
	readonly unvalidated: UnvalidatedOrder[] = [];

	/** Names of orders that were placed just before they were confirmed. */
	readonly young: string[] = [];
}

const ordersOfRuns = new WeakMap<Run, OrdersThatMayFail>();

function ordersOf(run: Run): OrdersThatMayFail {
	const orders = ordersOfRuns.get(run) ?? new OrdersThatMayFail();
	ordersOfRuns.set(run, orders);
	return orders;
}

/** Notes an order that Create or Reprint confirmed without waiting for its validation. */
export function noteUnvalidated(run: Run, order: UnvalidatedOrder): void {
	ordersOf(run).unvalidated.push(order);
}

/** How long ago an order was placed whose validation may not have ended. The spec does not say how long it takes. */
const YOUNG_MS = 60_000;

/** Notes an order that was confirmed where it was placed just before, as far as n8n's clock tells. */
export function noteIfYoung(
	{ run, redact }: Pick<ApiClient, 'run' | 'redact'>,
	order: IDataObject,
): void {
	const createdAt = millisecondsOf(order.createdAt);
	const isYoung = createdAt !== undefined && Math.abs(Date.now() - createdAt) < YOUNG_MS;
	if (isYoung && order.status === 'pending') ordersOf(run).young.push(redact(orderName(order)));
}

const waitAdvice = (which: string, isWaitSet: boolean): string =>
	`${isWaitSet ? 'Raise' : 'Add'} Wait for Validation to be told here if ${which} fails.`;

function unvalidatedText(orders: readonly UnvalidatedOrder[]): string[] {
	const [first, ...others] = orders;
	if (first === undefined) return [];
	const { externalId, isWaitSet } = first;
	const names = firstReasons(
		orders.map((order) => order.externalId),
		', ',
	);
	return others.length === 0
		? [`${externalId} is confirmed, not yet validated. ${waitAdvice('it', isWaitSet)}`]
		: [
				`${orders.length} orders are confirmed, not yet validated: ${names}. ${waitAdvice('one', isWaitSet)}`,
			];
}

function youngText(names: readonly string[]): string[] {
	const [first, ...others] = names;
	if (first === undefined) return [];
	return others.length === 0
		? [
				`${first} is confirmed, and was placed just now: it may still fail. Read it again in a minute with Order → Get.`,
			]
		: [
				`${names.length} orders are confirmed, and were placed just now: ${firstReasons(names, ', ')}. They may still fail: read them again in a minute with Order → Get Many.`,
			];
}

/** The hints on orders that a run confirmed and that may still fail. */
export function unvalidatedHints(run: Run): NodeExecutionHint[] {
	const { unvalidated, young } = ordersOf(run);
	return [...unvalidatedText(unvalidated), ...youngText(young)].map((message) => ({
		type: 'info',
		message: forEditor(message),
		location: 'outputPane',
	}));
}
