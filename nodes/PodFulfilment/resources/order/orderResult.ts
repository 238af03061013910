import type { IDataObject } from 'n8n-workflow';

import { simplifyOrder, withValidationErrors } from '../../api/simplifyOrder';
import type { OperationCall } from '../../execution/operation';
import { simplified } from '../../fields/simplify';

/**
 * How every operation hands an order back: simplified or not, with `validationErrors` where its validation found
 * something (spec section 7), and with `warnings` where the user should know something of an order just placed.
 */
export function orderResult(
	call: OperationCall,
): (order: IDataObject, warnings?: string[]) => IDataObject {
	const toResult = simplified(call, simplifyOrder, withValidationErrors);
	return (order, warnings = []) => {
		const result = toResult(order);
		return warnings.length > 0 ? { ...result, warnings } : result;
	};
}
