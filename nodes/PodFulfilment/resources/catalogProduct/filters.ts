import type { INodeProperties } from 'n8n-workflow';

import { containsFilter, type MemberFilter } from '../../api/memberFilters';
import type { OperationCall } from '../../execution/operation';
import { filterLabel, filtersField, filterValues } from '../../fields/filters';
import { optionalText } from '../../input/checks';

const nameContains: INodeProperties = {
	displayName: 'Name Contains',
	name: 'nameContains',
	type: 'string',
	default: '',
	placeholder: 'e.g. hoodie',
	description: 'A part of the name of the product. Capitals do not matter.',
};

export const productFiltersField = filtersField('products', [nameContains]);

/**
 * The filters that were entered; none for a field that is empty.
 *
 * @throws UserError for a value that cannot be used
 */
export function productFilters(call: OperationCall): MemberFilter[] {
	const { displayName } = nameContains;
	const part = optionalText(filterValues(call).nameContains, filterLabel(displayName));
	return part === undefined ? [] : [containsFilter(displayName, 'name', part)];
}
