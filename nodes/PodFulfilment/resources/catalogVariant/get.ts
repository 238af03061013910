import { variantLocator } from '../../listSearch/variant';
import { optionsField } from '../../fields/options';
import { simplified, simplifyFields } from '../../fields/simplify';
import { simplifyVariant } from '../../api/catalogVariant';
import { requestResource } from '../../api/resource';
import { variantPath } from '../../api/paths';
import { defineOperation } from '../../execution/defineOperation';
import type { LocatorValue } from '../../input/locatorValue';

/** GET /api/catalog-product-variants/{id} (spec section 4). */
export const get = defineOperation('catalogVariant', {
	name: 'Get',
	value: 'get',
	action: 'Get a catalog variant',
	description: 'Retrieve a variant with its placements, options and stock',
	fields: [variantLocator, ...simplifyFields('catalogVariant'), optionsField()],
	async perform(call) {
		const variant = variantPath(call.parameter<LocatorValue>('variantId'));
		const { resource: object } = await requestResource(call.client, { method: 'GET', ...variant });
		return [simplified(call, simplifyVariant)(object)];
	},
});
