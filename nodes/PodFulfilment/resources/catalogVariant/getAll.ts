// Catalog Variant → Get Many, with its filter by stock.

import type { INodeProperties } from 'n8n-workflow';

import { simplifyVariant } from '../../api/catalog/catalogVariant';
import { stockFilter, type MemberFilter } from '../../api/memberFilters';
import { productPath } from '../../api/paths';
import { defineOperation } from '../../execution/defineOperation';
import { filterHints } from '../filterReport';
import { filterLabel, filterValues } from '../filterValues';
import { readFilteredList } from '../readFilteredList';
import type { OperationCall } from '../../execution/operation';
import { outputMapper } from '../../execution/outputMapper';
import { filtersField, getManyFields, optionsField } from '../sharedFields';
import { simplifyFields } from '../outputFields';
import { optionalSwitch } from '../../input/checks';
import type { LocatorValue } from '../../input/locatorValue';
import { productLocator } from '../../listSearch/product';

const inStock: INodeProperties = {
	displayName: 'In Stock',
	name: 'inStock',
	type: 'boolean',
	default: true,
	description:
		'Whether to return variants that are in stock or, if turned off, those that are not. A variant without a stock value counts as in stock, and a hint names it.',
};

/**
 * The filter that was entered; none for a field that is empty.
 *
 * @throws UserError for a value that cannot be used
 */
function variantFilters(call: OperationCall): MemberFilter[] {
	const { displayName } = inStock;
	const isWanted = optionalSwitch(filterValues(call).inStock, filterLabel(displayName));
	return isWanted === undefined ? [] : [stockFilter(displayName, isWanted)];
}

/** GET /api/catalog-products/{id}/catalog-variants (spec section 4). */
export const getAll = defineOperation('catalogVariant', {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many catalog variants of a product',
	description: 'Retrieve a list of the variants of a product',
	fields: [
		{ ...productLocator, description: 'The product whose variants to get' },
		...getManyFields,
		...simplifyFields('catalogVariant'),
		filtersField('variants', [inStock]),
		optionsField(),
	],
	runHints: filterHints('variant'),
	async perform(call) {
		const { path, subject } = productPath(call.parameter<LocatorValue>('productId'));
		return await readFilteredList(
			call,
			{ path: `${path}/catalog-variants`, subject },
			outputMapper(call, simplifyVariant),
			variantFilters(call),
		);
	},
});
