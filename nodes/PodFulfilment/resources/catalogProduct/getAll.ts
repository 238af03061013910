import { defineOperation } from '../../execution/defineOperation';
import { filterHints } from '../../execution/filterReport';
import { getMany, getManyFields } from '../../execution/getMany';
import { optionsField } from '../../fields/options';
import { productFilters, productFiltersField } from './filters';

/** GET /api/catalog-products (spec section 4). */
export const getAll = defineOperation('catalogProduct', {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many catalog products',
	description: 'Retrieve a list of the products in the catalog',
	fields: [...getManyFields, productFiltersField, optionsField()],
	runHints: filterHints('product'),
	async perform(call) {
		return await getMany(
			call,
			{ path: '/api/catalog-products', about: 'the catalog' },
			undefined,
			productFilters(call),
		);
	},
});
