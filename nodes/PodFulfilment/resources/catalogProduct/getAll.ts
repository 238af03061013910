// Catalog Product → Get Many, with its filter by name.

import type { INodeProperties } from 'n8n-workflow';

import { simplifyProduct } from '../../api/simplify';
import { containsFilter, type MemberFilter } from '../../api/memberFilters';
import { defineOperation } from '../../execution/defineOperation';
import { filterHints } from '../filterReport';
import { filterLabel, filterValues } from '../filterValues';
import { readFilteredList } from '../readFilteredList';
import type { OperationCall } from '../../execution/operation';
import { outputMapper } from '../../execution/outputMapper';
import { filtersField, getManyFields, optionsField } from '../sharedFields';
import { optionalSimplifyFields } from '../outputFields';
import { optionalText } from '../../input/checks';

const nameContains: INodeProperties = {
	displayName: 'Name Contains',
	name: 'nameContains',
	type: 'string',
	default: '',
	placeholder: 'e.g. hoodie',
	description: 'Part of the name of the product. Not case-sensitive.',
};

/**
 * The filter that was entered; none for a field that is empty.
 *
 * @throws UserError for a value that cannot be used
 */
function productFilters(call: OperationCall): MemberFilter[] {
	const { displayName } = nameContains;
	const part = optionalText(filterValues(call).nameContains, filterLabel(displayName));
	return part === undefined ? [] : [containsFilter(displayName, 'name', part)];
}

/** GET /api/catalog-products (spec section 4). */
export const getAll = defineOperation('catalogProduct', {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many catalog products',
	description: 'Retrieve a list of the products in the catalog',
	fields: [
		...getManyFields,
		...optionalSimplifyFields('catalogProduct'),
		filtersField('products', [nameContains]),
		optionsField(),
	],
	runHints: filterHints('product'),
	async perform(call) {
		return await readFilteredList(
			call,
			{ path: '/api/catalog-products', subject: 'the catalog' },
			outputMapper(call, simplifyProduct, undefined, false),
			productFilters(call),
		);
	},
});
