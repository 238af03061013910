import { variantIdOfSku } from '../../api/catalog/locatedVariant';
import { refuse } from '../../input/checks';
import { quote } from '../../input/wording';
import type { ApiClient } from '../../transport/client';
import type { EnteredItem, Item } from './item';

const isNamedById = (item: EnteredItem): item is Item =>
	item.sku === undefined && item.variantId !== undefined;

/**
 * An item with the ID of its variant in place of the SKU. The same item, when it was entered by ID.
 *
 * @param field Label of the variant's field in error messages
 * @throws UserError for a SKU of no variant, of several, or of another one than the ID that is given beside it
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
			`is ${quote(sku)}, which is the SKU of variant ${quote(variantId)}, but the variant ID beside it is ${quote(givenId)}`,
			'Leave out one of the two.',
		);
	}
	return { ...item, quantity: entered.quantity, placements: entered.placements, variantId };
}
