// Catalog Product → Get: GET /api/catalog-products/{id} (spec section 4), with 'Download Image'.

import { simplifyProduct } from '../../api/simplify';
import { productPath } from '../../api/paths';
import { requestResource } from '../../api/resource';
import { defineOperation } from '../../execution/defineOperation';
import { catalogImage, withImage } from '../../execution/imageAttachment';
import { outputMapper } from '../../execution/outputMapper';
import { downloadImageField, optionsField, simplifyFields } from '../sharedFields';
import { optionIn } from '../../input/field';
import { productLocator } from '../../listSearch/collections';

export const get = defineOperation('catalogProduct', {
	name: 'Get',
	value: 'get',
	action: 'Get a catalog product',
	description: 'Retrieve a product of the catalog',
	fields: [
		productLocator,
		...simplifyFields('catalogProduct', false),
		optionsField([downloadImageField.property]),
	],
	async perform(call) {
		const { client, parameter } = call;
		const toOutput = outputMapper(call, simplifyProduct, undefined, false);
		const isWithImage = optionIn(parameter('options', {}), downloadImageField);
		const product = productPath(parameter('productId'));
		const { resource } = await requestResource(client, product);
		const output = toOutput(resource);
		return [
			isWithImage ? await withImage(call, output, catalogImage('product', resource)) : output,
		];
	},
});
