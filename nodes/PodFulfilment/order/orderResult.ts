// Maps an order to the output of an operation, and notes what is said of it with its item, for the hints.

import type { IDataObject } from 'n8n-workflow';

import { knownVariant } from '../api/catalog/variantLookup';
import { inReadingOrder, simplifyOrder } from '../api/simplify';
import { withValidationErrors } from '../api/validationErrors';
import type { OperationCall } from '../execution/operation';
import { outputMapper } from '../execution/outputMapper';
import { failureWarnings } from './failedOrder';
import { warningsIn, type Finding } from './findings';

/** Warnings of an order that hints count: each is searched for secrets. */
const MAX_NOTED = 1_000;

/** Notes findings with the item, for the hints, and returns the texts of its `warnings`. */
export function noted(call: Pick<OperationCall, 'note'>, findings: readonly Finding[]): string[] {
	const remarks = findings.filter((finding) => finding.level !== 'problem');
	const plain = remarks.filter(({ kind }) => kind === undefined);
	const uncounted = new Set(plain.slice(MAX_NOTED));
	for (const remark of remarks) if (!uncounted.has(remark)) call.note(remark);
	return warningsIn(findings);
}

/**
 * Returns the function that maps an order to the output of an operation: simplified or not, with `validationErrors`
 * (spec section 7) and `warnings` if there are any. A failed order has a warning that says why: n8n shows no hints of
 * production executions.
 */
export function orderResult(
	call: OperationCall,
): (order: IDataObject, findings?: readonly Finding[], isByHand?: boolean) => IDataObject {
	const simplify = (order: IDataObject): IDataObject =>
		simplifyOrder(order, (variantId) => {
			const variant = knownVariant(call.client, variantId);
			return variant && { name: variant.itemName, sku: variant.sku };
		});
	const toOutput = outputMapper(call, simplify, withValidationErrors);
	return (order, own = [], isByHand = false) => {
		const output = toOutput(order);
		const warnings = noted(call, [...failureWarnings(order, isByHand), ...own]);
		return warnings.length > 0 ? inReadingOrder({ ...output, warnings }) : output;
	};
}

/** Likewise of an order that was changed: where it could not be read, the change must not look as if it failed. */
export function changedResult(
	call: OperationCall,
): (changed: { order: IDataObject; findings: Finding[]; isRead: boolean }) => IDataObject {
	const toResult = orderResult(call);
	return ({ order, findings, isRead }) =>
		isRead ? toResult(order, findings) : { ...order, warnings: noted(call, findings) };
}
