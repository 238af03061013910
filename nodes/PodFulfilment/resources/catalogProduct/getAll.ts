// Catalog Product → Get Many: GET /api/catalog-products (spec section 4), with its filter by name.

import { simplifyProduct } from '../../api/simplify';
import { defineOperation } from '../../execution/defineOperation';
import { textProperty } from '../../input/field';
import { containsFilter, filtersOf } from '../filters';
import { filterHints, readFilteredList } from '../readFilteredList';
import { outputMapper } from '../../execution/outputMapper';
import { getManyFields, optionsField, simplifyFields } from '../sharedFields';

const nameContains = textProperty(
	'Name Contains',
	'nameContains',
	'hoodie',
	'Part of the name of the product. Not case-sensitive.',
);

const filters = filtersOf('products', [containsFilter(nameContains, 'name')]);

export const getAll = defineOperation('catalogProduct', {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many catalog products',
	description: 'Retrieve a list of the products in the catalog',
	fields: [
		...getManyFields,
		...simplifyFields('catalogProduct', false),
		filters.property,
		optionsField(),
	],
	runHints: filterHints('product'),
	async perform(call) {
		return await readFilteredList(
			call,
			{ path: '/api/catalog-products', subject: 'the catalog' },
			outputMapper(call, simplifyProduct, undefined, false),
			filters.read(call),
		);
	},
});
