import type { IDataObject } from 'n8n-workflow';

import { simplifyOrder } from '../../api/simplifyOrder';
import { withValidationErrors } from '../../api/validationErrors';
import type { OperationCall } from '../../execution/operation';
import { outputMapper } from '../../execution/outputMapper';

/**
 * Returns the function that maps an order to the output of an operation: simplified or not, with `validationErrors`
 * (spec section 7) and `warnings` if there are any.
 */
export function orderResult(
	call: OperationCall,
): (order: IDataObject, warnings?: string[]) => IDataObject {
	const toOutput = outputMapper(call, simplifyOrder, withValidationErrors);
	return (order, warnings = []) => {
		const output = toOutput(order);
		return warnings.length > 0 ? { ...output, warnings } : output;
	};
}
