import { simplifyVariant } from '../../api/catalog/catalogVariant';
import { productPath } from '../../api/paths';
import { defineOperation } from '../../execution/defineOperation';
import { filterHints } from '../../execution/filterReport';
import { getMany, getManyFields } from '../../execution/getMany';
import { optionsField } from '../../fields/options';
import { outputMapper, simplifyFields } from '../../fields/simplify';
import type { LocatorValue } from '../../input/locatorValue';
import { productLocator } from '../../listSearch/product';
import { variantFilters, variantFiltersField } from './filters';

/** GET /api/catalog-products/{id}/catalog-variants (spec section 4). */
export const getAll = defineOperation('catalogVariant', {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many catalog variants of a product',
	description: 'Retrieve a list of the variants of a product',
	fields: [
		{ ...productLocator, description: 'The product whose variants to read' },
		...getManyFields,
		...simplifyFields('catalogVariant'),
		variantFiltersField,
		optionsField(),
	],
	runHints: filterHints('variant'),
	async perform(call) {
		const { path, about } = productPath(call.parameter<LocatorValue>('productId'));
		return await getMany(
			call,
			{ path: `${path}/catalog-variants`, about },
			outputMapper(call, simplifyVariant),
			variantFilters(call),
		);
	},
});
