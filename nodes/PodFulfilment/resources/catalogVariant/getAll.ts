import type { LocatorValue } from '../../locators/locator';
import { productLocator, productPath } from '../../locators/product';
import { getMany, getManyFields } from '../getMany';
import { optionsField } from '../options';
import { defineOperation } from '../operation';
import { simplified, simplifyFields } from '../simplify';
import { simplifyVariant } from './simplifyVariant';

/** GET /api/catalog-products/{id}/catalog-variants (spec section 4). */
export const getAll = defineOperation('catalogVariant', {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many catalog variants of a product',
	description: 'Retrieve a list of the variants of a product',
	fields: [
		{ ...productLocator, description: 'The product whose variants to read' },
		...getManyFields,
		...simplifyFields,
		optionsField(),
	],
	async perform(call) {
		const { path, about } = productPath(call.parameter<LocatorValue>('productId'));
		return await getMany(
			call,
			{ path: `${path}/catalog-variants`, about },
			simplified(call, simplifyVariant),
		);
	},
});
