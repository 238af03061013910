import type { IDataObject } from 'n8n-workflow';

import { simplifyOrder, withValidationErrors } from '../../order/simplifyOrder';
import type { OperationCall } from '../operation';
import { simplified } from '../simplify';

/**
 * How every operation hands an order back: simplified or not, with `validationErrors` where its validation found
 * something (spec section 7), and with `warnings` where the user should know something of an order just placed.
 */
export function orderResult(
	call: OperationCall,
): (order: IDataObject, warnings?: string[]) => IDataObject {
	const simplify = simplified(call, simplifyOrder);
	return (order, warnings = []) => {
		const result = simplify(withValidationErrors(order));
		return warnings.length > 0 ? { ...result, warnings } : result;
	};
}
