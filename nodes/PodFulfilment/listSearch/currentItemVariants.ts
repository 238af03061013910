// Which variants an open list of placements or options is about (that of its row, that of the item to update, or all
// that are chosen), and reading them from the catalog.

import { UserError, type IDataObject, type ILoadOptionsFunctions } from 'n8n-workflow';

import { locatedVariantId } from '../api/catalog/locatedVariant';
import { orderPath, variantPath } from '../api/paths';
import { requestResource } from '../api/resource';
import { isObject, objectsOf, rowsOf } from '../input/guards';
import { locatorText, type LocatorValue } from '../input/locatorValue';
import type { ApiClient } from '../transport/client';

/**
 * Whether the open list belongs to this row. n8n gives access to the siblings of a list's field (`&name`), but not to
 * the parents of its row. It returns the same objects as the node's parameters hold, so the row is found by identity.
 */
const isCurrentRow = (caller: ILoadOptionsFunctions, row: IDataObject): boolean =>
	Object.entries(row).some(
		([name, value]) => isObject(value) && caller.getCurrentNodeParameter(`&${name}`) === value,
	);

/**
 * Finds the item, or the row of SKU Mapping, whose placement or option the open list belongs to; all of them if it cannot
 * be determined.
 */
function currentItems(caller: ILoadOptionsFunctions): IDataObject[] {
	const { orderFrom, items: given, skuMapping } = caller.getCurrentNodeParameters() ?? {};
	const items =
		orderFrom === 'shopOrder' || orderFrom === 'rows'
			? rowsOf(skuMapping, 'row')
			: rowsOf(given, 'item');
	const current = items.find((item) =>
		[...rowsOf(item.placements, 'placement'), ...rowsOf(item.options, 'option')].some((row) =>
			isCurrentRow(caller, row),
		),
	);
	return current ? [current] : items;
}

/**
 * Resolves the ID of the variant that a field selects; '' if the field is empty or an expression that the editor did
 * not resolve.
 */
async function selectedVariantId(client: ApiClient, locator: unknown): Promise<string> {
	if (locatorText(locator).startsWith('=')) return '';
	return await locatedVariantId(client, locator as LocatorValue, 'Variant');
}

/**
 * Returns the variant ID of the order item to update: the new one if the user changes it, else the current one, or ''.
 */
async function variantIdOfOrderItem(
	caller: ILoadOptionsFunctions,
	client: ApiClient,
): Promise<string> {
	const { orderId, orderItemId, updateFields } = caller.getCurrentNodeParameters() ?? {};
	const newVariant = (updateFields as IDataObject | undefined)?.variantId;
	if (locatorText(newVariant) !== '') return await selectedVariantId(client, newVariant);
	const itemId = locatorText(orderItemId);
	if (itemId === '') return '';
	const { resource: order } = await requestResource(client, {
		method: 'GET',
		...orderPath(orderId as LocatorValue),
	});
	const item = objectsOf(order.orderItems).find(({ id }) => id === itemId);
	return String(item?.variantId ?? '');
}

/**
 * Reads the catalog variant of the item that the open list belongs to (spec section 2, CatalogProductVariant).
 *
 * @returns one variant, or those of all items if the current item cannot be determined
 * @throws UserError when no variant is selected yet
 */
export async function readCurrentItemVariants(
	caller: ILoadOptionsFunctions,
	client: ApiClient,
): Promise<IDataObject[]> {
	const ids =
		caller.getCurrentNodeParameters()?.resource === 'orderItem'
			? [await variantIdOfOrderItem(caller, client)]
			: await Promise.all(
					currentItems(caller).map(
						async ({ variantId }) => await selectedVariantId(client, variantId),
					),
				);
	const selectedIds = [...new Set(ids)].filter((id) => id !== '');
	if (selectedIds.length === 0) {
		throw new UserError('Choose the variant of the item first', {
			description:
				'This list shows what the variant offers. If the variant comes from an expression, enter the value by name.',
		});
	}
	return await Promise.all(
		selectedIds.map(async (id) => {
			const { resource: variant } = await requestResource(client, {
				method: 'GET',
				...variantPath(id),
			});
			return variant;
		}),
	);
}
