import type { IDataObject } from 'n8n-workflow';

import { catalogVariantOf } from '../../order/catalog';
import { pick } from '../simplify';

/** A variant with what an order needs to know of it: placement types, techniques and option values by name. */
export function simplifyVariant(variant: IDataObject): IDataObject {
	const { placements, options } = catalogVariantOf(variant);
	return {
		...pick(variant, ['id', 'sku', 'name', 'image', 'inStock']),
		placements,
		options,
	};
}
