// Maps an order to the output of an operation: simplified or not, with its `validationErrors` and its `warnings`, among
// them why it failed.

import type { IDataObject } from 'n8n-workflow';

import { inReadingOrder, simplifyOrder } from '../api/simplify';
import { withValidationErrors } from '../api/validationErrors';
import type { OperationCall } from '../execution/operation';
import { outputMapper } from '../execution/outputMapper';
import { failureWarnings } from './failedOrder';

/**
 * Returns the function that maps an order to the output of an operation: simplified or not, with `validationErrors`
 * (spec section 7) and `warnings` if there are any. A failed order has a warning that says why: n8n shows no hints of
 * production executions.
 */
export function orderResult(
	call: OperationCall,
): (order: IDataObject, warnings?: string[], isByHand?: boolean) => IDataObject {
	const toOutput = outputMapper(call, simplifyOrder, withValidationErrors);
	return (order, own = [], isByHand = false) => {
		const output = toOutput(order);
		const warnings = [...failureWarnings(call.client.run, order, isByHand), ...own];
		return warnings.length > 0 ? inReadingOrder({ ...output, warnings }) : output;
	};
}
