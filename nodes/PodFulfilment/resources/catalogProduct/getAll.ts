// Catalog Product → Get Many: GET /api/catalog-products (spec section 4), with its filter by name.

import { CATALOG } from '../../api/paths';
import { simplifyProduct } from '../../api/simplify';
import { outputMapper } from '../../execution/outputMapper';
import { textProperty } from '../../input/field';
import { containsFilter, filtersOf } from '../filters';
import { getManyOperation, readFilteredList } from '../getMany';

const nameContains = textProperty(
	'Name Contains',
	'nameContains',
	'hoodie',
	'Part of the name of the product. Not case-sensitive.',
);

const filters = filtersOf('products', [containsFilter(nameContains, 'name')]);

export const getAll = getManyOperation('catalogProduct', {
	action: 'Get many catalog products',
	description: 'Retrieve a list of the products in the catalog',
	noun: 'product',
	filters,
	isSimplified: false,
	async perform(call) {
		return await readFilteredList(
			call,
			CATALOG,
			outputMapper(call, simplifyProduct, undefined, false),
			filters.read(call),
		);
	},
});
