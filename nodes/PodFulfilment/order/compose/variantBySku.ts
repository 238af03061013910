// Replaces the SKU of an entered item by the ID of its variant; refuses a SKU that belongs to another variant than the
// given ID.

import { variantIdOfSku } from '../../api/catalog/locatedVariant';
import { refuse } from '../../input/checks';
import { quote } from '../../input/wording';
import type { ApiClient } from '../../transport/client';
import type { EnteredItem, Item } from './item';

const isNamedById = (item: EnteredItem): item is Item =>
	item.sku === undefined && item.variantId !== undefined;

/**
 * Replaces the SKU of an item by the ID of its variant. Returns an item that was entered by ID as it is.
 *
 * @param field label of the variant's field in error messages
 * @throws UserError for a SKU of no variant, of several, or of another variant than the given ID
 * @throws ServiceError when the catalog cannot be read
 */
export async function withVariantId(
	client: ApiClient,
	entered: EnteredItem,
	field: string,
): Promise<Item> {
	if (isNamedById(entered)) return entered;
	const { sku = '', variantId: givenId, ...item } = entered;
	const variantId = await variantIdOfSku(client, sku, field);
	if (givenId !== undefined && givenId !== variantId) {
		return refuse(
			field,
			`is ${quote(sku)}, which is the SKU of variant ${quote(variantId)}, but the given variant ID is ${quote(givenId)}`,
			'Leave out one of the two.',
		);
	}
	return { ...item, quantity: entered.quantity, placements: entered.placements, variantId };
}
