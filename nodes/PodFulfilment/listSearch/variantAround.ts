import { UserError, type IDataObject, type ILoadOptionsFunctions } from 'n8n-workflow';

import { isObject, rowsOf, objectsOf } from '../input/guards';
import type { ApiClient } from '../transport/client';
import { requestResource } from '../api/resource';
import { orderPath, variantPath } from '../api/paths';
import { locatorText, type LocatorValue } from '../input/locatorValue';

/**
 * Whether the list that is being opened stands in this row. n8n names a list's neighbours (`&name`), but not the row's
 * parents; it hands out the very objects of the node's parameters, so the row that holds one of them is the list's own.
 */
const isOwnRow = (caller: ILoadOptionsFunctions, row: IDataObject): boolean =>
	Object.entries(row).some(
		([name, value]) => isObject(value) && caller.getCurrentNodeParameter(`&${name}`) === value,
	);

/** The item in whose placements or options the list stands; all items where that cannot be told. */
function itemsAround(caller: ILoadOptionsFunctions): IDataObject[] {
	const items = rowsOf(caller.getCurrentNodeParameters()?.items, 'item');
	const own = items.find((item) =>
		[...rowsOf(item.placements, 'placement'), ...rowsOf(item.options, 'option')].some((row) =>
			isOwnRow(caller, row),
		),
	);
	return own ? [own] : items;
}

const chosenVariant = (value: unknown): string => locatorText(value);

/** The variant that an item of an existing order is to get, or has. */
async function variantOfOrderItem(
	caller: ILoadOptionsFunctions,
	client: ApiClient,
): Promise<string> {
	const { orderId, orderItemId, updateFields } = caller.getCurrentNodeParameters() ?? {};
	const next = chosenVariant((updateFields as IDataObject | undefined)?.variantId);
	if (next !== '') return next;
	const itemId = chosenVariant(orderItemId);
	if (itemId === '') return '';
	const { resource: object } = await requestResource(client, {
		method: 'GET',
		...orderPath(orderId as LocatorValue),
	});
	const item = objectsOf(object.orderItems).find(({ id }) => id === itemId);
	return String(item?.variantId ?? '');
}

/**
 * The catalog's entry of the variant to which a list inside of an item belongs (spec section 2, CatalogProductVariant).
 * There are several only where the item cannot be told, see {@link itemsAround}.
 *
 * @throws UserError when no variant is chosen yet
 */
export async function variantsAround(
	caller: ILoadOptionsFunctions,
	client: ApiClient,
): Promise<IDataObject[]> {
	const ids =
		caller.getCurrentNodeParameters()?.resource === 'orderItem'
			? [await variantOfOrderItem(caller, client)]
			: itemsAround(caller).map(({ variantId }) => chosenVariant(variantId));
	const known = [...new Set(ids)].filter((id) => id !== '');
	if (known.length === 0) {
		throw new UserError('Choose the variant of the item first', {
			description:
				'This list shows what the variant offers. If the variant comes from an expression, enter the value by name.',
		});
	}
	return await Promise.all(
		known.map(async (id) => {
			const { resource: object } = await requestResource(client, {
				method: 'GET',
				...variantPath(id),
			});
			return object;
		}),
	);
}
