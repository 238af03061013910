// Searching the placements, techniques, options and option values of the variant that the open list is about: that of its
// row, that of the item to update, or all that are chosen.

import {
	UserError,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
} from 'n8n-workflow';

import { areaOf } from '../api/catalog/catalogVariant';
import { locatedVariantId } from '../api/catalog/skuIndex';
import { orderPath, variantPath } from '../api/paths';
import { requestResource } from '../api/resource';
import { locatorText } from '../input/locatorValue';
import { isObject, objectsOf, rowsOf } from '../input/objects';
import { upperFirst } from '../input/wording';
import type { ApiClient } from '../transport/client';
import { createListClient, readableName, type Search } from './searchCollection';

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

/** '' if the field is empty or an expression that the editor did not resolve. */
const selectedVariantId = async (client: ApiClient, locator: unknown): Promise<string> =>
	locatorText(locator).startsWith('=') ? '' : await locatedVariantId(client, locator, 'Variant');

/** The variant ID of the order item to update: the new one if the user changes it, else the current one, or ''. */
async function variantIdOfOrderItem(
	caller: ILoadOptionsFunctions,
	client: ApiClient,
): Promise<string> {
	const { orderId, orderItemId, updateFields } = caller.getCurrentNodeParameters() ?? {};
	const newVariant = (updateFields as IDataObject | undefined)?.variantId;
	if (locatorText(newVariant) !== '') return await selectedVariantId(client, newVariant);
	const itemId = locatorText(orderItemId);
	if (itemId === '') return '';
	const { resource: order } = await requestResource(client, orderPath(orderId));
	const item = objectsOf(order.orderItems).find(({ id }) => id === itemId);
	return String(item?.variantId ?? '');
}

/**
 * Reads the catalog variant of the item that the open list belongs to (spec section 2, CatalogProductVariant).
 *
 * @returns one variant, or those of all items if the current item cannot be determined
 * @throws UserError when no variant is selected yet
 */
async function readCurrentItemVariants(
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
	const responses = selectedIds.map(async (id) => await requestResource(client, variantPath(id)));
	return (await Promise.all(responses)).map(({ resource }) => resource);
}

/**
 * Searches the values that the current item's variant offers: those that match the filter, without duplicates.
 *
 * @param toResults reads the values of a variant; `sibling` reads another field in the same row
 */
const variantSearch = (
	toResults: (variant: IDataObject, sibling: (name: string) => string) => INodeListSearchItems[],
): Search =>
	async function (filter = '') {
		const sibling = (name: string): string => locatorText(this.getCurrentNodeParameter(`&${name}`));
		const variants = await readCurrentItemVariants(this, await createListClient(this));
		const lowerCaseFilter = filter.trim().toLowerCase();
		const results = variants.flatMap((variant) => toResults(variant, sibling));
		const resultsByValue = new Map(results.map((result) => [String(result.value), result]));
		return {
			results: [...resultsByValue.values()].filter(
				({ name, value }) =>
					value !== '' &&
					[name, String(value)].some((text) => text.toLowerCase().includes(lowerCaseFilter)),
			),
		};
	};

/** A placement type as a label: `sleeve_left` is 'Sleeve Left'. */
const placementLabel = (type: unknown): string =>
	String(type ?? '')
		.split(/[_\s-]+/)
		.map(upperFirst)
		.join(' ');

function areaSize(value: unknown): string {
	const area = areaOf(value);
	return area ? `${area.width} × ${area.height} px` : '';
}

/** Lists the variant's placements (spec section 2, VariantPlacement) with the required size of the print file. */
export const searchPlacementTypes = variantSearch(({ placements }) =>
	objectsOf(placements).map(({ type, area }) => ({
		name: readableName(placementLabel(type), areaSize(area)),
		value: String(type ?? ''),
	})),
);

/** Lists the techniques of the placement type selected in the same row, or of all placements if there is none. */
export const searchTechniques = variantSearch(({ placements }, sibling) => {
	const all = objectsOf(placements);
	const selected = all.filter(({ type }) => type === sibling('type'));
	return (selected.length > 0 ? selected : all)
		.flatMap(({ technique, techniques }) => [
			technique,
			...(Array.isArray(techniques) ? (techniques as unknown[]) : []),
		])
		.filter((technique): technique is string => typeof technique === 'string')
		.map((technique) => ({ name: technique, value: technique }));
});

/** Lists the variant's options (spec section 2, VariantOption). */
export const searchOptionIds = variantSearch(({ options }) =>
	objectsOf(options).map(({ id, label, required }) => ({
		name: readableName(label || id, required === true ? 'required' : ''),
		value: String(id ?? ''),
	})),
);

/** Lists the values of the option selected in the same row; each links to its image. */
export const searchOptionValues = variantSearch(({ options }, sibling) => {
	const selectedId = sibling('id');
	if (selectedId === '') {
		throw new UserError('Choose the option first', {
			description: 'This list shows the values of the option that is chosen in the same row.',
		});
	}
	return objectsOf(options)
		.filter(({ id }) => id === selectedId)
		.flatMap(({ values }) => objectsOf(values))
		.map(({ value, image }) => ({
			name: String(value ?? ''),
			value: String(value ?? ''),
			...(isObject(image) && typeof image.url === 'string' && { url: image.url }),
		}));
});
