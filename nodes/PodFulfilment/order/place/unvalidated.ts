import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import { millisecondsOf } from '../../input/timestamp';
import { firstReasons, forEditor } from '../../input/wording';
import { orderName } from '../failedOrder';

const NOT_VALIDATED = ' is confirmed, not yet validated.';

/**
 * A warning that an order which Create confirmed may still fail (spec section 3), after the execution is green.
 *
 * @param isWaitSet whether the user chose how long to wait for the validation
 */
export const unvalidatedWarning = (externalId: string, isWaitSet: boolean): string =>
	`${externalId}${NOT_VALIDATED} ${isWaitSet ? 'Raise' : 'Add'} Wait for Validation to be told here if it fails.`;

/** Whether a warning is {@link unvalidatedWarning}. */
export const isUnvalidatedWarning = (warning: string): boolean => warning.includes(NOT_VALIDATED);

/** The hint on warnings of orders that were confirmed and are not validated yet. */
export function unvalidatedHints(warnings: string[]): NodeExecutionHint[] {
	const [first, ...others] = warnings;
	if (first === undefined) return [];
	const names = warnings.map((warning) => warning.slice(0, warning.indexOf(NOT_VALIDATED)));
	const [, advice = ''] = first.split(NOT_VALIDATED);
	const message =
		others.length === 0
			? first
			: `${warnings.length} orders are confirmed, not yet validated: ${firstReasons(names, ', ')}.${advice.replace('it fails', 'one fails')}`;
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
