import { locatorChoice, type LocatorValue } from '../../locators/locator';
import { variantLocator, variantPath } from '../../locators/variant';
import { optionsField } from '../options';
import { defineOperation } from '../operation';
import { simplified, simplifyFields } from '../simplify';
import { simplifyVariant } from './simplifyVariant';

/** GET /api/catalog-product-variants/{id} (spec section 4). */
export const get = defineOperation('catalogVariant', {
	name: 'Get',
	value: 'get',
	action: 'Get a catalog variant',
	description: 'Retrieve a variant with its placements, options and stock',
	fields: [variantLocator, ...simplifyFields, optionsField()],
	async perform(call) {
		const variant = variantPath(locatorChoice(call.parameter<LocatorValue>('variantId')).value);
		const { object } = await call.service.sendForObject({ method: 'GET', ...variant });
		return [simplified(call, simplifyVariant)(object)];
	},
});
