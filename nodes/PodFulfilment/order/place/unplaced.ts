// The items of orders that are not placed now: left alone, skipped, or existing where nothing is to be sent. Also what each item
// says became of its order.

import type { IDataObject } from 'n8n-workflow';

import { isDraft } from '../../api/order';
import { inReadingOrder } from '../../api/simplify';
import type { OperationCall } from '../../execution/operation';
import { trimmed } from '../../input/guards';
import type {
	ComposedOrder,
	FoundBefore,
	ItemOutcome,
	OrderSource,
	PlacedOrder,
} from '../composedOrder';
import type { Then } from '../fields';
import {
	causesOf,
	isReview,
	lasting,
	notice,
	toReviewIn,
	warning,
	type Finding,
} from '../findings';
import type { FollowedOutput } from '../next/withNext';
import { noted, type orderResult } from '../orderResult';
import { checkedOrder } from './checkOnly';

/** The output with what became of it, and what of the findings somebody has to look at. */
export function withOutcome(
	output: IDataObject,
	outcome: ItemOutcome,
	findings: readonly Finding[] = [],
): IDataObject {
	const reviews = findings.filter(isReview);
	const reviewed = { toReview: toReviewIn(reviews), causes: causesOf(reviews) };
	return inReadingOrder({ ...output, outcome, ...(reviews.length > 0 && reviewed) });
}

/**
 * The item of an existing order that was not compared. It holds nothing of the order but its status, and no `id`: no later
 * node can confirm or cancel it.
 */
export const uncomparedItem = (
	call: OperationCall,
	externalId: string,
	{ order, warnings }: PlacedOrder,
	findings: readonly Finding[],
): FollowedOutput => ({
	output: {
		externalId,
		status: trimmed(order.status),
		outcome: 'existing' satisfies ItemOutcome,
		compared: false,
		warnings: noted(call, [...findings, ...warnings.map(warning)]),
	},
	...{ found: order, isUncompared: true },
});

/** The item of an order that does not exist and is left alone now; undefined of any other. */
export async function leftAlone(
	call: OperationCall,
	source: OrderSource,
	then: Then,
	before: FoundBefore | undefined,
): Promise<FollowedOutput | undefined> {
	const { externalId, followed } = source;
	if (followed?.leftAlone === undefined || !before || before.found) return undefined;
	const skipped = { externalId, skipped: true, reason: followed.leftAlone };
	if (then !== 'check') {
		if (followed.heldUntil !== undefined) call.note(notice('held', String(externalId)));
		return { output: withOutcome(skipped, 'skipped') };
	}
	// Its lines and its address are judged all the same, and what is wrong with them changes nothing of what comes next.
	const composed = { ...(await source.compose(true)), notDue: followed.leftAlone, skipped };
	const settings = { ifExists: 'returnExisting', checksFiles: false } as const;
	const { output } = await checkedOrder(call, externalId, composed, settings);
	return { output };
}

/** The item of a composed order of which nothing is to be produced; undefined of any other. */
export function skippedItem(
	call: OperationCall,
	{ skipped, findings }: ComposedOrder,
): FollowedOutput | undefined {
	if (!skipped) return undefined;
	const warnings = noted(call, lasting(findings));
	const output = { ...skipped, ...(warnings.length > 0 && { warnings }) };
	return { output: withOutcome(output, 'skipped') };
}

/**
 * The item of an order that exists already, where nothing is to be sent; undefined of any other.
 *
 * @param isToConfirm whether it would be confirmed if it were due
 */
export function existingItem(
	call: OperationCall,
	toOutput: ReturnType<typeof orderResult>,
	externalId: string,
	{ existing, notDue, findings: found, sourceNow }: ComposedOrder,
	isToConfirm: boolean,
): FollowedOutput | undefined {
	if (!existing) return undefined;
	const findings = lasting(found);
	if (existing.isUncompared) return uncomparedItem(call, externalId, existing, findings);
	if (notDue === undefined) return undefined;
	const { order, warnings: own } = existing;
	const unconfirmed = isToConfirm && isDraft(order) ? [`It was not confirmed: ${notDue}.`] : [];
	const output = toOutput(order, [...findings, ...[...own, ...unconfirmed].map(warning)]);
	const item = sourceNow?.state === 'calledOff' ? { ...output, calledOff: true } : output;
	return {
		output: withOutcome(item, 'existing', findings),
		...{ found: order, review: toReviewIn(findings) },
	};
}
