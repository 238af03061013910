import type { IDataObject } from 'n8n-workflow';

import { plainText } from '../../input/plainText';
import { pick } from '../resource';

const PRODUCT_FIELDS = ['id', 'name', 'description', 'brand', 'image', 'variantCount'] as const;

/** A product of the catalog without JSON-LD keys, its description as plain text. */
export function simplifyProduct(product: IDataObject): IDataObject {
	const { description } = product;
	return {
		...pick(product, PRODUCT_FIELDS),
		...(typeof description === 'string' && { description: plainText(description) }),
	};
}
