// The ID of the variant that a locator field chooses, by ID or SKU. Refuses a SKU that no variant or several variants
// have, and names the nearest SKUs.

import { refuse } from '../../input/checks';
import { locatorChoice, locatorText, SKU_MODE } from '../../input/locatorValue';
import { quotedList, quote } from '../../input/wording';
import type { ApiClient } from '../../transport/client';
import { findVariantBySku } from './skuIndex';

/**
 * @param field its label in messages, e.g. 'Items → Item 1 → Variant'
 * @throws UserError when the catalog has no variant with the SKU, or several
 * @throws ServiceError when the catalog cannot be read
 */
export async function variantIdOfSku(
	client: ApiClient,
	sku: string,
	field: string,
): Promise<string> {
	const match = await findVariantBySku(client, sku);
	switch (match.kind) {
		case 'one':
			return match.variantId;
		case 'several':
			return refuse(
				field,
				`is ${quote(sku)}, which is the SKU of several variants: ${quotedList(match.names, ' and ')}`,
				'Choose the variant from the list, or enter its ID.',
			);
		case 'none':
			return refuse(
				field,
				`is ${quote(sku)}, a SKU that the catalog does not have`,
				match.nearest.length === 0
					? 'Compare it with the SKUs of the catalog, choose the variant from the list, or enter its ID.'
					: `The nearest ${match.nearest.length === 1 ? 'is' : 'are'} ${quotedList(match.nearest)}. Correct the SKU, or choose the variant from the list.`,
			);
	}
}

/**
 * The ID of the variant chosen in a resource locator; a SKU is looked up in the catalog.
 *
 * @throws UserError naming the field, for a SKU that no variant has, or several
 * @throws ServiceError when the catalog cannot be read
 */
export async function locatedVariantId(
	client: ApiClient,
	locator: unknown,
	field: string,
): Promise<string> {
	const value = locatorText(locator);
	if (locatorChoice(locator).mode !== SKU_MODE || value === '') return value;
	return await variantIdOfSku(client, value, field);
}
