// The warnings and the hint that an order which was confirmed may still fail, since its validation may not have ended.

import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import { millisecondsOf } from '../input/timestamp';
import { firstReasons, forEditor } from '../input/wording';
import type { Run } from '../transport/run';
import { orderName } from './failedOrder';
import { warningKindsOf } from './warningKinds';

const waitAdvice = (which: string, isWaitSet: boolean): string =>
	`${isWaitSet ? 'Raise' : 'Add'} Wait for Validation to be told here if ${which} fails.`;

/** An order that was confirmed and is not validated. */
interface UnvalidatedOrder {
	externalId: string;
	/** Whether the user chose how long to wait for the validation. */
	isWaitSet: boolean;
}

const warningOf = ({ externalId, isWaitSet }: UnvalidatedOrder): string =>
	`${externalId} is confirmed, not yet validated. ${waitAdvice('it', isWaitSet)}`;

/** A warning that an order which Create confirmed may still fail (spec section 3), after the execution is green. */
export const unvalidatedWarning = (run: Run, order: UnvalidatedOrder): string =>
	warningKindsOf(run).note(warningOf(order), { kind: 'unvalidated', ...order });

/** The hint on orders that were confirmed and are not validated yet. */
export function unvalidatedHints(orders: readonly UnvalidatedOrder[]): NodeExecutionHint[] {
	const [first, ...others] = orders;
	if (first === undefined) return [];
	const names = firstReasons(
		orders.map(({ externalId }) => externalId),
		', ',
	);
	const message =
		others.length === 0
			? warningOf(first)
			: `${orders.length} orders are confirmed, not yet validated: ${names}. ${waitAdvice('one', first.isWaitSet)}`;
	return [{ type: 'info', message: forEditor(message), location: 'outputPane' }];
}

/** How long ago an order was placed whose validation may not have ended. The spec does not say how long it takes. */
const YOUNG_MS = 60_000;

/** Likewise for an order that was placed before it was confirmed, as far as n8n's clock tells. */
export function youngOrderWarnings(order: IDataObject): string[] {
	const createdAt = millisecondsOf(order.createdAt);
	const isYoung = createdAt !== undefined && Math.abs(Date.now() - createdAt) < YOUNG_MS;
	return isYoung && order.status === 'pending'
		? [
				`${orderName(order)} is confirmed, and was placed just now: it may still fail. Read it again in a minute with Order → Get.`,
			]
		: [];
}
