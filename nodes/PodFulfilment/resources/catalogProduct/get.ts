import { productPath } from '../../api/paths';
import { requestResource } from '../../api/resource';
import { defineOperation } from '../../execution/defineOperation';
import { optionsField } from '../../fields/options';
import type { LocatorValue } from '../../input/locatorValue';
import { productLocator } from '../../listSearch/product';

/** GET /api/catalog-products/{id} (spec section 4). */
export const get = defineOperation('catalogProduct', {
	name: 'Get',
	value: 'get',
	action: 'Get a catalog product',
	description: 'Retrieve a product of the catalog',
	fields: [productLocator, optionsField()],
	async perform({ client, parameter }) {
		const product = productPath(parameter<LocatorValue>('productId'));
		return [(await requestResource(client, { method: 'GET', ...product })).resource];
	},
});
