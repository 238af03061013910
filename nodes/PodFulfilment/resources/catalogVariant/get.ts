import { simplifyVariant } from '../../api/catalog/catalogVariant';
import { locatedVariantId } from '../../api/catalog/locatedVariant';
import { variantPath } from '../../api/paths';
import { requestResource } from '../../api/resource';
import { defineOperation } from '../../execution/defineOperation';
import { outputMapper } from '../../execution/outputMapper';
import { optionsField } from '../../fields/options';
import { simplifyFields } from '../../fields/simplify';
import type { LocatorValue } from '../../input/locatorValue';
import { variantLocator } from '../../listSearch/variant';

/** GET /api/catalog-product-variants/{id} (spec section 4). */
export const get = defineOperation('catalogVariant', {
	name: 'Get',
	value: 'get',
	action: 'Get a catalog variant',
	description: 'Retrieve a variant with its placements, options and stock',
	fields: [variantLocator, ...simplifyFields('catalogVariant'), optionsField()],
	async perform(call) {
		const { client } = call;
		const chosen = call.parameter<LocatorValue>('variantId');
		const variant = variantPath(await locatedVariantId(client, chosen, 'Variant'));
		const { resource } = await requestResource(client, { method: 'GET', ...variant });
		return [outputMapper(call, simplifyVariant)(resource)];
	},
});
