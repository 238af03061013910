// Catalog Variant → Get: GET /api/catalog-product-variants/{id} (spec section 4), by ID or SKU, with 'Download Image'.

import { simplifyVariant } from '../../api/catalog/catalogVariant';
import { locatedVariantId } from '../../api/catalog/skuIndex';
import { variantPath } from '../../api/paths';
import { requestResource } from '../../api/resource';
import { defineOperation } from '../../execution/defineOperation';
import { catalogImage, withImage } from '../../execution/imageAttachment';
import { outputMapper } from '../../execution/outputMapper';
import { downloadImageField, optionsField, simplifyFields } from '../sharedFields';
import { optionIn } from '../../input/field';
import { variantLocator } from '../../listSearch/variant';

export const get = defineOperation('catalogVariant', {
	name: 'Get',
	value: 'get',
	action: 'Get a catalog variant',
	description: 'Retrieve a variant with its placements, options and stock',
	fields: [
		variantLocator,
		...simplifyFields('catalogVariant'),
		optionsField([downloadImageField.property]),
	],
	async perform(call) {
		const { client } = call;
		const toOutput = outputMapper(call, simplifyVariant);
		const isWithImage = optionIn(call.parameter('options', {}), downloadImageField);
		const chosen = call.parameter('variantId');
		const variant = variantPath(await locatedVariantId(client, chosen, 'Variant'));
		const { resource } = await requestResource(client, variant);
		const output = toOutput(resource);
		return [
			isWithImage ? await withImage(call, output, catalogImage('variant', resource)) : output,
		];
	},
});
