import type { LocatorValue } from '../../locators/locator';
import { productLocator, productPath } from '../../locators/product';
import { optionsField } from '../options';
import { defineOperation } from '../operation';

/** GET /api/catalog-products/{id} (spec section 4). */
export const get = defineOperation('catalogProduct', {
	name: 'Get',
	value: 'get',
	action: 'Get a catalog product',
	description: 'Retrieve a product of the catalog',
	fields: [productLocator, optionsField()],
	async perform({ service, parameter }) {
		const product = productPath(parameter<LocatorValue>('productId'));
		return [(await service.sendForObject({ method: 'GET', ...product })).object];
	},
});
