import type { INodeProperties } from 'n8n-workflow';

import { stockFilter, type MemberFilter } from '../../api/memberFilters';
import type { OperationCall } from '../../execution/operation';
import { filterLabel, filtersField, filterValues } from '../../fields/filters';
import { optionalSwitch } from '../../input/checks';

const inStock: INodeProperties = {
	displayName: 'In Stock',
	name: 'inStock',
	type: 'boolean',
	default: true,
	description:
		'Whether to return variants that are in stock, or, turned off, those that are not. A variant without a stock value counts as in stock, and a hint names it.',
};

export const variantFiltersField = filtersField('variants', [inStock]);

/**
 * The filters that were entered; none for a field that is empty.
 *
 * @throws UserError for a value that cannot be used
 */
export function variantFilters(call: OperationCall): MemberFilter[] {
	const { displayName } = inStock;
	const isWanted = optionalSwitch(filterValues(call).inStock, filterLabel(displayName));
	return isWanted === undefined ? [] : [stockFilter(displayName, isWanted)];
}
